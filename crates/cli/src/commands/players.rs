//! `plyground players`.

use crate::args::PlayersArgs;
use crate::{Answer, print};
use anyhow::Result;
use plyground_core::{EvalInfo, Evaluated, Game, Setup};
use plyground_engine::{PlayerInfo, infos};
use plyground_games::registry;
use serde_json::{Value, json};
use std::fmt::Write;

/// The kinds of players, for one game or for all.
pub fn run(args: &PlayersArgs) -> Result<Answer> {
    let mut kinds = infos();
    let mut evals: &[EvalInfo] = &[];
    if let Some(game) = &args.game {
        let (opened, _) = registry::open(game, &Setup::default())?;
        evals = opened.evals();
        kinds.retain(|kind| kind.game.is_none_or(|only| only == game) && (kind.refuses)(&opened.facts()).is_none());
    }
    if args.json {
        let list: Vec<Value> = kinds.iter().map(as_json).collect();
        let evals: Vec<Value> = evals.iter().map(|e| json!({"name": e.name, "summary": e.summary})).collect();
        print::json(&json!({"game": args.game, "players": list, "evals": evals, "schema": "plyground-players-1"}))?;
    } else {
        let mut text: String = kinds.iter().map(as_text).collect::<Vec<_>>().join("\n");
        if !evals.is_empty() {
            text.push_str("\nevaluations for eval=… (the first is the default):\n");
            let rows: Vec<Vec<String>> =
                evals.iter().map(|e| vec![format!("  {}", e.name), e.summary.to_string()]).collect();
            text.push_str(&print::columns(&rows));
        }
        print::text(&text)?;
    }
    Ok(Answer::Yes)
}

fn as_text(kind: &PlayerInfo) -> String {
    let only = kind.game.map(|game| format!(" [{game} only]")).unwrap_or_default();
    let mut text = format!("{}{only}: {}\n", kind.name, kind.summary);
    let rows: Vec<Vec<String>> = kind
        .params
        .iter()
        .map(|param| {
            let default = if param.default.is_empty() { "-".to_string() } else { param.default.to_string() };
            vec![format!("    {}", param.name), default, param.values.to_string(), param.summary.to_string()]
        })
        .collect();
    if !rows.is_empty() {
        let mut table = vec![["    parameter", "default", "values", ""].map(String::from).to_vec()];
        table.extend(rows);
        let _ = write!(text, "{}", print::columns(&table));
    }
    text
}

fn as_json(kind: &PlayerInfo) -> Value {
    json!({
        "name": kind.name,
        "summary": kind.summary,
        "game": kind.game,
        "params": kind.params.iter().map(|p| json!({
            "name": p.name,
            "values": p.values,
            "default": if p.default.is_empty() { Value::Null } else { p.default.into() },
            "summary": p.summary,
        })).collect::<Vec<_>>(),
    })
}
