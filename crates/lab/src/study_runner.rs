//! Runs a study: measures missing cells and writes the report once all are there.

use crate::journal::{JOURNAL, Journal, JournalHeader, MeasuredCells};
use crate::origin::Origin;
use crate::report::{self, DataTable, ReportHeader, WrittenReport};
use crate::{Cancellation, DataRows, LabError, Study, StudyCell, StudyOptions};
use plyground_arena::{Fingerprint, Interrupt, Shard};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the runner checks for an urgent interrupt.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// One study to be run.
pub struct StudyRunner<'a> {
    /// The study.
    pub study: &'a dyn Study,
    /// Its options.
    pub options: StudyOptions,
    /// The folder of journal and report.
    pub out: PathBuf,
    /// Cells in parallel. Studies that measure time use one thread.
    pub threads: usize,
    /// Measure only this shard of the cells, without a report.
    pub shard: Option<Shard>,
}

/// The progress of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyProgress {
    /// Finished cells.
    pub done: usize,
    /// Cells in total.
    pub of: usize,
    /// The cell that was finished last.
    pub cell: String,
    /// The estimated time left, once cells have been measured.
    pub left: Option<Duration>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum RunOutcome {
    /// All cells are there and the report is written.
    Reported(Box<WrittenReport>),
    /// All cells of the shard are there.
    ShardComplete {
        /// Its journal.
        journal: PathBuf,
    },
    /// Interrupted; the same command resumes it.
    Interrupted {
        /// Finished cells.
        done: usize,
        /// Cells in total.
        of: usize,
    },
}

