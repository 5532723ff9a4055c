//! Any game behind one type, for code that is compiled before the game is known.
//!
//! [`AnyGame`] implements every trait of this crate by asking the game inside. A virtual call and a boxed position per move
//! make it slower than the game itself, so searches, perft and self-play are compiled for each game; everything around
//! them (pages, commands, games of other crates) can do with this one type. A position keeps its list of moves once it was asked
//! for, so that writing, drawing or checking all moves of a large board generates them once.
//!
//! A move is its place in the list of legal moves. It means something only together with its position, as a move in a
//! record does.

mod delegation;
mod eval;

use crate::{
    ChanceTables, Change, Click, ClickChoice, Drawable, EarlyResult, EvalInfo, Evaluated, Facts, Game, LEVELS,
    Notation, NotationError, Payoffs, Playable, PlayerId, Rng, Scene, SetupForm, Turn,
};
pub use eval::AnyEval;
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A game of any type.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn ErasedGame>);

/// A position of an [`AnyGame`].
pub struct AnyPosition(Box<dyn ErasedPosition>);

/// A move of an [`AnyGame`]: its place in the list of legal moves of the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(pub u32);

/// What an [`AnyGame`] needs to take back a move or a roll.
pub struct AnyUndo(Box<dyn Any + Send>);

impl AnyMove {
    /// The move at this place of the list.
    pub fn at(place: usize) -> Self {
        AnyMove(u32::try_from(place).expect("a list of moves fits into memory"))
    }
}

impl AnyGame {
    /// Hides the type of a game.
    pub fn new<G: Playable>(game: G) -> Self {
        AnyGame(Arc::new(game))
    }

    /// Hides the type of a position of the game inside.
    pub fn position<G: Playable>(position: G::Position) -> AnyPosition {
        hidden::<G>(position)
    }

    /// The game inside, if it is of this type.
    pub fn downcast<G: Playable>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// The type of the game inside.
    pub fn inner_type(&self) -> TypeId {
        self.0.as_any().type_id()
    }
}

impl AnyPosition {
    /// The position inside, if it belongs to a game of this type.
    pub fn downcast<G: Game>(&self) -> Option<&G::Position> {
        self.0.as_any().downcast_ref::<Hidden<G>>().map(|hidden| &hidden.position)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyGame").field(&self.0.variant_text()).finish()
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition(self.0.clone_box())
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.as_any())
    }
}

impl Eq for AnyPosition {}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

trait ErasedPosition: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn clone_box(&self) -> Box<dyn ErasedPosition>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A position of a game of a known type.
struct Hidden<G: Game> {
    position: G::Position,
    /// The legal moves, once they have been asked for.
    moves: OnceLock<Vec<G::Move>>,
}

impl<G: Game> ErasedPosition for Hidden<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
    fn clone_box(&self) -> Box<dyn ErasedPosition> {
        Box::new(Hidden::<G> { position: self.position.clone(), moves: self.moves.clone() })
    }
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| self.position == other.position)
    }
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.position, f)
    }
}

impl<G: Game> Hidden<G> {
    fn moves(&self, game: &G) -> &[G::Move] {
        self.moves.get_or_init(|| {
            let mut moves = Vec::new();
            game.moves(&self.position, &mut moves);
            moves
        })
    }

    /// The move at this place of the list.
    fn listed(&self, game: &G, mv: AnyMove) -> G::Move {
        let found = self.moves(game).get(mv.0 as usize);
        *found.expect("a move is used only in the position where it was listed")
    }
}

const SAME_GAME: &str = "a position is used only with the game that made it";

/// The position inside with its moves; it belongs to the game that is asked.
fn shown<G: Game>(position: &AnyPosition) -> &Hidden<G> {
    position.0.as_any().downcast_ref().expect(SAME_GAME)
}

/// The position inside, which belongs to the game that is asked.
fn known<G: Game>(position: &AnyPosition) -> &G::Position {
    &shown::<G>(position).position
}

/// The position inside, to be changed: its list of moves is forgotten.
fn known_mut<G: Game>(position: &mut AnyPosition) -> &mut G::Position {
    let hidden: &mut Hidden<G> = position.0.as_any_mut().downcast_mut().expect(SAME_GAME);
    hidden.moves = OnceLock::new();
    &mut hidden.position
}

/// The place of a move in the list of the position; `None` for a move that is not legal there.
pub fn place_of_move<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> Option<AnyMove> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.iter().position(|other| *other == mv).map(AnyMove::at)
}

