//! The alpha-beta family: minimax, alpha-beta, PVS (NegaScout) and MTD(f), with iterative deepening, transposition
//! tables, move ordering, aspiration windows, beams and threads. For two players, and for one player against all
//! others (the paranoid view of a game of many).
//!
//! ```
//! use plyground_search::alphabeta::{AlphaBeta, Config};
//! use plyground_search::{Control, Limits, NoSink};
//! use plyground_testkit::trees::{Tree, TreeEval};
//! use plyground_core::Game;
//!
//! let game = Tree::literal("a(b(3 12 8) b(2 4 6) b(14 5 2))");
//! let mut player = AlphaBeta::new(Config::default(), TreeEval).unwrap();
//! let limits = Limits::depth(2);
//! let report = player.think(&game, &game.start(), &limits, &mut Control::new(&limits), &mut NoSink).unwrap();
//! assert_eq!((report.best, report.value), (Some(0), 3.0));
//! ```

mod aspiration;
mod config;
mod deepen;
mod line;
mod move_list;
mod node;
mod root;
mod threads;
mod tuning;
mod worker;

pub use config::{Algorithm, Aspiration, Config, ConfigError, MAX_THREADS};

use crate::abdada::Abdada;
use crate::ordering::MoveHistory;
use crate::static_choice::{settle_statically, whole_value};
use crate::table::TranspositionTable;
use crate::time::Forecast;
use crate::trace::{NoTrace, Tracer};
use crate::{Control, Limits, Method, Report, Sink, StopReason, Unsupported};
use plyground_core::{Evaluation, Game, Turn};
use worker::SearchContext;

/// A player of the alpha-beta family. It keeps its table, its move statistics and its times from move to move of one
/// game on one board; [`new_game`](AlphaBeta::new_game) before another.
pub struct AlphaBeta<G: Game, E: Evaluation<G>> {
    config: Config,
    eval: E,
    table: Option<TranspositionTable>,
    /// One memory per thread; the first belongs to the thread that answers.
    histories: Vec<MoveHistory<G::Move>>,
    forecast: Forecast,
}

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    /// Builds the player, or says in a sentence why these settings make none.
    pub fn new(config: Config, eval: E) -> Result<Self, ConfigError> {
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

    /// Forgets everything that could change a result.
    pub fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.histories.iter_mut().for_each(MoveHistory::clear);
        self.forecast.new_game();
    }

    /// Thinks about the position until the limits or the control end it. `control` watches nodes, the hard time limit and
    /// the stop flag; `limits` say how deep to go and, by the soft time, whether another iteration is worth beginning.
    ///
    /// A search that is stopped before the first depth is complete answers with a static choice. An interrupted
    /// iteration changes the choice only if it had searched the best move of the iteration before, and then found a
    /// better one.
    ///
    /// Games with dice, and games of two players whose interests are not opposed, are refused.
    pub fn think(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &mut Control,
        sink: &mut impl Sink<G::Move>,
    ) -> Result<Report<G::Move>, Unsupported> {
        self.think_traced(game, position, limits, control, sink, &mut NoTrace)
    }

    /// The same under observation.
    pub fn think_traced<T: Tracer<G::Move>>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &mut Control,
        sink: &mut impl Sink<G::Move>,
        trace: &mut T,
    ) -> Result<Report<G::Move>, Unsupported> {
        Method::AlphaBeta.check(&game.facts())?;
        let Turn::Player(root) = game.turn(position) else {
            return Ok(Report::empty(StopReason::Solved));
        };
        if let Some(table) = &mut self.table {
            table.step();
        }
        // A game without keys is searched without a table, and its threads cannot tell each other where they are.
        let has_keys = game.key(position).is_some();
        let abdada = (has_keys && self.config.threads > 1).then(Abdada::new);
        let shared = SearchContext {
            game,
            start: position,
            root,
            config: &self.config,
            table: self.table.as_ref().filter(|_| has_keys),
            abdada: abdada.as_ref(),
        };
        let run = threads::ParallelSearch { shared, limits, eval: &mut self.eval, histories: &mut self.histories };
        let mut report = run.think(&mut self.forecast, control, sink, trace);
        settle_statically(&mut report, game, position, &mut self.eval, whole_value);
        Ok(report)
    }
}
