//! Positions as Python sees them.

use crate::batches::numbers;
use crate::board::{Board, Table};
use crate::errors::Failure;
use crate::game::{Game, Opened};
use crate::own::custom::Custom;
use crate::own::python_game::PythonGame;
use numpy::PyArray1;
use plyground_core::{CellKind, Turn};
use plyground_picture::{svg, terminal};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A position and how it came about. `play` and `roll` change it, `undo` takes back, `copy` makes another one.
///
/// >>> import plyground
/// >>> pos = plyground.game("isola", variant="cols=3,rows=3,mover=king,mode=trail").start()
/// >>> pos.play(pos.legal_moves()[0])
/// >>> pos.turn
/// 2
/// >>> pos.undo()
/// >>> pos.turn
/// 1
#[pyclass(module = "plyground")]
pub struct Position {
    /// The game.
    pub opened: Arc<Opened>,
    /// The position itself.
    pub board: Box<dyn Board>,
    // The legal moves as Python has seen them, so that playing one of them need not read its text again.
    texts: Option<Vec<Py<PyString>>>,
}

impl Position {
    /// A position of this game.
    pub fn new(opened: Arc<Opened>, board: Box<dyn Board>) -> Self {
        Position { opened, board, texts: None }
    }

    /// Fills the list of texts.
    fn texts(&mut self, py: Python<'_>) -> &[Py<PyString>] {
        let board = &mut self.board;
        self.texts.get_or_insert_with(|| {
            (0..board.count()).map(|place| PyString::new(py, &board.move_text(place)).unbind()).collect()
        })
    }

    /// The numbers of the legal moves, in the order of the list.
    fn actions(&mut self) -> PyResult<Vec<usize>> {
        let encoder = self.opened.encoder();
        let mut actions = Vec::new();
        for place in 0..self.board.count() {
            let action = encoder.action(&self.board.clicks(place));
            actions.push(action.ok_or_else(|| {
                let text = self.board.move_text(place);
                PyValueError::new_err(format!(
                    "the move `{text}` has no number; a game written in Python lists all its moves in `all_moves`"
                ))
            })?);
        }
        self.opened.check()?;
        Ok(actions)
    }

    fn make(&mut self, place: usize) -> PyResult<()> {
        self.board.make(place);
        self.texts = None;
        self.opened.check()
    }
}

#[pymethods]
impl Position {
    /// The game that this is a position of.
    #[getter]
    fn game(&self) -> Game {
        Game { opened: Arc::clone(&self.opened) }
    }

