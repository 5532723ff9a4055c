//! Tournaments played inside the server, and those in the archive. Plans made on a page are saved as files next to the games, so
//! `plyground tournament` can continue them too.

mod games;
pub(crate) mod plan;
mod run;
mod standings;

use crate::error::ApiError;
use crate::messages::{NewTournament, TournamentState, TournamentSummary};
use plyground_arena::archive::ArchivedTournament;
use plyground_arena::tournament::TournamentPlan;
use plyground_arena::{Archive, ArenaError, files};
use plyground_core::sync::lock;
use plyground_engine::SpecPolicy;
use run::TournamentRun;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::watch;

/// All tournaments of the server.
pub struct Tournaments {
    folder: PathBuf,
    archive: PathBuf,
    processes: bool,
    jobs: usize,
    runs: Mutex<HashMap<String, Arc<TournamentRun>>>,
    /// Whether the archive has passed its integrity check since the server started.
    checked: AtomicBool,
}

impl Tournaments {
    /// The tournaments of the archive in this data folder, playing `jobs` games at a time.
    pub fn new(data: &Path, jobs: usize, processes: bool) -> Self {
        Tournaments {
            folder: data.join("web").join("tournaments"),
            archive: data.join("archive.sqlite"),
            processes,
            jobs,
            runs: Mutex::default(),
            checked: AtomicBool::default(),
        }
    }

    /// All tournaments, newest first.
    pub fn list(&self) -> Result<Vec<TournamentSummary>, ApiError> {
        if !self.archive.exists() {
            return Ok(Vec::new());
        }
        let all = self.archive()?.tournaments().map_err(archive_error)?;
        let summary = |enrolled: ArchivedTournament| TournamentSummary {
            running: self.running(&enrolled.name).is_some(),
            name: enrolled.name,
            planned: enrolled.games,
            played: enrolled.finished,
        };
        Ok(all.into_iter().rev().map(summary).collect())
    }

    /// Enters a tournament, starts it and returns its name.
    pub fn create(&self, request: &NewTournament) -> Result<String, ApiError> {
        let text = plan::plan_text(request, self.processes)?;
        let file = self.folder.join(plan::file_name(&request.name));
        let plan = TournamentPlan::parse(&file, &text).map_err(|error| plan::plan_error(&error, request))?;
        let mut archive = Archive::open(&self.archive).map_err(archive_error)?;
        archive.add_tournament(&plan).map_err(|error| plan::plan_error(&error, request))?;
        files::replace(&file, text.as_bytes())
            .map_err(|error| ApiError::internal(format!("cannot save the plan: {error}")))?;
        self.launch(plan);
        Ok(request.name.clone())
    }

    /// Continues a tournament with the games that have not been played yet.
    pub fn start(&self, name: &str) -> Result<(), ApiError> {
        if self.running(name).is_some() {
            return Ok(());
        }
        let (plan, _) = self.find(name)?;
        let policy = SpecPolicy::server(self.processes);
        for player in &plan.players {
            let allowed = policy.check(&player.spec);
            allowed.map_err(|error| ApiError::rejected(format!("`{}` is not allowed here: {error}", player.name)))?;
        }
        self.launch(plan);
        Ok(())
    }

    /// Finishes running games and starts no more; a second call stops running games too.
    pub fn pause(&self, name: &str) {
        if let Some(run) = self.running(name) {
            run.job().pause();
        }
    }

    /// Stops everything. Finished games are already saved.
    pub fn close(&self) {
        let runs: Vec<Arc<TournamentRun>> = self.runs().values().cloned().collect();
        for run in runs {
            run.job().end();
        }
    }

    /// Everything that the page of a tournament shows.
    pub fn state(&self, name: &str) -> Result<TournamentState, ApiError> {
        let (plan, id) = self.find(name)?;
        let archive = self.archive()?;
        let run = self.runs().get(name).cloned();
        standings::state(&plan, &archive, id, run.as_deref()).map_err(archive_error)
    }

    /// A receiver that changes with the tournament; `None` if it has not run since the server started.
    pub fn watch(&self, name: &str) -> Option<watch::Receiver<u64>> {
        self.runs().get(name).map(|run| run.job().watch())
    }

    /// The archive, if there is one.
    pub fn archive_if_any(&self) -> Result<Option<Archive>, ApiError> {
        self.archive.exists().then(|| self.archive()).transpose()
    }

    /// Opens the archive for reading. Its integrity is checked once; from then on only SQLite changes it.
    fn archive(&self) -> Result<Archive, ApiError> {
        let archive = Archive::open_to_read(&self.archive).map_err(archive_error)?;
        if !self.checked.load(Ordering::Relaxed) {
            archive.check().map_err(archive_error)?;
            self.checked.store(true, Ordering::Relaxed);
        }
        Ok(archive)
    }

    /// The plan of a tournament and its ID in the archive.
    fn find(&self, name: &str) -> Result<(TournamentPlan, i64), ApiError> {
        let missing = || ApiError::not_found(format!("there is no tournament `{name}`"));
        if !self.archive.exists() {
            return Err(missing());
        }
        let archive = self.archive()?;
        let all = archive.tournaments().map_err(archive_error)?;
        let enrolled = all.into_iter().find(|enrolled| enrolled.name == name).ok_or_else(missing)?;
        if let Some(run) = self.runs().get(name) {
            return Ok((run.plan().clone(), enrolled.id));
        }
        let plan =
            TournamentPlan::parse(&self.folder.join(plan::file_name(name)), &enrolled.plan).map_err(|error| {
                ApiError::rejected(format!("this plan cannot be read here ({error}); use `plyground tournament`"))
            })?;
        Ok((plan, enrolled.id))
    }

    fn launch(&self, plan: TournamentPlan) {
        let name = plan.name.clone();
        self.runs().insert(name, TournamentRun::start(plan, &self.archive, self.jobs));
    }

    /// Whether games of this tournament are being played.
    pub fn is_running(&self, name: &str) -> bool {
        self.running(name).is_some()
    }

    fn running(&self, name: &str) -> Option<Arc<TournamentRun>> {
        self.runs().get(name).filter(|run| run.job().is_running()).cloned()
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<String, Arc<TournamentRun>>> {
        lock(&self.runs)
    }
}

/// A failing archive is the server's fault, not that of the request.
fn archive_error(error: ArenaError) -> ApiError {
    ApiError::internal(error)
}

#[cfg(test)]
mod tests;
