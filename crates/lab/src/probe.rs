//! One search of one position, told iteration by iteration.

use crate::{Board, Brake, LabError, Row, Rows, positions};
use plyground_core::{GameVisitor, Playable, Rng};
use plyground_engine::bench::after_random_plies;
use plyground_engine::{Request, Spec, build};
use plyground_search::{Limits, Report};

/// Where to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    /// After so many random plies.
    Plies(usize),
    /// When at least this share of the board is filled.
    Filled(f64),
}

/// A search to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// The game.
    pub board: Board,
    /// Who searches.
    pub spec: String,
    /// Until when.
    pub limits: Limits,
    /// Where.
    pub place: Place,
    /// Governs the random moves on the way there, and nothing else of a deterministic search.
    pub seed: u64,
    /// Whether times are of interest; without them rows are the same on every machine.
    pub timed: bool,
}

/// What one search says of itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Probed {
    /// One row per finished iteration, with `depth`, `nodes` and `total nodes`, `value`, and if wished `seconds` and
    /// `total seconds`.
    pub iterations: Rows,
    /// The same of the whole search, with the share of the board that was filled.
    pub whole: Row,
}

impl Probe {
    /// Makes the search.
    pub fn run(&self, brake: &Brake) -> Result<Probed, LabError> {
        self.board.open(Searcher { probe: self, brake })?
    }
}

struct Searcher<'a> {
    probe: &'a Probe,
    brake: &'a Brake,
}

impl GameVisitor for Searcher<'_> {
    type Output = Result<Probed, LabError>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let Probe { spec, limits, place, seed, timed, .. } = self.probe;
        let spec: Spec = spec.parse()?;
        let mut player = build(&spec, &game, *seed)?;
        let position = match place {
            Place::Plies(plies) => after_random_plies(&game, &start, *plies, &mut Rng::seeded(*seed)),
            Place::Filled(share) => positions::state(&game, &start, *share, *seed),
        };
        let request = Request::new(&game, &position).within(*limits).until(&self.brake.flag);
        let report = player.think(request);
        let whole = Row::new().with("depth", f64::from(report.depth)).with("nodes", report.nodes as f64);
        let whole = whole.with("filled", positions::filled(&game, &position));
        let whole = if *timed { whole.with("seconds", report.time.as_secs_f64()) } else { whole };
        Ok(Probed { iterations: iterations(&report, *timed), whole })
    }
}

fn iterations<M>(report: &Report<M>, timed: bool) -> Rows {
    let (mut nodes, mut seconds) = (0, 0.0);
    let rows = report.iterations.iter().map(|iteration| {
        nodes += iteration.nodes;
        seconds += iteration.time.as_secs_f64();
        let row = Row::new().with("depth", f64::from(iteration.depth)).with("nodes", iteration.nodes as f64);
        let row = row.with("total nodes", nodes as f64).with("value", iteration.value);
        if timed { row.with("seconds", iteration.time.as_secs_f64()).with("total seconds", seconds) } else { row }
    });
    rows.collect()
}
