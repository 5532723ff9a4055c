//! A model of the server's clock, which decides how long to search and when to send the answer.
//!
//! A server adds a fixed increment to our clock before each request and sends the total. The first total is the
//! increment; every later one shows how much time the server charged for our last move, from which the [`TimeManager`]
//! learns the delay of the connection. A server that repeats the same limit, however little of it we use, keeps no
//! clock, and nothing can be learned from it.

use plyground_search::time::{Budget, TimeControl, TimeManager};
use std::time::Duration;

/// The reserve of the first requests, while the delay of the connection is unknown.
const EARLY_RESERVE: Duration = Duration::from_millis(300);
const EARLY_REQUESTS: u32 = 2;
/// After this many repeated limits the server is taken to keep no clock.
const REPEATED: u32 = 2;
/// A player that has not answered this long after its time is stopped.
const STOP_DELAY: Duration = Duration::from_millis(20);

/// The deadlines of one answer, counted from the arrival of the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AnswerSchedule {
    /// The time the player may use.
    pub(super) think: Duration,
    /// When the player is stopped.
    pub(super) stop: Duration,
    /// When the best move so far is sent, whatever the player does.
    pub(super) send: Duration,
    /// The time that is kept back.
    pub(super) reserve: Duration,
}

/// Infers which clock the server keeps and schedules answers accordingly.
#[derive(Clone, Debug)]
pub(super) struct ServerClock {
    manager: TimeManager,
    increment: Option<Duration>,
    keeps_clock: bool,
    /// The number of limits that were repeated although we had not used them up.
    repeated: u32,
    last: Option<LastAnswer>,
}

#[derive(Clone, Copy, Debug)]
struct LastAnswer {
    limit: Duration,
    used: Duration,
}

impl ServerClock {
    /// A clock model that begins with this reserve.
    pub(super) fn new(reserve: Duration) -> Self {
        let manager = TimeManager::new(reserve).cautious(EARLY_REQUESTS, EARLY_RESERVE);
        ServerClock { manager, increment: None, keeps_clock: true, repeated: 0, last: None }
    }

    /// Learns from the limit of a request and schedules the answer.
    pub(super) fn schedule(&mut self, limit: Duration) -> AnswerSchedule {
        let (control, budget) = self.budget(limit);
        let reserve = self.manager.reserve_of(control);
        let send = limit - reserve;
        let think = budget.hard.min(send / 20 * 18);
        self.manager.tighten(think);
        AnswerSchedule { think, stop: (think + STOP_DELAY).min(send / 20 * 19), send, reserve }
    }

    /// Records how long an answer took, from the request to the last byte.
    pub(super) fn answered(&mut self, limit: Duration, used: Duration) {
        self.last = Some(LastAnswer { limit, used });
        self.manager.answered(used);
    }

    /// The current reserve.
    pub(super) fn reserve(&self) -> Duration {
        self.manager.reserve()
    }

    /// The worst delay of the game so far.
    pub(super) fn worst_delay(&self) -> Duration {
        self.manager.worst_delay()
    }

    fn budget(&mut self, limit: Duration) -> (TimeControl, Budget) {
        let increment = *self.increment.get_or_insert(limit);
        let is_repeated = self.is_repeated(limit, increment);
        let control = if self.keeps_clock {
            TimeControl::Replenished { left: limit, increment }
        } else {
            TimeControl::PerMove(limit)
        };
        let budget = if is_repeated { self.manager.plan_anew(control) } else { self.manager.plan(control) };
        (control, budget)
    }

