//! `plyground reversixt serve`.

use super::standings::{Standings, name_of};
use super::write_file;
use crate::args::ServeArgs;
use crate::commands::show::number;
use crate::opened_game::find_map;
use crate::print::LiveLine;
use crate::{Answer, print};
use anyhow::{Context, Result, bail};
use plyground_arena::RecordDocument;
use plyground_core::MapText;
use plyground_network::server::{GameClock, GameReport, SeatConfig, SeatReport, Server, ServerEvent, ServerOptions};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The word for a seat that waits for a client.
const CLIENT: &str = "client";
/// Visitors turned away that are told one by one; a crowd of them is nobody's news.
const TURNED_AWAY: u32 = 20;

/// Hosts games.
pub fn run(args: &ServeArgs) -> Result<Answer> {
    let map = find_map("reversixt", &args.map)?;
    let mut seats = Vec::new();
    for text in &args.seats {
        seats.push(if text == CLIENT { SeatConfig::Client } else { SeatConfig::BuiltIn(text.parse()?) });
    }
    let clock = match (args.time, args.depth) {
        (Some(time), _) => GameClock::Time(time),
        (None, depth) => GameClock::Depth(depth.unwrap_or(1)),
    };
    let options = ServerOptions {
        thoughts: None,
        map: map.name.clone(),
        text: map.text.clone(),
        clock,
        seats,
        games: args.games,
        wait: args.wait,
        start_delay: args.settle,
        answer_timeout: args.patience,
        seed: args.seed,
        stop: Default::default(), // Ctrl-C ends the whole program
    };
    check_folders(args)?;
    let server = Server::bind(args.addr, args.port)?;
    let address = server.address();
    print::note(&format!("listening on {address}"));
    if args.port != 0 && address.port() != args.port {
        print::warn(&format!("port {} is taken, so this is port {}", args.port, address.port()));
    }
    print::note(&format!("clients join with: plyground reversixt connect {address}"));
    let mut screen = Screen::new(args, map);
    let reports = server.run(&options, &mut |event| screen.show(event));
    screen.live.wipe();
    let reports = reports?;
    if let Some(error) = screen.trouble {
        return Err(error);
    }
    let standings = Standings::new(&reports);
    if args.json {
        print::json(&json!({
            "schema": "plyground-server-1",
            "map": options.map,
            "address": address.to_string(),
            "clock": match clock {
                GameClock::Time(time) => json!({"seconds": time.as_secs_f64()}),
                GameClock::Depth(depth) => json!({"depth": depth}),
            },
            "games": reports.iter().map(game_json).collect::<Vec<_>>(),
            "table": standings.as_json(),
        }))?;
    } else if reports.len() > 1 {
        print::text(&standings.as_text())?;
    }
    Ok(Answer::Yes)
}

/// A folder that does not exist is told before the game, not after it.
fn check_folders(args: &ServeArgs) -> Result<()> {
    for path in [&args.result, &args.record].into_iter().flatten() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("cannot write {}: there is no folder {}", path.display(), folder.display());
        }
    }
    Ok(())
}

/// What the host sees, and the files that every game leaves.
struct Screen<'a> {
    args: &'a ServeArgs,
    map: MapText,
    live: LiveLine,
    game: u32,
    turned_away: u32,
    trouble: Option<anyhow::Error>,
}

impl<'a> Screen<'a> {
    fn new(args: &'a ServeArgs, map: MapText) -> Self {
        Screen { args, map, live: LiveLine::default(), game: 0, turned_away: 0, trouble: None }
    }

