//! Makes databases in a folder, several pairs of classes at a time, going on where an earlier run stopped.

use crate::file::{FileHeader, UNFINISHED, file_name, write};
use crate::layout::{PairLayout, pairs};
use crate::library::{LARGEST, Library, SMALL};
use crate::reader::{TableReader, is_whole};
use crate::table::{Values, stored};
use plyground_core::sync::ignore_poison;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use thiserror::Error;

/// Why databases could not be made.
#[derive(Debug, Error)]
pub enum BuildError {
    /// No such databases.
    #[error("databases are files for 5 to 6 stones, not for {0}; up to 4 stones need no files")]
    Stones(usize),
    /// The disk or the folder.
    #[error("cannot write {}: {reason}", path.display())]
    Write {
        /// Where.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A file that was just made, or found whole, is not any more.
    #[error("{} {reason}", path.display())]
    Changed {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// The progress of a build.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuildProgress {
    /// Files that are there.
    pub files: usize,
    /// All files.
    pub of: usize,
    /// Positions computed in this run, files in the making included.
    pub positions: f64,
    /// Positions that this run has to compute; grows smaller when files are found.
    pub todo: f64,
}

/// The summary of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuildSummary {
    /// Files written.
    pub written: usize,
    /// Files that were there already.
    pub kept: usize,
    /// Positions computed.
    pub positions: u64,
    /// Bytes of all files of these databases.
    pub bytes: u64,
    /// Whether it was stopped before the end.
    pub stopped: bool,
}

/// One database to build.
struct BuildJob {
    pair: [usize; 2],
    path: PathBuf,
    header: FileHeader,
    positions: u64,
}

enum BuildEvent {
    Positions(f64),
    Done(Result<u64, BuildError>),
}

/// Makes all databases of up to `stones` stones in this folder. Files that are there and whole are kept. `tell` gets
/// the progress several times a second; `stop` ends the work, and the files made so far stay.
pub fn build(
    folder: &Path,
    stones: usize,
    threads: usize,
    stop: &AtomicBool,
    mut tell: impl FnMut(BuildProgress),
) -> Result<BuildSummary, BuildError> {
    if !(SMALL + 1..=LARGEST).contains(&stones) {
        return Err(BuildError::Stones(stones));
    }
    fs::create_dir_all(folder).map_err(|reason| BuildError::Write { path: folder.to_path_buf(), reason })?;
    sweep(folder);
    let mut built = BuildSummary::default();
    let mut library = Library::open(folder).up_to(SMALL);
    let stages: Vec<Vec<BuildJob>> = (SMALL + 1..=stones).map(|count| jobs(folder, count)).collect();
    let files = stages.iter().map(Vec::len).sum();
    let mut progress = BuildProgress { files: 0, of: files, positions: 0.0, todo: 0.0 };
    progress.todo = stages.iter().flatten().map(|job| job.positions as f64).sum();
    for (stage, count) in stages.iter().zip(SMALL + 1..) {
        let (there, missing): (Vec<&BuildJob>, Vec<&BuildJob>) =
            stage.iter().partition(|job| is_whole(&job.path, &job.header));
        built.kept += there.len();
        progress.files += there.len();
        progress.todo -= there.iter().map(|job| job.positions as f64).sum::<f64>();
        tell(progress);
        run(&library, &missing, threads, stop, &mut built, &mut progress, &mut tell)?;
        if stop.load(Ordering::Relaxed) && built.written + built.kept < progress.of {
            built.stopped = true;
            break;
        }
        for job in stage {
            let file = open(job)?;
            built.bytes += file.len() as u64;
            library.keep(job.pair, Values::File(file));
        }
        library.complete_up_to(count);
    }
    Ok(built)
}

fn jobs(folder: &Path, stones: usize) -> Vec<BuildJob> {
    let job = |pair| {
        let layout = PairLayout::new(pair);
        let header = FileHeader::of(&layout);
        BuildJob { pair, path: folder.join(file_name(pair)), header, positions: layout.len() as u64 }
    };
    pairs(stones).into_iter().map(job).collect()
}

fn open(job: &BuildJob) -> Result<TableReader, BuildError> {
    let changed = |reason: String| BuildError::Changed { path: job.path.clone(), reason };
    TableReader::open(&job.path, &job.header).map_err(|problem| changed(problem.to_string()))
}

/// Removes what a run that was killed left behind. Another run may be at work here, so young files stay.
fn sweep(folder: &Path) {
    const OLD: Duration = Duration::from_secs(3600);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        if ours && age.is_some_and(|age| age > OLD) {
            let _ = fs::remove_file(entry.path()); // it only wastes room
        }
    }
}

/// Does these jobs, several at a time.
fn run(
    library: &Library,
    jobs: &[&BuildJob],
    threads: usize,
    stop: &AtomicBool,
    built: &mut BuildSummary,
    progress: &mut BuildProgress,
    tell: &mut impl FnMut(BuildProgress),
) -> Result<(), BuildError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    // Two threads that both write large files only get in each other's way.
    let disk = Mutex::new(());
    let (sender, receiver) = channel();
    let mut first_error = None;
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let sender = sender.clone();
            let (next, failed, disk) = (&next, &failed, &disk);
            scope.spawn(move || {
                let ends = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !ends()) {
                    let done = make(library, job, disk, &ends, &sender);
                    if let Some(done) = done {
                        failed.fetch_or(done.is_err(), Ordering::Relaxed);
                        let _ = sender.send(BuildEvent::Done(done)); // the receiver outlives all senders
                    }
                }
            });
        }
        drop(sender);
        for news in receiver {
            match news {
                BuildEvent::Positions(positions) => progress.positions += positions,
                BuildEvent::Done(Ok(positions)) => {
                    built.written += 1;
                    built.positions += positions;
                    progress.files += 1;
                }
                BuildEvent::Done(Err(error)) => first_error = first_error.take().or(Some(error)),
            }
            tell(*progress);
        }
    });
    first_error.map_or(Ok(()), Err)
}

/// Makes one database; `None` if it was stopped.
fn make(
    library: &Library,
    job: &BuildJob,
    disk: &Mutex<()>,
    ends: &impl Fn() -> bool,
    sender: &Sender<BuildEvent>,
) -> Option<Result<u64, BuildError>> {
    let mut told = 0.0;
    let solved = library.solve(job.pair, |share| {
        let positions = share * job.positions as f64;
        let _ = sender.send(BuildEvent::Positions(positions - told));
        told = positions;
        !ends()
    });
    let values: Vec<u16> = match solved {
        Ok(values) => values?.into_iter().map(stored).collect(),
        Err((pair, problem)) => {
            let path = job.path.with_file_name(file_name(pair));
            return Some(Err(BuildError::Changed { path, reason: problem.to_string() }));
        }
    };
    let _one_at_a_time = ignore_poison(disk.lock());
    let written = write(&job.path, &job.header, &values);
    let error = |reason| BuildError::Write { path: job.path.clone(), reason };
    Some(written.map(|_| job.positions).map_err(error))
}
