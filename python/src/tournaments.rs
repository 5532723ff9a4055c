//! Tournaments from plans, archives of games, and studies of the lab, as plain documents.

use crate::errors::Failure;
use crate::matches::cores;
use crate::supervise::{Monitor, PendingError, supervise};
use plyground_arena::tournament::{self, EventStandings, ExportedGame, StandingRow, Standings, TournamentPlan};
use plyground_arena::{Archive, ArenaError, Termination};
use plyground_core::MapText;
use plyground_lab::{RunOutcome, Size, StudyOptions, StudyRunner};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Plays a tournament into an archive, going on where an earlier run stopped; its standings.
#[pyfunction]
#[pyo3(signature = (plan_file, plan_text, archive, *, jobs=None, progress=None))]
pub fn run_tournament<'py>(
    py: Python<'py>,
    plan_file: PathBuf,
    plan_text: Option<&str>,
    archive: PathBuf,
    jobs: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if jobs == Some(0) {
        return Err(PyValueError::new_err("jobs: at least 1 is expected"));
    }
    let standings = supervise(py, progress, &PendingError::default(), |monitor| {
        let plan = match plan_text {
            Some(text) => TournamentPlan::parse(&plan_file, text)?,
            None => TournamentPlan::load(&plan_file)?,
        };
        play(&plan, &archive, jobs.unwrap_or_else(cores), monitor)
    })?;
    crate::document::to_python(py, &standings)
}

fn play(plan: &TournamentPlan, archive: &Path, jobs: usize, monitor: &Monitor) -> Result<Value, Failure> {
    let mut archive = Archive::open(archive)?;
    archive.check()?;
    let id = archive.add_tournament(plan)?;
    let complete = tournament::run(plan, &mut archive, id, jobs, &monitor.interrupt, &mut |now| {
        monitor.tell(json!({"done": now.finished, "of": now.wanted, "text": now.event.label}));
    })?;
    let standings = Standings::compute(plan, &archive, id)?;
    let mut document = standings_document(&standings);
    document["interrupted"] = json!(!complete);
    Ok(document)
}

/// A tournament of an archive with its plan.
fn look_up(archive: &Path, name: Option<&str>) -> Result<(Archive, TournamentPlan, i64), Failure> {
    let opened = Archive::open_to_read(archive)?;
    opened.check()?;
    let found = opened.tournament(name)?;
    let plan = TournamentPlan::parse(archive, &found.plan)?;
    Ok((opened, plan, found.id))
}

/// The tournaments of an archive.
#[pyfunction]
pub fn archive_tournaments(py: Python<'_>, archive: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let read = || -> Result<Value, Failure> {
        let archive = Archive::open_to_read(&archive)?;
        archive.check()?;
        let list = archive.tournaments()?;
        Ok(list
            .iter()
            .map(|found| json!({"name": found.name, "plan": found.plan, "games": found.games, "finished": found.finished}))
            .collect())
    };
    crate::document::to_python(py, &py.detach(read)?)
}

/// The standings of a tournament in an archive.
#[pyfunction]
#[pyo3(signature = (archive, name=None))]
pub fn archive_standings<'py>(py: Python<'py>, archive: PathBuf, name: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let read = || -> Result<Value, Failure> {
        let (archive, plan, id) = look_up(&archive, name)?;
        Ok(standings_document(&Standings::compute(&plan, &archive, id)?))
    };
    crate::document::to_python(py, &py.detach(read)?)
}

/// The games of a tournament in an archive, from a first number up to, without, a last one.
#[pyfunction]
#[pyo3(signature = (archive, name=None, first=0, last=None))]
pub fn archive_games<'py>(
    py: Python<'py>,
    archive: PathBuf,
    name: Option<&str>,
    first: u64,
    last: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let read = || -> Result<Value, Failure> {
        let (archive, plan, id) = look_up(&archive, name)?;
        let mut games = Vec::new();
        let numbers = first..last.unwrap_or(plan.games()).min(plan.games());
        tournament::export(&plan, &archive, id, numbers, &mut |game: ExportedGame<'_>| -> Result<(), ArenaError> {
            games.push(game_document(&plan, &game));
            Ok(())
        })?;
        Ok(Value::Array(games))
    };
    crate::document::to_python(py, &py.detach(read)?)
}

fn game_document(plan: &TournamentPlan, game: &ExportedGame<'_>) -> Value {
    let outcome = &game.record.outcome;
    let players: Vec<&str> = game.seated.iter().map(|player| plan.players[*player].name.as_str()).collect();
    json!({
        "number": game.record.number,
        "event": game.event.label,
        "game": game.event.game,
        "variant": game.variant,
        "players": players,
        "start": game.record.start,
        "moves": game.moves,
        "payoffs": outcome.payoffs.as_slice(),
        "turns": outcome.turns,
        "termination": outcome.termination.name(),
        "seed": game.record.seed,
    })
}

