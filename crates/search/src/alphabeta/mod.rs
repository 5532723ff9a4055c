//! The alpha-beta family: minimax, alpha-beta, PVS (NegaScout) and MTD(f), with iterative deepening, transposition
//! tables, move ordering, aspiration windows, beams and threads. For two players, and for one player against all
//! others (the paranoid view of a game of many).
//!
//! ```
//! use plyground_search::alphabeta::AlphaBeta;
//! use plyground_search::{Limits, Search};
//! use plyground_testkit::trees::{Tree, TreeEval};
//! use plyground_core::Game;
//!
//! let game = Tree::literal("a(b(3 12 8) b(2 4 6) b(14 5 2))");
//! let result = AlphaBeta::new(TreeEval).best_move(&game, &game.start(), Limits::depth(2))?;
//! assert_eq!((result.best, result.value), (Some(0), 3.0));
//! # Ok::<(), plyground_search::Unsupported>(())
//! ```

mod aspiration;
mod config;
mod line;
mod move_list;
mod node;
mod opponents;
mod root;
mod root_search;
mod threads;
mod tuning;
mod worker;

pub use config::{Algorithm, Aspiration, Config, ConfigError, MAX_THREADS, OpponentPruning};

use crate::abdada::Abdada;
use crate::ordering::MoveHistory;
use crate::search::run_traced;
use crate::static_choice::{settle_statically, whole_value};
use crate::table::{TableConfig, TranspositionTable, Whole};
use crate::time::Forecast;
use crate::trace::Tracer;
use crate::{Control, Method, Report, Search, SearchRequest, StopReason};
use plyground_core::{Evaluation, Game, Turn};
use root_search::RootSearch;
use tuning::MAX_DEPTH;
use worker::{SearchContext, Worker};

/// A player of the alpha-beta family. It keeps its table, its move statistics and its times from move to move of one
/// game on one board; [`new_game`](Search::new_game) before another.
pub struct AlphaBeta<G: Game, E: Evaluation<G>> {
    config: Config,
    eval: E,
    table: Option<TranspositionTable<Whole>>,
    /// One memory per thread; the first belongs to the thread that answers.
    histories: Vec<MoveHistory<G::Move>>,
    forecast: Forecast,
}

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    /// A search on one thread with the strongest settings; without a table where there is no memory for one.
    pub fn new(eval: E) -> Self {
        let build = |table| {
            let config = Config { table, ..Config::default() };
            AlphaBeta::with_config(config, eval.clone())
        };
        let without_table = || build(TableConfig::Off).expect("the usual settings are valid");
        build(Config::default().table).unwrap_or_else(|_| without_table())
    }

    /// A search with these settings, or the reason why they are invalid.
    ///
    /// # Errors
    /// When a setting is out of range or there is no memory for the table.
    pub fn with_config(config: Config, eval: E) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(AlphaBeta {
            config,
            eval,
            table: TranspositionTable::new(config.table)?,
            histories: (0..config.threads).map(|_| MoveHistory::new(config.order)).collect(),
            forecast: Forecast::new(config.prediction),
        })
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The evaluation.
    pub fn eval(&self) -> &E {
        &self.eval
    }
}

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    /// Searches as the request says; whether the tree is recorded is up to `trace`.
    fn run_traced(
        &mut self,
        request: SearchRequest<'_, G>,
        control: &mut Control,
        trace: &mut impl Tracer<G::Move>,
    ) -> Report<G::Move> {
        let SearchRequest { game, position, limits, ponder_for, mut observer, .. } = request;
        let Turn::Player(mover) = game.turn(position) else {
            return Report::empty(StopReason::Solved);
        };
        if let Some(table) = &mut self.table {
            table.begin_search();
        }
        // A game without keys is searched without a table, and its threads cannot tell each other where they are.
        let has_keys = game.key(position).is_some();
        let abdada = (has_keys && self.config.threads > 1).then(Abdada::new);
        let shared = SearchContext {
            game,
            start: position,
            root: ponder_for.unwrap_or(mover),
            mover,
            config: &self.config,
            table: self.table.as_ref().filter(|_| has_keys),
            abdada: abdada.as_ref(),
        };
        let (nodes, forecast) = (control.nodes(), &mut self.forecast);
        let (history, others) = self.histories.split_first_mut().expect("a search has at least one thread");
        let helpers: Vec<_> = others.iter_mut().map(|history| (self.eval.clone(), history)).collect();
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut deepen = |control: &mut Control| {
            let worker = Worker::new(shared, &mut self.eval, history, control, trace);
            RootSearch::deepen(worker, &limits, forecast, &mut observer)
        };
        let mut report = if helpers.is_empty() {
            deepen(control)
        } else {
            threads::with_helpers(shared, helpers, deepest, control, deepen)
        };
        report.nodes = control.nodes() - nodes;
        settle_statically(&mut report, game, position, &mut self.eval, whole_value);
        report
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for AlphaBeta<G, E> {
    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    /// An interrupted iteration changes the choice only if it had searched the best move of the iteration before, and then
    /// found a better one.
    fn run_supported(&mut self, request: SearchRequest<'_, G>, control: &mut Control) -> Report<G::Move> {
        run_traced!(self, request, control)
    }

    fn new_game(&mut self, _seed: u64) {
        if let Some(table) = &mut self.table {
            table.forget();
        }
        self.histories.iter_mut().for_each(MoveHistory::clear);
        self.forecast.new_game();
    }

    fn unit(&self) -> &'static str {
        self.eval.unit()
    }
}
