//! Player specs, and the players they describe.
//!
//! A *spec* is text such as `search(depth=6, eval=mobility)`; [`build`] turns it into a [`Player`] for the game at
//! hand. This is the only crate where games meet the searches of `plyground-search`. It holds no rules and no search of
//! its own: strategies of historic programs are in `plyground-historic`, and `plyground-process` talks to other
//! programs. Here all of them become kinds of players with names, parameters and limits.
//!
//! ```
//! use plyground_core::{Notation, Setup};
//! use plyground_engine::{Request, Spec, build};
//! use plyground_games::registry;
//!
//! let (game, start) = registry::open("isola", &Setup::default())?;
//! let spec: Spec = "first".parse()?;
//! let report = build(&spec, &game, 1)?.think(Request::new(&game, &start));
//! let mv = report.best.map(|mv| game.move_text(&start, mv));
//! assert!(mv.is_some_and(|text| !text.is_empty()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_player;
mod args;
pub mod bench;
mod builders;
#[cfg(feature = "census")]
pub mod census;
pub mod chances;
mod error;
mod knowledge;
pub mod luck;
mod machine;
mod memory;
pub mod options;
#[cfg(feature = "othello")]
pub mod othello;
mod player;
pub mod players;
mod policy;
mod spec;
pub mod techniques;
pub mod thought;
mod units;

pub use args::{Args, ParamInfo};
pub use builders::{build, install, register};
pub use error::{MemoryError, SpecError};
pub use machine::physical_memory;
pub use player::{Choice, DEFAULT_TIME, Player, PlayerInfo, Request};
pub use players::infos;
pub use plyground_process::{Failure, FailureKind, History};
pub use plyground_search::{Observer, SearchRequest};
pub use policy::{PAGE_SQUARES, PAGE_TIME, Resource, SpecPolicy};
pub use spec::{Arg, Spec, Value};
pub use units::{AmountError, format_bytes, format_duration, parse_bytes, parse_duration};
