//! Where an engine is kept between two searches.

use super::budget::{Evict, Lease, MemoryBudget};
use plyground_core::sync::lock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError, Weak};

/// A lazily built engine that may be evicted while idle. Clones share it.
pub struct EngineCell<T> {
    inner: Arc<CellInner<T>>,
    budget: MemoryBudget,
}

struct CellInner<T> {
    /// Locked while the engine searches.
    engine: Mutex<Option<BuiltEngine<T>>>,
    /// The engine is to be dropped after the current search.
    unwanted: AtomicBool,
}

struct BuiltEngine<T> {
    engine: T,
    lease: Lease,
}

impl<T> Clone for EngineCell<T> {
    fn clone(&self) -> Self {
        EngineCell { inner: Arc::clone(&self.inner), budget: self.budget.clone() }
    }
}

impl<T: Send + 'static> EngineCell<T> {
    /// An empty cell.
    pub fn new(budget: &MemoryBudget) -> Self {
        let inner = CellInner { engine: Mutex::default(), unwanted: AtomicBool::default() };
        EngineCell { inner: Arc::new(inner), budget: budget.clone() }
    }

    /// Runs `work` with the engine. If there is none, `build` makes it with the number of bytes it is given, at most `wanted`. An
    /// engine that panics is dropped, because its state is unknown.
    pub fn with<R, E>(
        &self,
        wanted: u64,
        build: impl FnOnce(u64) -> Result<T, E>,
        work: impl FnOnce(&mut T) -> R,
    ) -> Result<R, E> {
        let mut place = lock(&self.inner.engine);
        self.inner.unwanted.store(false, Ordering::Relaxed);
        let mut built = match place.take() {
            Some(built) => built,
            None => {
                let holder: Weak<CellInner<T>> = Arc::downgrade(&self.inner);
                let lease = self.budget.lease(wanted, holder);
                BuiltEngine { engine: build(lease.bytes)?, lease }
            }
        };
        built.lease.touch();
        let result = work(&mut built.engine);
        built.lease.touch();
        if !self.inner.unwanted.load(Ordering::Relaxed) {
            *place = Some(built);
        }
        Ok(result)
    }

    /// Drops the engine, after the current search if there is one.
    pub fn release(&self) {
        self.inner.unwanted.store(true, Ordering::Relaxed);
        self.inner.evict();
    }
}

impl<T: Send> Evict for CellInner<T> {
    fn evict(&self) -> bool {
        let built = match self.engine.try_lock() {
            Ok(mut place) => place.take(),
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().take(),
            Err(TryLockError::WouldBlock) => return false,
        };
        built.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::time::Duration;

    const MB: u64 = 1 << 20;

    /// Uses the engine of a cell, which is just the number of its bytes, and tells whether it had to be built.
    fn think(cell: &EngineCell<u64>, wanted: u64) -> (u64, bool) {
        let mut built = false;
        let build = |bytes| {
            built = true;
            Ok::<_, Infallible>(bytes)
        };
        let Ok(bytes) = cell.with(wanted, build, |engine| *engine);
        (bytes, built)
    }

    #[test]
    fn an_engine_is_built_when_it_is_needed_and_kept() {
        let budget = MemoryBudget::new(100 * MB);
        let cell = EngineCell::new(&budget);
        assert_eq!(budget.used(), 0);
        assert_eq!(think(&cell, 64 * MB), (64 * MB, true));
        assert_eq!(think(&cell, 64 * MB), (64 * MB, false));
        assert_eq!(budget.used(), 64 * MB);
        cell.release();
        assert_eq!(budget.used(), 0);
        assert_eq!(think(&cell, 64 * MB), (64 * MB, true));
        drop(cell);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn many_engines_share_the_budget_and_settle() {
        let budget = MemoryBudget::new(400 * MB);
        let cells: Vec<EngineCell<u64>> = (0..50).map(|_| EngineCell::new(&budget)).collect();
        for round in 0..8 {
            let built = cells.iter().filter(|cell| think(cell, 64 * MB).1).count();
            assert!(budget.used() <= 400 * MB, "{}", budget.used());
            assert!(
                round < 6 || built == 0,
                "taking turns must not make engines drop each other: {built} in round {round}"
            );
        }
        assert!(cells.iter().all(|cell| think(cell, 64 * MB).0 >= 4 * MB));
    }

    #[test]
    fn one_more_engine_always_gets_the_minimum() {
        let budget = MemoryBudget::new(8 * MB);
        let cells: Vec<EngineCell<u64>> = (0..4).map(|_| EngineCell::new(&budget)).collect();
        // Both search at the same time, so neither can be evicted.
        let Ok(granted) = cells[0].with(8 * MB, Ok::<_, Infallible>, |first| {
            let Ok(second) = cells[1].with(8 * MB, Ok::<_, Infallible>, |second| *second);
            (*first, second)
        });
        assert_eq!(granted, (8 * MB, MB));
        assert_eq!(think(&cells[2], 512).0, 512, "no engine gets more than it asks for");
    }

    #[test]
    fn a_busy_engine_is_released_afterwards() {
        let budget = MemoryBudget::new(8 * MB);
        let cell = EngineCell::new(&budget);
        let Ok(()) = cell.with(MB, Ok::<u64, Infallible>, |_| cell.release());
        assert_eq!(budget.used(), 0);
        assert!(think(&cell, MB).1);
        budget.release_idle(Duration::from_secs(3600));
        assert!(!think(&cell, MB).1, "it was used just now");
        budget.release_idle(Duration::ZERO);
        assert!(think(&cell, MB).1);
    }

    #[test]
    fn an_engine_that_panics_is_rebuilt() {
        let budget = MemoryBudget::new(8 * MB);
        let cell = EngineCell::<u64>::new(&budget);
        let thread = cell.clone();
        let panicked = std::thread::spawn(move || {
            thread.with(MB, Ok::<u64, Infallible>, |_| panic!("an engine fails; this is part of the test"))
        });
        assert!(panicked.join().is_err());
        assert_eq!(budget.used(), 0);
        assert!(think(&cell, MB).1);
    }
}
