//! How long to think: what the limits of the server say about its clock, and when the answer must leave.
//!
//! A server adds the same amount to our clock before each request and tells us the total. The first total is that
//! amount; from then on every total tells how much time the server has charged for our last move, and the
//! [`TimeManager`] learns from it what the way there and back costs. A server that tells the same limit again and again,
//! however little of it we use, keeps no such clock and teaches us nothing.

use plyground_search::time::{Budget, TimeControl, TimeManager};
use std::time::Duration;

/// The first requests are answered with this much to spare: nothing is known yet about the way there and back.
const EARLY_RESERVE: Duration = Duration::from_millis(300);
const EARLY_REQUESTS: u32 = 2;
/// After this many limits that came again the server keeps no clock.
const REPEATED: u32 = 2;
/// A player that has not answered this long after its time is told to stop.
const NUDGE: Duration = Duration::from_millis(20);

/// When to do what, counted from the moment the request came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// What the player may use.
    pub(super) think: Duration,
    /// When it is told to stop.
    pub(super) stop: Duration,
    /// When the best move in hand is sent, whatever the player does.
    pub(super) send: Duration,
    /// What is kept back.
    pub(super) reserve: Duration,
}

/// Finds out what clock the server keeps and plans answers by it.
#[derive(Clone, Debug)]
pub(super) struct Pacer {
    manager: TimeManager,
    increment: Option<Duration>,
    keeps_account: bool,
    /// Limits that came again although we had not used them up.
    repeated: u32,
    last: Option<Answered>,
}

#[derive(Clone, Copy, Debug)]
struct Answered {
    limit: Duration,
    used: Duration,
}

impl Pacer {
    /// A pacer that begins with this reserve.
    pub(super) fn new(reserve: Duration) -> Self {
        let manager = TimeManager::new(reserve).cautious(EARLY_REQUESTS, EARLY_RESERVE);
        Pacer { manager, increment: None, keeps_account: true, repeated: 0, last: None }
    }

    /// Learns from the limit of a request and plans the answer.
    pub(super) fn plan(&mut self, limit: Duration) -> Plan {
        let (control, budget) = self.budget(limit);
        let reserve = self.manager.reserve_of(control);
        let send = limit - reserve;
        let think = budget.hard.min(send / 20 * 18);
        self.manager.tighten(think);
        Plan { think, stop: (think + NUDGE).min(send / 20 * 19), send, reserve }
    }

    /// Books an answer: how long it took from the request to the last byte.
    pub(super) fn answered(&mut self, limit: Duration, used: Duration) {
        self.last = Some(Answered { limit, used });
        self.manager.answered(used);
    }

    /// What is kept back.
    pub(super) fn reserve(&self) -> Duration {
        self.manager.reserve()
    }

    /// The worst delay of the whole game.
    pub(super) fn worst_delay(&self) -> Duration {
        self.manager.worst_delay()
    }

    fn budget(&mut self, limit: Duration) -> (TimeControl, Budget) {
        let increment = *self.increment.get_or_insert(limit);
        let is_repeated = self.is_repeated(limit, increment);
        let control = if self.keeps_account {
            TimeControl::Replenished { left: limit, increment }
        } else {
            TimeControl::PerMove(limit)
        };
        let budget = if is_repeated { self.manager.plan_anew(control) } else { self.manager.plan(control) };
        (control, budget)
    }

    /// Whether this is the last limit again although little of it was used. With a clock the same limit means that exactly one
    /// increment was used.
    fn is_repeated(&mut self, limit: Duration, increment: Duration) -> bool {
        let last = self.last.take();
        let again = last.is_some_and(|last| limit == last.limit && last.used < increment / 20 * 19);
        self.repeated += u32::from(again);
        self.keeps_account &= self.repeated < REPEATED;
        again
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
    fn survives(pacer: &mut Pacer, increment: u64, moves: u32, delay: u64, lag: u64) -> bool {
        play_on(pacer, Duration::ZERO, increment, moves, delay, lag).is_some()
    }

    /// The same from an account with savings; what is left at the end.
    fn play_on(
        pacer: &mut Pacer,
        mut account: Duration,
        increment: u64,
        moves: u32,
        delay: u64,
        lag: u64,
    ) -> Option<Duration> {
        for _ in 0..moves {
            account += ms(increment);
            let plan = pacer.plan(account);
            let used = (plan.think + ms(lag)).min(plan.send);
            pacer.answered(account, used);
            account = account.checked_sub(used + ms(delay))?;
        }
        Some(account)
    }

    #[test]
    fn an_account_is_used_up_but_for_a_cushion() {
        let mut pacer = Pacer::new(ms(100));
        assert!(survives(&mut pacer, 1000, 60, 2, 1));
        let plan = pacer.plan(ms(1800));
        assert_eq!(plan.think, ms(1000), "savings of four fifths are kept");
        assert_eq!(plan.reserve, ms(100), "a quick line needs no more than was asked for");
    }

    #[test]
    fn a_slow_line_raises_the_reserve_and_a_better_one_lowers_it_again() {
        let mut pacer = Pacer::new(ms(100));
        let left = play_on(&mut pacer, Duration::ZERO, 1000, 10, 80, 0).unwrap();
        assert!(pacer.reserve() >= ms(160), "{:?}", pacer.reserve());
        assert_eq!(pacer.worst_delay(), ms(80));
        assert!(play_on(&mut pacer, left, 1000, 60, 1, 0).is_some());
        assert_eq!(pacer.reserve(), ms(100));
    }

    #[test]
    fn a_limit_that_never_changes_is_no_account() {
        let mut pacer = Pacer::new(ms(100));
        for _ in 0..20 {
            let plan = pacer.plan(ms(2000));
            pacer.answered(ms(2000), plan.think);
        }
        assert_eq!(pacer.reserve(), ms(100), "nothing was measured, so nothing is dared");
        assert!(!pacer.keeps_account);
        assert_eq!(pacer.plan(ms(2000)).think, ms(1710));
    }

    #[test]
    fn using_up_exactly_one_increment_is_no_sign_of_anything() {
        let mut pacer = Pacer::new(ms(100));
        for _ in 0..20 {
            pacer.plan(ms(1700));
            pacer.answered(ms(1700), ms(1690));
        }
        assert!(pacer.keeps_account);
    }

    proptest! {
        #[test]
        fn a_plan_is_ordered_and_leaves_something(limits in prop::collection::vec(0..100_000u64, 1..20), asked in 0..5000u64) {
            let mut pacer = Pacer::new(ms(asked));
            for limit in limits {
                let plan = pacer.plan(ms(limit));
                prop_assert!(plan.think <= plan.stop && plan.stop <= plan.send);
                prop_assert!(plan.send + plan.reserve == ms(limit));
                prop_assert!(limit == 0 || plan.reserve > Duration::ZERO || asked == 0);
                pacer.answered(ms(limit), plan.send);
            }
        }

        /// Delays up to a third of the increment and players that overrun by a tenth of it never lead to a late answer.
        #[test]
        fn no_answer_is_late(increment in 200..2000u64, delay in 0..10u64, lag in 0..10u64) {
            let (delay, lag) = (increment * delay / 30, increment * lag / 100);
            let mut pacer = Pacer::new(ms(100.max(delay)));
            prop_assert!(survives(&mut pacer, increment, 80, delay, lag));
        }
    }
}
