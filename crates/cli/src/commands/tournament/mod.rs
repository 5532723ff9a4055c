//! `plyground tournament`.

mod document;
mod export;
mod new_plan;

use super::matches::cores;
use crate::args::{
    ArchiveArgs, MergeArgs, MissingArgs, PlanArgs, ReportArgs, ReportForm, RunArgs, SchedulerName, ScriptArgs,
    TournamentCommand,
};
use crate::print::LiveLine;
use crate::{Answer, print, signal};
use anyhow::{Context, Result, anyhow, bail};
use plyground_arena::tournament::{
    self, EventOpenings, Scheduler, ShardSink, Standings, TournamentPlan, TournamentProgress,
};
use plyground_arena::{Archive, GameNumbers, Shard, report};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long `plan` may play for its estimate.
const ESTIMATE: Duration = Duration::from_secs(3);
/// Lines of the schedule that fit a screen or two.
const SHOWN_PAIRINGS: usize = 60;

/// Does what was asked.
pub fn run(command: &TournamentCommand) -> Result<Answer> {
    match command {
        TournamentCommand::New(args) => new_plan::run(args),
        TournamentCommand::Plan(args) => plan(args),
        TournamentCommand::Run(args) => match &args.shard {
            Some(text) => run_shard(args, text),
            None => run_all(args),
        },
        TournamentCommand::Missing(args) => missing(args),
        TournamentCommand::Merge(args) => merge(args),
        TournamentCommand::Report(args) => report_on(args),
        TournamentCommand::Export(args) => export::run(args),
        TournamentCommand::Script(args) => script(args),
    }
}

/// Where the archive is.
fn archive_path(args: &ArchiveArgs) -> Result<PathBuf> {
    if let Some(file) = &args.archive {
        return Ok(file.clone());
    }
    let folder = crate::data::folder(args.data.as_deref())?;
    Ok(folder.join("archive.sqlite"))
}

/// The folder of a plan's shards.
fn shard_folder(plan: &Path, dir: Option<&PathBuf>) -> PathBuf {
    dir.cloned().unwrap_or_else(|| {
        let stem = plan.file_stem().unwrap_or_default().to_string_lossy();
        plan.with_file_name(format!("{stem}-shards"))
    })
}

fn plan(args: &PlanArgs) -> Result<Answer> {
    let plan = TournamentPlan::load(&args.plan)?;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let estimate = if args.no_estimate { None } else { tournament::estimate(&plan, jobs, ESTIMATE)? };
    if args.json {
        print::json(&document::plan(&plan, jobs, estimate))?;
        return Ok(Answer::Yes);
    }
    let mut text = format!("{}: {} games, {} players\n\n", plan.name, plan.games(), plan.players.len());
    let mut rows = vec![["event", "openings", "at a table", "pairings", "games"].map(String::from).to_vec()];
    for (number, event) in plan.events.iter().enumerate() {
        let pairings = plan.pairings.iter().filter(|pairing| pairing.event == number);
        rows.push(vec![
            event.label.clone(),
            match &event.openings {
                EventOpenings::Drawn(rule) => format!("{} of {rule}", event.repeats),
                EventOpenings::Listed(list) => format!("{} x {} listed", event.repeats, list.len()),
            },
            event.lineup.players.to_string(),
            if plan.has_rounds() { plan.rounds().iter().sum() } else { pairings.clone().count() }.to_string(),
            if plan.has_rounds() { plan.games() } else { pairings.map(|pairing| pairing.games()).sum() }.to_string(),
        ]);
    }
    text.push_str(&print::columns(&rows));
    text.push_str(&schedule_text(&plan, args.all));
    if !args.no_estimate {
        let words =
            estimate.map_or("longer than a few test games could tell".to_string(), |time| rough(time.as_secs_f64()));
        let _ = writeln!(text, "\nabout {words} with {jobs} games at a time on this machine");
    }
    print::text(&text)?;
    Ok(Answer::Yes)
}

