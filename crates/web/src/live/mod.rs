//! Games that are being played in a browser.
//!
//! A [`Live`] game is any game behind one face: commands in words go in, [`State`]s come out. It never waits and never
//! thinks: where an engine has to move it hands out an [`Errand`], which somebody runs elsewhere and brings back.

mod chair;
mod game;
mod look;
mod open;

pub use chair::{Wish, WHO_IS_HUMAN};
pub use open::{Reopened, create, reopen};

use crate::messages::{Effects, Glance, State};
use plyground_search::StopFlag;
use serde_json::Value;
use std::any::Any;

/// Something an engine has to think about, away from the table. Run it, and give what it brings to [`Live::receive`].
pub type Errand = Box<dyn FnOnce(&StopFlag) -> Box<dyn Any + Send> + Send>;

/// A game at a table, whatever its rules.
pub trait Live: Send {
    /// Everything that a page shows of it.
    fn state(&self) -> State;

    /// An earlier position; the last one if there are not so many turns.
    fn glance(&self, ply: usize) -> Glance;

    /// What a move would do now.
    fn preview(&self, text: &str) -> Result<Effects, String>;

    /// A person makes a move.
    fn play(&mut self, text: &str) -> Result<(), String>;

    /// A person rolls, or enters what a real die shows, from 1.
    fn roll(&mut self, face: Option<usize>) -> Result<(), String>;

    /// Takes back to the last decision of a person.
    fn undo(&mut self) -> Result<(), String>;

    /// Plays again what was taken back.
    fn redo(&mut self) -> Result<(), String>;

    /// A person gives up.
    fn resign(&mut self) -> Result<(), String>;

    /// Stops or starts the engines.
    fn pause(&mut self, on: bool);

    /// What an engine has to do now, if it is an engine's turn and it is not at it already. Rolls for it first.
    fn errand(&mut self) -> Option<Errand>;

    /// Takes what an errand brought. An answer to a question that has been overtaken is forgotten.
    fn receive(&mut self, answer: Box<dyn Any + Send>);

    /// Everything needed to go on with it later.
    fn record(&self) -> Value;

    /// Who should sit where in another game with the seats moved on by one.
    fn rematch(&self) -> Wish;
}
