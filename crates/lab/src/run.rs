//! Doing the work of an order: what is missing is measured, what is complete becomes a report.

use crate::journal::{Header, JOURNAL, Journal, Known};
use crate::report::{self, Table, Written};
use crate::{Brake, Cell, LabError, Order, Rows, Study};
use plyground_arena::{Fingerprint, Interrupt, Shard};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often somebody looks whether everything is to stop at once.
const LOOK: Duration = Duration::from_millis(50);

/// One study to be run.
pub struct Run<'a> {
    /// Which.
    pub study: &'a dyn Study,
    /// How much of it.
    pub order: Order,
    /// Where to keep journal and report.
    pub out: PathBuf,
    /// Cells at the same time. Studies that measure time take one.
    pub threads: usize,
    /// Only a slice of the cells, and no report.
    pub shard: Option<Shard>,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Cells known.
    pub done: usize,
    /// Cells wanted.
    pub of: usize,
    /// The cell that was finished last.
    pub cell: String,
    /// How much longer it takes, once there is ground for a guess.
    pub left: Option<Duration>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// All cells are there and the report is written.
    Reported(Box<Written>),
    /// All cells of the shard are there.
    ShardComplete {
        /// Its journal.
        journal: PathBuf,
    },
    /// Stopped from outside; the same order goes on.
    Interrupted {
        /// Cells known.
        done: usize,
        /// Cells wanted.
        of: usize,
    },
}

impl Run<'_> {
    /// Measures what is missing and writes the report when nothing is.
    pub fn run(&self, interrupt: &Interrupt, mut watch: impl FnMut(Progress)) -> Result<Ended, LabError> {
        let facts = self.study.facts();
        self.order.check(&facts)?;
        if self.shard.is_some() && !facts.takes_shard {
            return Err(LabError::Misuse(format!("the cells of `{}` cannot be divided between machines", facts.name)));
        }
        let cells = self.study.plan(&self.order)?;
        let header = self.header(&cells);
        std::fs::create_dir_all(&self.out).map_err(|error| LabError::file("create", &self.out, error))?;
        let name = self.shard.map_or_else(|| JOURNAL.to_string(), shard_file_name);
        let path = self.out.join(name);
        // Shards of another order are refused before a journal of this one is begun beside them.
        let mut known = if self.shard.is_none() { self.merge_shards(&header)? } else { Known::new() };
        let (mut journal, own) = Journal::open(&path, &header)?;
        known.extend(own);
        let is_mine = |number: usize| self.shard.is_none_or(|shard| shard.takes(number));
        let wanted: Vec<&Cell> =
            cells.iter().enumerate().filter(|(number, _)| is_mine(*number)).map(|(_, cell)| cell).collect();
        self.measure(&wanted, &mut journal, &mut known, interrupt, &mut watch)?;
        let done = wanted.iter().filter(|cell| known.contains_key(&cell.key)).count();
        if done < wanted.len() {
            return Ok(Ended::Interrupted { done, of: wanted.len() });
        }
        if self.shard.is_some() {
            return Ok(Ended::ShardComplete { journal: path });
        }
        let table = Table::new(cells.iter().filter_map(|cell| known.remove(&cell.key)).flatten().collect());
        let report = self.study.report(&self.order, &table)?;
        Ok(Ended::Reported(Box::new(report::write(&self.out, &facts, &self.order, &report)?)))
    }

    fn header(&self, cells: &[Cell]) -> Header {
        let keys: Vec<&str> = cells.iter().map(|cell| cell.key.as_str()).collect();
        debug_assert_eq!(keys.iter().collect::<std::collections::HashSet<_>>().len(), keys.len(), "keys are unique");
        Header {
            study: self.study.facts().name.to_string(),
            parameters: self.order.parameters(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            plan: format!("{:016x}", Fingerprint::of(&keys.join("\n"))),
        }
    }

    /// What other machines have measured counts as measured.
    fn merge_shards(&self, header: &Header) -> Result<Known, LabError> {
        let mut known = Known::new();
        let list = |error| LabError::file("list", &self.out, error);
        for entry in std::fs::read_dir(&self.out).map_err(list)? {
            let path = entry.map_err(list)?.path();
            if is_shard(&path) {
                known.extend(Journal::peek(&path, header)?);
            }
        }
        Ok(known)
    }

    /// Hands the missing cells to workers and writes down what they find.
    fn measure(
        &self,
        wanted: &[&Cell],
        journal: &mut Journal,
        known: &mut Known,
        interrupt: &Interrupt,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<(), LabError> {
        let missing: Vec<&Cell> = wanted.iter().copied().filter(|cell| !known.contains_key(&cell.key)).collect();
        let threads = if self.study.facts().timed { 1 } else { self.threads.clamp(1, missing.len().max(1)) };
        let mut account = Account { begun: Instant::now(), cost: 0.0, all: missing.iter().map(|cell| cell.cost).sum() };
        let (next, closed, brake) = (AtomicUsize::new(0), AtomicBool::new(false), Brake::default());
        let (sender, receiver) = mpsc::channel();
        let mut failure = None;
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, missing, next, closed, brake) = (sender.clone(), &missing, &next, &closed, &brake);
                scope.spawn(move || {
                    while !interrupt.is_pressed() && !closed.load(Ordering::SeqCst) {
                        let number = next.fetch_add(1, Ordering::SeqCst);
                        let Some(cell) = missing.get(number) else { break };
                        if sender.send((number, cell.measure(brake))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                let (number, found): (usize, Result<Option<Rows>, LabError>) = match receiver.recv_timeout(LOOK) {
                    Ok(found) => found,
                    Err(RecvTimeoutError::Timeout) => {
                        if interrupt.is_urgent() {
                            brake.pull();
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
                        watch(Progress { done, of: wanted.len(), cell: cell.key.clone(), left: account.left() });
                    }
                    Ok(None) => {}
                    Err(error) => {
                        failure.get_or_insert(error);
                        closed.store(true, Ordering::SeqCst);
                        brake.pull();
                    }
                }
            }
        });
        failure.map_or(Ok(()), Err)
    }
}

/// The journal of one shard.
fn shard_file_name(shard: Shard) -> String {
    format!("shard-{}-of-{}.jsonl", shard.number(), shard.count())
}

fn is_shard(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.starts_with("shard-") && name.ends_with(".jsonl")
}

/// What the work so far says about the rest.
struct Account {
    begun: Instant,
    cost: f64,
    all: f64,
}

impl Account {
    fn left(&self) -> Option<Duration> {
        let rest = (self.all - self.cost).max(0.0);
        let seconds = self.begun.elapsed().as_secs_f64() * rest / self.cost;
        Duration::try_from_secs_f64(seconds).ok()
    }
}
