//! The program under check, and what all cases need.

use super::{CaseResult, CheckFailure, bad};
use crate::Protocol;
use plyground_core::{Game, Notation, Playable, Rng, Turn};
use plyground_process::Link;
use std::time::Duration;

/// A program to check.
#[derive(Clone, Debug)]
pub struct EngineCheck<G: Playable> {
    /// The rules.
    pub game: G,
    /// The first position of games.
    pub position: G::Position,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The protocol it should speak.
    pub protocol: Protocol,
    /// How long it may take to start.
    pub start: Duration,
    /// How long it may take to answer, beyond its thinking time.
    pub answer: Duration,
    /// How long it may take to end.
    pub quit: Duration,
    /// Its thinking time per move.
    pub time: Duration,
    /// Games that it has to play.
    pub games: usize,
    /// The seed of the other player and the dice.
    pub seed: u64,
}

/// One case: a question and the code that asks it.
pub(super) struct CheckCase<G: Playable> {
    pub(super) question: &'static str,
    pub(super) run: fn(&EngineCheck<G>) -> CaseResult,
}

impl<G: Playable> EngineCheck<G> {
    /// Starts the program.
    pub(super) fn link(&self) -> Result<Link, CheckFailure> {
        Ok(Link::start(&self.words)?)
    }

    /// Whether the program ends properly after it was told to quit or after its input has ended.
    pub(super) fn ends(&self, mut link: Link) -> CaseResult {
        match link.exit_code(self.quit) {
            Some(0) => Ok("with exit code 0".to_string()),
            Some(code) => bad(format!("it ended with exit code {code} instead of 0")),
            None => bad(format!("it still runs {:.1} s later", self.quit.as_secs_f64())),
        }
    }
}

/// One turn of a random game.
pub(super) struct Ply<G: Game> {
    /// Before the roll.
    pub(super) before: G::Position,
    /// After it, at a player's turn.
    pub(super) rolled: G::Position,
    /// The turn as text, `<face>:<move>` with dice.
    pub(super) word: String,
    /// The move alone.
    pub(super) mv: G::Move,
}

/// A random game, turn by turn, and the position in which it ended.
pub(super) fn random_game<G: Notation>(game: &G, start: &G::Position, seed: u64) -> (Vec<Ply<G>>, G::Position) {
    let mut rng = Rng::seeded(seed);
    let (mut plies, mut moves, mut position) = (Vec::new(), Vec::new(), start.clone());
    while game.turn(&position) != Turn::Over {
        let before = position.clone();
        let mut face = String::new();
        if game.turn(&position) == Turn::Chance {
            let outcome = rng.weighted(game.outcomes(&position));
            game.roll(&mut position, outcome);
            face = format!("{}:", outcome + 1);
        }
        moves.clear();
        game.moves(&position, &mut moves);
        let mv = moves[rng.below(moves.len())];
        let rolled = position.clone();
        let word = format!("{face}{}", game.move_text(&position, mv));
        game.make(&mut position, mv);
        plies.push(Ply { before, rolled, word, mv });
    }
    (plies, position)
}
