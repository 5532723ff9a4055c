//! An evaluation without sense, so that no search is right by luck.

use plyground_core::{Evaluation, Game, PlayerId, splitmix64};

/// Rates positions by their keys: few different values, hence many ties, and nothing in common between what two
/// players think of the same position.
#[derive(Clone, Copy, Debug)]
pub struct HashEval {
    /// How many different values there are; at least 1.
    pub levels: u32,
    /// Two evaluations of different salt have nothing in common.
    pub salt: u64,
}

impl HashEval {
    /// The evaluation with this many values.
    pub fn new(levels: u32) -> Self {
        HashEval { levels, salt: 0 }
    }
}

impl<G: Game> Evaluation<G> for HashEval {
    fn value(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32 {
        let key = splitmix64(
            game.key(position).expect("a position that is rated by its key has one")
                ^ splitmix64(self.salt.wrapping_add(player.index() as u64)),
        );
        (key % u64::from(self.levels)) as i32 - self.levels as i32 / 2
    }
}
