//! `plyground perft`.

use crate::args::PerftArgs;
use crate::opened_game::open;
use crate::{Answer, print};
use anyhow::Result;
use plyground_core::{GameEvent, GameVisitor, Notation, Playable, divide, perft};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::time::Instant;

/// Counts sequences of turns.
pub fn run(args: &PerftArgs) -> Result<Answer> {
    let opened = open(&args.place)?;
    let Counted { rows, divided, seconds } = opened.dispatch(Perft { depth: args.depth, divide: args.divide });
    if args.json {
        let mut document = json!({
            "game": opened.name,
            "position": opened.game.position_text(&opened.position),
            "depth": args.depth,
            "counts": rows.iter().map(|(_, count, _)| *count).collect::<Vec<_>>(),
            "seconds": seconds,
        });
        if args.divide {
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

/// What was counted: depth, sequences and seconds; sequences after each turn; all seconds.
struct Counted {
    rows: Vec<(u32, u64, f64)>,
    divided: Vec<(String, u64)>,
    seconds: f64,
}

/// Counts with the game's own code, because that is what perft measures.
struct Perft {
    depth: u32,
    divide: bool,
}

impl GameVisitor for Perft {
    type Output = Counted;

    fn visit<G: Playable>(self, game: G, mut position: G::Position) -> Counted {
        let begun = Instant::now();
        let mut rows = Vec::new();
        for depth in 1..=self.depth {
            let started = Instant::now();
            rows.push((depth, perft(&game, &mut position, depth), started.elapsed().as_secs_f64()));
        }
        let seconds = begun.elapsed().as_secs_f64();
        let divided = if self.divide { divide(&game, &mut position, self.depth) } else { Vec::new() };
        let text = |(outcome, mv, count)| (GameEvent::Turn((outcome, mv)).text(&game, &position), count);
        Counted { rows, divided: divided.into_iter().map(text).collect(), seconds }
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
