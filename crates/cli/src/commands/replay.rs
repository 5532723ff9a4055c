//! `plyground replay`.

use super::{record, show};
use crate::args::ReplayArgs;
use crate::table::{Table, TableCommand, open, open_setup};
use crate::{Answer, print};
use anyhow::Result;
use plyground_core::Playable;
use plyground_picture::terminal::Style;
use serde_json::Value;
use std::fmt::Write;

/// Plays recorded moves and checks each. Nothing is printed unless all of them are legal.
pub fn run(args: &ReplayArgs, style: Style) -> Result<Answer> {
    let command = Replay { json: args.json, style };
    match &args.record {
        Some(path) => {
            let record = match args.number {
                Some(number) => record::look_up(&args.place.game, path, args.tournament.as_deref(), number)?,
                None => record::read(&args.place.game, path)?,
            };
            open_setup(&record.game, &record.setup, &record.moves, command)
        }
        None => open(&args.place, command),
    }
}

struct Replay {
    json: bool,
    style: Style,
}

impl TableCommand for Replay {
    fn run<G: Playable>(self, table: Table<G>) -> Result<Answer> {
        let mut position = table.start.clone();
        let mut text = String::new();
        for (index, turn) in table.turns.iter().enumerate() {
            let mv = table.turn_text(&position, *turn);
            if self.json {
                let mut fields = show::fields(&table, &position);
                fields.insert("move".into(), mv.into());
                let _ = writeln!(text, "{}", Value::Object(fields));
            } else {
                let _ = writeln!(text, "{:>4}. {:<12} {}", index + 1, mv, table.game.position_text(&position));
            }
            table.apply(&mut position, *turn);
        }
        if self.json {
            let _ = writeln!(text, "{}", Value::Object(show::fields(&table, &position)));
        } else {
            text.push_str(&show::as_text(&table, &position, self.style));
        }
        print::text(&text)?;
        Ok(Answer::Yes)
    }
}
