//! A study that is running.

use crate::job::BackgroundJob;
use plyground_core::sync::lock;
use plyground_lab::{Study, StudyOptions, StudyProgress, StudyRunner};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A study that is running or was recently.
pub struct StudyRun {
    name: String,
    job: Arc<BackgroundJob>,
    progress: Mutex<Option<StudyProgress>>,
}

impl StudyRun {
    /// Measures the missing cells of an order, then writes the report.
    pub fn start(
        name: &str,
        study: &'static dyn Study,
        order: StudyOptions,
        out: PathBuf,
        threads: usize,
    ) -> Arc<Self> {
        let study_run = Arc::new(StudyRun { name: name.to_string(), job: Arc::default(), progress: Mutex::default() });
        let worker = Arc::clone(&study_run);
        study_run.job.start(move || {
            let run = StudyRunner { study, options: order, out, threads, shard: None };
            let ended = run.run(worker.job.interrupt(), |progress| worker.update(progress));
            ended.map(drop)
        });
        study_run
    }

    fn update(&self, progress: StudyProgress) {
        *lock(&self.progress) = Some(progress);
        self.job.notify();
    }

    /// The name of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The job that runs it.
    pub fn job(&self) -> &BackgroundJob {
        &self.job
    }

    /// Its progress; `None` before the first cell is done.
    pub fn progress(&self) -> Option<StudyProgress> {
        lock(&self.progress).clone()
    }
}
