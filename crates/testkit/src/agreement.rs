//! A fast game against a slow one that was written straight from the rule text and shares no code with it.

use plyground_core::{Notation, Payoffs, Rng, Turn};

/// The slow side. It speaks only text, so that it can keep whatever plain representation reads best.
pub trait Rulebook {
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// All legal moves of the player to move, in the game's notation.
    fn legal(&self) -> Vec<String>;
    /// The die shows this outcome (counted from 0).
    fn roll(&mut self, _outcome: usize) {
        panic!("this game has no dice")
    }
    /// Makes a legal move.
    fn play(&mut self, mv: &str);
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// The result as it stands.
    fn payoffs(&self) -> Vec<f64>;
}

/// Plays one random game on both and compares everything both can say at every step. Returns the number of turns.
///
/// # Panics
/// When the two differ.
pub fn check<G: Notation>(game: &G, start: &G::Position, mut slow: impl Rulebook, rng: &mut Rng) -> usize {
    let mut fast = start.clone();
    let mut played = Vec::new();
    loop {
        let context = || format!("{} from `{}` after {played:?}", game.variant_text(), game.position_text(start));
        assert_eq!(game.position_text(&fast), slow.position(), "positions differ: {}", context());
        assert_eq!(game.turn(&fast), slow.turn(), "turns differ: {}", context());
        match game.turn(&fast) {
            Turn::Over => {
                assert_eq!(game.payoffs(&fast), Payoffs::new(&slow.payoffs()), "results differ: {}", context());
                return played.len();
            }
            Turn::Chance => {
                let face = rng.weighted(game.outcomes(&fast));
                game.roll(&mut fast, face);
                slow.roll(face);
            }
            Turn::Player(_) => {
                let mut moves = Vec::new();
                game.moves(&fast, &mut moves);
                let mut texts: Vec<String> = moves.iter().map(|mv| game.move_text(&fast, *mv)).collect();
                let mut expected = slow.legal();
                let chosen = rng.below(moves.len());
                let text = texts[chosen].clone();
                texts.sort_unstable();
                expected.sort_unstable();
                assert_eq!(texts, expected, "legal moves differ: {}", context());
                game.make(&mut fast, moves[chosen]);
                slow.play(&text);
                played.push(text);
            }
        }
    }
}
