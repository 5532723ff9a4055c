//! Set-ups: in which order a player's stones stand on the home cells.

use super::MAX_STONES;
use plyground_core::{NotationError, Rng};
use std::fmt;

/// The usual set-up of six stones; fewer stones keep its order.
const USUAL: [u8; MAX_STONES] = [1, 2, 6, 4, 3, 5];

/// Sixteen good set-ups of six stones: the four best of the 180 classes, measured by self-play of a shallow search on
/// finish-time distributions. Each class is written out in full, so the set is closed under its symmetries.
pub const BEST: [&str; 16] = [
    "125634", "164235", "613542", "652143", "123645", "165243", "612534", "654132", "145632", "162435", "615342",
    "632145", "126543", "153246", "624531", "651234",
];

/// The labels on one player's home cells, in the order of [`Board::home`](super::board::Board::home). The same text
/// for both players is a point-symmetric position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    labels: [u8; MAX_STONES],
    stones: u8,
}

impl Placement {
    /// The set-up used where nobody chose one.
    pub fn usual(stones: usize) -> Self {
        let mut kept = USUAL.into_iter().filter(|label| *label as usize <= stones);
        Placement::from_labels(stones, |_| kept.next().expect("as many labels as stones"))
    }

    fn from_labels(stones: usize, mut label: impl FnMut(usize) -> u8) -> Self {
        let mut labels = [0; MAX_STONES];
        for (place, slot) in labels.iter_mut().enumerate().take(stones) {
            *slot = label(place);
        }
        Placement { labels, stones: stones as u8 }
    }

    /// Parses one digit per stone, each label once.
    pub fn parse(text: &str, stones: usize) -> Result<Self, NotationError> {
        let refuse = |reason: String| NotationError::new(text, reason);
        if text.chars().take(stones + 1).count() != stones {
            return Err(refuse(format!("a set-up has {stones} digits, one per home cell")));
        }
        let mut labels = [0; MAX_STONES];
        for (place, character) in text.chars().enumerate() {
            let Some(label) = character.to_digit(10).filter(|label| (1..=stones as u32).contains(label)) else {
                return Err(refuse(format!("`{character}` is not the number of a stone, 1 to {stones}")));
            };
            if labels.contains(&(label as u8)) {
                return Err(refuse(format!("stone {label} is placed twice")));
            }
            labels[place] = label as u8;
        }
        Ok(Placement { labels, stones: stones as u8 })
    }

    /// The labels in home order.
    pub fn labels(&self) -> &[u8] {
        &self.labels[..self.stones as usize]
    }

    /// A set-up chosen at random.
    pub fn random(stones: usize, rng: &mut Rng) -> Self {
        Placement::from_index(stones, rng.below(count(stones))).expect("drawn below the number of set-ups")
    }

    /// The set-up's number, from 0, in the order of the digits.
    pub fn index(&self) -> usize {
        let labels = self.labels();
        let ranks = labels.iter().enumerate().map(|(place, label)| {
            let smaller = labels[place + 1..].iter().filter(|later| *later < label).count();
            smaller * count(labels.len() - 1 - place)
        });
        ranks.sum()
    }

    /// The set-up with this number.
    pub fn from_index(stones: usize, index: usize) -> Option<Self> {
        if stones > MAX_STONES || index >= count(stones) {
            return None;
        }
        let mut left: Vec<u8> = (1..=stones as u8).collect();
        let mut rest = index;
        Some(Placement::from_labels(stones, |place| {
            let block = count(stones - 1 - place);
            let label = left.remove(rest / block);
            rest %= block;
            label
        }))
    }

    /// Every label counted from the other end: 1 becomes 6, 2 becomes 5, … With a fair die nothing else changes.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Placement::from_labels(self.labels().len(), |place| self.stones + 1 - self.labels[place])
    }

    /// Reflected in the diagonal; `None` where the stones do not fill a whole triangle, whose image is no home.
    pub fn transposed(&self) -> Option<Self> {
        let stones = self.labels().len();
        let side = (1..=stones).find(|side| side * (side + 1) / 2 == stones)?;
        let place = |row: usize, col: usize| row * side - row * row.saturating_sub(1) / 2 + col;
        let mut image = *self;
        for row in 0..side {
            for col in 0..side - row {
                image.labels[place(col, row)] = self.labels[place(row, col)];
            }
        }
        Some(image)
    }

    /// The set-ups that are as good as this one against the average of all set-ups, with a fair die: its images under
    /// label reversal and reflection, without repetition, in order.
    pub fn class(&self) -> Vec<Placement> {
        self.class_with(true)
    }

    /// The same for a die that may know the labels apart: only if it is `reversible` are reversed labels as good.
    pub fn class_with(&self, reversible: bool) -> Vec<Placement> {
        let mut members = vec![*self];
        members.extend(self.transposed());
        if reversible {
            members.extend(members.clone().iter().map(Placement::reversed));
        }
        members.sort_unstable();
        members.dedup();
        members
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.labels().iter().try_for_each(|label| write!(f, "{label}"))
    }
}

