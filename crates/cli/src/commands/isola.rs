//! `plyground isola`: the dialogue of the original program, the form of the bot arena, and the table of techniques.

use super::engine::anywhere;
use super::play::clock_seed;
use crate::args::{IsolaCommand, PipeArgs, TechniquesArgs, Where};
use crate::opened_game::open_setup;
use crate::{Answer, print};
use anyhow::{Result, bail};
use plyground_core::{GameKind, GameVisitor, Playable, PlayerId, Setup};
use plyground_engine::Spec;
use plyground_engine::techniques::{self, Plan, Row};
use plyground_games::isola::Isola;
use plyground_host::{Engine, IsolaSeat, isola_pipe};
use plyground_search::Limits;
use serde_json::json;
use std::fmt::Write;
use std::io::{self, BufReader};
use std::time::Duration;

/// Runs one of the Isola commands.
pub fn run(command: &IsolaCommand) -> Result<Answer> {
    match command {
        IsolaCommand::Pipe(args) => pipe(args),
        IsolaCommand::Techniques(args) => Isola::open(&variant(&args.variant), Techniques { args })?,
    }
}

/// Where a variant begins.
fn variant(name: &str) -> Setup {
    Setup { variant: Some(name.to_string()), ..Setup::default() }
}

fn pipe(args: &PipeArgs) -> Result<Answer> {
    let Some(seat) = PlayerId::from_number(usize::from(args.player)) else {
        bail!("the player is 1 or 2");
    };
    let opened = open_setup("isola", &variant("columbia"), "")?;
    let limits = Limits::time(Duration::from_secs(args.seconds));
    let seed = args.seed.unwrap_or_else(clock_seed);
    let engine = Engine::new(opened.game, opened.position, args.spec.parse()?, limits, seed)?;
    isola_pipe(engine, IsolaSeat(seat), BufReader::new(io::stdin()), &mut io::stdout().lock())?;
    Ok(Answer::Yes)
}

/// Speaks as a bot in the arena, on its board unless another one is asked for.
pub fn codingame(place: &Where, spec: Spec, limits: Limits, seed: u64) -> Result<Answer> {
    if place.game != "isola" {
        bail!("the CodinGame form is spoken about Isola only: plyground engine isola --protocol codingame");
    }
    let place = match (&place.variant, &place.position) {
        (None, None) => Where { variant: Some("nine".to_string()), moves: place.moves.clone(), ..anywhere("isola") },
        _ => place.clone(),
    };
    if place.map.is_some() {
        bail!("Isola has no maps; choose the board by --variant or --position");
    }
    let setup = Setup { variant: place.variant, position: place.position, ..Setup::default() };
    let opened = open_setup("isola", &setup, place.moves.as_deref().unwrap_or(""))?;
    let engine = Engine::new(opened.game, opened.position, spec, limits, seed)?;
    plyground_host::codingame(engine, BufReader::new(io::stdin()), &mut io::stdout().lock())?;
    Ok(Answer::Yes)
}

struct Techniques<'a> {
    args: &'a TechniquesArgs,
}

impl GameVisitor for Techniques<'_> {
    type Output = Result<Answer>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Result<Answer> {
        let args = self.args;
        let plan =
            Plan { depth: args.depth, nodes: args.nodes, positions: usize::from(args.positions), seed: args.seed };
        let rows =
            techniques::run(&game, &start, &plan, |row| print::note(&format!("{} nodes, {}", row.nodes, row.name)));
        if args.json {
            print::json(&json!({
                "game": "isola",
                "variant": game.variant_text(),
                "depth": plan.depth,
                "nodes": plan.nodes,
                "positions": plan.positions,
                "seed": plan.seed,
                "techniques": rows.iter().map(|row| json!({
                    "technique": row.name,
                    "spec": row.spec,
                    "nodes": row.nodes,
                    "ratio": ratio(row, &rows),
                    "depth": row.depth,
                })).collect::<Vec<_>>(),
                "schema": "plyground-techniques-1",
            }))?;
        } else {
            print::text(&markdown(&rows, &plan))?;
        }
        Ok(Answer::Yes)
    }
}

/// Nodes of a row by those of the first.
fn ratio(row: &Row, rows: &[Row]) -> f64 {
    row.nodes as f64 / rows.first().map_or(1, |first| first.nodes.max(1)) as f64
}

fn markdown(rows: &[Row], plan: &Plan) -> String {
    let mut text = format!(
        "| technique | nodes to depth {} | times the first | depth within {} nodes |\n|---|---:|---:|---:|\n",
        plan.depth, plan.nodes
    );
    for row in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} | {} | {:.2} | {:.1} |", row.name, row.nodes, ratio(row, rows), row.depth);
    }
    text
}
