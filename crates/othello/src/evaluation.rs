//! What a position is probably worth: weights of patterns and of mobility, trained by `training/` and kept in `data/weights.bin`.

use crate::lines::open;
use crate::patterns::{PatternSet, SHAPES, STARTS, USED_LANES, ZEROS, representatives};
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// Parts of a disc in which estimates are counted.
pub(crate) const PER_DISC: i32 = 8;
/// Weights are trained per phase: the number of empty squares at which each one ends.
pub(crate) const PHASE_ENDS: [u32; PHASES] = [9, 12, 15, 18, 21, 24, 28, 33, 39, 46, 64];
/// How many phases there are.
pub(crate) const PHASES: usize = 11;
/// Numbers of moves that are told apart.
pub(crate) const MOBILITIES: usize = 32;
/// Where weights of mobility begin: own moves, then those of the other. The last weight is that of every position.
pub(crate) const MOBILITY: usize = STARTS[SHAPES];
/// Weights of a phase.
pub(crate) const PHASE_WEIGHTS: usize = MOBILITY + 2 * MOBILITIES + 1;

/// First line of a file of weights.
const HEADER: &str = "plyground othello weights 1";

/// Why a file is none of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// Another kind of file.
    #[error("a file of weights begins with the line {HEADER:?} and the command that made it")]
    Header,
    /// Too short or too long.
    #[error("the weights take {expected} bytes after the second line, this file has {found}")]
    Length {
        /// Bytes that belong there.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
}

/// Weights of all phases, in parts of a disc.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Per phase one weight for every number of every form, mirrored ones included.
    phases: Arc<[i8]>,
}

/// The phase of a position with this many empty squares.
#[inline]
pub(crate) fn phase(empty: u32) -> usize {
    PHASE_OF[empty as usize & 63] as usize
}

static PHASE_OF: [u8; 64] = phases();

const fn phases() -> [u8; 64] {
    let mut table = [0; 64];
    let (mut empty, mut phase) = (0, 0);
    while empty < 64 {
        if empty as u32 > PHASE_ENDS[phase as usize] {
            phase += 1;
        }
        table[empty] = phase;
        empty += 1;
    }
    table
}

/// The weights that a file stores: those of mirrored numbers stand there once.
fn stored() -> impl Iterator<Item = (usize, usize)> {
    let representatives = representatives();
    (0..PHASE_WEIGHTS)
        .map(move |index| (index, representatives.get(index).map_or(index, |representative| *representative as usize)))
}

impl Weights {
    /// The weights that come with the program.
    pub fn embedded() -> &'static Weights {
        static EMBEDDED: LazyLock<Weights> = LazyLock::new(|| {
            Weights::from_bytes(include_bytes!("../data/weights.bin")).expect("a test reads the embedded weights")
        });
        &EMBEDDED
    }

    /// Weights of every phase, as numbers of discs.
    pub(crate) fn rounded(phases: &[Vec<f32>]) -> Weights {
        let round = |weight: &f32| (weight * PER_DISC as f32).round().clamp(-127.0, 127.0) as i8;
        Weights { phases: phases.iter().flatten().map(round).collect() }
    }

    /// Reads a file of weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let mut lines = bytes.splitn(3, |byte| *byte == b'\n');
        let (header, _command, numbers) = (lines.next(), lines.next(), lines.next());
        let numbers = numbers.filter(|_| header == Some(HEADER.as_bytes())).ok_or(WeightsError::Header)?;
        let kept = stored().filter(|(index, representative)| index == representative).count();
        if numbers.len() != kept * PHASES {
            return Err(WeightsError::Length { expected: kept * PHASES, found: numbers.len() });
        }
        let mut phases = Vec::with_capacity(PHASES * PHASE_WEIGHTS);
        let mut numbers = numbers.iter();
        for phase in 0..PHASES {
            for (index, representative) in stored() {
                let weight = match index == representative {
                    true => numbers.next().map_or(0, |byte| *byte as i8),
                    false => phases[phase * PHASE_WEIGHTS + representative],
                };
                phases.push(weight);
            }
        }
        Ok(Weights { phases: phases.into() })
    }

    /// A file of weights that tells which command made it.
    pub fn to_bytes(&self, command: &str) -> Vec<u8> {
        let mut bytes = format!("{HEADER}\n{}\n", command.replace('\n', " ")).into_bytes();
        for phase in self.phases.chunks(PHASE_WEIGHTS) {
            let kept = stored().filter(|(index, representative)| index == representative);
            bytes.extend(kept.map(|(index, _)| phase[index] as u8));
        }
        bytes
    }

    /// What a position is worth to the player to move, in parts of a disc.
    #[inline]
    pub(crate) fn evaluate(&self, own: u64, other: u64, patterns: &PatternSet) -> i32 {
        let start = phase((!(own | other)).count_ones()) * PHASE_WEIGHTS;
        let weights = &self.phases[start..start + PHASE_WEIGHTS];
        let mut sum = i32::from(weights[PHASE_WEIGHTS - 1]);
        for lane in 0..USED_LANES {
            sum += i32::from(weights[(ZEROS[lane] + i32::from(patterns.0[lane])) as usize]);
        }
        let [ours, theirs] = mobility(own, other);
        sum + i32::from(weights[ours]) + i32::from(weights[theirs])
    }
}

