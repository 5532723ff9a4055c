//! A review of a whole game, turn by turn.

use super::analysis::{DEFAULT_ENGINE, SEED, proven_share, share};
use super::game::LiveGame;
use super::{AnalysisStep, AnalysisTask};
use crate::engines::EngineCell;
use crate::error::ApiError;
use crate::messages::{PushMessage, Review};
use plyground_core::{AnyGame, AnyMove, AnyPosition, Game, GameEvent, Notation, PlayerId, Turn};
use plyground_engine::luck::{Assessor, DEFAULT_PLAYER, EXACT_NODES};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecError, SpecPolicy, build};
use plyground_search::{Limits, Report};
use std::time::Duration;

/// Search time per position.
const SEARCH_TIME: Duration = Duration::from_millis(150);
/// With more than two players each has a value scale of their own, so every move needs an exact value.
const EVERY_MOVE: u32 = 500;

impl LiveGame {
    pub(super) fn start_review(&self) -> Result<AnalysisTask, ApiError> {
        let reviewed = |turn: &super::history::PlayedTurn| ReviewedTurn {
            before: turn.before.clone(),
            event: turn.event,
            text: turn.text.clone(),
        };
        let over = self.is_over().then(|| self.payoffs().winner());
        let mut reviewer = Reviewer {
            game: self.game.clone(),
            turns: self.history.iter().map(reviewed).collect(),
            end: self.turn_start.clone(),
            over,
            engine: EngineCell::new(&self.budget),
            before: None,
            next: 0,
            version: self.version,
        };
        Ok(Box::new(move |_stop| reviewer.slice()))
    }
}

/// A turn under review.
struct ReviewedTurn {
    before: AnyPosition,
    event: GameEvent<AnyMove>,
    text: String,
}

/// How turns are evaluated.
enum TurnEvaluator {
    /// By chances of winning, separating luck from skill.
    Dice(Box<Assessor>),
    /// By the values of the positions before and after.
    Plain(Box<dyn Player<AnyGame>>),
    /// By the values of the mover's alternatives; with more than two players one player's loss is no single other player's gain.
    Many(Box<dyn Player<AnyGame>>),
}

impl TurnEvaluator {
    /// The memory of its tables if there is enough.
    fn memory() -> u64 {
        SpecPolicy::memory_of(&Spec::named(DEFAULT_ENGINE))
    }

    /// Builds it with tables of at most `bytes`.
    fn build(game: &AnyGame, bytes: u64) -> Result<Self, SpecError> {
        let sized = |spec: Spec| spec.with_memory_scaled(bytes, Self::memory());
        let spec = Spec::named(DEFAULT_ENGINE);
        if game.facts().players != 2 {
            return Ok(TurnEvaluator::Many(build(&sized(spec.with_lines(EVERY_MOVE)), game, SEED)?));
        }
        match Assessor::new(&sized(DEFAULT_PLAYER.parse()?), game, SEED, EXACT_NODES) {
            Ok(assessor) => Ok(TurnEvaluator::Dice(Box::new(assessor))),
            Err(_) => Ok(TurnEvaluator::Plain(build(&sized(spec), game, SEED)?)),
        }
    }
}

/// The evaluation of a turn.
#[derive(Clone)]
struct TurnReview {
    /// The player whose point of view `share` takes.
    view: PlayerId,
    /// The value of the position before the turn for that player, from 0 to 1.
    share: f64,
    /// The best move.
    best: Option<String>,
    /// What the move lost compared with the best one.
    error: f64,
    /// What the roll gained.
    luck: Option<f64>,
    /// Whether these values are proven.
    exact: bool,
}

impl TurnReview {
    /// A position without a move.
    fn of(view: PlayerId, share: f64, exact: bool) -> Self {
        TurnReview { view, share, best: None, error: 0.0, luck: None, exact }
    }
}

/// A whole game under review.
struct Reviewer {
    game: AnyGame,
    turns: Vec<ReviewedTurn>,
    end: AnyPosition,
    /// The winner (`None` for a draw), if the game is over.
    over: Option<Option<PlayerId>>,
    engine: EngineCell<TurnEvaluator>,
    /// The next turn's position for the first of two players, if the last turn has evaluated it already.
    before: Option<TurnReview>,
    next: usize,
    version: u64,
}

impl Reviewer {
    fn slice(&mut self) -> AnalysisStep {
        let ply = self.next;
        self.next += 1;
        let turn = self.turns.get(ply).map(|turn| turn.event);
        let (engine, game) = (self.engine.clone(), self.game.clone());
        let reviewed = engine.with(
            TurnEvaluator::memory(),
            |bytes| TurnEvaluator::build(&game, bytes),
            |evaluator| match turn {
                Some(GameEvent::Turn(turn)) => self.turn(evaluator, ply, turn),
                Some(GameEvent::Out(_)) => TurnReview::of(PlayerId::FIRST, 0.5, false),
                None => self.last(evaluator),
            },
        );
        let Ok(reviewed) = reviewed else {
            return AnalysisStep { message: None, more: false };
        };
        let turn = self.turns.get(ply);
        let review = Review {
            ply,
            plies: self.turns.len(),
            version: self.version,
            view: reviewed.view.number(),
            share: reviewed.share,
            player: turn.and_then(|turn| self.game.mover(&turn.before)).map(PlayerId::number),
            played: turn.map(|turn| turn.text.clone()),
            best: reviewed.best,
            error: reviewed.error,
            luck: reviewed.luck,
            exact: reviewed.exact,
        };
        AnalysisStep { message: Some(PushMessage::Review { review }), more: turn.is_some() }
    }

