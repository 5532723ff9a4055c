//! Limits per move from the clocks of a protocol.

use plyground_protocol::ugi::Go;
use plyground_search::Limits;
use plyground_search::time::{TimeControl, TimeManager};
use std::time::Duration;

/// The longest search, for `go infinite`.
const ENDLESS: Duration = Duration::from_secs(7 * 24 * 3600);
/// UGI reports milliseconds, rounded down.
const UGI_RESOLUTION: Duration = Duration::from_millis(1);
/// GTP reports whole seconds.
const GTP_RESOLUTION: Duration = Duration::from_secs(1);

/// A clock that the runner keeps and reports with every `go`.
#[derive(Clone, Debug)]
pub(crate) struct ReportedClock {
    manager: TimeManager,
    /// Whose clock was reported last.
    player: usize,
}

impl ReportedClock {
    pub(crate) fn new() -> Self {
        ReportedClock { manager: TimeManager::default().with_resolution(UGI_RESOLUTION), player: 0 }
    }

    /// Sets the least time that is kept back from every clock.
    pub(crate) fn set_overhead(&mut self, overhead: Duration) {
        self.manager.set_overhead(overhead);
    }

    /// Forgets the clocks of the last game.
    pub(crate) fn new_game(&mut self) {
        self.manager.new_clock();
    }

    /// The limits of a `go` for this player, counted from 1. Clocks apply in addition to other limits; without any limit,
    /// `default` applies.
    pub(crate) fn limits(&mut self, go: &Go, player: usize, default: Limits) -> Limits {
        if go.infinite {
            self.manager.new_clock();
            return Limits::time(ENDLESS);
        }
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: go.movetime,
            iterations: go.iterations,
            ..Limits::default()
        };
        let index = player - 1;
        match go.clocks.get(index).copied().flatten() {
            Some(left) => {
                if player != self.player {
                    self.manager.new_clock();
                    self.player = player;
                }
                let increment = go.increments[index].unwrap_or_default();
                let control = TimeControl::Account { left, increment, moves: go.movestogo };
                limits = limits.and(self.manager.plan(control).into());
            }
            None => self.manager.new_clock(),
        }
        if limits.is_endless() { default } else { at_least_something(limits) }
    }

    /// Books an answer, with the time since its `go`.
    pub(crate) fn answered(&mut self, used: Duration) {
        self.manager.answered(used);
    }
}

/// A clock for many moves that we keep ourselves, because the runner does not tell every time what is left.
#[derive(Clone, Debug)]
pub(crate) struct OwnClock {
    /// What is left for the game, if that is limited.
    pub(crate) left: Option<Duration>,
    /// A time and how many moves must be made in it, once nothing is left for the game, if that is granted.
    pub(crate) period: Option<(Duration, u32)>,
    manager: TimeManager,
}

impl Default for OwnClock {
    fn default() -> Self {
        OwnClock { left: None, period: None, manager: TimeManager::default().with_resolution(GTP_RESOLUTION) }
    }
}

impl OwnClock {
    /// The limits for the next move.
    pub(crate) fn limits(&mut self, default: Limits) -> Limits {
        let control = match (self.left, self.period) {
            (Some(left), None) => TimeControl::Account { left, increment: Duration::ZERO, moves: None },
            (Some(left), Some((period, moves))) if left > period => {
                TimeControl::Account { left, increment: period / moves.max(1), moves: None }
            }
            (_, Some((period, moves))) => TimeControl::PerMove(period / moves.max(1)),
            (None, None) => return default,
        };
        at_least_something(default.and(self.manager.plan(control).into()))
    }

    /// Books a move.
    pub(crate) fn charge(&mut self, spent: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(spent));
        self.manager.answered(spent);
    }

    /// Other settings, for a new game perhaps; what was learnt about delays stays.
    pub(crate) fn set(&mut self, left: Option<Duration>, period: Option<(Duration, u32)>) {
        (self.left, self.period) = (left, period);
        self.manager.new_clock();
    }

    /// The runner tells what its own clock says.
    pub(crate) fn correct(&mut self, left: Duration) {
        self.left = Some(left);
    }
}

