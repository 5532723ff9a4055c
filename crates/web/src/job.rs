//! Long work on a thread of its own. It can be watched, paused and waited for; a failure ends only this job.

use plyground_arena::Interrupt;
use plyground_core::sync::lock;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use tokio::sync::watch;

/// Work in the background that is running or has recently ended.
pub struct BackgroundJob {
    interrupt: Interrupt,
    running: AtomicBool,
    error: Mutex<Option<String>>,
    changes: watch::Sender<u64>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Default for BackgroundJob {
    fn default() -> Self {
        BackgroundJob {
            interrupt: Interrupt::default(),
            running: AtomicBool::new(true),
            error: Mutex::default(),
            changes: watch::channel(0).0,
            thread: Mutex::default(),
        }
    }
}

impl BackgroundJob {
    /// Starts the work. Call it once per job.
    pub fn start<E: Display>(self: &Arc<Self>, work: impl FnOnce() -> Result<(), E> + Send + 'static) {
        let job = Arc::clone(self);
        let thread = thread::spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(work));
            *lock(&job.error) = match outcome {
                Ok(result) => result.err().map(|error| error.to_string()),
                Err(_) => Some("internal server error; finished work is kept".to_string()),
            };
            job.running.store(false, Ordering::SeqCst);
            job.notify();
        });
        *lock(&self.thread) = Some(thread);
    }

    /// The flag that the work polls to know when to stop.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Whether the work is still running.
    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::SeqCst)
    }

    /// Whether the job is about to pause: work in progress is finished, nothing new starts.
    pub fn is_pausing(&self) -> bool {
        self.is_running() && self.interrupt.is_pressed()
    }

    /// Starts nothing new; a second call also stops work in progress.
    pub fn pause(&self) {
        self.interrupt.press();
        self.notify();
    }

    /// Stops as soon as possible and waits for the thread to end.
    pub fn end(&self) {
        self.pause();
        self.pause();
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join(); // panics are caught on the thread
        }
    }

    /// Why the job failed, if it did.
    pub fn error(&self) -> Option<String> {
        lock(&self.error).clone()
    }

    /// Tells watchers that something has changed.
    pub fn notify(&self) {
        self.changes.send_modify(|version| *version += 1);
    }

    /// A receiver that changes with every notification.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_job_reports_why_and_ends() {
        let (broken, failed) = (Arc::new(BackgroundJob::default()), Arc::new(BackgroundJob::default()));
        broken.start(|| -> Result<(), String> { panic!("out of luck") });
        failed.start(|| Err("out of paper"));
        broken.end();
        failed.end();
        assert!(!broken.is_running() && !failed.is_running());
        assert!(broken.error().is_some_and(|text| text.contains("internal server error")));
        assert_eq!(failed.error().as_deref(), Some("out of paper"));
    }

    #[test]
    fn a_paused_job_is_pausing_until_its_work_ends() {
        let job = Arc::new(BackgroundJob::default());
        let work = Arc::clone(&job);
        job.start(move || {
            while !work.interrupt().is_urgent() {
                thread::yield_now();
            }
            Ok::<(), String>(())
        });
        let changes = job.watch();
        job.pause();
        assert!(job.is_pausing());
        job.end();
        assert!(!job.is_pausing() && job.error().is_none());
        assert!(changes.has_changed().expect("the job still exists"));
    }
}
