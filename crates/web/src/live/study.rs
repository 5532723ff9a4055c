//! What engines think of the positions of a game, slice by slice.

use super::game::LiveGame;
use super::wish::decent;
use super::{Inquiry, Progress};
use crate::messages::{ClickOn, FaceLine, Insight, Push, RatedMove, Review, StudyWish};
use plyground_core::{Event, Playable, PlayerId, Turn};
use plyground_engine::luck::{Assessor, DEFAULT_PLAYER, EXACT_NODES};
use plyground_engine::{Player, Spec, Thought, build};
use plyground_search::{Limits, Report, StopFlag, StopReason};
use std::time::Duration;

/// Who thinks unless somebody says otherwise.
const USUAL: &str = "best";
/// How long a study thinks before others have their turn: five times a second pages hear of it.
const SLICE: Duration = Duration::from_millis(200);
/// How long every position of a finished game is looked at.
const LOOK: Duration = Duration::from_millis(150);
/// The unit of players that tell chances of winning.
const CHANCES: &str = "win probability";
/// So many points are three chances in four, for bars and graphs only.
const POINTS: f64 = 60.0;
/// More moves than this nobody reads.
const MOST_MOVES: usize = 400;
const SEED: u64 = 1;

impl<G: Playable> LiveGame<G> {
    pub(super) fn start_study(&self, wish: &StudyWish) -> Result<Inquiry, String> {
        let ply = wish.ply.unwrap_or(self.past.len()).min(self.past.len());
        let position = if ply == self.past.len() { &self.position } else { self.position_at(ply) };
        if self.game.turn(position) == Turn::Over {
            return Err("the game is over here; there is nothing to think about".to_string());
        }
        let spec: Spec = wish.player.as_deref().unwrap_or(USUAL).parse().map_err(|error| format!("{error}"))?;
        let spec = decent(spec.with_lines(wish.lines.clamp(1, 500)), self.wish.processes)
            .map_err(|error| error.to_string())?;
        let mut study = Study {
            player: build(&spec, &self.game, SEED).map_err(|error| error.to_string())?,
            frame: Frame::new(&self.game, position, ply, self.version),
            position: position.clone(),
            game: self.game.clone(),
            spec: spec.to_string(),
            deepest: 0,
        };
        Ok(Box::new(move |stop| study.slice(stop)))
    }

    pub(super) fn start_review(&self) -> Result<Inquiry, String> {
        if self.game.facts().players != 2 {
            return Err("games of more than two players have no single curve".to_string());
        }
        let turns: Vec<Turned<G>> =
            self.past.iter().map(|past| Turned::new(&past.before, past.event, &past.text)).collect();
        let spec: Spec = DEFAULT_PLAYER.parse().map_err(|error| format!("{error}"))?;
        let judge = match Assessor::new(&spec, &self.game, SEED, EXACT_NODES) {
            Ok(assessor) => Judge::Dice(Box::new(assessor)),
            Err(_) => {
                let player = build(&Spec::named(USUAL), &self.game, SEED).map_err(|error| error.to_string())?;
                Judge::Plain { player, before: None }
            }
        };
        let over = self.is_over().then(|| self.payoffs().winner().map_or(0.5, |winner| first(winner, 1.0)));
        let mut reviewer = Reviewer {
            game: self.game.clone(),
            turns,
            end: self.settled.clone(),
            over,
            judge,
            next: 0,
            version: self.version,
        };
        Ok(Box::new(move |_stop| reviewer.slice()))
    }
}

/// A chance of this player as one of the first.
fn first(player: PlayerId, chance: f64) -> f64 {
    if player == PlayerId::FIRST { chance } else { 1.0 - chance }
}

/// From whose point of view a position is told.
#[derive(Clone, Copy)]
struct Frame {
    ply: usize,
    version: u64,
    mover: PlayerId,
    view: PlayerId,
}

impl Frame {
    fn new<G: Playable>(game: &G, position: &G::Position, ply: usize, version: u64) -> Self {
        let mover = game.mover(position).expect("somebody is to move");
        // Two players are one scale; among many each has his own.
        let view = if game.facts().players == 2 { PlayerId::FIRST } else { mover };
        Frame { ply, version, mover, view }
    }

    /// A value for the mover as one for the viewer.
    fn seen(&self, value: f64, unit: &str) -> f64 {
        match unit {
            _ if self.mover == self.view => value,
            CHANCES => 1.0 - value,
            _ => -value,
        }
    }
}

/// A value for somebody between 0 and 1.
fn share(value: f64, unit: &str) -> f64 {
    match unit {
        CHANCES => value.clamp(0.0, 1.0),
        _ => 0.5 + value / (2.0 * (value.abs() + POINTS)),
    }
}

