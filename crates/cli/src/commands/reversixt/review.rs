//! `plyground reversixt review`: where a network game was decided.

use crate::args::ReviewArgs;
use crate::commands::record;
use crate::opened_game::{OpenedGame, open_setup, read_limited};
use crate::print::LiveLine;
use crate::{Answer, print};
use anyhow::{Context, Result, bail};
use plyground_arena::LoadedRecord;
use plyground_core::{AnyGame, Chances, Game, GameEvent, MapText, Notation, PlayerId, Setup, Turn};
use plyground_engine::chances::{chances_of_report, scale_of};
use plyground_engine::{Player, Request, SearchRequest, Spec, build};
use plyground_search::Limits;
use serde_json::{Value, json};
use std::fmt::Write;

/// More than the longest log of a game.
const LARGEST: u64 = 64 << 20;
/// Smaller losses are not worth telling: no search is that exact.
const LEAST_LOSS: f64 = 0.01;

/// A turn of a player, as a longer search sees it.
struct ReviewedTurn {
    /// The number of the turn in the game, from 1.
    number: usize,
    player: PlayerId,
    played: String,
    /// What the longer search would have played.
    best: Option<String>,
    before: Chances,
    /// The chances when the same player is to move again, or at the end.
    after: Chances,
}

impl ReviewedTurn {
    /// What the player lost until their next turn.
    fn loss(&self) -> f64 {
        self.before.of(self.player) - self.after.of(self.player)
    }

    /// Who gained most meanwhile.
    fn gainer(&self) -> PlayerId {
        let gain = |player: PlayerId| self.after.of(player) - self.before.of(player);
        let all = PlayerId::all(self.before.as_slice().len());
        all.reduce(|most, player| if gain(player) > gain(most) { player } else { most }).unwrap_or(PlayerId::FIRST)
    }

    fn better(&self) -> Option<&str> {
        self.best.as_deref().filter(|best| *best != self.played)
    }
}

/// Reviews a game.
pub fn run(args: &ReviewArgs) -> Result<Answer> {
    let spec: Spec = args.engine.parse()?;
    let (record, seat) = read(args)?;
    let opened = open_setup(&record.game, &record.setup, &record.moves)?;
    let players = opened.game.facts().players;
    let wanted = match args.player.map(usize::from).or(seat) {
        None => None,
        Some(number) => match PlayerId::from_number(number).filter(|player| player.number() <= players) {
            None => bail!("there is no player {number}; the map has {players}"),
            player => player,
        },
    };
    let mut engine = build(&spec, &opened.game, 1)?;
    let turns = review(&opened, engine.as_mut(), Limits::time(args.time), wanted);
    if args.json {
        print::json(&json!({
            "schema": "plyground-review-1",
            "engine": spec.to_string(),
            "seconds": args.time.as_secs_f64(),
            "turns": turns.iter().map(turn_json).collect::<Vec<_>>(),
        }))?;
    } else {
        print::text(&as_text(&opened, &turns, args.worst))?;
    }
    Ok(Answer::Yes)
}

/// The record, and the seat of the client whose log it is.
fn read(args: &ReviewArgs) -> Result<(LoadedRecord, Option<usize>)> {
    let text = read_limited(&args.file, LARGEST)?;
    let first: Option<Value> = text.lines().next().and_then(|line| serde_json::from_str(line).ok());
    if !first.is_some_and(|first| first["event"].is_string()) {
        return Ok((record::read("reversixt", &args.file, None, None)?, None));
    }
    let game = u64::from(args.number.unwrap_or(1));
    let (mut map, mut seat, mut moves) = (None, None, Vec::new());
    for (number, line) in text.lines().enumerate() {
        let line: Value = match serde_json::from_str(line) {
            Ok(line) => line,
            // A log that was being written when its game was broken off still tells what came before.
            Err(_) if number + 1 == text.lines().count() => break,
            Err(_) => bail!("line {} of {} is no JSON", number + 1, args.file.display()),
        };
        if line["game"].as_u64() != Some(game) {
            continue;
        }
        match line["event"].as_str() {
            Some("map") => map = line["text"].as_str().map(String::from),
            Some("seated") => seat = line["player"].as_u64().and_then(|seat| usize::try_from(seat).ok()),
            Some("move") => moves.extend(line["move"].as_str().map(String::from)),
            Some("disqualified") => moves.extend(line["player"].as_u64().map(|player| format!("out={player}"))),
            _ => {}
        }
    }
    let text = map.with_context(|| format!("{} tells of no map in game {game}", args.file.display()))?;
    let map = MapText { name: "log".to_string(), text };
    let setup = Setup { map: Some(map), ..Setup::default() };
    Ok((LoadedRecord { game: "reversixt".to_string(), setup, moves: moves.join(" ") }, seat))
}

