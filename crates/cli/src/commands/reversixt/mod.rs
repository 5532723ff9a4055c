//! `plyground reversixt`: network games, and tools around maps.

mod check;
mod connect;
mod gauntlet;
mod review;
mod serve;
mod standings;
mod train;

use crate::args::{GenerateArgs, PictureArgs, ReversixtCommand, Where};
use crate::opened_game::open;
use crate::{Answer, print};
use anyhow::{Context, Result};
use plyground_core::Drawable;
use plyground_games::reversixt::generator;
use plyground_picture::svg;
use serde_json::json;
use std::path::Path;

/// Runs what was typed.
pub fn run(command: &ReversixtCommand) -> Result<Answer> {
    match command {
        ReversixtCommand::Serve(args) => serve::run(args),
        ReversixtCommand::Gauntlet(args) => gauntlet::run(args),
        ReversixtCommand::Connect(args) => connect::run(args),
        ReversixtCommand::Review(args) => review::run(args),
        ReversixtCommand::Check(args) => check::run(args),
        ReversixtCommand::Picture(args) => picture(args),
        ReversixtCommand::Generate(args) => generate(args),
        ReversixtCommand::Train(args) => train::run(args),
    }
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
    let opened = open(&place)?;
    let scene = opened.game.scene(&opened.position);
    deliver(&svg::draw(&scene, &svg::Options::default()), args.out.as_deref())
}

/// Makes a random map.
fn generate(args: &GenerateArgs) -> Result<Answer> {
    let text = generator::generate(args.recipe(), args.seed).write();
    if args.json {
        print::json(&json!({"seed": args.seed, "text": text, "schema": "plyground-map-1"}))?;
        return Ok(Answer::Yes);
    }
    deliver(&text, args.out.as_deref())
}

fn deliver(text: &str, out: Option<&Path>) -> Result<Answer> {
    match out {
        Some(path) => write_file(path, text)?,
        None => print::text(text)?,
    }
    Ok(Answer::Yes)
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
