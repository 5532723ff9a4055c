//! The games themselves.

#[cfg(feature = "isola")]
pub mod isola;
pub mod registry;
