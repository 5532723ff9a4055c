//! Specs that ask for more than a machine or a page has: a sentence, never the end of the process.

mod common;

use common::refused;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Specs of Isola that a page may not have, and the parameter that is too large.
const HOSTILE: [(&str, &str); 8] = [
    ("search(depth=3, pvs, mobility, paranoid, all, on, on, on, off, on, 900GB)", "table"),
    ("search(table=\"100GB\")", "table"),
    ("search(replacement=pair, table=100GB)", "table"),
    ("mcts(memory=\"900GB\")", "memory"),
    ("mcts(policy=search(depth=1, table=900GB))", "table"),
    ("search(threads=\"3\")", "threads"),
    ("best(time=1h)", "time"),
    ("search(nodes=18446744073709551615)", "nodes"),
];

/// A running `plyground serve`, which ends with the test.
struct Server {
    process: Child,
    host: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Server { process, host }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server still listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a time");
        stream
    }

    /// Sends a request and returns the status and the body of the response.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let mut stream = self.connect();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let host = &self.host;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
        let (_, body) = answer.split_once("\r\n\r\n").expect("a whole answer");
        (status.expect("a status"), serde_json::from_str(body).unwrap_or_default())
    }

    /// Creates a game between people, which shows that the server is alive.
    fn new_game(&self) -> String {
        let (status, made) = self.ask("POST", "/api/games", &json!({"game": "isola", "seats": ["human", "human"]}));
        assert_eq!(status, 200, "{made}");
        made["id"].as_str().expect("an address").to_string()
    }

    /// Sends a command through the socket of a game and waits for its response.
    fn ask_game(&self, id: &str, command: &Value) -> Value {
        let mut stream = self.connect();
        let host = &self.host;
        write!(
            stream,
            "GET /ws/game/{id} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .expect("the server reads");
        let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            reader.read_line(&mut line).expect("a header");
        }
        let mut command = command.clone();
        command["re"] = 7.into();
        stream.write_all(&masked(command.to_string().as_bytes())).expect("the server reads");
        loop {
            let message: Value = serde_json::from_slice(&read_frame(&mut reader)).expect("messages are JSON");
            if message["re"] == 7 || message["type"] == "error" {
                return message;
            }
        }
    }
}

/// A text frame as clients send it (RFC 6455), with the mask 0.
fn masked(text: &[u8]) -> Vec<u8> {
    let length = u16::try_from(text.len()).expect("a short message").to_be_bytes();
    [&[0x81, 0x80 | 126, length[0], length[1], 0, 0, 0, 0], text].concat()
}

fn read_frame(reader: &mut impl Read) -> Vec<u8> {
    let mut head = [0; 2];
    reader.read_exact(&mut head).expect("a frame");
    let length = match head[1] & 0x7f {
        126 => {
            let mut length = [0; 2];
            reader.read_exact(&mut length).expect("a length");
            usize::from(u16::from_be_bytes(length))
        }
        127 => {
            let mut length = [0; 8];
            reader.read_exact(&mut length).expect("a length");
            usize::try_from(u64::from_be_bytes(length)).expect("it fits")
        }
        short => usize::from(short),
    };
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body");
    body
}

#[test]
fn no_request_with_a_greedy_spec_ends_the_server() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let id = server.new_game();
    let (status, record) = server.ask("GET", &format!("/api/games/{id}/record"), &Value::Null);
    assert_eq!(status, 200);
    for (spec, parameter) in HOSTILE {
        let imported = {
            let mut record = record.clone();
            record["players"] = json!(["human", spec]);
            json!({"text": record.to_string()})
        };
        let tournament = json!({
            "name": "greedy", "game": "isola", "players": [{"name": "", "spec": spec}, {"name": "", "spec": "random"}],
            "gauntlet": false, "repeats": 1,
        });
        let mut seat = json!({"map": "standard", "seats": [spec, "client"], "depth": 1, "games": 1});
        seat["seats"][0] = spec.into();
        let requests = [
            ("/api/games", json!({"game": "isola", "seats": ["human", spec]})),
            ("/api/import", imported),
            ("/api/tournaments", tournament),
            ("/api/xray", json!({"game": "isola", "players": [spec], "depth": 3})),
            ("/api/xray", json!({"game": "isola", "players": ["first", spec], "depth": 3})),
            ("/api/hostings", seat),
            ("/api/lab/runs", json!({"study": "setups", "quick": true, "maps": [], "player": spec})),
        ];
        for (path, body) in requests {
            let (status, answer) = server.ask("POST", path, &body);
            let reason = answer["reason"].as_str().unwrap_or_default();
            assert_eq!(status, 422, "{path} {spec}: {answer}");
            assert!(reason.contains(parameter) && reason.contains("at most"), "{path} {spec}: {reason}");
        }
        let analyse = json!({"do": "analyse", "lines": 1, "player": spec});
        let answer = server.ask_game(&id, &analyse);
        assert_eq!(answer["type"], "error", "{spec}: {answer}");
        assert!(answer["reason"].as_str().is_some_and(|reason| reason.contains(parameter)), "{spec}: {answer}");
        server.new_game();
    }
}

