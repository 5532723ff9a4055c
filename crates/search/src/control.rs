//! When to stop: small rules, combined, asked seldom enough to cost nothing.

use crate::{Clock, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The deepest allowed iteration is complete.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit, or no time for another iteration.
    Time,
    /// The limit of play-outs.
    Iterations,
    /// The value is exact: looking further changes nothing.
    Solved,
    /// There is only one move, or the choice cannot change any more.
    Forced,
    /// It was stopped from outside.
    Asked,
}

impl StopReason {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Depth => "depth",
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Iterations => "iterations",
            StopReason::Solved => "solved",
            StopReason::Forced => "forced",
            StopReason::Asked => "asked",
        }
    }
}

/// A switch that ends a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Ends every search that holds a clone of this flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the flag usable for another search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it was set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Where helping threads put the nodes they have counted, for the thread that answers for the whole search.
#[derive(Clone, Debug, Default)]
pub struct NodePool(Arc<AtomicU64>);

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchProgress {
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// Play-outs finished.
    pub iterations: u64,
}

/// One rule for stopping. New rules do not touch any search.
pub trait Stopper: Send {
    /// A reason to stop now, if there is one.
    fn check(&self, progress: &SearchProgress) -> Option<StopReason>;

    /// The node count that must not be passed without another [`check`](Stopper::check).
    fn next_nodes(&self) -> u64 {
        u64::MAX
    }
}

struct NodeStopper(u64);

impl Stopper for NodeStopper {
    fn check(&self, progress: &SearchProgress) -> Option<StopReason> {
        (progress.nodes >= self.0).then_some(StopReason::Nodes)
    }
    fn next_nodes(&self) -> u64 {
        self.0
    }
}

struct TimeStopper(Duration);

impl Stopper for TimeStopper {
    fn check(&self, progress: &SearchProgress) -> Option<StopReason> {
        (progress.elapsed >= self.0).then_some(StopReason::Time)
    }
}

struct IterationStopper(u64);

impl Stopper for IterationStopper {
    fn check(&self, progress: &SearchProgress) -> Option<StopReason> {
        (progress.iterations >= self.0).then_some(StopReason::Iterations)
    }
}

impl Stopper for StopFlag {
    fn check(&self, _progress: &SearchProgress) -> Option<StopReason> {
        self.is_set().then_some(StopReason::Asked)
    }
}

/// Checks are spread so that about this much time passes between two of them.
const PULSE: Duration = Duration::from_micros(300);
/// The first check comes early, because nobody knows yet what a node costs.
const FIRST_STRIDE: u64 = 16;
/// However fast nodes are, the stop flag is looked at this often.
const LONGEST_STRIDE: u64 = 1 << 14;

/// Counts the nodes of one search on one thread and says when to stop. Once it has said stop it keeps saying so.
pub struct Control {
    stoppers: Vec<Box<dyn Stopper>>,
    clock: Box<dyn Clock>,
    progress: SearchProgress,
    next_check: u64,
    stride: u64,
    checked_at: Duration,
    stopped: Option<StopReason>,
    pool: Option<NodePool>,
    // A helper's nodes that are in the pool already; `None` for the thread that empties the pool.
    handed_over: Option<u64>,
}

impl Control {
    /// Obeys nodes, time and play-outs of `limits`; depth is the business of iterative deepening. The clock starts now.
    pub fn new(limits: &Limits) -> Self {
        Control::with_clock(limits, Box::new(Instant::now()))
    }

    /// The same with another clock: one that started earlier, or one that tests turn by hand.
    pub fn with_clock(limits: &Limits, clock: Box<dyn Clock>) -> Self {
        let mut control = Control {
            stoppers: Vec::new(),
            clock,
            progress: SearchProgress::default(),
            next_check: 0,
            stride: FIRST_STRIDE,
            checked_at: Duration::ZERO,
            stopped: None,
            pool: None,
            handed_over: None,
        };
        if let Some(nodes) = limits.nodes {
            control.add(NodeStopper(nodes));
        }
        if let Some(time) = limits.time {
            control.add(TimeStopper(time));
        }
        if let Some(iterations) = limits.iterations {
            control.add(IterationStopper(iterations));
        }
        control
    }

    /// The control of a helping thread: only the flag ends it, and its nodes go to the pool.
    pub fn helper(flag: &StopFlag, pool: &NodePool) -> Self {
        let mut control = Control::new(&Limits::default());
        control.add(flag.clone());
        control.pool = Some(pool.clone());
        control.handed_over = Some(0);
        control
    }

    /// From now on the nodes of helpers count as well.
    pub fn count_helpers(&mut self, pool: &NodePool) {
        self.pool = Some(pool.clone());
    }

    /// Brings the count of all threads up to date; at the end of a search to the exact sum.
    pub fn exchange_nodes(&mut self) {
        let Some(NodePool(pool)) = &self.pool else { return };
        match &mut self.handed_over {
            Some(before) => {
                pool.fetch_add(self.progress.nodes - *before, Ordering::Relaxed);
                *before = self.progress.nodes;
            }
            None => self.progress.nodes += pool.swap(0, Ordering::Relaxed),
        }
    }

    /// Adds a rule.
    pub fn add(&mut self, stopper: impl Stopper + 'static) {
        self.stoppers.push(Box::new(stopper));
        self.next_check = self.progress.nodes;
    }

