//! Games as Python sees them.

use crate::board::{Board, Table};
use crate::errors::Failure;
use crate::learning::observation::Encoder;
use crate::own::custom::Custom;
use crate::own::python_game::PythonGame;
use crate::position::Position;
use crate::supervise::PendingError;
use plyground_core::{AnyGame, Game as _, GameVisitor, MapText, Playable, Rng, Setup, SetupError};
use plyground_games::registry;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::json;
use std::sync::{Arc, OnceLock};

/// A game that was opened, and what it takes to open it again.
pub struct Opened {
    /// The word on the command line, or what a Python game calls itself.
    pub name: String,
    /// What was asked for.
    pub setup: Setup,
    /// Where play begins.
    pub first: Box<dyn Board>,
    /// Where exceptions of a Python game are kept.
    pub pending: PendingError,
    /// The rules of a Python game.
    pub rules: Option<Py<PyAny>>,
    encoder: OnceLock<Arc<Encoder>>,
}

impl Opened {
    /// A game that begins with this position.
    fn new(name: String, setup: Setup, first: Box<dyn Board>, pending: PendingError, rules: Option<Py<PyAny>>) -> Self {
        Opened { name, setup, first, pending, rules, encoder: OnceLock::new() }
    }

    /// Positions as planes and moves as numbers.
    pub fn encoder(&self) -> Arc<Encoder> {
        if let Some(encoder) = self.encoder.get() {
            return Arc::clone(encoder);
        }
        // Not `get_or_init`: a thread that waits for it would hold Python's lock, which a Python game needs.
        let encoder = Arc::new(self.first.encoder());
        let _ = self.encoder.set(Arc::clone(&encoder));
        encoder
    }

