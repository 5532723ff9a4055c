//! `plyground tournament export`: games as records that `replay` reads.

use super::super::matches::final_position;
use super::look_up;
use crate::args::{ExportArgs, ExportForm};
use crate::{Answer, print};
use anyhow::{Error, Result, bail};
use plyground_arena::report::csv_cell;
use plyground_arena::tournament::{self, ExportedGame, TournamentPlan};
use plyground_arena::{RecordDocument, RefereeDetails};
use plyground_core::AnyGame;
use plyground_games::registry;
use serde_json::Value;

/// Prints the games of a tournament.
pub fn run(args: &ExportArgs) -> Result<Answer> {
    let (plan, archive, id) = look_up(&args.plan, &args.archive)?;
    let numbers = match args.game {
        Some(number) if number > plan.games() => bail!("the tournament has {} games, not {number}", plan.games()),
        Some(number) => number - 1..number,
        None => 0..plan.games(),
    };
    let mut count = 0;
    let mut ends = FinalPositions { wanted: args.final_positions, opened: None };
    tournament::export::<Error>(&plan, &archive, id, numbers, &mut |game| {
        count += 1;
        let end = ends.of(&game)?;
        match args.format {
            ExportForm::Jsonl => {
                let mut record = as_record(&plan, &game);
                if let Some(end) = end {
                    record["final"] = end.into();
                }
                print::json(&record)
            }
            ExportForm::Csv => print::text(&as_rows(&plan, &game, end, count == 1)),
        }
    })?;
    if count == 0 {
        bail!("none of these games has been played yet");
    }
    Ok(Answer::Yes)
}

/// The last positions of games, if they are asked for.
struct FinalPositions {
    wanted: bool,
    /// The event of the last game, and its game.
    opened: Option<(String, AnyGame)>,
}

impl FinalPositions {
    fn of(&mut self, exported: &ExportedGame<'_>) -> Result<Option<String>> {
        if !self.wanted {
            return Ok(None);
        }
        let label = &exported.event.label;
        if self.opened.as_ref().is_none_or(|(known, _)| known != label) {
            let (game, _) = registry::open(&exported.event.game, &exported.event.setup)?;
            self.opened = Some((label.clone(), game));
        }
        let game = self.opened.as_ref().map(|(_, game)| game);
        Ok(game.and_then(|game| final_position(game, &exported.record.start, &exported.moves)))
    }
}

/// A line of the table, below its header if it is the first. What differs from seat to seat is separated by blanks.
fn as_rows(plan: &TournamentPlan, exported: &ExportedGame<'_>, end: Option<String>, first: bool) -> String {
    let outcome = &exported.record.outcome;
    let efforts = &outcome.efforts[..exported.seated.len()];
    let names: Vec<&str> = exported.seated.iter().map(|player| plan.players[*player].name.as_str()).collect();
    let mut columns = vec![
        ("number", (exported.record.number + 1).to_string()),
        ("event", exported.event.label.clone()),
        ("game", exported.event.game.clone()),
        ("variant", exported.variant.clone()),
        ("players", names.join(" | ")),
        ("payoffs", joined(outcome.payoffs.as_slice().iter())),
        ("places", joined(outcome.payoffs.places().iter())),
        ("termination", outcome.termination.name().to_string()),
        ("turns", outcome.turns.to_string()),
        ("seed", exported.record.seed.to_string()),
        ("nodes", joined(efforts.iter().map(|effort| effort.nodes))),
        ("seconds", joined(efforts.iter().map(|effort| effort.time.as_secs_f64()))),
        ("position", exported.record.start.clone()),
        ("moves", exported.moves.clone()),
    ];
    columns.extend(end.map(|end| ("final", end)));
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let row = line(columns.iter().map(|(_, cell)| csv_cell(cell)).collect());
    if first { line(columns.iter().map(|(name, _)| (*name).to_string()).collect()) + &row } else { row }
}

fn joined<T: ToString>(numbers: impl Iterator<Item = T>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn as_record(plan: &TournamentPlan, exported: &ExportedGame<'_>) -> Value {
    let seated = exported.seated.iter().map(|player| &plan.players[*player]);
    let players: Vec<String> = seated.clone().map(|player| player.spec.to_string()).collect();
    let names: Vec<String> = seated.map(|player| player.name.clone()).collect();
    let document = RecordDocument {
        game: &exported.event.game,
        variant: &exported.variant,
        map: exported.event.setup.map.as_ref(),
        start: &exported.record.start,
        players: &players,
        moves: &exported.moves,
        payoffs: None,
    };
    document.to_json_with(&RefereeDetails {
        outcome: &exported.record.outcome,
        names: Some(&names),
        event: Some(&exported.event.label),
        number: exported.record.number,
        unit: None,
        seed: exported.record.seed,
        evaluations: &exported.record.evaluations,
    })
}
