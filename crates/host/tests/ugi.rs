//! UGI conversations.

// Helpers of tests may unwrap as tests do.
#![allow(clippy::unwrap_used)]

mod common;

use common::{dialogue, talk};
use plyground_core::{GameVisitor, Playable, Rng, Setup, Turn};
use plyground_games::registry;
use plyground_host::Protocol;

fn ugi(game: &str, player: &str, text: &str) -> String {
    dialogue(game, player, Protocol::Ugi, text)
}

#[test]
fn it_introduces_itself() {
    let said = ugi("isola", "greedy", "ugi\nisready\n");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("id name Plyground "), "{said}");
    assert!(lines.contains(&"option name Player type string default greedy"), "{said}");
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn it_moves_in_every_game() {
    for (game, position, expected) in [
        ("isola", "position startpos moves d4 e5", "bestmove "),
        ("reversixt", "position startpos moves 3,2", "bestmove "),
        ("einstein", "position startpos moves 6:r6c5-d4 dice 3", "bestmove b3d2"),
        ("einstein", "position fen r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 6", "bestmove r6c5"),
    ] {
        let said = ugi(game, "greedy", &format!("{position}\ngo depth 1\nquit\n"));
        let last = said.lines().last().unwrap();
        assert!(last.starts_with(expected) && last != "bestmove none", "{game}: {said}");
        assert!(said.contains("info depth 1 score "), "{game}: {said}");
    }
}

#[test]
fn it_tells_what_it_thinks_while_it_thinks() {
    let said = ugi("isola", "search(depth=3)", "go\n");
    for depth in 1..=3 {
        assert!(said.lines().any(|line| line.starts_with(&format!("info depth {depth} score "))), "{said}");
    }
    let summary = said.lines().rev().nth(1).unwrap();
    assert!(summary.contains(" nodes ") && summary.contains(" pv "), "{summary}");
}

#[test]
fn stop_ready_and_quit_are_heard_while_it_thinks() {
    let mut talk = talk("isola", "search", Protocol::Ugi);
    talk.say("go infinite");
    talk.expect("info depth 1 ");
    talk.ask("isready", "readyok");
    let best = talk.ask("stop", "bestmove ");
    assert_ne!(best, "bestmove none");
    talk.say("go infinite");
    talk.expect("info depth 1 ");
    talk.say("quit");
    talk.end().unwrap();
}

#[test]
fn a_player_that_is_ready_at_once_keeps_an_endless_thought_to_itself() {
    let mut talk = talk("isola", "first", Protocol::Ugi);
    talk.say("go infinite");
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    talk.say("stop");
    assert!(talk.expect("bestmove ").len() > "bestmove ".len());
    talk.say("stop");
    assert_eq!(talk.ask("isready", ""), "readyok", "a stop too many does no harm");
    talk.end().unwrap();
}

#[test]
fn a_hasty_runner_is_served_in_order() {
    let text = "go infinite\nstop\nposition startpos moves d4\ngo infinite\nquery p1turn\nstop\n";
    let said = ugi("isola", "first", text);
    let important: Vec<&str> = said.lines().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(important.len(), 3, "{said}");
    assert!(important[0].starts_with("bestmove ") && important[1].starts_with("bestmove "), "{said}");
    assert_eq!(important[2], "response false");
}

#[test]
fn the_end_of_the_input_ends_an_endless_thought() {
    let said = ugi("isola", "search", "go infinite\n");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
}

#[test]
fn memory_threads_and_overhead_are_options() {
    let spec = |player: &str, options: &[(&str, &str)]| {
        let lines = options.iter().map(|(name, value)| format!("setoption name {name} value {value}\n"));
        ugi("isola", player, &format!("{}ugi\n", lines.collect::<String>()))
    };
    let said = spec("search", &[]);
    for line in
        ["Hash type spin default 64 min 1", "Threads type spin default 1 min 1", "Move Overhead type spin default 50"]
    {
        assert!(said.contains(&format!("option name {line} ")), "{said}");
    }
    for (player, options, expected) in [
        ("search", [("Hash", "3"), ("hash", "5")], "search(table=5MB)"),
        ("search(threads=2)", [("Threads", "3"), ("Move Overhead", "10")], "search(threads=3)"),
        ("mcts", [("Hash", "3"), ("Threads", "2")], "mcts(memory=3MB, threads=2)"),
        ("best", [("Threads", "2"), ("Hash", "3")], "best(threads=2, table=3MB)"),
        ("first", [("Hash", "3"), ("Player", "search")], "search(table=3MB)"),
        ("first", [("Hash", "3"), ("Player", "search(table=1MB)")], "search(table=1MB)"),
    ] {
        let said = spec(player, &options);
        assert!(said.contains(&format!("option name Player type string default {expected}\n")), "{said}");
        assert!(!said.contains("error"), "{said}");
    }
    for (name, value, expected) in [
        ("Hash", "0", "`0` is no value of Hash; a whole number from 1 to "),
        ("Threads", "many", "`many` is no value of Threads; a whole number from 1 to 256 "),
        ("Move Overhead", "10001", "`10001` is no value of Move Overhead; a whole number from 0 to 10000 "),
        ("Hsah", "3", "there is no option `Hsah`; did you mean `Hash`?"),
    ] {
        let said = spec("search", &[(name, value)]);
        assert!(said.starts_with(&format!("info string error: {expected}")), "{said}");
        assert!(said.contains("default search\n"), "{said}");
    }
    assert!(spec("first", &[("Hash", "3")]).starts_with("info string Hash means nothing to the player first\n"));
}

