//! Random IDs and seeds from the operating system.

use crate::error::ApiError;

/// An ID that cannot be guessed.
pub fn new_id() -> Result<String, ApiError> {
    Ok(random_bytes()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A seed for requests without one. It fits into 48 bits, so JavaScript's numbers represent it exactly.
pub fn seed() -> Result<u64, ApiError> {
    let bytes = random_bytes()?;
    Ok(bytes.iter().take(6).fold(0, |seed, byte| (seed << 8) | u64::from(*byte)))
}

fn random_bytes() -> Result<[u8; 16], ApiError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| ApiError::internal(format!("the system has no random numbers: {error}")))?;
    Ok(bytes)
}