    /// The player to move, or about to roll, from 1; `None` when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.board.mover().map(|player| player.number())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.board.turn() == Turn::Over
    }

    /// Whether a die must be rolled before the next move.
    #[getter]
    fn is_chance(&self) -> bool {
        self.board.turn() == Turn::Chance
    }

    /// The stage of the game, in a word.
    #[getter]
    fn phase(&self) -> &'static str {
        self.board.phase()
    }

    /// The position in the game's notation; `game.position(text)` reads it.
    #[getter]
    fn text(&self) -> PyResult<String> {
        let text = self.board.text();
        self.opened.check()?;
        Ok(text)
    }

    /// A number of 64 bits that equal positions share.
    #[getter]
    fn hash(&self) -> u64 {
        self.board.key().unwrap_or_else(|| {
            let mut hasher = DefaultHasher::new();
            self.board.text().hash(&mut hasher);
            hasher.finish()
        })
    }

    /// The moves since the first position, as `play` reads them.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.board.record().1.split_whitespace().map(String::from).collect()
    }

    /// Moves and rolls since the first position.
    #[getter]
    fn ply(&self) -> usize {
        self.board.plies()
    }

    /// Why a game that is over has ended, where the game has something to tell.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.board.ending().filter(|_| self.is_over())
    }

    /// The state of a game written in Python.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let table = self.board.as_any().downcast_ref::<Table<Custom>>();
        let state = table.and_then(|table| table.position.downcast::<PythonGame>());
        let state = state.ok_or_else(|| PyTypeError::new_err("only games written in Python have a state"))?;
        Ok(state.value().clone_ref(py))
    }

    /// The legal moves as text; none when a die must be rolled or the game is over.
    fn legal_moves<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.board.turn() == Turn::Over {
            self.opened.check()?;
        }
        let texts = self.texts(py).iter().map(|text| text.bind(py));
        PyList::new(py, texts)
    }

    /// Plays a legal move, given as text. With dice the face may be named too: `"6:r6c5-d4"`.
    #[pyo3(name = "play")]
    fn play(&mut self, py: Python<'_>, r#move: &Bound<'_, PyString>) -> PyResult<()> {
        if let Some(texts) = &self.texts
            && let Some(place) = texts.iter().position(|text| text.is(r#move))
        {
            return self.make(place);
        }
        let text = r#move.to_str()?;
        if text.split_whitespace().count() != 1 {
            return Err(PyValueError::new_err(format!("`{text}` is not one move; play them one after another")));
        }
        if matches!(self.board.turn(), Turn::Player(_)) {
            let known =
                self.texts(py).iter().position(|known| known.bind(py).to_str().is_ok_and(|known| known == text));
            if let Some(place) = known {
                return self.make(place);
            }
        }
        self.board.play_text(text).map_err(Failure::from)?;
        self.texts = None;
        self.opened.check()
    }

    /// Takes back the last move or roll.
    fn undo(&mut self) -> PyResult<()> {
        if !self.board.undo() {
            return Err(PyIndexError::new_err("there is nothing to take back"));
        }
        self.texts = None;
        Ok(())
    }

    /// The faces that can be rolled with their probabilities; empty unless a roll is due.
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let faces = PyDict::new(py);
        if self.board.turn() == Turn::Chance {
            for (face, chance) in self.board.outcomes().iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                faces.set_item(face + 1, chance)?;
            }
        }
        self.opened.check()?;
        Ok(faces)
    }

    /// Rolls this face, counted from 1, or a random one; returns the face.
    #[pyo3(signature = (face=None))]
    fn roll(&mut self, face: Option<usize>) -> PyResult<usize> {
        if self.board.turn() != Turn::Chance {
            return Err(PyValueError::new_err("no roll is due in this position"));
        }
        let chances = self.board.outcomes();
        let outcome = match face {
            None => crate::chance::with(|rng| rng.weighted(chances)),
            Some(face) if face >= 1 && chances.get(face - 1).is_some_and(|chance| *chance > 0.0) => face - 1,
            Some(face) => {
                let most = chances.len();
                return Err(PyValueError::new_err(format!("`{face}`: a roll is a number from 1 to {most}")));
            }
        };
        self.opened.check()?;
        self.board.roll(outcome);
        self.texts = None;
        self.opened.check()?;
        Ok(outcome + 1)
    }

    /// What the game is worth to each player: final when it is over, before that how things stand.
    fn payoffs(&self) -> PyResult<Vec<f64>> {
        let payoffs = self.board.payoffs().as_slice().to_vec();
        self.opened.check()?;
        Ok(payoffs)
    }

    /// The only player in first place, from 1, when the game is over; `None` otherwise.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.board.payoffs().winner().map(|player| player.number()).filter(|_| self.is_over())
    }

    /// The legal moves as numbers that mean the same in every position of the board, in ascending order.
    fn legal_actions(&mut self) -> PyResult<Vec<usize>> {
        let mut actions = self.actions()?;
        actions.sort_unstable();
        Ok(actions)
    }

    /// Plays the legal move with this number.
    fn play_action(&mut self, action: usize) -> PyResult<()> {
        match self.actions()?.iter().position(|other| *other == action) {
            Some(place) => self.make(place),
            None => Err(PyValueError::new_err(format!("the action {action} is not legal in this position"))),
        }
    }

    /// The text of the legal move with this number.
    fn action_text(&mut self, action: usize) -> PyResult<String> {
        match self.actions()?.iter().position(|other| *other == action) {
            Some(place) => Ok(self.board.move_text(place)),
            None => Err(PyValueError::new_err(format!("the action {action} is not legal in this position"))),
        }
    }

    /// The number of a legal move.
    fn action_of(&mut self, py: Python<'_>, r#move: &str) -> PyResult<usize> {
        let place = self.texts(py).iter().position(|text| text.bind(py).to_str().is_ok_and(|text| text == r#move));
        match place {
            Some(place) => Ok(self.actions()?[place]),
            None => Err(PyValueError::new_err(format!("`{}`: this move is not legal", r#move))),
        }
    }

    /// The planes of the position, flat, as a numpy array; `plyground.learn.observe` gives them their shape.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let encoder = self.opened.encoder();
        let (scene, mover) = (self.board.scene(), self.board.mover());
        self.opened.check()?;
        numbers(py, encoder.size(), |buffer| {
            encoder.write(&scene, mover, buffer);
            Ok(())
        })
    }

    /// For each action whether it is legal, as a numpy array.
    fn legal_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let actions = self.actions()?;
        numbers(py, self.opened.encoder().actions(), |buffer| {
            actions.iter().for_each(|action| buffer[*action] = true);
            Ok(())
        })
    }

    /// A position of its own with the same past.
    fn copy(&self) -> Position {
        Position::new(Arc::clone(&self.opened), self.board.boxed())
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Position>() else { return false };
        let Ok(other) = other.try_borrow() else { return true }; // it is borrowed already, by this very call
        (Arc::ptr_eq(&self.opened, &other.opened) || self.opened.is_same(&other.opened))
            && self.board.equals(other.board.as_ref())
    }

    /// The board as text. Colours need a terminal: pass `colour=True` where you have one.
    #[pyo3(signature = (colour=false, unicode=true))]
    fn draw(&self, colour: bool, unicode: bool) -> PyResult<String> {
        let drawn = terminal::draw(&self.board.scene(), terminal::Style { colour, unicode });
        self.opened.check()?;
        Ok(drawn)
    }

    /// The board as an SVG drawing; `cell` is the side of a square in pixels.
    #[pyo3(signature = (cell=40.0))]
    fn svg(&self, cell: f64) -> PyResult<String> {
        let drawn = svg::draw(&self.board.scene(), &svg::Options { cell, ..svg::Options::default() });
        self.opened.check()?;
        Ok(drawn)
    }

    /// The drawing that notebooks show.
    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        if self.board.scene().cells.is_empty() { Ok(None) } else { self.svg(40.0).map(Some) }
    }

    /// The cells of the board, row by row: what stands on each, as a short text. Holes are `None`.
    fn cells(&self) -> PyResult<Vec<Vec<Option<String>>>> {
        let scene = self.board.scene();
        self.opened.check()?;
        let sign = |cell: &plyground_core::Cell| match (&cell.piece, cell.ground) {
            (_, CellKind::Hole) => None,
            (Some(piece), _) => {
                let seat = piece.owner.and_then(|owner| scene.seats.get(owner.index()));
                let symbol = seat.map(|seat| seat.symbol.to_string()).unwrap_or_default();
                Some(if symbol == piece.label { symbol } else { symbol + &piece.label })
            }
            (None, CellKind::Blocked) => Some("#".to_string()),
            (None, CellKind::Special(letter)) => Some(letter.to_string()),
            (None, _) => Some(String::new()),
        };
        Ok(scene.cells.chunks(scene.cols.max(1)).map(|row| row.iter().map(sign).collect()).collect())
    }

    fn __str__(&self) -> PyResult<String> {
        if self.board.scene().cells.is_empty() { self.text() } else { self.draw(false, true) }
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Position of {}: {}>", self.opened.name, self.text()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let this = slf.borrow();
        let game = this.game().into_pyobject(py)?;
        if this.opened.rules.is_some() {
            let arguments = (this.state(py)?,);
            return Ok((game.getattr("position_of")?, arguments).into_pyobject(py)?.into_any());
        }
        let (start, moves) = this.board.record();
        // A roll that waits for its move is part of the text of the position only.
        let mut restored = this.opened.first.parse(&start).map_err(Failure::from)?;
        restored.play_text(&moves).map_err(Failure::from)?;
        let arguments =
            if restored.equals(this.board.as_ref()) { (start, moves) } else { (this.text()?, String::new()) };
        Ok((game.getattr("position")?, arguments).into_pyobject(py)?.into_any())
    }
}
