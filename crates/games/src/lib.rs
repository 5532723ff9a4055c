//! The games themselves.

#[cfg(feature = "einstein")]
pub mod einstein;
pub mod registry;
