//! Monte Carlo tree search: UCT for any number of players, with chance nodes, proofs and a tree that lives on from
//! move to move.

mod config;
mod node;
mod prior;
mod result;
mod reuse;
#[cfg(test)]
mod tests;
mod tree;
mod worker;

pub use config::{MctsConfig, Selection};
pub use prior::{Advice, EvalPrior, NoPrior, Prior};

use super::WIN_PROBABILITY;
use super::constants::FIRST_BATCH;
use super::policy::{Policy, Uniform};
use super::reward::Rewards;
use super::summary::{Batches, complete_choice};
use crate::real_search::mover;
use crate::{Control, Limits, Method, Observer, Report, Search, SearchRequest, StopReason};
use node::Step;
use plyground_core::{Game, PlayerId, Rng, Turn, splitmix64};
use tree::{ROOT, Tree};
use worker::{SharedTree, StopOnExit, Worker};

/// A player that grows a tree of play-outs.
///
/// Values are mean [rewards](Rewards), so with two players win probabilities. Every chance node has one child per
/// outcome and follows a random one; skipped and eliminated players need no care, because each node asks the rules
/// whose turn it is.
///
/// ```
/// use plyground_core::Game;
/// use plyground_search::montecarlo::{Mcts, MctsConfig};
/// use plyground_search::{Limits, Search};
/// use plyground_testkit::nim::{Nim, Take};
///
/// let game = Nim::new(&[3, 4, 5]).unwrap();
/// let mut search = Mcts::random(MctsConfig::default());
/// let result = search.best_move(&game, &game.start(), Limits::iterations(100_000))?;
/// assert_eq!(result.best, Some(Take { heap: 0, count: 2 }));
/// assert!(result.exact, "the win is proven long before the limit");
/// # Ok::<(), plyground_search::Unsupported>(())
/// ```
pub struct Mcts<G: Game, P = Uniform<G>, B = NoPrior> {
    config: MctsConfig,
    policy: P,
    prior: B,
    searches: u64,
    /// The tree of the last search, and where its root is.
    memory: Option<(Tree<G::Move>, G::Position)>,
}

impl<G: Game> Mcts<G> {
    /// Uniformly random play-outs, no prior.
    pub fn random(config: MctsConfig) -> Self {
        Mcts::with_config(config, Uniform::default(), NoPrior)
    }
}

impl<G: Game, P: Policy<G> + Clone, B: Prior<G>> Mcts<G, P, B> {
    /// Play-outs by this policy, children rated by this prior.
    pub fn with_config(config: MctsConfig, policy: P, prior: B) -> Self {
        Mcts { config, policy, prior, searches: 0, memory: None }
    }

    /// Nodes of the tree kept for the next search.
    pub fn tree_nodes(&self) -> usize {
        self.memory.as_ref().map_or(0, |(tree, _)| tree.len())
    }

    /// Bytes of the tree kept for the next search.
    pub fn tree_bytes(&self) -> usize {
        self.memory.as_ref().map_or(0, |(tree, _)| tree.bytes())
    }

    /// Notes that this turn was played: the tree below it is kept. Optional, because [`run`](Search::run) looks for
    /// its position itself, but never misses.
    pub fn advance(&mut self, game: &G, outcome: Option<usize>, mv: G::Move) {
        let Some((mut tree, mut position)) = self.memory.take() else { return };
        let mut node = Some(ROOT);
        if let (Turn::Chance, Some(face)) = (game.turn(&position), outcome) {
            node = reuse::child(&tree, ROOT, Step::Roll(face as u32));
            game.roll(&mut position, face);
        }
        if game.turn(&position).player().is_none() || !game.is_legal(&position, mv) {
            return;
        }
        game.make(&mut position, mv);
        if let Some(node) = node.and_then(|node| reuse::child(&tree, node, Step::Move(mv))) {
            tree.rebase(node);
            self.memory = Some((tree, position));
        }
    }