/// Who meets whom in which games.
fn schedule_text(plan: &TournamentPlan, all: bool) -> String {
    let mut rows = vec![["games", "event", "players"].map(String::from).to_vec()];
    if plan.has_rounds() {
        rows[0].insert(1, "round".to_string());
    }
    let shown = if all { plan.pairings.len() } else { plan.pairings.len().min(SHOWN_PAIRINGS) };
    for (number, pairing) in plan.pairings[..shown].iter().enumerate() {
        let names: Vec<&str> = pairing.players.iter().map(|player| plan.players[*player].name.as_str()).collect();
        let games = format!("{}–{}", pairing.first + 1, pairing.first + pairing.games());
        let mut row = vec![games, plan.events[pairing.event].label.clone(), names.join(" – ")];
        if let Some(round) = plan.round_of(number) {
            row.insert(1, round.to_string());
        }
        rows.push(row);
    }
    let mut text = format!("\n{}", print::columns(&rows));
    if shown < plan.pairings.len() {
        let _ = writeln!(text, "and {} more pairings; --all prints them", plan.pairings.len() - shown);
    }
    if plan.has_rounds() {
        let sizes: Vec<String> = plan.rounds().iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "pairings per round: {}; later rounds are drawn from results", sizes.join(", "));
    }
    if let Some(test) = plan.sprt {
        let (elo0, elo1, model) = (test.elo0, test.elo1, test.model.name());
        let _ = writeln!(text, "a pairing ends early when its SPRT of {elo0} against {elo1} Elo ({model}) is decided");
    }
    text
}

/// A time that nobody should set a watch by.
fn rough(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

fn run_all(args: &RunArgs) -> Result<Answer> {
    let plan = TournamentPlan::load(&args.plan)?;
    let mut archive = Archive::open(&archive_path(&args.archive)?)?;
    archive.check()?;
    let id = archive.add_tournament(&plan)?;
    let there = plan.games() - archive.missing(id, plan.games())?.len();
    if 0 < there && there < plan.games() {
        print::note(&format!("{there} of {} games are there already", plan.games()));
    }
    let interrupt = signal::interrupt(signal::GAMES);
    let mut live = TournamentLine::new(&plan);
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let complete = tournament::run(&plan, &mut archive, id, jobs, &interrupt, &mut |now| live.show(&now));
    live.wipe();
    let complete = complete?;
    if !complete {
        let open = plan.games() - Standings::compute(&plan, &archive, id)?.played;
        print::note(&format!(
            "stopped with {open} of {} games to play; go on with\n  {}",
            plan.games(),
            this_command()
        ));
        return Ok(Answer::Unfinished);
    }
    show(&plan, &archive, id, args.json)
}

fn show(plan: &TournamentPlan, archive: &Archive, id: i64, json: bool) -> Result<Answer> {
    let standings = Standings::compute(plan, archive, id)?;
    if json {
        print::json(&document::standings(&standings, false))?;
    } else {
        print::text(&report::text(&standings, false))?;
    }
    Ok(Answer::Yes)
}

/// Plays with progress on a terminal; true when all games are finished.
fn play(
    plan: &TournamentPlan,
    wanted: &GameNumbers,
    jobs: Option<u16>,
    sink: &mut dyn tournament::GameSink,
) -> Result<bool> {
    let interrupt = signal::interrupt(signal::GAMES);
    let mut live = TournamentLine::new(plan);
    let jobs = jobs.map_or_else(cores, usize::from);
    let complete = tournament::play(plan, wanted, jobs, &interrupt, sink, &mut |now| live.show(&now));
    live.wipe();
    Ok(complete?)
}

/// The progress of a tournament, on a terminal.
struct TournamentLine<'a> {
    plan: &'a TournamentPlan,
    line: LiveLine,
    begun: Instant,
}

impl<'a> TournamentLine<'a> {
    fn new(plan: &'a TournamentPlan) -> Self {
        TournamentLine { plan, line: LiveLine::default(), begun: Instant::now() }
    }

    fn show(&mut self, now: &TournamentProgress<'_>) {
        let (plan, seconds) = (self.plan, self.begun.elapsed().as_secs_f64());
        self.line.show(|| {
            let left = seconds * (now.wanted as f64 / now.finished as f64 - 1.0);
            let names: Vec<&str> =
                now.pairing.players.iter().map(|player| plan.players[*player].name.as_str()).collect();
            let (event, names) = (&now.event.label, names.join(" - "));
            let speed = now.finished as f64 / seconds.max(1e-3) * 60.0;
            let (finished, wanted) = (now.finished, now.wanted);
            format!("{finished} of {wanted} games, {event}: {names}, {speed:.0} a minute, {} to go", rough(left))
        });
    }

    fn wipe(&mut self) {
        self.line.wipe();
    }
}

