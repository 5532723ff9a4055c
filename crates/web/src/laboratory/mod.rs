//! Studies that are run inside the server, and the reports that lie in the data folder, wherever they were made. Runs are kept
//! where `plyground lab` keeps them, so each goes on with what the other began.

mod shelf;
mod sitting;
pub(crate) mod wish;

use crate::messages::{Lab, LabRunState, LabRunSummary, LabStudy, NewLabRun};
use crate::refusal::Refusal;
use plyground_games::registry;
use shelf::Shelf;
use sitting::Sitting;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The lab of the server. It has one bench: studies that measure time must not disturb each other.
pub struct Laboratory {
    shelf: Shelf,
    threads: usize,
    processes: bool,
    bench: Mutex<Option<Arc<Sitting>>>,
}

impl Laboratory {
    /// The lab of this data folder; so many pieces of work at a time.
    pub fn new(data: &Path, threads: usize, processes: bool) -> Self {
        Laboratory { shelf: Shelf::new(data.join("lab")), threads, processes, bench: Mutex::default() }
    }

    /// What can be studied, and what has been.
    pub fn look_around(&self) -> Lab {
        let study = |facts: plyground_lab::Facts| LabStudy {
            name: facts.name,
            question: facts.question,
            source: facts.source,
            timed: facts.timed,
            takes_games: facts.takes_games,
            takes_maps: facts.takes_maps,
            takes_player: facts.takes_player,
        };
        let maps = registry::infos().into_iter().filter(|info| info.name == wish::GAME_OF_MAPS);
        let summary = |name: String| LabRunSummary {
            running: self.sitting(&name).is_some_and(|sitting| sitting.job().is_running()),
            reported: self.shelf.is_reported(&name),
            name,
        };
        Lab {
            studies: plyground_lab::all().iter().map(|one| study(one.facts())).collect(),
            maps: maps.flat_map(|info| info.boards).map(|board| board.name).collect(),
            runs: self.shelf.names().into_iter().map(summary).collect(),
        }
    }

    /// Begins a run, or goes on with it if it is there. Tells its name.
    pub fn create(&self, asked: &NewLabRun) -> Result<String, Refusal> {
        let (study, order) = wish::read(asked, self.processes)?;
        // Whatever the study itself has to complain about is better said at once.
        study.plan(&order).map_err(|error| Refusal::new(error.to_string()))?;
        let name = order.folder_name(study.facts().name);
        let mut bench = self.bench();
        if let Some(other) = bench.as_ref().filter(|sitting| sitting.job().is_running()) {
            if other.name() == name {
                return Ok(name);
            }
            let other = other.name();
            return Err(Refusal::new(format!("`{other}` is being run; one study at a time, or they spoil each other")));
        }
        let keep = |error| Refusal::fault(format!("cannot keep the order: {error}"));
        self.shelf.keep_wish(&name, asked).map_err(keep)?;
        *bench = Some(Sitting::begin(&name, study, order, self.shelf.folder(&name), self.threads));
        Ok(name)
    }

    /// Goes on with a run that was begun from a page.
    pub fn start(&self, name: &str) -> Result<(), Refusal> {
        let wish = self.shelf.wish(name)?;
        self.create(&wish).map(drop)
    }

    /// Lets the pieces at hand end and begins no more; a second time, stops them too.
    pub fn pause(&self, name: &str) {
        if let Some(sitting) = self.sitting(name) {
            sitting.job().pause();
        }
    }

    /// Stops everything; whatever has been measured is safe.
    pub fn close(&self) {
        let sitting = self.bench().take();
        if let Some(sitting) = sitting {
            sitting.job().end();
        }
    }

    /// Everything about a run.
    pub fn state(&self, name: &str) -> Result<LabRunState, Refusal> {
        self.shelf.check(name)?;
        let sitting = self.sitting(name);
        let progress = sitting.as_ref().and_then(|sitting| sitting.progress());
        let known = self.shelf.wish(name).and_then(|asked| wish::read(&asked, self.processes)).ok();
        let running = sitting.as_ref().is_some_and(|sitting| sitting.job().is_running());
        Ok(LabRunState {
            name: name.to_string(),
            question: known.as_ref().map(|(study, _)| study.facts().question),
            command: known.as_ref().map(|(study, order)| order.command(study.facts().name)),
            done: progress.as_ref().map_or_else(|| self.shelf.cells(name), |progress| progress.done),
            of: progress.as_ref().map(|progress| progress.of),
            cell: progress.as_ref().map(|progress| progress.cell.clone()),
            running,
            pausing: sitting.as_ref().is_some_and(|sitting| sitting.job().is_pausing()),
            seconds_left: progress.and_then(|progress| progress.left).map(|left| left.as_secs_f64()),
            trouble: sitting.and_then(|sitting| sitting.job().trouble()),
            reported: !running && self.shelf.is_reported(name),
            files: self.shelf.files(name),
        })
    }

    /// A file of a run: its name must be one of those that its state tells, or the report's.
    pub fn file(&self, name: &str, file: &str) -> Result<String, Refusal> {
        self.shelf.read(name, file)
    }

    /// Tells whenever there is news of a run; `None` if it is not on the bench.
    pub fn watch(&self, name: &str) -> Option<watch::Receiver<u64>> {
        self.sitting(name).map(|sitting| sitting.job().watch())
    }

    /// The run of this name, if it is on the bench.
    fn sitting(&self, name: &str) -> Option<Arc<Sitting>> {
        self.bench().as_ref().filter(|sitting| sitting.name() == name).cloned()
    }

    fn bench(&self) -> MutexGuard<'_, Option<Arc<Sitting>>> {
        // What lies there is whole at any time.
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
