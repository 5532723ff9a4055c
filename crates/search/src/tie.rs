//! Which of equally good root moves is played, and what a root search must prove to know.

use crate::RootMove;
use crate::deepening::Salvaged;
use plyground_core::Rng;

/// Which of equally good root moves is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tie {
    /// The one that the rules list first, in whatever order the search looked at them.
    #[default]
    First,
    /// Any of them, each equally likely.
    Random,
}

impl Tie {
    /// All rules, for lists and errors.
    pub const ALL: [Tie; 2] = [Tie::First, Tie::Random];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Tie::First => "first",
            Tie::Random => "random",
        }
    }

    /// The value a move may be cut off at without changing the choice, given the best value so far and the place of
    /// its move in the list. A move that would win a tie has to show whether it ties.
    fn floor(self, best: Option<(usize, f64)>, index: usize) -> f64 {
        match best {
            None => f64::NEG_INFINITY,
            Some((holder, value)) if self == Tie::Random || index < holder => value.next_down(),
            Some((_, value)) => value,
        }
    }

    /// Rates the root moves in the order of these places, which names each of them once. `rate` is told the place of a
    /// move and the value at or below which any bound will do; it answers `None` when it has to stop, and then there is
    /// only the best move until then with its value, if any. With `every_move` all values are exact.
    pub(crate) fn rate<M: Copy>(
        self,
        moves: &[M],
        order: impl IntoIterator<Item = usize>,
        every_move: bool,
        mut rate: impl FnMut(usize, f64) -> Option<(f64, u64)>,
    ) -> Result<Vec<RootMove<M>>, Option<Salvaged<M>>> {
        let mut rated: Vec<RootMove<M>> =
            moves.iter().map(|&mv| RootMove { mv, value: f64::NEG_INFINITY, exact: false, effort: 0 }).collect();
        let mut best: Option<(usize, f64)> = None;
        for index in order {
            let floor = if every_move { f64::NEG_INFINITY } else { self.floor(best, index) };
            let (value, effort) =
                rate(index, floor).ok_or_else(|| best.map(|(holder, value)| Salvaged::exact(moves[holder], value)))?;
            rated[index] = RootMove { value, exact: value > floor, effort, ..rated[index] };
            let better = best.is_none_or(|(holder, top)| value > top || (value == top && index < holder));
            if rated[index].exact && better {
                best = Some((index, value));
            }
        }
        Ok(rated)
    }
}

/// A rule with its source of randomness.
#[derive(Clone, Debug)]
pub(crate) struct TieBreaker {
    rule: Tie,
    rng: Rng,
}

impl TieBreaker {
    pub(crate) fn new(rule: Tie, seed: u64) -> Self {
        TieBreaker { rule, rng: Rng::seeded(seed) }
    }

    /// The place of the chosen move among rated moves.
    ///
    /// # Panics
    /// If there is no move: a player to move has one.
    pub(crate) fn choose<M>(&mut self, rated: &[RootMove<M>]) -> usize {
        let exact = || rated.iter().enumerate().filter(|(_, root)| root.exact);
        let best = exact().map(|(_, root)| root.value).fold(f64::NEG_INFINITY, f64::max);
        let tied = || exact().filter(|(_, root)| root.value == best).map(|(index, _)| index);
        let pick = match self.rule {
            Tie::First => 0,
            Tie::Random => match tied().count() {
                0 | 1 => 0,
                several => self.rng.below(several),
            },
        };
        tied().nth(pick).expect("the first move rated is exact")
    }
}

/// The places of a list, this one first.
pub(crate) fn front(first: usize, len: usize) -> impl Iterator<Item = usize> {
    std::iter::once(first).chain((0..len).filter(move |place| *place != first))
}

/// The chosen move first, then the others from best to worst; of equal values the exact one first.
pub(crate) fn best_first<M: Copy>(mut rated: Vec<RootMove<M>>, chosen: usize) -> Vec<RootMove<M>> {
    let best = rated.remove(chosen);
    rated.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.exact.cmp(&a.exact)));
    rated.insert(0, best);
    rated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(values: &[f64]) -> Vec<RootMove<usize>> {
        let exact = |(mv, &value)| RootMove { mv, value, exact: true, effort: 0 };
        values.iter().enumerate().map(exact).collect()
    }

    #[test]
    fn the_first_of_equals_wins_unless_lots_are_drawn() {
        let moves = rated(&[1.0, 4.0, 3.0, 4.0, 4.0]);
        assert_eq!(TieBreaker::new(Tie::First, 0).choose(&moves), 1);
        let mut drawn = [0; 5];
        let mut lots = TieBreaker::new(Tie::Random, 7);
        for _ in 0..3000 {
            drawn[lots.choose(&moves)] += 1;
        }
        assert_eq!(drawn[0] + drawn[2], 0);
        assert!([1, 3, 4].iter().all(|index| drawn[*index] > 850), "{drawn:?}");
    }

    #[test]
    fn a_bound_is_never_chosen() {
        let mut moves = rated(&[2.0, 2.0]);
        moves[0].exact = false;
        assert_eq!(TieBreaker::new(Tie::First, 0).choose(&moves), 1);
    }

    #[test]
    fn the_order_of_rating_does_not_change_the_choice() {
        let truth: [f64; 4] = [3.0, 5.0, 5.0, 1.0];
        for rule in Tie::ALL {
            for first in 0..4 {
                // A search that proves no more than it is asked for.
                let found =
                    rule.rate(&[0, 1, 2, 3], front(first, 4), false, |index, floor| Some((truth[index].max(floor), 1)));
                let found = found.expect("nobody stops");
                assert_eq!(TieBreaker::new(rule, 1).choose(&found), TieBreaker::new(rule, 1).choose(&rated(&truth)));
            }
        }
    }

    #[test]
    fn reports_begin_with_the_choice() {
        let order: Vec<usize> = best_first(rated(&[1.0, 4.0, 3.0, 4.0]), 3).iter().map(|root| root.mv).collect();
        assert_eq!(order, [3, 1, 2, 0]);
    }
}