/// Refuses to divide what cannot be divided.
fn check_divisible(plan: &TournamentPlan) -> Result<()> {
    if plan.has_rounds() {
        bail!(
            "a {} tournament draws each round from the results of the last one, so it cannot be divided into shards; \
             `tournament run` plays it, with --jobs games at a time",
            document::format_name(plan)
        );
    }
    Ok(())
}

/// What was typed, for typing it again.
fn this_command() -> String {
    let words = std::env::args().map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "/.-_+:=,".contains(c);
        if word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn run_shard(args: &RunArgs, text: &str) -> Result<Answer> {
    let shard = Shard::parse(text, |name| std::env::var(name).ok()).context("--shard")?;
    let plan = TournamentPlan::load(&args.plan)?;
    check_divisible(&plan)?;
    let folder = shard_folder(&args.plan, args.dir.as_ref());
    if tournament::is_finished(shard, &plan, &folder) {
        print::note(&format!("{} is finished already", tournament::shard_path(shard, &folder).display()));
        return Ok(Answer::Yes);
    }
    let wanted = GameNumbers::from(shard.range(plan.games()));
    let mut sink = ShardSink::new(&plan, shard, &folder);
    if !play(&plan, &wanted, args.jobs, &mut sink)? {
        print::note(&format!("shard {shard} was stopped before its end; go on with\n  {}", this_command()));
        return Ok(Answer::Unfinished);
    }
    let path = sink.finish()?;
    print::note(&format!("{} games in {}", wanted.len(), path.display()));
    Ok(Answer::Yes)
}

fn missing(args: &MissingArgs) -> Result<Answer> {
    let plan = TournamentPlan::load(&args.plan)?;
    check_divisible(&plan)?;
    let open = tournament::missing(&plan, &shard_folder(&args.plan, args.dir.as_ref()), args.shards)?;
    if !open.is_empty() {
        print::text(&format!("{open}\n"))?;
    }
    Ok(Answer::Yes)
}

fn merge(args: &MergeArgs) -> Result<Answer> {
    let plan = TournamentPlan::load(&args.plan)?;
    check_divisible(&plan)?;
    let mut archive = Archive::open(&archive_path(&args.archive)?)?;
    archive.check()?;
    tournament::merge(&plan, &shard_folder(&args.plan, args.dir.as_ref()), &mut archive)?;
    let id = archive.add_tournament(&plan)?;
    show(&plan, &archive, id, args.json)
}

/// The tournament of a plan in an archive that must hold it.
fn look_up(plan: &Path, archive: &ArchiveArgs) -> Result<(TournamentPlan, Archive, i64)> {
    let plan = TournamentPlan::load(plan)?;
    let archive = Archive::open_to_read(&archive_path(archive)?)?;
    archive.check()?;
    let id = archive.find_plan(&plan)?;
    let id = id.ok_or_else(|| anyhow!("{} holds no tournament `{}`", archive.path().display(), plan.name))?;
    Ok((plan, archive, id))
}

fn report_on(args: &ReportArgs) -> Result<Answer> {
    let (plan, archive, id) = look_up(&args.plan, &args.archive)?;
    let standings = Standings::compute(&plan, &archive, id)?;
    let text = match args.format {
        _ if args.json => format!("{}\n", document::standings(&standings, args.times)),
        ReportForm::Json => format!("{}\n", document::standings(&standings, args.times)),
        ReportForm::Text => report::text(&standings, args.times),
        ReportForm::Markdown => report::markdown(&standings, args.times),
        ReportForm::Csv => report::csv(&standings),
        ReportForm::Html => report::html(&standings, args.times),
    };
    match &args.out {
        Some(path) => std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?,
        None => print::text(&text)?,
    }
    Ok(Answer::Yes)
}

fn script(args: &ScriptArgs) -> Result<Answer> {
    let plan = TournamentPlan::load(&args.plan)?;
    check_divisible(&plan)?;
    let scheduler = match args.scheduler {
        SchedulerName::Slurm => Scheduler::Slurm,
        SchedulerName::Hq => Scheduler::HyperQueue,
        SchedulerName::Parallel => Scheduler::Parallel,
    };
    let folder = shard_folder(&args.plan, args.dir.as_ref()).display().to_string();
    let program = std::env::args().next().unwrap_or_else(|| "plyground".to_string());
    print::text(&tournament::script(scheduler, &plan, args.shards, &folder, &program))?;
    Ok(Answer::Yes)
}
