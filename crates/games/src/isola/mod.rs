//! Isola, also known as Isolation: two pieces on a board that loses a square with every turn. The player who cannot step
//! when they have to loses.
//!
//! One set of rules covers the board game and its relatives; a [`Variant`] chooses the size, how pieces step, what a
//! turn blocks and where play begins.
//!
//! ```
//! use plyground_core::{Game, GameKind, GameVisitor, Notation, Playable, Setup};
//! use plyground_games::isola::Isola;
//!
//! struct Replies;
//! impl GameVisitor for Replies {
//!     type Output = u64;
//!     fn visit<G: Playable>(self, game: G, mut position: G::Position) -> u64 {
//!         let mv = game.parse_move(&position, "d4").expect("a queen on a1 sees d4");
//!         game.make(&mut position, mv);
//!         game.count_moves(&position)
//!     }
//! }
//! // From h8 along the row, along the column, and diagonally as far as e5.
//! assert_eq!(Isola::open(&Setup::default(), Replies), Ok(7 + 7 + 3));
//! ```

mod board;
mod catalog;
mod eval;
mod fault;
mod fill;
mod flaws;
mod introduction;
mod lanes;
mod notation;
mod removal;
mod rooms;
#[cfg(test)]
mod rulebook;
mod rules;
mod scene;
mod seats;
mod square;
mod territory;
#[cfg(test)]
mod tests;
mod variant;
mod walk;
mod walk_cache;
mod word;
mod zobrist;

pub use eval::Eval;
pub use fault::{SizeFault, SquareFault};
pub use rules::{IDLE_LIMIT, Move, Position};
pub use square::{MAX_SQUARES, Size, Square};
pub use variant::{Mode, Mover, Variant};
pub use word::{Squares, Word};

use board::Board;
use plyground_core::{GameInfo, GameKind, GameTypes, GameVisitor, Notation, NotationError, Setup, SetupError};
use seats::Seats;
use std::sync::Arc;

/// The rules of a variant on its board. Sets of squares are words of type `W`; [`Isola::open`] takes the smallest that
/// holds the board.
#[derive(Clone, Debug)]
pub struct Isola<W: Word = u64> {
    variant: Variant,
    board: Arc<Board<W>>,
}

impl Isola {
    /// The default variant: queens that block the square they leave, from opposite corners of 8x8 squares.
    pub fn columbia() -> Self {
        Isola::new(Variant::usual(None).expect("the default variant is valid"))
    }
}

impl<W: Word> Isola<W> {
    /// The game of this variant.
    ///
    /// # Panics
    /// If a set of type `W` cannot hold the board.
    pub fn new(variant: Variant) -> Self {
        assert!(variant.size.squares() <= W::BITS as usize, "the board fits into a word");
        Isola { variant, board: Arc::new(Board::new(&variant)) }
    }

    /// The parameters of the rules.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The position in which X is to move, with its key.
    fn position(&self, [own, other]: [Square; 2], free: W, permanent: W) -> Position<W> {
        let mut position = Position { free, permanent, key: 0, seats: Seats::new(own, other) };
        position.key = self.recomputed_key(&position);
        position
    }
}

impl GameKind for Isola {
    fn info() -> GameInfo {
        GameInfo {
            name: "isola",
            title: "Isola",
            summary: "Two pieces on a board that loses a square with every turn; the player who cannot step loses.",
            players: (2, 2),
            chance: false,
            variants: variant::infos(),
            parameters: variant::PARAMETERS.to_vec(),
            boards: Vec::new(),
            example_move: "d4",
            rules: catalog::RULES,
            opponents: catalog::OPPONENTS,
            bench: catalog::BENCH,
            introduction: introduction::STEPS,
            translations: &[("de", include_str!("de.json"))],
        }
    }

    fn types(list: &mut impl GameTypes) {
        list.add::<Isola<u64>>();
        list.add::<Isola<u128>>();
    }

    fn open<V: GameVisitor>(setup: &Setup, visitor: V) -> Result<V::Output, SetupError> {
        if setup.map.is_some() {
            let advice = "Isola has no maps; choose the board by --variant or --position";
            return Err(SetupError::Unsuitable(advice.to_string()));
        }
        let variant = chosen_variant(setup)?;
        let position = setup.position.as_deref();
        if variant.size.squares() <= u64::BITS as usize {
            visit(Isola::<u64>::new(variant), position, visitor)
        } else {
            visit(Isola::<u128>::new(variant), position, visitor)
        }
        .map_err(SetupError::Position)
    }
}

/// A position fixes the size of the board where the variant leaves it open.
fn chosen_variant(setup: &Setup) -> Result<Variant, SetupError> {
    let size = setup.position.as_deref().map(notation::size_of).transpose().map_err(SetupError::Position)?;
    match &setup.variant {
        Some(text) => Variant::parse(text, size),
        None => Variant::usual(size),
    }
    .map_err(SetupError::Variant)
}

fn visit<W: Word, V: GameVisitor>(
    game: Isola<W>,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, NotationError> {
    use plyground_core::Game;
    let start = match position {
        Some(text) => game.parse_position(text)?,
        None => game.start(),
    };
    Ok(visitor.visit(game, start))
}
