//! The die: how likely each face is, and which stones a face lets move.

use super::MAX_STONES;
use plyground_core::NotationError;
use std::fmt;

/// How far the probabilities may be from adding up to one.
const TOLERANCE: f64 = 1e-9;

/// A die with one face per stone.
#[derive(Clone, Debug, PartialEq)]
pub struct Die {
    probabilities: Vec<f64>,
    fair: bool,
}

impl Die {
    /// All faces equally likely.
    pub fn fair(faces: usize) -> Self {
        Die { probabilities: vec![1.0 / faces as f64; faces], fair: true }
    }

    /// Parses `p1:p2:…`, each a decimal number or a fraction such as `1/6`.
    pub fn parse(text: &str, faces: usize) -> Result<Self, NotationError> {
        let refuse = |reason: String| NotationError::new(text, reason);
        // Counting before collecting: the text comes from outside.
        let words = text.split(':').count();
        if words != faces {
            return Err(refuse(format!("the die needs {faces} probabilities, one per stone, not {words}")));
        }
        let mut probabilities = Vec::with_capacity(faces);
        for (index, word) in text.split(':').enumerate() {
            match parse_probability(word) {
                Some(probability) => probabilities.push(probability),
                None => {
                    let face = index + 1;
                    return Err(refuse(format!("face {face} has `{word}`, not a probability between 0 and 1")));
                }
            }
        }
        let sum: f64 = probabilities.iter().sum();
        if (sum - 1.0).abs() >= TOLERANCE {
            return Err(refuse(format!("the probabilities add up to {sum}, not to 1")));
        }
        let fair = Die::fair(faces);
        Ok(if probabilities == fair.probabilities { fair } else { Die { probabilities, fair: false } })
    }

    /// The probability of each face.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// Whether all faces are equally likely.
    pub fn is_fair(&self) -> bool {
        self.fair
    }

    /// Whether the faces are as likely when counted from the other end, so that labels can be reversed.
    pub fn is_reversible(&self) -> bool {
        let reversed = self.probabilities.iter().rev();
        self.probabilities.iter().zip(reversed).all(|(here, there)| (here - there).abs() < TOLERANCE)
    }

    /// Number of faces.
    pub fn faces(&self) -> usize {
        self.probabilities.len()
    }

    /// Whether this face, counted from 0, can come up.
    pub fn shows(&self, face: usize) -> bool {
        self.probabilities.get(face).is_some_and(|probability| *probability > 0.0)
    }

    /// The stones of this set that some roll lets move.
    pub(super) fn movable(&self, mask: usize) -> u8 {
        let shown = (0..self.faces()).filter(|face| self.shows(*face));
        shown.fold(0, |stones, face| stones | CHOICES[mask][face])
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, probability) in self.probabilities.iter().enumerate() {
            write!(f, "{}{probability}", if index == 0 { "" } else { ":" })?;
        }
        Ok(())
    }
}

fn parse_probability(word: &str) -> Option<f64> {
    let value = match word.split_once('/') {
        Some((above, below)) => parse_decimal(above)? / parse_decimal(below)?,
        None => parse_decimal(word)?,
    };
    // Also refuses what is not a number, such as 0/0. Adding zero turns -0 into 0.
    (0.0..=1.0).contains(&value).then_some(value + 0.0)
}

/// A plain decimal; the standard parser would also take `inf` and `nan`.
fn parse_decimal(word: &str) -> Option<f64> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    if plain { word.parse().ok() } else { None }
}

/// The stones that may move, as a set of bits, by the set of stones on the board and the face counted from 0: the
/// stone of that number, or else its nearest neighbours below and above.
pub(super) static CHOICES: [[u8; MAX_STONES]; 1 << MAX_STONES] = {
    let mut choices = [[0; MAX_STONES]; 1 << MAX_STONES];
    let mut mask = 0usize;
    while mask < choices.len() {
        let mut face = 0;
        while face < MAX_STONES {
            choices[mask][face] = movable_stones(mask, face);
            face += 1;
        }
        mask += 1;
    }
    choices
};

const fn movable_stones(mask: usize, face: usize) -> u8 {
    if mask >> face & 1 == 1 {
        return 1 << face;
    }
    let mut stones = 0;
    let mut below = face;
    while below > 0 {
        below -= 1;
        if mask >> below & 1 == 1 {
            stones |= 1 << below;
            break;
        }
    }
    let mut above = face + 1;
    while above < MAX_STONES {
        if mask >> above & 1 == 1 {
            stones |= 1 << above;
            break;
        }
        above += 1;
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_stones_replace_a_missing_one() {
        let set = |labels: &[usize]| labels.iter().fold(0usize, |set, label| set | 1 << (label - 1));
        assert_eq!(CHOICES[set(&[1, 4, 6])][2] as usize, set(&[1, 4]), "the rules' first example");
        assert_eq!(CHOICES[set(&[4, 6])][1] as usize, set(&[4]), "the rules' second example");
        assert_eq!(CHOICES[set(&[1, 4, 6])][3] as usize, set(&[4]));
        assert_eq!(CHOICES[set(&[3])], [4; MAX_STONES], "a single stone does not care");
        assert_eq!(CHOICES[0], [0; MAX_STONES]);
    }

    #[test]
    fn fractions_and_decimals_make_the_same_die() {
        assert_eq!(Die::parse("1/6:1/6:1/6:1/6:1/6:1/6", 6), Ok(Die::fair(6)));
        assert_eq!(Die::parse("0.25:1/4:.5", 3), Die::parse("1/4:0.25:0.5", 3));
        let loaded = Die::parse("0.1:0.2:0.3:0.4:0:0", 6).unwrap();
        assert!(!loaded.is_fair() && loaded.shows(3) && !loaded.shows(4) && !loaded.shows(6));
        assert!(!loaded.is_reversible() && Die::parse("0.3:0.4:0.3", 3).unwrap().is_reversible());
        assert_eq!(Die::parse(&loaded.to_string(), 6), Ok(loaded));
    }

    #[test]
    fn impossible_dice_are_refused() {
        for (text, reason) in [
            ("1", "needs 3 probabilities"),
            ("0.5:0.5", "not 2"),
            ("0.2:0.2:0.2:0.4", "not 4"),
            ("0.5:0.6:-0.1", "face 3"),
            ("nan:0.5:0.5", "face 1"),
            ("inf:0:0", "face 1"),
            ("0/0:0.5:0.5", "face 1"),
            ("1/0:0:0", "face 1"),
            ("0.5::0.5", "face 2"),
            ("0.3:0.3:0.3", "add up to"),
            ("0.333333:0.333333:0.333333", "add up to"),
        ] {
            let error = Die::parse(text, 3).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
