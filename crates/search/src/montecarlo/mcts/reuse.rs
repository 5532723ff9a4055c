//! Finding the position at hand in the tree of the last search.

use super::node::Step;
use super::tree::{ROOT, Tree};
use crate::montecarlo::constants::REUSE_PROBES;
use plyground_core::Game;
use std::cmp::Reverse;

/// The node of `target` in a tree whose root is `start`, looked for as far as two rounds of all players, one move deeper
/// at a time and most visited moves first: our own last move is nearly always the most visited one, so the search
/// rarely looks at more than the replies to it.
pub(super) fn find<G: Game>(game: &G, tree: &Tree<G::Move>, start: &G::Position, target: &G::Position) -> Option<u32> {
    let mut finder = Finder { game, tree, target, probes: REUSE_PROBES };
    let mut position = start.clone();
    let deepest = 2 * game.facts().players;
    (0..=deepest).find_map(|moves| finder.find_at(&mut position, ROOT, moves))
}

/// The child that this step leads to.
pub(super) fn child<M: Copy + Eq>(tree: &Tree<M>, node: u32, step: Step<M>) -> Option<u32> {
    tree.children(node).find(|child| tree.node(*child).step == step)
}

struct Finder<'a, G: Game> {
    game: &'a G,
    tree: &'a Tree<G::Move>,
    target: &'a G::Position,
    probes: u32,
}

impl<G: Game> Finder<'_, G> {
    /// Looks at the nodes exactly this many moves below; rolls cost nothing.
    fn find_at(&mut self, position: &mut G::Position, node: u32, moves: usize) -> Option<u32> {
        if self.probes == 0 {
            return None;
        }
        self.probes -= 1;
        if moves == 0 && self.game.key(position) == self.game.key(self.target) && *position == *self.target {
            return Some(node);
        }
        let mut children: Vec<u32> = self.tree.children(node).filter(|c| self.tree.node(*c).visits > 0).collect();
        children.sort_by_key(|child| Reverse(self.tree.node(*child).visits));
        children.into_iter().find_map(|child| match self.tree.node(child).step {
            Step::Roll(outcome) => {
                let undo = self.game.roll(position, outcome as usize);
                let found = self.find_at(position, child, moves);
                self.game.unroll(position, outcome as usize, undo);
                found
            }
            Step::Move(mv) if moves > 0 => {
                let undo = self.game.make(position, mv);
                let found = self.find_at(position, child, moves - 1);
                self.game.unmake(position, mv, undo);
                found
            }
            _ => None,
        })
    }
}
