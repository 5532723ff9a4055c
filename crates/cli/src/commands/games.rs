//! `plyground games`.

use crate::{Answer, print};
use anyhow::Result;
use plyground_core::GameInfo;
use plyground_games::registry;
use serde_json::{Value, json};
use std::fmt::Write;

/// The list of games.
pub fn run(json: bool) -> Result<Answer> {
    let infos = registry::infos();
    if json {
        let games: Vec<Value> = infos.iter().map(as_json).collect();
        print::json(&json!({ "games": games, "schema": "plyground-games-1" }))?;
    } else {
        let texts: Vec<String> = infos.iter().map(as_text).collect();
        print::text(&texts.join("\n"))?;
    }
    Ok(Answer::Yes)
}

fn seats(info: &GameInfo) -> String {
    match info.players {
        (fewest, most) if fewest == most => format!("{fewest} players"),
        (fewest, most) => format!("{fewest} to {most} players"),
    }
}

fn as_text(info: &GameInfo) -> String {
    let dice = if info.chance { ", dice" } else { "" };
    let mut text = format!("{}: {} ({}{dice})\n  {}\n", info.name, info.title, seats(info), info.summary);
    let _ = writeln!(text, "  a move looks like: {}", info.example_move);
    if !info.variants.is_empty() {
        text.push_str("  variants (the first is the default):\n");
        let rows: Vec<Vec<String>> =
            info.variants.iter().map(|v| vec![format!("    {}", v.name), v.summary.to_string()]).collect();
        text.push_str(&print::columns(&rows));
    }
    if !info.parameters.is_empty() {
        text.push_str("  parameters of --variant key=value,…:\n");
        let rows: Vec<Vec<String>> =
            info.parameters.iter().map(|(name, what)| vec![format!("    {name}"), (*what).to_string()]).collect();
        text.push_str(&print::columns(&rows));
    }
    if !info.boards.is_empty() {
        text.push_str("  maps for --map:\n");
        let row = |b: &plyground_core::BoardInfo| {
            vec![
                format!("    {}", b.name),
                format!("{} players", b.players),
                format!("{}x{}", b.cols, b.rows),
                b.summary.clone(),
            ]
        };
        text.push_str(&print::columns(&info.boards.iter().map(row).collect::<Vec<_>>()));
    }
    text
}

fn as_json(info: &GameInfo) -> Value {
    json!({
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "players": [info.players.0, info.players.1],
        "chance": info.chance,
        "example_move": info.example_move,
        "variants": info.variants.iter().map(|v| json!({"name": v.name, "summary": v.summary})).collect::<Vec<_>>(),
        "parameters": info.parameters.iter().map(|(n, s)| json!({"name": n, "summary": s})).collect::<Vec<_>>(),
        "maps": info.boards.iter().map(|b| json!({
            "name": b.name, "players": b.players, "cols": b.cols, "rows": b.rows, "summary": b.summary,
        })).collect::<Vec<_>>(),
    })
}
