//! How long to think: what the limits say about the clock of the game, and what the way to the server costs.
//!
//! A server adds the same amount to our account before each request and tells us the total. The first total is that
//! amount; from then on every total tells how much time the server has charged for our last move, and the difference to
//! what we measured ourselves is what the way there and back costs. A server that tells the same limit again and again,
//! however little of it we use, keeps no account and teaches us nothing.

use std::time::Duration;

/// With an account nothing is lost by not using it, so savings of at least this much, or of four fifths of an increment,
/// are kept for moves on a machine that is suddenly busy with something else …
const CUSHION: Duration = Duration::from_millis(500);
/// … and beyond them one part in so many is spent on each move.
const SAVINGS_SHARE: u32 = 8;
/// The first requests are answered with so much to spare, as far as three fifths of the limit allow: nothing is known yet
/// about the way there and back.
const EARLY_RESERVE: Duration = Duration::from_millis(300);
const EARLY_REQUESTS: u32 = 2;
/// What was measured is doubled, and this much is added for what was not.
const UNKNOWN: Duration = Duration::from_millis(10);
/// A measured delay loses this part of its weight with every move that was better.
const FADE: f64 = 0.97;
/// Nobody waits longer than this for one message on a line that can be played on.
const WORST: Duration = Duration::from_secs(5);
/// After so many limits that came again nobody keeps an account.
const REPEATED: u32 = 2;
/// A player that has not answered so long after its time is told to stop.
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

/// Keeps account of the clock and of delays.
#[derive(Clone, Debug)]
pub(super) struct Pacer {
    asked: Duration,
    increment: Option<Duration>,
    keeps_account: bool,
    /// Limits that came again although we had not used them up.
    repeated: u32,
    last: Option<Answered>,
    requests: u32,
    /// The worst delay lately: what the server charged beyond what we used.
    delay: Duration,
    /// The worst lag lately: how long after its time the answer really left.
    lag: Duration,
    worst_delay: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Answered {
    limit: Duration,
    used: Duration,
}

impl Pacer {
    /// A pacer that begins with this reserve.
    pub(super) fn new(reserve: Duration) -> Self {
        Pacer {
            asked: reserve,
            increment: None,
            keeps_account: true,
            repeated: 0,
            last: None,
            requests: 0,
            delay: Duration::ZERO,
            lag: Duration::ZERO,
            worst_delay: Duration::ZERO,
        }
    }

    /// Learns from the limit of a request and plans the answer.
    pub(super) fn plan(&mut self, limit: Duration) -> Plan {
        self.learn(limit);
        self.requests += 1;
        let early = if self.requests <= EARLY_REQUESTS { EARLY_RESERVE } else { Duration::ZERO };
        let reserve = self.reserve().max(early).min(limit / 5 * 3);
        let send = limit - reserve;
        let whole = send / 20 * 18;
        let think = match self.increment.filter(|_| self.keeps_account) {
            Some(increment) => whole.min(allowance(increment, limit.saturating_sub(increment))),
            None => whole,
        };
        Plan { think, stop: (think + NUDGE).min(send / 20 * 19), send, reserve }
    }

    /// Books an answer: how long it took from the request to the last byte, and how long it should have taken at most.
    pub(super) fn answered(&mut self, limit: Duration, used: Duration, planned: Duration) {
        self.last = Some(Answered { limit, used });
        self.lag = fade(self.lag, used.saturating_sub(planned));
    }

    /// What is kept back.
    pub(super) fn reserve(&self) -> Duration {
        (2 * (self.delay + self.lag) + UNKNOWN).max(self.asked)
    }

    /// The worst delay of the whole game.
    pub(super) fn worst_delay(&self) -> Duration {
        self.worst_delay
    }

    fn learn(&mut self, limit: Duration) {
        let Some(last) = self.last.take() else {
            self.increment.get_or_insert(limit);
            return;
        };
        let Some(increment) = self.increment.filter(|_| self.keeps_account) else { return };
        // With an account the same limit means that exactly one increment was used.
        if limit == last.limit && last.used < increment / 20 * 19 {
            self.repeated += 1;
            self.keeps_account = self.repeated < REPEATED;
            return;
        }
        let charged = (last.limit + increment).saturating_sub(limit);
        let delay = charged.saturating_sub(last.used).min(WORST);
        self.delay = fade(self.delay, delay);
        self.worst_delay = self.worst_delay.max(delay);
    }
}

/// What a move may cost with these savings: half an increment when there are none, all of it when the cushion is full,
/// and a share of what lies beyond.
fn allowance(increment: Duration, saved: Duration) -> Duration {
    let cushion = CUSHION.max(increment / 5 * 4);
    match saved.checked_sub(cushion) {
        Some(beyond) => increment + beyond / SAVINGS_SHARE,
        None => (increment / 2).mul_f64(1.0 + saved.as_secs_f64() / cushion.as_secs_f64()),
    }
}

/// The larger of the new measurement and what is left of the old one.
fn fade(old: Duration, new: Duration) -> Duration {
    new.max(old.mul_f64(FADE))
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
            pacer.answered(account, used, plan.think);
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
    fn the_cushion_fills_at_first_and_is_spent_where_it_overflows() {
        assert_eq!(allowance(ms(200), ms(0)), ms(100));
        assert_eq!(allowance(ms(200), ms(250)), ms(150));
        assert_eq!(allowance(ms(200), ms(500)), ms(200));
        assert_eq!(allowance(ms(200), ms(1300)), ms(300));
        assert_eq!(allowance(ms(2000), ms(1600)), ms(2000));
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
            pacer.answered(ms(2000), plan.think, plan.think);
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
            pacer.answered(ms(1700), ms(1690), ms(1690));
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
                pacer.answered(ms(limit), plan.send, plan.think);
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