#[test]
fn the_xray_of_the_best_player_draws_something_in_every_game() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let boards = [("reversixt", Value::Null), ("einstein", Value::Null), ("isola", Value::Null)];
    let others = [("reversixt", json!("seed=3,players=4")), ("isola", json!("isolation-knight-wide"))];
    for (game, variant) in boards.into_iter().chain(others) {
        let request = json!({"game": game, "variant": variant, "players": ["best"], "depth": 3});
        let (status, answer) = server.ask("POST", "/api/xray", &request);
        let search = &answer["searches"][0];
        assert_eq!(status, 200, "{game} {variant}: {answer}");
        let visits = search["visits"]["parent"].as_array().map_or(0, Vec::len);
        let nodes = search["growth"]["parent"].as_array().map_or(0, Vec::len);
        assert!(visits + nodes > 0, "{game} {variant}: nothing to draw");
        assert!(search["reason"].is_null(), "{game} {variant}: {}", search["reason"]);
    }
}

#[test]
fn times_that_a_record_brings_along_are_judged_like_those_of_a_page() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let id = server.new_game();
    let (_, mut record) = server.ask("GET", &format!("/api/games/{id}/record"), &Value::Null);
    record["web"]["time_ms"] = 3_600_000.into();
    let (status, answer) = server.ask("POST", "/api/import", &json!({"text": record.to_string()}));
    assert_eq!((status, answer["field"].as_str()), (422, Some("time")), "{answer}");
    let players = [json!({"name": "", "spec": "first"}), json!({"name": "", "spec": "random"})];
    let tournament = json!({
        "name": "slow", "game": "isola", "players": players, "gauntlet": false, "repeats": 1, "time": "1h",
    });
    let (status, answer) = server.ask("POST", "/api/tournaments", &tournament);
    assert_eq!((status, answer["field"].as_str()), (422, Some("limits")), "{answer}");
}

/// Below the largest size that any table may have, above what machines have.
const TOO_MUCH: &str = "1000GB";

#[test]
fn what_a_machine_cannot_hold_is_one_sentence_on_the_command_line() {
    let search = format!("search(table={TOO_MUCH})");
    let quoted = format!("search(table=\"{TOO_MUCH}\")");
    let expectimax = format!("expectimax(table={TOO_MUCH})");
    let tree = format!("mcts(memory={TOO_MUCH})");
    let nested = format!("mcts(policy=expectimax(table={TOO_MUCH}))");
    let rock = "MrBlack(3, upper=60GB, lower=900GB)";
    let few = ["--nodes", "1000"];
    for (game, spec) in [
        ("isola", search.as_str()),
        ("isola", &quoted),
        ("einstein", &expectimax),
        ("einstein", &tree),
        ("einstein", &nested),
        ("einstein", rock),
    ] {
        refused(&[&["analyze", game, "--player", spec], &few[..]].concat(), "too much for this machine; at most");
        let pair = ["match", game, "--player", spec, "--player", "first", "--games", "2"];
        refused(&[&pair[..], &few[..]].concat(), "too much for this machine; at most");
    }
    for game in ["isola", "einstein"] {
        refused(&["solve", game, "--table", TOO_MUCH], "too much for this machine; at most");
    }
    let score = ["solve", "reversixt", "--score", "othello", "--table", TOO_MUCH];
    refused(&score, "too much for this machine; at most");
}

#[test]
fn players_that_do_not_fit_side_by_side_are_refused_before_a_game_begins() {
    let pair = ["match", "isola", "--player", "search(table=1GB)", "--player", "first", "--games", "2000"];
    refused(&[&pair[..], &["--jobs", "1000", "--depth", "1"]].concat(), "1000 games at a time: tables of 1000GB");
}

#[test]
fn a_plan_with_a_greedy_player_is_refused_with_file_and_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = folder.path().join("plan.toml");
    let text = format!(
        "name = \"greedy\"\nlimits = {{ depth = 1 }}\nplayers = [{{ spec = \"first\" }}, {{ spec = 'search(table=\"{TOO_MUCH}\")' \
         }}]\n[[games]]\ngame = \"isola\"\n"
    );
    std::fs::write(&plan, text).expect("written");
    let plan = plan.to_str().expect("a name");
    refused(&["tournament", "run", plan], "table=1000GB is too much for this machine");
}

#[test]
fn an_engine_keeps_its_player_when_it_is_told_to_take_a_greedy_one() {
    let mut engine = common::plyground();
    let words = "ugi\nsetoption name Player value search(table=1000GB)\nisready\nposition startpos\ngo depth 1\nquit\n";
    let output = engine.args(["engine", "isola"]).write_stdin(words).assert().code(0).get_output().stdout.clone();
    let said = String::from_utf8_lossy(&output);
    assert!(said.contains("too much for this machine"), "{said}");
    assert!(said.contains("readyok") && said.contains("bestmove "), "{said}");
}
