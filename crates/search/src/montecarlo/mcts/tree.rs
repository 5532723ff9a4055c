//! The tree: nodes in one vector, linked by numbers, bounded in bytes.

use super::config::{MctsConfig, Selection};
use super::node::{Node, Proof, Step};
use crate::montecarlo::Rewards;
use plyground_core::{PlayerId, Rng, Turn};
use std::ops::Range;

/// Where the root lies.
pub(super) const ROOT: u32 = 0;

/// A child to be.
#[derive(Clone, Copy)]
pub(super) struct NewChildren<M> {
    pub step: Step<M>,
    pub prior: f32,
    pub rating: f32,
}

/// All children to be of a node.
#[derive(Clone, Copy)]
pub(super) struct Siblings<'a, M> {
    pub children: &'a [NewChildren<M>],
    pub turn: Turn,
    /// The player who chooses among them, or rolls.
    pub owner: PlayerId,
    /// Whether there is no other move.
    pub complete: bool,
}

/// Where a descent ended.
pub(super) struct Descent {
    pub node: u32,
    /// Whether the node is due to get children.
    pub ripe: bool,
    /// The result, where it is proven and no play-out is needed.
    pub known: Option<Rewards>,
}

pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
    full: bool,
    players: usize,
    /// Plies from the root to the deepest play-out of this search.
    pub depth: u32,
}

impl<M: Copy> Tree<M> {
    /// A tree of nothing but the root, for this many players, within this many bytes.
    pub fn new(players: usize, memory: usize) -> Self {
        let most = (memory / size_of::<Node<M>>()).clamp(1, u32::MAX as usize);
        let root = Node::new(Step::Root, ROOT, PlayerId::FIRST, 0.0);
        Tree { nodes: vec![root], most, full: false, players, depth: 0 }
    }

    pub fn node(&self, index: u32) -> &Node<M> {
        &self.nodes[index as usize]
    }

    pub fn children(&self, index: u32) -> Range<u32> {
        let node = self.node(index);
        node.children..node.children + node.count
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
    }

    /// Whether the value for the player to move (or to roll) at the root is certain.
    pub fn solved(&self) -> bool {
        let mover = self.children(ROOT).next().map(|child| self.node(child).owner);
        match self.node(ROOT).proof {
            Proof::Open => false,
            Proof::Draw => true,
            Proof::Win(winner) => self.players == 2 || Some(winner) == mover,
        }
    }

    /// The certain value of a proven node for this player. With more than two players only a win is certain: who cannot
    /// win may still come second.
    pub fn proven_value(&self, index: u32, player: PlayerId) -> Option<f64> {
        match self.node(index).proof {
            Proof::Win(winner) if winner == player => Some(1.0),
            proof if self.players == 2 => proof.rewards().map(|rewards| rewards.of(player)),
            _ => None,
        }
    }

    /// Begins a play-out at the root.
    pub fn enter(&mut self) {
        self.nodes[ROOT as usize].pending += 1;
    }

    /// Follows the most promising moves and random rolls from `from` to a leaf or a proven node, noting the steps.
    pub fn descend(&mut self, from: u32, config: &MctsConfig, rng: &mut Rng, steps: &mut Vec<Step<M>>) -> Descent {
        let mut at = from;
        loop {
            let node = self.node(at);
            let known = if self.players == 2 { node.proof.rewards() } else { None };
            if known.is_some() || node.count == 0 {
                return Descent { node: at, ripe: !self.full && node.visits >= config.expand_after, known };
            }
            at = match node.turn {
                Some(Turn::Player(player)) => self.most_promising(at, player, config),
                _ => self.sample(at, rng),
            };
            let child = &mut self.nodes[at as usize];
            child.pending += 1;
            steps.push(child.step);
        }
    }

