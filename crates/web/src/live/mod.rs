//! Games that are being played in a browser.
//!
//! A [`Live`] game is any game behind one face: commands go in, [`State`]s come out. It never waits and never thinks:
//! where an engine has to move it hands out an [`Errand`], which somebody runs elsewhere and brings back.

mod chair;
mod game;
mod look;
mod open;
mod past;
mod review;
mod study;
#[cfg(test)]
mod tests;
mod wish;

pub use open::{create, reopen};
pub use wish::Wish;

use crate::messages::{Answer, Command, Push, State, StudyWish};
use plyground_search::StopFlag;
use serde_json::Value;
use std::any::Any;
use std::time::Duration;

/// What an errand brings back.
pub type Catch = Box<dyn Any + Send>;

/// Something an engine has to think about, away from the table.
pub struct Errand {
    /// Run it, and give what it brings to [`Live::receive`].
    pub run: Box<dyn FnOnce(&StopFlag) -> Catch + Send>,
    /// Not sooner than this after it was asked for.
    pub pace: Duration,
}

/// What a slice of an [`Inquiry`] brought.
pub struct Progress {
    /// Something for the page.
    pub said: Option<Push>,
    /// Whether there is more to find out.
    pub more: bool,
}

/// Something to think about for people who look on, slice by slice.
pub type Inquiry = Box<dyn FnMut(&StopFlag) -> Progress + Send>;

/// A game at a table, whatever its rules.
pub trait Live: Send {
    /// Grows with every change.
    fn version(&self) -> u64;

    /// Everything that a page shows of it.
    fn state(&self) -> State;

    /// Does what a page asks for, or says why not.
    fn obey(&mut self, command: &Command) -> Result<Answer, String>;

    /// What an engine has to do now, if it is an engine's turn and it is not at it already. Rolls first where the
    /// server rolls.
    fn errand(&mut self) -> Option<Errand>;

    /// Takes what an errand brought. An answer to a question that has been overtaken is forgotten.
    fn receive(&mut self, caught: Catch);

    /// Nobody looks any more: engines that are not at work are let go with their tables, and built again when needed.
    fn rest(&mut self);

    /// Looks at the clock: whoever has no time left has lost. Returns how soon it is worth looking again.
    fn tick(&mut self) -> Option<Duration>;

    /// Gives the player to move back what passed while the game could not be shown.
    fn excuse(&mut self, delay: Duration);

    /// What an engine thinks of a position.
    fn study(&self, wish: &StudyWish) -> Result<Inquiry, String>;

    /// What the turns of the game were worth.
    fn review(&self) -> Result<Inquiry, String>;

    /// Everything needed to go on with it later.
    fn record(&self) -> Value;

    /// The game in a format of its own community.
    fn export(&self, format: &str) -> Result<String, String>;

    /// A drawing of the position after so many turns; the last one if there are not so many.
    fn picture(&self, ply: usize) -> String;

    /// The same game again, with everybody one seat on.
    fn rematch(&self) -> Wish;
}
