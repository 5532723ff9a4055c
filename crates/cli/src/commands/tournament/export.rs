//! `plyground tournament export`: games as records that `replay` reads.

use super::look_up;
use crate::args::{ExportArgs, ExportForm};
use crate::commands::show;
use crate::{Answer, print};
use anyhow::{Error, Result, bail};
use plyground_arena::Termination;
use plyground_arena::report::csv_cell;
use plyground_arena::tournament::{self, Plan, Told};
use serde_json::{Value, json};

/// Prints the games of a tournament.
pub fn run(args: &ExportArgs) -> Result<Answer> {
    let (plan, archive, id) = look_up(&args.plan, &args.archive)?;
    let numbers = match args.game {
        Some(number) if number > plan.games() => bail!("the tournament has {} games, not {number}", plan.games()),
        Some(number) => number - 1..number,
        None => 0..plan.games(),
    };
    let mut told = 0;
    tournament::export::<Error>(&plan, &archive, id, numbers, &mut |game| {
        told += 1;
        match args.format {
            ExportForm::Jsonl => print::json(&as_record(&plan, &game)),
            ExportForm::Csv => print::text(&as_rows(&plan, &game, told == 1)),
        }
    })?;
    if told == 0 {
        bail!("none of these games has been played yet");
    }
    Ok(Answer::Yes)
}

/// A line of the table, below its header if it is the first. What differs from seat to seat is separated by blanks.
fn as_rows(plan: &Plan, told: &Told<'_>, first: bool) -> String {
    let outcome = &told.record.outcome;
    let efforts = &outcome.efforts[..told.seated.len()];
    let names: Vec<&str> = told.seated.iter().map(|player| plan.players[*player].name.as_str()).collect();
    let columns = [
        ("number", (told.record.number + 1).to_string()),
        ("event", told.event.label.clone()),
        ("game", told.event.game.clone()),
        ("variant", told.variant.clone()),
        ("players", names.join(" | ")),
        ("payoffs", joined(outcome.payoffs.as_slice().iter())),
        ("places", joined(outcome.payoffs.places().iter())),
        ("termination", outcome.termination.name().to_string()),
        ("turns", outcome.turns.to_string()),
        ("seed", told.record.seed.to_string()),
        ("nodes", joined(efforts.iter().map(|effort| effort.nodes))),
        ("seconds", joined(efforts.iter().map(|effort| effort.time.as_secs_f64()))),
        ("position", told.record.start.clone()),
        ("moves", told.moves.clone()),
    ];
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let row = line(columns.iter().map(|(_, cell)| csv_cell(cell)).collect());
    if first { line(columns.iter().map(|(name, _)| (*name).to_string()).collect()) + &row } else { row }
}

fn joined<T: ToString>(numbers: impl Iterator<Item = T>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn as_record(plan: &Plan, told: &Told<'_>) -> Value {
    let outcome = &told.record.outcome;
    let setup = &told.event.setup;
    let seats = told.seated.len();
    let specs = told.seated.iter().map(|player| plan.players[*player].spec.to_string());
    let names = told.seated.iter().map(|player| plan.players[*player].name.as_str());
    let faults = outcome.faults.iter().map(|fault| {
        json!({"seat": fault.seat.number(), "kind": fault.kind.name(), "turn": fault.turn, "detail": fault.detail})
    });
    let thoughts = told.record.notes.iter().map(|note| {
        json!({"value": note.value, "depth": note.depth, "nodes": note.nodes, "seconds": note.time.as_secs_f64()})
    });
    let mut document = json!({
        "schema": plyground_arena::RECORD_SCHEMA,
        "game": told.event.game,
        "variant": if setup.map.is_some() { Value::Null } else { told.variant.clone().into() },
        "map": setup.map.as_ref().map(|map| json!({"name": map.name, "text": map.text})),
        "position": told.record.start,
        "players": specs.collect::<Vec<_>>(),
        "names": names.collect::<Vec<_>>(),
        "moves": told.moves,
        "over": outcome.termination == Termination::Normal,
        "payoffs": outcome.payoffs.as_slice().iter().map(|payoff| show::number(*payoff)).collect::<Vec<_>>(),
        "places": outcome.payoffs.places(),
        "termination": outcome.termination.name(),
        "faults": faults.collect::<Vec<_>>(),
        "event": told.event.label,
        "number": told.record.number + 1,
        "seed": told.record.seed,
        "nodes": outcome.efforts[..seats].iter().map(|effort| effort.nodes).collect::<Vec<_>>(),
    });
    if !told.record.notes.is_empty() {
        document["thoughts"] = thoughts.collect::<Vec<_>>().into();
    }
    document
}
