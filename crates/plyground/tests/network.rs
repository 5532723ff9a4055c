//! ReversiXT over the network and the tools around maps, from the outside.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod common;
#[path = "../../../xtask/src/cpu_load.rs"]
mod cpu_load;
#[path = "../../../xtask/src/network_soak.rs"]
#[allow(dead_code)] // the long run has more to tell
mod network_soak;

use common::{json, plyground, refused, text};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("plyground"))
}

/// A server on a port of its own.
struct Host {
    child: Child,
    address: String,
}

impl Host {
    fn start(words: &[&str]) -> Self {
        let mut child = program()
            .args(["reversixt", "serve", "--port", "0", "--settle", "0s", "--wait", "60"])
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let address = line.split_once("listening on ").unwrap().1.to_string();
        std::thread::spawn(move || lines.for_each(drop));
        Host { child, address }
    }

    fn finish(self) -> String {
        let output = self.child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    }
}

fn join(address: &str, words: &[&str]) -> Child {
    let connect = ["reversixt", "connect", address, "--player", "greedy", "--reserve", "1h"];
    program().args(connect).args(words).stdout(Stdio::piped()).spawn().unwrap()
}

fn lines_of(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn host_join_twice_read_the_result_replay_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let host = Host::start(&["--map", "duel", "--time", "4", "--result", &file("result.txt")]);
    let one = join(&host.address, &["--group", "7", "--log", &file("log.jsonl"), "--json"]);
    let two = join(&host.address, &["--group", "8", "--threads", "2", "--no-ponder"]);
    let (one, two) = (one.wait_with_output().unwrap(), two.wait_with_output().unwrap());
    assert_eq!((one.status.code(), two.status.code()), (Some(0), Some(0)));
    let table = host.finish();
    assert!(table.contains("group 7") && table.contains("group 8"), "{table}");
    let report: Value = serde_json::from_slice(&one.stdout).unwrap();
    assert_eq!(report["games"][0]["complete"], true);
    assert!(String::from_utf8_lossy(&two.stdout).contains("place"));

    let result = std::fs::read_to_string(folder.path().join("result.txt")).unwrap();
    let rows: Vec<Vec<&str>> = result.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0], ["duel"]);
    assert!(rows[1..].iter().all(|row| row.len() == 4 && row[2].ends_with(" msecs") && row[3] == "ok"), "{result}");
    let replayed = text(&["replay", "reversixt", "--record", &file("result.json"), "--json"]);
    let last: Value = serde_json::from_str(replayed.lines().last().unwrap()).unwrap();
    assert_eq!(last["payoffs"], report["games"][0]["payoffs"]);
    assert_eq!(last["position"], report["games"][0]["position"], "the client's model was in step");

    let log = lines_of(&folder.path().join("log.jsonl"));
    let count = |event: &str| log.iter().filter(|line| line["event"] == event).count();
    assert_eq!((count("map"), count("end of phase 1"), count("end of game")), (1, 1, 1));
    assert_eq!(count("request"), count("answer"));
    let searched = log.iter().filter(|line| line["event"] == "answer" && line["choices"].as_u64() > Some(1));
    assert!(searched.clone().count() > 5);
    for answer in searched {
        assert!(answer["value"].is_number() && answer["used_seconds"].is_number(), "{answer}");
    }
    assert_eq!(count("move"), replayed.lines().count() - 1);
}

