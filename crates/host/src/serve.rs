//! From the name of a language to the loop that speaks it.

use crate::{Engine, Protocol, gtp, ntu, ugi};
use plyground_core::Playable;
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why an engine stopped talking before its time.
#[derive(Debug, Error)]
pub enum HostError {
    /// The language cannot be spoken about this game.
    #[error("{0}")]
    Unsuitable(String),
    /// The streams.
    #[error("the conversation broke off: {0}")]
    Stream(#[from] io::Error),
}

/// Speaks until told to quit, or until the input ends.
///
/// The input is read by a thread of its own, which outlives the conversation until the input ends; hence `'static`.
pub fn serve<G: Playable>(
    engine: Engine<G>,
    protocol: Protocol,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> Result<(), HostError> {
    if let Some(reason) = protocol.refuses(&engine.game) {
        return Err(HostError::Unsuitable(reason));
    }
    match protocol {
        Protocol::Ugi => ugi::serve(engine, input, output)?,
        Protocol::Gtp => gtp::serve(engine, input, output)?,
        Protocol::Ntu => ntu::serve(engine, input, output)?,
        Protocol::IsolaPipe => {
            let reason = "the Isola dialogue needs a player and a time: use `plyground isola pipe PLAYER SECONDS`";
            return Err(HostError::Unsuitable(reason.to_string()));
        }
    }
    Ok(())
}
