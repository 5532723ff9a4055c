//! Words of the trade: the values and traits that every other crate of Plyground speaks.
//!
//! A *game* value ([`Game`]) holds what never changes during play (the board, its lines, its die); a *position* holds
//! what does. Rules, search, arena and web meet only through the traits of this crate:
//!
//! * [`Game`]: whose turn, which moves, what they do, what the result is worth;
//! * [`Notation`]: positions and moves as text;
//! * [`Drawable`]: positions and moves as a picture;
//! * [`Evaluated`]: opinions about unfinished positions;
//! * [`GameKind`]: how text from outside becomes a game and a position; [`registry!`] lists the kinds.
//!
//! This crate refuses to know any concrete game, any search, clocks, files and sockets.
//!
//! ```
//! use plyground_core::{PlayerId, Payoffs, Rng};
//! let result = Payoffs::new(&[12.0, 30.0, 12.0]);
//! assert_eq!(result.places(), vec![2, 1, 2]); // equal payoffs share the better place
//! assert_eq!(PlayerId::from_number(2).map(|p| result.of(p)), Some(30.0));
//! assert_eq!(Rng::seeded(7).below(6), Rng::seeded(7).below(6)); // same seed, same dice
//! ```

mod action_space;
mod any_game;
mod chance_scale;
pub mod chance_table;
mod chances;
pub mod change;
mod error;
mod eval;
mod event;
mod game;
mod kind;
mod notation;
mod oracle;
mod payoffs;
mod perft;
mod player;
mod rng;
mod scene;
mod setup_form;
pub mod shell;
mod solver_position;
pub mod suggest;
pub mod sync;
pub mod variations;

pub use action_space::ActionSpace;
pub use any_game::{AnyEval, AnyGame, AnyMove, AnyPosition, AnyUndo, place_of_move};
pub use chance_scale::{ChanceScale, SearchedValue, WIN_PROBABILITY, share_of_value};
pub use chance_table::ChanceTables;
pub use chances::Chances;
pub use change::{Change, ChangeKind};
pub use error::{NotationError, OpenError, SetupError, UnknownMap};
pub use eval::{Bounds, EvalInfo, Evaluated, Evaluation, LEVELS, WIN};
pub use event::{GameEvent, PlayedTurn, parse_moves, write_moves};
pub use game::{EarlyResult, Facts, Game};
pub use kind::{
    BenchBoard, BoardInfo, Collection, GameInfo, GameKind, GameTypes, GameVisitor, IntroductionStep, LEVEL_OPPONENTS,
    MapText, OpponentInfo, Playable, RecordFormat, RecordedGame, Setup, VariantInfo,
};
pub use notation::Notation;
pub use oracle::{Informed, KnownEndgames, Oracle};
pub use payoffs::Payoffs;
pub use perft::{divide, perft};
pub use player::{MAX_PLAYERS, PlayerId, Turn};
pub use rng::{Rng, key_for, splitmix64};
pub use scene::{Cell, CellKind, Click, ClickChoice, Drawable, Link, Mark, Piece, Scene, SeatInfo};
pub use setup_form::{CellContent, FieldValues, SetupField, SetupForm, SetupParts};
pub use solver_position::{DiscPosition, RemovalMove, RemovalPosition};
