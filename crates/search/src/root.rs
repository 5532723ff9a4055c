//! The moves of the root: what is known of each, in which order they are searched, and which is chosen.
//!
//! One list for both scales of values. Alpha-beta searches it several times per depth, with windows; searches with real
//! numbers once, with an open window and a rule for ties.

use crate::ordering::RootOrder;
use crate::score::INFINITE;
use crate::tie::TieBreaker;
use crate::{RootMove, Score, Tie};
use plyground_core::Game;
use std::cmp::Ordering;

/// A value at the root, on either scale.
pub(crate) trait RootValue: Copy + Default + PartialOrd + Into<f64> {
    /// Below every value.
    const LEAST: Self;
    /// The next smaller value.
    fn below(self) -> Self;
    /// A total order for sorting.
    fn order(&self, other: &Self) -> Ordering;
}

impl RootValue for Score {
    const LEAST: Self = -INFINITE;

    fn below(self) -> Self {
        self - 1
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl RootValue for f64 {
    const LEAST: Self = f64::NEG_INFINITY;

    fn below(self) -> Self {
        self.next_down()
    }

    fn order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }
}

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootEntry<M, V> {
    pub(crate) mv: M,
    /// Place in the list of the rules.
    pub(crate) place: usize,
    pub(crate) value: V,
    /// Whether the value is more than a bound.
    pub(crate) exact: bool,
    /// Nodes of this iteration.
    pub(crate) effort: u64,
    /// The best line, beginning with the move itself.
    pub(crate) line: Vec<M>,
    /// Whether it became the best move when it was searched last.
    rose: bool,
    /// Whether it may be better than its value: the window ended there.
    cut: bool,
}

/// The root's list, and the best of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves<M, V> {
    /// In the order of search.
    pub(crate) entries: Vec<RootEntry<M, V>>,
    /// The best move of the last completed iteration; before that, the first of the list.
    pub(crate) best: RootEntry<M, V>,
    /// What the running iteration would put in its place.
    candidate: Option<RootEntry<M, V>>,
    /// Whether the running iteration has searched the best move of the last one.
    best_searched: bool,
    /// How many moves the rules list.
    listed: usize,
}

/// What a search of the list has to find out.
#[derive(Clone, Copy)]
pub(crate) struct RootQuestion<V> {
    /// Values strictly between both are found exactly.
    pub(crate) window: (V, V),
    /// This many of the best moves get exact values; the others only have to be worse.
    pub(crate) lines: usize,
    /// Which of equally good moves is chosen; without a rule the one searched first.
    pub(crate) tie: Option<Tie>,
}

impl<M: Copy + PartialEq, V: RootValue> RootMoves<M, V> {
    /// The moves of a position at these places, to be searched in this order; `None` when there are none.
    pub(crate) fn new(moves: &[M], places: impl Iterator<Item = usize>) -> Option<Self> {
        let entry = |place: usize| RootEntry {
            mv: moves[place],
            place,
            value: V::default(),
            exact: false,
            effort: 0,
            line: vec![moves[place]],
            rose: false,
            cut: false,
        };
        let entries: Vec<_> = places.map(entry).collect();
        let best = entries.first()?.clone();
        Some(RootMoves { entries, best, candidate: None, best_searched: false, listed: moves.len() })
    }

