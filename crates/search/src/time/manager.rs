//! How long to think, for everybody with a clock: a budget from the clock, and a reserve that follows what was measured.

use super::{Budget, TimeControl};
use std::time::Duration;

/// Kept back for everything that is not search, unless the caller knows better: the 50 ms of the client of 2016.
pub const OVERHEAD: Duration = Duration::from_millis(50);
/// What was measured is doubled, and this much is added for what was not.
const UNMEASURED: Duration = Duration::from_millis(10);
/// A measurement loses this part of its weight with every move that was better.
const FADE: f64 = 0.97;
/// A single message that takes longer than this says nothing about the next one.
const WORST: Duration = Duration::from_secs(5);

/// Turns clocks into budgets and learns from move to move what is lost beside the search.
///
/// It reads no clock itself. Before a move it is told what the clock of the game says ([`plan`](TimeManager::plan)), after
/// it how long the answer took ([`answered`](TimeManager::answered)). Two things are measured: the *overshoot*, by which an
/// answer left later than its hard limit (a busy machine, a player that seldom looks at its clock), and the *delay*, which
/// the clock charged beyond what we used (pipes, sockets, a slow runner). The larger of them fade slowly.
#[derive(Clone, Debug)]
pub struct TimeManager {
    overhead: Duration,
    /// The clock is read in steps of this size, so that smaller differences mean nothing.
    resolution: Duration,
    /// How many of the first moves keep back how much, while nothing is known.
    cautious: (u32, Duration),
    moves: u32,
    delay: Duration,
    overshoot: Duration,
    worst_delay: Duration,
    planned: Option<Planned>,
    last: Option<Last>,
}

/// A move that is being thought about.
#[derive(Clone, Copy, Debug)]
struct Planned {
    control: TimeControl,
    hard: Duration,
}

/// The last move.
#[derive(Clone, Copy, Debug)]
struct Last {
    left: Duration,
    used: Duration,
}

impl Default for TimeManager {
    fn default() -> Self {
        TimeManager::new(OVERHEAD)
    }
}

impl TimeManager {
    /// Keeps back at least `overhead`.
    pub fn new(overhead: Duration) -> Self {
        TimeManager {
            overhead,
            resolution: Duration::ZERO,
            cautious: (0, Duration::ZERO),
            moves: 0,
            delay: Duration::ZERO,
            overshoot: Duration::ZERO,
            worst_delay: Duration::ZERO,
            planned: None,
            last: None,
        }
    }

    /// For clocks that are told in steps of this size, such as whole seconds.
    #[must_use]
    pub fn with_resolution(self, resolution: Duration) -> Self {
        TimeManager { resolution, ..self }
    }

    /// Keeps back at least `reserve` for this many first moves: nothing is known yet about the way there and back.
    #[must_use]
    pub fn cautious(self, moves: u32, reserve: Duration) -> Self {
        TimeManager { cautious: (moves, reserve), ..self }
    }

    /// Changes what is kept back at least.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Another game or another player's clock: what it says has nothing to do with the last move. Delays stay known.
    pub fn new_clock(&mut self) {
        (self.planned, self.last) = (None, None);
    }

    /// Learns from what the clock says now and plans the next move.
    pub fn plan(&mut self, control: TimeControl) -> Budget {
        if let (Some(last), TimeControl::Account { .. } | TimeControl::Replenished { .. }) = (self.last.take(), control)
        {
            let charged = last.left.saturating_add(control.increment()).saturating_sub(control.left());
            self.note_delay(charged.saturating_sub(last.used).saturating_sub(self.resolution));
        }
        self.plan_anew(control)
    }

    /// Plans the next move without believing that the clock tells anything about the last one.
    pub fn plan_anew(&mut self, control: TimeControl) -> Budget {
        self.last = None;
        self.moves = self.moves.saturating_add(1);
        let budget = control.budget(self.reserve_of(control), self.delay);
        self.planned = Some(Planned { control, hard: budget.hard });
        budget
    }

    /// The caller allows less than was planned.
    pub fn tighten(&mut self, hard: Duration) {
        if let Some(planned) = &mut self.planned {
            planned.hard = planned.hard.min(hard);
        }
    }

    /// Books the answer to the last plan, with the time since the clock began to run for it.
    pub fn answered(&mut self, used: Duration) {
        let Some(Planned { control, hard }) = self.planned.take() else { return };
        self.overshoot = fade(self.overshoot, used.saturating_sub(hard).min(WORST));
        self.last = Some(Last { left: control.left(), used });
    }

    /// Books what a move cost beyond what we used.
    fn note_delay(&mut self, delay: Duration) {
        let delay = delay.min(WORST);
        self.delay = fade(self.delay, delay);
        self.worst_delay = self.worst_delay.max(delay);
    }

    /// What is kept back on a clock that has enough.
    pub fn reserve(&self) -> Duration {
        (2 * (self.delay + self.overshoot) + UNMEASURED).max(self.overhead)
    }

    /// What is kept back on this clock: never more than three fifths of it, because some thought there must be, but up to four fifths as
    /// long as nothing is known. On a short clock the first answer is the one in danger: whoever starts together with many others may be
    /// called late, and be woken late to answer.
    pub fn reserve_of(&self, control: TimeControl) -> Duration {
        let (moves, cautious) = self.cautious;
        let fifth = control.left() / 5;
        let early = if self.moves <= moves { cautious.min(4 * fifth) } else { Duration::ZERO };
        self.reserve().min(3 * fifth).max(early)
    }

