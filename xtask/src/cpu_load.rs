//! Loops that keep cores busy during a measurement.

use std::sync::atomic::{AtomicBool, Ordering};

/// Runs `work` while this many loops compete for the cores.
pub fn with_busy_loops<T>(loops: usize, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..loops {
            scope.spawn(|| {
                let mut sum = 0u64;
                while !over.load(Ordering::Relaxed) {
                    sum = (0..10_000u64).fold(sum, |sum, number| std::hint::black_box(sum.rotate_left(7) ^ number));
                }
                sum
            });
        }
        let result = work();
        over.store(true, Ordering::Relaxed);
        result
    })
}
