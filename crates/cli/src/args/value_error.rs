//! Values of flags that do not fit.

use super::web::DEFAULT_ADDR;
use plyground_engine::AmountError;
use thiserror::Error;

/// Why the value of a flag is refused; clap names the flag before it.
#[derive(Debug, Error)]
pub enum ValueError {
    #[error(transparent)]
    Amount(#[from] AmountError),
    #[error("some time is needed to think")]
    NoTime,
    #[error("a move gets at least 0.2 seconds")]
    ShortIncrement,
    #[error("a whole number from {least} to {most} is expected")]
    Number { least: usize, most: usize },
    #[error("`{0}` is not an address with a port; for example {DEFAULT_ADDR}")]
    Address(String),
    #[error("`{0}` is no list of cores; for example 0-3,6")]
    Cores(String),
}
