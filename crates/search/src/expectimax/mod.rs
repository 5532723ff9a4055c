//! Expectiminimax for games with dice: the player to move maximises, everyone else minimises, and dice are averaged.
//!
//! Depth counts turns. A roll belongs to the turn it is rolled for and costs nothing, so depth 1 at a chance node
//! means: for every face, every move, rated by the evaluation as it stands before the next roll. Rock'n'Roll (2006)
//! counts from 0 there: its depth `n` is our `n + 1`.
//!
//! Values are real numbers in the evaluation's unit, always from the root player's point of view; finished games count
//! what [`expected_result`](plyground_core::Evaluation::expected_result) says. Nothing is ever negated or subtracted
//! from one, so units like a probability of winning need no special care.
//!
//! [`Pruning`] selects how chance nodes are treated. The value of the root, the chosen move and the moves that tie with
//! it do not depend on it, nor on ordering, nor on the table: only the number of nodes does.
//!
//! ```
//! use plyground_core::{Bounds, Game};
//! use plyground_search::expectimax::Expectimax;
//! use plyground_search::{Limits, Search};
//! use plyground_testkit::dice::{LiteralEval, choose, end, roll};
//!
//! // Two points for certain, or a coin for five.
//! let coin = roll(vec![(0.5, end(&[5.0, -5.0])), (0.5, end(&[0.0, 0.0]))]);
//! let game = choose(1, vec![end(&[2.0, -2.0]), coin]);
//! let eval = LiteralEval(Bounds { low: -5.0, high: 5.0, sum: Some(0.0) });
//! let mut search = Expectimax::new(eval);
//! let mut look = |depth| {
//!     let report = search.best_move(&game, &game.start(), Limits::depth(depth)).expect("a game for this search");
//!     (report.best, report.value, report.exact)
//! };
//! // One turn ahead the coin is not tossed yet, and nobody has an opinion about it.
//! assert_eq!(look(1), (Some(0), 2.0, false));
//! assert_eq!(look(2), (Some(1), 2.5, true));
//! ```

mod chance;
mod leaves;
mod node;
mod root;
mod solve;
mod unified;

pub use crate::table::Replacement;
pub use solve::{Objective, Solution, SolvedOutcome, Unsolved, solve_chance};

use crate::real_search::{RealSearch, mover};
use crate::search::run_traced;
use crate::table::{Real, TableError, TranspositionTable};
use crate::tie::TieBreaker;
use crate::time::{Forecast, Prediction};
use crate::trace::Tracer;
use crate::{Control, Method, Report, Search, SearchRequest, StarUse, TableUse, Tie};
use node::{ExpectimaxWorker, Stacks};
use plyground_core::{Evaluation, Game};
use std::marker::PhantomData;

/// How chance nodes are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pruning {
    /// Every outcome, every move: plain expectiminimax.
    None,
    /// Rock'n'Roll's unified operator, where the die only chooses among groups of moves (else as [`Pruning::None`]):
    /// every move is rated once, the best per group is kept, and every outcome takes the best of its groups.
    Unified,
    /// Ballard's Star1 (1983): outcomes not yet searched are worth something between the evaluation's bounds; a chance
    /// node that cannot end inside the window any more is left.
    Star1,
    /// Star2: Star1 after a probing phase, in which a single move of every outcome bounds what it is worth to the
    /// player who rolls.
    Star2,
    /// The unified operator with a window: a move matters only if it improves some outcome, and the node is left as
    /// soon as the outcomes' bounds leave the window. Without groups this is [`Pruning::Star2`].
    #[default]
    UnifiedStar,
}

impl Pruning {
    /// All of them, for lists and errors.
    pub const ALL: [Pruning; 5] =
        [Pruning::None, Pruning::Unified, Pruning::Star1, Pruning::Star2, Pruning::UnifiedStar];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Pruning::None => "none",
            Pruning::Unified => "unified",
            Pruning::Star1 => "star1",
            Pruning::Star2 => "star2",
            Pruning::UnifiedStar => "unified-star",
        }
    }

    /// Whether windows are used at all; without them every value in the tree is exact.
    fn cuts(self) -> bool {
        matches!(self, Pruning::Star1 | Pruning::Star2 | Pruning::UnifiedStar)
    }
}

