//! Any game with an evaluation written in Python. One type, so that the searches are compiled for it once.

use super::python_game::PythonGame;
use crate::board::Board;
use crate::game::Opened;
use crate::position::Position;
use crate::supervise::PendingError;
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, AnyUndo, Bounds, Change, Click, ClickChoice, Drawable, EarlyResult, EvalInfo,
    Evaluated, Evaluation, Facts, Game, Notation, NotationError, Payoffs, PlayerId, Rng, Scene, Turn,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A game of any type whose evaluation is Python code.
#[derive(Clone)]
pub struct Custom {
    game: AnyGame,
    eval: Option<Arc<PythonEval>>,
}

/// Makes the Python position of a hidden one, with its own type.
type Rebuild = Box<dyn Fn(&AnyPosition) -> Box<dyn Board> + Send + Sync>;

/// A Python function that rates positions.
pub struct PythonEval {
    /// Called with a position and a player's number.
    pub function: Py<PyAny>,
    /// The game of the positions.
    pub opened: Arc<Opened>,
    /// Makes positions for the function.
    pub rebuild: Rebuild,
    /// Where its exceptions are kept.
    pub pending: PendingError,
}

impl PythonEval {
    fn rate(&self, position: &AnyPosition, player: PlayerId) -> Option<f64> {
        let rated = Python::attach(|py| {
            let position = Position::new(Arc::clone(&self.opened), (self.rebuild)(position));
            self.function.call1(py, (Py::new(py, position)?, player.number()))?.extract::<f64>(py)
        });
        rated.map_err(|error| self.pending.keep(error)).ok()
    }
}

impl Custom {
    /// The game with its own evaluation: that of a Python game, or none.
    pub fn new(game: AnyGame) -> Self {
        Custom { game, eval: None }
    }

    /// The game with another evaluation.
    pub fn with_eval(&self, eval: Arc<PythonEval>) -> Self {
        Custom { game: self.game.clone(), eval: Some(eval) }
    }

    /// The Python rules inside, if there are any.
    pub fn python(&self) -> Option<&PythonGame> {
        self.game.downcast()
    }
}

/// Positions worth more than this would pass for won.
const MOST: f64 = 1e6;

/// The evaluation of a [`Custom`] game.
#[derive(Clone)]
pub struct CustomEval;

impl CustomEval {
    fn rate(game: &Custom, position: &AnyPosition, player: PlayerId) -> f64 {
        let (rated, pending) = match (&game.eval, game.python()) {
            (Some(eval), _) => (eval.rate(position, player), &eval.pending),
            (None, Some(rules)) => {
                let Some(state) = position.downcast::<PythonGame>() else { return 0.0 };
                (rules.own_evaluation(state, player), rules.pending())
            }
            (None, None) => return 0.0,
        };
        match rated {
            Some(value) if value.is_finite() && value.abs() <= MOST => value,
            Some(value) => {
                let sentence = format!("an evaluation is a number between -{MOST} and {MOST}, not {value}");
                pending.keep(PyValueError::new_err(sentence));
                0.0
            }
            None => 0.0,
        }
    }
}

impl Evaluation<Custom> for CustomEval {
    fn value(&mut self, game: &Custom, position: &AnyPosition, player: PlayerId) -> i32 {
        CustomEval::rate(game, position, player).round() as i32
    }
    fn expectation(&mut self, game: &Custom, position: &AnyPosition, player: PlayerId) -> f64 {
        CustomEval::rate(game, position, player)
    }
    fn bounds(&self) -> Bounds {
        Bounds::WHOLE
    }
}

impl Evaluated for Custom {
    type Eval = CustomEval;

    fn evals(&self) -> &'static [EvalInfo] {
        &[EvalInfo { name: "python", summary: "the evaluation written in Python" }]
    }
    fn eval(&self, name: &str) -> Option<CustomEval> {
        (name == "python").then_some(CustomEval)
    }
}

impl Game for Custom {
    type Position = AnyPosition;
    type Move = AnyMove;
    type Undo = AnyUndo;

