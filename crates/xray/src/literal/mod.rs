//! Literal trees: a small tree of values as a game, so that every search can be watched on it. `(3 (12 8) (2 4 6))` is
//! a root with three branches; the player at the root maximises, levels alternate. `[0.5:3 0.5:(8 2)]` is a chance node:
//! probabilities and what they lead to. It is no level of its own: after it the player chooses who would choose in its place.
//! A number alone is a tree of one leaf.

mod game;

use plyground_core::PlayerId;
use std::sync::Arc;
use thiserror::Error;

pub use game::LeafValues;

/// Longer texts are not read.
pub const LONGEST_TEXT: usize = 8000;
/// More nodes cannot be drawn.
pub const MOST_NODES: usize = 500;
/// Brackets within brackets.
pub const MOST_LEVELS: usize = 16;
/// Leaves lie between this and its negative, so that no search takes them for proven results.
pub const LARGEST_VALUE: i32 = 100_000;

/// Why a text is not a tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TreeError {
    /// Nothing was written.
    #[error("type a tree, such as (3 (12 8) (2 4 6))")]
    Empty,
    /// The text is too long to be read.
    #[error("a tree may have at most {LONGEST_TEXT} characters")]
    TooLong,
    /// `)` without `(`, or `]` without `[`.
    #[error("there is no open bracket for the \"{bracket}\" at character {at}")]
    NotOpen {
        /// Which bracket.
        bracket: char,
        /// Counted from 1.
        at: usize,
    },
    /// A branch of a chance node without its probability, or a probability where there is none.
    #[error("\"{word}\" at character {at} is no branch of a chance node; write probability:value, such as 0.5:3")]
    NoChance {
        /// The beginning of the word.
        word: String,
        /// Counted from 1.
        at: usize,
    },
    /// Probabilities that are not those of one roll.
    #[error("the probabilities before character {at} add up to {sum}, not to 1")]
    NotOne {
        /// Their sum, rounded.
        sum: String,
        /// Counted from 1.
        at: usize,
    },
    /// `()`.
    #[error("the brackets before character {at} are empty; give them values or branches")]
    NoBranch {
        /// Counted from 1.
        at: usize,
    },
    /// `(` without `)`.
    #[error("{}", if *.open == 1 { "a bracket is not closed".to_string() } else { format!("{open} brackets are not closed") })]
    NotClosed {
        /// How many.
        open: usize,
    },
    /// Text after the last bracket.
    #[error("the tree has ended before character {at}; put everything into one pair of brackets")]
    Ended {
        /// Counted from 1.
        at: usize,
    },
    /// Something that is no value.
    #[error("\"{word}\" at character {at} is not a whole number between -{LARGEST_VALUE} and {LARGEST_VALUE}")]
    NoValue {
        /// The beginning of the word.
        word: String,
        /// Counted from 1.
        at: usize,
    },
    /// Too large to be drawn.
    #[error("a tree may have at most {MOST_NODES} nodes")]
    TooManyNodes,
    /// Too deep to be drawn.
    #[error("a tree may have at most {MOST_LEVELS} levels")]
    TooDeep,
}

/// A node of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct LiteralNode {
    /// The node above; absent at the root.
    pub parent: Option<usize>,
    /// What can be chosen, or rolled, here; empty for leaves.
    pub children: Vec<usize>,
    /// The probabilities of the children of a chance node; empty everywhere else.
    pub chances: Vec<f64>,
    /// The value of a leaf for the player at the root.
    pub value: Option<i32>,
    /// The mean of the leaves below, rounded: what an evaluation thinks of it.
    pub estimate: i32,
    /// Nodes above it.
    pub level: usize,
    /// Choices above it; chance nodes are none.
    pub turn: usize,
}

impl LiteralNode {
    /// Whether dice decide here.
    pub fn is_chance(&self) -> bool {
        !self.chances.is_empty()
    }
}

/// A tree of values as a game.
#[derive(Clone, PartialEq, Debug)]
pub struct LiteralTree {
    nodes: Arc<[LiteralNode]>,
    longest: usize,
}

/// A text that becomes a tree.
struct TreeReader {
    nodes: Vec<LiteralNode>,
    /// The nodes whose brackets are open, and those brackets.
    open: Vec<(usize, char)>,
    /// The probability of the next branch.
    chance: Option<f64>,
}

impl TreeReader {
    fn read(&mut self, at: usize, word: &str) -> Result<(), TreeError> {
        let closes = matches!(word, ")" | "]").then(|| if word == ")" { ')' } else { ']' });
        if self.open.is_empty() && !self.nodes.is_empty() {
            return Err(closes.map_or(TreeError::Ended { at }, |bracket| TreeError::NotOpen { bracket, at }));
        }
        if let Some(bracket) = closes {
            return self.close(at, bracket);
        }
        let within_chance = self.open.last().is_some_and(|(_, bracket)| *bracket == '[');
        let no_chance = || TreeError::NoChance { word: word.chars().take(20).collect(), at };
        if within_chance && self.chance.is_none() {
            let (chance, rest) = word.split_once(':').ok_or_else(no_chance)?;
            let chance = chance.parse::<f64>().ok().filter(|chance| *chance > 0.0 && *chance <= 1.0);
            self.chance = Some(chance.ok_or_else(no_chance)?);
            return if rest.is_empty() { Ok(()) } else { self.node(at, rest) };
        }
        self.node(at, word)
    }

