//! One thread at work on the tree.
//!
//! The tree is locked for choosing a way down and for counting the result; moves are made, children listed and
//! play-outs played without the lock. Play-outs under way count as lost (virtual loss, Chaslot et al. 2008), so that
//! threads that arrive meanwhile look elsewhere.

use super::config::{MctsConfig, Selection};
use super::node::{Node, Step};
use super::prior::Prior;
use super::tree::{NewChildren, ROOT, Siblings, Tree};
use crate::montecarlo::constants::PRIOR_TEMPERATURE;
use crate::montecarlo::playout::play_out;
use crate::montecarlo::{Policy, Rewards};
use crate::trace::GrowthStep;
use plyground_core::sync::ignore_poison;
use plyground_core::{Game, PlayerId, Rng, Turn};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Play-outs that one search keeps on record; a recorder keeps fewer.
const MAX_RECORDED: usize = 1 << 20;

/// What all threads of one search share.
pub(super) struct SharedTree<M> {
    tree: Mutex<Tree<M>>,
    playouts_left: AtomicU64,
    stop: AtomicBool,
    helpers: AtomicUsize,
    /// Nodes and play-outs of helpers that the control does not know of yet.
    nodes: AtomicU64,
    playouts: AtomicU64,
}

impl<M> SharedTree<M> {
    pub fn new(tree: Tree<M>, playouts: Option<u64>, helpers: usize) -> Self {
        SharedTree {
            tree: Mutex::new(tree),
            playouts_left: AtomicU64::new(playouts.unwrap_or(u64::MAX)),
            stop: AtomicBool::new(false),
            helpers: AtomicUsize::new(helpers),
            nodes: AtomicU64::new(0),
            playouts: AtomicU64::new(0),
        }
    }

    /// A thread that panicked with the lock takes the whole search with it, so nobody sees a half-changed tree.
    pub fn lock(&self) -> MutexGuard<'_, Tree<M>> {
        ignore_poison(self.tree.lock())
    }

    pub fn into_tree(self) -> Tree<M> {
        ignore_poison(self.tree.into_inner())
    }

    /// Claims one play-out; false when all have been claimed.
    pub fn claim(&self) -> bool {
        let one_less = |left: u64| left.checked_sub(1);
        self.playouts_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn helpers_at_work(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    /// Nodes and play-outs of helpers since the last call.
    pub fn collect(&self) -> (u64, u64) {
        (self.nodes.swap(0, Ordering::Relaxed), self.playouts.swap(0, Ordering::Relaxed))
    }
}

/// Ends the helpers when the main thread leaves, even by a panic.
pub(super) struct StopOnExit<'a, M>(pub &'a SharedTree<M>);

impl<M> Drop for StopOnExit<'_, M> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Tells the main thread that a helper has left, even by a panic.
struct HelperGuard<'a, M>(&'a SharedTree<M>);

impl<M> Drop for HelperGuard<'_, M> {
    fn drop(&mut self) {
        self.0.helpers.fetch_sub(1, Ordering::Release);
    }
}

pub(super) struct Worker<'a, G: Game, P, B> {
    game: &'a G,
    root: &'a G::Position,
    config: &'a MctsConfig,
    policy: P,
    prior: B,
    rng: Rng,
    position: G::Position,
    steps: Vec<Step<G::Move>>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    sprouts: Vec<NewChildren<G::Move>>,
    /// Positions made to rate the moves of the last node that got children.
    rated: usize,
    /// Every play-out and the player whose rewards are noted, if a recorder wants them.
    pub recorded: Option<(PlayerId, Vec<GrowthStep>)>,
}

impl<'a, G: Game, P: Policy<G>, B: Prior<G>> Worker<'a, G, P, B> {
    pub fn new(game: &'a G, root: &'a G::Position, config: &'a MctsConfig, policy: P, prior: B, rng: Rng) -> Self {
        Worker {
            game,
            root,
            config,
            policy,
            prior,
            rng,
            position: root.clone(),
            steps: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
            sprouts: Vec::new(),
            rated: 0,
            recorded: None,
        }
    }

