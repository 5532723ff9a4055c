//! Makes trees in which every word is legal.

use super::{MAX_COMMENT, MAX_NESTING, MAX_NODES, VariationError, VariationNode, VariationTree};
use crate::event::{parse_event, parse_outcome};
use crate::{Notation, PlayerId, Turn};

/// A tree in the making.
pub struct TreeBuilder<'g, G: Notation> {
    game: &'g G,
    start: G::Position,
    nodes: Vec<VariationNode>,
    /// How many variations each node is inside.
    nesting: Vec<usize>,
    /// The nodes from the start to the one that was added last, with their positions. Other positions are played again when
    /// needed, so that a large tree costs no more memory than its longest line.
    path: Vec<(usize, G::Position)>,
}

impl<'g, G: Notation> TreeBuilder<'g, G> {
    /// A tree that has only its start.
    pub fn new(game: &'g G, start: &G::Position) -> Self {
        let root = VariationNode {
            parent: 0,
            word: String::new(),
            player: None,
            comment: String::new(),
            children: Vec::new(),
        };
        TreeBuilder { game, start: start.clone(), nodes: vec![root], nesting: vec![0], path: vec![(0, start.clone())] }
    }

    /// The tree so far.
    pub fn finish(self) -> VariationTree {
        VariationTree { nodes: self.nodes }
    }

    pub(super) fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// Adds a word after a node: a move, a roll (`4:`), both (`4:c3`), or `out=<player>`. A word that is there already is not
    /// added again. Returns the node that it leads to.
    ///
    /// # Errors
    /// When the word is not legal there, or the tree is too large.
    pub fn add(&mut self, parent: usize, word: &str) -> Result<usize, VariationError> {
        let game = self.game;
        let before = self.position(parent)?.clone();
        if game.turn(&before) == Turn::Chance
            && let Some((face, rest)) = word.split_once(':')
        {
            let outcome = parse_outcome(game, &before, face).map_err(VariationError::Move)?;
            let roll = self.add_roll(parent, before, outcome)?;
            return if rest.is_empty() { Ok(roll) } else { self.add(roll, rest) };
        }
        let mut after = before.clone();
        let event = parse_event(game, &mut after, word).map_err(VariationError::Move)?;
        // Words are written in one way, or the same move could be added twice.
        let text = match event.turn() {
            Some((_, mv)) => game.move_text(&before, mv),
            None => event.text(game, &before),
        };
        self.insert(parent, text, game.mover(&before), after)
    }

    fn add_roll(&mut self, parent: usize, mut rolled: G::Position, outcome: usize) -> Result<usize, VariationError> {
        let mover = self.game.mover(&rolled);
        self.game.roll(&mut rolled, outcome);
        self.insert(parent, format!("{}:", outcome + 1), mover, rolled)
    }

    fn insert(
        &mut self,
        parent: usize,
        word: String,
        player: Option<PlayerId>,
        position: G::Position,
    ) -> Result<usize, VariationError> {
        let known = self.nodes[parent].children.iter().copied().find(|&child| self.nodes[child].word == word);
        let node = match known {
            Some(node) => node,
            None => {
                let nesting = self.nesting[parent] + usize::from(!self.nodes[parent].children.is_empty());
                if nesting > MAX_NESTING {
                    return Err(VariationError::TooDeep);
                }
                let node = self.nodes.len();
                if node >= MAX_NODES {
                    return Err(VariationError::TooManyNodes);
                }
                self.nodes[parent].children.push(node);
                self.nodes.push(VariationNode { parent, word, player, comment: String::new(), children: Vec::new() });
                self.nesting.push(nesting);
                node
            }
        };
        self.path.push((node, position));
        Ok(node)
    }

    /// The position at a node.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn position(&mut self, node: usize) -> Result<&G::Position, VariationError> {
        if node >= self.nodes.len() {
            return Err(VariationError::NoNode(node));
        }
        if let Some(at) = self.path.iter().rposition(|(known, _)| *known == node) {
            self.path.truncate(at + 1);
        } else {
            self.replay(node);
        }
        Ok(&self.path.last().expect("the path ends at the node").1)
    }

    /// Plays the words to a node again, from the last node that its path shares with the current one.
    fn replay(&mut self, node: usize) {
        let mut missing = Vec::new();
        let mut at = node;
        while at != 0 && !self.path.iter().any(|(known, _)| *known == at) {
            missing.push(at);
            at = self.nodes[at].parent;
        }
        let shared = self.path.iter().rposition(|(known, _)| *known == at);
        self.path.truncate(shared.map_or(0, |shared| shared + 1));
        if self.path.is_empty() {
            self.path.push((0, self.start.clone()));
        }
        for node in missing.into_iter().rev() {
            let mut position = self.path.last().expect("the path has its start").1.clone();
            let word = &self.nodes[node].word;
            if let Some(face) = word.strip_suffix(':') {
                let outcome = parse_outcome(self.game, &position, face).expect("the roll was legal before");
                self.game.roll(&mut position, outcome);
            } else {
                parse_event(self.game, &mut position, word).expect("the word was legal before");
            }
            self.path.push((node, position));
        }
    }

    /// Sets the comment of a node. Control characters become blanks, except for line breaks.
    ///
    /// # Errors
    /// When it is too long, or there is no such node.
    pub fn comment(&mut self, node: usize, text: &str) -> Result<(), VariationError> {
        if node >= self.nodes.len() {
            return Err(VariationError::NoNode(node));
        }
        if text.chars().nth(MAX_COMMENT).is_some() {
            return Err(VariationError::LongComment);
        }
        let plain = |character: char| if character.is_control() && character != '\n' { ' ' } else { character };
        self.nodes[node].comment = text.chars().map(plain).collect::<String>().trim().to_string();
        Ok(())
    }

    /// Adds another comment to a node.
    pub(super) fn add_comment(&mut self, node: usize, text: &str) -> Result<(), VariationError> {
        let before = &self.nodes[node].comment;
        let joined = if before.is_empty() || before == text { text.to_string() } else { format!("{before} {text}") };
        self.comment(node, &joined)
    }
}
