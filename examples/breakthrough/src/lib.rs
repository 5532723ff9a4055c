//! Breakthrough (Dan Troyka, 2000) on a 6x6 board: everything that the program asks of a game.

mod eval;
mod kind;
mod notation;
mod scene;

use plyground::core::{Facts, Game, Payoffs, PlayerId, Turn, key_for};

/// Columns and rows.
const SIZE: usize = 6;

/// The game.
#[derive(Clone, Debug)]
pub struct Breakthrough;

/// The men of both players, a bit for each cell, row by row from the bottom left, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    men: [u64; 2],
    mover: PlayerId,
}

/// A step from a cell to a cell one row ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Position {
    fn owner(&self, cell: usize) -> Option<PlayerId> {
        PlayerId::all(2).find(|player| self.men[player.index()] >> cell & 1 == 1)
    }

    /// The player who has broken through or taken everything.
    fn winner(&self) -> Option<PlayerId> {
        let last_row = |player: PlayerId| {
            let row = if player == PlayerId::FIRST { SIZE - 1 } else { 0 };
            ((1 << SIZE) - 1) << (row * SIZE)
        };
        PlayerId::all(2).find(|player| {
            self.men[player.index()] & last_row(*player) != 0 || self.men[player.opponent().index()] == 0
        })
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Step;
    type Undo = Position;

    fn facts(&self) -> Facts {
        Facts::two_players(2 * SIZE * 2 * SIZE)
    }

    fn start(&self) -> Position {
        let two_rows = (1 << (2 * SIZE)) - 1;
        Position { men: [two_rows, two_rows << (SIZE * (SIZE - 2))], mover: PlayerId::FIRST }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.winner().is_some() { Turn::Over } else { Turn::Player(position.mover) }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Step>) {
        if position.winner().is_some() {
            return;
        }
        let mover = position.mover;
        for from in (0..SIZE * SIZE).filter(|cell| position.men[mover.index()] >> cell & 1 == 1) {
            let (col, row) = (from % SIZE, from / SIZE);
            let ahead = if mover == PlayerId::FIRST { row + 1 } else { row - 1 };
            for target in col.saturating_sub(1)..=(col + 1).min(SIZE - 1) {
                let to = ahead * SIZE + target;
                let owner = position.owner(to);
                if owner.is_none() || (target != col && owner == Some(mover.opponent())) {
                    out.push(Step { from: from as u8, to: to as u8 });
                }
            }
        }
    }

    fn make(&self, position: &mut Position, step: Step) -> Position {
        let before = *position;
        let mover = position.mover;
        position.men[mover.index()] ^= 1 << step.from | 1 << step.to;
        position.men[mover.opponent().index()] &= !(1 << step.to);
        position.mover = mover.opponent();
        before
    }

    fn unmake(&self, position: &mut Position, _step: Step, before: Position) {
        *position = before;
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        position.winner().map_or(Payoffs::new(&[0.0, 0.0]), Payoffs::win)
    }

    fn key(&self, position: &Position) -> Option<u64> {
        Some(key_for(key_for(position.men[0], position.men[1]), position.mover.index() as u64))
    }
}

/// The examples of the README and of the page for library users are tests. They are here because this crate uses the
/// library as others do and is never published: a package has no files from outside its folder.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/library.md")]
    struct Library;
}
