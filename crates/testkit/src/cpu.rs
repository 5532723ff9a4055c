//! Processor time, so that whatever else the machine does changes no figure.

use std::fs;

/// Seconds of processor time that the calling thread, the first of its process, has used so far.
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

/// Seconds of processor time that all threads of this process have used so far, in hundredths.
///
/// # Panics
/// Where the system has no `/proc`: benchmarks are run on Linux.
pub fn seconds_of_all_threads() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").expect("Linux tells the processor time of a process");
    let (_, fields) = text.rsplit_once(')').expect("the name of a program stands in parentheses");
    let ticks: f64 = fields.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    ticks / 100.0
}
