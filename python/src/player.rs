//! Players as Python sees them.

use crate::errors::Failure;
use crate::game::Opened;
use crate::limits::limits;
use crate::position::Position;
use crate::supervise::{PendingError, supervise};
use crate::think::{Question, Seated};
use crate::{document, exact};
use plyground_core::{Turn, sync::ignore_poison};
use plyground_engine::{Spec, infos, luck};
use plyground_search::Limits;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;
use std::sync::{Arc, Mutex};

/// A player described by a spec, such as `best` or `search(depth=6)`. Made by `plyground.player`.
///
/// It plays any game. What it remembers from one move to the next (tables, trees) it keeps until it is asked about another game.
#[pyclass(frozen, module = "plyground")]
pub struct Player {
    spec: Spec,
    limits: Limits,
    seed: u64,
    evaluation: Option<Py<PyAny>>,
    pending: PendingError,
    seated: Mutex<Option<SeatedIn>>,
}

/// A player and the game that it was built for.
type SeatedIn = (Arc<Opened>, Box<dyn Seated>);

#[pymethods]
impl Player {
    /// The player of a spec; `plyground.player` is the friendlier way.
    #[new]
    #[pyo3(signature = (spec="best", *, depth=None, nodes=None, time=None, iterations=None, seed=1, evaluation=None))]
    fn new(
        spec: &str,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<&Bound<'_, PyAny>>,
        iterations: Option<u64>,
        seed: u64,
        evaluation: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let spec: Spec = spec.parse().map_err(Failure::from)?;
        if !infos().iter().any(|info| info.name == spec.name) {
            // The sentence is that of building it, which needs a game; any will do.
            let first = crate::game::open("isola", Default::default())?;
            if let Err(failure) = first.opened.first.seat(&spec, seed) {
                return Err(failure.into());
            }
        }
        if let Some(function) = evaluation.as_ref().filter(|function| !function.is_callable()) {
            let name = function.get_type().name()?;
            return Err(PyTypeError::new_err(format!("evaluation: a function is expected, not {name}")));
        }
        let limits = limits(depth, nodes, time, iterations)?;
        let evaluation = evaluation.map(Bound::unbind);
        let (pending, seated) = (PendingError::default(), Mutex::default());
        Ok(Player { spec, limits, seed, evaluation, pending, seated })
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The seed of its random choices.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The Python function that rates positions for it, if there is one.
    #[getter]
    fn evaluation(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.evaluation.as_ref().map(|function| function.clone_ref(py))
    }

    /// Its limits per move, as far as it was given any: depth, nodes, seconds, iterations.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let given = PyDict::new(py);
        let Limits { depth, nodes, time, iterations, .. } = self.limits;
        if let Some(depth) = depth {
            given.set_item("depth", depth)?;
        }
        if let Some(nodes) = nodes {
            given.set_item("nodes", nodes)?;
        }
        if let Some(time) = time {
            given.set_item("time", time.as_secs_f64())?;
        }
        if let Some(iterations) = iterations {
            given.set_item("iterations", iterations)?;
        }
        Ok(given)
    }

    /// The move that it plays in this position.
    fn choose(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<String> {
        let (opened, mut board) = {
            let position = position.borrow();
            (Arc::clone(&position.opened), position.board.detached())
        };
        match board.turn() {
            Turn::Player(_) => {}
            Turn::Chance => return Err(PyValueError::new_err("the roll is missing: call roll() before choose()")),
            Turn::Over => return Err(PyValueError::new_err("the game is over, no move is possible")),
        }
        let question = Question { limits: self.limits, trace: None, news: false };
        let pending = self.pending_in(&opened).clone();
        let place = supervise(py, None, &pending, |monitor| {
            self.with_seated(&opened, board.as_ref(), |player, board| player.choose(board, &question, monitor))
        })?;
        Ok(board.move_text(place))
    }

    /// Thinks about a position; a plain document, which `plyground.analyze` wraps.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, iterations=None, trace=None, progress=None))]
    #[allow(clippy::too_many_arguments)] // the keywords of Python
    fn think<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, Position>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<&Bound<'py, PyAny>>,
        iterations: Option<u64>,
        trace: Option<(usize, u32)>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (opened, board) = {
            let position = position.borrow();
            (Arc::clone(&position.opened), position.board.detached())
        };
        let asked = limits(depth, nodes, time, iterations)?;
        let limits = if asked.is_endless() { self.limits } else { asked };
        let question = Question { limits, trace, news: progress.is_some() };
        let pending = self.pending_in(&opened).clone();
        let report = supervise(py, progress, &pending, |monitor| {
            self.with_seated(&opened, board.as_ref(), |player, board| player.think(board, &question, monitor))
        })?;
        document::to_python(py, &report)
    }

    /// Forgets everything that could change how the next game is played.
    #[pyo3(signature = (seed=None))]
    fn new_game(&self, seed: Option<u64>) {
        if let Some((_, player)) = ignore_poison(self.seated.lock()).as_mut() {
            player.new_game(seed.unwrap_or(self.seed));
        }
    }

    /// A player is a function from positions to moves.
    fn __call__(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<String> {
        self.choose(py, position)
    }

    fn __repr__(&self) -> String {
        let own = if self.evaluation.is_some() { ", evaluation=…" } else { "" };
        format!("Player({:?}{own})", self.spec.to_string())
    }
}

impl Player {
    /// Spec, limits and evaluation, for matches.
    pub fn parts(&self) -> (&Spec, Limits, Option<&Py<PyAny>>) {
        (&self.spec, self.limits, self.evaluation.as_ref())
    }

