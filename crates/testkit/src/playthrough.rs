//! Golden playthroughs: the full text of one seeded random game.

use plyground_core::{Notation, Rng, Turn};
use std::fmt::Write;
use std::path::Path;

/// Set this variable (to anything) and the files are rewritten instead of compared.
pub const BLESS: &str = "PLYGROUND_BLESS";

/// At most this many legal moves are written out per position.
const MOVES_SHOWN: usize = 40;

/// One random game: position, phase, turn, legal moves and result at every step.
pub fn record<G: Notation>(game: &G, start: &G::Position, seed: u64) -> String {
    let mut rng = Rng::seeded(seed);
    let mut position = start.clone();
    let mut out = format!("variant {}\nseed {seed}\n", game.variant_text());
    loop {
        writeln!(out, "\n{}", game.position_text(&position)).expect("writing to a string");
        match game.turn(&position) {
            Turn::Over => {
                writeln!(out, "over, payoffs {:?}", game.payoffs(&position).as_slice()).expect("writing to a string");
                return out;
            }
            Turn::Chance => {
                let face = rng.weighted(game.outcomes(&position));
                writeln!(out, "rolls {}", face + 1).expect("writing to a string");
                game.roll(&mut position, face);
            }
            Turn::Player(player) => {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mut texts: Vec<String> = moves.iter().map(|mv| game.move_text(&position, *mv)).collect();
                let chosen = rng.below(moves.len());
                let played = texts[chosen].clone();
                texts.sort_unstable();
                let more = texts.len().saturating_sub(MOVES_SHOWN);
                texts.truncate(MOVES_SHOWN);
                if more > 0 {
                    texts.push(format!("and {more} more"));
                }
                writeln!(
                    out,
                    "{}, player {player}, {} legal: {}\nplays {played}",
                    game.phase(&position),
                    moves.len(),
                    texts.join(" ")
                )
                .expect("writing to a string");
                game.make(&mut position, moves[chosen]);
            }
        }
    }
}

/// Compares [`record`] with a golden file, or rewrites the file when [`BLESS`] is set.
///
/// # Panics
/// At the first differing line, or when the file cannot be read or written.
pub fn check<G: Notation>(game: &G, start: &G::Position, seed: u64, file: &Path) {
    let found = record(game, start, seed);
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(file, &found).unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
        return;
    }
    let expected = std::fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("cannot read {}: {error} (set {BLESS}=1 to write it)", file.display()));
    for (number, (old, new)) in expected.lines().zip(found.lines()).enumerate() {
        assert_eq!(new, old, "{} line {}", file.display(), number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{} has another length", file.display());
}
