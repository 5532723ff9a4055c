//! A game whose rules are a Python object.
//!
//! States are Python values that the rules never change: `play` returns a new one. Each is wrapped once, together with whose turn
//! it is and, as soon as they are asked for, its moves, so that Python is asked each question once.
//!
//! The traits of a game have no errors. What Python raises is kept in the game's [`PendingError`], and the position after it is a
//! finished game without a winner, which every search, match and play-out leaves at once.

use super::python_scene;
use crate::supervise::PendingError;
use plyground_core::sync::ignore_poison;
use plyground_core::{
    Bounds, Click, ClickChoice, Drawable, EvalInfo, Evaluated, Evaluation, Facts, Game, MAX_PLAYERS, Notation,
    NotationError, Payoffs, PlayerId, Scene, Turn, splitmix64,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

/// The rules of a Python object.
#[derive(Clone)]
pub struct PythonGame(Arc<Rules>);

struct Rules {
    object: Py<PyAny>,
    name: String,
    facts: Facts,
    has_text: bool,
    has_evaluation: bool,
    all_moves: Vec<String>,
    pending: PendingError,
    // Probabilities of dice that were seen. Callers borrow them from the game, and a game has very few different dice.
    dice: Mutex<Vec<&'static [f64]>>,
}

/// More different dice than this are no dice.
const MOST_DICE: usize = 1000;
/// The longest game, where the rules do not say.
const LONGEST: usize = 10_000;

/// A state of the game.
#[derive(Clone)]
pub struct PythonState(Arc<State>);

struct State {
    value: Py<PyAny>,
    turn: Turn,
    mover: Option<PlayerId>,
    key: Option<u64>,
    moves: OnceLock<Vec<(Py<PyAny>, String)>>,
}

impl PythonState {
    /// The Python value.
    pub fn value(&self) -> &Py<PyAny> {
        &self.0.value
    }
}

impl PartialEq for PythonState {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || Python::attach(|py| self.0.value.bind(py).eq(other.0.value.bind(py)).unwrap_or(false))
    }
}

impl Eq for PythonState {}

impl fmt::Debug for PythonState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| write!(f, "{}", self.0.value.bind(py)))
    }
}

