//! `plyground einstein train`.

use super::time_left;
use crate::args::TrainArgs;
use crate::print::LiveLine;
use crate::{Answer, print, signal};
use anyhow::{Context, Result, bail};
use plyground_training::{TrainingPlan, train};
use serde_json::json;
use std::time::Instant;

/// What the net in the program was trained with.
pub const DEFAULT_GAMES: u64 = 1_000_000;

/// Trains a net and writes it.
pub fn run(args: &TrainArgs) -> Result<Answer> {
    if !args.hidden.is_multiple_of(8) {
        bail!("--hidden {}: hidden units come in multiples of 8", args.hidden);
    }
    let note = format!("plyground einstein train --games {} --seed {} --hidden {}", args.games, args.seed, args.hidden);
    let plan = TrainingPlan { games: args.games, hidden: usize::from(args.hidden), seed: args.seed, note };
    // Fail now rather than after a quarter of an hour if the file cannot be written.
    let part = args.out.with_extension("part");
    std::fs::File::create(&part).with_context(|| unwritable(args))?;
    let interrupt = signal::interrupt(signal::WORK);
    let mut live = LiveLine::default();
    let begun = Instant::now();
    let mut last = None;
    let net = train(&plan, |progress| {
        live.show(|| {
            let left = time_left(begun, progress.games as f64, plan.games as f64);
            format!("{} of {} games, error {:.4}{left}", progress.games, plan.games, progress.error)
        });
        last = Some(progress);
        !interrupt.is_pressed()
    });
    live.wipe();
    let (Some(net), Some(last)) = (net, last) else {
        let _ = std::fs::remove_file(&part); // nothing is in it
        print::note("stopped; nothing was written");
        return Ok(Answer::Unfinished);
    };
    let bytes = net.to_bytes();
    std::fs::write(&part, &bytes).and_then(|()| std::fs::rename(&part, &args.out)).with_context(|| unwritable(args))?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        print::json(&json!({
            "games": last.games, "positions": last.positions, "error": last.error, "hidden": plan.hidden,
            "seed": plan.seed, "bytes": bytes.len(), "seconds": seconds, "command": plan.note,
            "schema": "plyground-train-1",
        }))?;
    } else {
        print::text(&format!(
            "{} games, {} positions, last error {:.5}; {} bytes in {}, {seconds:.0} s\n",
            last.games,
            last.positions,
            last.error,
            bytes.len(),
            args.out.display()
        ))?;
    }
    Ok(Answer::Yes)
}

fn unwritable(args: &TrainArgs) -> String {
    format!("cannot write {}", args.out.display())
}
