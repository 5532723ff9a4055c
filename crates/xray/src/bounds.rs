//! How the value of a visit is to be read: as it is, or as a bound.
//!
//! A search with a window only knows what it needs. It calls a value at or beyond an end of its window a bound; but where
//! it left out no move and the deciding move is known exactly, the value is exact, as textbooks write it.

use crate::recording::VisitColumns;
use serde::Serialize;
use std::collections::HashSet;

/// How a value is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(into = "u8")]
pub enum ValueBound {
    /// The visit was not finished.
    #[default]
    None,
    /// As it is.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

impl ValueBound {
    /// What an entry of a table says.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "exact" => Some(ValueBound::Exact),
            "lower" => Some(ValueBound::Lower),
            "upper" => Some(ValueBound::Upper),
            _ => None,
        }
    }
}

impl From<ValueBound> for u8 {
    fn from(bound: ValueBound) -> u8 {
        bound as u8
    }
}

/// Who decides at a visit, as far as bounds are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decides {
    Highest,
    Lowest,
    Other,
}

/// What is known about a search besides its columns.
pub(crate) struct BoundRules<'a> {
    /// The words of the column of endings.
    pub(crate) endings: &'a [&'static str],
    /// The player whose values are recorded, from 1.
    pub(crate) root_player: usize,
    /// Whether everyone else wants that player's values low.
    pub(crate) adversarial: bool,
    /// Visits where moves were left out; `None` where that is not known, because visits are missing.
    pub(crate) cut: Option<HashSet<usize>>,
}

impl BoundRules<'_> {
    /// How every value is to be read. `table` is what the table said where it answered.
    pub(crate) fn read(&self, visits: &VisitColumns, table: impl Fn(usize) -> Option<ValueBound>) -> Vec<ValueBound> {
        let mut bounds: Vec<ValueBound> =
            (0..visits.parent.len()).map(|visit| self.by_window(visits, visit, &table)).collect();
        let Some(cut) = self.cut.as_ref().filter(|_| self.adversarial) else { return bounds };
        // What the visits below each one say; complete when the visit itself is reached from the end.
        let mut below: Vec<Below> = vec![Below::default(); visits.parent.len()];
        for visit in (0..visits.parent.len()).rev() {
            if below[visit].any && !cut.contains(&visit) {
                let decides = self.decides(visits.player[visit]);
                if below[visit].settles(visits.value[visit], decides) {
                    bounds[visit] = ValueBound::Exact;
                }
            }
            if let (Ok(above), Some(value)) = (usize::try_from(visits.parent[visit]), visits.value[visit]) {
                below[above].add(value, bounds[visit], visits.kind[visit]);
            } else if let Ok(above) = usize::try_from(visits.parent[visit]) {
                below[above].unfinished = true;
            }
        }
        bounds
    }

    fn decides(&self, player: i8) -> Decides {
        match usize::try_from(player) {
            Ok(0) | Err(_) => Decides::Other,
            Ok(player) if player == self.root_player => Decides::Highest,
            Ok(_) => Decides::Lowest,
        }
    }

    fn by_window(
        &self,
        visits: &VisitColumns,
        visit: usize,
        table: &impl Fn(usize) -> Option<ValueBound>,
    ) -> ValueBound {
        let Some(value) = visits.value[visit] else { return ValueBound::None };
        match (self.endings[visits.ending[visit]], visits.low[visit], visits.high[visit]) {
            ("alpha", ..) => ValueBound::Upper,
            ("beta", ..) => ValueBound::Lower,
            ("terminal" | "depth" | "known", ..) => ValueBound::Exact,
            ("table", ..) if table(visit).is_some() => table(visit).unwrap_or_default(),
            (_, Some(low), _) if value <= low => ValueBound::Upper,
            (_, _, Some(high)) if value >= high => ValueBound::Lower,
            _ => ValueBound::Exact,
        }
    }
}

/// What the visits directly below one say about it.
#[derive(Clone, Copy, Default)]
struct Below {
    any: bool,
    unfinished: bool,
    /// Some were searched less deep, or more than once: their values do not all count.
    repeated: bool,
    /// The highest and the lowest exact value.
    exact: Option<(f64, f64)>,
    /// The highest value that may really be lower.
    highest_upper: Option<f64>,
    /// The lowest value that may really be higher.
    lowest_lower: Option<f64>,
}

impl Below {
    fn add(&mut self, value: f64, bound: ValueBound, kind: u8) {
        self.any = true;
        self.repeated |= kind > 1;
        match bound {
            ValueBound::None => self.unfinished = true,
            ValueBound::Exact => {
                let (high, low) = self.exact.unwrap_or((value, value));
                self.exact = Some((high.max(value), low.min(value)));
            }
            ValueBound::Lower => self.lowest_lower = Some(self.lowest_lower.map_or(value, |other| other.min(value))),
            ValueBound::Upper => self.highest_upper = Some(self.highest_upper.map_or(value, |other| other.max(value))),
        }
    }

    /// Whether the value above follows exactly: an exact move gives it, and no other can change it.
    fn settles(&self, value: Option<f64>, decides: Decides) -> bool {
        let (Some(value), Some((high, low))) = (value, self.exact) else { return false };
        if self.unfinished || self.repeated {
            return false;
        }
        match decides {
            Decides::Highest => {
                value == high && self.lowest_lower.is_none() && self.highest_upper.is_none_or(|most| most <= high)
            }
            Decides::Lowest => {
                value == low && self.highest_upper.is_none() && self.lowest_lower.is_none_or(|least| least >= low)
            }
            Decides::Other => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::LiteralTree;
    use crate::record::{TREE_PLAYER, record_tree};

    /// The bounds of the visits directly below the root, in the order of the branches.
    fn branches(tree: &str, spec: &str) -> Vec<ValueBound> {
        let tree = LiteralTree::parse(tree).expect("a tree");
        let recording = record_tree(&tree, &[spec.parse().expect("a spec")], None, String::new()).expect("a search");
        let visits = &recording.searches[0].visits;
        let tops = (0..visits.parent.len()).filter(|visit| visits.parent[*visit] < 0);
        tops.map(|visit| visits.bound[visit]).collect()
    }

    #[test]
    fn a_branch_without_moves_left_out_is_exact() {
        use ValueBound::{Exact, Upper};
        let textbook = "((3 12 8) (2 4 6) (14 5 2))";
        assert_eq!(branches(textbook, TREE_PLAYER), [Exact, Upper, Exact], "4 and 6 were never looked at");
        assert_eq!(
            branches(textbook, "search(algorithm=minimax, ordering=none, table=off, deepening=off)"),
            [Exact; 3]
        );
        // Below the second branch Max stops at 9, which only says "at least 9"; Min's 2 decides all the same.
        assert_eq!(branches("((3 4) ((9 1) 2))", TREE_PLAYER), [Exact, Exact]);
        // Here the last move of Min is worth at most 1, perhaps less.
        assert_eq!(branches("((3 4) (5 ((1 0) (0 7))))", TREE_PLAYER)[1], Upper);
    }
}
