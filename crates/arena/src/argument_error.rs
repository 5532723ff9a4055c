//! Errors in single values: what people type after a flag or write into a plan.

use thiserror::Error;

/// A value that is not accepted. Every variant carries the offending input.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// Not a shard.
    #[error("`{text}` is not a shard; write K/N, for example 0/8 to 7/8, or auto/8 inside a batch system")]
    Shard {
        /// What was written.
        text: String,
    },
    /// A shard that does not exist.
    #[error("there is no shard {index} of {count}; shards are counted from 0, and there are at most a million")]
    ShardIndex {
        /// The index, from 0.
        index: u64,
        /// The number of shards.
        count: u64,
    },
    /// A task number is wanted outside of a batch system.
    #[error("the number of the shard comes from a batch system's task, but none of {variables} is set")]
    NoTask {
        /// The variables that were looked for.
        variables: String,
    },
    /// A task number below the first one of its batch system.
    #[error("{variable} is {task}, but the first task of that batch system is {first}")]
    TaskNumber {
        /// The batch system's variable.
        variable: &'static str,
        /// Its value.
        task: u64,
        /// The number of the first task.
        first: u64,
    },
    /// Not a number of random plies.
    #[error("`{plies}` is not a number of random plies; write 1 to {most}")]
    RandomPlies {
        /// What was written.
        plies: String,
        /// The largest number.
        most: usize,
    },
    /// Not a rule for openings.
    #[error("`{text}` is no way to open games; there are: auto, start, deal, random:PLIES")]
    OpeningRule {
        /// What was written.
        text: String,
    },
    /// Neither a rule for openings nor a collection of the game.
    #[error("`{text}` is no way to open games of {game}; {hint}")]
    Opening {
        /// What was written.
        text: String,
        /// The game.
        game: String,
        /// What there is.
        hint: String,
    },
    /// A game or one of its variants that cannot be opened.
    #[error("{reason}")]
    Setup {
        /// The name of the game.
        game: String,
        /// What is wrong.
        reason: String,
    },
    /// Not a pair of Elo differences.
    #[error("two Elo differences are expected, such as 0,10, not `{text}`")]
    Sprt {
        /// What was written.
        text: String,
    },
    /// Elo differences of a test that are too large.
    #[error("Elo differences lie between -{most} and {most}, not at {elo0} and {elo1}")]
    SprtRange {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
        /// The largest.
        most: f64,
    },
    /// Elo differences of a test in the wrong order.
    #[error("the first Elo difference must be below the second, {elo0} is not below {elo1}")]
    SprtOrder {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// Risks of error that no test can have.
    #[error("the risks of error lie between 0 and 1 and add up to less than 1, not {alpha} and {beta}")]
    SprtRisks {
        /// Of accepting the second hypothesis wrongly.
        alpha: f64,
        /// Of accepting the first hypothesis wrongly.
        beta: f64,
    },
    /// Not a scale of Elo differences.
    #[error("`{text}` is no model of Elo differences; there are: logistic, normalized")]
    SprtModel {
        /// What was written.
        text: String,
    },
    /// Not a list of counted results.
    #[error("{count} counts are expected, {what}, such as {example}, not `{text}`")]
    ResultCounts {
        /// How many.
        count: usize,
        /// Of what.
        what: &'static str,
        /// How it is written.
        example: &'static str,
        /// What was written.
        text: String,
    },
    /// More results than anybody has.
    #[error("a count is at most {most}, not {count}")]
    LargeCount {
        /// The count.
        count: u64,
        /// The largest.
        most: u64,
    },
    /// Not a rule of adjudication.
    #[error("`{text}` is no rule for ending games early; write {example}")]
    Adjudication {
        /// What was written.
        text: String,
        /// How it is written.
        example: &'static str,
    },
    /// Not a clock.
    #[error("{reason}")]
    Clock {
        /// What was written.
        text: String,
        /// What is wrong.
        reason: String,
    },
}
