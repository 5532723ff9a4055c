//! Engine analysis of a position, slice by slice.

use super::game::LiveGame;
use super::{AnalysisStep, AnalysisTask};
use crate::engines::{EngineCell, EngineSpec};
use crate::error::ApiError;
use crate::messages::{AnalysisReport, AnalysisRequest, ClickOn, PushMessage, RatedMove, RollAnalysis};
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, ChanceScale, Chances, Drawable, Game, Notation, PlayerId, SearchedValue, Turn,
    WIN_PROBABILITY,
};
use plyground_engine::chances::{chances_of_move, chances_of_report, describe};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecPolicy};
use plyground_search::{Limits, Report, StopFlag, StopReason};
use std::time::Duration;

/// The engine unless the request names another.
pub(super) const DEFAULT_ENGINE: &str = "best";
/// The length of a slice. Pages get a report after each, five per second.
const SLICE: Duration = Duration::from_millis(200);
/// The length of the first slice: a value is shown at once, and a deeper one later.
const FIRST_SLICE: Duration = Duration::from_millis(40);
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
            scale: None,
            deepest: 0,
            slices: 0,
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
    /// From the engine's values to chances, once there is an engine.
    scale: Option<ChanceScale<AnyGame>>,
    deepest: u32,
    slices: u32,
}

impl PositionAnalysis {
    fn slice(&mut self, stop: &StopFlag) -> AnalysisStep {
        let length = if self.slices == 0 { FIRST_SLICE } else { SLICE };
        self.slices += 1;
        let limits = Limits { time: Some(length), ..Limits::default() };
        let build = |bytes| self.spec.build(bytes, &self.game, SEED);
        let (game, position) = (&self.game, &self.position);
        let search = |player: &mut Box<dyn Player<AnyGame>>| {
            // A spec's own limits must not delay other analyses.
            let request = Request::from(SearchRequest::new(game, position).within(limits).until(stop)).at_most(length);
            (player.think(request), player.unit(), player.evaluation())
        };
        let Ok((report, unit, evaluation)) = self.engine.with(self.spec.memory(), build, search) else {
            return AnalysisStep { message: None, more: false };
        };
        let finished = !matches!(report.stopped, StopReason::Time | StopReason::Asked);
        // A preempted slice may know less than the one before.
        let news = report.depth >= self.deepest || finished;
        self.deepest = self.deepest.max(report.depth);
        let scale = self.scale.take().unwrap_or_else(|| ChanceScale::new(&self.game, evaluation, unit));
        let scale = self.scale.insert(scale);
        let message = news.then(|| {
            let findings = Findings { report: last_complete_iteration(&report), unit, finished };
            let (game, position, view) = (&self.game, &self.position, self.view);
            let report = findings.message(Subject { game, position, view }, scale, self.spec.to_string());
            PushMessage::Analysis { report: Box::new(report) }
        });
        AnalysisStep { message, more: !finished }
    }
}

/// What is analysed, and for whom.
#[derive(Clone, Copy)]
struct Subject<'a> {
    game: &'a AnyGame,
    position: &'a AnyPosition,
    view: PointOfView,
}

/// What an engine found.
struct Findings {
    report: Report<AnyMove>,
    unit: &'static str,
    finished: bool,
}

impl Findings {
    fn message(&self, subject: Subject<'_>, scale: &mut ChanceScale<AnyGame>, player: String) -> AnalysisReport {
        let (report, unit) = (&self.report, self.unit);
        let Subject { game, position, view } = subject;
        let seconds = report.time.as_secs_f64().max(1e-6);
        let chances = chances_of_report(scale, game, position, report);
        let rated = report.moves.iter().filter(|root| root.value.is_finite()).take(MAX_MOVES);
        let moves = rated.map(|root| RatedMove {
            text: game.move_text(position, root.mv),
            clicks: game.clicks(position, root.mv).into_iter().map(ClickOn::from).collect(),
            value: view.convert(root.value, unit),
            share: chances_of_move(scale, game, position, root).of(view.viewer),
            exact: root.exact,
        });
        let moves = moves.collect();
        AnalysisReport {
            ply: view.ply,
            version: view.version,
            player,
            view: view.viewer.number(),
            value: view.convert(report.value, unit),
            share: chances.of(view.viewer),
            words: describe(&chances, &seat_names(game, position), report.plies_to_end),
            chances: chances.as_slice().to_vec(),
            unit: unit.to_string(),
            exact: report.exact || report.plies_to_end.is_some(),
            plies_to_end: report.plies_to_end,
            depth: report.depth,
            nodes: report.nodes,
            speed: report.nodes as f64 / seconds,
            table_hits: report.table.filter(|used| used.probes > 0).map(|used| used.hits as f64 / used.probes as f64),
            table_bytes: report.table.map(|used| used.bytes),
            line: line(game, position, report),
            moves,
            rolls: rolls(subject, scale, report, unit),
            finished: self.finished,
        }
    }
}

/// What the game calls its players.
pub(super) fn seat_names(game: &AnyGame, position: &AnyPosition) -> Vec<String> {
    game.scene(position).seats.into_iter().map(|seat| seat.name).collect()
}

/// The expected line, up to the next roll.
fn line(game: &AnyGame, start: &AnyPosition, report: &Report<AnyMove>) -> Vec<String> {
    let mut position = start.clone();
    let mut texts = Vec::new();
    let line = if report.line.is_empty() { report.best.as_slice() } else { &report.line };
    for &mv in line {
        if game.turn(&position).player().is_none() || !game.is_legal(&position, mv) {
            break;
        }
        texts.push(game.move_text(&position, mv));
        game.make(&mut position, mv);
    }
    texts
}

fn rolls(
    subject: Subject<'_>,
    scale: &mut ChanceScale<AnyGame>,
    report: &Report<AnyMove>,
    unit: &str,
) -> Vec<RollAnalysis> {
    let Subject { game, position, view } = subject;
    if game.turn(position) != Turn::Chance {
        return Vec::new();
    }
    let chances = game.outcomes(position).iter().copied().enumerate();
    let possible = chances.filter(|(_, chance)| *chance > 0.0);
    let line = |(face, chance): (usize, f64)| {
        let mut rolled = position.clone();
        game.roll(&mut rolled, face);
        let best = report.by_outcome.get(face).copied().flatten();
        let value = report.outcome_values.get(face).copied().flatten();
        let of_value = |value| SearchedValue { value, exact: false, by_player: &[] };
        let after: Option<Chances> = value.map(|value| scale.chances(game, &rolled, &of_value(value)));
        RollAnalysis {
            face: face + 1,
            chance,
            best: best.map(|mv| game.move_text(&rolled, mv)),
            value: value.map(|value| view.convert(value, unit)),
            share: after.map(|chances| chances.of(view.viewer)),
        }
    };
    possible.map(line).collect()
}
