//! Runs the session of a protocol.

use crate::{Engine, Protocol, gtp, ntu, ugi};
use plyground_core::Playable;
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why a session did not start or ended early.
#[derive(Debug, Error)]
pub enum HostError {
    /// The protocol cannot be used for this game.
    #[error("{0}")]
    Unsuitable(String),
    /// The streams failed.
    #[error("the conversation broke off: {0}")]
    Stream(#[from] io::Error),
}

/// Runs a session until it is told to quit or the input ends.
///
/// The input is read by a thread of its own, which lives until the input ends, hence `'static`.
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
