//! Engines of games and analyses, and the memory they share.
//!
//! An engine is a player with its tables. It is built when it is first needed, by the thread that thinks with it, and lives in
//! an [`EngineCell`]. All cells of a server share one [`MemoryBudget`]; an engine that is not thinking may be dropped at
//! any time to make room and is built again when its cell is next asked. What is lost then is what its tables knew.

mod allocator;
mod budget;
mod cell;

pub use allocator::return_large_blocks;
pub use budget::MemoryBudget;
pub use cell::EngineCell;

use plyground_core::Playable;
use plyground_engine::{Player, Spec, SpecError, SpecPolicy, build};

/// What a probe may take for one of its tables.
const PROBE: u64 = 64 << 10;

/// A player as a page may have one: judged by the policy, and known to suit its game.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    spec: Spec,
    /// What its tables take at most.
    memory: u64,
}

impl EngineSpec {
    /// Checks everything that can be wrong with a spec by building the player with tiny tables.
    pub fn new<G: Playable>(spec: Spec, policy: &SpecPolicy, game: &G) -> Result<Self, SpecError> {
        policy.check(&spec)?;
        build(&spec.with_memory_below(PROBE), game, 0)?;
        Ok(EngineSpec::trusted(spec))
    }

    /// A spec that somebody has judged already; what does not suit the game is told when it is built.
    pub fn trusted(spec: Spec) -> Self {
        let memory = SpecPolicy::memory_of(&spec);
        EngineSpec { spec, memory }
    }

    /// What its tables take at most.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Builds the player with tables of at most this many bytes; as the spec says, if that is enough.
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