    /// Whether the last limit was repeated although little of it was used. A server with a clock repeats a limit only when
    /// exactly one increment was used.
    fn is_repeated(&mut self, limit: Duration, increment: Duration) -> bool {
        let last = self.last.take();
        let is_repeated = last.is_some_and(|last| limit == last.limit && last.used < increment / 20 * 19);
        self.repeated += u32::from(is_repeated);
        self.keeps_clock &= self.repeated < REPEATED;
        is_repeated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Plays `moves` moves against a server with this increment and this delay; true when none came too late. The
    /// player overruns its time by `lag`.
    fn survives(clock: &mut ServerClock, increment: u64, moves: u32, delay: u64, lag: u64) -> bool {
        play_on(clock, Duration::ZERO, increment, moves, delay, lag).is_some()
    }

    /// Plays `moves` moves from a clock that shows `account`; returns what is left, or `None` when an answer came too late.
    fn play_on(
        clock: &mut ServerClock,
        mut account: Duration,
        increment: u64,
        moves: u32,
        delay: u64,
        lag: u64,
    ) -> Option<Duration> {
        for _ in 0..moves {
            account += ms(increment);
            let plan = clock.schedule(account);
            let used = (plan.think + ms(lag)).min(plan.send);
            clock.answered(account, used);
            account = account.checked_sub(used + ms(delay))?;
        }
        Some(account)
    }

    #[test]
    fn a_clock_is_used_up_except_for_a_reserve() {
        let mut clock = ServerClock::new(ms(100));
        assert!(survives(&mut clock, 1000, 60, 2, 1));
        let plan = clock.schedule(ms(1800));
        assert_eq!(plan.think, ms(1000), "four fifths of the savings are kept");
        assert_eq!(plan.reserve, ms(100), "a fast connection needs no more than was asked for");
    }

    #[test]
    fn a_slow_connection_raises_the_reserve_and_a_fast_one_lowers_it() {
        let mut clock = ServerClock::new(ms(100));
        let left = play_on(&mut clock, Duration::ZERO, 1000, 10, 80, 0).unwrap();
        assert!(clock.reserve() >= ms(160), "{:?}", clock.reserve());
        assert_eq!(clock.worst_delay(), ms(80));
        assert!(play_on(&mut clock, left, 1000, 60, 1, 0).is_some());
        assert_eq!(clock.reserve(), ms(100));
    }

    #[test]
    fn a_limit_that_never_changes_is_not_a_clock() {
        let mut clock = ServerClock::new(ms(100));
        for _ in 0..20 {
            let plan = clock.schedule(ms(2000));
            clock.answered(ms(2000), plan.think);
        }
        assert_eq!(clock.reserve(), ms(100), "nothing was measured, so the reserve stays");
        assert!(!clock.keeps_clock);
        assert_eq!(clock.schedule(ms(2000)).think, ms(1710));
    }

    #[test]
    fn using_exactly_one_increment_proves_nothing() {
        let mut clock = ServerClock::new(ms(100));
        for _ in 0..20 {
            clock.schedule(ms(1700));
            clock.answered(ms(1700), ms(1690));
        }
        assert!(clock.keeps_clock);
    }

    proptest! {
        #[test]
        fn a_plan_is_ordered_and_leaves_something(limits in prop::collection::vec(0..100_000u64, 1..20), asked in 0..5000u64) {
            let mut clock = ServerClock::new(ms(asked));
            for limit in limits {
                let plan = clock.schedule(ms(limit));
                prop_assert!(plan.think <= plan.stop && plan.stop <= plan.send);
                prop_assert!(plan.send + plan.reserve == ms(limit));
                prop_assert!(limit == 0 || plan.reserve > Duration::ZERO || asked == 0);
                clock.answered(ms(limit), plan.send);
            }
        }

        /// Delays up to a third of the increment and players that overrun by a tenth of it never lead to a late answer.
        #[test]
        fn no_answer_is_late(increment in 200..2000u64, delay in 0..10u64, lag in 0..10u64) {
            let (delay, lag) = (increment * delay / 30, increment * lag / 100);
            let mut clock = ServerClock::new(ms(100.max(delay)));
            prop_assert!(survives(&mut clock, increment, 80, delay, lag));
        }
    }
}
