//! `plyground perft`.

use crate::args::PerftArgs;
use crate::opened_game::{GameCommand, OpenedGame, open};
use crate::{Answer, print};
use anyhow::Result;
use plyground_core::{GameEvent, Playable, divide, perft};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::time::Instant;

/// Counts sequences of turns.
pub fn run(args: &PerftArgs) -> Result<Answer> {
    open(&args.place, Perft { depth: args.depth, divide: args.divide, json: args.json })
}

struct Perft {
    depth: u32,
    divide: bool,
    json: bool,
}

impl GameCommand for Perft {
    fn run<G: Playable>(self, mut opened: OpenedGame<G>) -> Result<Answer> {
        let begun = Instant::now();
        let mut rows = Vec::new();
        let mut counts = Vec::new();
        for depth in 1..=self.depth {
            let started = Instant::now();
            let count = perft(&opened.game, &mut opened.position, depth);
            counts.push(count);
            rows.push((depth, count, started.elapsed().as_secs_f64()));
        }
        let seconds = begun.elapsed().as_secs_f64();
        let divided = if self.divide { self.divided(&mut opened) } else { Vec::new() };
        if self.json {
            let mut document = json!({
                "game": opened.name,
                "position": opened.game.position_text(&opened.position),
                "depth": self.depth,
                "counts": counts,
                "seconds": seconds,
            });
            if self.divide {
                let below: Map<String, Value> = divided.into_iter().map(|(mv, count)| (mv, json!(count))).collect();
                document["divide"] = Value::Object(below);
            }
            document["schema"] = "plyground-perft-1".into();
            print::json(&document)?;
        } else {
            print::text(&as_text(&rows, &divided))?;
        }
        Ok(Answer::Yes)
    }
}

impl Perft {
    fn divided<G: Playable>(&self, opened: &mut OpenedGame<G>) -> Vec<(String, u64)> {
        let rows = divide(&opened.game, &mut opened.position, self.depth);
        let text = |(outcome, mv, count)| (GameEvent::Turn((outcome, mv)).text(&opened.game, &opened.position), count);
        rows.into_iter().map(text).collect()
    }
}

fn as_text(rows: &[(u32, u64, f64)], divided: &[(String, u64)]) -> String {
    let mut text = String::new();
    for (mv, count) in divided {
        let _ = writeln!(text, "{mv}  {count}");
    }
    if !divided.is_empty() {
        text.push('\n');
    }
    let mut table = vec![["depth", "sequences", "seconds", "M leaves/s"].map(String::from).to_vec()];
    for (depth, count, seconds) in rows {
        let speed = if *seconds > 0.0 { *count as f64 / seconds / 1e6 } else { 0.0 };
        table.push(vec![depth.to_string(), count.to_string(), format!("{seconds:.6}"), format!("{speed:.1}")]);
    }
    text + &print::columns(&table)
}