#[test]
fn games_in_a_row_rotate_the_seats_and_end_in_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.json");
    let words = ["--map", "torus", "--time", "2s", "--games", "3", "--seat", "first", "--seat", "random"];
    let host = Host::start(&[&words[..], &["--record", record.to_str().unwrap(), "--json"]].concat());
    let client = join(&host.address, &["--games", "3", "--group", "5"]).wait_with_output().unwrap();
    assert_eq!(client.status.code(), Some(0));
    let document: Value = serde_json::from_str(&host.finish()).unwrap();
    let seats = |game: usize| {
        let seats = document["games"][game]["seats"].as_array().unwrap();
        seats.iter().map(|seat| seat["participant"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!([seats(0), seats(1), seats(2)], [[1, 2, 3], [2, 3, 1], [3, 1, 2]]);
    assert_eq!(document["table"][2]["who"], "group 5");
    let firsts: f64 = (0..3).map(|row| document["table"][row]["first_places"].as_f64().unwrap()).sum();
    assert!((firsts - 3.0).abs() < 1e-9);
    for number in 1..=3 {
        let path = folder.path().join(format!("game-{number}.json"));
        text(&["replay", "reversixt", "--record", path.to_str().unwrap()]);
    }
}

/// Nobody answers for player 1, so they are disqualified, and the record says so in its place.
#[test]
fn a_record_with_a_disqualification_replays() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.json");
    let seats = ["--seat", "client", "--seat", "first", "--seat", "first"];
    let words = ["--map", "torus", "--time", "0.2", "--record", record.to_str().unwrap()];
    let host = Host::start(&[&words[..], &seats].concat());
    let mut mute = std::net::TcpStream::connect(&host.address).unwrap();
    std::io::Write::write_all(&mut mute, &[1, 0, 0, 0, 1, 9]).unwrap();
    let table = host.finish();
    assert!(table.contains("disqualified: did not answer within 200 ms"), "{table}");
    drop(mute);
    let replayed = text(&["replay", "reversixt", "--record", record.to_str().unwrap(), "--json"]);
    let lines: Vec<Value> = replayed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["move"], "out=1");
    assert_eq!(lines[0]["turn"], 1);
    assert_eq!(lines[1]["turn"], 2);
    assert_eq!(lines.last().unwrap()["payoffs"][0], -1);
}

#[test]
fn disqualifications_are_words_of_move_lists() {
    let after = json(&["show", "reversixt", "--map", "torus", "--moves", "out=1 out=3"]);
    assert_eq!(after["over"], true);
    assert_eq!(after["payoffs"][0], -1);
    refused(&["show", "reversixt", "--map", "torus", "--moves", "out=1 out=1"], "disqualified already");
    refused(&["show", "reversixt", "--map", "torus", "--moves", "out=4"], "a player from 1 to 3");
    refused(&["show", "reversixt", "--map", "torus", "--moves", "out="], "a player from 1 to 3");
    refused(&["show", "isola", "--moves", "out=1"], "nobody is left out");
}

#[test]
fn a_web_server_that_could_not_keep_anything_does_not_begin() {
    refused(&["serve", "--addr", "nonsense"], "for example 127.0.0.1:7171");
    refused(&["serve", "--addr", "127.0.0.1:0", "--data", "/dev/null"], "cannot save games in /dev/null");
}

#[test]
fn misuse_is_one_sentence_and_nothing_hangs() {
    let connect = |words: &[&str], expected: &str| refused(&[&["reversixt", "connect"], words].concat(), expected);
    connect(&["127.0.0.1:1", "--retry", "0s"], "cannot connect to 127.0.0.1:1");
    connect(&["nowhere"], "HOST:PORT");
    connect(&["127.0.0.1:1", "--player", "frist"], "there is no player `frist`");
    connect(&["127.0.0.1:1", "--player", "human"], "keyboard");
    connect(&["127.0.0.1:1", "--group", "256"], "256");
    let serve = |words: &[&str], expected: &str| refused(&[&["reversixt", "serve"], words].concat(), expected);
    serve(&["--map", "nosuchmap"], "no built-in map `nosuchmap`");
    serve(&["--map", "standard", "--port", "0", "--wait", "0.1"], "only 0 of 2 clients");
    serve(&["--map", "duel", "--time", "0.1"], "at least 0.2 seconds");
    serve(&["--map", "duel", "--time", "1", "--depth", "3"], "cannot be used with");
    serve(&["--map", "duel", "--seat", "first", "--seat", "first", "--seat", "first"], "3 seats were named");
    serve(&["--map", "duel", "--port", "0", "--wait", "0.1"], "only 0 of 2 clients");
    serve(&["--map", "duel", "--port", "0", "--result", "no/such/folder/x"], "there is no folder no/such/folder");
    serve(&["--map", "duel", "--addr", "203.0.113.1"], "cannot listen on 203.0.113.1");
    refused(&["reversixt", "generate", "--players", "9"], "from 2 to 8");
    refused(&["reversixt", "check", "duel", "--player", "frist"], "there is no player `frist`");
}

