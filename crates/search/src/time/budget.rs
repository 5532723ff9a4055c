//! What one move may cost, from what the clock of the game says.

use crate::Limits;
use std::time::Duration;

/// Kept back for everything that is not search (the network above all), unless the caller knows better: the 2016
/// client's 50 ms.
pub const RESERVE: Duration = Duration::from_millis(50);

/// The clock of a game, as the player to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// So much for this move; what is not used is lost.
    PerMove(Duration),
    /// An account for many moves.
    Account {
        /// What is left on it.
        left: Duration,
        /// What each finished move adds.
        increment: Duration,
        /// Moves until the account is refilled, or until the end of the game; `None` when nobody knows.
        moves: Option<u32>,
    },
    /// No clock: so many plies.
    Depth(u32),
}

/// What one search should and may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Time it would like to use: no iteration begins that is not expected to fit.
    pub soft: Option<Duration>,
    /// Time it may never exceed.
    pub hard: Option<Duration>,
}

/// A game of unknown length is planned as if it had so many moves to go.
const MOVES_EXPECTED: u32 = 25;
/// A difficult move may take so many times the soft budget…
const HARD_FACTOR: u32 = 4;
/// …but never more than this share of the account (one part in so many), unless it is the last move.
const HARD_SHARE: u32 = 3;

impl TimeControl {
    /// The budget that leaves `reserve` on the clock. Soft is at most hard, and hard is at most the clock minus the
    /// reserve; a clock below the reserve gives no time at all, and the search answers with the first move it has.
    pub fn budget(self, reserve: Duration) -> Budget {
        match self {
            TimeControl::PerMove(time) => {
                let usable = time.saturating_sub(reserve);
                Budget { depth: None, soft: Some(usable), hard: Some(usable) }
            }
            TimeControl::Account { left, increment, moves } => {
                let usable = left.saturating_sub(reserve);
                let moves = moves.unwrap_or(MOVES_EXPECTED).max(1);
                let share = usable / moves;
                let hard = if moves == 1 {
                    usable
                } else {
                    share.saturating_add(increment).saturating_mul(HARD_FACTOR).min(usable / HARD_SHARE.min(moves))
                };
                // The increment of this move only comes after it, so it may be spent only as far as the account goes.
                let soft = share.saturating_add(increment / 4 * 3).min(hard);
                Budget { depth: None, soft: Some(soft), hard: Some(hard) }
            }
            TimeControl::Depth(depth) => Budget { depth: Some(depth), ..Budget::default() },
        }
    }
}

impl Budget {
    /// The limits that a [`Control`](crate::Control) must watch.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, time: self.hard, ..Limits::default() }
    }
}

/// Limits as a user states them: all the time may be used.
impl From<Limits> for Budget {
    fn from(limits: Limits) -> Budget {
        Budget { depth: limits.depth, soft: limits.time, hard: limits.time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn durations() -> impl Strategy<Value = Duration> {
        prop_oneof![
            Just(Duration::ZERO),
            Just(Duration::MAX),
            (0..10_000u64).prop_map(Duration::from_millis),
            (0..u64::MAX).prop_map(Duration::from_nanos),
        ]
    }

    fn controls() -> impl Strategy<Value = TimeControl> {
        prop_oneof![
            durations().prop_map(TimeControl::PerMove),
            (durations(), durations(), prop::option::of(0..500u32))
                .prop_map(|(left, increment, moves)| TimeControl::Account { left, increment, moves }),
        ]
    }

    proptest! {
        #[test]
        fn a_budget_never_exceeds_the_clock_minus_the_reserve(control in controls(), reserve in durations()) {
            let clock = match control {
                TimeControl::PerMove(time) => time,
                TimeControl::Account { left, .. } => left,
                TimeControl::Depth(_) => unreachable!("not drawn"),
            };
            let budget = control.budget(reserve);
            let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
            prop_assert!(soft <= hard);
            prop_assert!(hard <= clock.saturating_sub(reserve));
        }

        /// Playing on with the hard limit every time never empties an account.
        #[test]
        fn an_account_lasts_the_whole_game(left in 100..100_000u64, increment in 0..2_000u64, known in any::<bool>()) {
            let (mut left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
            for played in 0..60u32 {
                let moves = known.then_some(60 - played);
                let budget = TimeControl::Account { left, increment, moves }.budget(Duration::from_millis(5));
                let used = budget.hard.unwrap();
                prop_assert!(used < left);
                left = left - used + increment;
            }
        }
    }

    #[test]
    fn the_common_clocks_give_the_expected_budgets() {
        let second = TimeControl::PerMove(Duration::from_secs(1)).budget(RESERVE);
        assert_eq!(second.hard, Some(Duration::from_millis(950)));
        assert_eq!(second.soft, second.hard);
        let minutes =
            TimeControl::Account { left: Duration::from_millis(100_050), increment: Duration::ZERO, moves: None };
        assert_eq!(minutes.budget(RESERVE).soft, Some(Duration::from_secs(4)));
        assert_eq!(minutes.budget(RESERVE).hard, Some(Duration::from_secs(16)));
        assert_eq!(TimeControl::Depth(7).budget(RESERVE), Budget { depth: Some(7), soft: None, hard: None });
        assert_eq!(Budget::from(Limits::depth(3)).limits(), Limits::depth(3));
    }
}
