//! The games themselves.

pub mod registry;
#[cfg(feature = "reversixt")]
pub mod reversixt;
