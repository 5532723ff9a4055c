//! GTP conversations.

mod common;

use common::dialogue;
use plyground_core::{GameKind, GameVisitor, Playable, Setup};
use plyground_games::isola::Isola;
use plyground_host::{Engine, Protocol, serve};

fn gtp(text: &str) -> Vec<String> {
    let said = dialogue("reversixt", "first", Protocol::Gtp, text);
    assert!(said.is_empty() || said.ends_with("\n\n"), "{said}");
    said.split_terminator("\n\n").map(String::from).collect()
}

#[test]
fn the_administration() {
    let said =
        gtp("protocol_version\n1 name\nversion\nknown_command genmove\nknown_command fly\nlist_games\nquit\nname\n");
    assert_eq!(said[0], "= 2");
    assert_eq!(said[1], "=1 Plyground");
    assert_eq!(said[3..6], ["= true", "= false", "= Othello"]);
    assert_eq!(said.len(), 7, "nothing is said after quit");
    let commands = gtp("list_commands\n");
    for command in ["set_game", "boardsize", "clear_board", "play", "genmove", "final_score", "showboard", "undo"] {
        assert!(commands[0].contains(command), "{command}");
    }
}

#[test]
fn numbers_comments_and_errors() {
    let said =
        gtp("# nothing\n\n7 fly\n8 play\nplay green d3\n9 boardsize 19\nset_game Go\nset_game Othello\nboardsize 8\n");
    assert_eq!(said[0], "?7 unknown command");
    assert!(said[1].starts_with("?8 syntax error"), "{said:?}");
    assert!(said[2].starts_with("? syntax error"), "{said:?}");
    assert_eq!(said[3..], ["?9 unacceptable size", "? unsupported game", "=", "="]);
}

#[test]
fn moves_are_judged_made_found_and_taken_back() {
    let said = gtp(
        "play white d3\nplay black a1\nplay black D3\nshowboard\ngenmove black\ngenmove white\nundo\nundo\nundo\nfinal_score\n",
    );
    assert_eq!(said[..3], ["? illegal move", "? illegal move", "="]);
    assert!(said[3].contains("Next move: White") && said[3].contains("  3 . . . X . . . ."), "{}", said[3]);
    assert_eq!(said[4], "? it is not black's turn");
    assert!(["= c3", "= e3", "= c5"].contains(&said[5].as_str()), "{}", said[5]);
    assert_eq!(said[6..9], ["=", "=", "? cannot undo"]);
    assert!(said[9].starts_with("? cannot score"));
}

#[test]
fn a_wiped_out_player_loses_by_the_whole_board() {
    let moves = ["E6", "F4", "E3", "F6", "G5", "D6", "E7", "F5", "C5"];
    let mut text = String::new();
    for (index, vertex) in moves.iter().enumerate() {
        text.push_str(&format!("play {} {vertex}\n", if index % 2 == 0 { "b" } else { "w" }));
    }
    text.push_str("final_score\ngenmove white\nplay white pass\nshowboard\n");
    let said = gtp(&text);
    assert_eq!(said[moves.len()..moves.len() + 3], ["= B+64", "= PASS", "="]);
    assert!(said[moves.len() + 3].starts_with("= Game ended"));
}

#[test]
fn whoever_has_no_move_passes_and_need_not_say_so() {
    // After these 59 moves White has none, and Black moves again.
    let moves = "d3 c3 c4 c5 e6 e3 b5 f5 f2 f7 e2 c2 e7 c6 b6 e1 f4 a4 g4 h4 c7 d6 a5 d7 b4 g1 g5 h6 d2 b8 \
                 f6 b7 g2 b3 g3 f3 a3 h2 e8 a6 a8 b2 g7 c8 a1 b1 c1 g8 h1 f8 a7 a2 g6 h5 h8 h3 d1 f1 h7";
    let mut text = String::new();
    for (index, vertex) in moves.split_whitespace().enumerate() {
        text.push_str(&format!("play {} {vertex}\n", if index % 2 == 0 { "black" } else { "white" }));
    }
    for between in ["", "play white pass\n", "genmove white\n"] {
        let said = gtp(&format!("{text}{between}play black d8\nfinal_score\n"));
        assert!(said.iter().all(|answer| answer.starts_with('=')), "{said:?}");
        assert_eq!(said.last().unwrap(), "= B+24");
        assert_eq!(said.iter().filter(|answer| *answer == "= PASS").count(), usize::from(between.starts_with('g')));
    }
    let refused = gtp("play black pass\nplay white pass\n");
    assert_eq!(refused, ["? illegal move", "? illegal move"], "who can move must");
}

#[test]
fn time_is_accepted_in_every_form() {
    let said = gtp(
        "time_settings 60 0 0\ntime_left black 30 0\ntime_settings 0 5 1\ntime_left white 2 1\ntime_settings 0 1 0\ngenmove black\n",
    );
    assert!(said.iter().all(|answer| answer.starts_with('=')), "{said:?}");
}

#[test]
fn other_games_are_refused() {
    struct Refused;
    impl GameVisitor for Refused {
        type Output = String;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
            let engine = Engine::new(game, start, "first".parse().unwrap(), Default::default(), 1).unwrap();
            serve(engine, Protocol::Gtp, "name\n".as_bytes(), &mut Vec::new()).unwrap_err().to_string()
        }
    }
    let error = Isola::open(&Setup::default(), Refused).unwrap();
    assert!(error.contains("GTP is spoken about Othello only"), "{error}");
}