fn standings_document(standings: &Standings) -> Value {
    let players = standings.players.iter().map(|(name, spec)| json!({"name": name, "spec": spec}));
    json!({
        "name": standings.name,
        "planned": standings.planned,
        "played": standings.played,
        "players": players.collect::<Vec<_>>(),
        "events": standings.events.iter().map(event_document).collect::<Vec<_>>(),
        "overall": standings.overall.as_ref().map(event_document),
        "interrupted": standings.played < standings.planned,
    })
}

fn event_document(event: &EventStandings) -> Value {
    json!({
        "label": event.label,
        "planned": event.planned,
        "played": event.played,
        "seat_scores": event.seat_scores,
        "rows": event.rows.iter().map(|row| row_document(event, row)).collect::<Vec<_>>(),
    })
}

fn row_document(event: &EventStandings, row: &StandingRow) -> Value {
    let interval = row.tally.units.interval();
    let against: Map<String, Value> = (event.rows.iter())
        .filter_map(|other| Some((other.name.clone(), json!(event.against(row.player, other.player)?.score()))))
        .collect();
    let ended = Termination::ALL.into_iter().filter(|kind| row.tally.ended(*kind) > 0);
    let ended: Map<String, Value> = ended.map(|kind| (kind.name().into(), row.tally.ended(kind).into())).collect();
    json!({
        "name": row.name,
        "games": row.tally.units.games(),
        "wins": row.tally.wins,
        "draws": row.tally.draws,
        "losses": row.tally.losses,
        "points": row.tally.units.points(),
        "score": row.tally.units.score(),
        "ci95": [interval.low, interval.high],
        "elo": row.elo,
        "rating": row.rating.map(|(rating, _)| rating),
        "moves": row.tally.effort.moves,
        "nodes": row.tally.effort.nodes,
        "seconds": row.tally.effort.time.as_secs_f64(),
        "placements": row.places,
        "terminations": ended,
        "against": against,
    })
}

/// The studies of the lab.
#[pyfunction]
pub fn study_infos(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let facts = plyground_lab::all().iter().map(|study| study.facts());
    let studies = facts.map(|facts| {
        json!({
            "name": facts.name,
            "question": facts.question,
            "source": facts.source,
            "timed": facts.timed,
            "takes_games": facts.takes_games,
            "takes_maps": facts.takes_maps,
            "takes_player": facts.takes_player,
        })
    });
    crate::document::to_python(py, &studies.collect())
}

/// Runs a study in a folder, going on where an earlier run stopped: the files that it wrote, and its findings.
#[pyfunction]
#[pyo3(signature = (name, folder, *, quick=false, games=None, maps=Vec::new(), player=None, seed=1, threads=None, progress=None))]
#[allow(clippy::too_many_arguments)] // the keywords of Python
pub fn run_study<'py>(
    py: Python<'py>,
    name: &str,
    folder: PathBuf,
    quick: bool,
    games: Option<u64>,
    maps: Vec<String>,
    player: Option<String>,
    seed: u64,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let study = plyground_lab::find(name).map_err(Failure::from)?;
    let texts: Vec<MapText> =
        maps.iter().map(|map| crate::game::find_map("reversixt", map)).collect::<Result<_, Failure>>()?;
    let options = StudyOptions {
        size: if quick { Size::Quick } else { Size::Full },
        games,
        maps: texts,
        map_words: maps,
        player,
        seed,
    };
    let runner =
        StudyRunner { study, options, out: folder, threads: threads.unwrap_or_else(cores).max(1), shard: None };
    let result = supervise(py, progress, &PendingError::default(), |monitor| {
        let outcome = runner.run(&monitor.interrupt, |now| {
            monitor.tell(json!({"done": now.done, "of": now.of, "text": now.cell}));
        })?;
        match outcome {
            RunOutcome::Reported(written) => {
                let findings = written.findings.iter().map(|finding| {
                    let verdict = finding.verdict.to_string();
                    json!({"claim": finding.claim, "verdict": verdict, "figures": finding.figures})
                });
                Ok(json!({
                    "name": name,
                    "report": written.html,
                    "files": written.files,
                    "findings": findings.collect::<Vec<_>>(),
                }))
            }
            RunOutcome::ShardComplete { .. } | RunOutcome::Interrupted { .. } => Err(Failure::Interrupted),
        }
    })?;
    crate::document::to_python(py, &result)
}
