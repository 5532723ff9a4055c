//! Time per move from what a runner says about clocks.

use plyground_protocol::ugi::Go;
use plyground_search::Limits;
use plyground_search::time::{RESERVE, TimeControl};
use std::time::Duration;

/// The longest thought, for runners that want one without end.
const ENDLESS: Duration = Duration::from_secs(7 * 24 * 3600);

/// The limits of a `go` for this player, counted from 1. Clocks count beside whatever else is said; where nothing is
/// said, `default` holds.
pub(crate) fn limits_of(go: &Go, player: usize, default: Limits) -> Limits {
    if go.infinite {
        return Limits::time(ENDLESS);
    }
    let mut limits = Limits { depth: go.depth, nodes: go.nodes, time: go.movetime, iterations: go.iterations };
    let index = player - 1;
    if let Some(left) = go.clocks.get(index).copied().flatten() {
        let increment = go.increments[index].unwrap_or_default();
        let control = TimeControl::Account { left, increment, moves: go.movestogo };
        limits = limits.and(control.budget(RESERVE).limits());
    }
    if limits.is_endless() { default } else { at_least_something(limits) }
}

/// An account of time for many moves, kept by ourselves because the runner does not tell what is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Account {
    /// What is left for the game, if that is limited.
    pub(crate) left: Option<Duration>,
    /// So much for so many moves once nothing is left, if that is granted.
    pub(crate) period: Option<(Duration, u32)>,
}

impl Account {
    /// The limits for the next move.
    pub(crate) fn limits(&self, default: Limits) -> Limits {
        let control = match (self.left, self.period) {
            (Some(left), None) => TimeControl::Account { left, increment: Duration::ZERO, moves: None },
            (Some(left), Some((period, moves))) if left > period => {
                TimeControl::Account { left, increment: period / moves.max(1), moves: None }
            }
            (_, Some((period, moves))) => TimeControl::PerMove(period / moves.max(1)),
            (None, None) => return default,
        };
        at_least_something(default.and(control.budget(RESERVE).limits()))
    }

    /// Books a move.
    pub(crate) fn charge(&mut self, spent: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(spent));
    }
}

/// Even a player out of time needs a moment for his move.
fn at_least_something(limits: Limits) -> Limits {
    Limits { time: limits.time.map(|time| time.max(Duration::from_millis(1))), ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_is_never_overdrawn_and_never_empty() {
        let mut go = Go::default();
        assert_eq!(limits_of(&go, 1, Limits::depth(3)), Limits::depth(3));
        go.clocks[1] = Some(10 * SECOND);
        assert_eq!(limits_of(&go, 1, Limits::depth(3)), Limits::depth(3), "that is somebody else's clock");
        let time = limits_of(&go, 2, Limits::default()).time.unwrap();
        assert!(time > Duration::ZERO && time < 10 * SECOND);
        go.clocks[1] = Some(Duration::ZERO);
        assert_eq!(limits_of(&go, 2, Limits::default()).time, Some(Duration::from_millis(1)));
        go.depth = Some(4);
        assert_eq!(limits_of(&go, 2, Limits::default()).depth, Some(4));
    }

    #[test]
    fn an_account_runs_down() {
        let mut account = Account { left: Some(10 * SECOND), period: None };
        let first = account.limits(Limits::default()).time.unwrap();
        account.charge(9 * SECOND);
        let later = account.limits(Limits::default()).time.unwrap();
        assert!(later < first);
        assert_eq!(Account::default().limits(Limits::nodes(5)), Limits::nodes(5));
        let per_move = Account { left: Some(Duration::ZERO), period: Some((30 * SECOND, 10)) };
        assert_eq!(per_move.limits(Limits::default()).time, Some(3 * SECOND - RESERVE));
    }
}
