//! `plyground einstein calibration` and `plyground einstein nearness`.

use super::time_left;
use crate::args::{CalibrationArgs, NearnessArgs};
use crate::print::LiveLine;
use crate::{Answer, data, print, signal};
use anyhow::{Context, Result, bail};
use plyground_arena::Interrupt;
use plyground_endgame::{LARGEST, Library, shared};
use plyground_engine::Spec;
use plyground_training::{AccuracyReport, AccuracyTest, Calibration};
use serde_json::json;
use std::time::Instant;

/// The databases, if they cover this many stones.
fn library(stones: usize) -> Result<&'static Library> {
    let library = shared();
    if library.stones() < stones {
        bail!(
            "there are databases of up to {} stones here; `plyground einstein endgame build --stones {}` makes more, or \
             ask with --stones {}",
            library.stones(),
            stones.max(5),
            library.stones()
        );
    }
    Ok(library)
}

/// Draws a reliability plot.
pub fn calibration(args: &CalibrationArgs) -> Result<Answer> {
    data::offer_endgames(args.data.data.as_deref());
    let stones = args.stones.map_or_else(|| shared().stones(), usize::from);
    let found = Calibration::measure(library(stones)?, stones, args.positions as usize, args.seed);
    if let Some(out) = &args.out {
        let title = format!("Learned evaluation against exact values, 2 to {stones} stones");
        std::fs::write(out, found.svg(&title)).with_context(|| format!("cannot write {}", out.display()))?;
    }
    if args.json {
        let bins = found.bins.iter().map(
            |bin| json!({"positions": bin.count, "predicted": bin.predicted, "exact": bin.exact, "error": bin.error}),
        );
        print::json(&json!({
            "positions": found.count, "stones": stones, "seed": args.seed, "mean_error": found.mean_error,
            "error": found.error, "miscalibration": found.miscalibration, "bins": bins.collect::<Vec<_>>(),
            "schema": "plyground-calibration-1",
        }))?;
        return Ok(Answer::Yes);
    }
    let mut rows = vec![["positions", "predicted", "exact", "error"].map(String::from).to_vec()];
    rows.extend(found.bins.iter().map(|bin| {
        let number = |value: f64| format!("{value:.4}");
        vec![bin.count.to_string(), number(bin.predicted), number(bin.exact), number(bin.error)]
    }));
    print::text(&format!(
        "{}\n{} positions of 2 to {stones} stones: single predictions are off by {:.4} on average (root mean square \
         {:.4}), bins by {:.4}\n",
        print::columns(&rows),
        found.count,
        found.mean_error,
        found.error,
        found.miscalibration
    ))?;
    Ok(Answer::Yes)
}

/// The positions and what their moves are worth; `None` when interrupted.
fn test(args: &NearnessArgs, interrupt: &Interrupt) -> Result<Option<AccuracyTest>> {
    let (stones, positions) = (usize::from(args.least)..=usize::from(args.stones), args.positions as usize);
    let Some(reference) = &args.reference else {
        if *stones.end() > LARGEST {
            bail!(
                "databases have up to {LARGEST} stones; --reference \"best(depth=7)\" measures with a search instead"
            );
        }
        return Ok(Some(AccuracyTest::exact(library(*stones.end())?, stones, positions, args.seed)));
    };
    let (mut live, begun) = (LiveLine::default(), Instant::now());
    let test = AccuracyTest::by_reference(&reference.parse()?, stones, positions, args.seed, |found| {
        live.show(|| {
            let left = time_left(begun, found as f64, positions as f64);
            format!("{reference}: the moves of {found} of {positions} positions{left}")
        });
        !interrupt.is_pressed()
    });
    live.wipe();
    Ok(test?)
}

/// Measures the win probability that players lose per move.
pub fn nearness(args: &NearnessArgs) -> Result<Answer> {
    data::offer_endgames(args.data.data.as_deref());
    let specs: Vec<Spec> = args.players.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    if args.least > args.stones {
        bail!("--least {} is more than --stones {}, the most stones of a position", args.least, args.stones);
    }
    let interrupt = signal::interrupt(signal::WORK);
    let Some(test) = test(args, &interrupt)? else { return Ok(Answer::Unfinished) };
    let mut reports = Vec::new();
    for spec in &specs {
        let mut live = LiveLine::default();
        let begun = Instant::now();
        let report = test.run(spec, args.limits.limits(), args.seed, |answered| {
            live.show(|| {
                let left = time_left(begun, answered as f64, test.len() as f64);
                format!("{spec}: {answered} of {} positions{left}", test.len())
            });
            !interrupt.is_pressed()
        });
        live.wipe();
        reports.extend(report?);
    }
    if args.json {
        let players = reports.iter().map(|report| {
            json!({
                "spec": report.spec, "moves": report.moves, "lost": report.lost, "standard_error": report.error,
                "worst": report.worst, "perfect": report.perfect, "seconds_per_move": report.time.as_secs_f64(),
            })
        });
        print::json(&json!({
            "positions": test.len(), "stones": [args.least, args.stones], "reference": args.reference, "seed": args.seed,
            "players": players.collect::<Vec<_>>(), "schema": "plyground-nearness-1",
        }))?;
    } else {
        let stones = if args.least == args.stones {
            args.stones.to_string()
        } else {
            format!("{} to {}", args.least, args.stones)
        };
        let seen_by = args.reference.as_ref().map_or(String::new(), |spec| format!(", as {spec} sees them"));
        let title = format!(
            "{} positions of {stones} stones with a choice; points of win probability lost per move{seen_by}\n\n",
            test.len()
        );
        print::text(&(title + &table(&reports)))?;
    }
    Ok(if reports.len() == specs.len() { Answer::Yes } else { Answer::Unfinished })
}

fn table(reports: &[AccuracyReport]) -> String {
    let mut rows = vec![["player", "lost", "±", "worst", "perfect", "ms/move"].map(String::from).to_vec()];
    rows.extend(reports.iter().map(|report| {
        let points = |share: f64| format!("{:.3}", 100.0 * share);
        vec![
            report.spec.clone(),
            points(report.lost),
            points(1.96 * report.error),
            points(report.worst),
            format!("{:.1} %", 100.0 * report.perfect),
            format!("{:.3}", 1e3 * report.time.as_secs_f64()),
        ]
    }));
    print::columns(&rows)
}
