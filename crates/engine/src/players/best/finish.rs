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

/// A player who leaves endgames to the solver.
struct WithExactEndings<G: Game> {
    inner: Box<dyn Player<G>>,
    /// For the board of the present game, once it was needed.
    solver: Option<(u64, Solver)>,
    table_bytes: usize,
}

/// The player, with the solver where this game may come to need it. `table` is the memory of the player's own search.
pub(super) fn with_exact_endings<G: Evaluated>(inner: Box<dyn Player<G>>, game: &G, table: u64) -> Box<dyn Player<G>> {
    if game.may_reach_disc_position() {
        let table_bytes = ((table / 2) as usize).clamp(LEAST_TABLE_BYTES, TABLE_BYTES);
        return Box::new(WithExactEndings { inner, solver: None, table_bytes });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SearchRequest, Spec, build};
    use plyground_core::{GameVisitor, Notation, Playable, Setup, Turn};
    use plyground_games::registry;
    use plyground_games::reversixt::BitReversi;
    use plyground_search::Iteration;
    use plyground_search::trace::Recorder;

    #[test]
    fn endgames_are_finished_exactly_when_the_limits_allow_and_left_to_the_search_when_not() {
        let game = BitReversi::standard();
        // The twelfth endgame of the solver's own.
        let text = "01111221/00112111/00212111/00212111/00222111/00222111/00211111/02211111 1 1 o=0,0 b=0,0 out=-";
        let position = game.parse_position(text).unwrap();
        let mut player = build(&"best".parse().unwrap(), &game, 1).unwrap();
        let mut think = |limits| player.think(Request::from(SearchRequest::new(&game, &position).within(limits)));
        let whole = think(Limits::nodes(10_000_000));
        assert_eq!((whole.exact, whole.stopped, whole.value), (true, StopReason::Solved, f64::from(WIN + 36)));
        assert_eq!(whole.best.map(|mv| game.move_text(&position, mv)).as_deref(), Some("1,1"));
        let hurried = think(Limits::nodes(2_000));
        assert!(!hurried.exact && hurried.best.is_some());
        assert!(!think(Limits::depth(3)).exact, "a depth is a promise");
    }

    /// What a player told and recorded, and everything else that can be asked of one.
    fn heard<G: Playable>(player: &mut dyn Player<G>, game: &G, position: &G::Position) -> String {
        let limits = Limits { depth: Some(2), nodes: Some(3000), iterations: Some(60), ..Limits::default() };
        let mut recorder = Recorder::new(500, 20);
        let mut told = Vec::new();
        let mut sink = |iteration: &Iteration<G::Move>| told.push((iteration.depth, iteration.value, iteration.nodes));
        let request = Request::from(
            SearchRequest::new(game, position).within(limits).recording(&mut recorder).telling(&mut sink),
        );
        let report = player.think(request);
        let (best, moves, failure) = (report.best, report.by_outcome, player.failure());
        player.new_game(3);
        let choice = player.choose(Request::from(SearchRequest::new(game, position).within(limits)));
        format!("{:?} {told:?} {best:?} {moves:?} {failure:?} {choice:?} {}", recorder.nodes(), player.unit())
    }

    struct WrappedAndBare;

    impl GameVisitor for WrappedAndBare {
        type Output = (usize, usize);

        fn visit<G: Playable>(self, game: G, start: G::Position) -> (usize, usize) {
            let (mut compared, mut recorded) = (0, 0);
            let mut position = start;
            if game.turn(&position) == Turn::Chance {
                game.roll(&mut position, 0);
            }
            for kind in crate::infos().into_iter().filter(|kind| kind.name != "process") {
                let Ok(mut bare) = build(&Spec::named(kind.name), &game, 1) else { continue };
                let inner = build(&Spec::named(kind.name), &game, 1).unwrap();
                let mut wrapped = WithExactEndings { inner, solver: None, table_bytes: TABLE_BYTES };
                let said = heard(bare.as_mut(), &game, &position);
                assert_eq!(heard(&mut wrapped, &game, &position), said, "{}", kind.name);
                compared += 1;
                recorded += usize::from(!said.starts_with("[] "));
            }
            (compared, recorded)
        }
    }

    #[test]
    fn a_wrapped_player_of_every_kind_tells_and_records_what_the_bare_one_does() {
        for (game, least) in [("reversixt", 2), ("einstein", 2), ("isola", 2)] {
            let visited = registry::visit(game, &Setup::default(), WrappedAndBare);
            let (compared, recorded) = visited.unwrap();
            assert!(compared >= 7 && recorded >= least, "{game}: {compared} compared, {recorded} recorded");
        }
    }
}
