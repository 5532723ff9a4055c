//! `plyground levels`: how strong the eight levels of a game are.

use super::matches::{cores, limits_or_default};
use crate::args::LevelsArgs;
use crate::opened_game::{OpenedGame, open};
use crate::print::LiveLine;
use crate::{Answer, print, signal};
use anyhow::{Result, bail};
use plyground_arena::stats::{Interval, elo_of_score};
use plyground_arena::{Entrant, Interrupt, Match, OpeningRule, OpeningSource, RecordLevel, TimeRules};
use plyground_core::{Game, LEVELS};
use plyground_engine::Spec;
use plyground_search::Limits;
use serde_json::{Value, json};

/// A level against the one below; level 1 against random moves.
struct Step {
    level: usize,
    score: f64,
    interval: Interval,
    games: u64,
}

/// The rating of a level; the first has 0.
struct Rating {
    elo: f64,
    /// Half of the 95 % interval.
    error: f64,
}

/// Plays every level against the one below.
pub fn run(args: &LevelsArgs) -> Result<Answer> {
    let opened = open(&args.place)?;
    let players = opened.game.facts().players;
    if players != 2 {
        bail!("levels are measured in games of two players; this board has {players}");
    }
    let interrupt = signal::interrupt(signal::GAMES);
    let mut live = LiveLine::default();
    let limits = limits_or_default(args.limits.limits());
    let mut steps = Vec::new();
    for level in 1..=LEVELS {
        let Some(step) = play(args, &opened, level, limits, &interrupt, &mut live)? else { break };
        steps.push(step);
    }
    live.wipe();
    let ratings = ratings(&steps);
    if args.json {
        print::json(&as_json(&opened, args, &steps, &ratings))?;
    } else {
        print::text(&as_text(&steps, &ratings))?;
    }
    if steps.len() < LEVELS {
        print::note(&format!("stopped after {} of {LEVELS} levels", steps.len()));
        return Ok(Answer::Unfinished);
    }
    Ok(Answer::Yes)
}

fn play(
    args: &LevelsArgs,
    opened: &OpenedGame,
    level: usize,
    limits: Limits,
    interrupt: &Interrupt,
    live: &mut LiveLine,
) -> Result<Option<Step>> {
    let below = if level == 1 { "random".to_string() } else { format!("level({})", level - 1) };
    let time_rules = TimeRules { limits, ..TimeRules::default() };
    let entrant = |text: String| -> Result<Entrant> {
        let spec: Spec = text.parse()?;
        Ok(Entrant { time_rules: time_rules.for_spec(&spec), spec })
    };
    let plan = Match {
        entrants: vec![entrant(format!("level({level})"))?, entrant(below.clone())?],
        games: args.games,
        seed: args.seed,
        jobs: args.jobs.map_or_else(cores, usize::from),
        openings: OpeningSource::Rule(OpeningRule::Auto),
        sprt: None,
        keep: RecordLevel::Result,
        longest: None,
        adjudication: plyground_arena::Adjudication::default(),
    };
    let result = plan.play_any(&opened.game, &opened.position, interrupt, &mut |tally, _, _| {
        live.show(|| format!("level {level} against {below}: {} of {} games", tally.games(), args.games));
    })?;
    let score = &result.tally.players()[0].units;
    let step = Step { level, score: score.score(), interval: score.interval(), games: result.tally.games() };
    Ok((!result.interrupted).then_some(step))
}

/// The sum of the steps so far. The matches are independent, so the squares of their errors add up.
fn ratings(steps: &[Step]) -> Vec<Rating> {
    let mut rating = Rating { elo: 0.0, error: 0.0 };
    let mut ratings = Vec::new();
    for step in steps {
        if step.level > 1 {
            // A score at an end of the scale has no Elo; half a game less is the nearest one that has.
            let most = 1.0 - 0.5 / step.games.max(1) as f64;
            let elo = |score: f64| elo_of_score(score.clamp(1.0 - most, most)).unwrap_or(0.0);
            let half = (elo(step.interval.high) - elo(step.interval.low)) / 2.0;
            rating = Rating { elo: rating.elo + elo(step.score), error: rating.error.hypot(half) };
        }
        ratings.push(Rating { ..rating });
    }
    ratings
}

fn as_text(steps: &[Step], ratings: &[Rating]) -> String {
    let head = ["level", "against", "score", "95 % interval", "Elo from level 1"].map(String::from).to_vec();
    let row = |(step, rating): (&Step, &Rating)| {
        vec![
            step.level.to_string(),
            if step.level == 1 { "random".to_string() } else { (step.level - 1).to_string() },
            format!("{:.1} %", 100.0 * step.score),
            format!("{:.1} to {:.1} %", 100.0 * step.interval.low, 100.0 * step.interval.high),
            format!("{:.0} ± {:.0}", rating.elo, rating.error),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(steps.iter().zip(ratings).map(row)).collect();
    print::columns(&rows)
}

fn as_json(opened: &OpenedGame, args: &LevelsArgs, steps: &[Step], ratings: &[Rating]) -> Value {
    let levels = steps.iter().zip(ratings).map(|(step, rating)| {
        json!({
            "level": step.level,
            "against": if step.level == 1 { "random".to_string() } else { format!("level({})", step.level - 1) },
            "games": step.games,
            "score": step.score,
            "ci95": [step.interval.low, step.interval.high],
            "elo": rating.elo,
            "elo_error": rating.error,
        })
    });
    json!({
        "schema": "plyground-levels-1",
        "game": opened.name,
        "games": args.games,
        "seed": args.seed,
        "levels": levels.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_add_up_along_the_ladder() {
        let step = |level, score: f64| {
            let interval = Interval { low: score - 0.05, high: score + 0.05 };
            Step { level, score, interval, games: 400 }
        };
        let ratings = ratings(&[step(1, 0.5), step(2, 0.75), step(3, 0.75), step(4, 1.0)]);
        assert_eq!((ratings[0].elo, ratings[0].error), (0.0, 0.0), "random moves are not part of the sum");
        // Three quarters of the points are 190.8 Elo.
        assert!((ratings[1].elo - 190.8).abs() < 0.1 && (ratings[2].elo - 381.7).abs() < 0.1);
        assert!((ratings[2].error / ratings[1].error - 2f64.sqrt()).abs() < 1e-9);
        assert!(ratings[3].elo.is_finite() && ratings[3].elo > 1000.0, "{}", ratings[3].elo);
    }
}
