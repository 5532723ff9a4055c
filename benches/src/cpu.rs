//! Processor time, so that whatever else the machine does changes no figure.

use std::fs;

/// Seconds of processor time that all threads of this process have used so far.
///
/// # Panics
/// Where the system has no `/proc`: benchmarks are run on Linux.
pub fn seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/schedstat").expect("Linux tells the processor time of a thread");
    let nanoseconds: f64 = text.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
    nanoseconds / 1e9
}

/// What `work` returns, and the processor time that the calling thread spent on it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = seconds();
    let result = work();
    (result, seconds() - begun)
}
