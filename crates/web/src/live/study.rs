//! What engines think of the positions of a game, slice by slice.

use super::game::LiveGame;
use super::{Inquiry, Progress};
use crate::engines::{EngineCell, EngineSpec};
use crate::messages::{ClickOn, FaceLine, Insight, Push, RatedMove, StudyWish};
use plyground_core::{Playable, PlayerId, Turn};
use plyground_engine::{Player, Request, Spec, SpecPolicy};
use plyground_search::{Limits, Report, StopFlag, StopReason};
use std::time::Duration;

/// Who thinks unless somebody says otherwise.
pub(super) const USUAL: &str = "best";
/// How long a study thinks before others have their turn: five times a second pages hear of it.
const SLICE: Duration = Duration::from_millis(200);
/// The unit of players that tell chances of winning.
const CHANCES: &str = "win probability";
/// So many points are three chances in four, for bars and graphs only.
const POINTS: f64 = 60.0;
/// More moves than this nobody reads.
const MOST_MOVES: usize = 400;
pub(super) const SEED: u64 = 1;

impl<G: Playable> LiveGame<G> {
    pub(super) fn start_study(&self, wish: &StudyWish) -> Result<Inquiry, String> {
        let ply = wish.ply.unwrap_or(self.past.len()).min(self.past.len());
        let position = if ply == self.past.len() { &self.position } else { self.position_at(ply) };
        if self.game.turn(position) == Turn::Over {
            return Err("the game is over here; there is nothing to think about".to_string());
        }
        let spec: Spec = wish.player.as_deref().unwrap_or(USUAL).parse().map_err(|error| format!("{error}"))?;
        let spec = spec.with_lines(wish.lines.clamp(1, 500));
        let spec = EngineSpec::new(spec, &SpecPolicy::server(self.wish.processes), &self.game);
        let mut study = Study {
            engine: EngineCell::new(&self.budget),
            spec: spec.map_err(|error| error.to_string())?,
            frame: Frame::new(&self.game, position, ply, self.version),
            position: position.clone(),
            game: self.game.clone(),
            deepest: 0,
        };
        Ok(Box::new(move |stop| study.slice(stop)))
    }
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
pub(super) fn share(value: f64, unit: &str) -> f64 {
    match unit {
        CHANCES => value.clamp(0.0, 1.0),
        _ => 0.5 + value / (2.0 * (value.abs() + POINTS)),
    }
}

/// A share that knows of proofs.
pub(super) fn proven_share<M>(report: &Report<M>, unit: &str) -> f64 {
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
    engine: EngineCell<Box<dyn Player<G>>>,
    spec: EngineSpec,
    frame: Frame,
    deepest: u32,
}

impl<G: Playable> Study<G> {
    fn slice(&mut self, stop: &StopFlag) -> Progress {
        let limits = Limits { time: Some(SLICE), ..Limits::default() };
        let build = |bytes| self.spec.build(bytes, &self.game, SEED);
        let (game, position) = (&self.game, &self.position);
        let thinking = |player: &mut Box<dyn Player<G>>| {
            // A spec's own limits must not hold up the studies of others.
            let request = Request::new(game, position).within(limits).at_most(SLICE).until(stop);
            (player.think(request), player.unit())
        };
        let Ok((report, unit)) = self.engine.with(self.spec.memory(), build, thinking) else {
            return Progress { said: None, more: false };
        };
        let finished = !matches!(report.stopped, StopReason::Time | StopReason::Asked);
        // A slice that was pushed aside may know less than the one before.
        let news = report.depth >= self.deepest || finished;
        self.deepest = self.deepest.max(report.depth);
        let said = news.then(|| Push::Insight { insight: Box::new(self.insight(&report, unit, finished)) });
        Progress { said, more: !finished }
    }

    fn insight(&self, report: &Report<G::Move>, unit: &str, finished: bool) -> Insight {
        let report = &settled(report);
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
            player: self.spec.to_string(),
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
