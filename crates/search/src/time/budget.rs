//! What one move may cost, from what the clock of the game says.

use crate::Limits;
use std::time::Duration;

/// The clock of a game, as the player to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A limit for this move alone; what is not used is lost.
    PerMove(Duration),
    /// A clock for many moves.
    Account {
        /// What is left on it.
        left: Duration,
        /// What each finished move adds.
        increment: Duration,
        /// Moves until the clock is refilled, or until the end of the game; `None` when nobody knows.
        moves: Option<u32>,
    },
    /// A clock that gains its increment before each move, as the ReversiXT server keeps one. A game begins with nothing
    /// but the first increment.
    Replenished {
        /// What is left on it, the increment for this move included.
        left: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

/// What one search should and may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Time that should be used: no iteration begins that would go far beyond it.
    pub soft: Duration,
    /// Time that may never be exceeded.
    pub hard: Duration,
}

/// A game of unknown length is planned as if it had this many moves to go.
const MOVES_EXPECTED: u32 = 25;
/// A difficult move may take this many times the soft limit …
const HARD_FACTOR: u32 = 4;
/// … but never more than this share of the clock (one part in three), unless it is the last move.
const HARD_SHARE: u32 = 3;
/// With an increment nothing is lost by not using it, so at least this much, or four fifths of an increment, is kept on the
/// clock for moves on a machine that is suddenly busy with something else …
const CUSHION: Duration = Duration::from_millis(500);
/// … and what lies beyond on a replenished clock, which never holds much, is spent faster than on others.
const SAVINGS_MOVES: u32 = 8;

impl TimeControl {
    /// What the move may cost before the game is lost.
    pub fn left(self) -> Duration {
        match self {
            TimeControl::PerMove(left) | TimeControl::Account { left, .. } | TimeControl::Replenished { left, .. } => {
                left
            }
        }
    }

    /// What the clock gains with each move.
    pub fn increment(self) -> Duration {
        match self {
            TimeControl::PerMove(_) => Duration::ZERO,
            TimeControl::Account { increment, .. } | TimeControl::Replenished { increment, .. } => increment,
        }
    }

    /// The budget that leaves `reserve` on the clock. Soft is at most hard, and hard is at most the clock minus the
    /// reserve; a clock below the reserve gives no time at all, and the search answers with the first move it has. Each of
    /// the moves to come is expected to cost `delay` beside its thought.
    pub fn budget(self, reserve: Duration, delay: Duration) -> Budget {
        let usable = self.left().saturating_sub(reserve);
        let shared_by = |moves: u32| usable.saturating_sub(delay.saturating_mul(moves)) / moves;
        match self {
            TimeControl::PerMove(_) => Budget { soft: usable, hard: usable },
            TimeControl::Account { increment, moves: Some(moves), .. } => {
                let moves = moves.max(1);
                let share = shared_by(moves);
                let hard = share.saturating_add(increment).saturating_mul(HARD_FACTOR);
                let hard = if moves == 1 { usable } else { hard.min(usable / HARD_SHARE.min(moves)) };
                // The increment of this move only comes after it, so it may be spent only as far as the clock goes.
                Budget { soft: share.saturating_add(increment / 4 * 3).min(hard), hard }
            }
            TimeControl::Account { left, increment, moves: None } => {
                let steady = allowance(increment, left, reserve, MOVES_EXPECTED);
                let soft = steady.saturating_sub(delay).max(shared_by(MOVES_EXPECTED));
                let hard = soft.saturating_mul(HARD_FACTOR).min(usable / HARD_SHARE);
                Budget { soft: soft.min(hard), hard }
            }
            TimeControl::Replenished { left, increment } => {
                let saved = left.saturating_sub(increment);
                let hard = allowance(increment, saved, Duration::ZERO, SAVINGS_MOVES).min(usable);
                Budget { soft: hard, hard }
            }
        }
    }
}

/// What a move may cost with these savings: half an increment when there are none, all of it when the cushion is full,
/// and a share of what lies beyond.
fn allowance(increment: Duration, saved: Duration, reserve: Duration, moves: u32) -> Duration {
    let cushion = CUSHION.max(increment / 5 * 4).max(reserve);
    match saved.checked_sub(cushion) {
        Some(beyond) => increment.saturating_add(beyond / moves),
        None => (increment / 2).mul_f64(1.0 + saved.as_secs_f64() / cushion.as_secs_f64()),
    }
}

