//! `cargo xtask soak VERB`: what each verb takes.

use crate::deadlines::Deadlines;
use crate::fuzz;
use crate::network_soak::{NetworkSoak, maps};
use crate::sockets::{self, SocketSoak};
use std::path::{Path, PathBuf};
use std::process::Command;

const HELP: &str = "usage: cargo xtask soak reversixt [--games 300] [--parallel 2] [--seconds 40] [--player best] [--seed 1] \
                    [--millis 200] [--busy N] [--binary FILE]\n       cargo xtask soak deadlines [--games 3] [--busy N,N] [--seed 1] [--binary FILE]\n       \
                    cargo xtask soak arena [--kills 100]\n       cargo xtask soak kills [--kills 200]\n       \
                    cargo xtask soak sockets [--sockets 200] [--seconds 60] [--binary FILE]\n       \
                    cargo xtask soak memory [--seconds 60] [--binary FILE]\n       \
                    cargo xtask soak fuzz [--minutes 30]";

/// More loops than this measure nothing but the system.
const MOST_LOOPS: usize = 1000;

/// Reads the words after `soak` and plays.
pub fn run(words: &[String]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lives in the workspace")?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["reversixt", options @ ..] => reversixt(root, options),
        ["deadlines", options @ ..] => deadlines(root, options),
        ["arena", options @ ..] => arena(root, count_of(options, 100)?),
        ["kills", options @ ..] => kills(root, count_of(options, 200)?),
        ["sockets", options @ ..] => {
            let mut soak = SocketSoak { sockets: 200, seconds: 60 };
            let binary = web_options(root, options, &mut soak)?;
            soak.run(&binary)
        }
        ["memory", options @ ..] => {
            let mut soak = SocketSoak { sockets: 0, seconds: 60 };
            let binary = web_options(root, options, &mut soak)?;
            sockets::memory(&binary, soak.seconds)
        }
        ["fuzz"] => fuzz::soak(root, 30),
        ["fuzz", "--minutes", minutes] => fuzz::soak(root, fuzz::number(Some(minutes), "--minutes", HELP)?),
        _ => Err(HELP.to_string()),
    }
}

/// The number after `--kills`, or the usual one.
fn count_of(options: &[&str], usual: u32) -> Result<u32, String> {
    match options {
        [] => Ok(usual),
        ["--kills", kills] => match kills.parse() {
            Ok(kills @ 1..=100_000) => Ok(kills),
            _ => Err(format!("--kills needs a number from 1 to 100000\n{HELP}")),
        },
        _ => Err(HELP.to_string()),
    }
}

/// Reads the options of the soaks of the web server, and builds the program unless one is named.
fn web_options(root: &Path, options: &[&str], soak: &mut SocketSoak) -> Result<PathBuf, String> {
    let mut binary = None;
    for option in options.chunks(2) {
        let [name, value] = option else { return Err(HELP.to_string()) };
        let number = |least: u64, most: u64| match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} needs a number from {least} to {most}\n{HELP}")),
        };
        match *name {
            // The server takes 512 connections, and 200 analyses.
            "--sockets" if soak.sockets > 0 => soak.sockets = number(2, 400)? as usize,
            "--seconds" => soak.seconds = number(5, 3600)?,
            "--binary" => binary = Some(PathBuf::from(value)),
            _ => return Err(HELP.to_string()),
        }
    }
    binary.map_or_else(|| build(root), Ok)
}

/// Kills a running tournament at many moments; its table must not show it.
fn arena(root: &Path, kills: u32) -> Result<(), String> {
    test(root, "arena", "killed", kills, "a tournament that was killed did not end as it should")
}

/// Kills the web server right after a move was shown; after a restart the move must still be there.
fn kills(root: &Path, kills: u32) -> Result<(), String> {
    test(root, "durability", "no_shown_move", kills, "moves that were shown are lost")
}

