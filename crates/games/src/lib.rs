//! The games themselves.

pub mod registry;