/// A share that knows of proofs.
fn proven_share<M>(report: &Report<M>, unit: &str) -> f64 {
    match report.plies_to_end {
        Some(_) if unit != CHANCES => {
            if report.value > 0.0 {
                1.0
            } else {
                0.0
            }
        }
        _ => share(report.value, unit),
    }
}

/// The report without what an iteration that was not finished found: values of different depths do not stand beside each
/// other, and people see them jump.
fn settled<M: Copy + PartialEq>(report: &Report<M>) -> Report<M> {
    let mut report = report.clone();
    let proven = report.exact || report.plies_to_end.is_some();
    if let Some(last) = report.iterations.last().filter(|last| !proven && !last.moves.is_empty()) {
        report.value = last.value;
        report.moves = last.moves.clone();
        if report.best != last.best {
            report.best = last.best;
            report.line = last.best.into_iter().collect();
        }
    }
    report
}

/// One position under study.
struct Study<G: Playable> {
    game: G,
    position: G::Position,
    player: Box<dyn Player<G>>,
    spec: String,
    frame: Frame,
    deepest: u32,
}

impl<G: Playable> Study<G> {
    fn slice(&mut self, stop: &StopFlag) -> Progress {
        let limits = Limits { time: Some(SLICE), ..Limits::default() };
        let thought = Thought { stop: Some(stop), ..Thought::new(&self.game, &self.position).within(limits) };
        let report = self.player.think(&thought);
        let finished = !matches!(report.stopped, StopReason::Time | StopReason::Asked);
        // A slice that was pushed aside may know less than the one before.
        let news = report.depth >= self.deepest || finished;
        self.deepest = self.deepest.max(report.depth);
        let said = news.then(|| Push::Insight { insight: Box::new(self.insight(&report, finished)) });
        Progress { said, more: !finished }
    }

    fn insight(&self, report: &Report<G::Move>, finished: bool) -> Insight {
        let report = &settled(report);
        let unit = self.player.unit();
        let mine = self.frame.mover == self.frame.view;
        let seen_share = |chance: f64| if mine { chance } else { 1.0 - chance };
        let seconds = report.time.as_secs_f64().max(1e-6);
        let rated = report.moves.iter().filter(|root| root.value.is_finite()).take(MOST_MOVES);
        let moves = rated.map(|root| RatedMove {
            text: self.game.move_text(&self.position, root.mv),
            clicks: self.game.clicks(&self.position, root.mv).into_iter().map(ClickOn::from).collect(),
            value: self.frame.seen(root.value, unit),
            share: seen_share(share(root.value, unit)),
            exact: root.exact,
        });
        Insight {
            ply: self.frame.ply,
            version: self.frame.version,
            player: self.spec.clone(),
            view: self.frame.view.number(),
            value: self.frame.seen(report.value, unit),
            share: seen_share(proven_share(report, unit)),
            unit: unit.to_string(),
            exact: report.exact || report.plies_to_end.is_some(),
            plies_to_end: report.plies_to_end,
            depth: report.depth,
            nodes: report.nodes,
            speed: report.nodes as f64 / seconds,
            table_hits: report.table.filter(|used| used.probes > 0).map(|used| used.hits as f64 / used.probes as f64),
            table_bytes: report.table.map(|used| used.bytes),
            line: self.line(report),
            moves: moves.collect(),
            faces: self.faces(report, unit),
            finished,
        }
    }

    /// The expected line, as far as it can be played without rolling.
    fn line(&self, report: &Report<G::Move>) -> Vec<String> {
        let mut position = self.position.clone();
        let mut texts = Vec::new();
        let line = if report.line.is_empty() { report.best.as_slice() } else { &report.line };
        for &mv in line {
            if self.game.turn(&position).player().is_none() || !self.game.is_legal(&position, mv) {
                break;
            }
            texts.push(self.game.move_text(&position, mv));
            self.game.make(&mut position, mv);
        }
        texts
    }

    fn faces(&self, report: &Report<G::Move>, unit: &str) -> Vec<FaceLine> {
        if self.game.turn(&self.position) != Turn::Chance {
            return Vec::new();
        }
        let chances = self.game.outcomes(&self.position).iter().copied().enumerate();
        let possible = chances.filter(|(_, chance)| *chance > 0.0);
        let line = |(face, chance): (usize, f64)| {
            let mut rolled = self.position.clone();
            self.game.roll(&mut rolled, face);
            let best = report.by_outcome.get(face).copied().flatten();
            let value = report.outcome_values.get(face).copied().flatten();
            FaceLine {
                face: face + 1,
                chance,
                best: best.map(|mv| self.game.move_text(&rolled, mv)),
                value: value.map(|value| self.frame.seen(value, unit)),
            }
        };
        possible.map(line).collect()
    }
}

