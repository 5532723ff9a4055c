//! A game of another crate shows up everywhere, without a line outside of that crate.

use assert_cmd::Command;
use breakthrough::Breakthrough;
use plyground::core::{AnyGame, Game, GameKind, GameVisitor, Playable, Setup};
use plyground::engine::{Request, SearchRequest, Spec, build, install};
use plyground::games::registry;
use plyground::search::trace::Recorder;
use plyground_testkit::conformance::{self, Trials};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

fn run(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_breakthrough")).args(arguments).output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{arguments:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn lists_commands_and_matches_know_the_game() {
    assert!(run(&["games"]).contains("breakthrough"));
    assert!(run(&["players", "breakthrough"]).contains("advance"));
    assert!(run(&["show", "breakthrough"]).contains("white"));
    // 16 first moves: the outer men have two each, the four inner ones three.
    assert!(run(&["perft", "breakthrough", "--depth", "1"]).contains("16"));
    let analysis = run(&["analyze", "breakthrough", "--player", "best", "--depth", "4", "--json"]);
    assert!(analysis.contains("\"best\""), "{analysis}");
    let players = ["--player", "search(depth=2)", "--player", "random"];
    let result = run(&[&["match", "breakthrough", "--games", "20", "--seed", "1"], &players[..]].concat());
    assert!(result.contains("search(depth=2)"), "{result}");
    let bench = run(&["bench", "--json"]);
    assert!(bench.contains("breakthrough-standard/pvs"), "{bench}");
}

#[test]
fn studies_in_files_measure_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/ordering.toml");
    let small = std::fs::read_to_string(file).expect("a study").replace("depth = 5", "depth = 2");
    let (path, out) = (folder.path().join("small.toml"), folder.path().join("out"));
    std::fs::write(&path, small).expect("written");
    let said = run(&["lab", "run", path.to_str().expect("text"), "--quick", "--out", out.to_str().expect("text")]);
    assert!(said.contains("`nothing` differs from `everything`."), "{said}");
    assert!(out.join("dictionary.csv").exists());
}

#[test]
fn misuse_is_one_sentence_and_exit_code_2() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
    let failure = command.args(["show", "breakthrough", "--variant", "8x8"]).assert().code(2);
    let said = String::from_utf8_lossy(&failure.get_output().stderr).into_owned();
    assert!(said.contains("standard"), "{said}");
}

/// A running web app, killed at the end of its test.
struct Server {
    process: Child,
    host: String,
    _data: tempfile::TempDir,
}

impl Server {
    fn start() -> Server {
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_breakthrough"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data.path());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a first line");
        let host = line.trim().trim_end_matches('/').trim_start_matches("http://").to_string();
        Server { process, host, _data: data }
    }

    fn ask(&self, first: &str, body: &str) -> String {
        let mut line = TcpStream::connect(&self.host).expect("the server listens");
        line.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        let (host, length) = (&self.host, body.len());
        let headers = format!("Host: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n");
        write!(line, "{first} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n{body}").expect("sent");
        let mut text = String::new();
        line.read_to_string(&mut text).expect("received");
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_pages_have_picture_rules_and_opponents_and_start_a_game() {
    let server = Server::start();
    let catalog = server.ask("GET /api/catalog", "");
    let (_, json) = catalog.split_once("\r\n\r\n").expect("a body");
    let catalog: serde_json::Value = serde_json::from_str(json).expect("a document");
    let games = catalog["games"].as_array().expect("a list of games");
    let game = games.iter().find(|game| game["name"] == "breakthrough").expect("the game is on the start page");
    let picture = &game["picture"];
    assert_eq!(picture["cells"].as_array().map(Vec::len), Some(36));
    assert!(picture["cells"].as_array().is_some_and(|cells| cells.iter().any(|cell| !cell["piece"].is_null())));
    assert!(game["opponents"].as_array().is_some_and(|list| list.len() >= 2), "{}", game["opponents"]);
    assert!(game["rules"].as_array().is_some_and(|list| !list.is_empty()), "the help page has its rules");
    let boards = server.ask("GET /api/catalog/breakthrough/boards", "");
    let (_, boards) = boards.split_once("\r\n\r\n").expect("a body");
    let boards: serde_json::Value = serde_json::from_str(boards).expect("a document");
    assert_eq!(boards[0]["variant"], "standard");
    assert!(boards[0]["offers"].as_array().is_some_and(|cells| !cells.is_empty()), "{boards}");
    let made = server.ask("POST /api/games", r#"{"game": "breakthrough", "seats": ["human", "search(depth=2)"]}"#);
    assert!(made.contains(r#""id":""#), "{made}");
}

struct Conforms;

impl GameVisitor for Conforms {
    type Output = ();

    fn visit<G: Playable>(self, game: G, start: G::Position) {
        conformance::check(&game, &start, Trials::default());
    }
}

#[test]
fn the_game_conforms_also_with_its_type_hidden() {
    Breakthrough::open(&Setup::default(), Conforms).expect("the standard variant");
    conformance::check(
        &AnyGame::new(Breakthrough),
        &AnyGame::position::<Breakthrough>(Breakthrough.start()),
        Trials::default(),
    );
}

/// Hiding the type of a game changes neither what a search finds nor how many nodes it takes.
#[test]
fn a_hidden_game_is_searched_like_the_game_itself() {
    install::<Breakthrough>();
    let (hidden, start) = registry::open("breakthrough", &Setup::default()).expect("valid");
    for text in ["search(depth=5)", "mcts(iterations=300)", "random"] {
        let spec: Spec = text.parse().expect("a valid spec");
        let (mut native_tree, mut hidden_tree) = (Recorder::new(500, 4), Recorder::new(500, 4));
        let mut player = build(&spec, &Breakthrough, 7).expect("a player");
        let native_start = Breakthrough.start();
        let request = SearchRequest::new(&Breakthrough, &native_start);
        let native = player.think(request.recording(&mut native_tree).into());
        let mut player = build(&spec, &hidden, 7).expect("a player");
        let other = player.think(Request::from(SearchRequest::new(&hidden, &start).recording(&mut hidden_tree)));
        assert_eq!((native.value, native.nodes, native.depth), (other.value, other.nodes, other.depth), "{text}");
        let mut moves = Vec::new();
        Breakthrough.moves(&native_start, &mut moves);
        let places: Vec<_> = other.moves.iter().map(|root| moves[root.mv.0 as usize]).collect();
        assert_eq!(native.moves.iter().map(|root| root.mv).collect::<Vec<_>>(), places, "{text}");
        assert_eq!(native.line.len(), other.line.len(), "{text}");
        assert_eq!(native.iterations.len(), other.iterations.len(), "{text}");
        let seen = |ply: u32, value: Option<f64>| (ply, value.map(f64::to_bits));
        let tree: Vec<_> = native_tree.nodes().iter().map(|node| seen(node.ply, node.value)).collect();
        let hidden: Vec<_> = hidden_tree.nodes().iter().map(|node| seen(node.ply, node.value)).collect();
        assert_eq!(tree, hidden, "{text}");
    }
}
