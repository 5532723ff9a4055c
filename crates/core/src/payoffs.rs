//! What a finished game is worth to each player.

use crate::player::{MAX_PLAYERS, PlayerId};

/// One number per player; more is better. Two players with a winner are `1` and `-1`; a game scored by counting gives
/// its counts. Equal numbers are equal places.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Payoffs {
    values: [f64; MAX_PLAYERS],
    players: u8,
}

impl Payoffs {
    /// Payoffs in turn order.
    ///
    /// # Panics
    /// If there are more than [`MAX_PLAYERS`] values.
    pub fn new(values: &[f64]) -> Self {
        assert!(values.len() <= MAX_PLAYERS, "one payoff per player");
        let mut all = [0.0; MAX_PLAYERS];
        // Adding zero turns minus zero into zero, or a draw could pass for a win where numbers are ordered totally.
        all.iter_mut().zip(values).for_each(|(slot, value)| *slot = value + 0.0);
        Payoffs { values: all, players: values.len() as u8 }
    }

    /// `winner` gets 1, the other one of two players -1.
    pub fn win(winner: PlayerId) -> Self {
        let mut values = [-1.0; 2];
        values[winner.index()] = 1.0;
        Payoffs::new(&values)
    }

    /// The payoff of one player.
    pub fn of(&self, player: PlayerId) -> f64 {
        self.as_slice()[player.index()]
    }

    /// All payoffs in turn order.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.players as usize]
    }

    /// A player's place, from 1; players with equal payoffs share the better place.
    pub fn place(&self, player: PlayerId) -> usize {
        let mine = self.of(player);
        1 + self.as_slice().iter().filter(|other| **other > mine).count()
    }

    /// The places of all players.
    pub fn places(&self) -> Vec<usize> {
        PlayerId::all(usize::from(self.players)).map(|player| self.place(player)).collect()
    }

    /// The only player in first place, if there is just one.
    pub fn winner(&self) -> Option<PlayerId> {
        let places = self.places();
        let mut firsts = places.iter().enumerate().filter(|(_, place)| **place == 1);
        match (firsts.next(), firsts.next()) {
            (Some((index, _)), None) => Some(PlayerId::from_index(index)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_payoffs_share_the_better_place_and_leave_a_gap() {
        assert_eq!(Payoffs::new(&[5.0, 9.0, 9.0, -1.0]).places(), vec![3, 1, 1, 4]);
    }

    #[test]
    fn minus_zero_is_zero() {
        let draw = Payoffs::new(&[0.0, -0.0]);
        assert_eq!(draw.of(PlayerId::FIRST).total_cmp(&draw.of(PlayerId::SECOND)), std::cmp::Ordering::Equal);
    }

    #[test]
    fn a_shared_first_place_has_no_winner() {
        assert_eq!(Payoffs::new(&[3.0, 3.0]).winner(), None);
        assert_eq!(Payoffs::win(PlayerId::SECOND).winner(), Some(PlayerId::SECOND));
    }
}