    /// Counts one node; true when the search must unwind. The node that brings the answer does not count.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.progress.nodes >= self.next_check && self.poll() {
            return true;
        }
        self.progress.nodes += 1;
        false
    }

    /// Counts a finished play-out; true when the search must end. Play-outs are long enough to ask every rule.
    pub fn finish_iteration(&mut self) -> bool {
        self.progress.iterations += 1;
        self.poll()
    }

    /// Counts work that other threads have done on behalf of this search; true when the search must end.
    pub fn add_work(&mut self, nodes: u64, iterations: u64) -> bool {
        self.progress.nodes += nodes;
        self.progress.iterations += iterations;
        self.poll()
    }

    /// Asks every rule now, for work that does not count nodes (huge move lists, for example).
    pub fn poll(&mut self) -> bool {
        if self.stopped.is_none() {
            self.exchange_nodes();
            self.progress.elapsed = self.clock.elapsed();
            let progress = self.progress;
            self.stopped = self.stoppers.iter().find_map(|stopper| stopper.check(&progress));
            self.pace();
        }
        if self.stopped.is_some() {
            self.next_check = 0;
        }
        self.stopped.is_some()
    }

    /// Nodes cost anything from 10 ns to 100 µs, so the distance between checks follows what they really take.
    fn pace(&mut self) {
        let spent = self.progress.elapsed.saturating_sub(self.checked_at);
        self.checked_at = self.progress.elapsed;
        if spent > PULSE {
            self.stride = (self.stride / 2).max(1);
        } else if spent < PULSE / 2 {
            self.stride = (self.stride * 2).min(LONGEST_STRIDE);
        }
        let due = self.progress.nodes + self.stride;
        self.next_check = self.stoppers.iter().map(|stopper| stopper.next_nodes()).fold(due, u64::min);
    }

    /// Ends the search for a reason of its own.
    pub fn stop(&mut self, reason: StopReason) {
        self.stopped.get_or_insert(reason);
        self.next_check = 0;
    }

    /// Why the search has to end, if it has to.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.progress.nodes
    }

    /// Play-outs counted so far.
    pub fn iterations(&self) -> u64 {
        self.progress.iterations
    }

    /// Time since the clock started, read now.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ManualClock;

    #[test]
    fn a_node_limit_is_obeyed_exactly() {
        for limit in [0, 1, 15, 16, 17, 1000, 123_456] {
            let mut control = Control::new(&Limits::nodes(limit));
            while !control.tick() {}
            assert_eq!(control.nodes(), limit);
            assert_eq!(control.stopped(), Some(StopReason::Nodes));
            assert!(control.tick(), "a stopped control stays stopped");
            assert_eq!(control.nodes(), limit);
        }
    }

    #[test]
    fn slow_nodes_are_checked_one_by_one() {
        let clock = ManualClock::default();
        let limit = Duration::from_millis(100);
        let mut control = Control::with_clock(&Limits::time(limit), Box::new(clock.clone()));
        let mut now = Duration::ZERO;
        while !control.tick() {
            now += Duration::from_millis(1); // a node of a huge map under load
            clock.set(now);
        }
        assert_eq!(control.stopped(), Some(StopReason::Time));
        // Sixteen nodes pass before the first check has seen what a node costs; afterwards every node is checked.
        assert!(now <= limit + Duration::from_millis(1), "{now:?}");
    }

    #[test]
    fn a_flag_stops_from_outside() {
        let flag = StopFlag::default();
        let mut control = Control::new(&Limits::default());
        control.add(flag.clone());
        assert!(!control.tick());
        flag.stop();
        let stopped_after = (0..=LONGEST_STRIDE).position(|_| control.tick());
        assert!(stopped_after.is_some());
        assert_eq!(control.stopped(), Some(StopReason::Asked));
    }

    #[test]
    fn nodes_of_helpers_reach_the_limit_too() {
        let (flag, pool) = (StopFlag::default(), NodePool::default());
        let mut helper = Control::helper(&flag, &pool);
        let mut control = Control::new(&Limits::nodes(1000));
        control.count_helpers(&pool);
        (0..600).for_each(|_| assert!(!helper.tick()));
        helper.exchange_nodes();
        let own = (0..1000).take_while(|_| !control.tick()).count();
        assert_eq!(own, 400);
        assert_eq!(control.nodes(), 1000);
        assert_eq!(control.stopped(), Some(StopReason::Nodes));
        flag.stop();
        while !helper.tick() {}
        let late = helper.nodes() - 600;
        helper.exchange_nodes();
        control.exchange_nodes();
        assert_eq!(control.nodes(), 1000 + late);
    }

    #[test]
    fn work_of_other_threads_counts() {
        let mut control = Control::new(&Limits { nodes: Some(100), iterations: Some(10), ..Limits::default() });
        assert!(!control.add_work(50, 9));
        assert_eq!((control.nodes(), control.iterations()), (50, 9));
        assert!(control.finish_iteration());
        assert_eq!(control.stopped(), Some(StopReason::Iterations));
        let mut control = Control::new(&Limits::nodes(100));
        assert!(control.add_work(100, 0));
        assert_eq!(control.stopped(), Some(StopReason::Nodes));
    }

    #[test]
    fn the_first_reason_wins() {
        let mut control = Control::new(&Limits { nodes: Some(5), ..Limits::default() });
        while !control.tick() {}
        control.stop(StopReason::Solved);
        assert_eq!(control.stopped(), Some(StopReason::Nodes));
    }
}
