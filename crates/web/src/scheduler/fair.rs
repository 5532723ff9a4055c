//! A fair queue: every owner gets the same share of time.

use std::collections::HashMap;
use std::time::Duration;

/// Beyond this number, owners with no usage to remember are forgotten.
const MAX_OWNERS: usize = 1024;

/// Tasks by owner; the owner who has used the least time is next. Time used while no other owner waited does not count against an
/// owner: usage is never lower than the virtual time, that of the last owner served.
pub struct FairQueue<T> {
    tasks: Vec<QueuedTask<T>>,
    used: HashMap<u64, Duration>,
    /// The virtual time: the usage of the last owner served.
    virtual_time: Duration,
}

/// A task that waits.
pub struct QueuedTask<T> {
    /// Its owner.
    pub owner: u64,
    /// The factor by which the owner's time is charged.
    pub cost: u32,
    /// What to do.
    pub task: T,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        FairQueue { tasks: Vec::new(), used: HashMap::new(), virtual_time: Duration::ZERO }
    }
}

impl<T> FairQueue<T> {
    /// Adds a task.
    pub fn push(&mut self, owner: u64, cost: u32, task: T) {
        let used = self.used.entry(owner).or_default();
        *used = (*used).max(self.virtual_time);
        self.tasks.push(QueuedTask { owner, cost, task });
    }

    /// Removes the next task: that of the owner with the least usage, and among equals the one that came first.
    pub fn pop(&mut self) -> Option<QueuedTask<T>> {
        let used = |queued: &QueuedTask<T>| self.used.get(&queued.owner).copied().unwrap_or_default();
        let index = (0..self.tasks.len()).min_by_key(|index| used(&self.tasks[*index]))?;
        self.virtual_time = self.virtual_time.max(used(&self.tasks[index]));
        Some(self.tasks.remove(index))
    }

    /// Charges time to an owner.
    pub fn charge(&mut self, owner: u64, time: Duration) {
        *self.used.entry(owner).or_default() += time;
        if self.used.len() > MAX_OWNERS {
            // A returning owner would start at the virtual time anyway.
            let now = self.virtual_time;
            self.used.retain(|_, used| *used > now);
        }
    }

    /// The number of waiting tasks.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether no task waits.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_quick_owner_does_not_wait_for_slow_ones() {
        let mut queue = FairQueue::default();
        for owner in 1..=5 {
            queue.push(owner, 1, ());
        }
        // Five slow games have had a turn of a minute each and queue again; the sixth has had none.
        while let Some(turn) = queue.pop() {
            queue.charge(turn.owner, 60 * SECOND);
        }
        (1..=5).for_each(|owner| queue.push(owner, 1, ()));
        queue.push(6, 1, ());
        let mut turns = Vec::new();
        while let Some(turn) = queue.pop() {
            turns.push(turn.owner);
            if turn.owner == 6 && turns.len() < 100 {
                queue.charge(6, SECOND);
                queue.push(6, 1, ());
            } else if turn.owner != 6 {
                break;
            }
        }
        let quick = turns.iter().filter(|owner| **owner == 6).count();
        assert!((59..=61).contains(&quick), "it has turns until its usage equals theirs: {turns:?}");
    }

    #[test]
    fn a_newcomer_gets_no_credit_for_the_past() {
        let mut queue = FairQueue::default();
        for _ in 0..10 {
            queue.push(1, 1, ());
            queue.pop().expect("one");
            queue.charge(1, SECOND);
        }
        queue.push(1, 1, ());
        queue.push(2, 1, ());
        let mut turns = Vec::new();
        for _ in 0..10 {
            let turn = queue.pop().expect("both are queued");
            turns.push(turn.owner);
            queue.charge(turn.owner, SECOND);
            queue.push(turn.owner, 1, ());
        }
        let newcomer = turns.iter().filter(|owner| **owner == 2).count();
        assert!((5..=6).contains(&newcomer), "they take turns: {turns:?}");
    }

    #[test]
    fn ties_are_first_in_first_out_and_idle_owners_are_forgotten() {
        let mut queue = FairQueue::default();
        for owner in 0..3000 {
            queue.push(owner, 1, owner);
        }
        let mut served = Vec::new();
        while let Some(turn) = queue.pop() {
            served.push(turn.task);
            queue.charge(turn.owner, Duration::ZERO);
        }
        assert_eq!(served, (0..3000).collect::<Vec<_>>());
        assert!(queue.used.len() <= MAX_OWNERS && queue.is_empty());
    }
}
