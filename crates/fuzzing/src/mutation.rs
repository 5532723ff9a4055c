//! Inputs that are nearly valid, from inputs that are: what a fuzzer does, without feedback but the same every time.

use plyground_core::Rng;

/// Words and bytes that parsers stumble over: limits of integers, floats that are no numbers, characters of several
/// bytes, ends of lines.
const TOKENS: [&str; 28] = [
    "0",
    "-1",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "99999999999999999999999",
    "1e308",
    "-0",
    "NaN",
    "inf",
    "+",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\0",
    "\u{feff}",
    "ß",
    "\u{ff11}",
    "😀",
    "\"",
    "\\",
    "/",
    "=",
];
/// Changes of one input.
const MOST_CHANGES: usize = 4;
/// Longer inputs only take longer.
const LONGEST: usize = 64 << 10;

/// A changed copy of one of the seeds, which must not be empty.
pub fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = seeds[rng.below(seeds.len())].clone();
    for _ in 0..=rng.below(MOST_CHANGES) {
        change(&mut bytes, seeds, rng);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    let (from, to) = part(bytes.len(), rng);
    match rng.below(8) {
        0 => bytes.truncate(from),
        1 => drop(bytes.drain(from..to)),
        2 => {
            let copy = bytes[from..to].to_vec();
            insert(bytes, from, &copy);
        }
        3 => insert(bytes, from, TOKENS[rng.below(TOKENS.len())].as_bytes()),
        4 => drop(bytes.splice(from..to, TOKENS[rng.below(TOKENS.len())].bytes())),
        5 => {
            let other = &seeds[rng.below(seeds.len())];
            let (begin, end) = part(other.len(), rng);
            insert(bytes, from, &other[begin..end]);
        }
        6 if from < bytes.len() => bytes[from] ^= 1 << rng.below(8),
        _ if from < bytes.len() => bytes[from] = rng.bits() as u8,
        _ => bytes.push(rng.bits() as u8),
    }
}

/// A piece of something of this length, short more often than long.
fn part(length: usize, rng: &mut Rng) -> (usize, usize) {
    let from = rng.below(length + 1);
    let most = if rng.below(4) == 0 { length - from } else { (length - from).min(8) };
    (from, from + rng.below(most + 1))
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    drop(bytes.splice(at..at, piece.iter().copied()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_are_many_and_repeatable() {
        let seeds = vec![b"position startpos moves a1".to_vec(), Vec::new()];
        let draw = |seed| {
            let mut rng = Rng::seeded(seed);
            (0..200).map(|_| mutated(&seeds, &mut rng)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        let mut different = draw(1);
        different.sort();
        different.dedup();
        assert!(different.len() > 150, "{}", different.len());
    }
}
