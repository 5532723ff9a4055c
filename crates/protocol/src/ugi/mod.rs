//! The Universal Game Interface: chess programs' UCI, freed from chess, with `query` so that a runner need not know
//! the rules. Origin: <https://github.com/kz04px/cutegames/blob/master/ugi.md>. The full grammar, with what we add for
//! dice and for more than two players, is in `docs/protocols.md`.

mod answer;
mod command;
mod info;
mod option;
#[cfg(test)]
mod tests;
mod words;

pub use answer::Answer;
pub use command::{Command, Go, Position, Query, Start};
pub use info::{Info, Score};
pub use option::{OptionInfo, OptionKind};