trait ErasedGame: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn facts(&self) -> Facts;
    fn start(&self) -> AnyPosition;
    fn turn(&self, position: &AnyPosition) -> Turn;
    fn list_moves(&self, position: &AnyPosition) -> usize;
    fn count(&self, position: &AnyPosition) -> u64;
    fn make(&self, position: &mut AnyPosition, mv: AnyMove) -> AnyUndo;
    fn unmake(&self, position: &mut AnyPosition, undo: AnyUndo);
    fn payoffs(&self, position: &AnyPosition) -> Payoffs;
    fn key(&self, position: &AnyPosition) -> Option<u64>;
    fn symmetric_key(&self, position: &AnyPosition) -> Option<u64>;
    fn outcomes(&self, position: &AnyPosition) -> &[f64];
    fn roll(&self, position: &mut AnyPosition, outcome: usize) -> AnyUndo;
    fn unroll(&self, position: &mut AnyPosition, outcome: usize, undo: AnyUndo);
    fn mover(&self, position: &AnyPosition) -> Option<PlayerId>;
    fn random_start(&self, rng: &mut Rng) -> AnyPosition;
    fn random_game(&self, position: &AnyPosition, rng: &mut Rng) -> (Payoffs, u32);
    fn early_result(&self, position: &AnyPosition) -> Option<EarlyResult>;
    fn disqualify(&self, position: &mut AnyPosition, player: PlayerId) -> bool;
    fn after_pass(&self, position: &AnyPosition) -> Option<AnyPosition>;
    fn position_text(&self, position: &AnyPosition) -> String;
    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError>;
    fn move_text(&self, position: &AnyPosition, mv: AnyMove) -> String;
    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, NotationError>;
    fn phase(&self, position: &AnyPosition) -> &'static str;
    fn before_roll(&self, position: &AnyPosition) -> Option<(AnyPosition, usize)>;
    fn setup_form(&self) -> Option<SetupForm>;
    fn variant_text(&self) -> String;
    fn scene(&self, position: &AnyPosition) -> Scene;
    fn clicks(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Click>;
    fn click_forms(&self) -> Vec<Vec<ClickChoice>>;
    fn paths(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Vec<usize>>;
    fn ending(&self, position: &AnyPosition) -> Option<String>;
    fn changes(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Change>;
    fn prompts(&self, position: &AnyPosition) -> Vec<String>;
    fn refusal(&self, position: &AnyPosition, clicks: &[Click]) -> Option<String>;
    fn notice(&self, position: &AnyPosition, mv: AnyMove) -> Option<String>;
    fn passed(&self, position: &AnyPosition, mv: AnyMove) -> Vec<PlayerId>;
    fn score(&self, position: &AnyPosition) -> Vec<i64>;
    fn legend(&self) -> Vec<(char, &'static str)>;
    fn evals(&self) -> &'static [EvalInfo];
    fn best_spec(&self) -> Option<&'static str>;
    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]>;
    fn chance_tables(&self) -> Option<ChanceTables>;
    fn progress(&self, position: &AnyPosition) -> f64;
    fn flaws(&self, position: &AnyPosition, played: AnyMove, better: AnyMove) -> Vec<String>;
    fn eval(&self, name: &str) -> Option<AnyEval>;
}

fn hidden<G: Game>(position: G::Position) -> AnyPosition {
    AnyPosition(Box::new(Hidden::<G> { position, moves: OnceLock::new() }))
}

impl<G: Playable> ErasedGame for G {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn facts(&self) -> Facts {
        Game::facts(self)
    }
    fn start(&self) -> AnyPosition {
        hidden::<G>(Game::start(self))
    }
    fn turn(&self, position: &AnyPosition) -> Turn {
        Game::turn(self, known::<G>(position))
    }
    fn list_moves(&self, position: &AnyPosition) -> usize {
        shown::<G>(position).moves(self).len()
    }
    fn count(&self, position: &AnyPosition) -> u64 {
        let Hidden { position, moves } = shown::<G>(position);
        moves.get().map_or_else(|| Game::count_moves(self, position), |moves| moves.len() as u64)
    }
    fn make(&self, position: &mut AnyPosition, mv: AnyMove) -> AnyUndo {
        let mv = shown::<G>(position).listed(self, mv);
        let undo = Game::make(self, known_mut::<G>(position), mv);
        AnyUndo(Box::new(Made::<G> { mv, undo }))
    }
    fn unmake(&self, position: &mut AnyPosition, undo: AnyUndo) {
        let made = undo.0.downcast::<Made<G>>().expect("a move is taken back with what it returned");
        Game::unmake(self, known_mut::<G>(position), made.mv, made.undo);
    }
    fn payoffs(&self, position: &AnyPosition) -> Payoffs {
        Game::payoffs(self, known::<G>(position))
    }
    fn key(&self, position: &AnyPosition) -> Option<u64> {
        Game::key(self, known::<G>(position))
    }
    fn symmetric_key(&self, position: &AnyPosition) -> Option<u64> {
        Game::symmetric_key(self, known::<G>(position))
    }
    fn outcomes(&self, position: &AnyPosition) -> &[f64] {
        Game::outcomes(self, known::<G>(position))
    }
    fn roll(&self, position: &mut AnyPosition, outcome: usize) -> AnyUndo {
        AnyUndo(Box::new(Rolled::<G>(Game::roll(self, known_mut::<G>(position), outcome))))
    }
    fn unroll(&self, position: &mut AnyPosition, outcome: usize, undo: AnyUndo) {
        let rolled = undo.0.downcast::<Rolled<G>>().expect("a roll is taken back with what it returned");
        Game::unroll(self, known_mut::<G>(position), outcome, rolled.0);
    }
    fn mover(&self, position: &AnyPosition) -> Option<PlayerId> {
        Game::mover(self, known::<G>(position))
    }
    fn random_start(&self, rng: &mut Rng) -> AnyPosition {
        hidden::<G>(Game::random_start(self, rng))
    }
    fn random_game(&self, position: &AnyPosition, rng: &mut Rng) -> (Payoffs, u32) {
        Game::random_game(self, known::<G>(position), rng)
    }
    fn early_result(&self, position: &AnyPosition) -> Option<EarlyResult> {
        Game::early_result(self, known::<G>(position))
    }
    fn disqualify(&self, position: &mut AnyPosition, player: PlayerId) -> bool {
        Game::disqualify(self, known_mut::<G>(position), player)
    }
    fn after_pass(&self, position: &AnyPosition) -> Option<AnyPosition> {
        Game::after_pass(self, known::<G>(position)).map(hidden::<G>)
    }
    fn position_text(&self, position: &AnyPosition) -> String {
        Notation::position_text(self, known::<G>(position))
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        Notation::parse_position(self, text).map(hidden::<G>)
    }
    fn move_text(&self, position: &AnyPosition, mv: AnyMove) -> String {
        let hidden = shown::<G>(position);
        Notation::move_text(self, &hidden.position, hidden.listed(self, mv))
    }
    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, NotationError> {
        let hidden = shown::<G>(position);
        let mv = Notation::parse_move(self, &hidden.position, text)?;
        let place = hidden.moves(self).iter().position(|other| *other == mv);
        place.map(AnyMove::at).ok_or_else(|| NotationError::new(text, "this move is not legal"))
    }
    fn phase(&self, position: &AnyPosition) -> &'static str {
        Notation::phase(self, known::<G>(position))
    }
    fn before_roll(&self, position: &AnyPosition) -> Option<(AnyPosition, usize)> {
        Notation::before_roll(self, known::<G>(position)).map(|(before, outcome)| (hidden::<G>(before), outcome))
    }
    fn setup_form(&self) -> Option<SetupForm> {
        Notation::setup_form(self)
    }
    fn variant_text(&self) -> String {
        Notation::variant_text(self)
    }
    fn scene(&self, position: &AnyPosition) -> Scene {
        Drawable::scene(self, known::<G>(position))
    }
    fn clicks(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Click> {
        let hidden = shown::<G>(position);
        Drawable::clicks(self, &hidden.position, hidden.listed(self, mv))
    }
    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        Drawable::click_forms(self)
    }
    fn paths(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Vec<usize>> {
        let hidden = shown::<G>(position);
        Drawable::paths(self, &hidden.position, hidden.listed(self, mv))
    }
    fn ending(&self, position: &AnyPosition) -> Option<String> {
        Drawable::ending(self, known::<G>(position))
    }
    fn changes(&self, position: &AnyPosition, mv: AnyMove) -> Vec<Change> {
        let hidden = shown::<G>(position);
        Drawable::changes(self, &hidden.position, hidden.listed(self, mv))
    }
    fn prompts(&self, position: &AnyPosition) -> Vec<String> {
        Drawable::prompts(self, known::<G>(position))
    }
    fn refusal(&self, position: &AnyPosition, clicks: &[Click]) -> Option<String> {
        Drawable::refusal(self, known::<G>(position), clicks)
    }
    fn notice(&self, position: &AnyPosition, mv: AnyMove) -> Option<String> {
        let hidden = shown::<G>(position);
        Drawable::notice(self, &hidden.position, hidden.listed(self, mv))
    }
    fn passed(&self, position: &AnyPosition, mv: AnyMove) -> Vec<PlayerId> {
        let hidden = shown::<G>(position);
        Drawable::passed(self, &hidden.position, hidden.listed(self, mv))
    }
    fn score(&self, position: &AnyPosition) -> Vec<i64> {
        Drawable::score(self, known::<G>(position))
    }
    fn legend(&self) -> Vec<(char, &'static str)> {
        Drawable::legend(self)
    }
    fn evals(&self) -> &'static [EvalInfo] {
        Evaluated::evals(self)
    }
    fn best_spec(&self) -> Option<&'static str> {
        Evaluated::best_spec(self)
    }
    fn chance_tables(&self) -> Option<ChanceTables> {
        Evaluated::chance_tables(self)
    }
    fn progress(&self, position: &AnyPosition) -> f64 {
        Evaluated::progress(self, known::<G>(position))
    }
    fn flaws(&self, position: &AnyPosition, played: AnyMove, better: AnyMove) -> Vec<String> {
        let hidden = shown::<G>(position);
        Evaluated::flaws(self, &hidden.position, hidden.listed(self, played), hidden.listed(self, better))
    }
    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]> {
        Evaluated::level_specs(self)
    }
    fn eval(&self, name: &str) -> Option<AnyEval> {
        Evaluated::eval(self, name).map(|eval| AnyEval::new::<G>(eval))
    }
}