    /// Works until there are no play-outs to claim or the main thread says stop.
    pub fn help(mut self, shared: &SharedTree<G::Move>) {
        let _sign_off = HelperGuard(shared);
        while !shared.stop.load(Ordering::Relaxed) && shared.claim() {
            let mut nodes = 0;
            let finished = self.play(shared, || {
                nodes += 1;
                shared.stop.load(Ordering::Relaxed)
            });
            shared.nodes.fetch_add(nodes, Ordering::Relaxed);
            shared.playouts.fetch_add(u64::from(finished), Ordering::Relaxed);
        }
    }

    /// One play-out through the tree, counting every move by `tick`; false when `tick` said stop before the end.
    pub fn play(&mut self, shared: &SharedTree<G::Move>, mut tick: impl FnMut() -> bool) -> bool {
        self.position.clone_from(self.root);
        let mut leaf = ROOT;
        let (mut depth, mut length) = (0, 0);
        let mut tree = shared.lock();
        tree.enter();
        loop {
            let descent = tree.descend(leaf, self.config, &mut self.rng, &mut self.steps);
            drop(tree);
            leaf = descent.node;
            let Some(moves) = self.follow(&mut tick) else { return self.give_up(shared, leaf) };
            depth += moves;
            let turn = self.game.turn(&self.position);
            let rewards = match descent.known {
                Some(rewards) => rewards,
                None if turn != Turn::Over && descent.ripe && self.expand(shared, leaf, turn, false) => {
                    if (0..self.rated).any(|_| tick()) {
                        return self.give_up(shared, leaf);
                    }
                    tree = shared.lock();
                    continue;
                }
                None => match self.finish_game(&mut || {
                    length += 1;
                    tick()
                }) {
                    Some(rewards) => rewards,
                    None => return self.give_up(shared, leaf),
                },
            };
            if let Some((player, steps)) = &mut self.recorded
                && steps.len() < MAX_RECORDED
            {
                steps.push(GrowthStep { node: leaf as usize, reward: rewards.of(*player), length });
            }
            tree = shared.lock();
            tree.back_up(leaf, &rewards);
            tree.depth = tree.depth.max(depth);
            if turn == Turn::Over && self.config.proofs {
                tree.prove(leaf, &rewards);
            }
            return true;
        }
    }

    fn give_up(&mut self, shared: &SharedTree<G::Move>, leaf: u32) -> bool {
        shared.lock().cancel(leaf);
        false
    }

    /// Takes the steps noted on the way down; the number of moves among them, or `None` when there is no time.
    fn follow(&mut self, tick: &mut impl FnMut() -> bool) -> Option<u32> {
        let mut moves = 0;
        for step in self.steps.drain(..) {
            match step {
                Step::Root => {}
                Step::Roll(outcome) => {
                    self.game.roll(&mut self.position, outcome as usize);
                }
                Step::Move(mv) => {
                    if tick() {
                        return None;
                    }
                    self.game.make(&mut self.position, mv);
                    moves += 1;
                }
            }
        }
        Some(moves)
    }

    fn finish_game(&mut self, tick: &mut impl FnMut() -> bool) -> Option<Rewards> {
        if self.game.turn(&self.position) != Turn::Over
            && let Some(rewards) = self.prior.judge(self.game, &self.position)
        {
            return Some(rewards);
        }
        let horizon = self.config.horizon;
        let payoffs = play_out(self.game, &mut self.position, &mut self.policy, &mut self.rng, horizon, tick)?;
        Some(Rewards::new(&payoffs))
    }

