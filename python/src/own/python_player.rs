//! Players whose moves or whose evaluation come from Python, as a referee seats them.

use super::custom::Custom;
use crate::board::{Board, Table};
use crate::game::Opened;
use crate::position::Position;
use crate::supervise::PendingError;
use plyground_core::{AnyGame, AnyPosition, Playable};
use plyground_engine::{Choice, Failure, FailureKind, Player, Request, Spec, SpecError, build};
use plyground_search::{Report, SearchRequest, StopReason};
use pyo3::prelude::*;
use std::any::Any;
use std::sync::Arc;

/// The traceback of an exception, as Python prints it.
pub fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let format = || -> PyResult<String> {
        let parts = (error.get_type(py), error.value(py), error.traceback(py));
        let lines = py.import("traceback")?.call_method1("format_exception", parts)?;
        Ok(lines.extract::<Vec<String>>()?.concat())
    };
    format().unwrap_or_else(|_| error.to_string())
}

/// An exception as the failure of a player. The traceback goes with it, line by line.
fn crash(py: Python<'_>, error: &PyErr) -> Failure {
    let name = error.get_type(py).name().map(|name| name.to_string()).unwrap_or_default();
    let mut failure = Failure::new(FailureKind::Crash, format!("raised {name}: {}", error.value(py)));
    failure.last_lines = traceback(py, error).lines().map(String::from).collect();
    failure
}

/// Asks a Python function for moves.
pub struct PythonPlayer {
    function: Py<PyAny>,
    opened: Arc<Opened>,
    failure: Option<Failure>,
}

impl PythonPlayer {
    /// A player that asks this function.
    pub fn new(function: Py<PyAny>, opened: Arc<Opened>) -> Self {
        PythonPlayer { function, opened, failure: None }
    }

    fn ask<G: Playable>(&self, game: &G, position: &G::Position) -> Result<G::Move, Failure> {
        Python::attach(|py| {
            let board = Box::new(Table::new(game.clone(), position.clone()));
            let answer = Py::new(py, Position::new(Arc::clone(&self.opened), board))
                .and_then(|position| self.function.call1(py, (position,)))
                .and_then(|answer| answer.bind(py).str().map(|text| text.to_string()));
            let text = answer.map_err(|error| crash(py, &error))?;
            let word: String = text.split_whitespace().collect();
            let mv = game.parse_move(position, &word);
            mv.map_err(|error| Failure::new(FailureKind::IllegalMove, format!("offered {error}")))
        })
    }
}

impl<G: Playable> Player<G> for PythonPlayer {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let answer = self.ask(request.search.game, request.search.position);
        let mut report = Report::empty(StopReason::Forced);
        match answer {
            Ok(mv) => report.best = Some(mv),
            Err(failure) => self.failure = Some(failure),
        }
        report
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        // A player object of ours, or of the user, may want to know.
        self.failure = Python::attach(|py| {
            let function = self.function.bind(py);
            let told = match function.hasattr("new_game") {
                Ok(true) => function.call_method1("new_game", (seed,)).map(drop),
                _ => Ok(()),
            };
            told.err().map(|error| crash(py, &error))
        });
    }

    fn unit(&self) -> &'static str {
        "points"
    }

    fn evaluation(&self) -> &'static str {
        ""
    }

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

/// A player of a spec whose evaluation is a Python function.
pub struct JudgedPlayer {
    game: Custom,
    player: Box<dyn Player<Custom>>,
    pending: PendingError,
    failure: Option<Failure>,
}

impl JudgedPlayer {
    /// The player of this spec in the game of a board.
    pub fn new<G: Playable>(
        spec: &Spec,
        function: Py<PyAny>,
        game: &G,
        start: &G::Position,
        opened: &Arc<Opened>,
    ) -> Result<Self, SpecError> {
        let pending = PendingError::default();
        let board = Table::new(game.clone(), start.clone()).judged(function, Arc::clone(opened), pending.clone());
        let table: Option<&Table<Custom>> = board.as_any().downcast_ref();
        let game = table.map(|table| table.game.clone()).expect("a judged board is one of a custom game");
        let player = build(spec, &game, 0)?;
        Ok(JudgedPlayer { game, player, pending, failure: None })
    }
}

/// The position with its type hidden, as a custom game sees it.
fn hidden<G: Playable>(position: &G::Position) -> AnyPosition {
    let any: &dyn Any = position;
    match any.downcast_ref::<AnyPosition>() {
        Some(position) => position.clone(),
        None => AnyGame::position::<G>(position.clone()),
    }
}

impl<G: Playable> Player<G> for JudgedPlayer {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let Choice { mv, value, depth, nodes } = self.choose(request);
        Report { best: mv, value, depth, nodes, ..Report::empty(StopReason::Depth) }
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        let asked = request.search;
        let position = hidden::<G>(asked.position);
        let inner =
            SearchRequest { limits: asked.limits, stop: asked.stop, ..SearchRequest::new(&self.game, &position) };
        let inner = Request { ceiling: request.ceiling, ..inner.into() };
        let choice = self.player.choose(inner);
        self.failure = match self.pending.take() {
            Some(error) => Some(Python::attach(|py| crash(py, &error))),
            None => self.player.failure(),
        };
        let mut moves = Vec::new();
        asked.game.moves(asked.position, &mut moves);
        let mv = choice.mv.and_then(|place| moves.get(place.0 as usize).copied());
        Choice {
            mv: mv.filter(|_| self.failure.is_none()),
            value: choice.value,
            depth: choice.depth,
            nodes: choice.nodes,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.player.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        self.player.unit()
    }

    fn evaluation(&self) -> &'static str {
        self.player.evaluation()
    }

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}
