//! `plyground reversixt train`.

use crate::args::DiscTrainArgs;
use crate::commands::matches::cores;
use crate::print::LiveLine;
use crate::{Answer, print, signal};
use anyhow::{Context, Result};
use plyground_engine::othello::training::{TrainingPlan, TrainingProgress, train};
use serde_json::json;
use std::time::Instant;

/// Trains the weights of the Othello solver and writes them.
pub fn run(args: &DiscTrainArgs) -> Result<Answer> {
    let plan = TrainingPlan {
        seed: args.seed,
        games: args.games as usize,
        generations: usize::from(args.generations),
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let (games, generations, seed) = (args.games, args.generations, args.seed);
    let command = format!("plyground reversixt train --games {games} --generations {generations} --seed {seed}");
    // Fail now rather than after a quarter of an hour if the file cannot be written.
    let unwritable = || format!("cannot write {}", args.out.display());
    let part = args.out.with_extension("part");
    std::fs::File::create(&part).with_context(unwritable)?;
    let interrupt = signal::interrupt(signal::WORK);
    let mut live = LiveLine::default();
    let begun = Instant::now();
    let mut last = TrainingProgress::default();
    let weights = train(&plan, &mut |progress| {
        live.show(|| format!("{} of {} games", progress.games, plan.all_games()));
        last = *progress;
        !interrupt.is_pressed()
    });
    live.wipe();
    let Some(weights) = weights else {
        let _ = std::fs::remove_file(&part); // nothing is in it
        print::note("stopped; nothing was written");
        return Ok(Answer::Unfinished);
    };
    let bytes = weights.to_bytes(&command);
    std::fs::write(&part, &bytes).and_then(|()| std::fs::rename(&part, &args.out)).with_context(unwritable)?;
    let seconds = begun.elapsed().as_secs_f64();
    let error = last.error.unwrap_or_default();
    if args.json {
        print::json(&json!({
            "games": last.games, "positions": last.positions, "error": error, "seed": seed, "bytes": bytes.len(),
            "seconds": seconds, "command": command, "schema": "plyground-train-1",
        }))?;
    } else {
        let (games, positions, out) = (last.games, last.positions, args.out.display());
        print::text(&format!(
            "{games} games, {positions} positions of the last generation, error {error:.2} discs; {} bytes in {out}, {seconds:.0} s\n",
            bytes.len(),
        ))?;
    }
    Ok(Answer::Yes)
}
