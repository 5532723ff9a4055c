//! Programs of the past, rebuilt from what was written about them.
//!
//! * `rocknroll`: the four players of Rock'n'Roll for EinStein würfelt nicht (A. Schäfer, 2006);
//! * `original`: the search of the original Isola program (on2valhalla/Isola).
//!
//! They are yardsticks. They therefore keep their own searches and tables with all peculiarities, and take from
//! `plyground-search` only its vocabulary: limits, stop flags, reports.
//!
//! ```
//! use plyground_core::Game;
//! use plyground_games::einstein::Einstein;
//! use plyground_historic::rocknroll::{Strategy, StrategySettings, TableSizes};
//!
//! let game = Einstein::standard();
//! let mut black = Strategy::mr_black(&game, StrategySettings::at_depth(1), TableSizes::default())?;
//! let mut position = game.start();
//! game.roll(&mut position, 5);
//! let (mv, _) = black.choose(&game, &position).expect("a stone can move");
//! assert!(game.is_legal(&position, mv));
//! # Ok::<(), plyground_search::table::TableError>(())
//! ```
//!
//! This crate knows neither player specs nor matches: `plyground-engine` makes players of these strategies.

#[cfg(feature = "isola")]
pub mod original;
#[cfg(feature = "einstein")]
pub mod rocknroll;