/// Runs a test of the program with this many kills.
fn test(root: &Path, file: &str, name: &str, kills: u32, failure: &str) -> Result<(), String> {
    let words = ["test", "--package", "plyground", "--test", file, "--locked", "--", name, "--nocapture"];
    let status = cargo().args(words).env("PLYGROUND_KILLS", kills.to_string()).current_dir(root).status();
    match status.map_err(|error| format!("cannot start cargo: {error}"))?.success() {
        true => Ok(()),
        false => Err(format!("{failure} ({kills} kills)")),
    }
}

fn reversixt(root: &Path, options: &[&str]) -> Result<(), String> {
    let shared = std::env::var_os("PLYGROUND_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let folders = [root.join("crates/games/src/reversixt/data/maps"), shared.join("reversixt/maps")];
    let mut soak = NetworkSoak {
        binary: PathBuf::new(),
        maps: maps(&folders),
        games: 300,
        parallel: 2,
        limits: vec![200, 300, 500, 1000, 2000],
        seconds: 40,
        player: "best".to_string(),
        seed: 1,
        busy: None,
    };
    for option in options.chunks(2) {
        let [name, value] = option else { return Err(HELP.to_string()) };
        let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number\n{HELP}"));
        match *name {
            "--games" => soak.games = number()? as usize,
            "--parallel" => soak.parallel = number()? as usize,
            "--seconds" => soak.seconds = number()?,
            "--seed" => soak.seed = number()?,
            "--millis" => soak.limits = vec![number()?.max(1)],
            "--busy" => soak.busy = Some(loops(name, value)?),
            "--player" => soak.player = (*value).to_string(),
            "--binary" => soak.binary = PathBuf::from(value),
            _ => return Err(HELP.to_string()),
        }
    }
    if soak.binary.as_os_str().is_empty() {
        soak.binary = build(root)?;
    }
    eprintln!("{} games on {} maps with {}", soak.games, soak.maps.len(), soak.binary.display());
    let parts = soak.run(&|line| eprintln!("{line}"))?;
    for (loops, part) in &parts {
        println!("{}\n  games: {}", part.line(&format!("{loops} busy loops")), part.games_by_players());
    }
    let troubles: usize = parts.iter().map(|(_, part)| part.troubles.len()).sum();
    let disqualified: usize = parts.iter().map(|(_, part)| part.disqualified).sum();
    if troubles + disqualified == 0 { Ok(()) } else { Err(format!("{disqualified} disqualified, {troubles} troubles")) }
}

/// A number of busy loops.
fn loops(name: &str, value: &str) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| *number <= MOST_LOOPS);
    number.ok_or_else(|| format!("{name} needs a number of busy loops, 0 to {MOST_LOOPS}\n{HELP}"))
}

/// Games by every protocol with clocks kept outside; how many moves are late?
fn deadlines(root: &Path, options: &[&str]) -> Result<(), String> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let mut soak = Deadlines { binary: PathBuf::new(), games: 3, busy: vec![0, 2 * cores], seed: 1 };
    for option in options.chunks(2) {
        let [name, value] = option else { return Err(HELP.to_string()) };
        let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number\n{HELP}"));
        match *name {
            "--games" => soak.games = number()? as usize,
            "--seed" => soak.seed = number()?,
            "--busy" => soak.busy = value.split(',').map(|value| loops(name, value)).collect::<Result<_, _>>()?,
            "--binary" => soak.binary = PathBuf::from(value),
            _ => return Err(HELP.to_string()),
        }
    }
    if soak.binary.as_os_str().is_empty() {
        soak.binary = build(root)?;
    }
    match soak.run()? {
        0 => Ok(()),
        late => Err(format!("{late} moves were late")),
    }
}

/// Builds the program quickly, but with all optimisations.
fn build(root: &Path) -> Result<PathBuf, String> {
    let words = ["build", "--profile", "quick", "--package", "plyground", "--locked"];
    let status = cargo().args(words).current_dir(root).status();
    let status = status.map_err(|error| format!("cannot start cargo: {error}"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    if status.success() { Ok(target.join("quick/plyground")) } else { Err("the program does not build".to_string()) }
}

fn cargo() -> Command {
    Command::new(crate::steps::cargo_program())
}