#[test]
fn the_end_of_the_input_lets_out_what_was_held_back() {
    let mut talk = talk("isola", "first", Protocol::Ugi);
    talk.say("go infinite");
    // Long enough for a player that answers at once, so that its answer is held back when the input ends.
    std::thread::sleep(std::time::Duration::from_millis(100));
    talk.say("go infinite");
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(talk.end().is_ok()));
    assert_eq!(ended.recv_timeout(std::time::Duration::from_secs(30)), Ok(true), "the engine hangs");
}

#[test]
fn options_change_the_player_and_the_seed() {
    let game = |seed: u64| {
        let mut text = format!("setoption name Player value random\nsetoption name Seed value {seed}\nuginewgame\n");
        text.push_str(&"go\n".repeat(8));
        ugi("isola", "first", &text)
    };
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
    let wrong = ugi("isola", "first", "setoption name Player value randm\nsetoption name Ponder value true\ngo\n");
    assert!(wrong.contains("did you mean `random`?"), "{wrong}");
    let expected = "there is no option `Ponder`; there are: Player, Seed, Hash, Threads, Move Overhead";
    assert!(wrong.contains(expected), "{wrong}");
    assert!(wrong.contains("bestmove "), "the old player goes on: {wrong}");
}

#[test]
fn mistakes_are_answered_and_survived() {
    for (text, expected) in [
        ("hello", "error: `hello` is unknown"),
        ("position fen nonsense", "error: "),
        ("position startpos moves z9", "move 1 (`z9`)"),
        ("position startpos dice 3", "this game has no dice"),
        ("go depth much", "`depth` is followed by a number"),
    ] {
        let said = ugi("isola", "first", &format!("{text}\nisready\n"));
        assert!(said.contains(expected), "{text}: {said}");
        assert!(said.ends_with("readyok\n"), "{text}: {said}");
        assert!(said.lines().next().unwrap().starts_with("info string error: "), "{text}: {said}");
    }
    let said = ugi("isola", "first", "position fen nonsense\ngo\nquery gameover\nposition startpos\ngo\n");
    assert!(said.contains("not understood\nbestmove none\nresponse none\n"), "no answer to another question: {said}");
    assert!(!said.ends_with("bestmove none\n"), "{said}");
    let dice = ugi("einstein", "first", "go\nposition startpos dice 7\nposition startpos dice 0\n");
    assert!(dice.contains("the roll is missing: add `dice FACE`"), "{dice}");
    assert_eq!(dice.matches("the die shows 1 to 6").count(), 2, "{dice}");
    let long = format!("position fen {}\nisready\n", "x".repeat(3 << 20));
    assert!(ugi("isola", "first", &long).contains("at most 2097152 bytes"));
}

/// Plays random games of every kind and compares the answers to queries with the rules.
struct Queries<'a>(&'a str);

impl GameVisitor for Queries<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G, start: G::Position) {
        let mut rng = Rng::seeded(3);
        let mut talk = talk(self.0, "first", Protocol::Ugi);
        let (mut position, mut words, mut moves) = (start, Vec::new(), Vec::new());
        loop {
            let played = if words.is_empty() { String::new() } else { format!(" moves {}", words.join(" ")) };
            talk.say(&format!("position startpos{played}"));
            let over = game.turn(&position) == Turn::Over;
            assert_eq!(talk.ask("query gameover", "response "), format!("response {over}"));
            for number in 1..=game.facts().players {
                let turn = !over && game.mover(&position).is_some_and(|player| player.number() == number);
                assert_eq!(talk.ask(&format!("query p{number}turn"), "response "), format!("response {turn}"));
            }
            let result = talk.ask("query result", "response ");
            if over {
                let winner = game.payoffs(&position).winner();
                assert_eq!(result, winner.map_or("response draw".into(), |winner| format!("response p{winner}win")));
                break;
            }
            assert_eq!(result, "response none");
            let mut face = String::new();
            if game.turn(&position) == Turn::Chance {
                let outcome = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, outcome);
                face = format!("{}:", outcome + 1);
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let mv = moves[rng.below(moves.len())];
            words.push(format!("{face}{}", game.move_text(&position, mv)));
            game.make(&mut position, mv);
        }
        talk.end().expect("the engine ends well");
    }
}

#[test]
fn queries_agree_with_the_rules_through_whole_games() {
    for name in registry::names() {
        registry::visit(name, &Setup::default(), Queries(name)).unwrap();
    }
}
