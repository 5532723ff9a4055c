//! A position as plain data: what its text says, and nothing else. Both representations of the game become one to be
//! written, drawn and compared.

use super::map::MapFile;
use super::tile::{Phase, Tile};
use plyground_core::{MAX_PLAYERS, PlayerId};

/// A position without anything that could be computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// All tiles, row by row from the top left.
    pub tiles: Vec<Tile>,
    /// The phase, or the one in which the game ended.
    pub phase: Phase,
    /// The player to move; `None` when the game is over.
    pub turn: Option<PlayerId>,
    /// Override stones per player.
    pub overrides: [u8; MAX_PLAYERS],
    /// Bombs per player.
    pub bombs: [u8; MAX_PLAYERS],
    /// Disqualified players, as a set of bits from 0.
    pub out: u8,
}

impl Diagram {
    /// The map as it lies there, with nobody to move yet.
    pub(super) fn of_map(map: &MapFile) -> Self {
        let mut overrides = [0; MAX_PLAYERS];
        let mut bombs = [0; MAX_PLAYERS];
        overrides[..map.players()].fill(map.overrides());
        bombs[..map.players()].fill(map.bombs());
        Diagram { tiles: map.tiles().to_vec(), phase: Phase::Building, turn: None, overrides, bombs, out: 0 }
    }

    /// Whether this player has been disqualified.
    pub fn is_out(&self, player: PlayerId) -> bool {
        self.out >> player.index() & 1 == 1
    }

    /// Stones of a player.
    pub fn stones(&self, player: PlayerId) -> usize {
        self.tiles.iter().filter(|tile| **tile == Tile::stone(player)).count()
    }

    /// What the players have at this point: their stones, or -1 for one who was disqualified, so that they come behind
    /// everybody, even those without a stone.
    pub(super) fn payoff(stones: usize, is_out: bool) -> f64 {
        if is_out { -1.0 } else { stones as f64 }
    }
}
