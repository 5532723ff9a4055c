//! Who came where: counts per player and place.

/// The placement matrix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    counts: Vec<Vec<u64>>,
}

impl Places {
    /// A matrix for this many players and seats.
    pub fn new(players: usize, seats: usize) -> Self {
        Places { counts: vec![vec![0; seats]; players] }
    }

    /// Player `player` came to this place, counted from 1.
    pub fn add(&mut self, player: usize, place: usize) {
        self.counts[player][place - 1] += 1;
    }

    /// How often the player came to the first, second, … place.
    pub fn of(&self, player: usize) -> &[u64] {
        &self.counts[player]
    }
}