    /// The worst delay so far.
    pub fn worst_delay(&self) -> Duration {
        self.worst_delay
    }
}

/// The larger of the new measurement and what is left of the old one.
fn fade(old: Duration, new: Duration) -> Duration {
    new.max(old.mul_f64(FADE))
}

#[cfg(test)]
mod tests {
    use super::super::budget::tests::{controls, durations};
    use super::*;
    use proptest::prelude::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn account(left: Duration, increment: u64) -> TimeControl {
        TimeControl::Account { left, increment: ms(increment), moves: None }
    }

    proptest! {
        /// Whatever clocks say and however long answers took before.
        #[test]
        fn no_budget_exceeds_the_clock_minus_the_reserve(
            moves in prop::collection::vec((controls(), durations()), 1..20),
            overhead in durations(),
        ) {
            let mut manager = TimeManager::new(overhead);
            for (control, used) in moves {
                let budget = manager.plan(control);
                prop_assert!(budget.soft <= budget.hard);
                prop_assert!(budget.hard <= control.left().saturating_sub(manager.reserve_of(control)));
                prop_assert!(manager.reserve_of(control) <= control.left());
                manager.answered(used);
            }
        }

        /// A clock with increments survives a machine that holds up every eighth answer for up to a tenth of a second.
        #[test]
        fn hiccups_do_not_cost_the_game(
            base in 1_000..20_000u64,
            increment in 20..500u64,
            hiccups in prop::collection::vec(0..100u64, 15),
        ) {
            let mut manager = TimeManager::default();
            let mut left = ms(base);
            for number in 0..120 {
                let budget = manager.plan(account(left, increment));
                let hiccup = if number % 8 == 7 { hiccups[number / 8] } else { 0 };
                let used = budget.soft + ms(hiccup);
                manager.answered(used);
                prop_assert!(used <= left, "move {number}: {used:?} of {left:?}");
                left = left - used + ms(increment);
            }
        }

        /// A runner that charges for its own slowness does not win by it: sudden death, the same delay every move.
        #[test]
        fn a_steady_delay_does_not_cost_the_game(base in 10_000..60_000u64, delay in 0..60u64) {
            let mut manager = TimeManager::default();
            let mut left = ms(base);
            for number in 0..60 {
                let budget = manager.plan(account(left, 0));
                manager.answered(budget.soft);
                let charged = budget.soft + ms(delay);
                prop_assert!(charged <= left, "move {number}");
                left -= charged;
            }
        }
    }

    #[test]
    fn the_reserve_follows_overshoot_and_delay_and_fades() {
        let mut manager = TimeManager::new(ms(50));
        let budget = manager.plan(account(ms(10_000), 0));
        assert_eq!(manager.reserve(), ms(50));
        manager.answered(budget.hard + ms(100));
        assert_eq!(manager.reserve(), ms(210), "twice what was seen, and a little");
        // The clock says that 40 ms more were used than we know of.
        let left = ms(10_000) - budget.hard - ms(140);
        manager.plan(account(left, 0));
        assert_eq!((manager.reserve(), manager.worst_delay()), (ms(290), ms(40)));
        for _ in 0..200 {
            manager.plan(TimeControl::PerMove(ms(1000)));
            manager.answered(ms(1));
            manager.plan(account(ms(1000), 0));
        }
        assert_eq!(manager.reserve(), ms(50), "what was long ago is forgotten");
        assert_eq!(manager.worst_delay(), ms(40));
    }

    #[test]
    fn another_clock_teaches_nothing_about_the_last_move() {
        let mut manager = TimeManager::new(ms(50));
        manager.plan(account(ms(60_000), 0));
        manager.answered(ms(100));
        manager.new_clock();
        manager.plan(account(ms(1000), 0));
        assert_eq!(manager.reserve(), ms(50));
        manager.answered(ms(10));
        manager.plan(account(ms(60_000), 0));
        assert_eq!(manager.reserve(), ms(50), "a refilled clock charges nothing");
    }

    #[test]
    fn whole_seconds_hide_small_delays() {
        let mut manager = TimeManager::new(ms(50)).with_resolution(ms(1000));
        manager.plan(account(ms(60_000), 0));
        manager.answered(ms(1100));
        manager.plan(account(ms(58_000), 0));
        assert_eq!(manager.reserve(), ms(50), "0.9 s are the rounding");
        manager.answered(ms(1000));
        manager.plan(account(ms(55_000), 0));
        assert_eq!(manager.worst_delay(), ms(1000), "3 s charged for 1 s, of which 1 s may be rounding");
    }

    #[test]
    fn first_moves_are_careful_where_that_was_asked_for() {
        let mut manager = TimeManager::new(ms(100)).cautious(2, ms(300));
        let hard = |manager: &mut TimeManager| manager.plan(TimeControl::PerMove(ms(1000))).hard;
        assert_eq!([hard(&mut manager), hard(&mut manager), hard(&mut manager)], [ms(700), ms(700), ms(900)]);
        assert_eq!(manager.plan(TimeControl::PerMove(ms(100))).hard, ms(40), "some thought there must be");
        let mut manager = TimeManager::new(ms(100)).cautious(2, ms(300));
        assert_eq!([(); 3].map(|()| manager.plan(TimeControl::PerMove(ms(200))).hard), [ms(40), ms(40), ms(100)]);
    }
}
