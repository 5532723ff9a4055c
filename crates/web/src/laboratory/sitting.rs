//! A study that is being run.

use crate::job::Job;
use plyground_lab::{Order, Progress, Run, Study};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A study on the bench.
pub struct Sitting {
    name: String,
    job: Arc<Job>,
    progress: Mutex<Option<Progress>>,
}

impl Sitting {
    /// Measures what is missing of an order, and writes the report.
    pub fn begin(name: &str, study: &'static dyn Study, order: Order, out: PathBuf, threads: usize) -> Arc<Self> {
        let sitting = Arc::new(Sitting { name: name.to_string(), job: Arc::default(), progress: Mutex::default() });
        let worker = Arc::clone(&sitting);
        sitting.job.start(move || {
            let run = Run { study, order, out, threads, shard: None };
            let ended = run.run(worker.job.interrupt(), |progress| worker.note(progress));
            ended.map(drop).map_err(|error| error.to_string())
        });
        sitting
    }

    fn note(&self, progress: Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
        self.job.tell();
    }

    /// The folder of its run.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The work.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// How far it is; `None` before the first piece of work is done.
    pub fn progress(&self) -> Option<Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
