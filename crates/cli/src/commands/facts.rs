//! `plyground facts`.

use crate::args::FactsArgs;
use crate::opened_game::setup_of;
use crate::{Answer, print};
use anyhow::Result;
use plyground_arena::facts::{FactsPlan, GameFacts, Mean, PlayFacts, game_facts};
use plyground_core::{AnyGame, AnyPosition, Drawable, Notation, parse_moves};
use plyground_games::registry;
use plyground_search::Limits;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// How many positions a player visits per move unless something else is asked for.
const NODES: u64 = 1_000;

/// Counts and plays, then tells.
pub fn run(args: &FactsArgs) -> Result<Answer> {
    let (game, mut position) = registry::open(&args.place.game, &setup_of(&args.place)?)?;
    parse_moves(&game, &mut position, args.place.moves.as_deref().unwrap_or(""))?;
    let limits = args.limits.limits();
    let plan = FactsPlan {
        games: args.games,
        spec: args.player.as_deref().map(str::parse).transpose()?,
        limits: if limits == Limits::default() { Limits::nodes(NODES) } else { limits },
        seed: args.seed,
        time: Duration::MAX,
    };
    let facts = game_facts(&game, &position, &plan)?;
    if args.json {
        print::json(&as_json(args, &game, &position, &facts))?;
    } else {
        print::text(&as_text(args, &game, &position, &facts))?;
    }
    Ok(Answer::Yes)
}

fn as_text(args: &FactsArgs, game: &AnyGame, position: &AnyPosition, facts: &GameFacts) -> String {
    let mut text =
        format!("{} {}: {} players, {} squares\n", args.place.game, game.variant_text(), facts.players, facts.squares);
    let counts: Vec<String> = facts.perft.iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "sequences of 1, 2, … turns (perft): {}", counts.join(" "));
    let _ = writeln!(text, "random games per second of processor time: {:.0}", facts.playouts_per_second);
    let names: Vec<String> = game.scene(position).seats.into_iter().map(|seat| seat.name).collect();
    let _ = writeln!(text, "\n{} random games:\n{}", facts.random.games, play_text(&facts.random, &names));
    if let (Some(engine), Some(player)) = (&facts.engine, &args.player) {
        let _ = writeln!(text, "{} games of {player}:\n{}", engine.games, play_text(engine, &names));
    }
    text
}

fn play_text(facts: &PlayFacts, names: &[String]) -> String {
    let number = |mean: &Mean| {
        let Mean { mean, interval } = mean;
        vec![format!("{mean:.1}"), format!("{:.1} to {:.1}", interval.low, interval.high)]
    };
    let percent = |mean: &Mean| {
        let Mean { mean, interval } = mean;
        vec![format!("{:.1} %", 100.0 * mean), format!("{:.1} to {:.1} %", 100.0 * interval.low, 100.0 * interval.high)]
    };
    let row = |name: &str, cells: Vec<String>| std::iter::once(name.to_string()).chain(cells).collect::<Vec<_>>();
    let mut rows = vec![row("", vec!["mean".to_string(), "95 % interval".to_string()])];
    rows.push(row("moves to choose from", number(&facts.branching)));
    rows.push(row("turns", number(&facts.length)));
    rows.push(row("draws", percent(&facts.draws)));
    for (name, places) in names.iter().zip(&facts.first_places) {
        rows.push(row(&format!("first places of {name}"), percent(places)));
    }
    rows.push(row("advantage of the first player", percent(&facts.advantage)));
    let mut text = print::columns(&rows);
    let _ = writeln!(text, "shortest game {}, longest {} turns", facts.shortest, facts.longest);
    text
}

fn as_json(args: &FactsArgs, game: &AnyGame, position: &AnyPosition, facts: &GameFacts) -> Value {
    json!({
        "game": args.place.game,
        "variant": game.variant_text(),
        "position": game.position_text(position),
        "players": facts.players,
        "squares": facts.squares,
        "seed": args.seed,
        "perft": facts.perft,
        "playouts_per_second": facts.playouts_per_second,
        "random": play_json(&facts.random),
        "player": args.player,
        "engine": facts.engine.as_ref().map(play_json),
        "schema": "plyground-facts-1",
    })
}

fn play_json(facts: &PlayFacts) -> Value {
    let mean = |mean: &Mean| json!({"mean": mean.mean, "ci95": [mean.interval.low, mean.interval.high]});
    json!({
        "games": facts.games,
        "branching": mean(&facts.branching),
        "length": mean(&facts.length),
        "shortest": facts.shortest,
        "longest": facts.longest,
        "draws": mean(&facts.draws),
        "first_places": facts.first_places.iter().map(mean).collect::<Vec<_>>(),
        "first_player_advantage": mean(&facts.advantage),
    })
}