    /// A bracket that opens, or a value.
    fn node(&mut self, at: usize, word: &str) -> Result<(), TreeError> {
        let value = if matches!(word, "(" | "[") { None } else { Some(value_of(word, at)?) };
        if self.nodes.len() >= MOST_NODES {
            return Err(TreeError::TooManyNodes);
        }
        if value.is_none() && self.open.len() >= MOST_LEVELS {
            return Err(TreeError::TooDeep);
        }
        let index = self.nodes.len();
        let parent = self.open.last().map(|(parent, _)| *parent);
        let mut turn = 0;
        if let Some(parent) = parent {
            turn = self.nodes[parent].turn + usize::from(self.chance.is_none());
            self.nodes[parent].children.push(index);
            self.nodes[parent].chances.extend(self.chance.take());
        }
        let (children, chances, level) = (Vec::new(), Vec::new(), self.open.len());
        self.nodes.push(LiteralNode { parent, children, chances, value, estimate: value.unwrap_or(0), level, turn });
        if value.is_none() {
            self.open.push((index, if word == "(" { '(' } else { '[' }));
        }
        Ok(())
    }

    fn close(&mut self, at: usize, bracket: char) -> Result<(), TreeError> {
        let opened = if bracket == ')' { '(' } else { '[' };
        let (closed, _) =
            self.open.pop().filter(|(_, open)| *open == opened).ok_or(TreeError::NotOpen { bracket, at })?;
        if self.chance.is_some() || self.nodes[closed].children.is_empty() {
            return Err(TreeError::NoBranch { at });
        }
        let sum: f64 = self.nodes[closed].chances.iter().sum();
        if bracket == ']' && (sum - 1.0).abs() > 1e-6 {
            return Err(TreeError::NotOne { sum: format!("{}", (sum * 1e4).round() / 1e4), at });
        }
        let below = self.nodes[closed..].iter().filter_map(|node| node.value).map(i64::from);
        let (sum, count) = below.fold((0, 0), |(sum, count), value| (sum + value, count + 1));
        self.nodes[closed].estimate = (sum as f64 / f64::from(count.max(1))).round() as i32;
        Ok(())
    }
}

/// A node as a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreePosition(usize);

impl TreePosition {
    /// The node, as an index into [`LiteralTree::nodes`].
    pub fn node(self) -> usize {
        self.0
    }
}

