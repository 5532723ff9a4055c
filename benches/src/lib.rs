//! Benchmarks that compare Plyground with baselines in the same run. Run them with `cargo bench -p plyground-benches`.
//!
//! [`foreign`] holds games that no part of the library was tuned for, as a user would write them.

pub mod foreign;

pub use plyground_testkit::cpu;