#[test]
fn generated_maps_are_valid_and_repeatable() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.map");
    let path = path.to_str().unwrap();
    let words = ["reversixt", "generate", "--seed", "5", "--players", "4", "--cols", "9", "--rows", "7"];
    let map = text(&words);
    text(&[&words[..], &["-o", path]].concat());
    assert_eq!(std::fs::read_to_string(path).unwrap(), map);
    assert_eq!(json(&words)["text"], map);
    let checked = json(&["reversixt", "check", path, "--games", "0"]);
    assert_eq!((&checked["players"], &checked["width"], &checked["height"]), (&4.into(), &9.into(), &7.into()));
    assert_eq!(checked["play"], Value::Null);
}

#[test]
fn check_finds_tiles_that_nobody_reaches_and_seats_that_always_win() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walled.map");
    // The tile behind the hole can never be played on; and only player 1 can ever move.
    std::fs::write(&path, "2\n0\n0 0\n1 6\n0 2 1 0 - 0\n").unwrap();
    let checked = json(&["reversixt", "check", path.to_str().unwrap(), "--games", "20"]);
    let play = &checked["play"];
    assert_eq!((&play["games"], &play["reached"]), (&20.into(), &3.into()));
    assert_eq!(play["unreached"], serde_json::json!(["3,0", "5,0"]));
    assert_eq!(play["seats"][0]["first_places"], 1.0);
    assert!(play["unfairness"].as_f64().unwrap() > 0.5);
    assert_eq!(json(&["reversixt", "check", path.to_str().unwrap(), "--games", "20"])["play"], *play, "repeatable");
    let told = text(&["reversixt", "check", path.to_str().unwrap(), "--games", "20"]);
    assert!(told.contains("nobody ever reached 3,0 5,0") && told.contains("not even"), "{told}");
}

/// The short form of `cargo xtask soak reversixt`: tiny maps, processes, in peace and with all cores busy.
#[test]
fn a_short_soak_disqualifies_nobody() {
    let folder = tempfile::tempdir().unwrap();
    for (name, players, side) in [("two", "2", "4"), ("five", "5", "5")] {
        let path = folder.path().join(format!("{name}.map"));
        let words = ["reversixt", "generate", "--players", players, "--cols", side, "--rows", side, "--overrides", "0"];
        plyground().args(words).args(["--stones", "70", "-o", path.to_str().unwrap()]).assert().code(0);
    }
    let soak = network_soak::NetworkSoak {
        binary: assert_cmd::cargo::cargo_bin("plyground"),
        maps: network_soak::maps(&[folder.path().to_path_buf()]),
        games: 2,
        parallel: 1,
        // Twice the shortest limit: this machine may be busy with other tests besides.
        limits: vec![400],
        seconds: 20,
        player: "best".to_string(),
        seed: 1,
        busy: None,
    };
    let halves = soak.run(&|_| {}).unwrap();
    let [(_, quiet), (_, busy)] = halves.try_into().expect("a quiet half and a busy one");
    assert_eq!([quiet.games_by_players(), busy.games_by_players()], ["1 of 2 players", "1 of 5 players"]);
    for summary in [quiet, busy] {
        assert_eq!(summary.troubles, Vec::<String>::new());
        assert_eq!((summary.games, summary.disqualified), (1, 0));
        assert!(summary.moves > 4, "{}", summary.moves);
    }
}