impl PythonGame {
    /// Reads what the object says about itself.
    pub fn new(object: &Bound<'_, PyAny>, pending: PendingError) -> PyResult<Self> {
        for method in ["start", "turn", "moves", "play", "payoffs"] {
            if !object.hasattr(method)? {
                let name = object.get_type().name()?;
                let needed = "start(), turn(state), moves(state), play(state, move) and payoffs(state)";
                let sentence = format!("{name} is no game: it has no method `{method}`; a game has {needed}");
                return Err(PyTypeError::new_err(sentence));
            }
        }
        let number = |name: &str, default: usize| -> PyResult<usize> {
            if object.hasattr(name)? { object.getattr(name)?.extract() } else { Ok(default) }
        };
        let flag = |name: &str, default: bool| -> PyResult<bool> {
            if object.hasattr(name)? { object.getattr(name)?.extract() } else { Ok(default) }
        };
        let players = number("players", 2)?;
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(PyValueError::new_err(format!("a game has 2 to {MAX_PLAYERS} players, not {players}")));
        }
        let facts = Facts {
            players,
            chance: object.hasattr("outcomes")?,
            zero_sum: flag("zero_sum", players == 2)? && players == 2,
            alternating: flag("alternating", false)?,
            longest: number("longest", LONGEST)?,
        };
        let name = match object.hasattr("name")? {
            true => object.getattr("name")?.extract()?,
            false => object.get_type().name()?.to_string().to_lowercase(),
        };
        let mut all_moves = Vec::new();
        if object.hasattr("all_moves")? {
            for mv in object.call_method0("all_moves")?.try_iter()? {
                all_moves.push(word(&mv?)?);
            }
        }
        let rules = Rules {
            object: object.clone().unbind(),
            name,
            facts,
            has_text: object.hasattr("text")?,
            has_evaluation: object.hasattr("evaluate")?,
            all_moves,
            pending,
            dice: Mutex::default(),
        };
        let game = PythonGame(Arc::new(rules));
        game.wrap(object.call_method0("start")?)?; // mistakes of the first position show at once
        Ok(game)
    }

    /// The name that the rules give themselves.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Where exceptions are kept.
    pub fn pending(&self) -> &PendingError {
        &self.0.pending
    }

    /// The position of a Python state.
    pub fn wrap(&self, value: Bound<'_, PyAny>) -> PyResult<PythonState> {
        let object = self.0.object.bind(value.py());
        let turn = self.read_turn(&object.call_method1("turn", (&value,))?)?;
        let mover = match turn {
            Turn::Chance if object.hasattr("roller")? => {
                self.read_turn(&object.call_method1("roller", (&value,))?)?.player()
            }
            Turn::Chance => Some(PlayerId::FIRST),
            turn => turn.player(),
        };
        // A state that cannot be hashed has no key: searches then do without a table.
        let key = value.hash().ok().map(|hash| splitmix64(hash as u64));
        let moves = OnceLock::new();
        Ok(PythonState(Arc::new(State { value: value.unbind(), turn, mover, key, moves })))
    }

    /// A player's number from 1, `None` at the end, or `"chance"`.
    fn read_turn(&self, value: &Bound<'_, PyAny>) -> PyResult<Turn> {
        if value.is_none() {
            return Ok(Turn::Over);
        }
        if value.extract::<&str>().is_ok_and(|word| word == "chance") && self.0.facts.chance {
            return Ok(Turn::Chance);
        }
        let players = self.0.facts.players;
        let number = value.extract::<usize>().ok().filter(|number| (1..=players).contains(number));
        number.and_then(PlayerId::from_number).map(Turn::Player).ok_or_else(|| {
            let dice = if self.0.facts.chance { ", \"chance\" where a roll is due" } else { "" };
            let shown = value.repr().map(|text| text.to_string()).unwrap_or_default();
            PyValueError::new_err(format!(
                "`turn` returned {shown}; it returns a player from 1 to {players}{dice}, or None at the end"
            ))
        })
    }

    /// Runs Python code; an exception is kept and `None` returned.
    fn ask<T>(&self, question: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| question(self.0.object.bind(py)).map_err(|error| self.0.pending.keep(error)).ok())
    }

    /// The position after a failure: over, without a winner.
    fn broken(&self, state: &PythonState) -> PythonState {
        let value = Python::attach(|py| state.0.value.clone_ref(py));
        let moves = OnceLock::new();
        PythonState(Arc::new(State { value, turn: Turn::Over, mover: None, key: None, moves }))
    }

    fn listed<'a>(&self, state: &'a PythonState) -> &'a [(Py<PyAny>, String)] {
        if let Some(listed) = state.0.moves.get() {
            return listed;
        }
        let listed = self.ask(|rules| {
            let moves = rules.call_method1("moves", (&state.0.value,))?;
            let mut listed = Vec::new();
            for mv in moves.try_iter()? {
                let mv = mv?;
                let text = word(&mv)?;
                listed.push((mv.unbind(), text));
            }
            if listed.is_empty() && matches!(state.0.turn, Turn::Player(_)) {
                return Err(PyValueError::new_err("`turn` names a player who has no move in `moves`"));
            }
            Ok(listed)
        });
        // Not `get_or_init`: a thread that waits for it would hold Python's lock, which the list needs.
        let _ = state.0.moves.set(listed.unwrap_or_default());
        state.0.moves.get().map_or(&[], Vec::as_slice)
    }

    /// The Python value of a move.
    pub fn move_value<'a>(&self, state: &'a PythonState, place: usize) -> Option<&'a Py<PyAny>> {
        self.listed(state).get(place).map(|(mv, _)| mv)
    }

    /// What the rules' own evaluation says.
    pub fn own_evaluation(&self, state: &PythonState, player: PlayerId) -> Option<f64> {
        if !self.0.has_evaluation {
            return Some(0.0);
        }
        self.ask(|rules| rules.call_method1("evaluate", (&state.0.value, player.number()))?.extract())
    }
}

/// A move without blanks: texts of games are words with blanks between them.
fn word(mv: &Bound<'_, PyAny>) -> PyResult<String> {
    let text: String = mv.str()?.to_string().split_whitespace().collect();
    if text.is_empty() { Err(PyValueError::new_err("a move without any text cannot be written")) } else { Ok(text) }
}

/// A legal move: its place in the list.
pub type Place = u32;

impl Game for PythonGame {
    type Position = PythonState;
    type Move = Place;
    type Undo = PythonState;

    fn facts(&self) -> Facts {
        self.0.facts
    }

    fn start(&self) -> PythonState {
        let started = self.ask(|rules| self.wrap(rules.call_method0("start")?));
        started.unwrap_or_else(|| {
            let value = Python::attach(|py| py.None());
            let moves = OnceLock::new();
            PythonState(Arc::new(State { value, turn: Turn::Over, mover: None, key: None, moves }))
        })
    }

    fn turn(&self, position: &PythonState) -> Turn {
        match position.0.turn {
            // The rules failed to list its moves, and said so.
            Turn::Player(_) if self.listed(position).is_empty() => Turn::Over,
            turn => turn,
        }
    }

    fn moves(&self, position: &PythonState, out: &mut Vec<Place>) {
        if let Turn::Player(_) = position.0.turn {
            out.extend(0..self.listed(position).len() as Place);
        }
    }

    fn make(&self, position: &mut PythonState, mv: Place) -> PythonState {
        let after = self.ask(|rules| {
            let mv = self.move_value(position, mv as usize);
            let mv = mv.ok_or_else(|| PyValueError::new_err("this move is not in the list of the position"))?;
            self.wrap(rules.call_method1("play", (&position.0.value, mv))?)
        });
        let after = after.unwrap_or_else(|| self.broken(position));
        std::mem::replace(position, after)
    }

    fn unmake(&self, position: &mut PythonState, _mv: Place, before: PythonState) {
        *position = before;
    }

