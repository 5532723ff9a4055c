//! A tournament that is being played.

use crate::job::BackgroundJob;
use plyground_arena::tournament::{TournamentPlan, play};
use plyground_arena::{Archive, ArenaError, GameRecord, GameSnapshot};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a finished game may wait until it is committed.
const SAVE_INTERVAL: Duration = Duration::from_millis(400);

/// A tournament that is being played or was recently.
pub struct TournamentRun {
    plan: TournamentPlan,
    job: Arc<BackgroundJob>,
    begun: Instant,
    /// Games left to play when the run started, and those of them that have been played.
    wanted: AtomicU64,
    played: AtomicU64,
}

impl TournamentRun {
    /// Plays the games of the plan that are not in the archive yet, `jobs` at a time.
    pub fn start(plan: TournamentPlan, archive: &Path, jobs: usize) -> Arc<Self> {
        let run = Arc::new(TournamentRun {
            plan,
            job: Arc::default(),
            begun: Instant::now(),
            wanted: AtomicU64::new(0),
            played: AtomicU64::new(0),
        });
        let (worker, archive) = (Arc::clone(&run), archive.to_path_buf());
        run.job.start(move || worker.play(&archive, jobs));
        run
    }

    fn play(&self, archive: &Path, jobs: usize) -> Result<(), ArenaError> {
        let mut archive = Archive::open(archive)?;
        let id = archive.add_tournament(&self.plan)?;
        let wanted = archive.missing(id, self.plan.games())?;
        self.wanted.store(wanted.len(), Ordering::Relaxed);
        let mut sink = ArchiveSink { archive: &mut archive, id, saved: Instant::now(), job: &self.job };
        play(&self.plan, &wanted, jobs, self.job.interrupt(), &mut sink, &mut |progress| {
            self.played.store(progress.finished, Ordering::Relaxed);
        })?;
        Ok(())
    }

    /// The plan.
    pub fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// The job that plays it.
    pub fn job(&self) -> &BackgroundJob {
        &self.job
    }

    /// Estimated time until the end.
    pub fn time_left(&self) -> Option<Duration> {
        let (wanted, played) = (self.wanted.load(Ordering::Relaxed), self.played.load(Ordering::Relaxed));
        let share = wanted as f64 / played as f64 - 1.0;
        (self.job.is_running() && played > 0).then(|| self.begun.elapsed().mul_f64(share.max(0.0)))
    }

    /// The game of this number, if it is in progress.
    pub fn running_game(&self, number: u64) -> Option<GameSnapshot> {
        self.running_games().into_iter().find(|snapshot| snapshot.game == number)
    }

    /// The positions of the games in progress.
    pub fn running_games(&self) -> Vec<GameSnapshot> {
        if self.job.is_running() { self.job.interrupt().snapshots() } else { Vec::new() }
    }
}

/// Writes games into the archive and notifies pages after every commit.
struct ArchiveSink<'a> {
    archive: &'a mut Archive,
    id: i64,
    saved: Instant,
    job: &'a BackgroundJob,
}

impl plyground_arena::tournament::GameSink for ArchiveSink<'_> {
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError> {
        self.archive.add(self.id, &record)?;
        if self.saved.elapsed() > SAVE_INTERVAL { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), ArenaError> {
        self.archive.save()?;
        self.saved = Instant::now();
        self.job.notify();
        Ok(())
    }
}
