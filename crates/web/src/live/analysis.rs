//! Engine analysis of a position, slice by slice.

use super::game::LiveGame;
use super::{AnalysisStep, AnalysisTask};
use crate::engines::{EngineCell, EngineSpec};
use crate::error::ApiError;
use crate::messages::{AnalysisReport, AnalysisRequest, ClickOn, PushMessage, RatedMove, RollAnalysis};
use plyground_core::{AnyGame, AnyMove, AnyPosition, Drawable, Game, Notation, PlayerId, Turn};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecPolicy};
use plyground_search::{Limits, Report, StopFlag, StopReason};
use std::time::Duration;

/// The engine unless the request names another.
pub(super) const DEFAULT_ENGINE: &str = "best";
/// The length of a slice. Pages get a report after each, five per second.
const SLICE: Duration = Duration::from_millis(200);
/// The unit of players whose values are chances of winning.
const WIN_PROBABILITY: &str = "win probability";
/// This many points count as a chance of 3 in 4, for bars and graphs only.
const POINTS_FOR_THREE_QUARTERS: f64 = 60.0;
/// Moves listed in a report.
const MAX_MOVES: usize = 400;
pub(super) const SEED: u64 = 1;

impl LiveGame {
    pub(super) fn start_analysis(&self, request: &AnalysisRequest) -> Result<AnalysisTask, ApiError> {
        let ply = request.ply.unwrap_or(self.history.len()).min(self.history.len());
        let position = if ply == self.history.len() { &self.position } else { self.position_at(ply) };
        if self.game.turn(position) == Turn::Over {
            return Err(ApiError::rejected("the game is over at this position; there is nothing to analyse"));
        }
        let spec: Spec = request.player.as_deref().unwrap_or(DEFAULT_ENGINE).parse().map_err(ApiError::rejected)?;
        let spec = spec.with_lines(request.lines.clamp(1, 500));
        let spec = EngineSpec::new(spec, &SpecPolicy::server(self.config.processes), &self.game);
        let mut analysis = PositionAnalysis {
            engine: EngineCell::new(&self.budget),
            spec: spec.map_err(ApiError::rejected)?,
            view: PointOfView::new(&self.game, position, ply, self.version),
            position: position.clone(),
            game: self.game.clone(),
            deepest: 0,
        };
        Ok(Box::new(move |stop| analysis.slice(stop)))
    }
}

/// The point of view of an analysis.
#[derive(Clone, Copy)]
struct PointOfView {
    ply: usize,
    version: u64,
    mover: PlayerId,
    viewer: PlayerId,
}

impl PointOfView {
    fn new(game: &AnyGame, position: &AnyPosition, ply: usize, version: u64) -> Self {
        let mover = game.mover(position).expect("the game is not over");
        // Two players share one scale; with more players each has their own.
        let viewer = if game.facts().players == 2 { PlayerId::FIRST } else { mover };
        PointOfView { ply, version, mover, viewer }
    }

    /// Converts a value for the mover into one for the viewer.
    fn convert(&self, value: f64, unit: &str) -> f64 {
        match unit {
            _ if self.mover == self.viewer => value,
            WIN_PROBABILITY => 1.0 - value,
            _ => -value,
        }
    }
}

/// Maps a value to the range from 0 to 1.
pub(super) fn share(value: f64, unit: &str) -> f64 {
    match unit {
        WIN_PROBABILITY => value.clamp(0.0, 1.0),
        _ => 0.5 + value / (2.0 * (value.abs() + POINTS_FOR_THREE_QUARTERS)),
    }
}

/// The share of a search result, which is 0 or 1 for a proven loss or win.
pub(super) fn proven_share<M>(report: &Report<M>, unit: &str) -> f64 {
    match report.plies_to_end {
        Some(_) if unit != WIN_PROBABILITY => {
            if report.value > 0.0 {
                1.0
            } else {
                0.0
            }
        }
        _ => share(report.value, unit),
    }
}

/// The report without the results of an unfinished iteration: values of different depths are not comparable and would jump.
fn last_complete_iteration<M: Copy + PartialEq>(report: &Report<M>) -> Report<M> {
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

/// The analysis of one position.
struct PositionAnalysis {
    game: AnyGame,
    position: AnyPosition,
    engine: EngineCell<Box<dyn Player<AnyGame>>>,
    spec: EngineSpec,
    view: PointOfView,
    deepest: u32,
}

impl PositionAnalysis {
    fn slice(&mut self, stop: &StopFlag) -> AnalysisStep {
        let limits = Limits { time: Some(SLICE), ..Limits::default() };
        let build = |bytes| self.spec.build(bytes, &self.game, SEED);
        let (game, position) = (&self.game, &self.position);
        let search = |player: &mut Box<dyn Player<AnyGame>>| {
            // A spec's own limits must not delay other analyses.
            let request = Request::from(SearchRequest::new(game, position).within(limits).until(stop)).at_most(SLICE);
            (player.think(request), player.unit())
        };
        let Ok((report, unit)) = self.engine.with(self.spec.memory(), build, search) else {
            return AnalysisStep { message: None, more: false };
        };
        let finished = !matches!(report.stopped, StopReason::Time | StopReason::Asked);
        // A preempted slice may know less than the one before.
        let news = report.depth >= self.deepest || finished;
        self.deepest = self.deepest.max(report.depth);
        let message = news.then(|| PushMessage::Analysis { report: Box::new(self.report(&report, unit, finished)) });
        AnalysisStep { message, more: !finished }
    }

    fn report(&self, report: &Report<AnyMove>, unit: &str, finished: bool) -> AnalysisReport {
        let report = &last_complete_iteration(report);
        let is_viewers = self.view.mover == self.view.viewer;
        let convert_share = |share: f64| if is_viewers { share } else { 1.0 - share };
        let seconds = report.time.as_secs_f64().max(1e-6);
        let rated = report.moves.iter().filter(|root| root.value.is_finite()).take(MAX_MOVES);
        let moves = rated.map(|root| RatedMove {
            text: self.game.move_text(&self.position, root.mv),
            clicks: self.game.clicks(&self.position, root.mv).into_iter().map(ClickOn::from).collect(),
            value: self.view.convert(root.value, unit),
            share: convert_share(share(root.value, unit)),
            exact: root.exact,
        });
        AnalysisReport {
            ply: self.view.ply,
            version: self.view.version,
            player: self.spec.to_string(),
            view: self.view.viewer.number(),
            value: self.view.convert(report.value, unit),
            share: convert_share(proven_share(report, unit)),
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
            rolls: self.rolls(report, unit),
            finished,
        }
    }

    /// The expected line, up to the next roll.
    fn line(&self, report: &Report<AnyMove>) -> Vec<String> {
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

    fn rolls(&self, report: &Report<AnyMove>, unit: &str) -> Vec<RollAnalysis> {
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
            RollAnalysis {
                face: face + 1,
                chance,
                best: best.map(|mv| self.game.move_text(&rolled, mv)),
                value: value.map(|value| self.view.convert(value, unit)),
            }
        };
        possible.map(line).collect()
    }
}
