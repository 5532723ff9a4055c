//! A review of a whole game, turn by turn.

use super::analysis::{DEFAULT_ENGINE, SEED};
use super::game::LiveGame;
use super::{AnalysisStep, AnalysisTask};
use crate::engines::EngineCell;
use crate::error::ApiError;
use crate::messages::{PushMessage, Review};
use plyground_core::{AnyGame, AnyMove, AnyPosition, Chances, Game, GameEvent, Notation, PlayerId};
use plyground_engine::chances::{NOTABLE_LOSS, chances_of_move, chances_of_report, reason, scale_of};
use plyground_engine::luck::{Assessor, DEFAULT_PLAYER, EXACT_NODES};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecError, SpecPolicy, build};
use plyground_search::Limits;
use std::time::Duration;

/// Search time per position at most, and of a whole game: long games get less per position.
const LONGEST_SEARCH: Duration = Duration::from_millis(150);
const WHOLE_REVIEW: Duration = Duration::from_secs(16);
/// With more than two players each has a value scale of their own, so every move needs an exact value.
const EVERY_MOVE: u32 = 500;

impl LiveGame {
    /// Starts a review of all turns.
    pub fn review(&self) -> Result<AnalysisTask, ApiError> {
        let reviewed = |turn: &super::history::PlayedTurn| ReviewedTurn {
            before: turn.before.clone(),
            event: turn.event,
            text: turn.text.clone(),
        };
        let over = self.is_over().then(|| Chances::of_result(&self.payoffs()));
        let mut reviewer = Reviewer {
            game: self.game.clone(),
            turns: self.history.iter().map(reviewed).collect(),
            end: self.turn_start.clone(),
            over,
            engine: EngineCell::new(&self.budget),
            search_time: LONGEST_SEARCH.min(WHOLE_REVIEW / (self.history.len() as u32 + 1)),
            before: None,
            next: 0,
            version: self.version,
        };
        Ok(Box::new(move |_| reviewer.slice()))
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
    /// The chances before the turn.
    chances: Chances,
    /// The best move, after the roll if there was one.
    best: Option<AnyMove>,
    /// What the move lost compared with the best one.
    error: f64,
    /// What the roll gained.
    luck: Option<f64>,
    /// Whether these values are proven.
    exact: bool,
}

impl TurnReview {
    /// A position without a move.
    fn of(chances: Chances, exact: bool) -> Self {
        TurnReview { chances, best: None, error: 0.0, luck: None, exact }
    }
}

/// A whole game under review.
struct Reviewer {
    game: AnyGame,
    turns: Vec<ReviewedTurn>,
    end: AnyPosition,
    /// The result, if the game is over.
    over: Option<Chances>,
    engine: EngineCell<TurnEvaluator>,
    /// Per position.
    search_time: Duration,
    /// The next turn's position, if the last turn has evaluated it already.
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
                Some(GameEvent::Out(_)) => self.disqualification(evaluator, ply),
                None => self.last(evaluator),
            },
        );
        let Ok(reviewed) = reviewed else {
            return AnalysisStep { message: None, more: false };
        };
        let turn = self.turns.get(ply);
        let mover = turn.and_then(|turn| self.game.mover(&turn.before));
        let rolled = turn.map(|turn| turn.event.after_roll(&self.game, &turn.before));
        // Two players share one point of view; among several it is the mover's, and at the end the winner's.
        let view = match (self.game.facts().players, mover) {
            (2, _) => PlayerId::FIRST,
            (_, Some(mover)) => mover,
            (_, None) => reviewed.chances.leader(),
        };
        let review = Review {
            ply,
            plies: self.turns.len(),
            version: self.version,
            view: view.number(),
            share: reviewed.chances.of(view),
            chances: reviewed.chances.as_slice().to_vec(),
            player: mover.map(PlayerId::number),
            played: turn.map(|turn| turn.text.clone()),
            best: reviewed.best.zip(rolled.as_ref()).map(|(mv, position)| self.game.move_text(position, mv)),
            reason: rolled.and_then(|position| self.reason(&position, turn?.event.turn()?.1, &reviewed)),
            error: reviewed.error,
            luck: reviewed.luck,
            exact: reviewed.exact,
        };
        AnalysisStep { message: Some(PushMessage::Review { review }), more: turn.is_some() }
    }

    /// Why a move that lost something is worse than the best one, as far as features show it.
    fn reason(&self, position: &AnyPosition, played: AnyMove, reviewed: &TurnReview) -> Option<String> {
        let best = reviewed.best.filter(|best| *best != played && reviewed.error >= NOTABLE_LOSS)?;
        reason(&self.game, position, played, best)
    }

    /// The position after the last turn.
    fn last(&mut self, evaluator: &mut TurnEvaluator) -> TurnReview {
        match (self.over, self.before.take()) {
            (Some(result), _) => TurnReview::of(result, true),
            (None, Some(known)) => known,
            (None, None) => self.position(evaluator, &self.end),
        }
    }

    /// The position before a player is disqualified, which is no move.
    fn disqualification(&mut self, evaluator: &mut TurnEvaluator, ply: usize) -> TurnReview {
        let known = self.before.take().unwrap_or_else(|| self.position(evaluator, &self.turns[ply].before));
        TurnReview { best: None, error: 0.0, luck: None, ..known }
    }

    fn position(&self, evaluator: &mut TurnEvaluator, position: &AnyPosition) -> TurnReview {
        match evaluator {
            TurnEvaluator::Dice(assessor) => {
                TurnReview::of(of_both(PlayerId::FIRST, assessor.chance_of_first(&self.game, position)), false)
            }
            TurnEvaluator::Plain(player) | TurnEvaluator::Many(player) => {
                self.evaluate(player.as_mut(), position, None)
            }
        }
    }

    fn turn(&mut self, evaluator: &mut TurnEvaluator, ply: usize, turn: (Option<usize>, AnyMove)) -> TurnReview {
        let position = &self.turns[ply].before;
        let mover = self.game.mover(position).expect("a turn has a mover");
        match evaluator {
            TurnEvaluator::Dice(assessor) => {
                let assessed = assessor.judge(&self.game, position, turn);
                TurnReview {
                    chances: of_both(mover, assessed.before),
                    best: assessed.best,
                    error: assessed.error().max(0.0),
                    luck: Some(assessed.luck()),
                    exact: assessed.exact,
                }
            }
            TurnEvaluator::Plain(player) => {
                let known = self.before.take();
                let now = known.unwrap_or_else(|| self.evaluate(player.as_mut(), position, None));
                let after = self.turns.get(ply + 1).map_or(&self.end, |turn| &turn.before);
                let next = match self.over.filter(|_| ply + 1 == self.turns.len()) {
                    Some(result) => TurnReview::of(result, true),
                    None => self.evaluate(player.as_mut(), after, None),
                };
                let error = (now.chances.of(mover) - next.chances.of(mover)).max(0.0);
                self.before = Some(next);
                TurnReview { error, ..now }
            }
            TurnEvaluator::Many(player) => self.evaluate(player.as_mut(), position, Some(turn.1)),
        }
    }

    /// The chances in a position and, if a move is given, what it lost, as far as the engine considered it.
    fn evaluate(
        &self,
        player: &mut dyn Player<AnyGame>,
        position: &AnyPosition,
        played: Option<AnyMove>,
    ) -> TurnReview {
        let game = &self.game;
        let Some(mover) = game.mover(position) else {
            return TurnReview::of(Chances::of_result(&game.payoffs(position)), true);
        };
        let limits = Limits { time: Some(self.search_time), ..Limits::default() };
        let report = player.think(Request::from(SearchRequest::new(game, position).within(limits)));
        let mut scale = scale_of(game, player);
        let chances = chances_of_report(&mut scale, game, position, &report);
        let considered = report.moves.iter().find(|root| Some(root.mv) == played && root.value.is_finite());
        let considered = considered.filter(|root| Some(root.mv) != report.best);
        let lost = |root| chances.of(mover) - chances_of_move(&mut scale, game, position, root).of(mover);
        let error = considered.map_or(0.0, lost).max(0.0);
        TurnReview { best: report.best, error, ..TurnReview::of(chances, report.exact) }
    }
}

/// The chances of two players, of whom this one has this chance.
fn of_both(player: PlayerId, chance: f64) -> Chances {
    Chances::with_chance_of(player, chance, &[1.0, 1.0])
}
