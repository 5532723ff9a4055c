//! What the tree says about the moves at its root.

use super::node::Step;
use super::tree::{ROOT, Tree};
use crate::RootMove;
use crate::montecarlo::summary::{Choice, Summary};
use crate::trace::{Edge, Growth, GrowthNode, GrowthStep};
use plyground_core::{PlayerId, Turn};
use std::cmp::Reverse;

impl<M: Copy + Ord> Tree<M> {
    /// How the tree grew: `playouts` made it, of which `steps` are on record.
    pub fn growth(&self, steps: Vec<GrowthStep>, exploration: f64, playouts: u64) -> Growth<M> {
        let nodes = (0..self.len() as u32).map(|index| {
            let node = self.node(index);
            let (edge, chance) = match node.step {
                // A root that was kept from the search before still has the step that led to it.
                _ if index == ROOT => (None, None),
                Step::Root => (None, None),
                Step::Roll(outcome) => (Some(Edge::Roll(outcome as usize)), Some(f64::from(node.prior))),
                Step::Move(mv) => (Some(Edge::Move(mv)), None),
            };
            let parent = edge.is_some().then_some(node.parent as usize);
            GrowthNode { parent, edge, turn: node.turn, chance }
        });
        let omitted = playouts.saturating_sub(steps.len() as u64);
        Growth { nodes: nodes.collect(), steps, exploration: Some(exploration), omitted }
    }

    /// The choice at the root, or for every outcome where a roll with these `probabilities` is due.
    pub fn summary(&self, probabilities: &[f64]) -> Summary<M> {
        let root = self.node(ROOT);
        match root.turn {
            Some(Turn::Player(player)) => Summary::new(0, [self.choice(ROOT, player, None, 1.0)]),
            Some(Turn::Chance) => {
                let outcomes = self.children(ROOT).filter_map(|child| {
                    let node = self.node(child);
                    let Step::Roll(outcome) = node.step else { return None };
                    let probability = probabilities[outcome as usize];
                    Some(self.choice(child, node.owner, Some(outcome as usize), probability))
                });
                Summary::new(probabilities.len(), outcomes)
            }
            _ => Summary::new(0, []),
        }
    }

    /// `player` is whom the value is for: the one who rolls is nearly always the one who moves then.
    fn choice(&self, node: u32, player: PlayerId, outcome: Option<usize>, probability: f64) -> Choice<M> {
        let moves: Vec<RootMove<M>> = self.ranked(node).into_iter().filter_map(|child| self.root_move(child)).collect();
        let value = match (self.proven_value(node, player), moves.first(), self.node(node).turn) {
            (Some(value), _, _) => value,
            (None, Some(best), Some(Turn::Player(mover))) if mover == player => best.value,
            _ => self.node(node).mean(),
        };
        Choice { outcome, probability, moves, value }
    }

    fn root_move(&self, child: u32) -> Option<RootMove<M>> {
        let node = self.node(child);
        let Step::Move(mv) = node.step else { return None };
        let proven = self.proven_value(child, node.owner);
        let value = proven.unwrap_or_else(|| node.mean());
        Some(RootMove { mv, value, exact: proven.is_some(), effort: u64::from(node.visits) })
    }

    /// Children of a player's node, best first: proven wins, then by visits, then by mean, proven losses last. The
    /// number of visits is the secure choice: a mean may be high by luck after few.
    fn ranked(&self, node: u32) -> Vec<u32> {
        let class = |child: u32| match self.proven_value(child, self.node(child).owner) {
            Some(1.0) => 0,
            Some(0.0) => 2,
            _ => 1,
        };
        let mv = |child: u32| match self.node(child).step {
            Step::Move(mv) => Some(mv),
            _ => None,
        };
        let mut children: Vec<u32> = self.children(node).collect();
        children.sort_by(|&a, &b| {
            let by_visits = |child: u32| (class(child), Reverse(self.node(child).visits));
            let by_mean = self.node(b).mean().total_cmp(&self.node(a).mean());
            by_visits(a).cmp(&by_visits(b)).then(by_mean).then(mv(a).cmp(&mv(b)))
        });
        children
    }

    /// The expected line of play, up to the first roll or the end of what was tried.
    pub fn line(&self) -> Vec<M> {
        let mut line = Vec::new();
        let mut at = ROOT;
        while let Some(Turn::Player(_)) = self.node(at).turn
            && let Some(&best) = self.ranked(at).first()
            && let Step::Move(mv) = self.node(best).step
            && (self.node(best).visits > 0 || at == ROOT)
        {
            line.push(mv);
            at = best;
        }
        line
    }

    /// Whether a root move is so far ahead that this many further play-outs cannot change the choice.
    pub fn decided(&self, playouts_left: u64) -> bool {
        if !matches!(self.node(ROOT).turn, Some(Turn::Player(_))) {
            return false;
        }
        let mut visits: Vec<u32> = self.children(ROOT).map(|child| self.node(child).visits).collect();
        visits.sort_unstable_by_key(|visits| Reverse(*visits));
        match visits[..] {
            [first, second, ..] => u64::from(first - second) > playouts_left,
            _ => true,
        }
    }
}
