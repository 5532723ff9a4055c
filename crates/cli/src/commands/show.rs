//! `plyground show`, and the JSON of one position that `replay` prints too.

use crate::args::ShowArgs;
use crate::opened_game::{OpenedGame, open};
use crate::{Answer, print};
use anyhow::Result;
pub use plyground_arena::json_number as number;
use plyground_core::{AnyPosition, Drawable, Game, Notation, Turn};
use plyground_picture::terminal::{self, Style};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Shows a position.
pub fn run(args: &ShowArgs, style: Style) -> Result<Answer> {
    let opened = open(&args.place)?;
    if args.json {
        let mut fields = fields(&opened, &opened.position);
        fields.insert("variant".into(), opened.game.variant_text().into());
        fields.insert("schema".into(), "plyground-show-1".into());
        print::json(&Value::Object(fields))?;
    } else {
        print::text(&as_text(&opened, &opened.position, style))?;
    }
    Ok(Answer::Yes)
}

/// The fields that `show` and `replay` share.
pub fn fields(opened: &OpenedGame, position: &AnyPosition) -> Map<String, Value> {
    let game = &opened.game;
    let over = game.turn(position) == Turn::Over;
    let legal: Value = match game.turn(position) {
        Turn::Chance => {
            let faces = opened.legal_by_face(position).into_iter();
            Value::Object(faces.map(|(face, moves)| (face.to_string(), json!(moves))).collect())
        }
        _ => json!(opened.legal(position)),
    };
    let payoffs = game.payoffs(position);
    let payoffs: Vec<Value> = payoffs.as_slice().iter().map(|value| number(*value)).collect();
    let mut fields = Map::new();
    fields.insert("game".into(), opened.name.clone().into());
    fields.insert("position".into(), game.position_text(position).into());
    fields.insert("phase".into(), game.phase(position).into());
    fields.insert("turn".into(), game.mover(position).map_or(Value::Null, |player| json!(player.number())));
    fields.insert("legal".into(), legal);
    fields.insert("over".into(), over.into());
    fields.insert("payoffs".into(), if over { Value::Array(payoffs) } else { Value::Null });
    fields
}

/// The position for people.
pub fn as_text(opened: &OpenedGame, position: &AnyPosition, style: Style) -> String {
    let game = &opened.game;
    let mut text = terminal::draw(&game.scene(position), style);
    let _ = writeln!(text, "\n{} {}", opened.name, game.variant_text());
    let _ = writeln!(text, "position: {}", game.position_text(position));
    match game.turn(position) {
        Turn::Over => {
            let _ = writeln!(text, "{}", result_text(opened, position));
        }
        Turn::Player(player) => {
            let legal = opened.legal(position);
            let _ =
                writeln!(text, "{} to move, {} legal: {}", opened.player_name(player), legal.len(), legal.join(" "));
        }
        Turn::Chance => {
            let name = game.mover(position).map(|player| opened.player_name(player)).unwrap_or_default();
            let _ = writeln!(text, "{name} to roll");
            for (face, legal) in opened.legal_by_face(position) {
                let _ = writeln!(text, "  {face}: {}", legal.join(" "));
            }
        }
    }
    text
}

/// Who won, in a sentence.
pub fn result_text(opened: &OpenedGame, position: &AnyPosition) -> String {
    let payoffs = opened.game.payoffs(position);
    let scores: Vec<String> = payoffs.as_slice().iter().map(|value| number(*value).to_string()).collect();
    match payoffs.winner() {
        Some(winner) => format!("the game is over: {} wins ({})", opened.player_name(winner), scores.join(" : ")),
        None => format!("the game is over: first place is shared ({})", scores.join(" : ")),
    }
}