/// Which weights of mobility apply.
#[inline]
pub(crate) fn mobility(own: u64, other: u64) -> [usize; 2] {
    let moves = |own, other| (open(own, other).count_ones() as usize).min(MOBILITIES - 1);
    [MOBILITY + moves(own, other), MOBILITY + MOBILITIES + moves(other, own)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::sample_positions;

    #[test]
    fn the_embedded_weights_tell_the_command_that_made_them_and_are_written_as_they_were_read() {
        let bytes = include_bytes!("../data/weights.bin");
        assert!(bytes.len() < 2_000_000);
        let command = bytes.split(|byte| *byte == b'\n').nth(1).unwrap();
        let command = std::str::from_utf8(command).unwrap();
        assert!(command.starts_with("plyground reversixt train --games "), "{command}");
        assert!(Weights::embedded().to_bytes(command) == bytes);
    }

    #[test]
    fn files_that_are_not_weights_are_refused() {
        for bytes in [&b""[..], b"\n\n", b"plyground othello weights 2\ncommand\n", b"plyground othello weights 1\n"] {
            assert_eq!(Weights::from_bytes(bytes), Err(WeightsError::Header));
        }
        let short = Weights::from_bytes(b"plyground othello weights 1\ncommand\nabc");
        assert!(matches!(short, Err(WeightsError::Length { found: 3, .. })), "{short:?}");
    }

    #[test]
    fn a_position_and_its_mirror_images_are_worth_the_same() {
        let turn = |set: u64| {
            (0..64)
                .filter(|square| set >> square & 1 == 1)
                .fold(0, |turned, square| turned | 1u64 << (square % 8 * 8 + 7 - square / 8))
        };
        let mirror = u64::swap_bytes;
        let worth = |own, other| Weights::embedded().evaluate(own, other, &PatternSet::of(own, other));
        for empty in [8, 14, 20, 30, 45] {
            for board in sample_positions(2, empty, 10) {
                let (mut own, mut other) = (board.own(), board.other());
                let expected = worth(own, other);
                for _ in 0..4 {
                    (own, other) = (turn(own), turn(other));
                    assert_eq!(worth(own, other), expected, "{board:?}");
                    assert_eq!(worth(mirror(own), mirror(other)), expected, "{board:?}");
                }
            }
        }
    }

    #[test]
    fn phases_follow_each_other() {
        for (index, end) in PHASE_ENDS.iter().enumerate().take(PHASES - 1) {
            assert_eq!((phase(*end), phase(end + 1)), (index, index + 1));
        }
        assert_eq!((phase(0), phase(63)), (0, PHASES - 1));
    }
}
