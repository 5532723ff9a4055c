//! Long work on a thread of its own: it can be watched, paused and waited for, and its failures stay its own.

use plyground_arena::Interrupt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use tokio::sync::watch;

/// Work that is being done, or was until not long ago.
pub struct Job {
    interrupt: Interrupt,
    running: AtomicBool,
    trouble: Mutex<Option<String>>,
    news: watch::Sender<u64>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Default for Job {
    fn default() -> Self {
        Job {
            interrupt: Interrupt::default(),
            running: AtomicBool::new(true),
            trouble: Mutex::default(),
            news: watch::channel(0).0,
            thread: Mutex::default(),
        }
    }
}

impl Job {
    /// Begins to work; once per job.
    pub fn start(self: &Arc<Self>, work: impl FnOnce() -> Result<(), String> + Send + 'static) {
        let job = Arc::clone(self);
        let thread = thread::spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(work));
            *lock(&job.trouble) = match outcome {
                Ok(result) => result.err(),
                Err(_) => Some("something went wrong inside the server; what has ended is kept".to_string()),
            };
            job.running.store(false, Ordering::SeqCst);
            job.tell();
        });
        *lock(&self.thread) = Some(thread);
    }

    /// What the work looks at to know when to stop.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Whether it is being worked.
    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::SeqCst)
    }

    /// Whether what has been begun is the last of it.
    pub fn is_pausing(&self) -> bool {
        self.is_running() && self.interrupt.is_pressed()
    }

    /// Begins nothing more; the second time, stops what has been begun.
    pub fn pause(&self) {
        self.interrupt.press();
        self.tell();
    }

    /// Stops as soon as possible, and waits until it has.
    pub fn end(&self) {
        self.pause();
        self.pause();
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join(); // its panics are caught inside
        }
    }

    /// What ended it before its time.
    pub fn trouble(&self) -> Option<String> {
        lock(&self.trouble).clone()
    }

    /// Says that there is something new.
    pub fn tell(&self) {
        self.news.send_modify(|version| *version += 1);
    }

    /// Tells whenever there is something new.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_breaks_down_says_so_and_ends() {
        let (broken, failed) = (Arc::new(Job::default()), Arc::new(Job::default()));
        broken.start(|| panic!("out of luck"));
        failed.start(|| Err("out of paper".to_string()));
        broken.end();
        failed.end();
        assert!(!broken.is_running() && !failed.is_running());
        assert!(broken.trouble().is_some_and(|words| words.contains("inside the server")));
        assert_eq!(failed.trouble().as_deref(), Some("out of paper"));
    }

    #[test]
    fn a_paused_job_is_pausing_until_its_work_has_ended() {
        let job = Arc::new(Job::default());
        let work = Arc::clone(&job);
        job.start(move || {
            while !work.interrupt().is_urgent() {
                thread::yield_now();
            }
            Ok(())
        });
        let news = job.watch();
        job.pause();
        assert!(job.is_pausing());
        job.end();
        assert!(!job.is_pausing() && job.trouble().is_none());
        assert!(news.has_changed().expect("the job still exists"));
    }
}