    /// All moves of a position, in the order of the rules.
    pub(crate) fn listed<G: Game<Move = M>>(game: &G, position: &G::Position) -> Option<Self> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        RootMoves::new(&moves, 0..moves.len())
    }

    /// A new iteration begins.
    pub(crate) fn begin(&mut self) {
        self.candidate = None;
        self.best_searched = false;
        self.entries.iter_mut().for_each(|entry| entry.effort = 0);
    }

    /// Searches the moves in their order and returns the value of the best. `search` is given the move, its turn and the
    /// value at or below which any bound will do. It adds to the effort, leaves the line where it has one, and answers
    /// `None` when it was stopped.
    pub(crate) fn search(
        &mut self,
        question: RootQuestion<V>,
        search: impl FnMut(&mut RootEntry<M, V>, usize, V) -> Option<V>,
    ) -> Option<V> {
        self.search_beside(question, |_| false, search)
    }

    /// The same beside other threads: a later move that one of them is busy with is put off as long as there are others.
    pub(crate) fn search_beside(
        &mut self,
        question: RootQuestion<V>,
        is_busy: impl Fn(&RootEntry<M, V>) -> bool,
        mut search: impl FnMut(&mut RootEntry<M, V>, usize, V) -> Option<V>,
    ) -> Option<V> {
        let (low, high) = question.window;
        let mut best = V::LEAST;
        for turn in 0..self.entries.len() {
            if turn >= question.lines
                && let Some(ahead) = self.entries[turn..].iter().position(|entry| !is_busy(entry))
            {
                self.entries[turn..=turn + ahead].rotate_right(1);
            }
            let threshold = self.threshold(turn, question);
            let floor = if threshold > low { threshold } else { low };
            let entry = &mut self.entries[turn];
            entry.line.truncate(1);
            let value = search(entry, turn, floor)?;
            entry.value = value;
            entry.exact = value > floor && value < high;
            entry.cut = value >= high;
            let holder = self.candidate.as_ref().map(|candidate| candidate.place);
            let wins_tie = question.tie.is_some() && value == best && holder.is_some_and(|holder| entry.place < holder);
            entry.rose = value > low && (value > best || wins_tie);
            if !entry.exact {
                entry.line.truncate(1);
            }
            self.best_searched |= entry.place == self.best.place;
            if entry.rose {
                self.candidate = Some(entry.clone());
            }
            if value > best {
                best = value;
            }
            if value >= high {
                break;
            }
        }
        Some(best)
    }

    /// The value that the move of this turn must exceed to be among the best lines of those before it. A move that
    /// would win a tie has to show whether it ties.
    fn threshold(&self, turn: usize, question: RootQuestion<V>) -> V {
        let RootQuestion { lines, tie, .. } = question;
        if turn < lines {
            return V::LEAST;
        }
        let values = self.entries[..turn].iter().map(|entry| entry.value);
        let value = if lines == 1 {
            values.fold(V::LEAST, |most, value| if value > most { value } else { most })
        } else {
            let mut values: Vec<V> = values.collect();
            values.sort_unstable_by(|a, b| b.order(a));
            values[lines - 1]
        };
        let wins_ties = |tie| {
            let place = self.entries[turn].place;
            tie == Tie::Random || self.candidate.as_ref().is_some_and(|holder| place < holder.place)
        };
        if tie.is_some_and(wins_ties) { value.below() } else { value }
    }

    /// The iteration is complete: the best move is official.
    pub(crate) fn complete(&mut self, value: V) {
        if let Some(mut candidate) = self.candidate.take() {
            candidate.value = value;
            candidate.exact = true;
            self.best = candidate;
        }
        // MTD(f) leaves bounds from different proofs. What stays in the list are upper bounds, and no move is better
        // than the best.
        for entry in &mut self.entries {
            let best = entry.place == self.best.place;
            entry.exact |= best;
            if best || entry.cut || entry.value > value {
                entry.value = value;
            }
        }
    }

    /// The iteration was interrupted. Its best move counts only if the best move of the last iteration was searched
    /// before: until then nothing has been compared with it, and the first few moves of a list mean nothing.
    pub(crate) fn interrupted(&mut self) -> Option<RootEntry<M, V>> {
        self.candidate.take().filter(|_| self.best_searched)
    }

    /// All moves for the report: the best first, then by value.
    pub(crate) fn moves(&self) -> Vec<RootMove<M>> {
        let mut entries: Vec<&RootEntry<M, V>> = self.entries.iter().collect();
        let later = |entry: &RootEntry<M, V>| entry.place != self.best.place;
        entries.sort_by(|a, b| later(a).cmp(&later(b)).then_with(|| b.value.order(&a.value)));
        let row = |entry: &RootEntry<M, V>| RootMove {
            mv: entry.mv,
            value: entry.value.into(),
            exact: entry.exact,
            effort: entry.effort,
        };
        entries.into_iter().map(row).collect()
    }

    /// The values that the last search found exactly.
    pub(crate) fn exact_values(&self) -> Vec<V> {
        self.entries.iter().filter(|entry| entry.exact).map(|entry| entry.value).collect()
    }

    /// Puts the list into the order of the next search, after one that went through all of it or not.
    pub(crate) fn reorder(&mut self, order: RootOrder, searched_all: bool) {
        match order {
            RootOrder::None => {}
            RootOrder::Sorted if searched_all => {
                self.entries.sort_by(|a, b| b.value.order(&a.value));
                // Among equal values the one found first is the best, and a bound may equal it.
                if let Some(candidate) = &self.candidate {
                    let place = candidate.place;
                    self.entries.sort_by_key(|entry| entry.place != place);
                }
            }
            // One that rose goes to the front of those before it, so the last that rose is first.
            _ => {
                let (mut front, mut rest): (Vec<_>, Vec<_>) = self.entries.drain(..).partition(|entry| entry.rose);
                front.reverse();
                front.append(&mut rest);
                self.entries = front;
            }
        }
    }

    /// The best move first, then all others as the rules list them.
    pub(crate) fn order_as_listed(&mut self) {
        let best = self.best.place;
        self.entries.sort_by_key(|entry| (entry.place != best, entry.place));
    }

    /// Leaves only the moves that are searched first, this many.
    pub(crate) fn narrow(&mut self, width: usize) {
        self.entries.truncate(width);
    }

    /// Whether some moves were left out.
    pub(crate) fn is_narrowed(&self) -> bool {
        self.entries.len() < self.listed
    }
}

