//! Where the value of a position stands among those of its pair of classes.

use crate::class::{Class, Classes};
use crate::placement::{Cells, Placements, Room, reflected};
use plyground_core::sync::ignore_poison;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The order of positions where a player of one kind is about to roll and one of another kind waits. It depends only
/// on how many stones each has and whether their classes are symmetric.
pub(crate) struct Layout {
    pub(crate) rolling: &'static Placements,
    waiting: (usize, bool),
    /// Where the positions of each placement of the rolling player begin; one more than placements.
    starts: Vec<u32>,
}

type Kind = (usize, bool);

impl Layout {
    /// Computed once for each combination.
    pub(crate) fn get(rolling: &Class, waiting: &Class) -> Arc<Layout> {
        static ALL: Mutex<BTreeMap<(Kind, Kind), Arc<Layout>>> = Mutex::new(BTreeMap::new());
        let (rolling, waiting) = ((rolling.count, rolling.symmetric), (waiting.count, waiting.symmetric));
        let mut all = ignore_poison(ALL.lock());
        all.entry((rolling, waiting)).or_insert_with(|| Arc::new(Layout::new(rolling, waiting))).clone()
    }

    fn new(rolling: Kind, waiting: Kind) -> Self {
        let placements = Placements::get(rolling.0, rolling.1);
        let mut starts = Vec::with_capacity(placements.firsts.len() + 1);
        let mut end = 0;
        for first in &placements.firsts {
            starts.push(end);
            end += Room::ways(first.blocked, waiting.0, waiting.1);
        }
        starts.push(end);
        Layout { rolling: placements, waiting, starts }
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    /// Where the positions of a placement of the rolling player begin.
    #[inline]
    pub(crate) fn start(&self, number: usize) -> usize {
        self.starts[number] as usize
    }

    /// The place of a position.
    pub(crate) fn place(&self, rolling: &Cells, waiting: &Cells) -> usize {
        let (number, reflect) = self.rolling.number(rolling);
        let waiting = if reflect { waiting.map(reflected) } else { *waiting };
        let room = &self.rolling.rooms[number];
        self.start(number) + room.rank(&waiting[..self.waiting.0], self.waiting.1) as usize
    }
}

/// Both orders of a pair of classes: first the positions where the first class rolls, then those where the second
/// does. A class paired with itself has only the first.
pub(crate) struct PairLayout {
    pub(crate) classes: [usize; 2],
    pub(crate) halves: [Arc<Layout>; 2],
}

impl PairLayout {
    pub(crate) fn new(classes: [usize; 2]) -> Self {
        let list = &Classes::get().list;
        let [one, other] = classes.map(|class| &list[class]);
        PairLayout { classes, halves: [Layout::get(one, other), Layout::get(other, one)] }
    }

    /// Whether both halves are the same.
    pub(crate) fn is_twin(&self) -> bool {
        self.classes[0] == self.classes[1]
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.halves[0].len() + if self.is_twin() { 0 } else { self.halves[1].len() }
    }

    /// The half in which this class rolls, and where it begins.
    pub(crate) fn half(&self, rolling: usize) -> (&Layout, usize) {
        if rolling == self.classes[0] { (&self.halves[0], 0) } else { (&self.halves[1], self.halves[0].len()) }
    }

    /// Stones of both players.
    pub(crate) fn stones(&self) -> usize {
        let list = &Classes::get().list;
        self.classes.iter().map(|class| list[*class].count).sum()
    }
}

/// All pairs of classes with this many stones in total; the one with fewer stones, or the smaller number, first.
pub(crate) fn pairs(stones: usize) -> Vec<[usize; 2]> {
    let classes = Classes::get();
    let mut pairs = Vec::new();
    for fewer in 1..=stones / 2 {
        for one in classes.with_count(fewer) {
            pairs.extend(classes.with_count(stones - fewer).filter(|other| *other >= one).map(|other| [one, other]));
        }
    }
    pairs
}

/// The place of a pair in lists of all pairs.
pub(crate) fn ordered(one: usize, other: usize) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted() {
        let counts: Vec<usize> = (2..=6).map(|stones| pairs(stones).len()).collect();
        // 1x1; 1x9; 1x10 and pairs of 9; 1x9 and 9x10; 1x3, 9x9 and pairs of 10.
        assert_eq!(counts, [1, 9, 10 + 45, 9 + 90, 3 + 81 + 55]);
        assert!(pairs(4).iter().all(|pair| *pair == ordered(pair[1], pair[0])));
    }
}
