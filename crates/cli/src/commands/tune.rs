//! `plyground tune`.

use super::matches::cores;
use crate::args::TuneArgs;
use crate::print::LiveLine;
use crate::{Answer, print, signal};
use anyhow::{Context, Result, bail};
use plyground_arena::files;
use plyground_arena::tuning::{TunePlan, TuneReport, TunedParameter, tune};
use plyground_core::Setup;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Plays what is missing, then reports.
pub fn run(args: &TuneArgs) -> Result<Answer> {
    let plan = TunePlan::load(&args.plan)?;
    let folder = args.dir.clone().unwrap_or_else(|| {
        let stem = args.plan.file_stem().unwrap_or_default().to_string_lossy();
        args.plan.with_file_name(format!("{stem}-tune"))
    });
    let runs = match args.run {
        Some(run) if run > plan.runs => bail!("the plan has {} runs, so there is no run {run}", plan.runs),
        Some(run) => run - 1..run,
        None => 0..plan.runs,
    };
    let mut complete = true;
    if !args.report {
        let interrupt = signal::interrupt(signal::GAMES);
        let jobs = args.jobs.map_or_else(cores, usize::from);
        for run in runs {
            let mut line = LiveLine::default();
            let (begun, mut first) = (Instant::now(), None);
            let played = tune(&plan, &folder, run, jobs, &interrupt, &mut |now| {
                let before = *first.get_or_insert(now.finished - 1);
                line.show(|| {
                    let pace = begun.elapsed().as_secs_f64() / (now.finished - before) as f64;
                    let left = pace * (plan.iterations - now.finished) as f64;
                    let values: Vec<String> =
                        plan.parameters.iter().zip(now.values).map(|(p, v)| format!("{} {v:.3}", p.name)).collect();
                    let (run, all) = (run + 1, plan.iterations);
                    format!("run {run}: {} of {all} iterations, {}, {left:.0} s left", now.finished, values.join(", "))
                });
            });
            line.wipe();
            complete &= played?;
            if interrupt.is_pressed() {
                break;
            }
        }
    }
    let report = TuneReport::read(&plan, &folder)?;
    let svg = folder.join("report.svg");
    files::replace(&svg, report.svg(&plan).as_bytes()).with_context(|| format!("cannot write {}", svg.display()))?;
    let document = as_json(&plan, &report);
    let file = folder.join("report.json");
    files::replace(&file, format!("{document}\n").as_bytes())
        .with_context(|| format!("cannot write {}", file.display()))?;
    if args.json {
        print::json(&document)?
    } else {
        print::text(&as_text(&plan, &report, &svg))?
    }
    if !complete {
        print::note("stopped before the end; the same command goes on");
    }
    Ok(if complete { Answer::Yes } else { Answer::Unfinished })
}

fn as_json(plan: &TunePlan, report: &TuneReport) -> Value {
    let parameter = |parameter: &TunedParameter| {
        json!({
            "name": parameter.name,
            "first": parameter.first,
            "value": parameter.value,
            "ci95": parameter.interval.map(|ends| [ends.low, ends.high]),
            "last": parameter.last,
            "averages": parameter.averages,
        })
    };
    json!({
        "tuning": plan.name,
        "game": plan.game,
        "seed": plan.seed,
        "fingerprint": format!("{:016x}", plan.fingerprint),
        "iterations": plan.iterations,
        "pairs": plan.pairs,
        "runs": plan.runs,
        "finished": report.finished,
        "complete": report.is_complete(plan),
        "games": report.games,
        "parameters": report.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "spec": report.spec,
        "schema": "plyground-tune-1",
    })
}

fn as_text(plan: &TunePlan, report: &TuneReport, svg: &Path) -> String {
    let finished: u64 = report.finished.iter().sum();
    let all = plan.iterations * plan.runs;
    let mut rows = vec![["parameter", "from", "to", "95 % of runs", "last values"].map(String::from).to_vec()];
    for parameter in &report.parameters {
        let interval =
            parameter.interval.map_or("–".to_string(), |ends| format!("{:.4} to {:.4}", ends.low, ends.high));
        let last: Vec<String> = parameter.last.iter().map(|value| format!("{value:.4}")).collect();
        rows.push(vec![
            parameter.name.clone(),
            format!("{}", parameter.first),
            format!("{:.4}", parameter.value),
            interval,
            last.join(", "),
        ]);
    }
    let first = plan.spec_with(&plan.first_values());
    let boards = if plan.boards.len() > 1 { ", on each of the boards (this is the first)" } else { "" };
    format!(
        "{}: {finished} of {all} iterations, {} games\n\n{}\ntuned player: {}\npaths: {}\ncheck it with games that were not used for tuning{boards}:\n  \
         plyground match {}{} --openings {} --player '{}' --player '{first}' --games 2000 --seed {}\n",
        plan.name,
        report.games,
        print::columns(&rows),
        report.spec,
        svg.display(),
        plan.game,
        plan.boards.first().map_or_else(String::new, board_words),
        plan.openings,
        report.spec,
        plan.seed.wrapping_add(1_000_000),
    )
}

/// A board as words of a command line.
fn board_words(board: &Setup) -> String {
    let map = board.map.as_ref().map(|map| format!(" --map {}", map.name));
    let variant = board.variant.as_ref().map(|variant| format!(" --variant '{variant}'"));
    [variant, map].into_iter().flatten().collect()
}
