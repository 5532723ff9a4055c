//! The games themselves.

#[cfg(feature = "einstein")]
pub mod einstein;
#[cfg(feature = "isola")]
pub mod isola;
pub mod registry;
#[cfg(feature = "reversixt")]
pub mod reversixt;