    /// Exceptions of the evaluation and of a Python game go to the same place.
    fn pending_in<'a>(&'a self, opened: &'a Opened) -> &'a PendingError {
        if opened.rules.is_some() { &opened.pending } else { &self.pending }
    }

    /// Lets the player for this game do something with the position.
    fn with_seated<T>(
        &self,
        opened: &Arc<Opened>,
        board: &dyn crate::board::Board,
        ask: impl FnOnce(&mut dyn Seated, &dyn crate::board::Board) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut seated = ignore_poison(self.seated.lock());
        let judged;
        let board = match &self.evaluation {
            Some(function) => {
                let function = Python::attach(|py| function.clone_ref(py));
                judged = board.judged(function, Arc::clone(opened), self.pending_in(opened).clone());
                judged.as_ref()
            }
            None => board,
        };
        let is_same = seated.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, opened) || known.is_same(opened));
        if !is_same {
            *seated = None; // its memory is free before the new one takes some
            *seated = Some((Arc::clone(opened), board.seat(&self.spec, self.seed)?));
        }
        match seated.as_mut() {
            Some((_, player)) => ask(player.as_mut(), board),
            None => Err(Failure::value("the player could not be built")),
        }
    }
}

/// The spec, asked for exact values of this many moves.
#[pyfunction]
pub fn with_lines(spec: &str, lines: u32) -> PyResult<String> {
    let spec: Spec = spec.parse().map_err(Failure::from)?;
    Ok(spec.with_lines(lines).to_string())
}

/// What each kind of player says of itself.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub fn player_infos<'py>(py: Python<'py>, game: Option<&crate::game::Game>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let facts = game.map(|game| game.opened.first.facts());
    let name = game.map(|game| game.opened.name.as_str());
    let suits = |info: &plyground_engine::PlayerInfo| {
        facts.as_ref().is_none_or(|facts| (info.refuses)(facts).is_none())
            && (info.game.is_none() || name.is_none() || info.game == name)
    };
    let document = |info: &plyground_engine::PlayerInfo| {
        json!({
            "name": info.name,
            "summary": info.summary,
            "parameters": info.params.iter().map(|param| json!({
                "name": param.name, "values": param.values, "default": param.default, "summary": param.summary,
            })).collect::<Vec<_>>(),
        })
    };
    let infos = infos();
    infos.iter().filter(|info| suits(info)).map(|info| document::to_python(py, &document(info))).collect()
}

/// Solves a position: exact values, as a plain document.
#[pyfunction]
#[pyo3(signature = (position, *, score="outcome", nodes, table, threads=1, moves=true, progress=None))]
#[allow(clippy::too_many_arguments)] // the keywords of Python
pub fn solve<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    score: &str,
    nodes: u64,
    table: &Bound<'py, PyAny>,
    threads: usize,
    moves: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let score = match score {
        "outcome" => exact::Score::Outcome,
        "stones" => exact::Score::Stones,
        "othello" => exact::Score::Othello,
        other => {
            let sentence = format!("score: `{other}` is none of outcome, stones and othello");
            return Err(PyValueError::new_err(sentence));
        }
    };
    let table = match table.extract::<u64>() {
        Ok(bytes) => bytes,
        Err(_) => plyground_engine::parse_bytes(table.extract()?)
            .map_err(|error| Failure::value(format!("table: {error}")))?,
    };
    if !(1..=256).contains(&threads) {
        return Err(PyValueError::new_err(format!("threads: 1 to 256 are expected, not {threads}")));
    }
    let request = exact::SolveRequest { score, nodes, table, threads, moves };
    let (opened, board) = parts(position);
    let solved = supervise(py, progress, &opened.pending, |monitor| board.solve(&request, monitor))?;
    document::to_python(py, &solved)
}

/// Counts sequences of turns, as a plain document.
#[pyfunction]
#[pyo3(signature = (position, depth, *, divide=false, progress=None))]
pub fn perft<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    depth: u32,
    divide: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (opened, board) = parts(position);
    let counted = supervise(py, progress, &opened.pending, |monitor| board.perft(depth, divide, monitor))?;
    document::to_python(py, &counted)
}

/// The chance of winning of the player about to roll by the endgame databases; `None` where they do not know the position.
#[pyfunction]
pub fn probe(position: &Bound<'_, Position>) -> Option<f64> {
    position.borrow().board.probe()
}

/// Luck and errors of every turn so far, as a plain document.
#[pyfunction]
#[pyo3(signature = (position, *, player=None, seed=1, exact_nodes=luck::EXACT_NODES, progress=None))]
pub fn luck_of<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    player: Option<&str>,
    seed: u64,
    exact_nodes: u64,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let spec: Spec = player.unwrap_or(luck::DEFAULT_PLAYER).parse().map_err(Failure::from)?;
    let (opened, board) = {
        let position = position.borrow();
        (Arc::clone(&position.opened), position.board.boxed())
    };
    let judged = supervise(py, progress, &opened.pending, |monitor| board.luck(&spec, seed, exact_nodes, monitor))?;
    document::to_python(py, &judged)
}

fn parts(position: &Bound<'_, Position>) -> (Arc<Opened>, Box<dyn crate::board::Board>) {
    let position = position.borrow();
    (Arc::clone(&position.opened), position.board.detached())
}