impl<M: Copy + PartialEq> RootMoves<M, f64> {
    /// Rates all moves once, chooses one of the best and ranks the list by the values; of equal ones the exact first.
    /// With `every_move` all values are exact. `None` when `rate` was stopped.
    pub(crate) fn choose(
        &mut self,
        ties: &mut TieBreaker,
        every_move: bool,
        mut rate: impl FnMut(&RootEntry<M, f64>, f64) -> Option<(f64, u64)>,
    ) -> Option<()> {
        self.begin();
        let lines = if every_move { usize::MAX } else { 1 };
        let question = RootQuestion { window: (f64::LEAST, f64::INFINITY), lines, tie: Some(ties.rule()) };
        let best = self.search(question, |entry, _, floor| {
            let (value, effort) = rate(entry, floor)?;
            entry.effort = effort;
            Some(value)
        })?;
        self.entries.sort_by_key(|entry| (!entry.exact, entry.place));
        let mut tied = self.entries.iter().filter(|entry| entry.exact && entry.value == best);
        let chosen = tied.clone().count();
        self.candidate = tied.nth(ties.pick(chosen)).cloned();
        self.reorder(RootOrder::Sorted, true);
        self.complete(best);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(count: usize) -> RootMoves<usize, f64> {
        let moves: Vec<usize> = (0..count).collect();
        RootMoves::new(&moves, 0..count).expect("there are moves")
    }

    /// The moves in the order of the report, after a search that proves no more than it is asked for.
    fn ranked(list: &mut RootMoves<usize, f64>, ties: &mut TieBreaker, truth: &[f64], every_move: bool) -> Vec<usize> {
        let rated = list.choose(ties, every_move, |entry, floor| Some((truth[entry.mv].max(floor), 1)));
        assert_eq!(rated, Some(()));
        list.moves().iter().map(|root| root.mv).collect()
    }

    #[test]
    fn the_first_of_equals_wins_unless_lots_are_drawn() {
        let truth = [1.0, 4.0, 3.0, 4.0, 4.0];
        assert_eq!(ranked(&mut list(5), &mut TieBreaker::new(Tie::First, 0), &truth, true), [1, 3, 4, 2, 0]);
        let mut drawn = [0; 5];
        let mut lots = TieBreaker::new(Tie::Random, 7);
        for _ in 0..3000 {
            drawn[ranked(&mut list(5), &mut lots, &truth, false)[0]] += 1;
        }
        assert_eq!(drawn[0] + drawn[2], 0);
        assert!([1, 3, 4].iter().all(|index| drawn[*index] > 850), "{drawn:?}");
    }

    #[test]
    fn the_order_of_search_does_not_change_the_choice() {
        let truth = [3.0, 5.0, 5.0, 1.0];
        for rule in Tie::ALL {
            let expected = ranked(&mut list(4), &mut TieBreaker::new(rule, 1), &truth, true)[0];
            for first in 0..4 {
                let mut list = list(4);
                list.best = list.entries[first].clone();
                list.order_as_listed();
                assert_eq!(list.entries[0].mv, first);
                assert_eq!(ranked(&mut list, &mut TieBreaker::new(rule, 1), &truth, false)[0], expected);
                assert!(list.moves()[0].exact, "a bound is never chosen");
            }
        }
    }

    #[test]
    fn moves_that_another_thread_is_busy_with_come_after_the_others() {
        let order = |busy: &[usize], lines: usize| {
            let question = RootQuestion { window: (f64::LEAST, f64::INFINITY), lines, tie: None };
            let (mut list, mut order) = (list(4), Vec::new());
            let is_busy = |entry: &RootEntry<usize, f64>| busy.contains(&entry.place);
            list.search_beside(question, is_busy, |entry, _, _| {
                order.push(entry.mv);
                Some(-(entry.mv as f64))
            });
            order
        };
        assert_eq!(order(&[], 1), [0, 1, 2, 3]);
        assert_eq!(order(&[1, 2], 1), [0, 3, 1, 2]);
        assert_eq!(order(&[0, 1, 2, 3], 1), [0, 1, 2, 3], "the best line comes first, and nobody waits");
        assert_eq!(order(&[0, 1, 2], 2), [0, 1, 3, 2], "lines with exact values are searched in their order");
    }

    #[test]
    fn an_interrupted_search_keeps_only_what_was_compared_with_the_best() {
        let mut list = list(3);
        let mut ties = TieBreaker::new(Tie::First, 0);
        assert_eq!(ranked(&mut list, &mut ties, &[1.0, 3.0, 2.0], false)[0], 1);
        let stop_at = |list: &mut RootMoves<usize, f64>, ties: &mut TieBreaker, stop: usize| {
            let values = [9.0, 4.0, 5.0];
            assert_eq!(list.choose(ties, false, |entry, _| (entry.mv != stop).then_some((values[entry.mv], 1))), None);
            list.interrupted().map(|entry| (entry.mv, entry.value))
        };
        assert_eq!(stop_at(&mut list, &mut ties, 1), None, "nothing was searched");
        assert_eq!(stop_at(&mut list, &mut ties, 2), Some((1, 4.0)));
        assert_eq!(stop_at(&mut list, &mut ties, 0), Some((2, 5.0)));
        // Searched in another order, the best move of before is missing.
        list.entries.reverse();
        assert_eq!(stop_at(&mut list, &mut ties, 1), None);
    }

    #[test]
    fn whole_numbers_prefer_the_first_searched_and_keep_bounds_below_the_value() {
        let mut list: RootMoves<usize, Score> = RootMoves::new(&[0, 1, 2], [2, 0, 1].into_iter()).expect("moves");
        let question = RootQuestion { window: (Score::LEAST, INFINITE), lines: 1, tie: None };
        list.begin();
        let value = list.search(question, |entry, _, low| Some([7, 7, 3][entry.place].max(low - 1)));
        assert_eq!(value, Some(7));
        list.reorder(RootOrder::Sorted, true);
        list.complete(7);
        let rows: Vec<_> = list.moves().iter().map(|root| (root.mv, root.value, root.exact)).collect();
        // The third of the rules was searched first, the first then rose above it, and the second only tied.
        assert_eq!(rows, [(0, 7.0, true), (1, 7.0, false), (2, 3.0, true)]);
    }

    #[test]
    fn a_narrowed_list_knows_it() {
        let mut list = list(4);
        ranked(&mut list, &mut TieBreaker::new(Tie::First, 0), &[1.0, 4.0, 3.0, 2.0], true);
        assert!(!list.is_narrowed());
        list.narrow(2);
        assert!(list.is_narrowed());
        assert_eq!(list.entries.iter().map(|entry| entry.mv).collect::<Vec<_>>(), [1, 2]);
    }
}
