//! Random choices for which the user named no seed.

use plyground_core::Rng;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};

thread_local! {
    static RNG: RefCell<Rng> = RefCell::new(Rng::seeded(RandomState::new().hash_one(std::time::SystemTime::now())));
}

/// Lends the generator of this thread.
pub fn with<T>(draw: impl FnOnce(&mut Rng) -> T) -> T {
    RNG.with_borrow_mut(draw)
}

/// Makes all later random choices of this thread repeatable: rolls and random set-ups for which no seed is given.
#[pyfunction]
pub fn seed(number: u64) {
    RNG.set(Rng::seeded(number));
}
