//! Engine analysis of a position, slice by slice.

use super::game::LiveGame;
use super::{AnalysisStep, AnalysisTask, SliceContext};
use crate::engines::{EngineCell, EngineSpec};
use crate::error::ApiError;
use crate::messages::{AnalysisLimit, AnalysisReport, AnalysisRequest, ClickOn, PushMessage, RatedMove, RollAnalysis};
use plyground_core::sync::lock;
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, ChanceScale, Chances, Drawable, Game, Notation, PlayerId, SearchedValue, Turn,
    WIN_PROBABILITY,
};
use plyground_engine::chances::{chances_of_move, chances_of_report, describe};
use plyground_engine::thought::{line_texts, seat_names};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecPolicy};
use plyground_search::{Iteration, Limits, Report, StopFlag, StopReason};
use std::collections::HashMap;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The engine unless the request names another.
pub(super) const DEFAULT_ENGINE: &str = "best";
/// The length of an ordinary slice, and the time between two reports of a longer one.
const SLICE: Duration = Duration::from_millis(200);
/// A slice that gets no deeper than the one before is followed by one of twice its length, up to this.
const LONGEST_SLICE: Duration = Duration::from_millis(6400);
/// The length of the first slice: a value is shown at once, and a deeper one later.
const FIRST_SLICE: Duration = Duration::from_millis(40);
/// How long the expected play after one of the other moves is searched, once per slice.
const LINE_TIME: Duration = Duration::from_millis(25);
/// Moves with a whole line.
const MAX_LINES: usize = 5;
/// Moves listed in a report.
const MAX_MOVES: usize = 400;
pub(super) const SEED: u64 = 1;

/// An engine of an analysis board. It keeps its tables from position to position, so that a variation is searched faster
/// than its first position.
pub struct KeptEngine {
    spec: String,
    cell: AnalysisEngine,
}

type AnalysisEngine = EngineCell<Box<dyn Player<AnyGame>>>;

impl LiveGame {
    /// Starts an analysis of a position, with the engine of the analysis before if it is the same.
    pub fn analyse(&self, request: &AnalysisRequest, kept: &mut Option<KeptEngine>) -> Result<AnalysisTask, ApiError> {
        let ply = request.at.as_ref().map(|path| path.ply).or(request.ply);
        let ply = ply.unwrap_or(self.history.len()).min(self.history.len());
        let position = match &request.at {
            Some(path) => self.position_on(path)?.0,
            None if ply == self.history.len() => self.position.clone(),
            None => self.position_at(ply).clone(),
        };
        let position = if request.pass {
            self.game.after_pass(&position).ok_or_else(|| ApiError::rejected("no one else could move here"))?
        } else {
            position
        };
        if self.game.turn(&position) == Turn::Over {
            return Err(ApiError::rejected("the game is over at this position; there is nothing to analyse"));
        }
        let (cell, spec) = self.analysis_engine(request, kept)?;
        let mut analysis = PositionAnalysis {
            engine: cell,
            spec,
            view: PointOfView::new(&self.game, &position, ply, self.version),
            label: Label { node: request.node.clone(), slot: request.slot, pass: request.pass },
            limit: request.limit.unwrap_or_default(),
            wanted_lines: request.lines as usize,
            position,
            game: self.game.clone(),
            scale: None,
            totals: Totals::default(),
            length: FIRST_SLICE,
            slices: 0,
            lines: HashMap::new(),
            last: None,
        };
        Ok(Box::new(move |context| analysis.slice(context)))
    }

