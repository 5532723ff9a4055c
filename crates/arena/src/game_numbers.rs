//! Numbers of games as ranges.

use std::ops::Range;

/// Numbers of games in ascending order, kept as ranges: what is missing of a tournament is a few of them, however many games it
/// has, so that its memory does not grow with them.
///
/// ```
/// use plyground_arena::GameNumbers;
/// let played = [3, 4, 9];
/// let missing = GameNumbers::from(0..10).without(played);
/// assert_eq!(missing.iter().collect::<Vec<u64>>(), [0, 1, 2, 5, 6, 7, 8]);
/// assert_eq!(missing.within(2..7).first(2).iter().collect::<Vec<u64>>(), [2, 5]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameNumbers(Vec<Range<u64>>);

impl From<Range<u64>> for GameNumbers {
    fn from(range: Range<u64>) -> Self {
        let mut numbers = GameNumbers::default();
        numbers.add(range);
        numbers
    }
}

impl GameNumbers {
    /// How many there are.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        self.0.iter().cloned().flatten()
    }

    /// The largest.
    pub fn last(&self) -> Option<u64> {
        self.0.last().map(|range| range.end - 1)
    }

    /// Whether this number is among them.
    pub fn contains(&self, number: u64) -> bool {
        let place = self.0.partition_point(|range| range.end <= number);
        self.0.get(place).is_some_and(|range| range.contains(&number))
    }

    /// Those in this range.
    #[must_use]
    pub fn within(&self, limits: Range<u64>) -> Self {
        let mut numbers = GameNumbers::default();
        let begin = self.0.partition_point(|range| range.end <= limits.start);
        for range in self.0[begin..].iter().take_while(|range| range.start < limits.end) {
            numbers.add(range.start.max(limits.start)..range.end.min(limits.end));
        }
        numbers
    }

    /// The first `count` of them.
    #[must_use]
    pub fn first(&self, count: u64) -> Self {
        let (mut numbers, mut left) = (GameNumbers::default(), count);
        for range in &self.0 {
            let taken = left.min(range.end - range.start);
            numbers.add(range.start..range.start + taken);
            left -= taken;
        }
        numbers
    }

    /// Those that are not in this list, which has to be in ascending order.
    #[must_use]
    pub fn without(self, others: impl IntoIterator<Item = u64>) -> Self {
        let mut rest = GameNumbers::default();
        let mut ranges = self.0.into_iter();
        let mut range = ranges.next();
        for other in others {
            while let Some(passed) = range.take_if(|range| range.end <= other) {
                rest.add(passed);
                range = ranges.next();
            }
            let Some(current) = range.as_mut() else { break };
            if current.start <= other {
                rest.add(current.start..other);
                current.start = other + 1;
            }
        }
        range.into_iter().chain(ranges).for_each(|range| rest.add(range));
        rest
    }

    /// Adds others, all of them larger than those that are there.
    pub fn append(&mut self, others: &GameNumbers) {
        others.0.iter().for_each(|range| self.add(range.clone()));
    }

    /// Adds a range that begins after all others, or continues the last of them.
    fn add(&mut self, range: Range<u64>) {
        debug_assert!(self.last().is_none_or(|last| last < range.start || range.is_empty()), "numbers ascend");
        match self.0.last_mut() {
            _ if range.is_empty() => {}
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.0.push(range),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The numbers below 40 whose bit is set.
    fn listed(bits: u64) -> Vec<u64> {
        (0..40).filter(|number| bits >> number & 1 == 1).collect()
    }

    fn numbers(bits: u64) -> GameNumbers {
        let absent = listed(!bits & ((1 << 40) - 1));
        GameNumbers::from(0..40).without(absent)
    }

    proptest! {
        #[test]
        fn they_are_the_same_as_a_plain_list(bits in 0_u64..1 << 40, others in 0_u64..1 << 40, from in 0_u64..45, size in 0_u64..45) {
            let (ranges, list) = (numbers(bits), listed(bits));
            prop_assert_eq!(ranges.iter().collect::<Vec<u64>>(), list.clone());
            prop_assert_eq!((ranges.len(), ranges.is_empty(), ranges.last()), (list.len() as u64, list.is_empty(), list.last().copied()));
            prop_assert!((0..45).all(|number| ranges.contains(number) == list.contains(&number)));
            let limits = from..from + size;
            let inside: Vec<u64> = list.iter().copied().filter(|number| limits.contains(number)).collect();
            prop_assert_eq!(ranges.within(limits).iter().collect::<Vec<u64>>(), inside);
            let first: Vec<u64> = list.iter().copied().take(size as usize).collect();
            prop_assert_eq!(ranges.first(size).iter().collect::<Vec<u64>>(), first);
            let rest: Vec<u64> = list.iter().copied().filter(|number| others >> number & 1 == 0).collect();
            prop_assert_eq!(ranges.without(listed(others)).iter().collect::<Vec<u64>>(), rest);
        }
    }

    #[test]
    fn a_million_games_are_one_range() {
        let mut missing = GameNumbers::from(0..1_000_000).without(0..999_000);
        assert_eq!((missing.0.len(), missing.len()), (1, 1000));
        missing.append(&GameNumbers::from(1_000_000..1_000_005));
        assert_eq!((missing.0.len(), missing.last()), (1, Some(1_000_004)));
    }
}
