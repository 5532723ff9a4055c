//! A tree written down by hand.

use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, splitmix64};

/// A hand-written tree, root first. Build it from [`end`], [`choose`] and [`roll`].
#[derive(Clone, Debug)]
pub struct Literal {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    turn: Turn,
    children: Vec<usize>,
    parent: usize,
    probabilities: Vec<f64>,
    /// What each player would get, or thinks to get, here.
    worth: Vec<f64>,
}

/// A node of a literal tree, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LiteralPosition(usize);

/// The end of a game with these payoffs.
pub fn end(payoffs: &[f64]) -> Literal {
    Literal::join(Turn::Over, Vec::new(), Vec::new()).worth(payoffs)
}

/// A choice of the player with this number (from 1) among subtrees; the moves are numbered from 0.
pub fn choose(player: usize, children: Vec<Literal>) -> Literal {
    Literal::join(Turn::Player(PlayerId::from_index(player - 1)), Vec::new(), children)
}

/// A die that leads to each subtree with its probability.
pub fn roll(children: Vec<(f64, Literal)>) -> Literal {
    let (probabilities, children) = children.into_iter().unzip();
    Literal::join(Turn::Chance, probabilities, children)
}

impl Literal {
    fn join(turn: Turn, probabilities: Vec<f64>, children: Vec<Literal>) -> Literal {
        let mut nodes = vec![Node { turn, children: Vec::new(), parent: 0, probabilities, worth: Vec::new() }];
        for child in children {
            let offset = nodes.len();
            nodes[0].children.push(offset);
            nodes.extend(child.nodes.into_iter().map(|mut node| {
                node.parent += offset;
                node.children.iter_mut().for_each(|index| *index += offset);
                node
            }));
            nodes[offset].parent = 0;
        }
        Literal { nodes }
    }

    /// Says what the root is worth to each player: the opinion of an evaluation that stops here.
    #[must_use]
    pub fn worth(mut self, values: &[f64]) -> Literal {
        self.nodes[0].worth = values.to_vec();
        self
    }

    fn node(&self, position: &LiteralPosition) -> &Node {
        &self.nodes[position.0]
    }

    /// What a node is worth to a player; 0 where nothing was said.
    pub(super) fn worth_of(&self, position: &LiteralPosition, player: PlayerId) -> f64 {
        self.node(position).worth.get(player.index()).copied().unwrap_or(0.0)
    }
}

impl Game for Literal {
    type Position = LiteralPosition;
    type Move = usize;
    type Undo = LiteralPosition;

    fn facts(&self) -> Facts {
        let players = self.nodes.iter().map(|node| node.worth.len()).max().unwrap_or(2);
        let chance = self.nodes.iter().any(|node| node.turn == Turn::Chance);
        Facts { players, chance, zero_sum: players == 2, alternating: false, longest: self.nodes.len() }
    }

    fn start(&self) -> LiteralPosition {
        LiteralPosition(0)
    }

    fn turn(&self, position: &LiteralPosition) -> Turn {
        self.node(position).turn
    }

    fn mover(&self, position: &LiteralPosition) -> Option<PlayerId> {
        match self.turn(position) {
            Turn::Chance => self.node(position).children.iter().find_map(|child| self.mover(&LiteralPosition(*child))),
            turn => turn.player(),
        }
    }

    fn moves(&self, position: &LiteralPosition, out: &mut Vec<usize>) {
        if let Turn::Player(_) = self.turn(position) {
            out.extend(0..self.node(position).children.len());
        }
    }

    fn make(&self, position: &mut LiteralPosition, mv: usize) -> LiteralPosition {
        let before = *position;
        position.0 = self.node(position).children[mv];
        before
    }

    fn unmake(&self, position: &mut LiteralPosition, _mv: usize, undo: LiteralPosition) {
        *position = undo;
    }

    fn outcomes(&self, position: &LiteralPosition) -> &[f64] {
        &self.node(position).probabilities
    }

    fn roll(&self, position: &mut LiteralPosition, outcome: usize) -> LiteralPosition {
        let before = *position;
        position.0 = self.node(position).children[outcome];
        before
    }

    fn unroll(&self, position: &mut LiteralPosition, _outcome: usize, undo: LiteralPosition) {
        *position = undo;
    }

    fn payoffs(&self, position: &LiteralPosition) -> Payoffs {
        let players = self.facts().players;
        let values: Vec<f64> = PlayerId::all(players).map(|player| self.worth_of(position, player)).collect();
        Payoffs::new(&values)
    }

    fn key(&self, position: &LiteralPosition) -> Option<u64> {
        Some(splitmix64(position.0 as u64))
    }
}
