//! Who sits where in which game.

use arrayvec::ArrayVec;
use plyground_core::MAX_PLAYERS;

/// A number of players around a table with at least as many seats. With more seats than players each player takes
/// several, in turn.
///
/// Game number k belongs to unit `k / rotations`; within a unit the opening and the dice stay and the players move on
/// by one seat from game to game, until every player has had every seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lineup {
    /// Number of players.
    pub players: usize,
    /// Number of seats.
    pub seats: usize,
}

impl Lineup {
    /// Games per unit.
    pub fn rotations(&self) -> u64 {
        self.players as u64
    }

    /// What the players of one game take together, of those who take so much each: with more seats than players, each is
    /// built for every round of seats.
    pub fn memory(&self, players: impl Iterator<Item = u64>) -> u64 {
        let rounds = self.seats.div_ceil(self.players.max(1)) as u64;
        players.fold(0u64, u64::saturating_add).saturating_mul(rounds)
    }

    /// The unit of a game.
    pub fn unit(&self, number: u64) -> u64 {
        number / self.rotations()
    }

    /// How far the players have moved on.
    pub fn rotation(&self, number: u64) -> usize {
        (number % self.rotations()) as usize
    }

    /// Who sits in this seat.
    pub fn player_at(&self, rotation: usize, seat: usize) -> usize {
        (seat + rotation) % self.players
    }

    /// Who sits in each seat of a game.
    pub fn seated(&self, number: u64) -> ArrayVec<usize, MAX_PLAYERS> {
        let rotation = self.rotation(number);
        (0..self.seats).map(|seat| self.player_at(rotation, seat)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotation_is_balanced() {
        for (players, seats) in [(2, 2), (3, 3), (8, 8), (2, 4), (3, 4), (2, 8), (5, 8)] {
            let lineup = Lineup { players, seats };
            let mut counts = vec![vec![0; seats]; players];
            for number in 0..3 * players as u64 {
                for (seat, player) in lineup.seated(number).into_iter().enumerate() {
                    counts[player][seat] += 1;
                }
            }
            assert!(counts.iter().flatten().all(|count| *count == 3), "{players} players in {seats} seats: {counts:?}");
        }
    }

    #[test]
    fn a_pair_swaps_seats() {
        let lineup = Lineup { players: 2, seats: 2 };
        assert_eq!([lineup.seated(6).as_slice(), lineup.seated(7).as_slice()], [[0, 1], [1, 0]]);
        assert_eq!([lineup.unit(6), lineup.unit(7), lineup.unit(8)], [3, 3, 4]);
    }
}