fn at_least_something(limits: Limits) -> Limits {
    limits.after(Duration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_search::LEAST_TIME;
    use plyground_search::time::OVERHEAD;

    const SECOND: Duration = Duration::from_secs(1);

    fn limits_of(go: &Go, player: usize, default: Limits) -> Limits {
        ReportedClock::new().limits(go, player, default)
    }

    fn clock(left: Duration, increment: Duration) -> Go {
        let mut go = Go::default();
        (go.clocks[0], go.increments[0]) = (Some(left), Some(increment));
        go
    }

    #[test]
    fn a_clock_is_never_overdrawn_and_never_empty() {
        let mut go = Go::default();
        assert_eq!(limits_of(&go, 1, Limits::depth(3)), Limits::depth(3));
        go.clocks[1] = Some(10 * SECOND);
        assert_eq!(limits_of(&go, 1, Limits::depth(3)), Limits::depth(3), "that is another player's clock");
        let time = limits_of(&go, 2, Limits::default()).time.unwrap();
        assert!(time > Duration::ZERO && time < 10 * SECOND);
        go.clocks[1] = Some(Duration::ZERO);
        assert_eq!(limits_of(&go, 2, Limits::default()).time, Some(LEAST_TIME));
        go.depth = Some(4);
        assert_eq!(limits_of(&go, 2, Limits::default()).depth, Some(4));
    }

    #[test]
    fn the_soft_limit_is_a_share_of_the_clock_and_the_hard_one_is_apart() {
        let limits = limits_of(&clock(30 * SECOND, Duration::ZERO), 1, Limits::default());
        assert_eq!(limits.soft, Some((30 * SECOND - OVERHEAD) / 25));
        assert_eq!(limits.time, limits.soft.map(|soft| 4 * soft));
    }

    #[test]
    fn a_time_per_move_is_used_whole() {
        let go = Go { movetime: Some(SECOND), ..Go::default() };
        assert_eq!(limits_of(&go, 1, Limits::default()), Limits::time(SECOND));
    }

    #[test]
    fn what_the_runner_charges_beyond_our_own_time_is_kept_back_from_then_on() {
        let mut told = ReportedClock::new();
        told.limits(&clock(30 * SECOND, SECOND), 1, Limits::default());
        told.answered(SECOND);
        // 30 s + 1 s - 1 s would be right; half a second was lost elsewhere.
        let late = clock(30 * SECOND - SECOND / 2, SECOND);
        let careful = told.limits(&late, 1, Limits::default());
        let usual = ReportedClock::new().limits(&late, 1, Limits::default());
        assert!(careful.soft < usual.soft && careful.time < usual.time, "{careful:?} {usual:?}");
        // Another player's clock says nothing about that, and a game without one neither.
        let mut told = ReportedClock::new();
        told.limits(&clock(30 * SECOND, SECOND), 1, Limits::default());
        told.answered(SECOND);
        let mut other = Go::default();
        other.clocks[1] = Some(10 * SECOND);
        let usual = ReportedClock::new().limits(&other, 2, Limits::default());
        assert_eq!(told.limits(&other, 2, Limits::default()), usual);
    }

    #[test]
    fn an_account_runs_down() {
        let mut account = OwnClock::default();
        assert_eq!(account.limits(Limits::nodes(5)), Limits::nodes(5));
        account.set(Some(10 * SECOND), None);
        let first = account.limits(Limits::default()).time.unwrap();
        account.charge(9 * SECOND);
        let later = account.limits(Limits::default()).time.unwrap();
        assert!(later < first);
        let mut per_move = OwnClock::default();
        per_move.set(Some(Duration::ZERO), Some((30 * SECOND, 10)));
        assert_eq!(per_move.limits(Limits::default()).time, Some(3 * SECOND - OVERHEAD));
    }
}
