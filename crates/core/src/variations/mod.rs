//! A game with its variations: a tree of turns with comments.
//!
//! Its text is that of a recorded game (see [`parse_moves`](crate::parse_moves)) with two additions that chess players know from
//! PGN (Edwards, 1994): `( … )` after a word holds an alternative to this word and what may follow it, and `{ … }` comments on
//! the word before it, or on the start. Every recorded game is therefore a tree without variations.
//!
//! In a game with dice a roll is a node of its own, written `4:`. The word `4:c3` is the roll and the move that follows.

mod builder;
mod reader;

pub use builder::TreeBuilder;

use crate::{NotationError, PlayerId};
use thiserror::Error;

/// Nodes in a tree, with its start.
pub const MAX_NODES: usize = 20_000;
/// Variations inside one another.
pub const MAX_NESTING: usize = 64;
/// Characters of a comment.
pub const MAX_COMMENT: usize = 2_000;
/// Bytes of a tree as text.
pub const MAX_TREE_TEXT: usize = 1 << 20;

/// Why a tree cannot grow.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VariationError {
    /// The word is no turn of this position.
    #[error("{0}")]
    Move(NotationError),
    /// The number of a node that is not there.
    #[error("there is no node {0}")]
    NoNode(usize),
    /// The tree is full.
    #[error("a tree has at most {MAX_NODES} nodes")]
    TooManyNodes,
    /// The text is too long to be read.
    #[error("a tree has at most {MAX_TREE_TEXT} bytes of text")]
    TooLong,
    /// Too many variations inside one another.
    #[error("at most {MAX_NESTING} variations may be inside one another")]
    TooDeep,
    /// A comment is too long.
    #[error("a comment has at most {MAX_COMMENT} characters")]
    LongComment,
    /// A comment has no end.
    #[error("this comment has no `}}`")]
    OpenComment,
    /// A variation has no end.
    #[error("a variation has no `)`")]
    OpenVariation,
    /// A variation without a move before it.
    #[error("a variation stands after the move that it replaces; there is none before this `(`")]
    NothingToReplace,
    /// A closing mark without an opening one.
    #[error("there is no `{0}` before this `{1}`")]
    Unopened(char, char),
}

/// A text that was read only up to a place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {error}")]
pub struct TreeTextError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub error: VariationError,
}

/// A node: a roll, a move, or a player who is out of the game. Node 0 is the start of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationNode {
    /// The node before it; the start is its own parent.
    pub parent: usize,
    /// The word that leads here; empty at the start.
    pub word: String,
    /// Who moved or rolled.
    pub player: Option<PlayerId>,
    /// Free text; may be empty.
    pub comment: String,
    /// What was tried from here, the main continuation first.
    pub children: Vec<usize>,
}

impl VariationNode {
    /// Whether it is a roll.
    fn is_roll(&self) -> bool {
        self.word.ends_with(':')
    }
}

/// A game with its variations. Every word in it is a legal turn where it stands; a [`TreeBuilder`] checks them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationTree {
    nodes: Vec<VariationNode>,
}

impl VariationTree {
    /// All nodes; every node comes after its parent.
    pub fn nodes(&self) -> &[VariationNode] {
        &self.nodes
    }

    /// The tree as text, which a [`TreeBuilder`] reads back.
    pub fn text(&self) -> String {
        let mut text = TreeText::default();
        text.comment(&self.nodes[0].comment);
        self.write_line(0, &mut text);
        text.text
    }

    /// Writes the main continuation after `node`, and the others as variations.
    fn write_line(&self, mut node: usize, text: &mut TreeText) {
        while let Some(&main) = self.nodes[node].children.first() {
            let end = self.write_turn(main, "", text);
            self.write_variations(node, "", text);
            node = end;
        }
    }

    /// Writes a node after `roll`, or a roll and the move after it together, with the variations of that move. Returns the
    /// last node that was written.
    fn write_turn(&self, node: usize, roll: &str, text: &mut TreeText) -> usize {
        let entry = &self.nodes[node];
        let joined = entry.children.first().filter(|_| entry.is_roll() && entry.comment.is_empty());
        let Some(&mv) = joined else {
            text.word(&format!("{roll}{}", entry.word));
            text.comment(&entry.comment);
            return node;
        };
        text.word(&format!("{}{}", entry.word, self.nodes[mv].word));
        text.comment(&self.nodes[mv].comment);
        self.write_variations(node, &entry.word, text);
        mv
    }

    /// Writes all children but the first, each with what follows it. `roll` stands before their words.
    fn write_variations(&self, node: usize, roll: &str, text: &mut TreeText) {
        for &other in self.nodes[node].children.iter().skip(1) {
            text.open();
            let end = self.write_turn(other, roll, text);
            self.write_line(end, text);
            text.close();
        }
    }
}

/// Words and marks with blanks where they belong.
#[derive(Default)]
struct TreeText {
    text: String,
    after_open: bool,
}

impl TreeText {
    fn word(&mut self, word: &str) {
        if !self.text.is_empty() && !self.after_open {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.after_open = false;
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            self.word(&format!("{{{}}}", comment.replace('\\', "\\\\").replace('}', "\\}")));
        }
    }

    fn open(&mut self) {
        self.word("(");
        self.after_open = true;
    }

    fn close(&mut self) {
        self.text.push(')');
    }
}
