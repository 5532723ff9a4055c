//! What can be wrong with a player spec.

use thiserror::Error;

/// A spec that does not parse, names something unknown, or asks for the impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// The text is not a spec.
    #[error("player spec `{text}`: {reason} at character {at}")]
    Syntax {
        /// What was typed, shortened.
        text: String,
        /// What was expected.
        reason: String,
        /// Counted from 1.
        at: usize,
    },
    /// No player of this name.
    #[error("there is no player `{name}`; {hint}")]
    UnknownPlayer {
        /// What was typed.
        name: String,
        /// The nearest right name, or all of them.
        hint: String,
    },
    /// The player has no such parameter.
    #[error("{player} has no parameter `{name}`; {hint}")]
    UnknownParameter {
        /// The player kind.
        player: String,
        /// What was typed.
        name: String,
        /// The nearest right name, or all of them.
        hint: String,
    },
    /// A parameter's value is of the wrong form or out of range.
    #[error("{player}: `{value}` is no value for {parameter}; {hint}")]
    Value {
        /// The player kind.
        player: String,
        /// The parameter.
        parameter: String,
        /// What was typed.
        value: String,
        /// What would be right.
        hint: String,
    },
    /// A value that a [`SpecPolicy`](crate::SpecPolicy) does not permit.
    #[error("{player}: {parameter}={value} is too much for {whom}; at most {most} are allowed")]
    Excess {
        /// The player kind.
        player: String,
        /// The parameter.
        parameter: String,
        /// What was typed.
        value: String,
        /// Whom the policy binds.
        whom: &'static str,
        /// The permitted maximum.
        most: String,
    },
    /// The same parameter twice, or too many without a name.
    #[error("{player}: {reason}")]
    Arguments {
        /// The player kind.
        player: String,
        /// What is wrong.
        reason: String,
    },
    /// The player cannot play this game.
    #[error("{player} cannot play this game: {reason}")]
    Unsuitable {
        /// The player kind.
        player: String,
        /// Why not.
        reason: String,
    },
    /// Players are compiled per type of game, and nobody asked for this one.
    #[error("no players were made for the game type {game}; call plyground_engine::register::<{game}>() first")]
    UnknownGame {
        /// The type's name.
        game: String,
    },
}

/// More memory than a [`SpecPolicy`](crate::SpecPolicy) allows. Sizes are written out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MemoryError {
    /// The tables of one player or solver.
    #[error("tables of {bytes} are too much for {whom}; at most {most} are allowed")]
    Tables {
        /// What they take.
        bytes: String,
        /// The most that is allowed.
        most: String,
        /// Who may not have them.
        whom: &'static str,
    },
    /// The tables of games that are played at the same time.
    #[error("{games} games at a time: {tables}; give the players smaller tables, or play fewer games at a time")]
    Games {
        /// How many.
        games: usize,
        /// What all of them take.
        tables: Box<MemoryError>,
    },
}
