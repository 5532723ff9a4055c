//! A game that has become Othello is played out exactly as soon as the time allows.

use crate::othello::{Counting, Endgame};
use crate::player::Counts;
use crate::{Choice, Failure, Player, Request};
use plyground_core::{Evaluated, Game, WIN};
use plyground_othello::Solver;
use plyground_search::{LEAST_TIME, Limits, Report, RootMove, StopReason};

/// Positions that an endgame of [`COST_AT`] empty squares takes, and what every square more multiplies them with: a little
/// more than most of those that `cargo bench -p plyground-othello` prints.
const COST: f64 = 8e6;
const COST_AT: i32 = 20;
const COST_PER_SQUARE: f64 = 2.2;
/// Positions per second, half of what a quiet machine reaches.
const SPEED: f64 = 7e6;
/// The part of the time that the solver may try before the search must think of something.
const SHARE: f64 = 0.6;
/// Memory of the solver: half of what the search has, but not more than this, nor less than it can work with.
pub(super) const TABLE_BYTES: usize = 32 << 20;
const LEAST_TABLE_BYTES: usize = 1 << 20;

/// A player who leaves endgames to the solver where they are Othello, and everything else to another player.
pub struct WithExactEndings<G: Game> {
    inner: Box<dyn Player<G>>,
    /// For the board of the present game, once it was needed.
    solver: Option<(u64, Solver)>,
    table_bytes: usize,
}

/// The player, with the solver where this game may come to need it. `table` is the memory of the player's own search.
pub(super) fn with_exact_endings<G: Evaluated>(inner: Box<dyn Player<G>>, game: &G, table: u64) -> Box<dyn Player<G>> {
    if game.may_reach_disc_position() {
        return Box::new(WithExactEndings::new(inner, table));
    }
    inner
}

/// What the solver may spend on this many empty squares; `None` if that is hopeless.
fn allowance(limits: &Limits, empty: u32) -> Option<Limits> {
    let cost = COST * COST_PER_SQUARE.powi(empty as i32 - COST_AT);
    let time = limits.time.map(|time| time.mul_f64(SHARE));
    let nodes = limits.nodes.map(|nodes| (nodes as f64 * SHARE) as u64);
    let fits = time.is_none_or(|time| cost <= time.as_secs_f64() * SPEED)
        && nodes.is_none_or(|nodes| cost <= nodes as f64)
        && limits.depth.is_none_or(|depth| depth >= empty);
    fits.then_some(Limits { time, nodes, ..Limits::default() })
}

impl<G: Evaluated> WithExactEndings<G> {
    /// Adds the solver to a player. `table` is the memory of the player's own search in bytes, 0 if it has none.
    pub fn new(inner: Box<dyn Player<G>>, table: u64) -> Self {
        let table_bytes = ((table / 2) as usize).clamp(LEAST_TABLE_BYTES, TABLE_BYTES);
        WithExactEndings { inner, solver: None, table_bytes }
    }

    fn finish(&mut self, request: &Request<'_, G>) -> Option<Report<G::Move>> {
        let endgame = Endgame::of(request.search.game, request.search.position)?;
        let limits = request.limits_for(None, Counts::Depth);
        let mut control = request.control(&allowance(&limits, endgame.empty())?);
        let holes = endgame.holes();
        if self.solver.as_ref().is_none_or(|(known, _)| *known != holes) {
            self.solver = Some((holes, endgame.solver(Counting::Stones, self.table_bytes).ok()?));
        }
        let (_, solver) = self.solver.as_mut()?;
        let (mv, margin) = endgame.best(solver, &mut control)?;
        let value = f64::from(margin.signum() * WIN + margin);
        let root = RootMove { mv, value, exact: true, effort: control.nodes() };
        Some(Report {
            best: Some(mv),
            value,
            exact: true,
            line: vec![mv],
            moves: vec![root],
            depth: endgame.empty(),
            nodes: control.nodes(),
            time: control.elapsed(),
            ..Report::empty(StopReason::Solved)
        })
    }
}

impl<G: Evaluated> Player<G> for WithExactEndings<G> {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let begun = plyground_search::Control::new(&Limits::default());
        if let Some(report) = self.finish(&request) {
            return report;
        }
        let limits = request.search.limits.after(begun.elapsed());
        let ceiling = request.ceiling.map(|ceiling| ceiling.saturating_sub(begun.elapsed()).max(LEAST_TIME));
        self.inner.think(Request { search: request.search.within(limits), ceiling, history: request.history })
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
        self.solver = None;
    }

    fn unit(&self) -> &'static str {
        self.inner.unit()
    }

    fn evaluation(&self) -> &'static str {
        self.inner.evaluation()
    }

    fn failure(&mut self) -> Option<Failure> {
        self.inner.failure()
    }
}
