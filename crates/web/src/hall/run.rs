//! A tournament that is being played.

use plyground_arena::tournament::{Plan, play};
use plyground_arena::{Archive, ArenaError, GameRecord, Interrupt, Sight};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a finished game may wait before it is on disk.
const SAVE: Duration = Duration::from_millis(400);

/// A tournament that is being played, or was until not long ago.
pub struct Run {
    plan: Plan,
    interrupt: Interrupt,
    begun: Instant,
    /// Games to play in this run, and those of them that are played.
    wanted: AtomicU64,
    played: AtomicU64,
    running: AtomicBool,
    trouble: Mutex<Option<String>>,
    news: watch::Sender<u64>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Run {
    /// Plays whatever of the plan is not in the archive yet, so many games at a time.
    pub fn begin(plan: Plan, archive: &Path, jobs: usize) -> Result<Arc<Self>, ArenaError> {
        let run = Arc::new(Run {
            plan,
            interrupt: Interrupt::default(),
            begun: Instant::now(),
            wanted: AtomicU64::new(0),
            played: AtomicU64::new(0),
            running: AtomicBool::new(true),
            trouble: Mutex::new(None),
            news: watch::channel(0).0,
            thread: Mutex::new(None),
        });
        let (worker, archive) = (Arc::clone(&run), archive.to_path_buf());
        let thread = thread::spawn(move || worker.work(archive, jobs));
        *lock(&run.thread) = Some(thread);
        Ok(run)
    }

    fn work(&self, archive: PathBuf, jobs: usize) {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.play(&archive, jobs)));
        *lock(&self.trouble) = match outcome {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("something went wrong inside the server; what has ended is kept".to_string()),
        };
        self.running.store(false, Ordering::SeqCst);
        self.tell();
    }

    fn play(&self, archive: &Path, jobs: usize) -> Result<(), ArenaError> {
        let mut archive = Archive::open(archive)?;
        let id = archive.enrol(&self.plan)?;
        let done = archive.finished(id, self.plan.games())?;
        let wanted: Vec<u64> = (0..).zip(done).filter(|(_, done)| !done).map(|(number, _)| number).collect();
        self.wanted.store(wanted.len() as u64, Ordering::Relaxed);
        let mut sink = Diary { archive: &mut archive, id, saved: Instant::now(), run: self };
        play(&self.plan, &wanted, jobs, &self.interrupt, &mut sink, &mut |progress| {
            self.played.store(progress.finished, Ordering::Relaxed);
        })?;
        Ok(())
    }

    fn tell(&self) {
        self.news.send_modify(|version| *version += 1);
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether games are being played.
    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::SeqCst)
    }

    /// Whether running games are the last ones.
    pub fn is_pausing(&self) -> bool {
        self.is_running() && self.interrupt.is_pressed()
    }

    /// Begins no more games; the second time, stops the running ones.
    pub fn pause(&self) {
        self.interrupt.press();
        self.tell();
    }

    /// Waits until nothing is played any more.
    pub fn join(&self) {
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join(); // its panics are caught inside
        }
    }

    /// What ended it before its time.
    pub fn trouble(&self) -> Option<String> {
        lock(&self.trouble).clone()
    }

    /// How long the rest will take, if things go on like this.
    pub fn left(&self) -> Option<Duration> {
        let (wanted, played) = (self.wanted.load(Ordering::Relaxed), self.played.load(Ordering::Relaxed));
        let share = wanted as f64 / played as f64 - 1.0;
        (self.is_running() && played > 0).then(|| self.begun.elapsed().mul_f64(share.max(0.0)))
    }

    /// The games on the boards.
    pub fn sights(&self) -> Vec<Sight> {
        if self.is_running() { self.interrupt.glance() } else { Vec::new() }
    }

    /// Tells whenever there is something new.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes games into the archive and tells the pages when they can be read there.
struct Diary<'a> {
    archive: &'a mut Archive,
    id: i64,
    saved: Instant,
    run: &'a Run,
}

impl plyground_arena::tournament::Sink for Diary<'_> {
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError> {
        self.archive.add(self.id, &record)?;
        if self.saved.elapsed() > SAVE { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), ArenaError> {
        self.archive.save()?;
        self.saved = Instant::now();
        self.run.tell();
        Ok(())
    }
}
