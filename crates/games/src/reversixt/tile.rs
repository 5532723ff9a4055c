//! What a tile can be, and the two phases of the game.

use plyground_core::PlayerId;

/// The contents of one tile, as a small number: 0 empty, 1 to 8 the stone of that player, then the rest. The order
/// makes the two questions of every walk single comparisons: "occupied?" is `1..=9`, "whose?" is equality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// A free tile without effect.
    pub const EMPTY: Tile = Tile(0);
    /// An occupied tile that belongs to nobody.
    pub const EXPANSION: Tile = Tile(9);
    /// Free; the player who plays here swaps all stones with a player of their choice.
    pub const CHOICE: Tile = Tile(10);
    /// Free; the player who plays here hands every player's stones to the next player.
    pub const INVERSION: Tile = Tile(11);
    /// Free; the player who plays here takes a bomb or an override stone.
    pub const BONUS: Tile = Tile(12);
    /// Not a tile at all.
    pub const HOLE: Tile = Tile(13);
    /// One more than the largest code, rounded up so that a code masked to it never leaves a table.
    pub(super) const CODES: usize = 16;

    /// The stone of a player.
    #[inline]
    pub const fn stone(player: PlayerId) -> Tile {
        Tile(player.index() as u8 + 1)
    }

    /// The tile that a map file writes as this character.
    pub const fn from_char(character: char) -> Option<Tile> {
        Some(match character {
            '0' => Tile::EMPTY,
            '1'..='8' => Tile(character as u8 - b'0'),
            'x' => Tile::EXPANSION,
            'c' => Tile::CHOICE,
            'i' => Tile::INVERSION,
            'b' => Tile::BONUS,
            '-' => Tile::HOLE,
            _ => return None,
        })
    }

    /// The character of map files and positions.
    pub const fn to_char(self) -> char {
        b"012345678xcib-"[self.0 as usize] as char
    }

    /// Whose stone lies here.
    #[inline]
    pub const fn owner(self) -> Option<PlayerId> {
        PlayerId::from_number(self.0 as usize)
    }

    /// Whether a stone can be set here without an override stone: empty or special.
    #[inline]
    pub const fn is_free(self) -> bool {
        matches!(self, Tile::EMPTY | Tile::CHOICE | Tile::INVERSION | Tile::BONUS)
    }

    /// Whether a stone lies here, be it a player's or an expansion stone.
    #[inline]
    pub const fn is_occupied(self) -> bool {
        self.0.wrapping_sub(1) < 9
    }

    /// Zero if both are the same: for comparing many tiles without a branch for each.
    #[inline]
    pub(super) const fn difference(self, other: Tile) -> u8 {
        self.0 ^ other.0
    }

    /// Index into tables with [`Tile::CODES`] entries.
    #[inline]
    pub(super) const fn code(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The tile after an inversion among `players` players.
    #[inline]
    pub(super) const fn inverted(self, players: u8) -> Tile {
        let shifted = if self.0 == players { 1 } else { self.0 + 1 };
        Tile(if self.0.wrapping_sub(1) < players { shifted } else { self.0 })
    }

    /// The tile before an inversion among `players` players.
    #[inline]
    pub(super) const fn reverted(self, players: u8) -> Tile {
        let shifted = if self.0 == 1 { players } else { self.0.wrapping_sub(1) };
        Tile(if self.0.wrapping_sub(1) < players { shifted } else { self.0 })
    }
}

/// The two phases of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Phase 1: stones are set and turned.
    Building,
    /// Phase 2: bombs are thrown.
    Bombing,
}

impl Phase {
    /// 1 or 2, as positions are written.
    pub const fn number(self) -> u8 {
        match self {
            Phase::Building => 1,
            Phase::Bombing => 2,
        }
    }

    /// A word for people.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Building => "building",
            Phase::Bombing => "bombing",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_one_tile_and_back() {
        for character in "012345678xcib-".chars() {
            let tile = Tile::from_char(character).unwrap();
            assert_eq!(tile.to_char(), character);
            assert_eq!(tile.is_free(), "0cib".contains(character));
            assert_eq!(tile.is_occupied(), "12345678x".contains(character));
            assert_eq!(
                tile.owner().map(|owner| owner.to_string()),
                character.to_digit(10).filter(|d| *d > 0).map(|d| d.to_string())
            );
        }
        assert_eq!(Tile::from_char('9'), None);
        assert_eq!(Tile::from_char('C'), None);
    }

    #[test]
    fn inversion_is_a_cycle_of_the_players_alone() {
        for players in 2..=8 {
            for character in "012345678xcib-".chars() {
                let tile = Tile::from_char(character).unwrap();
                assert_eq!(tile.inverted(players).reverted(players), tile);
                let moved = tile.owner().is_some_and(|owner| owner.number() <= players as usize);
                assert_eq!(tile.inverted(players) != tile, moved);
            }
            assert_eq!(Tile(players).inverted(players), Tile(1));
        }
    }
}
