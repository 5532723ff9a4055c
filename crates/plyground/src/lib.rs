//! Adversarial search on board games: write a game, search it, measure it.
//!
//! A game is a type that implements [`Game`](core::Game): seven methods. Any search of the library then plays it:
//!
//! ```
//! use plyground::prelude::*;
//!
//! /// Take one, two or three stones; the player who takes the last one wins.
//! #[derive(Clone)]
//! struct Stones(u32);
//!
//! impl Game for Stones {
//!     type Position = (u32, PlayerId); // stones left, player to move
//!     type Move = u32;
//!     type Undo = ();
//!
//!     fn facts(&self) -> Facts {
//!         Facts::two_players(self.0 as usize)
//!     }
//!     fn start(&self) -> Self::Position {
//!         (self.0, PlayerId::FIRST)
//!     }
//!     fn turn(&self, position: &Self::Position) -> Turn {
//!         if position.0 == 0 { Turn::Over } else { Turn::Player(position.1) }
//!     }
//!     fn moves(&self, position: &Self::Position, out: &mut Vec<u32>) {
//!         out.extend(1..=position.0.min(3));
//!     }
//!     fn make(&self, position: &mut Self::Position, stones: u32) {
//!         *position = (position.0 - stones, position.1.opponent());
//!     }
//!     fn unmake(&self, position: &mut Self::Position, stones: u32, (): ()) {
//!         *position = (position.0 + stones, position.1.opponent());
//!     }
//!     fn payoffs(&self, position: &Self::Position) -> Payoffs {
//!         Payoffs::win(position.1.opponent()) // the last player to move took the last stone
//!     }
//! }
//!
//! let game = Stones(21);
//! let mut search = AlphaBeta::new(ZeroEval);
//! let result = search.best_move(&game, &game.start(), Limits::depth(21))?;
//! assert_eq!(result.best, Some(1), "leave a multiple of four");
//! assert!(result.exact);
//! # Ok::<(), plyground::search::Unsupported>(())
//! ```
//!
//! | module | what is in it |
//! |---|---|
//! | [`core`] | the traits and values that everything shares |
//! | [`search`] | alpha-beta, max^n, best-reply, expectimax, Monte Carlo, solvers, time management |
//! | [`games`] | ReversiXT, EinStein würfelt nicht, Isola |
//! | [`engine`] | players described by text, such as `search(depth=6)` |
//! | [`arena`] | matches, tournaments, statistics |
//! | [`app`] | the program itself (feature `app`, on by default) |
//!
//! `cargo run --release --example connect_four` and its neighbours `pig`, `tournament` and `xray` are whole programs in one
//! file each.
//!
//! This crate holds no code of its own: it only gives the parts one name.

pub use plyground_arena as arena;
pub use plyground_core as core;
pub use plyground_engine as engine;
pub use plyground_games as games;
pub use plyground_search as search;

/// The program: command line and web pages.
#[cfg(feature = "app")]
pub use plyground_cli as app;

/// What a program that writes and searches a game needs.
pub mod prelude {
    pub use plyground_arena::{SearchMatch, SearchMatchResult};
    pub use plyground_core::{EarlyResult, Evaluation, Facts, Game, Payoffs, PlayerId, Rng, Turn, perft};
    pub use plyground_search::alphabeta::AlphaBeta;
    pub use plyground_search::expectimax::Expectimax;
    pub use plyground_search::montecarlo::{Flat, Mcts, MctsConfig, Uniform, ZeroEval};
    pub use plyground_search::multiplayer::{BestReply, MaxN};
    pub use plyground_search::{Limits, Report, Search, SearchRequest, StopFlag, Unsupported};
}
