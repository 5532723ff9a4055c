//! Studies run inside the server, and the reports in the data folder, wherever they were made. Runs are saved where `plyground lab`
//! saves them, so either can continue what the other started.

pub(crate) mod request;
mod run;
mod store;

use crate::error::ApiError;
use crate::messages::{LabOverview, LabRunState, LabRunSummary, LabStudy, NewLabRun};
use plyground_core::sync::lock;
use run::StudyRun;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use store::StudyStore;
use tokio::sync::watch;

/// The studies of the server. Only one runs at a time: studies that measure time must not disturb each other.
pub struct Studies {
    store: StudyStore,
    threads: usize,
    processes: bool,
    current: Mutex<Option<Arc<StudyRun>>>,
}

impl Studies {
    /// The studies in this data folder, each run on `threads` threads.
    pub fn new(data: &Path, threads: usize, processes: bool) -> Self {
        Studies { store: StudyStore::new(data.join("lab")), threads, processes, current: Mutex::default() }
    }

    /// All studies and all runs.
    pub fn overview(&self) -> LabOverview {
        let study = |facts: plyground_lab::StudyFacts| LabStudy {
            name: facts.name,
            question: facts.question,
            source: facts.source,
            timed: facts.timed,
            takes_games: facts.takes_games,
            takes_maps: facts.takes_maps,
            takes_player: facts.takes_player,
        };
        let maps = plyground_lab::map_game().map(|game| game.boards).unwrap_or_default();
        let summary = |name: String| LabRunSummary {
            running: self.run(&name).is_some_and(|run| run.job().is_running()),
            reported: self.store.is_reported(&name),
            name,
        };
        LabOverview {
            studies: plyground_lab::all().iter().map(|one| study(one.facts())).collect(),
            maps: maps.into_iter().map(|board| board.name).collect(),
            runs: self.store.names().into_iter().map(summary).collect(),
        }
    }

    /// Starts a run, or continues it if it exists, and returns its name.
    pub fn create(&self, request: &NewLabRun) -> Result<String, ApiError> {
        let (study, order) = request::read(request, self.processes)?;
        // Reports errors of the study itself before the run starts.
        study.plan(&order).map_err(ApiError::rejected)?;
        let name = order.folder_name(study.facts().name);
        let mut current = self.current();
        if let Some(other) = current.as_ref().filter(|run| run.job().is_running()) {
            if other.name() == name {
                return Ok(name);
            }
            let other = other.name();
            return Err(ApiError::rejected(format!("`{other}` is running; only one study can run at a time")));
        }
        let not_saved = |error| ApiError::internal(format!("cannot save the request: {error}"));
        self.store.save_request(&name, request).map_err(not_saved)?;
        *current = Some(StudyRun::start(&name, study, order, self.store.folder(&name), self.threads));
        Ok(name)
    }

    /// Continues a run that was started from a page.
    pub fn start(&self, name: &str) -> Result<(), ApiError> {
        let request = self.store.request(name)?;
        self.create(&request).map(drop)
    }

    /// Finishes the cells in progress and starts no more; a second call stops them too.
    pub fn pause(&self, name: &str) {
        if let Some(run) = self.run(name) {
            run.job().pause();
        }
    }

    /// Stops everything. Finished cells are already saved.
    pub fn close(&self) {
        let current = self.current().take();
        if let Some(run) = current {
            run.job().end();
        }
    }

    /// Everything that the page of a run shows.
    pub fn state(&self, name: &str) -> Result<LabRunState, ApiError> {
        self.store.check(name)?;
        let run = self.run(name);
        let progress = run.as_ref().and_then(|run| run.progress());
        let known = self.store.request(name).and_then(|request| request::read(&request, self.processes)).ok();
        let running = run.as_ref().is_some_and(|run| run.job().is_running());
        Ok(LabRunState {
            name: name.to_string(),
            question: known.as_ref().map(|(study, _)| study.facts().question),
            command: known.as_ref().map(|(study, order)| order.command(study.facts().name)),
            done: progress.as_ref().map_or_else(|| self.store.cells(name), |progress| progress.done),
            of: progress.as_ref().map(|progress| progress.of),
            cell: progress.as_ref().map(|progress| progress.cell.clone()),
            running,
            pausing: run.as_ref().is_some_and(|run| run.job().is_pausing()),
            seconds_left: progress.and_then(|progress| progress.left).map(|left| left.as_secs_f64()),
            error: run.and_then(|run| run.job().error()),
            reported: !running && self.store.is_reported(name),
            files: self.store.files(name),
        })
    }

    /// A file of a run: the report, or one of the files listed in the run's state.
    pub fn file(&self, name: &str, file: &str) -> Result<String, ApiError> {
        self.store.read(name, file)
    }

    /// A receiver that changes with a run; `None` if it is not the current one.
    pub fn watch(&self, name: &str) -> Option<watch::Receiver<u64>> {
        self.run(name).map(|run| run.job().watch())
    }

    /// The run of this name, if it is the current one.
    fn run(&self, name: &str) -> Option<Arc<StudyRun>> {
        self.current().as_ref().filter(|run| run.name() == name).cloned()
    }

    fn current(&self) -> MutexGuard<'_, Option<Arc<StudyRun>>> {
        lock(&self.current)
    }
}

#[cfg(test)]
mod tests;
