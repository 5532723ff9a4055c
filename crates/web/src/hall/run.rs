//! A tournament that is being played.

use crate::job::Job;
use plyground_arena::tournament::{Plan, play};
use plyground_arena::{Archive, ArenaError, GameRecord, Sight};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a finished game may wait before it is on disk.
const SAVE: Duration = Duration::from_millis(400);

/// A tournament that is being played, or was until not long ago.
pub struct Run {
    plan: Plan,
    job: Arc<Job>,
    begun: Instant,
    /// Games to play in this run, and those of them that are played.
    wanted: AtomicU64,
    played: AtomicU64,
}

impl Run {
    /// Plays whatever of the plan is not in the archive yet, so many games at a time.
    pub fn begin(plan: Plan, archive: &Path, jobs: usize) -> Arc<Self> {
        let run = Arc::new(Run {
            plan,
            job: Arc::default(),
            begun: Instant::now(),
            wanted: AtomicU64::new(0),
            played: AtomicU64::new(0),
        });
        let (worker, archive) = (Arc::clone(&run), archive.to_path_buf());
        run.job.start(move || worker.play(&archive, jobs).map_err(|error| error.to_string()));
        run
    }

    fn play(&self, archive: &Path, jobs: usize) -> Result<(), ArenaError> {
        let mut archive = Archive::open(archive)?;
        let id = archive.enrol(&self.plan)?;
        let done = archive.finished(id, self.plan.games())?;
        let wanted: Vec<u64> = (0..).zip(done).filter(|(_, done)| !done).map(|(number, _)| number).collect();
        self.wanted.store(wanted.len() as u64, Ordering::Relaxed);
        let mut sink = Diary { archive: &mut archive, id, saved: Instant::now(), job: &self.job };
        play(&self.plan, &wanted, jobs, self.job.interrupt(), &mut sink, &mut |progress| {
            self.played.store(progress.finished, Ordering::Relaxed);
        })?;
        Ok(())
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The playing of it.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// How long the rest will take, if things go on like this.
    pub fn left(&self) -> Option<Duration> {
        let (wanted, played) = (self.wanted.load(Ordering::Relaxed), self.played.load(Ordering::Relaxed));
        let share = wanted as f64 / played as f64 - 1.0;
        (self.job.is_running() && played > 0).then(|| self.begun.elapsed().mul_f64(share.max(0.0)))
    }

    /// The games on the boards.
    pub fn sights(&self) -> Vec<Sight> {
        if self.job.is_running() { self.job.interrupt().glance() } else { Vec::new() }
    }
}

/// Writes games into the archive and tells the pages when they can be read there.
struct Diary<'a> {
    archive: &'a mut Archive,
    id: i64,
    saved: Instant,
    job: &'a Job,
}

impl plyground_arena::tournament::Sink for Diary<'_> {
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError> {
        self.archive.add(self.id, &record)?;
        if self.saved.elapsed() > SAVE { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), ArenaError> {
        self.archive.save()?;
        self.saved = Instant::now();
        self.job.tell();
        Ok(())
    }
}