impl From<Budget> for Limits {
    fn from(budget: Budget) -> Limits {
        Limits { time: Some(budget.hard), soft: Some(budget.soft), ..Limits::default() }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(in super::super) fn durations() -> impl Strategy<Value = Duration> {
        prop_oneof![
            Just(Duration::ZERO),
            Just(Duration::MAX),
            (0..10_000u64).prop_map(Duration::from_millis),
            (0..u64::MAX).prop_map(Duration::from_nanos),
        ]
    }

    pub(in super::super) fn controls() -> impl Strategy<Value = TimeControl> {
        prop_oneof![
            durations().prop_map(TimeControl::PerMove),
            (durations(), durations(), prop::option::of(0..500u32))
                .prop_map(|(left, increment, moves)| TimeControl::Account { left, increment, moves }),
            (durations(), durations()).prop_map(|(left, increment)| TimeControl::Replenished { left, increment }),
        ]
    }

    proptest! {
        #[test]
        fn a_budget_never_exceeds_the_clock_minus_the_reserve(control in controls(), reserve in durations(), delay in durations()) {
            let budget = control.budget(reserve, delay);
            prop_assert!(budget.soft <= budget.hard);
            prop_assert!(budget.hard <= control.left().saturating_sub(reserve));
        }

        /// Playing on with the hard limit every time never empties an account.
        #[test]
        fn an_account_lasts_the_whole_game(left in 100..100_000u64, increment in 0..2_000u64, known in any::<bool>()) {
            let (mut left, increment) = (ms(left), ms(increment));
            for played in 0..60u32 {
                let moves = known.then_some(60 - played);
                let budget = TimeControl::Account { left, increment, moves }.budget(ms(5), Duration::ZERO);
                prop_assert!(budget.hard < left);
                left = left - budget.hard + increment;
            }
        }

        /// An account is there to be used: sixty moves of the soft limit leave less than a sixth of it.
        #[test]
        fn an_account_is_used(base in 2_000..100_000u64) {
            let mut left = ms(base);
            for _ in 0..60 {
                left -= TimeControl::Account { left, increment: Duration::ZERO, moves: None }.budget(ms(50), Duration::ZERO).soft;
            }
            prop_assert!(left < ms(base) / 6 + ms(50), "{left:?} of {base} ms");
        }
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn account(left: u64, increment: u64) -> TimeControl {
        TimeControl::Account { left: ms(left), increment: ms(increment), moves: None }
    }

    #[test]
    fn the_common_clocks_give_the_expected_budgets() {
        let second = TimeControl::PerMove(ms(1000)).budget(ms(50), Duration::ZERO);
        assert_eq!(second, Budget { soft: ms(950), hard: ms(950) });
        assert_eq!(account(100_050, 0).budget(ms(50), Duration::ZERO), Budget { soft: ms(4000), hard: ms(16_000) });
        let last = TimeControl::Account { left: ms(1050), increment: ms(0), moves: Some(1) };
        assert_eq!(last.budget(ms(50), Duration::ZERO), Budget { soft: ms(1000), hard: ms(1000) });
    }

    #[test]
    fn increments_are_spent_once_a_cushion_is_saved() {
        assert_eq!(account(500, 20).budget(ms(50), Duration::ZERO).soft, ms(20));
        assert_eq!(account(250, 20).budget(ms(50), Duration::ZERO).soft, ms(15));
        assert_eq!(account(2000, 20).budget(ms(50), Duration::ZERO).soft, ms(80));
        assert_eq!(
            account(500, 0).budget(ms(50), Duration::ZERO).soft,
            ms(18),
            "without increments there is nothing to wait for"
        );
        assert_eq!(account(900, 20).budget(ms(700), Duration::ZERO).soft, ms(28), "a large reserve is a cushion too");
    }

    #[test]
    fn the_cushion_of_a_replenished_clock_fills_at_first_and_is_spent_where_it_overflows() {
        let think = |increment: u64, saved: u64| {
            let control = TimeControl::Replenished { left: ms(increment + saved), increment: ms(increment) };
            control.budget(Duration::ZERO, Duration::ZERO).hard
        };
        assert_eq!(think(200, 0), ms(100));
        assert_eq!(think(200, 250), ms(150));
        assert_eq!(think(200, 500), ms(200));
        assert_eq!(think(200, 1300), ms(300));
        assert_eq!(think(2000, 1600), ms(2000));
    }
}
