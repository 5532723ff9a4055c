//! One memory budget for the tables of all engines.
//!
//! Every engine gets the memory it asks for while there is enough. When there is not, each engine has an equal share, and engines that
//! hold more than theirs are evicted, least recently used first; they are rebuilt with smaller tables. Plain LRU eviction would not
//! do: analyses take turns, so each turn would evict the engine whose turn is next.

use plyground_core::sync::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};

/// Memory for all tables of a server. With everything else a server stays below 600 MB.
const DEFAULT_LIMIT: u64 = 400 << 20;
/// Every engine gets at least this much, even beyond the budget: a game must go on.
const MIN_LEASE: u64 = 1 << 20;
/// An engine idle for this long may be evicted for any other. Longer than 200 analyses take for one turn each.
const STALE: Duration = Duration::from_secs(30);

/// A holder of memory that can give it back.
pub(super) trait Evict: Send + Sync {
    /// Frees the memory unless it is in use.
    fn evict(&self) -> bool;
}

/// The budget. Clones share it.
#[derive(Clone)]
pub struct MemoryBudget(Arc<BudgetInner>);

struct BudgetInner {
    limit: u64,
    leases: Mutex<Leases>,
}

#[derive(Default)]
struct Leases {
    next: u64,
    used: u64,
    held: HashMap<u64, Holding>,
}

struct Holding {
    bytes: u64,
    used_at: Instant,
    holder: Weak<dyn Evict>,
}

impl Default for MemoryBudget {
    fn default() -> Self {
        MemoryBudget::new(DEFAULT_LIMIT)
    }
}

impl MemoryBudget {
    /// A budget of this many bytes for all engines together.
    pub fn new(limit: u64) -> Self {
        MemoryBudget(Arc::new(BudgetInner { limit, leases: Mutex::default() }))
    }

    /// A lease of at most `wanted` bytes. Never waits, but may evict other engines.
    pub(super) fn lease(&self, wanted: u64, holder: Weak<dyn Evict>) -> Lease {
        let target = {
            let leases = self.0.lock();
            let enough = self.0.limit.saturating_sub(leases.used) >= wanted;
            if enough { wanted } else { wanted.min(leases.share(self.0.limit)) }
        };
        self.make_room(target);
        let mut leases = self.0.lock();
        let free = self.0.limit.saturating_sub(leases.used);
        let bytes = if free >= target { target } else { floor_power(free.max(MIN_LEASE)).min(target) };
        leases.next += 1;
        let number = leases.next;
        leases.used += bytes;
        leases.held.insert(number, Holding { bytes, used_at: Instant::now(), holder });
        Lease { budget: self.clone(), number, bytes }
    }

    /// Evicts engines until `target` bytes are free: stale ones first, then those above their share.
    fn make_room(&self, target: u64) {
        let (limit, candidates) = (self.0.limit, {
            let leases = self.0.lock();
            if self.0.limit.saturating_sub(leases.used) >= target {
                return;
            }
            leases.candidates(self.0.limit)
        });
        for holder in candidates {
            if limit.saturating_sub(self.0.lock().used) >= target {
                return;
            }
            // A holder that is gone or busy has nothing to free.
            holder.upgrade().map(|holder| holder.evict());
        }
    }

    /// Evicts all engines that have been idle for this long.
    pub fn release_idle(&self, idle: Duration) {
        let holders: Vec<Weak<dyn Evict>> = {
            let leases = self.0.lock();
            let idle = leases.held.values().filter(|held| held.used_at.elapsed() >= idle);
            idle.map(|held| Weak::clone(&held.holder)).collect()
        };
        for holder in holders {
            holder.upgrade().map(|holder| holder.evict());
        }
    }

    /// Leased bytes.
    #[cfg(test)]
    pub fn used(&self) -> u64 {
        self.0.lock().used
    }
}

impl Leases {
    /// Each engine's share if one more arrives. A power of two, so that few arrivals change it.
    fn share(&self, limit: u64) -> u64 {
        floor_power((limit / (self.held.len() as u64 + 1)).max(MIN_LEASE))
    }

    fn candidates(&self, limit: u64) -> Vec<Weak<dyn Evict>> {
        let share = self.share(limit);
        let is_stale = |held: &Holding| held.used_at.elapsed() >= STALE;
        let mut candidates: Vec<&Holding> =
            self.held.values().filter(|held| held.bytes > share || held.bytes > 0 && is_stale(held)).collect();
        candidates.sort_by_key(|held| (!is_stale(held), held.used_at));
        candidates.into_iter().map(|held| Weak::clone(&held.holder)).collect()
    }
}

/// The largest power of two that is at most `bytes`.
fn floor_power(bytes: u64) -> u64 {
    1 << bytes.max(1).ilog2()
}

impl BudgetInner {
    fn lock(&self) -> MutexGuard<'_, Leases> {
        lock(&self.leases)
    }
}

/// A part of the budget, freed on drop.
pub(super) struct Lease {
    budget: MemoryBudget,
    number: u64,
    /// Its size.
    pub bytes: u64,
}

impl Lease {
    /// Marks the memory as used now.
    pub fn touch(&self) {
        if let Some(held) = self.budget.0.lock().held.get_mut(&self.number) {
            held.used_at = Instant::now();
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut leases = self.budget.0.lock();
        if let Some(held) = leases.held.remove(&self.number) {
            leases.used -= held.bytes;
        }
    }
}
