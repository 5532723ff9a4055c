//! `plyground reversixt`: tools around ReversiXT maps.

use crate::args::{CheckArgs, PictureArgs, ReversixtCommand, Where};
use crate::table::{Table, TableCommand, find_map, open};
use crate::{Answer, print};
use anyhow::{Context, Result};
use plyground_core::Playable;
use plyground_games::reversixt::{Loaded, MapFile, Reading};
use plyground_picture::svg;
use serde_json::json;
use std::fmt::Write;

/// Runs one of the map tools.
pub fn run(command: &ReversixtCommand) -> Result<Answer> {
    match command {
        ReversixtCommand::Check(args) => check(args),
        ReversixtCommand::Picture(args) => picture(args),
    }
}

/// Tells whether a map is valid, and what is in it. An invalid map is a negative answer, not a failure.
fn check(args: &CheckArgs) -> Result<Answer> {
    let source = find_map("reversixt", &args.map)?;
    let reading = if args.lenient { Reading::Lenient } else { Reading::Strict };
    match MapFile::parse(&source.text, reading) {
        Ok(loaded) => {
            if args.json {
                print::json(&as_json(&source.name, &loaded))?;
            } else {
                print::text(&as_text(&source.name, &loaded))?;
            }
            Ok(Answer::Yes)
        }
        Err(error) => {
            if args.json {
                let reason = error.to_string();
                print::json(
                    &json!({"map": source.name, "valid": false, "reason": reason, "schema": "plyground-map-1"}),
                )?;
            } else {
                print::text(&format!("{}: not valid: {error}\n", source.name))?;
            }
            Ok(Answer::No)
        }
    }
}

fn as_text(name: &str, loaded: &Loaded) -> String {
    let map = &loaded.map;
    let facts = map.facts();
    let mut text = format!("{name}: valid\n");
    let mut row = |what: &str, value: String| {
        let _ = writeln!(text, "  {what:<12} {value}");
    };
    row("players", map.players().to_string());
    row("board", format!("{} columns, {} rows", map.width(), map.height()));
    row("tiles", format!("{} ({} holes, {} stones)", facts.tiles, facts.holes, facts.stones));
    row(
        "special",
        format!(
            "{} choice, {} inversion, {} bonus, {} expansion",
            facts.choice, facts.inversion, facts.bonus, facts.expansion
        ),
    );
    row("transitions", facts.transitions.to_string());
    row("overrides", format!("{} each", map.overrides()));
    row("bombs", format!("{} each, strength {}", map.bombs(), map.strength()));
    for warning in &loaded.warnings {
        let _ = writeln!(text, "  warning: {warning}");
    }
    text
}

fn as_json(name: &str, loaded: &Loaded) -> serde_json::Value {
    let map = &loaded.map;
    let facts = map.facts();
    json!({
        "map": name,
        "valid": true,
        "players": map.players(),
        "width": map.width(),
        "height": map.height(),
        "tiles": facts.tiles,
        "holes": facts.holes,
        "stones": facts.stones,
        "choice": facts.choice,
        "inversion": facts.inversion,
        "bonus": facts.bonus,
        "expansion": facts.expansion,
        "transitions": facts.transitions,
        "overrides": map.overrides(),
        "bombs": map.bombs(),
        "strength": map.strength(),
        "warnings": loaded.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "schema": "plyground-map-1",
    })
}

/// Draws a map, or a position on it.
fn picture(args: &PictureArgs) -> Result<Answer> {
    let place = Where {
        game: "reversixt".to_string(),
        variant: None,
        position: args.position.clone(),
        map: Some(args.map.clone()),
        lenient: args.lenient,
        moves: None,
    };
    open(&place, Picture { args })
}

struct Picture<'a> {
    args: &'a PictureArgs,
}

impl TableCommand for Picture<'_> {
    fn run<G: Playable>(self, table: Table<G>) -> Result<Answer> {
        let scene = table.game.scene(&table.position);
        let drawing = svg::draw(&scene, &svg::Options::default());
        match &self.args.out {
            Some(path) => {
                std::fs::write(path, drawing).with_context(|| format!("cannot write {}", path.display()))?;
            }
            None => print::text(&drawing)?,
        }
        Ok(Answer::Yes)
    }
}