    /// Whether both are the same game on the same board.
    pub fn is_same(&self, other: &Opened) -> bool {
        match (&self.rules, &other.rules) {
            (Some(mine), Some(theirs)) => mine.is(theirs),
            (None, None) if self.name != other.name => false,
            (None, None) => match (&self.setup.map, &other.setup.map) {
                // The name of a map changes nothing.
                (Some(mine), Some(theirs)) => mine.text == theirs.text && self.setup.lenient == other.setup.lenient,
                (None, None) => self.first.variant_text() == other.first.variant_text(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Raises what a Python game raised while the library was asking it.
    pub fn check(&self) -> PyResult<()> {
        match self.rules.as_ref().and_then(|_| self.pending.take()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

struct Open;

impl GameVisitor for Open {
    type Output = Box<dyn Board>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Box<dyn Board> {
        Box::new(Table::new(game, start))
    }
}

/// A game on one board, with its rules. Made by `plyground.game`.
#[pyclass(frozen, module = "plyground", from_py_object)]
#[derive(Clone)]
pub struct Game {
    /// The game.
    pub opened: Arc<Opened>,
}

/// Opens a game that comes with the library.
pub fn open(name: &str, setup: Setup) -> Result<Game, Failure> {
    let first = registry::visit(name, &setup, Open)?;
    let opened = Opened::new(name.to_string(), setup, first, PendingError::default(), None);
    Ok(Game { opened: Arc::new(opened) })
}

/// The map of this name or text. A text of several lines is a map itself.
pub fn find_map(game: &str, map: &str) -> Result<MapText, Failure> {
    if map.contains('\n') {
        return Ok(MapText { name: "map".to_string(), text: map.to_string() });
    }
    let info = registry::info(game).ok_or_else(|| Failure::value(registry::unknown(game)))?;
    if info.boards.is_empty() {
        let sentence = format!("{game} has no maps; choose its board with variant=…");
        return Err(SetupError::Unsuitable(sentence).into());
    }
    info.map(map).map_err(|near| Failure::value(format!("there is no map file and no built-in map `{map}`; {near}")))
}

#[pymethods]
impl Game {
    /// Opens a game; `plyground.game` is the friendlier way.
    #[new]
    #[pyo3(signature = (name, variant=None, map=None, position=None, lenient=false, map_name=None))]
    fn new(
        name: &str,
        variant: Option<String>,
        map: Option<&str>,
        position: Option<String>,
        lenient: bool,
        map_name: Option<String>,
    ) -> PyResult<Self> {
        let mut map = map.map(|map| find_map(name, map)).transpose()?;
        if let (Some(map), Some(name)) = (&mut map, map_name) {
            map.name = name;
        }
        Ok(open(name, Setup { variant, position, map, lenient })?)
    }

    /// The game whose rules are a Python object; `plyground.game` calls this.
    #[staticmethod]
    fn of_rules(rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pending = PendingError::default();
        let game = PythonGame::new(rules, pending.clone())?;
        let name = game.name().to_string();
        let first = game.start();
        let custom = Custom::new(AnyGame::new(game));
        let first = Box::new(Table::new(custom, AnyGame::position::<PythonGame>(first)));
        let rules = Some(rules.clone().unbind());
        let opened = Opened::new(name, Setup::default(), first, pending, rules);
        opened.check()?;
        Ok(Game { opened: Arc::new(opened) })
    }

    /// The name of the game, as on the command line.
    #[getter]
    fn name(&self) -> &str {
        &self.opened.name
    }

    /// The variant, written so that `plyground.game(name, variant)` opens it again.
    #[getter]
    fn variant(&self) -> String {
        self.opened.first.variant_text()
    }

    /// The name of the map, for games that are played on maps.
    #[getter]
    fn map(&self) -> Option<&str> {
        self.opened.setup.map.as_ref().map(|map| map.name.as_str())
    }

    /// The text of the map, for games that are played on maps.
    #[getter]
    fn map_text(&self) -> Option<&str> {
        self.opened.setup.map.as_ref().map(|map| map.text.as_str())
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.opened.first.facts().players
    }

    /// Whether dice are rolled.
    #[getter]
    fn has_dice(&self) -> bool {
        self.opened.first.facts().chance
    }

    /// Whether two players have opposed interests.
    #[getter]
    fn is_zero_sum(&self) -> bool {
        self.opened.first.facts().zero_sum
    }

    /// An upper bound for the number of turns of a game.
    #[getter]
    fn longest(&self) -> usize {
        self.opened.first.facts().longest
    }

    /// What the game calls its players, in turn order.
    #[getter]
    fn player_names(&self) -> Vec<String> {
        self.opened.first.scene().seats.into_iter().map(|seat| seat.name).collect()
    }

    /// The Python object with the rules, for games written in Python.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.opened.rules.as_ref().map(|rules| rules.clone_ref(py))
    }

    /// How many numbers actions have: all are below this.
    #[getter]
    fn num_actions(&self) -> usize {
        self.opened.encoder().actions()
    }

    /// What the planes of an observation show, one after another.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.opened.encoder().names().map(String::from).collect()
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let encoder = self.opened.encoder();
        (encoder.names().len(), encoder.rows, encoder.cols)
    }

    /// The first position.
    ///
    /// >>> import plyground
    /// >>> plyground.game("isola", variant="cols=5,rows=5,mover=king,mode=trail").start().turn
    /// 1
    fn start(&self) -> Position {
        Position::new(Arc::clone(&self.opened), self.opened.first.boxed())
    }

    /// A random first position, for games whose rules provide for one (set-ups of EinStein, for example).
    #[pyo3(signature = (seed=None))]
    fn random_start(&self, seed: Option<u64>) -> Position {
        let board = match seed {
            Some(seed) => self.opened.first.random_start(&mut Rng::seeded(seed)),
            None => crate::chance::with(|rng| self.opened.first.random_start(rng)),
        };
        Position::new(Arc::clone(&self.opened), board)
    }

    /// The position of this text, after the moves, if any.
    #[pyo3(signature = (text=None, moves=""))]
    fn position(&self, text: Option<&str>, moves: &str) -> PyResult<Position> {
        let mut board = match text {
            Some(text) => self.opened.first.parse(text).map_err(|error| Failure::value(format!("position {error}")))?,
            None => self.opened.first.boxed(),
        };
        board.play_text(moves).map_err(Failure::from)?;
        self.opened.check()?;
        Ok(Position::new(Arc::clone(&self.opened), board))
    }

    /// The position of a Python state, for games written in Python.
    fn position_of(&self, state: &Bound<'_, PyAny>) -> PyResult<Position> {
        let table = self.opened.first.as_any().downcast_ref::<Table<Custom>>();
        let Some((custom, rules)) = table.and_then(|table| Some((&table.game, table.game.python()?))) else {
            return Err(PyTypeError::new_err("only games written in Python have positions of Python states"));
        };
        let state = rules.wrap(state.clone())?;
        let board = Box::new(Table::new(custom.clone(), AnyGame::position::<PythonGame>(state)));
        Ok(Position::new(Arc::clone(&self.opened), board))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.extract::<Game>().is_ok_and(|other| self.opened.is_same(&other.opened))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        let map = self.opened.setup.map.as_ref().map(|map| &map.text);
        let variant = map.is_none().then(|| self.opened.first.variant_text());
        (&self.opened.name, map, variant).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let opened = &self.opened;
        match (&opened.rules, &opened.setup.map) {
            (Some(_), _) => format!("Game({:?})", opened.name),
            (None, Some(map)) => format!("Game({:?}, map={:?})", opened.name, map.name),
            (None, None) => format!("Game({:?}, variant={:?})", opened.name, opened.first.variant_text()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Game>();
        if let Some(rules) = &self.opened.rules {
            return Ok((class.getattr("of_rules")?, PyTuple::new(py, [rules.clone_ref(py)])?));
        }
        let setup = &self.opened.setup;
        let map = setup.map.as_ref().map(|map| map.text.clone());
        let map_name = setup.map.as_ref().map(|map| map.name.clone());
        let words = (&self.opened.name, &setup.variant, map, &setup.position, setup.lenient, map_name);
        Ok((class.into_any(), words.into_pyobject(py)?))
    }
}

/// What each game says of itself, as plain dictionaries.
#[pyfunction]
pub fn game_infos(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let document = |info: &plyground_core::GameInfo| {
        json!({
            "name": info.name,
            "title": info.title,
            "summary": info.summary,
            "players": [info.players.0, info.players.1],
            "has_dice": info.chance,
            "example_move": info.example_move,
            "variants": info.variants.iter().map(|v| json!({"name": v.name, "summary": v.summary})).collect::<Vec<_>>(),
            "parameters": info.parameters.iter().map(|(n, s)| json!({"name": n, "summary": s})).collect::<Vec<_>>(),
            "maps": info.boards.iter().map(|b| json!({
                "name": b.name, "players": b.players, "cols": b.cols, "rows": b.rows, "summary": b.summary,
            })).collect::<Vec<_>>(),
            "rules": info.rules.iter().map(|(head, text)| json!([head, text])).collect::<Vec<_>>(),
        })
    };
    registry::infos().iter().map(|info| crate::document::to_python(py, &document(info))).collect()
}