    fn facts(&self) -> Facts {
        self.game.facts()
    }
    fn start(&self) -> AnyPosition {
        self.game.start()
    }
    fn turn(&self, position: &AnyPosition) -> Turn {
        self.game.turn(position)
    }
    fn moves(&self, position: &AnyPosition, out: &mut Vec<AnyMove>) {
        self.game.moves(position, out);
    }
    fn make(&self, position: &mut AnyPosition, mv: AnyMove) -> AnyUndo {
        self.game.make(position, mv)
    }
    fn unmake(&self, position: &mut AnyPosition, mv: AnyMove, undo: AnyUndo) {
        self.game.unmake(position, mv, undo);
    }
    fn payoffs(&self, position: &AnyPosition) -> Payoffs {
        self.game.payoffs(position)
    }
    fn key(&self, position: &AnyPosition) -> Option<u64> {
        self.game.key(position)
    }
    fn symmetric_key(&self, position: &AnyPosition) -> Option<u64> {
        // The Python evaluation may not respect a symmetry of the board.
        self.game.key(position)
    }
    fn outcomes(&self, position: &AnyPosition) -> &[f64] {
        self.game.outcomes(position)
    }
    fn roll(&self, position: &mut AnyPosition, outcome: usize) -> AnyUndo {
        self.game.roll(position, outcome)
    }
    fn unroll(&self, position: &mut AnyPosition, outcome: usize, undo: AnyUndo) {
        self.game.unroll(position, outcome, undo);
    }
    fn mover(&self, position: &AnyPosition) -> Option<PlayerId> {
        self.game.mover(position)
    }
    fn random_start(&self, rng: &mut Rng) -> AnyPosition {
        self.game.random_start(rng)
    }
    fn random_game(&self, position: &AnyPosition, rng: &mut Rng) -> (Payoffs, u32) {
        self.game.random_game(position, rng)
    }
    fn early_result(&self, position: &AnyPosition) -> Option<EarlyResult> {
        self.game.early_result(position)
    }
    fn disqualify(&self, position: &mut AnyPosition, player: PlayerId) -> bool {
        self.game.disqualify(position, player)
    }
    fn count_moves(&self, position: &AnyPosition) -> u64 {
        self.game.count_moves(position)
    }
    fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool {
        self.game.is_legal(position, mv)
    }
}

impl Notation for Custom {
    fn position_text(&self, position: &AnyPosition) -> String {
        self.game.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        self.game.parse_position(text)
    }
    fn move_text(&self, position: &AnyPosition, mv: AnyMove) -> String {
        self.game.move_text(position, mv)
    }
    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, NotationError> {
        self.game.parse_move(position, text)
    }
    fn phase(&self, position: &AnyPosition) -> &'static str {
        self.game.phase(position)
    }
    fn before_roll(&self, position: &AnyPosition) -> Option<(AnyPosition, usize)> {
        self.game.before_roll(position)
    }
    fn variant_text(&self) -> String {
        self.game.variant_text()
    }
}

impl Drawable for Custom {
    fn scene(&self, position: &AnyPosition) -> Scene {
        self.game.scene(position)
    }
    fn clicks(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Click> {
        self.game.clicks(position, mv)
    }
    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        self.game.click_forms()
    }
    fn paths(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Vec<usize>> {
        self.game.paths(position, mv)
    }
    fn ending(&self, position: &AnyPosition) -> Option<String> {
        self.game.ending(position)
    }
    fn changes(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Change> {
        self.game.changes(position, mv)
    }
    fn prompts(&self, position: &AnyPosition) -> Vec<String> {
        self.game.prompts(position)
    }
    fn refusal(&self, position: &AnyPosition, clicks: &[Click]) -> Option<String> {
        self.game.refusal(position, clicks)
    }
    fn notice(&self, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        self.game.notice(position, mv)
    }
    fn passed(&self, position: &AnyPosition, mv: AnyMove) -> Vec<PlayerId> {
        self.game.passed(position, mv)
    }
    fn score(&self, position: &AnyPosition) -> Vec<i64> {
        self.game.score(position)
    }
    fn legend(&self) -> Vec<(char, &'static str)> {
        self.game.legend()
    }
}