#[test]
fn a_gauntlet_rotates_seats_survives_bad_clients_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let program = assert_cmd::cargo::cargo_bin("plyground");
    let good = format!("{} reversixt connect {{host}}:{{port}} --player greedy", program.display());
    let (out, records) = (file("games.jsonl"), file("records"));
    let words = ["reversixt", "gauntlet", "--map", "duel", "--player", "random", "--client", &good];
    let kept = ["--time", "2", "--out", &out, "--records", &records];
    let one = json(&[&words[..], &kept, &["--games", "1"]].concat());
    assert_eq!(one["games"].as_array().unwrap().len(), 1);
    let two = json(&[&words[..], &kept, &["--games", "2"]].concat());
    let games = two["games"].as_array().unwrap();
    assert_eq!(games[0], one["games"][0], "the first game was not played again");
    let entrants = |game: &Value| -> Vec<u64> {
        game["seats"].as_array().unwrap().iter().map(|seat| seat["entrant"].as_u64().unwrap()).collect()
    };
    assert_eq!((entrants(&games[0]), entrants(&games[1])), (vec![1, 2], vec![2, 1]));
    let table = &two["tables"][0];
    assert_eq!(table["players"], 2);
    let sum: f64 = [0, 1].map(|entrant| table["entrants"][entrant]["first_places"].as_f64().unwrap()).iter().sum();
    assert_eq!(sum, 2.0, "every game has one first place, or a shared one");
    let replayed = text(&["replay", "reversixt", "--record", &format!("{records}/duel-2.json"), "--json"]);
    let last: Value = serde_json::from_str(replayed.lines().last().unwrap()).unwrap();
    assert_eq!(last["over"], true);

    let bad = ["--client", "sh -c 'exit 3' {port}", "--games", "1", "--time", "2"];
    let bad = json(&[&["reversixt", "gauntlet", "--map", "duel", "--player", "random"][..], &bad].concat());
    assert_eq!(bad["games"][0]["failure"]["reason"], "ended with exit code 3 before the game");
    assert_eq!(bad["tables"][0]["entrants"][1]["no_show"], 1);
    let silent = ["--client", "sleep 100 {port}", "--games", "1", "--wait", "1"];
    let silent = text(&[&["reversixt", "gauntlet", "--map", "duel", "--player", "random"][..], &silent].concat());
    assert!(silent.contains("no show") && silent.contains("client 1: sleep 100"), "{silent}");
}

#[test]
fn a_gauntlet_that_cannot_begin_says_why() {
    let base = ["reversixt", "gauntlet", "--map", "duel"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    refused(&with(&["--player", "none"]), "nobody plays");
    refused(&with(&["--client", "/no/such/client {port}"]), "there is no program");
    refused(&with(&["--client", "sh -c true"]), "does not say where the port goes");
    refused(&with(&["--player", "bset"]), "best");
    refused(&with(&["--time", "0.1"]), "0.2");
    refused(&["reversixt", "gauntlet", "--map", "nowhere"], "no map file");
    refused(&with(&["--map", "duel"]), "two maps have the name");
}

#[test]
fn a_review_shows_turns_of_a_log_and_of_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (log, record) = (file("log.jsonl"), file("record.json"));
    let host = Host::start(&["--map", "duel", "--time", "4", "--seat", "random", "--record", &record]);
    let client = join(&host.address, &["--log", &log]);
    assert!(client.wait_with_output().unwrap().status.success());
    host.finish();
    let quick = ["--engine", "search(depth=1)", "--time", "1s"];
    let of_log = json(&[&["reversixt", "review", &log][..], &quick].concat());
    let turns = of_log["turns"].as_array().unwrap();
    let answers: Vec<Value> = lines_of(Path::new(&log)).into_iter().filter(|line| line["event"] == "answer").collect();
    assert_eq!(turns.len(), answers.len(), "the client's own turns");
    for (turn, answer) in turns.iter().zip(&answers) {
        assert_eq!((&turn["player"], &turn["played"]), (&2.into(), &answer["move"]));
        let chances: f64 = turn["before"].as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).sum();
        assert!((chances - 1.0).abs() < 1e-9, "{turn}");
    }
    let both = json(&[&["reversixt", "review", &record][..], &quick].concat());
    assert!(both["turns"].as_array().unwrap().len() > turns.len());
    let mine = json(&[&["reversixt", "review", &record, "--player", "2"][..], &quick].concat());
    assert_eq!(mine["turns"], of_log["turns"], "a log and a record of one game tell the same");
    let told = text(&[&["reversixt", "review", &record, "--worst", "2"][..], &quick].concat());
    assert!(told.contains("turns looked at"), "{told}");
    refused(&["reversixt", "review", &record, "--player", "9"], "there is no player 9");
    refused(&["reversixt", "review", &log, "--number", "2"], "tells of no map in game 2");
    refused(&["reversixt", "review", "/no/such/file"], "cannot open");
}
