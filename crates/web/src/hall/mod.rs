//! Tournaments that are played inside the server, and those that lie in the archive. Plans made on a page are kept as files
//! beside the games, so that `plyground tournament` goes on with them too.

mod run;
mod table;
pub(crate) mod wish;

use crate::messages::{NewTournament, TournamentState, TournamentSummary};
use crate::refusal::Refusal;
use plyground_arena::archive::Enrolled;
use plyground_arena::tournament::Plan;
use plyground_arena::{Archive, ArenaError, Document, files};
use plyground_engine::SpecPolicy;
use run::Run;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// All tournaments of the server.
pub struct Hall {
    folder: PathBuf,
    archive: PathBuf,
    processes: bool,
    jobs: usize,
    runs: Mutex<HashMap<String, Arc<Run>>>,
    /// Whether the archive has been found whole since the server was started.
    checked: AtomicBool,
}

impl Hall {
    /// Tournaments of the archive in this data folder; so many games at a time.
    pub fn new(data: &Path, jobs: usize, processes: bool) -> Self {
        Hall {
            folder: data.join("web").join("tournaments"),
            archive: data.join("archive.sqlite"),
            processes,
            jobs,
            runs: Mutex::default(),
            checked: AtomicBool::default(),
        }
    }

    /// Every tournament there is, newest first.
    pub fn list(&self) -> Result<Vec<TournamentSummary>, Refusal> {
        if !self.archive.exists() {
            return Ok(Vec::new());
        }
        let all = self.archive()?.tournaments().map_err(fault)?;
        let summary = |enrolled: Enrolled| TournamentSummary {
            running: self.running(&enrolled.name).is_some(),
            name: enrolled.name,
            planned: enrolled.games,
            played: enrolled.finished,
        };
        Ok(all.into_iter().rev().map(summary).collect())
    }

    /// Enters a tournament and begins to play. Tells its name.
    pub fn create(&self, asked: &NewTournament) -> Result<String, Refusal> {
        let text = wish::plan_text(asked, self.processes)?;
        let file = self.folder.join(wish::file_name(&asked.name));
        let plan = Plan::parse(&file, &text).map_err(|error| wish::complaint(&error, asked))?;
        let mut archive = Archive::open(&self.archive).map_err(fault)?;
        archive.enrol(&plan).map_err(|error| wish::complaint(&error, asked))?;
        files::replace(&file, text.as_bytes())
            .map_err(|error| Refusal::fault(format!("cannot keep the plan: {error}")))?;
        self.begin(plan);
        Ok(asked.name.clone())
    }

    /// Plays what has not been played yet.
    pub fn start(&self, name: &str) -> Result<(), Refusal> {
        if self.running(name).is_some() {
            return Ok(());
        }
        let (plan, _) = self.find(name)?;
        let policy = SpecPolicy::server(self.processes);
        for player in &plan.players {
            let allowed = policy.check(&player.spec);
            allowed.map_err(|error| Refusal::new(format!("`{}` may not play here: {error}", player.name)))?;
        }
        self.begin(plan);
        Ok(())
    }

    /// Lets running games end and begins no more; a second time, stops them too.
    pub fn pause(&self, name: &str) {
        if let Some(run) = self.running(name) {
            run.job().pause();
        }
    }

    /// Stops everything; whatever has ended is safe.
    pub fn close(&self) {
        let runs: Vec<Arc<Run>> = self.runs().values().cloned().collect();
        for run in runs {
            run.job().end();
        }
    }

    /// Everything about a tournament.
    pub fn state(&self, name: &str) -> Result<TournamentState, Refusal> {
        let (plan, id) = self.find(name)?;
        let archive = self.archive()?;
        let run = self.runs().get(name).cloned();
        table::state(&plan, &archive, id, run.as_deref()).map_err(fault)
    }

    /// Tells whenever there is news of a tournament; `None` if it has not been played since the server began.
    pub fn watch(&self, name: &str) -> Option<watch::Receiver<u64>> {
        self.runs().get(name).map(|run| run.job().watch())
    }

    /// A finished game as a record.
    pub fn record(&self, name: &str, number: u64) -> Result<String, Refusal> {
        let (plan, id) = self.find(name)?;
        let archive = self.archive()?;
        let kept = archive.kept_game(id, number).map_err(fault)?;
        let kept = kept.ok_or_else(|| Refusal::missing("this game has not been finished"))?;
        let seated = table::seated(&plan, number);
        let players: Vec<String> = seated.iter().map(|player| plan.players[*player].spec.to_string()).collect();
        let document = Document {
            game: &kept.game,
            variant: kept.setup.variant.as_deref().unwrap_or_default(),
            map: kept.setup.map.as_ref(),
            start: &kept.record.start,
            players: &players,
            moves: &kept.moves().map_err(fault)?,
            payoffs: Some(kept.record.outcome.payoffs.as_slice()),
        };
        Ok(document.to_json().to_string())
    }

    /// The archive, to be read. That it is whole is checked once: from then on nobody but SQLite changes it.
    fn archive(&self) -> Result<Archive, Refusal> {
        let archive = Archive::open_to_read(&self.archive).map_err(fault)?;
        if !self.checked.load(Ordering::Relaxed) {
            archive.check().map_err(fault)?;
            self.checked.store(true, Ordering::Relaxed);
        }
        Ok(archive)
    }

    /// The plan of a tournament and its number in the archive.
    fn find(&self, name: &str) -> Result<(Plan, i64), Refusal> {
        let missing = || Refusal::missing(format!("there is no tournament `{name}`"));
        if !self.archive.exists() {
            return Err(missing());
        }
        let archive = self.archive()?;
        let all = archive.tournaments().map_err(fault)?;
        let enrolled = all.into_iter().find(|enrolled| enrolled.name == name).ok_or_else(missing)?;
        if let Some(run) = self.runs().get(name) {
            return Ok((run.plan().clone(), enrolled.id));
        }
        let plan = Plan::parse(&self.folder.join(wish::file_name(name)), &enrolled.plan).map_err(|error| {
            Refusal::new(format!("this plan cannot be read from here ({error}); use `plyground tournament`"))
        })?;
        Ok((plan, enrolled.id))
    }

    fn begin(&self, plan: Plan) {
        let name = plan.name.clone();
        self.runs().insert(name, Run::begin(plan, &self.archive, self.jobs));
    }

    /// Whether games of this tournament are being played.
    pub fn is_running(&self, name: &str) -> bool {
        self.running(name).is_some()
    }

    fn running(&self, name: &str) -> Option<Arc<Run>> {
        self.runs().get(name).filter(|run| run.job().is_running()).cloned()
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<String, Arc<Run>>> {
        // The list is whole at any time.
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An archive that cannot be read or written is nobody's mistake on a page.
fn fault(error: ArenaError) -> Refusal {
    Refusal::fault(error.to_string())
}

#[cfg(test)]
mod tests;
