//! `plyground reversixt gauntlet`.

mod journal;
mod table;

use super::write_file;
use crate::args::GauntletArgs;
use crate::opened_game::find_map;
use crate::print::LiveLine;
use crate::{Answer, print};
use anyhow::{Context, Result, anyhow, bail};
use journal::Journal;
use plyground_arena::RecordDocument;
use plyground_core::{MapText, splitmix64};
use plyground_engine::Spec;
use plyground_games::reversixt::{MapFile, Reading};
use plyground_network::gauntlet::{ClientCommand, Entrant, GauntletError, GauntletGame, lineup, play};
use plyground_network::server::{GameReport, ServerEvent};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use table::Table;

/// The word for no built-in player.
const NONE: &str = "none";
/// A folder may hold this many maps.
const MOST_MAPS: usize = 1000;

/// A map and the number of its players.
struct Arena {
    map: MapText,
    players: usize,
}

/// What happened in one game.
#[derive(Clone, PartialEq, Debug)]
pub struct GauntletResult {
    /// The name of the map.
    pub map: String,
    /// The number of the game on this map, from 0.
    pub game: u32,
    /// The entrants in the order of the seats.
    pub seats: Vec<usize>,
    /// What each seat achieved; empty if the game did not take place.
    pub results: Vec<SeatResult>,
    /// The entrant that prevented the game, and how.
    pub failure: Option<(usize, String)>,
}

/// What one seat achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatResult {
    pub place: usize,
    pub stones: usize,
    pub moves: u32,
    pub seconds: f64,
    pub disqualified: Option<String>,
}

/// Plays all games and prints the table.
pub fn run(args: &GauntletArgs) -> Result<Answer> {
    let entrants = entrants(args)?;
    let arenas = arenas(&args.maps)?;
    for folder in [&args.records, &args.logs].into_iter().flatten() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let plan = plan(args, &entrants, &arenas);
    let mut journal = Journal::open(args.out.as_deref(), &plan, entrants.len())?;
    if !journal.results.is_empty() {
        print::note(&format!("{} games of {} are there already", journal.results.len(), args.out_name()));
    }
    let mut screen = LiveLine::default();
    // Map by map within each round of games, so that an early end leaves all maps with equally many.
    for game in 0..args.games {
        for arena in &arenas {
            if journal.has(&arena.map.name, game) {
                continue;
            }
            let result = play_one(args, &entrants, arena, game, &mut screen)?;
            screen.wipe();
            print::note(&told(&result, &entrants));
            journal.add(result)?;
        }
    }
    let table = Table::new(&entrants, &journal.results);
    if args.json {
        print::json(&json!({
            "schema": "plyground-gauntlet-1",
            "plan": plan,
            "tables": table.as_json(),
            "games": journal.results.iter().map(journal::line).collect::<Vec<Value>>(),
        }))?;
    } else {
        print::text(&table.as_text())?;
    }
    Ok(Answer::Yes)
}

fn entrants(args: &GauntletArgs) -> Result<Vec<Entrant>> {
    let mut entrants = Vec::new();
    for text in args.players.iter().filter(|text| *text != NONE) {
        let spec: Spec = text.parse().map_err(|error| anyhow!("--player: {error}"))?;
        plyground_network::client::check_player(&spec).map_err(|error| anyhow!("--player: {error}"))?;
        entrants.push(Entrant::BuiltIn(spec));
    }
    for text in &args.clients {
        let command = ClientCommand::parse(text).map_err(|error| anyhow!("--client: {error}"))?;
        entrants.push(Entrant::Client(command));
    }
    if entrants.is_empty() {
        bail!("nobody plays; name at least one --player or --client");
    }
    Ok(entrants)
}

/// The maps that were named: files, names of built-in maps, and all maps of folders.
fn arenas(names: &[String]) -> Result<Vec<Arena>> {
    let mut arenas: Vec<Arena> = Vec::new();
    for name in names {
        let path = Path::new(name);
        let found = if path.is_dir() { maps_in(path)? } else { vec![name.clone()] };
        for name in found {
            let map = find_map("reversixt", &name)?;
            let parsed = MapFile::parse(&map.text, Reading::Strict).map_err(|error| anyhow!("{name}: {error}"))?;
            let players = parsed.map.players();
            if arenas.iter().any(|arena| arena.map.name == map.name) {
                bail!("two maps have the name `{}`; results are kept by name", map.name);
            }
            arenas.push(Arena { map, players });
        }
    }
    Ok(arenas)
}