impl LiteralTree {
    /// Reads a tree.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<LiteralTree, TreeError> {
        if text.len() > LONGEST_TEXT {
            return Err(TreeError::TooLong);
        }
        let mut reader = TreeReader { nodes: Vec::new(), open: Vec::new(), chance: None };
        for (at, word) in words(text) {
            reader.read(at, word)?;
        }
        match (reader.nodes.is_empty(), reader.open.len()) {
            (true, _) => Err(TreeError::Empty),
            (false, 0) => {
                let longest = reader.nodes.iter().map(|node| node.level).max().unwrap_or(0);
                Ok(LiteralTree { nodes: reader.nodes.into(), longest })
            }
            (false, open) => Err(TreeError::NotClosed { open }),
        }
    }

    /// Whether dice decide anywhere.
    pub fn has_chance(&self) -> bool {
        self.nodes.iter().any(LiteralNode::is_chance)
    }

    /// All nodes, parents before children, the root first.
    pub fn nodes(&self) -> &[LiteralNode] {
        &self.nodes
    }

    /// Levels below the root: the depth at which a search sees everything.
    pub fn height(&self) -> usize {
        self.longest
    }

    /// The tree as text, with single spaces.
    pub fn text(&self) -> String {
        self.text_of(0)
    }

    fn text_of(&self, index: usize) -> String {
        let node = &self.nodes[index];
        match node.value {
            Some(value) => value.to_string(),
            None => {
                let parts: Vec<String> = node.children.iter().map(|child| self.text_of(*child)).collect();
                if !node.is_chance() {
                    return format!("({})", parts.join(" "));
                }
                let rolled = node.chances.iter().zip(parts).map(|(chance, part)| format!("{chance}:{part}"));
                format!("[{}]", rolled.collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn at(&self, position: &TreePosition) -> &LiteralNode {
        &self.nodes[position.0]
    }

    /// The value of a leaf for a player; inside the tree the mean of the leaves below.
    fn value_for(&self, position: &TreePosition, player: PlayerId) -> i32 {
        let value = self.at(position).estimate;
        if player == PlayerId::FIRST { value } else { -value }
    }
}

/// Brackets and what stands between them and blanks, with the place of each, counted from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    let mut at = 1;
    std::iter::from_fn(move || {
        let blank = rest.len() - rest.trim_start().len();
        at += rest[..blank].chars().count();
        rest = &rest[blank..];
        let end = match rest.chars().next()? {
            '(' | ')' | '[' | ']' => 1,
            _ => rest.find(|letter: char| letter.is_whitespace() || "()[]".contains(letter)).unwrap_or(rest.len()),
        };
        let (word, place) = (&rest[..end], at);
        at += word.chars().count();
        rest = &rest[end..];
        Some((place, word))
    })
}

fn value_of(word: &str, at: usize) -> Result<i32, TreeError> {
    let number = word.replace('−', "-").parse::<i32>().ok();
    let value = number.filter(|value| (-LARGEST_VALUE..=LARGEST_VALUE).contains(value));
    value.ok_or_else(|| TreeError::NoValue { word: word.chars().take(20).collect(), at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{Game, Turn};

    #[test]
    fn a_tree_is_read_and_written() {
        let tree = LiteralTree::parse("( 3 (12  8)\n(2 −4 6) )").expect("a tree");
        assert_eq!(tree.text(), "(3 (12 8) (2 -4 6))");
        assert_eq!(tree.nodes().len(), 9);
        assert_eq!(tree.height(), 2);
        assert_eq!(tree.nodes()[1].value, Some(3));
        assert_eq!(tree.nodes()[0].children, [1, 2, 5]);
        assert_eq!(LiteralTree::parse(&tree.text()), Ok(tree));
    }

    #[test]
    fn bad_trees_get_one_sentence() {
        let sentence = |text: &str| LiteralTree::parse(text).expect_err(text).to_string();
        assert_eq!(sentence(" "), "type a tree, such as (3 (12 8) (2 4 6))");
        assert_eq!(sentence("(3 (4 5)"), "a bracket is not closed");
        assert_eq!(sentence("((3 12"), "2 brackets are not closed");
        assert_eq!(sentence("(3 ())"), "the brackets before character 5 are empty; give them values or branches");
        assert_eq!(
            sentence("(3) 4"),
            "the tree has ended before character 5; put everything into one pair of brackets"
        );
        assert_eq!(sentence("(3))"), "there is no open bracket for the \")\" at character 4");
        assert_eq!(sentence(")"), "there is no open bracket for the \")\" at character 1");
        let word = "\"3.5\" at character 3 is not a whole number between -100000 and 100000";
        assert_eq!(sentence("( 3.5 x)"), word);
        assert!(sentence("(100001)").contains("not a whole number"));
        assert_eq!(sentence(&"(".repeat(17)), "a tree may have at most 16 levels");
        assert_eq!(sentence(&format!("({})", "1 ".repeat(500))), "a tree may have at most 500 nodes");
        assert_eq!(sentence(&" ".repeat(8001)), "a tree may have at most 8000 characters");
    }

    #[test]
    fn a_number_is_a_tree_of_one_leaf() {
        let tree = LiteralTree::parse(" -5 ").expect("a tree");
        assert_eq!((tree.text().as_str(), tree.height()), ("-5", 0));
        assert_eq!(tree.turn(&tree.start()), Turn::Over);
        assert_eq!(LiteralTree::parse("5 6"), Err(TreeError::Ended { at: 3 }));
    }

    #[test]
    fn chance_nodes_roll_and_are_no_level() {
        let tree = LiteralTree::parse("([0.5:3 0.5:(8 2)] [0.25:(1 7) 0.75:-4])").expect("a tree");
        assert_eq!(tree.text(), "([0.5:3 0.5:(8 2)] [0.25:(1 7) 0.75:-4])");
        assert_eq!(LiteralTree::parse(&tree.text()), Ok(tree.clone()));
        let mut position = tree.start();
        tree.make(&mut position, 1);
        assert_eq!((tree.turn(&position), tree.mover(&position)), (Turn::Chance, Some(PlayerId::SECOND)));
        assert_eq!(tree.outcomes(&position), [0.25, 0.75]);
        tree.roll(&mut position, 0);
        assert_eq!(tree.turn(&position), Turn::Player(PlayerId::SECOND));
        assert_eq!(tree.value_for(&position, PlayerId::FIRST), 4, "the mean of 1 and 7");
        let sentence = |text: &str| LiteralTree::parse(text).expect_err(text).to_string();
        assert_eq!(sentence("[0.5:3 0.4:8]"), "the probabilities before character 13 add up to 0.9, not to 1");
        let form = "is no branch of a chance node; write probability:value, such as 0.5:3";
        assert_eq!(sentence("[3 4]"), format!("\"3\" at character 2 {form}"));
        assert_eq!(sentence("[2:3]"), format!("\"2:3\" at character 2 {form}"));
        assert_eq!(sentence("([1:3)"), "there is no open bracket for the \")\" at character 6");
        assert_eq!(sentence("[1:]"), "the brackets before character 4 are empty; give them values or branches");
        assert!(sentence("(0.5:3)").contains("is not a whole number"));
        assert!(sentence("[NaN:3]").contains(form) && sentence("[1:x]").contains("not a whole number"));
    }
}