/// The switches of an expectiminimax search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// How chance nodes are searched.
    pub pruning: Pruning,
    /// Size of the transposition table; 0 is none.
    pub table_bytes: usize,
    /// What the table keeps.
    pub replacement: Replacement,
    /// The least depth at which the table is used. Just above the horizon, where one turn is left, looking up takes
    /// longer than searching anew, unless the evaluation is expensive.
    pub table_depth: u32,
    /// Whether the table's best move is searched first.
    pub table_move: bool,
    /// Whether moves are searched in the order of [`move_score`](plyground_core::Evaluation::move_score). In games with dice the
    /// guess costs more than the better order saves.
    pub move_score: bool,
    /// Which of equally good moves is played.
    pub tie: Tie,
    /// Seed of random ties.
    pub seed: u64,
    /// Whether all root moves get exact values, not only the best.
    pub every_move: bool,
    /// Whether another iteration is begun when time is short.
    pub prediction: Prediction,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            pruning: Pruning::default(),
            table_bytes: 64 << 20,
            replacement: Replacement::default(),
            table_depth: 2,
            table_move: true,
            move_score: false,
            tie: Tie::default(),
            seed: 1,
            every_move: false,
            prediction: Prediction::None,
        }
    }
}

/// An expectiminimax search with its memory.
pub struct Expectimax<G: Game, E> {
    config: Config,
    eval: E,
    table: Option<TranspositionTable<Real>>,
    ties: TieBreaker,
    stacks: Stacks<G::Move, G::Position>,
    forecast: Forecast,
    game: PhantomData<G>,
}

impl<G: Game, E: Evaluation<G>> Expectimax<G, E> {
    /// A search with the usual settings; without a table where there is no memory for one.
    pub fn new(eval: E) -> Self {
        let build = |table_bytes| Expectimax::with_config(Config { table_bytes, ..Config::default() }, eval.clone());
        let without_table = || build(0).expect("no table needs no memory");
        build(Config::default().table_bytes).unwrap_or_else(|_| without_table())
    }

    /// A search with these settings.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn with_config(config: Config, eval: E) -> Result<Self, TableError> {
        let table = match config.table_bytes {
            0 => None,
            bytes => Some(TranspositionTable::with_replacement(bytes, config.replacement)?),
        };
        let ties = TieBreaker::new(config.tie, config.seed);
        let forecast = Forecast::new(config.prediction);
        Ok(Expectimax { config, eval, table, ties, stacks: Stacks::default(), forecast, game: PhantomData })
    }

    /// Its switches.
    pub fn config(&self) -> &Config {
        &self.config
    }
}

impl<G: Game, E: Evaluation<G>> Expectimax<G, E> {
    /// Searches as the request says; whether the tree is recorded is up to `trace`.
    fn run_traced(
        &mut self,
        request: SearchRequest<'_, G>,
        control: &mut Control,
        trace: &mut impl Tracer<G::Move>,
    ) -> Report<G::Move> {
        let SearchRequest { game, position, limits, mut observer, .. } = request;
        if let Some(table) = &mut self.table {
            table.begin_search();
        }
        self.stacks.star = StarUse::default();
        self.stacks.table_use = TableUse::default();
        let (table, me) = (self.table.as_ref(), mover(game, position));
        let memory = (table, &mut self.stacks);
        let worker = ExpectimaxWorker::new(game, me, self.config, &mut self.eval, memory, control, trace);
        let search = RealSearch::new(game, position, worker, &mut self.ties);
        let mut report = search.deepen(&limits, &mut self.forecast, &mut observer);
        let table_use = self.stacks.table_use;
        report.table = self.table.as_ref().map(|table| TableUse { bytes: table.bytes() as u64, ..table_use });
        report.star = self.config.pruning.cuts().then_some(self.stacks.star);
        report
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for Expectimax<G, E> {
    fn method(&self) -> Method {
        Method::Expectimax
    }

    /// At a chance node the value is the expectation before the roll, and every outcome gets its move.
    fn run_supported(&mut self, request: SearchRequest<'_, G>, control: &mut Control) -> Report<G::Move> {
        run_traced!(self, request, control)
    }

    fn new_game(&mut self, seed: u64) {
        if let Some(table) = &mut self.table {
            table.forget();
        }
        self.forecast.new_game();
        self.config.seed = seed;
        self.ties = TieBreaker::new(self.config.tie, seed);
    }

    fn unit(&self) -> &'static str {
        self.eval.unit()
    }
}