    /// The engine that a request asks for.
    fn analysis_engine(
        &self,
        request: &AnalysisRequest,
        kept: &mut Option<KeptEngine>,
    ) -> Result<(AnalysisEngine, EngineSpec), ApiError> {
        let spec: Spec = request.player.as_deref().unwrap_or(DEFAULT_ENGINE).parse().map_err(ApiError::rejected)?;
        let spec = spec.with_lines(request.lines.clamp(1, 500));
        let name = spec.to_string();
        if let Some(engine) = kept.as_ref().filter(|engine| engine.spec == name) {
            return Ok((engine.cell.clone(), EngineSpec::trusted(spec)));
        }
        let spec = EngineSpec::new(spec, &SpecPolicy::server(self.config.processes), &self.game);
        let spec = spec.map_err(ApiError::rejected)?;
        let cell = EngineCell::new(&self.budget);
        *kept = Some(KeptEngine { spec: name, cell: cell.clone() });
        Ok((cell, spec))
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

/// What the page calls an analysis.
#[derive(Clone)]
struct Label {
    node: Option<String>,
    slot: usize,
    pass: bool,
}

/// What an analysis has done so far. It only grows.
#[derive(Clone, Copy, Default)]
struct Totals {
    depth: u32,
    nodes: u64,
    time: Duration,
}

/// The analysis of one position.
struct PositionAnalysis {
    game: AnyGame,
    position: AnyPosition,
    engine: AnalysisEngine,
    spec: EngineSpec,
    view: PointOfView,
    label: Label,
    limit: AnalysisLimit,
    /// How many moves get a whole line.
    wanted_lines: usize,
    /// From the engine's values to chances, once there is an engine.
    scale: Option<ChanceScale<AnyGame>>,
    totals: Totals,
    length: Duration,
    slices: u32,
    /// The expected play after each of the best moves, by the text of the move.
    lines: HashMap<String, Vec<String>>,
    last: Option<AnalysisReport>,
}

impl PositionAnalysis {
    fn slice(&mut self, context: &SliceContext<'_>) -> AnalysisStep {
        self.slices += 1;
        let limits = self.limits(self.length);
        // Taken out, so that the engine can be used while the rest of the analysis is changed.
        let (engine, spec, game) = (self.engine.clone(), self.spec.clone(), self.game.clone());
        let build = |bytes| spec.build(bytes, &game, SEED);
        let searched = engine.with(spec.memory(), build, |player| {
            let (unit, evaluation) = (player.unit(), player.evaluation());
            self.scale.get_or_insert_with(|| ChanceScale::new(&game, evaluation, unit));
            let report = self.search(player, limits, context);
            let settled = !matches!(report.stopped, StopReason::Time | StopReason::Asked);
            // A preempted slice may know less than the one before.
            if report.depth >= self.totals.depth || settled || self.last.is_none() {
                self.last = Some(self.findings(last_complete_iteration(&report), unit));
            }
            for (first, after) in self.next_lines(settled) {
                let reply = player.think(short_request(&game, &after, context.stop));
                let line = [first.clone()].into_iter().chain(line_texts(&game, &after, &reply));
                self.lines.insert(first, line.collect());
            }
            (report, settled)
        });
        let Ok((report, settled)) = searched else {
            return AnalysisStep { message: None, more: false };
        };
        let deeper = report.depth > self.totals.depth;
        if self.length < SLICE {
            self.length = SLICE;
        } else if !deeper && report.stopped == StopReason::Time {
            self.length = (self.length * 2).min(LONGEST_SLICE);
        }
        self.totals.depth = self.totals.depth.max(report.depth);
        let finished = settled || self.reached_limit();
        let message = self.message(finished);
        AnalysisStep { message, more: !finished }
    }

    /// Searches for one slice. Reports every completed depth, and what has been done at least once per [`SLICE`].
    fn search(
        &mut self,
        player: &mut Box<dyn Player<AnyGame>>,
        limits: Limits,
        context: &SliceContext<'_>,
    ) -> Report<AnyMove> {
        let begun = Instant::now();
        let (game, position, before, unit) = (self.game.clone(), self.position.clone(), self.totals, player.unit());
        let length = limits.time.unwrap_or(SLICE);
        // A spec's own limits must not delay other analyses.
        if length <= SLICE {
            let search = SearchRequest::new(&game, &position).within(limits).until(context.stop);
            let report = player.think(Request::from(search).at_most(length));
            self.totals.nodes += report.nodes;
            self.totals.time += begun.elapsed();
            return report;
        }
        let shown = &Mutex::new(self.last.clone());
        let (done, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || keep_reporting(context, shown, &ended, (before.time, begun)));
            let report = {
                let mut deeper = |iteration: &Iteration<AnyMove>| {
                    self.totals.nodes += iteration.nodes;
                    if iteration.depth > self.totals.depth && !iteration.moves.is_empty() {
                        self.totals.depth = iteration.depth;
                        self.last = Some(self.findings(report_of(iteration), unit));
                    }
                    self.totals.time = before.time + begun.elapsed();
                    if let Some(PushMessage::Analysis { report }) = self.message(false) {
                        *lock(shown) = Some(*report);
                    }
                };
                let search = SearchRequest::new(&game, &position).within(limits).until(context.stop);
                player.think(Request::from(search.telling(&mut deeper)).at_most(length))
            };
            drop(done);
            self.totals = Totals {
                depth: before.depth,
                nodes: (before.nodes + report.nodes).max(self.totals.nodes),
                time: before.time + begun.elapsed(),
            };
            report
        })
    }