    fn show(&mut self, event: &ServerEvent<'_>) {
        match event {
            ServerEvent::Joined { group, address, waiting, wanted } => {
                self.tell(&format!("group {group} has joined from {address} ({waiting} of {wanted})"));
            }
            ServerEvent::TurnedAway { address, reason } => {
                self.turned_away += 1;
                if self.turned_away <= TURNED_AWAY {
                    self.tell(&format!("turned away {address}: {reason}"));
                }
            }
            ServerEvent::Begins { game, of, .. } => {
                self.game = *game;
                self.tell(&format!("game {game} of {of} begins"));
            }
            ServerEvent::Moved { player, mv, turns, time, standing, .. } => {
                let game = self.game;
                self.live.show(|| {
                    let stones: Vec<String> = standing.iter().map(|stones| stones.max(0.0).to_string()).collect();
                    let stones = stones.join(" ");
                    let time = time.as_secs_f64();
                    format!("game {game}, move {turns}: player {player} plays {mv} in {time:.2} s; stones {stones}")
                });
            }
            ServerEvent::Disqualified { player, reason } => {
                self.tell(&format!("player {player} is disqualified: {reason}"));
            }
            ServerEvent::PhaseEnd => self.tell("phase 2 begins"),
            ServerEvent::Ended(report) => self.finish(report),
        }
    }

    fn tell(&mut self, text: &str) {
        self.live.wipe();
        print::note(text);
    }

    fn finish(&mut self, report: &GameReport) {
        self.live.wipe();
        let shown = if self.args.json { Ok(()) } else { print::text(&game_text(report)) };
        let done = shown.and_then(|()| self.write(report));
        if let Err(error) = done {
            // The games go on; the host hears of it now, and the exit code says it again.
            print::complain(&error);
            self.trouble.get_or_insert(error);
        }
    }

    fn write(&self, report: &GameReport) -> Result<()> {
        let game = (self.args.games > 1).then_some(self.game);
        if let Some(path) = &self.args.result {
            write_file(&numbered(path, game), &report.result_text())?;
        }
        let beside = || self.args.result.as_deref().map(beside);
        if let Some(path) = self.args.record.clone().or_else(beside) {
            let players: Vec<String> = report.seats.iter().map(name_of).collect();
            let document = RecordDocument {
                game: "reversixt",
                variant: "",
                map: Some(&self.map),
                start: &report.start,
                players: &players,
                moves: &report.moves,
                payoffs: Some(&report.payoffs),
            };
            let document = document.to_json();
            let path = numbered(&path, game);
            write_file(&path, &format!("{document:#}\n")).context("the record is lost")?;
        }
        Ok(())
    }
}

/// The record beside a result file: the same name with another ending.
fn beside(result: &Path) -> PathBuf {
    let record = result.with_extension("json");
    if record == result { result.with_extension("record.json") } else { record }
}

/// `name-3.ext` for the third of several games.
fn numbered(path: &Path, game: Option<u32>) -> PathBuf {
    let Some(game) = game else { return path.to_path_buf() };
    let mut name = OsString::from(path.file_stem().unwrap_or_default());
    name.push(format!("-{game}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

fn game_text(report: &GameReport) -> String {
    let head = ["player", "who", "stones", "place", "moves", "time left", ""].map(String::from).to_vec();
    let row = |(index, seat): (usize, &SeatReport)| {
        let left = seat.time_left.map_or("no clock".to_string(), |left| format!("{:.3} s", left.as_secs_f64()));
        vec![
            (index + 1).to_string(),
            name_of(seat),
            seat.stones.to_string(),
            seat.place.to_string(),
            seat.moves.to_string(),
            left,
            seat.out.as_ref().map_or("ok".to_string(), |reason| format!("disqualified: {reason}")),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(report.seats.iter().enumerate().map(row)).collect();
    print::columns(&rows)
}

fn game_json(report: &GameReport) -> Value {
    let seats = report.seats.iter().map(|seat| {
        json!({
            "participant": seat.participant + 1,
            "group": seat.group,
            "spec": seat.spec,
            "stones": seat.stones,
            "place": seat.place,
            "moves": seat.moves,
            "seconds": seat.time.as_secs_f64(),
            "seconds_left": seat.time_left.map(|left| left.as_secs_f64()),
            "disqualified": seat.out,
        })
    });
    json!({
        "turns": report.turns,
        "payoffs": report.payoffs.iter().map(|payoff| number(*payoff)).collect::<Vec<_>>(),
        "moves": report.moves,
        "seats": seats.collect::<Vec<_>>(),
    })
}
