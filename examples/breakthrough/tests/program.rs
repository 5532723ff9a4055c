//! A game of another crate shows up everywhere, without a line outside of that crate.

use assert_cmd::Command;
use breakthrough::Breakthrough;
use plyground::core::{AnyGame, Game, GameKind, GameVisitor, Playable, Setup};
use plyground::engine::{Request, Spec, build, install};
use plyground::games::registry;
use plyground::search::{Limits, trace::Recorder};
use plyground_testkit::conformance::{self, Trials};

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
}

#[test]
fn misuse_is_one_sentence_and_exit_code_2() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
    let failure = command.args(["show", "breakthrough", "--variant", "8x8"]).assert().code(2);
    let said = String::from_utf8_lossy(&failure.get_output().stderr).into_owned();
    assert!(said.contains("standard"), "{said}");
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
        let request = Request::new(&Breakthrough, &native_start).within(Limits::default());
        let native = player.think(request.recording(&mut native_tree));
        let mut player = build(&spec, &hidden, 7).expect("a player");
        let other = player.think(Request::new(&hidden, &start).recording(&mut hidden_tree));
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