    /// What an engine found, for the page.
    fn findings(&mut self, report: Report<AnyMove>, unit: &'static str) -> AnalysisReport {
        let subject = Subject { game: &self.game, position: &self.position, view: self.view };
        let scale = self.scale.as_mut().expect("the scale is there once there is an engine");
        Findings { report, unit }.message(subject, scale, self.spec.to_string(), self.label.clone())
    }

    fn limits(&self, length: Duration) -> Limits {
        let depth = self.limit.depth.map(|depth| depth.max(1));
        let nodes = self.limit.nodes.map(|nodes| nodes.saturating_sub(self.totals.nodes).max(1));
        let rest = self.limit.time_ms.map(|time| Duration::from_millis(time).saturating_sub(self.totals.time));
        let time = rest.map_or(length, |rest| rest.clamp(Duration::from_millis(1), length));
        Limits { time: Some(time), depth, nodes, ..Limits::default() }
    }

    fn reached_limit(&self) -> bool {
        let AnalysisLimit { depth, nodes, time_ms } = self.limit;
        depth.is_some_and(|depth| self.totals.depth >= depth)
            || nodes.is_some_and(|nodes| self.totals.nodes >= nodes)
            || time_ms.is_some_and(|time| self.totals.time >= Duration::from_millis(time))
    }

    /// The moves whose lines are searched after this slice, and the positions after them: those of the best moves that have none
    /// yet, and one more in turn. Most first slices have none, because their answer is wanted at once; the line of the first move
    /// is known from the search itself.
    fn next_lines(&self, settled: bool) -> Vec<(String, AnyPosition)> {
        let moves = self.last.as_ref().map_or(&[][..], |report| &report.moves);
        let best = &moves[..moves.len().min(self.wanted_lines).min(MAX_LINES)];
        let turn = self.slices as usize % best.len().max(1);
        let wanted = |(rank, mv): (usize, &RatedMove)| {
            let known = self.lines.contains_key(&mv.text) && rank != turn;
            let mut after = self.position.clone();
            let found = self.game.parse_move(&after, &mv.text).ok().filter(|_| rank > 0 && !known)?;
            self.game.make(&mut after, found);
            self.game.turn(&after).player().map(|_| (mv.text.clone(), after))
        };
        if self.slices == 1 && !settled { Vec::new() } else { best.iter().enumerate().filter_map(wanted).collect() }
    }

    /// The last findings with what has been done until now.
    fn message(&mut self, finished: bool) -> Option<PushMessage> {
        let report = self.last.as_mut()?;
        let Totals { depth, nodes, time } = self.totals;
        (report.depth, report.nodes, report.time_ms) = (depth, nodes, time.as_millis() as u64);
        report.speed = nodes as f64 / time.as_secs_f64().max(1e-6);
        report.finished = finished;
        for mv in report.moves.iter_mut().take(MAX_LINES) {
            if report.line.first() == Some(&mv.text) && report.line.len() > 1 {
                self.lines.insert(mv.text.clone(), report.line.clone());
            }
            mv.line = self.lines.get(&mv.text).cloned().unwrap_or_default();
        }
        Some(PushMessage::Analysis { report: Box::new(report.clone()) })
    }
}

