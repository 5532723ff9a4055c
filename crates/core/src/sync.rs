//! Locks that ignore poisoning.
//!
//! A panic under a lock poisons it. Panics of engines and games are caught, and no code of the program leaves a locked value half
//! changed, so the value can still be used.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex, poisoned or not.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    ignore_poison(mutex.lock())
}

/// The result of a lock operation, poisoned or not.
pub fn ignore_poison<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