/// All files of a folder whose names end in `.map`, by name.
fn maps_in(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut found: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|ending| ending == "map")).collect();
    found.sort();
    match found.len() {
        0 => bail!("there is no file that ends in .map in {}", folder.display()),
        count if count > MOST_MAPS => bail!("{} holds {count} maps; the limit is {MOST_MAPS}", folder.display()),
        _ => Ok(found.into_iter().map(|path| path.to_string_lossy().into_owned()).collect()),
    }
}

/// Everything that decides about results, so that a journal is never continued with something else.
fn plan(args: &GauntletArgs, entrants: &[Entrant], arenas: &[Arena]) -> Value {
    let maps = arenas.iter().map(|arena| {
        let text = arena.map.text.bytes().fold(0, |hash, byte| splitmix64(hash ^ u64::from(byte)));
        json!({"name": arena.map.name, "players": arena.players, "text": format!("{text:016x}")})
    });
    json!({
        "entrants": entrants.iter().map(Entrant::name).collect::<Vec<_>>(),
        "maps": maps.collect::<Vec<_>>(),
        "seconds": args.time.as_secs_f64(),
        "seed": args.seed,
    })
}

fn play_one(
    args: &GauntletArgs,
    entrants: &[Entrant],
    arena: &Arena,
    game: u32,
    screen: &mut LiveLine,
) -> Result<GauntletResult> {
    let seats = lineup(entrants.len(), arena.players, game);
    let seated: Vec<Entrant> = seats.iter().map(|entrant| entrants[*entrant].clone()).collect();
    let name = format!("{}-{}", arena.map.name, game + 1);
    let settings = GauntletGame {
        map: &arena.map.name,
        text: &arena.map.text,
        time: args.time,
        wait: args.wait,
        seats: &seated,
        seed: splitmix64(args.seed ^ u64::from(game)),
    };
    let log = |seat: usize| {
        let folder = args.logs.as_ref()?;
        // Without its log the client plays all the same.
        File::create(folder.join(format!("{name}-player{}.log", seat + 1))).ok()
    };
    let mut show = |event: &ServerEvent<'_>| {
        if let ServerEvent::Moved { turns, standing, .. } = event {
            screen.show(|| {
                let stones: Vec<String> = standing.iter().map(|stones| stones.max(0.0).to_string()).collect();
                format!("{name}, move {turns}; stones {}", stones.join(" "))
            });
        }
    };
    let (results, failure) = match play(&settings, log, &mut show) {
        Ok(report) => {
            write_record(args, arena, &name, &report, &seated)?;
            (report.seats.iter().map(seat_result).collect(), None)
        }
        Err(GauntletError::Client { seat, reason }) => (Vec::new(), Some((seats[seat], reason))),
        Err(GauntletError::Server(error)) => return Err(error.into()),
    };
    Ok(GauntletResult { map: arena.map.name.clone(), game, seats, results, failure })
}

fn seat_result(seat: &plyground_network::server::SeatReport) -> SeatResult {
    SeatResult {
        place: seat.place,
        stones: seat.stones,
        moves: seat.moves,
        seconds: seat.time.as_secs_f64(),
        disqualified: seat.out.clone(),
    }
}

fn write_record(args: &GauntletArgs, arena: &Arena, name: &str, report: &GameReport, seated: &[Entrant]) -> Result<()> {
    let Some(folder) = &args.records else { return Ok(()) };
    let players: Vec<String> = seated.iter().map(Entrant::name).collect();
    let document = RecordDocument {
        game: "reversixt",
        variant: "",
        map: Some(&arena.map),
        start: &report.start,
        players: &players,
        moves: &report.moves,
        payoffs: Some(&report.payoffs),
    };
    write_file(&folder.join(format!("{name}.json")), &format!("{:#}\n", document.to_json()))
}

/// A game in one line.
fn told(result: &GauntletResult, entrants: &[Entrant]) -> String {
    let labels = table::labels(entrants);
    let game = format!("{}, game {}", result.map, result.game + 1);
    if let Some((entrant, reason)) = &result.failure {
        return format!("{game} did not take place: {} {reason}", labels[*entrant]);
    }
    let seat = |(seat, result): (&usize, &SeatResult)| {
        let out = if result.disqualified.is_some() { ", disqualified" } else { "" };
        format!("{} {} ({}{out})", result.place, labels[*seat], result.stones)
    };
    let seats: Vec<String> = result.seats.iter().zip(&result.results).map(seat).collect();
    format!("{game}: {}", seats.join(", "))
}
