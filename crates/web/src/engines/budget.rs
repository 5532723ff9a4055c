//! One memory budget for the tables of all engines.
//!
//! Everybody gets what they ask for as long as there is enough. When there is not, every engine has a share, and engines that
//! hold more than theirs are dropped, those first that were not used for the longest time; they come back with smaller
//! tables. A plain queue of least recently used engines would not do: analyses take turns, so each turn would drop the
//! engine whose turn is next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// What the tables of a server take. With everything else a server stays below 600 MB.
const USUAL: u64 = 400 << 20;
/// Every engine gets this much, even if the budget is exceeded by it: a game must go on.
const LEAST: u64 = 1 << 20;
/// An engine that was not used for so long makes room for any other. Longer than 200 analyses take to have a turn each.
const STALE: Duration = Duration::from_secs(30);

/// Something that holds memory and can let go of it.
pub(super) trait Holder: Send + Sync {
    /// Lets go, unless it is in use.
    fn release(&self) -> bool;
}

/// The budget. Clones share it.
#[derive(Clone)]
pub struct MemoryBudget(Arc<Shared>);

struct Shared {
    limit: u64,
    leases: Mutex<Leases>,
}

#[derive(Default)]
struct Leases {
    next: u64,
    used: u64,
    held: HashMap<u64, Held>,
}

struct Held {
    bytes: u64,
    used_at: Instant,
    holder: Weak<dyn Holder>,
}

impl Default for MemoryBudget {
    fn default() -> Self {
        MemoryBudget::new(USUAL)
    }
}

impl MemoryBudget {
    /// So many bytes for all engines together.
    pub fn new(limit: u64) -> Self {
        MemoryBudget(Arc::new(Shared { limit, leases: Mutex::default() }))
    }

    /// A lease of at most `wanted` bytes. Others may be asked to release theirs for it; never waits.
    pub(super) fn lease(&self, wanted: u64, holder: Weak<dyn Holder>) -> Lease {
        let target = {
            let leases = self.0.lock();
            let enough = self.0.limit.saturating_sub(leases.used) >= wanted;
            if enough { wanted } else { wanted.min(leases.share(self.0.limit)) }
        };
        self.make_room(target);
        let mut leases = self.0.lock();
        let free = self.0.limit.saturating_sub(leases.used);
        let bytes = if free >= target { target } else { floor_power(free.max(LEAST)).min(target) };
        leases.next += 1;
        let number = leases.next;
        leases.used += bytes;
        leases.held.insert(number, Held { bytes, used_at: Instant::now(), holder });
        Lease { budget: self.clone(), number, bytes }
    }

    /// Asks others to release engines until so many bytes are free: stale ones first, then those above their share.
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
            // A holder that is gone or busy has nothing to give now.
            holder.upgrade().map(|holder| holder.release());
        }
    }

    /// Releases all engines that were not used for so long.
    pub fn release_idle(&self, idle: Duration) {
        let holders: Vec<Weak<dyn Holder>> = {
            let leases = self.0.lock();
            let idle = leases.held.values().filter(|held| held.used_at.elapsed() >= idle);
            idle.map(|held| Weak::clone(&held.holder)).collect()
        };
        for holder in holders {
            holder.upgrade().map(|holder| holder.release());
        }
    }

    /// Bytes that are leased.
    #[cfg(test)]
    pub fn used(&self) -> u64 {
        self.0.lock().used
    }
}

impl Leases {
    /// What each may have if one more comes. A power of two, so that few arrivals change it.
    fn share(&self, limit: u64) -> u64 {
        floor_power((limit / (self.held.len() as u64 + 1)).max(LEAST))
    }

    fn candidates(&self, limit: u64) -> Vec<Weak<dyn Holder>> {
        let share = self.share(limit);
        let is_stale = |held: &Held| held.used_at.elapsed() >= STALE;
        let mut candidates: Vec<&Held> =
            self.held.values().filter(|held| held.bytes > share || held.bytes > 0 && is_stale(held)).collect();
        candidates.sort_by_key(|held| (!is_stale(held), held.used_at));
        candidates.into_iter().map(|held| Weak::clone(&held.holder)).collect()
    }
}

/// The largest power of two that is not larger.
fn floor_power(bytes: u64) -> u64 {
    1 << bytes.max(1).ilog2()
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Leases> {
        // Nothing that happens under this lock leaves it half-changed.
        self.leases.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes of the budget; they are free again when it is dropped.
pub(super) struct Lease {
    budget: MemoryBudget,
    number: u64,
    /// How many.
    pub bytes: u64,
}

impl Lease {
    /// Remembers that the memory is in use now.
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
