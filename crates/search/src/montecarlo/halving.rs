//! Sequential halving (Karnin, Koren and Somekh 2013): every round tries all remaining moves equally often and drops
//! the worse half. It is better than confidence bounds when only the final choice matters, and needs to know how many
//! play-outs there will be; where nobody knows, it starts over with twice as many.

use super::flat::Arm;

/// Play-outs of each move in each round of the first pass, when nobody knows how many there will be.
const FIRST_LAPS: u64 = 2;

pub(super) struct Halving {
    budget: u64,
    endless: bool,
    remaining: Vec<usize>,
    next: usize,
    laps: u64,
    arms: usize,
}

impl Halving {
    /// For this many moves; `budget` is the number of play-outs, where it is known.
    pub fn new(arms: usize, budget: Option<u64>) -> Self {
        let first = FIRST_LAPS * arms as u64 * rounds(arms);
        let mut plan = Halving {
            budget: budget.unwrap_or(first),
            endless: budget.is_none(),
            remaining: Vec::new(),
            next: 0,
            laps: 0,
            arms,
        };
        plan.begin_pass();
        plan
    }

    /// The move to try next.
    pub fn pick<M>(&mut self, arms: &[Arm<M>]) -> usize {
        if self.next == self.remaining.len() {
            self.next = 0;
            self.laps -= 1;
            if self.laps == 0 {
                self.end_round(arms);
            }
        }
        self.next += 1;
        self.remaining[self.next - 1]
    }

    fn begin_pass(&mut self) {
        self.remaining = (0..self.arms).collect();
        self.begin_round();
    }

    fn begin_round(&mut self) {
        let share = self.budget / rounds(self.arms);
        self.laps = (share / self.remaining.len() as u64).max(1);
    }

    fn end_round<M>(&mut self, arms: &[Arm<M>]) {
        if self.remaining.len() > 2 {
            self.remaining.sort_by(|a, b| arms[*b].mean().total_cmp(&arms[*a].mean()));
            self.remaining.truncate(self.remaining.len().div_ceil(2));
            self.begin_round();
        } else if self.endless {
            self.budget = self.budget.saturating_mul(2);
            self.begin_pass();
        } else {
            self.laps = u64::MAX; // what rounding left over goes to the last two
        }
    }
}

/// How many rounds leave two of this many.
fn rounds(arms: usize) -> u64 {
    u64::from(arms.max(2).next_power_of_two().ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arms(count: usize) -> Vec<Arm<usize>> {
        (0..count).map(Arm::new).collect()
    }

    /// Results are known at once: the move's number, as a share.
    fn run(count: usize, budget: Option<u64>, picks: u64) -> Vec<u64> {
        let mut arms = arms(count);
        let mut plan = Halving::new(count, budget);
        for _ in 0..picks {
            let picked = plan.pick(&arms);
            arms[picked].record(picked as f64 / count as f64);
        }
        arms.iter().map(|arm| arm.visits).collect()
    }

    #[test]
    fn better_halves_get_twice_the_attention() {
        // 8 moves, 3 rounds of 40 play-outs: 5 each, then 10 each for four, then 20 each for two.
        assert_eq!(run(8, Some(120), 120), [5, 5, 5, 5, 15, 15, 35, 35]);
    }

    #[test]
    fn an_unknown_budget_starts_over_with_twice_as_many() {
        // 4 moves: passes of 16 and 32 play-outs, two rounds each.
        assert_eq!(run(4, None, 16), [2, 2, 6, 6]);
        assert_eq!(run(4, None, 48), [6, 6, 18, 18]);
    }

    #[test]
    fn odd_numbers_and_tiny_budgets_work() {
        assert_eq!(run(1, Some(5), 5), [5]);
        assert_eq!(run(5, Some(3), 5), [1, 1, 1, 1, 1]);
        assert_eq!(run(3, Some(1000), 1000).iter().sum::<u64>(), 1000);
    }
}
