//! EinStein würfelt nicht: two players race six numbered stones to the opposite corner of a 5x5 board; a die says
//! which stone must move.
//!
//! A turn is a roll and a step. The stone with the rolled number moves; if it is gone, the next lower or the next
//! higher one on the board does. Stepping onto a stone of *either* player takes it off the board. The player who reaches the
//! far corner, or takes the last hostile stone, has won: there are no draws and no passes.
//!
//! * [`board`], [`die`], [`setup`], [`variant`]: what is fixed before play, also for other sizes and loaded dice;
//! * [`position`] and `rules`: play itself;
//! * `notation`, [`wtn`], `scene`: texts, contest records, pictures;
//! * [`tables`], [`entry`], [`net`], [`eval`] and [`heuristic`]: opinions;
//! * [`playout`]: random games as fast as they go.
//!
//! ```
//! use plyground_core::{Game, Notation, parse_moves};
//! use plyground_games::einstein::Einstein;
//!
//! let game = Einstein::standard();
//! let mut position = game.start();
//! parse_moves(&game, &mut position, "6:r6c5-d4 3:3d")?;
//! assert_eq!(game.position_text(&position), "r1r2.../r4r3.r6./r5.b3.b5/....b4/..b6b2b1 r -");
//! # Ok::<(), plyground_core::NotationError>(())
//! ```

pub mod board;
mod catalog;
pub mod die;
pub mod entry;
pub mod eval;
mod fault;
mod flaws;
pub mod heuristic;
mod introduction;
pub mod net;
mod notation;
pub mod playout;
pub mod position;
mod rules;
mod scene;
pub mod setup;
pub mod stones;
pub mod tables;
pub mod variant;
pub mod wtn;

#[cfg(test)]
mod rulebook;
#[cfg(test)]
mod tests;

pub use board::{MAX_SIZE, MAX_STONES, MIN_SIZE};
pub use notation::{parse_turn, turn_text};
pub use position::{Move, Position, Step};
pub use variant::Variant;

use board::Board;
use plyground_core::{
    Collection, GameInfo, GameKind, GameTypes, GameVisitor, Notation, PlayerId, RecordFormat, Setup, SetupError,
};
use std::sync::{Arc, OnceLock};
use tables::{Fields, FinishTimes, Schwarz};

/// Player 1: comes from the top left corner.
pub const RED: PlayerId = PlayerId::FIRST;
/// Player 2: comes from the bottom right corner.
pub const BLUE: PlayerId = PlayerId::SECOND;

/// The rules on one board with one die. Cheap to clone: everything is shared.
#[derive(Clone, Debug)]
pub struct Einstein(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    variant: Variant,
    board: Board,
    // Tables for evaluations, built when first asked for: most uses of a game need none or one of them.
    schwarz: OnceLock<Arc<Schwarz>>,
    finish_times: OnceLock<Arc<FinishTimes>>,
    fields: OnceLock<Arc<Fields>>,
}

impl Einstein {
    /// The game of this variant.
    pub fn new(variant: Variant) -> Self {
        let board = Board::new(variant.size, variant.stones);
        Einstein(Arc::new(Shared {
            variant,
            board,
            schwarz: OnceLock::new(),
            finish_times: OnceLock::new(),
            fields: OnceLock::new(),
        }))
    }

    /// The game in the box.
    pub fn standard() -> Self {
        Einstein::new(Variant::standard())
    }

    /// What was fixed before play.
    pub fn variant(&self) -> &Variant {
        &self.0.variant
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// Expected numbers of moves to the goal.
    pub fn schwarz(&self) -> &Arc<Schwarz> {
        self.0.schwarz.get_or_init(|| Arc::new(Schwarz::new(self.board(), self.variant().die())))
    }

    /// Distributions of the number of moves to the goal.
    pub fn finish_times(&self) -> &Arc<FinishTimes> {
        self.0.finish_times.get_or_init(|| Arc::new(FinishTimes::new(self.schwarz(), self.variant().die())))
    }

    /// Field values.
    pub fn fields(&self) -> &Arc<Fields> {
        self.0.fields.get_or_init(|| Arc::new(Fields::new(self.board())))
    }
}

impl GameKind for Einstein {
    fn info() -> GameInfo {
        GameInfo {
            name: "einstein",
            title: "EinStein würfelt nicht!",
            summary: "Race one of your numbered stones to the far corner; the die says which stone must move.",
            players: (2, 2),
            chance: true,
            variants: variant::infos(),
            parameters: variant::PARAMETERS.to_vec(),
            boards: Vec::new(),
            example_move: "r6c5-d4",
            rules: catalog::RULES,
            opponents: catalog::OPPONENTS,
            bench: catalog::BENCH,
            introduction: introduction::STEPS,
            translations: &[("de", include_str!("de.json"))],
        }
    }

    fn types(list: &mut impl GameTypes) {
        list.add::<Einstein>();
    }

    fn open<V: GameVisitor>(setup: &Setup, visitor: V) -> Result<V::Output, SetupError> {
        use plyground_core::Game;
        if let Some(map) = &setup.map {
            return Err(SetupError::Unsuitable(format!(
                "einstein has no maps, so `{}` cannot be used; the board comes from the variant or the position",
                map.name
            )));
        }
        let variant = match &setup.variant {
            Some(text) => Variant::parse(text).map_err(SetupError::Variant)?,
            None => Variant::standard(),
        };
        let game = Einstein::new(variant);
        let start = match &setup.position {
            Some(text) => game.parse_position(text).map_err(SetupError::Position)?,
            None => game.start(),
        };
        Ok(visitor.visit(game, start))
    }

    fn collections() -> Vec<Collection> {
        let pairs = setup::BEST.iter().flat_map(|red| setup::BEST.iter().map(move |blue| (red, blue)));
        vec![
            Collection {
                name: "best-16",
                summary: "sixteen good set-ups of six stones, the same for both players",
                openings: setup::BEST.iter().map(|labels| format!("setup={labels}")).collect(),
            },
            Collection {
                name: "best-16x16",
                summary: "every pair of sixteen good set-ups of six stones, as in the tournament of the Rock'n'Roll report",
                openings: pairs.map(|(red, blue)| format!("setup={red}:{blue}")).collect(),
            },
        ]
    }

    fn record_formats() -> Vec<RecordFormat> {
        vec![wtn::FORMAT]
    }
}

/// What people call a player.
pub(crate) fn player_name(player: PlayerId) -> &'static str {
    if player == BLUE { "blue" } else { "red" }
}

/// The player's letter in positions and moves.
pub(crate) fn player_letter(player: PlayerId) -> char {
    if player == BLUE { 'b' } else { 'r' }
}