    /// Gives the root its children, and at a chance node also the outcomes theirs, so that there is always a choice among all moves.
    pub fn expand_root(&mut self, shared: &SharedTree<G::Move>) {
        self.position.clone_from(self.root);
        let turn = self.game.turn(&self.position);
        self.expand_fully(shared, ROOT, turn);
        if turn != Turn::Chance {
            return;
        }
        let outcomes = shared.lock().children(ROOT).len() as u32;
        for index in 0..outcomes {
            // Nodes may move as others get children.
            let child = shared.lock().children(ROOT).start + index;
            let step = shared.lock().node(child).step;
            if let Step::Roll(outcome) = step {
                let undo = self.game.roll(&mut self.position, outcome as usize);
                let turn = self.game.turn(&self.position);
                self.expand_fully(shared, child, turn);
                self.game.unroll(&mut self.position, outcome as usize, undo);
            }
        }
    }

    /// All children, also for a node that was somewhere inside the tree of an earlier search and did not get all of them.
    fn expand_fully(&mut self, shared: &SharedTree<G::Move>, node: u32, turn: Turn) {
        let Node { count, complete, .. } = *shared.lock().node(node);
        if count == 0 {
            self.expand(shared, node, turn, true);
        } else if !complete {
            self.sprouts.clear();
            self.list_moves(true);
            shared.lock().complete(node, &self.sprouts);
        }
    }

    /// Lists the children of the node at the current position and attaches them; false when there is no room.
    fn expand(&mut self, shared: &SharedTree<G::Move>, node: u32, turn: Turn, forced: bool) -> bool {
        self.sprouts.clear();
        self.rated = 0;
        let (owner, complete) = match turn {
            Turn::Over => return false,
            Turn::Player(player) => (player, self.list_moves(forced)),
            Turn::Chance => (self.list_outcomes(), true),
        };
        let siblings = Siblings { children: &self.sprouts, turn, owner, complete };
        shared.lock().attach(node, siblings, forced)
    }

    /// The moves in random order, because the order decides between equals and that of the rules is no opinion: all of them, or what is
    /// worth a look below the root. Returns whether nothing was left out.
    fn list_moves(&mut self, all: bool) -> bool {
        self.moves.clear();
        self.game.moves(&self.position, &mut self.moves);
        self.rng.shuffle(&mut self.moves);
        let legal = self.moves.len();
        if !all && !self.config.last_resorts {
            self.prior.drop_last_resorts(self.game, &self.position, &mut self.moves);
        }
        if !all && self.moves.len() > self.config.beam {
            self.prior.choose(self.game, &self.position, &mut self.moves, self.config.beam);
        }
        self.priors.clear();
        self.rated = self.prior.rate(self.game, &self.position, &self.moves, &mut self.priors);
        let rated = self.moves.iter().zip(&self.priors);
        self.sprouts.extend(rated.map(|(mv, rating)| NewChildren {
            step: Step::Move(*mv),
            prior: *rating,
            rating: *rating,
        }));
        if self.config.selection == Selection::Puct {
            let most = self.priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let weight = |rating: f32| (f64::from(rating - most) / PRIOR_TEMPERATURE).exp();
            let sum: f64 = self.priors.iter().map(|rating| weight(*rating)).sum();
            self.sprouts.iter_mut().for_each(|child| child.prior = (weight(child.rating) / sum) as f32);
        }
        self.moves.len() == legal
    }

    /// Possible outcomes with their probabilities; returns whose roll it is.
    fn list_outcomes(&mut self) -> PlayerId {
        for (outcome, &probability) in self.game.outcomes(&self.position).iter().enumerate() {
            if probability > 0.0 {
                self.sprouts.push(NewChildren {
                    step: Step::Roll(outcome as u32),
                    prior: probability as f32,
                    rating: 0.0,
                });
            }
        }
        let Some(NewChildren { step: Step::Roll(outcome), .. }) = self.sprouts.first() else { return PlayerId::FIRST };
        let undo = self.game.roll(&mut self.position, *outcome as usize);
        let roller = self.game.turn(&self.position).player().unwrap_or(PlayerId::FIRST);
        self.game.unroll(&mut self.position, *outcome as usize, undo);
        roller
    }
}