/// A move and what takes it back.
struct Made<G: Game> {
    mv: G::Move,
    undo: G::Undo,
}

struct Rolled<G: Game>(G::Undo);

impl Game for AnyGame {
    type Position = AnyPosition;
    type Move = AnyMove;
    type Undo = AnyUndo;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn start(&self) -> AnyPosition {
        self.0.start()
    }
    fn turn(&self, position: &AnyPosition) -> Turn {
        self.0.turn(position)
    }
    fn moves(&self, position: &AnyPosition, out: &mut Vec<AnyMove>) {
        out.extend((0..self.0.list_moves(position)).map(AnyMove::at));
    }
    fn make(&self, position: &mut AnyPosition, mv: AnyMove) -> AnyUndo {
        self.0.make(position, mv)
    }
    fn unmake(&self, position: &mut AnyPosition, _mv: AnyMove, undo: AnyUndo) {
        self.0.unmake(position, undo);
    }
    fn payoffs(&self, position: &AnyPosition) -> Payoffs {
        self.0.payoffs(position)
    }
    fn key(&self, position: &AnyPosition) -> Option<u64> {
        self.0.key(position)
    }
    fn symmetric_key(&self, position: &AnyPosition) -> Option<u64> {
        self.0.symmetric_key(position)
    }
    fn outcomes(&self, position: &AnyPosition) -> &[f64] {
        self.0.outcomes(position)
    }
    fn roll(&self, position: &mut AnyPosition, outcome: usize) -> AnyUndo {
        self.0.roll(position, outcome)
    }
    fn unroll(&self, position: &mut AnyPosition, outcome: usize, undo: AnyUndo) {
        self.0.unroll(position, outcome, undo);
    }
    fn mover(&self, position: &AnyPosition) -> Option<PlayerId> {
        self.0.mover(position)
    }
    fn random_start(&self, rng: &mut Rng) -> AnyPosition {
        self.0.random_start(rng)
    }
    fn random_game(&self, position: &AnyPosition, rng: &mut Rng) -> (Payoffs, u32) {
        self.0.random_game(position, rng)
    }
    fn early_result(&self, position: &AnyPosition) -> Option<EarlyResult> {
        self.0.early_result(position)
    }
    fn disqualify(&self, position: &mut AnyPosition, player: PlayerId) -> bool {
        self.0.disqualify(position, player)
    }

    fn after_pass(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.0.after_pass(position)
    }
    fn count_moves(&self, position: &AnyPosition) -> u64 {
        self.0.count(position)
    }
    fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool {
        u64::from(mv.0) < self.0.count(position)
    }
}
