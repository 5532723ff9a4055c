//! Measures one search of one position, iteration by iteration.

use crate::cpu_time::CpuTimer;
use crate::{Cancellation, DataRow, DataRows, LabError, StudyBoard, positions};
use plyground_core::Rng;
use plyground_engine::bench::after_random_plies;
use plyground_engine::{Request, SearchRequest, Spec, build};
use plyground_search::{Limits, Report};

/// The position to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ProbePosition {
    /// After this many random plies.
    Plies(usize),
    /// When at least this share of the board is filled.
    Filled(f64),
}

/// A search to measure.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchProbe {
    /// The game.
    pub board: StudyBoard,
    /// The player.
    pub spec: String,
    /// Its limits.
    pub limits: Limits,
    /// The position.
    pub place: ProbePosition,
    /// The seed of the random moves to the position and of the player.
    pub seed: u64,
    /// Whether to record times; without them rows are the same on every machine.
    pub timed: bool,
}

/// The measurements of one search.
#[derive(Clone, PartialEq, Debug)]
pub struct ProbeResult {
    /// One row per finished iteration, with `depth`, `nodes` and `total nodes`, `value`, and on request `seconds` and
    /// `total seconds` of the processor.
    pub iterations: DataRows,
    /// The totals of the search, with the share of the board that was filled; on request `seconds`, the processor time of the thread that
    /// asked, and `clock`, the time that passed.
    pub whole: DataRow,
}

impl SearchProbe {
    /// Runs the search.
    pub fn run(&self, cancel: &Cancellation) -> Result<ProbeResult, LabError> {
        let SearchProbe { board, spec, limits, place, seed, timed } = self;
        let (game, start) = board.open()?;
        let spec: Spec = spec.parse()?;
        let mut player = build(&spec, &game, *seed)?;
        let position = match place {
            ProbePosition::Plies(plies) => after_random_plies(&game, &start, *plies, &mut Rng::seeded(*seed)),
            ProbePosition::Filled(share) => positions::state(&game, &start, *share, *seed),
        };
        let request = Request::from(SearchRequest::new(&game, &position).within(*limits).until(&cancel.flag));
        let timer = CpuTimer::start();
        let report = player.think(request);
        let used = timer.elapsed();
        let whole = DataRow::new().with("depth", f64::from(report.depth)).with("nodes", report.nodes as f64);
        let whole = whole.with("filled", positions::filled(&game, &position));
        let clock = report.time.as_secs_f64();
        let whole = if *timed { whole.with("seconds", used.as_secs_f64()).with("clock", clock) } else { whole };
        // The search reads the clock, which other programs delay; the processor time of the whole is divided in the same shares.
        let share = used.as_secs_f64() / report.time.as_secs_f64().max(f64::MIN_POSITIVE);
        let rows = iterations(&report, timed.then_some(share.min(1.0)));
        Ok(ProbeResult { iterations: rows, whole })
    }
}

/// One row per iteration; `share` turns its time on the clock into processor time.
fn iterations<M>(report: &Report<M>, share: Option<f64>) -> DataRows {
    let (mut nodes, mut seconds) = (0, 0.0);
    let rows = report.iterations.iter().map(|iteration| {
        nodes += iteration.nodes;
        let own = iteration.time.as_secs_f64() * share.unwrap_or(1.0);
        seconds += own;
        let row = DataRow::new().with("depth", f64::from(iteration.depth)).with("nodes", iteration.nodes as f64);
        let row = row.with("total nodes", nodes as f64).with("value", iteration.value);
        if share.is_some() { row.with("seconds", own).with("total seconds", seconds) } else { row }
    });
    rows.collect()
}
