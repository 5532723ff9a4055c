//! How a position came about, for players that live in programs which know moves only.

use plyground_core::{Game, PlayedTurn};

/// The moves from the game's first position to the present one, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub struct History<'a, M> {
    /// Those of the opening, from the game's first position.
    pub opening: &'a [M],
    /// The turns since.
    pub turns: &'a [PlayedTurn<M>],
}

impl<M> Default for History<'_, M> {
    fn default() -> Self {
        History { opening: &[], turns: &[] }
    }
}

impl<M: Copy> History<'_, M> {
    /// The moves, if they lead from the game's first position to this one without a roll of dice. Nothing is believed that
    /// the rules do not confirm.
    pub fn moves_to<G: Game<Move = M>>(&self, game: &G, target: &G::Position) -> Option<Vec<M>> {
        let turns = self.turns.iter().map(|(roll, mv)| roll.is_none().then_some(*mv));
        let moves: Vec<M> = self.opening.iter().copied().map(Some).chain(turns).collect::<Option<_>>()?;
        let mut position = game.start();
        for mv in &moves {
            if game.turn(&position).player().is_none() || !game.is_legal(&position, *mv) {
                return None;
            }
            game.make(&mut position, *mv);
        }
        (position == *target).then_some(moves)
    }
}
