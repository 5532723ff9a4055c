//! One entry of the tables, with everything a person wants to know about it.

use super::Einstein;
use super::tables::Advice;
use plyground_core::NotationError;

/// What the tables say about a player whose stones are so far from the goal.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Distances of stones 1, 2, …; `None` is off the board.
    pub distances: Vec<Option<usize>>,
    /// Expected number of moves until the first stone arrives.
    pub expected: f64,
    /// The probabilities of arriving with the first, the second, … move.
    pub finish: Vec<f64>,
    /// What to do with each face that can come up.
    pub policy: Vec<Advice>,
}

impl Entry {
    /// Reads one word per stone: the distance, or `-` for a stone off the board.
    pub fn parse(game: &Einstein, words: &[&str]) -> Result<Self, NotationError> {
        let (stones, farthest) = (game.variant().stones(), game.variant().size() - 1);
        let refuse = |reason: String| Err(NotationError::new(words.join(" "), reason));
        if words.len() != stones {
            return refuse(format!("{stones} distances are expected, one per stone, `-` for a stone off the board"));
        }
        let mut distances = Vec::with_capacity(stones);
        for (index, word) in words.iter().enumerate() {
            match word.parse() {
                Ok(distance) if (1..=farthest).contains(&distance) => distances.push(Some(distance)),
                _ if *word == "-" => distances.push(None),
                _ => {
                    let stone = index + 1;
                    return refuse(format!("stone {stone} has `{word}`; a distance is 1 to {farthest}, or `-`"));
                }
            }
        }
        let entry = Entry::of(game, &distances);
        entry.map_or_else(|| refuse("a player without stones has lost; give one a distance".to_string()), Ok)
    }

    /// The entry of these distances; `None` unless they fit the board.
    pub fn of(game: &Einstein, distances: &[Option<usize>]) -> Option<Self> {
        Some(Entry {
            distances: distances.to_vec(),
            expected: game.schwarz().of_distances(distances)?,
            finish: game.finish_times().of_distances(distances)?.to_vec(),
            policy: game.schwarz().policy(game.variant().die(), distances)?,
        })
    }

    /// The probability that this player, who has just moved, arrives before the other one.
    pub fn wins_against(&self, other: &Entry) -> f64 {
        super::tables::race(&self.finish, &other.finish)
    }
}

/// More throws of a die than this make no fraction that anybody would read.
const MOST_THROWS: u32 = 9;
/// A fraction as near as this is meant.
const NEAR: f64 = 1e-12;

/// The number as a fraction in lowest terms, if a few throws of a fair die with this many faces account for it.
pub fn fraction(number: f64, faces: usize) -> Option<(u64, u64)> {
    (0..=MOST_THROWS).find_map(|throws| {
        let below = (faces as u64).checked_pow(throws)?;
        let above = (number * below as f64).round();
        if above < 0.0 || (above / below as f64 - number).abs() > NEAR * number.abs().max(1.0) {
            return None;
        }
        let divisor = gcd(above as u64, below);
        Some((above as u64 / divisor, below / divisor))
    })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(words: &str) -> Entry {
        Entry::parse(&Einstein::standard(), &words.split(' ').collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn entries_carry_the_published_values_as_fractions() {
        for (words, expected) in [
            ("2 2 2 3 3 4", (39629, 7776)),
            ("4 3 3 3 2 2", (4_822_439, 839_808)),
            ("3 - 2 - - 4", (68201, 23328)),
            ("4 - - 1 - 4", (17441, 11664)),
            ("- 2 - - 2 -", (7, 3)),
            ("2 2 - - - -", (41, 18)),
            ("1 - - - - 3", (43, 36)),
            ("- - 4 - - -", (4, 1)),
        ] {
            assert_eq!(fraction(entry(words).expected, 6), Some(expected), "{words}");
        }
        let win = entry("1 - - - - 3").wins_against(&entry("2 2 - - - -"));
        assert_eq!(fraction(win, 6), Some((565, 648)));
        assert_eq!(fraction(std::f64::consts::PI, 6), None);
        assert_eq!(fraction(-0.5, 6), None);
    }

    #[test]
    fn the_policy_takes_the_quicker_stone_and_of_equals_the_lower() {
        let advice = entry("1 - - - - 3").policy;
        assert_eq!(advice.iter().map(|advice| advice.stone + 1).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 6]);
        assert_eq!(advice[2].options, [(0, 0.0), (5, 1.0 + 1.0 / 6.0)]);
        let equal = entry("- 3 - - 3 -").policy;
        assert_eq!(equal[2].options.len(), 2);
        assert_eq!(equal[2].stone, 1);
    }

    #[test]
    fn wrong_distances_are_refused_with_a_reason() {
        let game = Einstein::standard();
        for (words, reason) in [
            (vec!["1"], "6 distances are expected"),
            (vec!["1"; 7], "6 distances are expected"),
            (vec!["5", "1", "1", "1", "1", "1"], "stone 1 has `5`; a distance is 1 to 4, or `-`"),
            (vec!["1", "0", "1", "1", "1", "1"], "stone 2 has `0`"),
            (vec!["1", "1", "1", "1", "1", "x"], "stone 6 has `x`"),
            (vec!["-"; 6], "a player without stones has lost"),
        ] {
            let error = Entry::parse(&game, &words).expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
