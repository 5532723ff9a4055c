//! A whole game looked at afterwards, turn by turn.

use super::game::LiveGame;
use super::study::{SEED, USUAL, proven_share, share};
use super::{Inquiry, Progress};
use crate::engines::EngineCell;
use crate::messages::{Push, Review};
use plyground_core::{GameEvent, Playable, PlayerId, Turn};
use plyground_engine::luck::{Assessor, DEFAULT_PLAYER, EXACT_NODES};
use plyground_engine::{Player, Request, Spec, SpecError, SpecPolicy, build};
use plyground_search::{Limits, Report};
use std::time::Duration;

/// How long every position is looked at.
const LOOK: Duration = Duration::from_millis(150);
/// Where every player has a scale of his own, every move gets a value of its own.
const EVERY_MOVE: u32 = 500;

impl<G: Playable> LiveGame<G> {
    pub(super) fn start_review(&self) -> Result<Inquiry, String> {
        let turned = |past: &super::past::Past<G>| Turned {
            before: past.before.clone(),
            event: past.event,
            text: past.text.clone(),
        };
        let over = self.is_over().then(|| self.payoffs().winner());
        let mut reviewer = Reviewer {
            game: self.game.clone(),
            turns: self.past.iter().map(turned).collect(),
            end: self.settled.clone(),
            over,
            engine: EngineCell::new(&self.budget),
            before: None,
            next: 0,
            version: self.version,
        };
        Ok(Box::new(move |_stop| reviewer.slice()))
    }
}

/// A turn that was made.
struct Turned<G: Playable> {
    before: G::Position,
    event: GameEvent<G::Move>,
    text: String,
}

/// Who values turns.
enum Judge<G: Playable> {
    /// By chances of winning, luck apart from skill.
    Dice(Box<Assessor<G>>),
    /// By what the position is worth before and after.
    Plain(Box<dyn Player<G>>),
    /// By what the moves of a position are worth to whoever moves; nobody's loss is a single other one's gain.
    Many(Box<dyn Player<G>>),
}

impl<G: Playable> Judge<G> {
    /// What its tables take if there is enough memory.
    fn memory() -> u64 {
        SpecPolicy::memory_of(&Spec::named(USUAL))
    }

    /// With tables of at most so many bytes.
    fn build(game: &G, bytes: u64) -> Result<Self, SpecError> {
        let sized = |spec: Spec| spec.with_memory_scaled(bytes, Self::memory());
        let usual = Spec::named(USUAL);
        if game.facts().players != 2 {
            return Ok(Judge::Many(build(&sized(usual.with_lines(EVERY_MOVE)), game, SEED)?));
        }
        match Assessor::new(&sized(DEFAULT_PLAYER.parse()?), game, SEED, EXACT_NODES) {
            Ok(assessor) => Ok(Judge::Dice(Box::new(assessor))),
            Err(_) => Ok(Judge::Plain(build(&sized(usual), game, SEED)?)),
        }
    }
}

/// What was seen in a position.
#[derive(Clone)]
struct Seen {
    /// For whom it is told.
    view: PlayerId,
    /// What it is worth to him, between 0 and 1.
    share: f64,
    /// The best move.
    best: Option<String>,
    /// What the move that was made gave away.
    error: f64,
    /// What the roll brought.
    luck: Option<f64>,
    /// Whether all of that is proven.
    exact: bool,
}

impl Seen {
    /// A position without a move to talk about.
    fn of(view: PlayerId, share: f64, exact: bool) -> Self {
        Seen { view, share, best: None, error: 0.0, luck: None, exact }
    }
}

/// A whole game under review.
struct Reviewer<G: Playable> {
    game: G,
    turns: Vec<Turned<G>>,
    end: G::Position,
    /// Who won (nobody, where it was a draw), if the game is over.
    over: Option<Option<PlayerId>>,
    engine: EngineCell<Judge<G>>,
    /// What the next turn begins with, for the first of two players, where the last one has looked at it already.
    before: Option<Seen>,
    next: usize,
    version: u64,
}

impl<G: Playable> Reviewer<G> {
    fn slice(&mut self) -> Progress {
        let ply = self.next;
        self.next += 1;
        let turn = self.turns.get(ply).map(|turned| turned.event);
        let (engine, game) = (self.engine.clone(), self.game.clone());
        let looked = engine.with(
            Judge::<G>::memory(),
            |bytes| Judge::build(&game, bytes),
            |judge| match turn {
                Some(GameEvent::Turn(turn)) => self.turn(judge, ply, turn),
                Some(GameEvent::Out(_)) => Seen::of(PlayerId::FIRST, 0.5, false),
                None => self.last(judge),
            },
        );
        let Ok(seen) = looked else {
            return Progress { said: None, more: false };
        };
        let turned = self.turns.get(ply);
        let review = Review {
            ply,
            plies: self.turns.len(),
            version: self.version,
            view: seen.view.number(),
            share: seen.share,
            player: turned.and_then(|turned| self.game.mover(&turned.before)).map(PlayerId::number),
            played: turned.map(|turned| turned.text.clone()),
            best: seen.best,
            error: seen.error,
            luck: seen.luck,
            exact: seen.exact,
        };
        Progress { said: Some(Push::Review { review }), more: turned.is_some() }
    }