/// A turn that was made.
struct Turned<G: Playable> {
    before: G::Position,
    event: Event<G::Move>,
    text: String,
}

impl<G: Playable> Turned<G> {
    fn new(before: &G::Position, event: Event<G::Move>, text: &str) -> Self {
        Turned { before: before.clone(), event, text: text.to_string() }
    }
}

/// Who values turns.
enum Judge<G: Playable> {
    /// By chances of winning, luck apart from skill.
    Dice(Box<Assessor<G>>),
    /// By what the position is worth before and after. `before` is what the next turn begins with, for the first player.
    Plain { player: Box<dyn Player<G>>, before: Option<(f64, Option<String>, bool)> },
}

/// A whole game under review, turn by turn.
struct Reviewer<G: Playable> {
    game: G,
    turns: Vec<Turned<G>>,
    end: G::Position,
    /// What the end was worth to the first player, if the game is over.
    over: Option<f64>,
    judge: Judge<G>,
    next: usize,
    version: u64,
}

impl<G: Playable> Reviewer<G> {
    fn slice(&mut self) -> Progress {
        let ply = self.next;
        self.next += 1;
        let review = if ply < self.turns.len() { self.turn(ply) } else { self.last() };
        Progress { said: Some(Push::Review { review }), more: ply < self.turns.len() }
    }

    /// What stands after the last turn.
    fn last(&mut self) -> Review {
        let (share, exact) = match (self.over, &mut self.judge) {
            (Some(share), _) => (share, true),
            (None, Judge::Plain { before: Some((share, _, exact)), .. }) => (*share, *exact),
            (None, Judge::Plain { player, .. }) => {
                let (share, _, exact) = look(&self.game, player.as_mut(), &self.end);
                (share, exact)
            }
            (None, Judge::Dice(assessor)) => (assessor.chance_of_first(&self.game, &self.end), false),
        };
        self.review(self.turns.len(), share, None, 0.0, None, exact)
    }

    fn turn(&mut self, ply: usize) -> Review {
        let Event::Turn(turn) = self.turns[ply].event else {
            return self.review(ply, 0.5, None, 0.0, None, false);
        };
        let position = self.turns[ply].before.clone();
        let mover = self.game.mover(&position).expect("somebody moved");
        match &mut self.judge {
            Judge::Dice(assessor) => {
                let judged = assessor.judge(&self.game, &position, turn);
                let mut rolled = position;
                if let (Some(face), Turn::Chance) = (turn.0, self.game.turn(&rolled)) {
                    self.game.roll(&mut rolled, face);
                }
                let best = judged.best.map(|mv| self.game.move_text(&rolled, mv));
                let share = first(mover, judged.before);
                self.review(ply, share, best, judged.error().max(0.0), Some(judged.luck()), judged.exact)
            }
            Judge::Plain { player, before } => {
                let known = before.take();
                let (now, best, exact) = known.unwrap_or_else(|| look(&self.game, player.as_mut(), &position));
                let after = self.turns.get(ply + 1).map_or(&self.end, |turned| &turned.before);
                let next = match self.over.filter(|_| ply + 1 == self.turns.len()) {
                    Some(share) => (share, None, true),
                    None => look(&self.game, player.as_mut(), after),
                };
                let error = (first(mover, now) - first(mover, next.0)).max(0.0);
                *before = Some(next);
                self.review(ply, now, best, error, None, exact)
            }
        }
    }

    fn review(
        &self,
        ply: usize,
        share: f64,
        best: Option<String>,
        error: f64,
        luck: Option<f64>,
        exact: bool,
    ) -> Review {
        let turned = self.turns.get(ply);
        Review {
            ply,
            plies: self.turns.len(),
            version: self.version,
            share,
            player: turned.and_then(|turned| self.game.mover(&turned.before)).map(PlayerId::number),
            played: turned.map(|turned| turned.text.clone()),
            best,
            error,
            luck,
            exact,
        }
    }
}

/// What a position is worth to the first player, the best move there, and whether that is proven.
fn look<G: Playable>(game: &G, player: &mut dyn Player<G>, position: &G::Position) -> (f64, Option<String>, bool) {
    let Some(mover) = game.mover(position) else {
        let winner = game.payoffs(position).winner();
        return (winner.map_or(0.5, |winner| first(winner, 1.0)), None, true);
    };
    let limits = Limits { time: Some(LOOK), ..Limits::default() };
    let report = player.think(&Thought::new(game, position).within(limits));
    let best = report.best.map(|mv| game.move_text(position, mv));
    (first(mover, proven_share(&report, player.unit())), best, report.exact)
}
