//! Plays the iterations of a tuning.

use super::plan::TunePlan;
use super::run_file::{RunFile, TuneStep};
use super::spsa::{perturb, update};
use crate::stats::PlayerTally;
use crate::{Adjudication, ArenaError, Entrant, Interrupt, Match, OpeningSource, RecordLevel};
use plyground_core::{Rng, splitmix64};
use plyground_games::registry;
use std::path::Path;

/// How far a tuning has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuneProgress<'a> {
    /// The run, from 0.
    pub run: u64,
    /// Iterations finished.
    pub finished: u64,
    /// The values now.
    pub values: &'a [f64],
}

/// Plays what is missing of one run. True when the run is complete, false when it was interrupted.
pub fn tune(
    plan: &TunePlan,
    folder: &Path,
    run: u64,
    jobs: usize,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(TuneProgress<'_>),
) -> Result<bool, ArenaError> {
    let (mut file, steps) = RunFile::open(plan, folder, run)?;
    let mut values = steps.last().map_or_else(|| plan.first_values(), |step| step.values.clone());
    for k in steps.len() as u64 + 1..=plan.iterations {
        if interrupt.is_pressed() {
            return Ok(false);
        }
        // Everything random in an iteration follows from plan, run and number, so a resumed run repeats nothing and loses nothing.
        let seed = splitmix64(splitmix64(splitmix64(plan.seed) ^ run) ^ k);
        let tried = perturb(&plan.parameters, &values, k, plan.iterations, &mut Rng::seeded(seed));
        let Some(results) = play(plan, k, seed, [&tried.plus, &tried.minus], jobs, interrupt)? else {
            return Ok(false);
        };
        let lead = results[0] as f64 - results[2] as f64;
        update(&plan.parameters, &mut values, &tried, k, plan.iterations, lead);
        file.add(&TuneStep { results, values: values.clone() })?;
        watch(TuneProgress { run, finished: k, values: &values });
    }
    Ok(true)
}

/// Wins, draws and losses of the first side; `None` when it was interrupted. On boards for more than two, each side has every second seat, and
/// a game is won by the side that has the first place.
fn play(
    plan: &TunePlan,
    k: u64,
    seed: u64,
    sides: [&[f64]; 2],
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<Option<[u64; 3]>, ArenaError> {
    let board = &plan.boards[(k as usize - 1) % plan.boards.len()];
    let (game, start) = registry::open(&plan.game, board)?;
    let openings = OpeningSource::parse(&plan.openings, &plan.game, board)
        .map_err(|error| ArenaError::Unsuitable(error.to_string()))?;
    let mut entrants = Vec::new();
    for values in sides {
        let spec = plan.spec_with(values).parse()?;
        entrants.push(Entrant { time_rules: plan.time_rules.for_spec(&spec), spec });
    }
    let games = 2 * plan.pairs;
    let plan = Match {
        entrants,
        games,
        seed,
        jobs,
        openings,
        sprt: None,
        keep: RecordLevel::Result,
        longest: None,
        adjudication: Adjudication::default(),
    };
    let result = plan.play_any(&game, &start, interrupt, &mut |_, _, _| {})?;
    if result.interrupted {
        return Ok(None);
    }
    let PlayerTally { wins, draws, losses, .. } = result.tally.players()[0];
    Ok(Some([wins, draws, losses]))
}
