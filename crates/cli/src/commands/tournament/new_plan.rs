//! `plyground tournament new`: a plan from flags.

use crate::args::NewPlanArgs;
use crate::{Answer, print};
use anyhow::{Result, bail};
use plyground_arena::tournament::TournamentPlan;
use plyground_engine::{Spec, format_duration};
use std::path::Path;
use toml::{Table, Value};

/// Prints the plan, once it is known to be one.
pub fn run(args: &NewPlanArgs) -> Result<Answer> {
    if args.sprt.is_none() && args.sprt_settings.is_given() {
        bail!("--alpha, --beta and --model belong to a sequential test; add --sprt E0,E1");
    }
    let text = toml::to_string(&table(args)?)?;
    TournamentPlan::parse(Path::new("flags"), &text)?;
    print::text(&text)?;
    Ok(Answer::Yes)
}

fn text(words: impl ToString) -> Value {
    Value::String(words.to_string())
}

fn table(args: &NewPlanArgs) -> Result<Table> {
    let mut plan = Table::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            plan.insert(key.to_string(), value);
        }
    };
    let count = |number: Option<u32>| number.map(|number| Value::Integer(i64::from(number)));
    put("name", Some(text(&args.name)));
    put("seed", count(args.seed));
    put("format", Some(text(&args.format)));
    put("champions", count(args.champions));
    put("rounds", count(args.rounds));
    put("engines", args.engines.as_ref().map(text));
    put("repeats", count(args.repeats));
    put("keep", args.keep.as_ref().map(text));
    let file = |file: &String| Value::Table(Table::from_iter([("file".to_string(), text(file))]));
    put("openings", args.openings_file.as_ref().map(file).or_else(|| args.openings.as_ref().map(text)));
    put("sprt", sprt(args)?.map(Value::Table));
    put("adjudication", adjudication(args).map(Value::Table));
    put("limits", Some(Value::Table(limits(args))));
    put("players", Some(Value::Array(args.players.iter().map(|spec| player(spec)).collect::<Result<_>>()?)));
    put("games", Some(Value::Array(args.games.iter().map(|game| a_game(game, args.lineup)).collect())));
    Ok(plan)
}

fn sprt(args: &NewPlanArgs) -> Result<Option<Table>> {
    let Some(test) = args.sprt else { return Ok(None) };
    let test = args.sprt_settings.apply(test)?;
    let number = |key: &str, value: f64| (key.to_string(), Value::Float(value));
    let mut table = Table::from_iter([
        number("elo0", test.elo0),
        number("elo1", test.elo1),
        number("alpha", test.alpha),
        number("beta", test.beta),
    ]);
    table.insert("model".to_string(), text(test.model.name()));
    Ok(Some(table))
}

fn adjudication(args: &NewPlanArgs) -> Option<Table> {
    let entries = [
        ("resign", args.resign.as_ref().map(text)),
        ("draw", args.draw.as_ref().map(text)),
        ("solved", args.solved.then_some(Value::Boolean(true))),
    ];
    let table: Table = entries.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))).collect();
    (!table.is_empty()).then_some(table)
}

fn limits(args: &NewPlanArgs) -> Table {
    let limits = args.limits.limits();
    let count = |number: u64| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
    let entries = [
        ("depth", limits.depth.map(|depth| count(u64::from(depth)))),
        ("nodes", limits.nodes.map(count)),
        ("time", limits.time.map(|time| text(format_duration(time)))),
        ("iterations", limits.iterations.map(count)),
        ("clock", args.clock.map(text)),
        ("margin", args.margin.map(|time| text(format_duration(time)))),
        ("max-turns", args.max_turns.map(|turns| count(u64::from(turns)))),
    ];
    entries.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))).collect()
}

fn player(written: &str) -> Result<Value> {
    let mut spec: Spec = written.parse()?;
    let name = spec.take_name();
    let mut table = Table::from_iter([("spec".to_string(), text(spec))]);
    if let Some(name) = name {
        table.insert("name".to_string(), text(name));
    }
    Ok(Value::Table(table))
}

fn a_game(written: &str, lineup: Option<u32>) -> Value {
    let (game, place) = written.split_once(':').unwrap_or((written, ""));
    let mut table = Table::from_iter([("game".to_string(), text(game))]);
    let mut put = |key: &str, value: Value| table.insert(key.to_string(), value);
    match place.split_once('=') {
        _ if place.is_empty() => None,
        Some(("map", map)) => put("map", text(map)),
        _ => put("variant", text(place)),
    };
    if let Some(lineup) = lineup {
        put("lineup", Value::Integer(i64::from(lineup)));
    }
    Value::Table(table)
}
