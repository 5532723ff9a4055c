//! `plyground einstein tables`.

use super::game_of;
use crate::args::TablesArgs;
use crate::{Answer, print};
use anyhow::Result;
use plyground_core::{Game, Notation};
use plyground_games::einstein::entry::{Entry, fraction};
use plyground_games::einstein::{Einstein, RED};
use serde_json::{Value, json};
use std::fmt::Write;

/// Prints and explains one entry, and a race of two.
pub fn run(args: &TablesArgs) -> Result<Answer> {
    let game = game_of(args.variant.as_deref())?;
    let parse = |words: &[String]| Entry::parse(&game, &words.iter().map(String::as_str).collect::<Vec<_>>());
    let entry = if args.distances.is_empty() { start(&game) } else { parse(&args.distances)? };
    let against = if args.against.is_empty() { None } else { Some(parse(&args.against)?) };
    if args.json {
        print::json(&as_json(&game, &entry, against.as_ref()))?;
    } else {
        print::text(&as_text(&game, &entry, against.as_ref()))?;
    }
    Ok(Answer::Yes)
}

/// The entry of a first position; all set-ups expect the same.
fn start(game: &Einstein) -> Entry {
    let stones = game.start().stones(RED);
    let distances: Vec<Option<usize>> = (0..game.variant().stones())
        .map(|stone| stones.get(stone).map(|cell| game.board().distance(RED, cell)))
        .collect();
    Entry::of(game, &distances).expect("nobody begins without stones or on the goal")
}

/// `None` for dice whose throws make no simple fractions.
fn fraction_text(game: &Einstein, number: f64) -> Option<String> {
    let die = game.variant().die();
    let (above, below) = fraction(number, die.faces()).filter(|_| die.is_fair())?;
    Some(if below == 1 { above.to_string() } else { format!("{above}/{below}") })
}

fn as_json(game: &Einstein, entry: &Entry, against: Option<&Entry>) -> Value {
    let describe = |entry: &Entry| {
        let policy = entry.policy.iter().map(|advice| {
            let options =
                advice.options.iter().map(|(stone, expected)| json!({"stone": stone + 1, "expected_moves": expected}));
            json!({
                "face": advice.face + 1,
                "probability": advice.probability,
                "options": options.collect::<Vec<_>>(),
                "stone": advice.stone + 1,
            })
        });
        json!({
            "distances": entry.distances,
            "expected_moves": entry.expected,
            "fraction": fraction_text(game, entry.expected),
            "finish": entry.finish,
            "policy": policy.collect::<Vec<_>>(),
        })
    };
    let race = against.map(|other| {
        let win = entry.wins_against(other);
        json!({"entry": describe(other), "win_probability": win, "fraction": fraction_text(game, win)})
    });
    json!({
        "game": "einstein",
        "variant": game.variant_text(),
        "entry": describe(entry),
        "against": race,
        "schema": "plyground-einstein-tables-1",
    })
}

fn as_text(game: &Einstein, entry: &Entry, against: Option<&Entry>) -> String {
    let mut text = describe(game, entry);
    if let Some(other) = against {
        let win = entry.wins_against(other);
        let _ = write!(text, "\nagainst\n{}\n", describe(game, other));
        let _ = writeln!(
            text,
            "The first player has moved and the second is about to roll; if nobody captures anything, the first one\n\
             arrives strictly sooner with probability {}.",
            number_text(game, win)
        );
    }
    text
}

fn number_text(game: &Einstein, number: f64) -> String {
    fraction_text(game, number).map_or_else(|| format!("{number:.9}"), |text| format!("{number:.9} = {text}"))
}

fn describe(game: &Einstein, entry: &Entry) -> String {
    let shown: Vec<String> =
        entry.distances.iter().map(|d| d.map_or("-".to_string(), |distance| distance.to_string())).collect();
    let mut text = format!("distances of stones 1 to {}: {}\n", shown.len(), shown.join(" "));
    let _ = writeln!(text, "expected moves to the goal: {}", number_text(game, entry.expected));
    let mut rows = vec![vec!["  move".into(), "probability".into(), "so far".into()]];
    let mut so_far = 0.0;
    for (index, mass) in entry.finish.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
        so_far += mass;
        rows.push(vec![format!("  {}", index + 1), format!("{mass:.9}"), format!("{so_far:.9}")]);
    }
    let _ = write!(text, "the first stone arrives with\n{}", print::columns(&rows));
    text.push_str("which stone to move, and how many more moves are expected then\n");
    for advice in &entry.policy {
        let options: Vec<String> =
            advice.options.iter().map(|(stone, expected)| format!("stone {}: {expected:.6}", stone + 1)).collect();
        let choice = if options.len() > 1 { format!(", take {}", advice.stone + 1) } else { String::new() };
        let _ = writeln!(text, "  {}: {}{choice}", advice.face + 1, options.join(", "));
    }
    text
}
