//! A queue in which nobody waits for more than their share.

use std::collections::HashMap;
use std::time::Duration;

/// Accounts that say nothing any more are forgotten beyond this number.
const MOST_ACCOUNTS: usize = 1024;

/// Jobs by owner; the owner who has used the least time is next. Time used while nobody else waited is not held against
/// anybody: an account is never behind that of the last turn.
pub struct FairQueue<J> {
    jobs: Vec<Turn<J>>,
    used: HashMap<u64, Duration>,
    /// The account of the owner who was last served.
    now: Duration,
}

/// One job that waits.
pub struct Turn<J> {
    /// Whose it is.
    pub owner: u64,
    /// What a second costs them.
    pub cost: u32,
    /// What is to be done.
    pub job: J,
}

impl<J> Default for FairQueue<J> {
    fn default() -> Self {
        FairQueue { jobs: Vec::new(), used: HashMap::new(), now: Duration::ZERO }
    }
}

impl<J> FairQueue<J> {
    /// Adds a job.
    pub fn push(&mut self, owner: u64, cost: u32, job: J) {
        let used = self.used.entry(owner).or_default();
        *used = (*used).max(self.now);
        self.jobs.push(Turn { owner, cost, job });
    }

    /// The next one; among equals the one that came first.
    pub fn pop(&mut self) -> Option<Turn<J>> {
        let used = |turn: &Turn<J>| self.used.get(&turn.owner).copied().unwrap_or_default();
        let index = (0..self.jobs.len()).min_by_key(|index| used(&self.jobs[*index]))?;
        self.now = self.now.max(used(&self.jobs[index]));
        Some(self.jobs.remove(index))
    }

    /// Books time on an account.
    pub fn charge(&mut self, owner: u64, time: Duration) {
        *self.used.entry(owner).or_default() += time;
        if self.used.len() > MOST_ACCOUNTS {
            // Whoever comes back begins here anyway.
            let now = self.now;
            self.used.retain(|_, used| *used > now);
        }
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
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
        // Five slow games have had a turn of a minute each and ask again; the sixth has had none.
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
        assert!((59..=61).contains(&quick), "it has turns until it has used as much as they: {turns:?}");
    }

    #[test]
    fn a_newcomer_has_no_credit_for_the_time_before() {
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
            let turn = queue.pop().expect("both wait all the time");
            turns.push(turn.owner);
            queue.charge(turn.owner, SECOND);
            queue.push(turn.owner, 1, ());
        }
        let newcomer = turns.iter().filter(|owner| **owner == 2).count();
        assert!((5..=6).contains(&newcomer), "they take turns: {turns:?}");
    }

    #[test]
    fn equals_are_served_as_they_came_and_old_accounts_are_forgotten() {
        let mut queue = FairQueue::default();
        for owner in 0..3000 {
            queue.push(owner, 1, owner);
        }
        let mut served = Vec::new();
        while let Some(turn) = queue.pop() {
            served.push(turn.job);
            queue.charge(turn.owner, Duration::ZERO);
        }
        assert_eq!(served, (0..3000).collect::<Vec<_>>());
        assert!(queue.used.len() <= MOST_ACCOUNTS && queue.is_empty());
    }
}
