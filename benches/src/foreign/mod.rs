//! Games written as a newcomer to the library would: rules, a hash key, a plain evaluation, nothing else. Searches must do well
//! on them with their defaults.

mod breakthrough;
mod connect_four;
mod domineering;
mod hex;
mod kalah;
mod random_tree;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use domineering::Domineering;
pub use hex::Hex;
pub use kalah::Kalah;
pub use random_tree::RandomTree;

use plyground_core::{Evaluation, Game, PlayerId};

/// A game of two players who strictly alternate, with an evaluation for the player to move.
pub trait Foreign: Game<Position: Copy> + Default {
    /// What the table of results calls it.
    const NAME: &'static str;
    /// Plies to search from each position.
    const DEPTH: u32;

    /// An estimate for the player to move at a position that is not over, within ±10,000.
    fn estimate(&self, position: &Self::Position) -> i32;

    /// Who would be to move, also after the end of the game.
    fn to_move(position: &Self::Position) -> PlayerId;

    /// A small number for a move, for tables of the other library.
    fn index(mv: Self::Move) -> u16;
}

/// [`Foreign::estimate`] as an evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate;

impl<G: Foreign> Evaluation<G> for Estimate {
    fn value(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32 {
        let value = game.estimate(position);
        if game.mover(position) == Some(player) { value } else { -value }
    }
}