    /// What stands after the last turn.
    fn last(&mut self, judge: &mut Judge<G>) -> Seen {
        if let (None, Judge::Plain(_), Some(seen)) = (self.over, &*judge, &self.before) {
            return seen.clone();
        }
        match (self.over, judge) {
            (Some(winner), Judge::Many(_)) => {
                let share = if winner.is_some() { 1.0 } else { 0.5 };
                Seen::of(winner.unwrap_or(PlayerId::FIRST), share, true)
            }
            (Some(winner), _) => of_first(winner),
            (None, Judge::Plain(player)) => look(&self.game, player.as_mut(), &self.end),
            (None, Judge::Dice(assessor)) => {
                Seen::of(PlayerId::FIRST, assessor.chance_of_first(&self.game, &self.end), false)
            }
            (None, Judge::Many(player)) => look_among_many(&self.game, player.as_mut(), &self.end, None),
        }
    }

    fn turn(&mut self, judge: &mut Judge<G>, ply: usize, turn: (Option<usize>, G::Move)) -> Seen {
        let position = &self.turns[ply].before;
        let mover = self.game.mover(position).expect("somebody moved");
        match judge {
            Judge::Dice(assessor) => {
                let judged = assessor.judge(&self.game, position, turn);
                let mut rolled = position.clone();
                if let (Some(face), Turn::Chance) = (turn.0, self.game.turn(&rolled)) {
                    self.game.roll(&mut rolled, face);
                }
                Seen {
                    view: PlayerId::FIRST,
                    share: first(mover, judged.before),
                    best: judged.best.map(|mv| self.game.move_text(&rolled, mv)),
                    error: judged.error().max(0.0),
                    luck: Some(judged.luck()),
                    exact: judged.exact,
                }
            }
            Judge::Plain(player) => {
                let known = self.before.take();
                let now = known.unwrap_or_else(|| look(&self.game, player.as_mut(), position));
                let after = self.turns.get(ply + 1).map_or(&self.end, |turned| &turned.before);
                let next = match self.over.filter(|_| ply + 1 == self.turns.len()) {
                    Some(winner) => of_first(winner),
                    None => look(&self.game, player.as_mut(), after),
                };
                let error = (first(mover, now.share) - first(mover, next.share)).max(0.0);
                self.before = Some(next);
                Seen { error, ..now }
            }
            Judge::Many(player) => look_among_many(&self.game, player.as_mut(), position, Some(turn.1)),
        }
    }
}

/// A chance of this player as one of the first.
fn first(player: PlayerId, chance: f64) -> f64 {
    if player == PlayerId::FIRST { chance } else { 1.0 - chance }
}

/// What a result is worth to the first of two players.
fn of_first(winner: Option<PlayerId>) -> Seen {
    Seen::of(PlayerId::FIRST, winner.map_or(0.5, |winner| first(winner, 1.0)), true)
}

fn think<G: Playable>(game: &G, player: &mut dyn Player<G>, position: &G::Position) -> Report<G::Move> {
    let limits = Limits { time: Some(LOOK), ..Limits::default() };
    player.think(Request::new(game, position).within(limits))
}

/// What a position is worth to the first of two players.
fn look<G: Playable>(game: &G, player: &mut dyn Player<G>, position: &G::Position) -> Seen {
    let Some(mover) = game.mover(position) else { return of_first(game.payoffs(position).winner()) };
    let report = think(game, player, position);
    let best = report.best.map(|mv| game.move_text(position, mv));
    let share = first(mover, proven_share(&report, player.unit()));
    Seen { best, ..Seen::of(PlayerId::FIRST, share, report.exact) }
}

/// What a position is worth to whoever moves there, and what his move gave away, as far as the engine has considered it.
fn look_among_many<G: Playable>(
    game: &G,
    player: &mut dyn Player<G>,
    position: &G::Position,
    played: Option<G::Move>,
) -> Seen {
    let Some(mover) = game.mover(position) else { return Seen::of(PlayerId::FIRST, 0.5, false) };
    let report = think(game, player, position);
    let now = proven_share(&report, player.unit());
    let considered = report.moves.iter().find(|root| Some(root.mv) == played && root.value.is_finite());
    let error = considered.map_or(0.0, |root| (now - share(root.value, player.unit())).max(0.0));
    let best = report.best.map(|mv| game.move_text(position, mv));
    Seen { best, error: if played == report.best { 0.0 } else { error }, ..Seen::of(mover, now, report.exact) }
}