impl StudyRunner<'_> {
    /// Measures what is missing and writes the report when nothing is.
    pub fn run(&self, interrupt: &Interrupt, mut watch: impl FnMut(StudyProgress)) -> Result<RunOutcome, LabError> {
        let facts = self.study.facts();
        self.options.check(&facts)?;
        if self.shard.is_some() && !facts.takes_shard {
            return Err(LabError::Misuse(format!("the cells of `{}` cannot be divided between machines", facts.name)));
        }
        let cells = self.study.plan(&self.options)?;
        let header = self.header(&cells);
        std::fs::create_dir_all(&self.out).map_err(|error| LabError::file("create", &self.out, error))?;
        let name = self.shard.map_or_else(|| JOURNAL.to_string(), shard_file_name);
        let path = self.out.join(name);
        // Shards with other options are refused before a journal of this run is created.
        let mut known = match self.shard {
            None => self.merge_shards(&header)?,
            Some(shard) => self.read_old_journal(shard, &header)?,
        };
        let (mut journal, own) = Journal::open(&path, &header)?;
        known.extend(own);
        let is_mine = |number: usize| self.shard.is_none_or(|shard| shard.takes(number));
        let wanted: Vec<&StudyCell> =
            cells.iter().enumerate().filter(|(number, _)| is_mine(*number)).map(|(_, cell)| cell).collect();
        self.measure(&wanted, &mut journal, &mut known, interrupt, &mut watch)?;
        let done = wanted.iter().filter(|cell| known.contains_key(&cell.key)).count();
        if done < wanted.len() {
            return Ok(RunOutcome::Interrupted { done, of: wanted.len() });
        }
        if self.shard.is_some() {
            return Ok(RunOutcome::ShardComplete { journal: path });
        }
        let table = DataTable::new(cells.iter().filter_map(|cell| known.remove(&cell.key)).flatten().collect());
        let report = self.study.report(&self.options, &table)?;
        let command = self.options.command(&self.study.command_word());
        let head = ReportHeader::new(&facts, command, self.options.seed, &self.origins()?);
        Ok(RunOutcome::Reported(Box::new(report::write(&self.out, &head, &report)?)))
    }

    /// Where the cells were measured, each place once.
    fn origins(&self) -> Result<Vec<Origin>, LabError> {
        let mut paths = self.shard_paths()?;
        paths.push(self.out.join(JOURNAL));
        let mut origins: Vec<Origin> = Vec::new();
        for origin in paths.iter().filter_map(|path| Journal::origin(path)) {
            if !origins.contains(&origin) {
                origins.push(origin);
            }
        }
        Ok(origins)
    }

    fn header(&self, cells: &[StudyCell]) -> JournalHeader {
        let keys: Vec<&str> = cells.iter().map(|cell| cell.key.as_str()).collect();
        debug_assert_eq!(keys.iter().collect::<std::collections::HashSet<_>>().len(), keys.len(), "keys are unique");
        JournalHeader {
            study: self.study.facts().name.to_string(),
            parameters: self.options.parameters(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            plan: format!("{:016x}", Fingerprint::of(&keys.join("\n"))),
        }
    }

    /// Reads the cells that other machines have measured.
    fn merge_shards(&self, header: &JournalHeader) -> Result<MeasuredCells, LabError> {
        let mut known = MeasuredCells::new();
        for path in self.shard_paths()? {
            known.extend(Journal::read_only(&path, header)?);
        }
        Ok(known)
    }

    /// The journals of shards, in the order of their names.
    fn shard_paths(&self) -> Result<Vec<PathBuf>, LabError> {
        let list = |error| LabError::file("list", &self.out, error);
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(&self.out).map_err(list)? {
            paths.push(entry.map_err(list)?.path());
        }
        paths.retain(|path| is_shard(path));
        paths.sort();
        Ok(paths)
    }

    /// Earlier versions counted shards from 1. The journal of the last shard is the only one whose old name is not that of
    /// another shard now, so a run of that shard goes on where an earlier version stopped. The cells of the others are
    /// found when the shards are merged.
    fn read_old_journal(&self, shard: Shard, header: &JournalHeader) -> Result<MeasuredCells, LabError> {
        let path = self.out.join(format!("shard-{0}-of-{0}.jsonl", shard.count()));
        if shard.index() + 1 == shard.count() && path.exists() {
            Journal::read_only(&path, header)
        } else {
            Ok(MeasuredCells::new())
        }
    }

    /// Measures the missing cells on worker threads and writes the results to the journal.
    fn measure(
        &self,
        wanted: &[&StudyCell],
        journal: &mut Journal,
        known: &mut MeasuredCells,
        interrupt: &Interrupt,
        watch: &mut dyn FnMut(StudyProgress),
    ) -> Result<(), LabError> {
        let missing: Vec<&StudyCell> = wanted.iter().copied().filter(|cell| !known.contains_key(&cell.key)).collect();
        let threads = if self.study.facts().timed { 1 } else { self.threads.clamp(1, missing.len().max(1)) };
        let mut account =
            TimeEstimate { begun: Instant::now(), cost: 0.0, all: missing.iter().map(|cell| cell.cost).sum() };
        let (next, closed, cancel) = (AtomicUsize::new(0), AtomicBool::new(false), Cancellation::default());
        let (sender, receiver) = mpsc::channel();
        let mut failure = None;
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, missing, next, closed, cancel) = (sender.clone(), &missing, &next, &closed, &cancel);
                scope.spawn(move || {
                    while !interrupt.is_pressed() && !closed.load(Ordering::SeqCst) {
                        let number = next.fetch_add(1, Ordering::SeqCst);
                        let Some(cell) = missing.get(number) else { break };
                        if sender.send((number, cell.measure(cancel))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                let (number, found): (usize, Result<Option<DataRows>, LabError>) =
                    match receiver.recv_timeout(POLL_INTERVAL) {
                        Ok(found) => found,
                        Err(RecvTimeoutError::Timeout) => {
                            if interrupt.is_urgent() {
                                cancel.cancel();
                            }
                            continue;
                        }
                        Err(RecvTimeoutError::Disconnected) => break,
                    };
                let cell = missing[number];
                let kept = found.and_then(|rows| match rows {
                    Some(rows) => journal.add(&cell.key, &rows).map(|()| Some(rows)),
                    None => Ok(None),
                });
                match kept {
                    Ok(Some(rows)) => {
                        known.insert(cell.key.clone(), rows);
                        account.cost += cell.cost;
                        let done = wanted.iter().filter(|cell| known.contains_key(&cell.key)).count();
                        watch(StudyProgress { done, of: wanted.len(), cell: cell.key.clone(), left: account.left() });
                    }
                    Ok(None) => {}
                    Err(error) => {
                        failure.get_or_insert(error);
                        closed.store(true, Ordering::SeqCst);
                        cancel.cancel();
                    }
                }
            }
        });
        failure.map_or(Ok(()), Err)
    }
}

/// The journal of one shard.
fn shard_file_name(shard: Shard) -> String {
    format!("shard-{}-of-{}.jsonl", shard.index(), shard.count())
}

fn is_shard(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.starts_with("shard-") && name.ends_with(".jsonl")
}

/// Estimates the time left from the work so far.
struct TimeEstimate {
    begun: Instant,
    cost: f64,
    all: f64,
}

impl TimeEstimate {
    fn left(&self) -> Option<Duration> {
        let rest = (self.all - self.cost).max(0.0);
        let seconds = self.begun.elapsed().as_secs_f64() * rest / self.cost;
        Duration::try_from_secs_f64(seconds).ok()
    }
}
