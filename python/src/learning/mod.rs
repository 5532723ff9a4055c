//! For programs that learn: positions as planes of numbers, moves as numbers, and many games at a time.

pub mod episodes;
pub mod observation;
pub mod playouts;

use std::sync::Mutex;
use std::thread;

/// Does all jobs on this many threads; each job goes to the next free thread.
fn share<J: Send>(threads: usize, jobs: impl Iterator<Item = J> + Send, work: impl Fn(J) + Sync) {
    let jobs = Mutex::new(jobs);
    let next = || plyground_core::sync::ignore_poison(jobs.lock()).next();
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| {
                while let Some(job) = next() {
                    work(job);
                }
            });
        }
        while let Some(job) = next() {
            work(job);
        }
    });
}