    /// The child with the highest upper confidence bound; among equals the one with the highest prior, then the first.
    fn most_promising(&self, at: u32, player: PlayerId, config: &MctsConfig) -> u32 {
        let node = self.node(at);
        let visits = f64::from(node.visits.saturating_add(node.pending).max(1));
        let growth = match config.selection {
            Selection::Uct => visits.ln(),
            Selection::Puct => visits.sqrt(),
        };
        let mut best = node.children;
        let (mut highest, mut highest_prior) = (f64::NEG_INFINITY, f32::NEG_INFINITY);
        for index in self.children(at) {
            let child = self.node(index);
            let score = match child.proof {
                Proof::Win(winner) if winner == player => f64::INFINITY,
                Proof::Win(_) if self.players == 2 => continue, // lost: never, unless all are
                Proof::Draw => Rewards::draw().of(player),      // certain: nothing to explore
                _ => match config.selection {
                    Selection::Uct => uct_score(child, growth, config),
                    Selection::Puct => puct_score(child, growth, config),
                },
            };
            if score > highest || (score == highest && child.prior > highest_prior) {
                (best, highest, highest_prior) = (index, score, child.prior);
            }
        }
        best
    }

    fn sample(&self, at: u32, rng: &mut Rng) -> u32 {
        let mut left = rng.unit() as f32;
        let mut last = self.node(at).children;
        for index in self.children(at) {
            last = index;
            left -= self.node(index).prior;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// Gives a leaf its children. False when there is no room, unless `forced`.
    pub fn attach(&mut self, at: u32, siblings: Siblings<'_, M>, forced: bool) -> bool {
        let Siblings { children: sprouts, turn, owner, complete } = siblings;
        if self.node(at).count > 0 {
            return true; // another thread was faster
        }
        let needed = self.nodes.len() + sprouts.len();
        if needed > self.most && !forced {
            self.full = true;
            return false;
        }
        if !self.reserve(needed) && !forced {
            self.full = true;
            return false;
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(
            sprouts
                .iter()
                .map(|sprout| Node { rating: sprout.rating, ..Node::new(sprout.step, at, owner, sprout.prior) }),
        );
        let node = &mut self.nodes[at as usize];
        node.turn = Some(turn);
        node.children = first;
        node.count = sprouts.len() as u32;
        node.complete = complete;
        true
    }

    /// Gives a node that already has some of its children the others too; `all` has every move of the position.
    pub fn complete(&mut self, at: u32, all: &[NewChildren<M>])
    where
        M: PartialEq,
    {
        let (old, owner) = (self.children(at), self.node(self.node(at).children).owner);
        let mut missing = Vec::new();
        for sprout in all {
            match old.clone().find(|child| self.node(*child).step == sprout.step) {
                Some(child) => {
                    let child = &mut self.nodes[child as usize];
                    (child.prior, child.rating) = (sprout.prior, sprout.rating);
                }
                None => {
                    missing.push(Node { rating: sprout.rating, ..Node::new(sprout.step, at, owner, sprout.prior) });
                }
            }
        }
        let added = missing.len() as u32;
        let moved = |index: &mut u32| *index += if *index >= old.end { added } else { 0 };
        for node in &mut self.nodes {
            moved(&mut node.parent);
            moved(&mut node.children);
        }
        // The root's moves are always held, but nothing beyond them where memory is short.
        self.reserve(self.nodes.len() + missing.len());
        self.nodes.splice(old.end as usize..old.end as usize, missing);
        let node = &mut self.nodes[at as usize];
        node.count += added;
        node.complete = true;
    }

    /// Grows by doubling, but never beyond the limit. False if the system has no more memory.
    fn reserve(&mut self, needed: usize) -> bool {
        if needed <= self.nodes.capacity() {
            return true;
        }
        let wanted = (self.nodes.capacity() * 2).min(self.most).max(needed);
        self.nodes.try_reserve_exact(wanted - self.nodes.len()).is_ok()
    }

    /// Takes back a play-out that could not be finished.
    pub fn cancel(&mut self, leaf: u32) {
        self.climb(leaf, |node| node.pending -= 1);
    }

    /// Counts a finished play-out on the way back to the root.
    pub fn back_up(&mut self, leaf: u32, rewards: &Rewards) {
        self.climb(leaf, |node| {
            node.pending -= 1;
            node.visits = node.visits.saturating_add(1);
            node.total += rewards.of(node.owner);
        });
    }

    fn climb(&mut self, leaf: u32, mut update: impl FnMut(&mut Node<M>)) {
        let mut at = leaf;
        loop {
            let node = &mut self.nodes[at as usize];
            let parent = node.parent;
            update(node);
            if at == ROOT {
                return;
            }
            at = parent;
        }
    }

    /// Notes that the game ends at this leaf, and what follows from it for the nodes above (MCTS-Solver).
    pub fn prove(&mut self, leaf: u32, rewards: &Rewards) {
        if self.node(leaf).proof != Proof::Open {
            return;
        }
        let mut at = leaf;
        let mut proof = Proof::of(rewards, self.players);
        while proof != Proof::Open {
            self.nodes[at as usize].proof = proof;
            if at == ROOT {
                return;
            }
            at = self.node(at).parent;
            if self.node(at).proof != Proof::Open {
                return;
            }
            proof = self.conclusion(at);
        }
    }

    /// What the proofs of the children say about their parent.
    fn conclusion(&self, at: u32) -> Proof {
        let proofs = || self.children(at).map(|child| self.node(child).proof);
        if let Some(Turn::Player(player)) = self.node(at).turn {
            if proofs().any(|proof| proof == Proof::Win(player)) {
                return Proof::Win(player);
            }
            if !self.node(at).complete {
                return Proof::Open;
            }
            // Of two players, the one to move cannot win any more and takes a draw where there is one.
            if proofs().any(|proof| proof == Proof::Draw) && proofs().all(|proof| proof != Proof::Open) {
                return Proof::Draw;
            }
        }
        // Whatever the die or the player does comes to the same.
        let first = proofs().next().unwrap_or(Proof::Open);
        if proofs().all(|proof| proof == first) { first } else { Proof::Open }
    }

    /// Makes `root` the root and forgets everything that is not below it. Nodes slide towards the front in their old
    /// order, which keeps siblings together and parents before children; no second tree is needed.
    pub fn rebase(&mut self, root: u32) {
        self.full = false;
        if root == ROOT {
            return;
        }
        let mut end = 0;
        for old in root as usize..self.nodes.len() {
            if old != root as usize && !self.nodes[old].kept {
                continue;
            }
            let node = self.nodes[old];
            let siblings = &mut self.nodes[node.parent as usize].children;
            if node.kept && *siblings as usize == old {
                *siblings = end;
            }
            for child in node.children..node.children + node.count {
                self.nodes[child as usize].kept = true;
                self.nodes[child as usize].parent = end;
            }
            self.nodes[end as usize] = Node { kept: false, ..node };
            end += 1;
        }
        self.nodes.truncate(end as usize);
        let root = &mut self.nodes[ROOT as usize];
        (root.step, root.parent) = (Step::Root, ROOT);
    }
}

/// PUCT with virtual loss: a move never tried is worth what its rating says.
fn puct_score<M>(child: &Node<M>, root_of_visits: f64, config: &MctsConfig) -> f64 {
    let visits = f64::from(child.visits.saturating_add(child.pending));
    let mean = if visits == 0.0 { f64::from(child.rating) } else { child.total / visits };
    mean + config.exploration * f64::from(child.prior) * root_of_visits / (1.0 + visits)
}

/// UCT with virtual loss, first-play value and progressive bias.
fn uct_score<M>(child: &Node<M>, log: f64, config: &MctsConfig) -> f64 {
    let visits = f64::from(child.visits.saturating_add(child.pending));
    if visits == 0.0 {
        return config.first_play + config.bias * f64::from(child.prior);
    }
    let bias = config.bias * f64::from(child.prior) / (visits + 1.0);
    child.total / visits + config.exploration * (log / visits).sqrt() + bias
}