    /// The position after the last turn.
    fn last(&mut self, evaluator: &mut TurnEvaluator) -> TurnReview {
        if let (None, TurnEvaluator::Plain(_), Some(known)) = (self.over, &*evaluator, &self.before) {
            return known.clone();
        }
        match (self.over, evaluator) {
            (Some(winner), TurnEvaluator::Many(_)) => {
                let share = if winner.is_some() { 1.0 } else { 0.5 };
                TurnReview::of(winner.unwrap_or(PlayerId::FIRST), share, true)
            }
            (Some(winner), _) => of_first(winner),
            (None, TurnEvaluator::Plain(player)) => evaluate(&self.game, player.as_mut(), &self.end),
            (None, TurnEvaluator::Dice(assessor)) => {
                TurnReview::of(PlayerId::FIRST, assessor.chance_of_first(&self.game, &self.end), false)
            }
            (None, TurnEvaluator::Many(player)) => evaluate_among_many(&self.game, player.as_mut(), &self.end, None),
        }
    }

    fn turn(&mut self, evaluator: &mut TurnEvaluator, ply: usize, turn: (Option<usize>, AnyMove)) -> TurnReview {
        let position = &self.turns[ply].before;
        let mover = self.game.mover(position).expect("a turn has a mover");
        match evaluator {
            TurnEvaluator::Dice(assessor) => {
                let assessed = assessor.judge(&self.game, position, turn);
                let mut rolled = position.clone();
                if let (Some(face), Turn::Chance) = (turn.0, self.game.turn(&rolled)) {
                    self.game.roll(&mut rolled, face);
                }
                TurnReview {
                    view: PlayerId::FIRST,
                    share: first(mover, assessed.before),
                    best: assessed.best.map(|mv| self.game.move_text(&rolled, mv)),
                    error: assessed.error().max(0.0),
                    luck: Some(assessed.luck()),
                    exact: assessed.exact,
                }
            }
            TurnEvaluator::Plain(player) => {
                let known = self.before.take();
                let now = known.unwrap_or_else(|| evaluate(&self.game, player.as_mut(), position));
                let after = self.turns.get(ply + 1).map_or(&self.end, |turn| &turn.before);
                let next = match self.over.filter(|_| ply + 1 == self.turns.len()) {
                    Some(winner) => of_first(winner),
                    None => evaluate(&self.game, player.as_mut(), after),
                };
                let error = (first(mover, now.share) - first(mover, next.share)).max(0.0);
                self.before = Some(next);
                TurnReview { error, ..now }
            }
            TurnEvaluator::Many(player) => evaluate_among_many(&self.game, player.as_mut(), position, Some(turn.1)),
        }
    }
}

/// Converts a player's chance into the first player's.
fn first(player: PlayerId, chance: f64) -> f64 {
    if player == PlayerId::FIRST { chance } else { 1.0 - chance }
}

/// The value of a result for the first of two players.
fn of_first(winner: Option<PlayerId>) -> TurnReview {
    TurnReview::of(PlayerId::FIRST, winner.map_or(0.5, |winner| first(winner, 1.0)), true)
}

fn search(game: &AnyGame, player: &mut dyn Player<AnyGame>, position: &AnyPosition) -> Report<AnyMove> {
    let limits = Limits { time: Some(SEARCH_TIME), ..Limits::default() };
    player.think(Request::from(SearchRequest::new(game, position).within(limits)))
}

/// The value of a position for the first of two players.
fn evaluate(game: &AnyGame, player: &mut dyn Player<AnyGame>, position: &AnyPosition) -> TurnReview {
    let Some(mover) = game.mover(position) else { return of_first(game.payoffs(position).winner()) };
    let report = search(game, player, position);
    let best = report.best.map(|mv| game.move_text(position, mv));
    let share = first(mover, proven_share(&report, player.unit()));
    TurnReview { best, ..TurnReview::of(PlayerId::FIRST, share, report.exact) }
}

/// The value of a position for its mover, and what the move played lost, as far as the engine considered it.
fn evaluate_among_many(
    game: &AnyGame,
    player: &mut dyn Player<AnyGame>,
    position: &AnyPosition,
    played: Option<AnyMove>,
) -> TurnReview {
    let Some(mover) = game.mover(position) else { return TurnReview::of(PlayerId::FIRST, 0.5, false) };
    let report = search(game, player, position);
    let now = proven_share(&report, player.unit());
    let considered = report.moves.iter().find(|root| Some(root.mv) == played && root.value.is_finite());
    let error = considered.map_or(0.0, |root| (now - share(root.value, player.unit())).max(0.0));
    let best = report.best.map(|mv| game.move_text(position, mv));
    TurnReview {
        best,
        error: if played == report.best { 0.0 } else { error },
        ..TurnReview::of(mover, now, report.exact)
    }
}