    fn payoffs(&self, position: &PythonState) -> Payoffs {
        let players = self.0.facts.players;
        let nothing = || Payoffs::new(&vec![0.0; players]);
        let payoffs = self.ask(|rules| {
            let values: Vec<f64> = rules.call_method1("payoffs", (&position.0.value,))?.extract()?;
            if values.len() != players || values.iter().any(|value| !value.is_finite()) {
                let sentence = format!("`payoffs` returned {values:?}; it returns {players} finite numbers");
                return Err(PyValueError::new_err(sentence));
            }
            Ok(Payoffs::new(&values))
        });
        payoffs.unwrap_or_else(nothing)
    }

    fn key(&self, position: &PythonState) -> Option<u64> {
        position.0.key
    }

    fn outcomes(&self, position: &PythonState) -> &[f64] {
        if position.0.turn != Turn::Chance {
            return &[];
        }
        let seen = self.ask(|rules| {
            let chances: Vec<f64> = rules.call_method1("outcomes", (&position.0.value,))?.extract()?;
            let sum: f64 = chances.iter().sum();
            if chances.iter().any(|chance| !(0.0..=1.0).contains(chance)) || (sum - 1.0).abs() > 1e-6 {
                let sentence = format!("`outcomes` returned {chances:?}; probabilities add up to 1");
                return Err(PyValueError::new_err(sentence));
            }
            let mut dice = ignore_poison(self.0.dice.lock());
            if let Some(known) = dice.iter().find(|known| ***known == *chances) {
                return Ok(*known);
            }
            if dice.len() >= MOST_DICE {
                return Err(PyValueError::new_err(format!("`outcomes` returned more than {MOST_DICE} different dice")));
            }
            let kept: &'static [f64] = Box::leak(chances.into_boxed_slice());
            dice.push(kept);
            Ok(kept)
        });
        // After an exception there is still a die to roll; rolling it ends the game.
        seen.unwrap_or(&[1.0])
    }

    fn roll(&self, position: &mut PythonState, outcome: usize) -> PythonState {
        let after = self.ask(|rules| self.wrap(rules.call_method1("roll", (&position.0.value, outcome + 1))?));
        let after = after.unwrap_or_else(|| self.broken(position));
        std::mem::replace(position, after)
    }

    fn unroll(&self, position: &mut PythonState, _outcome: usize, before: PythonState) {
        *position = before;
    }

    fn mover(&self, position: &PythonState) -> Option<PlayerId> {
        position.0.mover
    }
}

impl Notation for PythonGame {
    fn position_text(&self, position: &PythonState) -> String {
        let text = self.ask(|rules| match self.0.has_text {
            true => rules.call_method1("text", (&position.0.value,))?.extract(),
            false => Ok(position.0.value.bind(rules.py()).repr()?.to_string()),
        });
        text.unwrap_or_default()
    }

    fn parse_position(&self, text: &str) -> Result<PythonState, NotationError> {
        Python::attach(|py| {
            let rules = self.0.object.bind(py);
            if !rules.hasattr("parse").unwrap_or(false) {
                return Err(NotationError::new(text, "this game reads no positions; its class has no method `parse`"));
            }
            let state = rules.call_method1("parse", (text,)).and_then(|state| self.wrap(state));
            state.map_err(|error| NotationError::new(text, error.value(py).to_string()))
        })
    }

    fn move_text(&self, position: &PythonState, mv: Place) -> String {
        self.listed(position).get(mv as usize).map_or_else(String::new, |(_, text)| text.clone())
    }

    fn parse_move(&self, position: &PythonState, text: &str) -> Result<Place, NotationError> {
        let found = self.listed(position).iter().position(|(_, listed)| listed == text);
        found.map(|place| place as Place).ok_or_else(|| NotationError::new(text, "this move is not legal"))
    }

    fn variant_text(&self) -> String {
        String::new()
    }
}

impl Drawable for PythonGame {
    fn scene(&self, position: &PythonState) -> Scene {
        let scene = self.ask(|rules| python_scene::draw(rules, position.value(), self.0.facts.players));
        scene.unwrap_or_default()
    }

    fn clicks(&self, position: &PythonState, mv: Place) -> Vec<Click> {
        vec![Click::Answer(self.move_text(position, mv))]
    }

    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        vec![vec![ClickChoice::Answer(self.0.all_moves.clone())]]
    }
}

/// Only here to complete the traits; players of Python games use [`CustomEval`](super::custom::CustomEval).
#[derive(Clone, Copy)]
pub struct NoEval;

impl Evaluation<PythonGame> for NoEval {
    fn value(&mut self, _game: &PythonGame, _position: &PythonState, _player: PlayerId) -> i32 {
        0
    }
    fn bounds(&self) -> Bounds {
        Bounds::WHOLE
    }
}

impl Evaluated for PythonGame {
    type Eval = NoEval;

    fn evals(&self) -> &'static [EvalInfo] {
        &[EvalInfo { name: "none", summary: "rates everything 0" }]
    }

    fn eval(&self, name: &str) -> Option<NoEval> {
        (name == "none").then_some(NoEval)
    }
}
