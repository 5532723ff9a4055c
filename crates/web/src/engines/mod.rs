//! The engines of games and analyses, and the memory they share.
//!
//! An engine is a player with its tables. It is built on first use, by the thread that searches with it, and kept in an
//! [`EngineCell`]. All cells of a server share one [`MemoryBudget`]; an idle engine may be evicted at any time to make room and
//! is rebuilt on the next use, without the content of its tables.

mod allocator;
mod budget;
mod cell;

pub use allocator::return_large_blocks;
pub use budget::MemoryBudget;
pub use cell::EngineCell;

use plyground_core::{AnyGame, Playable};
use plyground_engine::{Player, Spec, SpecError, SpecPolicy, build};

/// Limit for each table of an engine that is only built to check its spec.
const CHECK_TABLE: u64 = 64 << 10;

/// A player spec that passed the policy and suits its game.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    spec: Spec,
    /// Upper bound for its tables, in bytes.
    memory: u64,
}

impl EngineSpec {
    /// Checks a spec completely, by building the player with tiny tables.
    pub fn new(spec: Spec, policy: &SpecPolicy, game: &AnyGame) -> Result<Self, SpecError> {
        policy.check(&spec)?;
        build(&spec.with_memory_below(CHECK_TABLE), game, 0)?;
        Ok(EngineSpec::trusted(spec))
    }

    /// A spec that has been checked already. Whether it suits the game shows when it is built.
    pub fn trusted(spec: Spec) -> Self {
        let memory = SpecPolicy::memory_of(&spec);
        EngineSpec { spec, memory }
    }

    /// Upper bound for its tables, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Builds the player with tables of at most `bytes`, or as the spec says if that is enough.
    pub fn build<G: Playable>(&self, bytes: u64, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
        if bytes >= self.memory {
            return build(&self.spec, game, seed);
        }
        build(&self.spec.with_memory_scaled(bytes, self.memory), game, seed)
    }
}

impl std::fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.spec.fmt(f)
    }
}