    fn think(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &mut Control,
        observer: &mut Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        if game.turn(position) == Turn::Over {
            let value = Rewards::new(&game.payoffs(position)).of(PlayerId::FIRST);
            return Report { value, exact: true, ..Report::empty(StopReason::Solved) };
        }
        let probabilities = if game.turn(position) == Turn::Chance { game.outcomes(position) } else { &[] };
        let helpers = self.config.threads.saturating_sub(1);
        let shared = SharedTree::new(self.recall(game, position), limits.iterations, helpers);
        let seed = splitmix64(self.config.seed).wrapping_add(self.searches);
        self.searches += 1;
        let worker = |index: usize| {
            let rng = Rng::part(seed, index as u64);
            Worker::new(game, position, &self.config, self.policy.clone(), self.prior.clone(), rng)
        };

        let mut main = worker(0);
        main.recorded = observer.recorder.is_some().then(|| (mover(game, position), Vec::new()));
        main.expand_root(&shared);
        let mut batches = Batches::new(control);
        std::thread::scope(|scope| {
            let _stop_on_exit = StopOnExit(&shared);
            for index in 1..=helpers {
                let helper = worker(index);
                let shared = &shared;
                scope.spawn(move || helper.help(shared));
            }
            self.lead(&mut main, &shared, limits, control, |shared, control| {
                if batches.due(control.iterations()) {
                    let tree = shared.lock();
                    batches.tell(&tree.summary(probabilities), tree.depth, control, observer);
                }
            });
        });

        let steps = main.recorded.take().map_or_else(Vec::new, |(_, steps)| steps);
        let tree = shared.into_tree();
        if let Some(recorder) = &mut observer.recorder {
            recorder.grow(tree.growth(steps, self.config.exploration, control.iterations()));
        }
        let (solved, line) = (tree.solved(), tree.line());
        // What an earlier search found in a tree that is kept is a search too.
        let depth = tree.depth.max(u32::from(tree.node(ROOT).visits > 0 || solved));
        let mut report = batches.finish(tree.summary(probabilities), depth, control, observer);
        complete_choice(&mut report, game, position);
        self.memory = Some((tree, position.clone()));
        Report { exact: solved, line, ..report }
    }

    /// The main thread's part: plays like the others, but also watches the limits.
    fn lead(
        &self,
        worker: &mut Worker<'_, G, P, B>,
        shared: &SharedTree<G::Move>,
        limits: &Limits,
        control: &mut Control,
        mut tell: impl FnMut(&SharedTree<G::Move>, &Control),
    ) {
        let mut next_look = if self.config.early { 0 } else { u64::MAX };
        let mut stopped = control.poll();
        while !stopped {
            if shared.lock().solved() {
                control.stop(StopReason::Solved);
            } else if control.iterations() >= next_look {
                next_look = control.iterations() + FIRST_BATCH;
                let left = limits.iterations.map_or(u64::MAX, |all| all.saturating_sub(control.iterations()));
                if shared.lock().decided(left) {
                    control.stop(StopReason::Forced);
                }
            }
            if control.stopped().is_some() || !shared.claim() || !worker.play(shared, || control.tick()) {
                break;
            }
            let (nodes, playouts) = shared.collect();
            stopped = control.finish_iteration() | control.add_work(nodes, playouts);
            tell(shared, control);
        }
        if control.stopped().is_some() {
            shared.stop();
        }
        while shared.helpers_at_work() {
            if control.poll() {
                shared.stop();
            }
            std::thread::yield_now();
        }
        let (nodes, playouts) = shared.collect();
        control.add_work(nodes, playouts);
    }

    /// The part of the last tree that begins at this position, or a new tree.
    fn recall(&mut self, game: &G, position: &G::Position) -> Tree<G::Move> {
        if self.config.reuse
            && let Some((mut tree, start)) = self.memory.take()
            && let Some(node) = reuse::find(game, &tree, &start, position)
        {
            tree.rebase(node);
            tree.depth = 0;
            return tree;
        }
        Tree::new(game.facts().players, self.config.memory)
    }
}

impl<G: Game, P: Policy<G> + Clone, B: Prior<G>> Search<G> for Mcts<G, P, B> {
    fn method(&self) -> Method {
        Method::Mcts
    }

    /// Grows the tree until a limit is reached or the result is proven. Visited positions count as nodes, in the tree and
    /// in play-outs. A finished game is worth what it is worth to the first player.
    fn run_supported(&mut self, request: SearchRequest<'_, G>, control: &mut Control) -> Report<G::Move> {
        let SearchRequest { game, position, limits, mut observer, .. } = request;
        self.think(game, position, &limits, control, &mut observer)
    }

    /// Forgets the tree and starts the random numbers again. Needed before another game, or the same game on another
    /// board.
    fn new_game(&mut self, seed: u64) {
        self.config.seed = seed;
        self.searches = 0;
        self.memory = None;
    }

    fn unit(&self) -> &'static str {
        WIN_PROBABILITY
    }
}