/// The number of set-ups of this many stones.
pub const fn count(stones: usize) -> usize {
    if stones < 2 { 1 } else { stones * count(stones - 1) }
}

/// Every set-up of this many stones, in order.
pub fn all(stones: usize) -> impl Iterator<Item = Placement> {
    (0..count(stones)).filter_map(move |index| Placement::from_index(stones, index))
}

/// The first member of every class of set-ups; 180 for six stones and a fair die.
pub fn classes(stones: usize) -> Vec<Placement> {
    classes_with(stones, true)
}

/// The same for a die that may not be `reversible`; see [`Placement::class_with`].
pub fn classes_with(stones: usize, reversible: bool) -> Vec<Placement> {
    all(stones).filter(|placement| placement.class_with(reversible)[0] == *placement).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn numbers_and_set_ups_are_inverse() {
        for stones in 1..=MAX_STONES {
            let all: Vec<Placement> =
                (0..count(stones)).map(|index| Placement::from_index(stones, index).unwrap()).collect();
            assert!(all.windows(2).all(|pair| pair[0].to_string() < pair[1].to_string()), "in order of the digits");
            assert!(all.iter().enumerate().all(|(index, placement)| placement.index() == index));
            assert_eq!(Placement::from_index(stones, count(stones)), None);
        }
        assert_eq!(count(6), 720);
        assert_eq!(Placement::from_index(6, 719).unwrap().to_string(), "654321");
    }

    #[test]
    fn the_720_set_ups_fall_into_180_classes_of_4() {
        let classes = classes(6);
        assert_eq!(classes.len(), 180);
        assert!(classes.iter().all(|first| first.class().len() == 4));
        let members: HashSet<Placement> = classes.iter().flat_map(Placement::class).collect();
        assert_eq!(members.len(), 720);
        assert_eq!(classes_with(6, false).len(), 360, "a loaded die knows the labels apart");
        assert_eq!(classes_with(2, true).len(), 1);
    }

    #[test]
    fn reflection_exchanges_rows_and_columns() {
        // a5 b5 c5 / a4 b4 / a3 becomes a5 a4 a3 / b5 b4 / c5.
        let placement = Placement::parse("126435", 6).unwrap();
        assert_eq!(placement.transposed().unwrap().to_string(), "145236");
        assert_eq!(placement.reversed().to_string(), "651342");
        assert_eq!(Placement::parse("123", 3).unwrap().transposed().unwrap().to_string(), "132");
        assert_eq!(Placement::parse("12", 2).unwrap().transposed(), None);
    }

    #[test]
    fn the_best_set_ups_are_four_whole_classes() {
        let best: Vec<Placement> = BEST.iter().map(|text| Placement::parse(text, 6).unwrap()).collect();
        let set: HashSet<Placement> = best.iter().copied().collect();
        assert_eq!(set.len(), 16);
        assert!(best.iter().all(|placement| placement.class().iter().all(|member| set.contains(member))));
        assert_eq!(best.iter().map(|placement| placement.class()[0]).collect::<HashSet<_>>().len(), 4);
        // Good set-ups keep 1 or 6 in the corner.
        assert!(best.iter().all(|placement| matches!(placement.labels()[0], 1 | 6)));
    }

    #[test]
    fn wrong_set_ups_are_refused_with_a_reason() {
        for (text, reason) in [
            ("", "6 digits"),
            ("12345", "6 digits"),
            ("1234567", "6 digits"),
            ("123457", "`7`"),
            ("123450", "`0`"),
            ("12345x", "`x`"),
            ("123355", "stone 3 is placed twice"),
            ("１２３４５６", "not the number of a stone"),
        ] {
            let error = Placement::parse(text, 6).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn drawing_reaches_every_set_up() {
        let mut rng = Rng::seeded(4);
        let drawn: HashSet<Placement> = (0..300).map(|_| Placement::random(3, &mut rng)).collect();
        assert_eq!(drawn.len(), 6);
        assert_eq!(Placement::usual(6).to_string(), "126435");
        assert_eq!(Placement::usual(3).to_string(), "123");
    }
}