/// Thinks about every turn of the wanted player, or of all.
fn review(
    opened: &OpenedGame,
    engine: &mut dyn Player<AnyGame>,
    limits: Limits,
    wanted: Option<PlayerId>,
) -> Vec<ReviewedTurn> {
    let game = &opened.game;
    let mut scale = scale_of(game, engine);
    let mut live = LiveLine::default();
    let mut position = opened.start.clone();
    let mut turns: Vec<ReviewedTurn> = Vec::new();
    // The last turn of each player waits for what it led to.
    let mut waiting: Vec<Option<usize>> = vec![None; game.facts().players];
    for (index, event) in opened.events.iter().enumerate() {
        live.show(|| format!("turn {} of {}", index + 1, opened.events.len()));
        let mover = game.mover(&position).filter(|mover| wanted.is_none_or(|wanted| wanted == *mover));
        if let (Some(player), GameEvent::Turn(_)) = (mover, event) {
            let report = engine.think(Request::from(SearchRequest::new(game, &position).within(limits)));
            let chances = chances_of_report(&mut scale, game, &position, &report);
            if let Some(last) = waiting[player.index()].replace(turns.len()) {
                turns[last].after = chances;
            }
            turns.push(ReviewedTurn {
                number: index + 1,
                player,
                played: event.text(game, &position),
                best: report.best.map(|mv| game.move_text(&position, mv)),
                before: chances,
                after: chances,
            });
        }
        event.apply(game, &mut position);
    }
    live.wipe();
    if game.turn(&position) == Turn::Over {
        let end = Chances::of_result(&game.payoffs(&position));
        waiting.into_iter().flatten().for_each(|last| turns[last].after = end);
    }
    turns
}

fn turn_json(turn: &ReviewedTurn) -> Value {
    json!({
        "turn": turn.number,
        "player": turn.player.number(),
        "played": turn.played,
        "best": turn.best,
        "before": turn.before.as_slice(),
        "after": turn.after.as_slice(),
        "loss": turn.loss(),
        "gained_most": turn.gainer().number(),
    })
}

fn as_text(opened: &OpenedGame, turns: &[ReviewedTurn], worst: usize) -> String {
    let mut order: Vec<&ReviewedTurn> = turns.iter().filter(|turn| turn.loss() >= LEAST_LOSS).collect();
    order.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
    let losses = order.len();
    order.truncate(worst);
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    let head = ["turn", "player", "played", "chance", "at the next turn", "gained most", "a longer search plays"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for turn in order {
        rows.push(vec![
            turn.number.to_string(),
            opened.player_name(turn.player),
            turn.played.clone(),
            percent(turn.before.of(turn.player)),
            percent(turn.after.of(turn.player)),
            opened.player_name(turn.gainer()),
            turn.better().unwrap_or("the same").to_string(),
        ]);
    }
    let mut text = String::new();
    if losses == 0 {
        text.push_str("no turn lost anything that this search can see\n");
    } else {
        text.push_str(&print::columns(&rows));
    }
    let others = turns.iter().filter(|turn| turn.better().is_some()).count();
    let _ = writeln!(
        text,
        "{} turns looked at, {losses} with a loss; a longer search would have played {others} of them differently",
        turns.len()
    );
    text
}