/// Reports the time of a long slice until it ends, and ends it when other analyses wait.
fn keep_reporting(
    context: &SliceContext<'_>,
    shown: &Mutex<Option<AnalysisReport>>,
    ended: &mpsc::Receiver<()>,
    (before, begun): (Duration, Instant),
) {
    while ended.recv_timeout(SLICE) == Err(mpsc::RecvTimeoutError::Timeout) {
        if (context.contended)() {
            context.stop.stop();
        }
        if let Some(report) = lock(shown).as_mut() {
            report.time_ms = (before + begun.elapsed()).as_millis() as u64;
            (context.report)(PushMessage::Analysis { report: Box::new(report.clone()) });
        }
    }
}

/// A completed depth as a report.
fn report_of(iteration: &Iteration<AnyMove>) -> Report<AnyMove> {
    Report {
        best: iteration.best,
        value: iteration.value,
        moves: iteration.moves.clone(),
        depth: iteration.depth,
        line: iteration.best.into_iter().collect(),
        ..Report::empty(StopReason::Time)
    }
}

/// A request for the expected play after one of the best moves; the tables know most of it already.
fn short_request<'a>(game: &'a AnyGame, position: &'a AnyPosition, stop: &'a StopFlag) -> Request<'a, AnyGame> {
    let limits = Limits { time: Some(LINE_TIME), ..Limits::default() };
    Request::from(SearchRequest::new(game, position).within(limits).until(stop)).at_most(LINE_TIME)
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
}

impl Findings {
    fn message(
        &self,
        subject: Subject<'_>,
        scale: &mut ChanceScale<AnyGame>,
        player: String,
        label: Label,
    ) -> AnalysisReport {
        let (report, unit) = (&self.report, self.unit);
        let Subject { game, position, view } = subject;
        let chances = chances_of_report(scale, game, position, report);
        let rated = report.moves.iter().filter(|root| root.value.is_finite()).take(MAX_MOVES);
        let moves = rated.enumerate().map(|(rank, root)| RatedMove {
            text: game.move_text(position, root.mv),
            clicks: game.clicks(position, root.mv).into_iter().map(ClickOn::from).collect(),
            value: view.convert(root.value, unit),
            share: chances_of_move(scale, game, position, root).of(view.viewer),
            exact: root.exact,
            line: Vec::new(),
            arrow: if rank < MAX_LINES { movement(game, position, root.mv) } else { None },
        });
        let moves = moves.collect();
        AnalysisReport {
            ply: view.ply,
            version: view.version,
            node: label.node,
            slot: label.slot,
            pass: label.pass,
            mover: view.mover.number(),
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
            time_ms: 0,
            speed: 0.0,
            table_hits: report.table.filter(|used| used.probes > 0).map(|used| used.hits as f64 / used.probes as f64),
            table_bytes: report.table.map(|used| used.bytes),
            line: line_texts(game, position, report),
            moves,
            rolls: rolls(subject, scale, report, unit),
            finished: false,
        }
    }
}

/// The cells between which a move takes a piece: where one disappears, and where the same one appears.
fn movement(game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> Option<(usize, usize)> {
    let before = game.scene(position).cells;
    let mut after = position.clone();
    game.make(&mut after, mv);
    let after = game.scene(&after).cells;
    let changed = || (0..before.len().min(after.len())).filter(|cell| before[*cell].piece != after[*cell].piece);
    let from = changed().find(|cell| before[*cell].piece.is_some() && after[*cell].piece.is_none())?;
    changed().find(|to| after[*to].piece == before[from].piece).map(|to| (from, to))
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
