//! Exact solving against naive minimax, against the solved positions of Isola, and on Othello endgames.

use plyground_core::{Game, GameVisitor, Playable, PlayerId, Rng, Setup, WIN};
use plyground_search::solve::{Goal, Solution, SolveConfig, SolveError, Solved, solve, solve_by};
use plyground_search::table::TableError;
use plyground_search::{Control, Limits, Unsupported};
use plyground_testkit::hashed::HashEval;
use plyground_testkit::naive::minimax::Minimax;
use plyground_testkit::trees::{Shape, Tree, TreeEval};

const SMALL: SolveConfig =
    SolveConfig { goal: Goal::Outcome, table_bytes: 1 << 20, moves: true, early_results: true, threads: 1 };

fn solved<G: Game>(game: &G, position: &G::Position, config: &SolveConfig) -> Solved<G::Move> {
    match solve(game, position, config, &mut Control::new(&Limits::default())).unwrap() {
        Solution::Solved(solved) => solved,
        Solution::TooLarge { nodes } => panic!("given up after {nodes} nodes without a limit"),
    }
}

#[test]
fn outcomes_distances_and_all_moves_are_those_of_naive_minimax() {
    let mut draws = 0;
    for seed in 0..300 {
        let shape = Shape {
            depth: 1 + seed as usize % 8,
            shared: seed % 2 == 0,
            skips: seed % 3 == 0,
            levels: 3,
            ..Shape::default()
        };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        let player = tree.turn(&tree.start()).player().unwrap();
        // Its results are wins, draws and losses; its opinions are never asked this deep.
        let truth = Minimax::new(20).moves(&tree, &tree.start(), &mut HashEval::new(3));
        let best = truth.iter().map(|(_, value)| *value).max().unwrap();
        for (table_bytes, threads) in [(64, 1), (1 << 16, 1), (1 << 12, 1 + seed as usize % 4)] {
            let found = solved(&tree, &tree.start(), &SolveConfig { table_bytes, threads, ..SMALL });
            assert!(found.complete);
            let words = |value: i32| match value.signum() {
                1 => (Some(player), Some((WIN - value) as u32)),
                -1 => (Some(player.opponent()), Some((WIN + value) as u32)),
                _ => (None, None),
            };
            assert_eq!((found.worth.winner, found.worth.plies), words(best), "seed {seed}");
            assert_eq!(found.worth.value, best.signum());
            assert_eq!(found.moves[0].worth, found.worth);
            assert_eq!(found.moves.len(), truth.len());
            for row in &found.moves {
                let value = truth.iter().find(|(mv, _)| *mv == row.mv).unwrap().1;
                assert_eq!((row.worth.winner, row.worth.plies), words(value), "seed {seed}, move {}", row.mv);
            }
        }
        draws += u32::from(best == 0);
    }
    assert!(draws > 10, "{draws} draws");
}

#[test]
fn margins_are_those_of_naive_minimax() {
    for seed in 0..150 {
        let shape = Shape { shared: seed % 2 == 0, skips: seed % 3 == 0, levels: 25, decisive: 0, ..Shape::default() };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        let truth = Minimax::new(20).moves(&tree, &tree.start(), &mut TreeEval);
        let found = solved(&tree, &tree.start(), &SolveConfig { goal: Goal::Margin, ..SMALL });
        assert_eq!(found.worth.plies, None);
        for row in &found.moves {
            let value = truth.iter().find(|(mv, _)| *mv == row.mv).unwrap().1;
            assert_eq!(row.worth.value, 2 * value, "seed {seed}: payoffs are of opposite sign, so margins are twice");
        }
        assert_eq!(found.worth.value, found.moves[0].worth.value);
    }
}

#[test]
fn limits_end_in_too_large_and_never_in_a_hang() {
    let shape = Shape { width: 6, depth: 9, shared: true, ..Shape::default() };
    let trees = (0..100).map(|seed| Tree::random(shape, &mut Rng::seeded(seed)));
    let hard = |tree: &Tree| solved(tree, &tree.start(), &SolveConfig { moves: false, ..SMALL }).nodes > 200;
    let tree = trees.into_iter().find(hard).expect("some tree takes more than a few nodes");
    let all = solved(&tree, &tree.start(), &SMALL);
    assert!(all.complete);
    for limit in [0, 1, 10, 100] {
        let mut control = Control::new(&Limits::nodes(limit));
        let answer = solve(&tree, &tree.start(), &SMALL, &mut control).unwrap();
        assert_eq!(answer, Solution::TooLarge { nodes: limit });
    }
    // Enough for the position but not for all moves: what is there is exact.
    let bare = solved(&tree, &tree.start(), &SolveConfig { moves: false, ..SMALL });
    assert!(bare.moves.is_empty() && !bare.complete && bare.nodes < all.nodes);
    let mut control = Control::new(&Limits::nodes((bare.nodes + all.nodes) / 2));
    let Solution::Solved(part) = solve(&tree, &tree.start(), &SMALL, &mut control).unwrap() else {
        panic!("the position itself is solved")
    };
    assert_eq!(part.worth, all.worth);
    assert!(!part.complete && part.moves.len() < all.moves.len());
    assert!(part.moves.iter().all(|row| all.moves.contains(row)));
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_sentence() {
    let three = Tree::literal("a(b(1,2,3) c(3,2,1))");
    let mut control = Control::new(&Limits::default());
    let refused = solve(&three, &three.start(), &SMALL, &mut control).unwrap_err();
    assert_eq!(refused, SolveError::Unsupported(Unsupported::Players(3)));
    assert!(refused.to_string().contains("this one has 3"));
    let two = Tree::literal("a(1 2)");
    let refused = solve(&two, &two.start(), &SolveConfig { table_bytes: 0, ..SMALL }, &mut control);
    assert_eq!(refused, Err(SolveError::TranspositionTable(TableError::TooSmall { bytes: 0, least: 64 })));
    let refused = solve(&two, &two.start(), &SolveConfig { threads: 0, ..SMALL }, &mut control).unwrap_err();
    assert_eq!(refused.to_string(), "solving needs between 1 and 256 threads, not 0");
}

#[test]
fn a_finished_game_is_worth_its_result() {
    let tree = Tree::literal("a(L 3)");
    let mut spot = tree.start();
    tree.make(&mut spot, 0);
    let found = solved(&tree, &spot, &SMALL);
    assert_eq!((found.worth.winner, found.worth.plies), (Some(PlayerId::SECOND), Some(0)));
}

/// One line of the solved positions of Isola.
struct Vector {
    line: serde_json::Value,
}

impl GameVisitor for Vector {
    type Output = u64;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> u64 {
        let line = self.line;
        let moves = line["kind"] == "solve";
        let found = solved(&game, &position, &SolveConfig { table_bytes: 2 << 20, moves, ..SMALL });
        let winner = match found.worth.winner {
            Some(PlayerId::FIRST) => "X",
            Some(_) => "O",
            None => "nobody",
        };
        assert_eq!((&line["winner"], &line["plies"]), (&winner.into(), &found.worth.plies.into()), "{line}");
        if moves {
            let winning = found.moves.iter().filter(|row| row.worth.winner == game.turn(&position).player()).count();
            let optimal = found.moves.iter().filter(|row| row.worth == found.worth);
            let mut names: Vec<String> = optimal.map(|row| game.move_text(&position, row.mv)).collect();
            names.sort_unstable();
            assert_eq!(line["legal_count"], found.moves.len(), "{line}");
            assert_eq!(line["winning_count"], winning, "{line}");
            assert_eq!(line["optimal_count"], names.len(), "{line}");
            if !line["optimal"].is_null() {
                assert_eq!(line["optimal"], serde_json::json!(names), "{line}");
            }
        }
        found.nodes
    }
}

/// Start positions that take longer than a test should; all of them were checked in a release build.
const LONG: [&str; 6] = ["s016", "s024", "s025", "s026", "s040", "s045"];

#[test]
fn isola_positions_have_their_known_values() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/testdata/isola/vectors.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["kind"] == "perft" || LONG.iter().any(|id| line["id"] == *id) {
            continue;
        }
        let rules = &line["variant"];
        let word = |key: &str| rules[key].as_str().unwrap();
        let variant =
            format!("cols={},rows={},mover={},mode={}", rules["cols"], rules["rows"], word("mover"), word("mode"));
        let position = line["position"].as_str().unwrap().to_string();
        let setup = Setup { variant: Some(variant), position: Some(position), ..Setup::default() };
        plyground_games::registry::visit("isola", &setup, Vector { line }).unwrap();
        count += 1;
    }
    assert!(count > 200, "only {count} positions");
}

/// All of a position, by this many threads, with and without early_results.
struct Ways;

impl GameVisitor for Ways {
    type Output = [u64; 2];

    fn visit<G: Playable>(self, game: G, position: G::Position) -> [u64; 2] {
        let plain = solved(&game, &position, &SolveConfig { early_results: false, ..SMALL });
        let far_sighted = solved(&game, &position, &SMALL);
        let together = solved(&game, &position, &SolveConfig { threads: 3, ..SMALL });
        for other in [&far_sighted, &together] {
            assert_eq!((plain.worth, plain.complete), (other.worth, other.complete));
            for row in &plain.moves {
                assert!(other.moves.contains(row), "{}", game.move_text(&position, row.mv));
            }
        }
        [plain.nodes, far_sighted.nodes]
    }
}

#[test]
fn early_results_and_threads_change_no_answer() {
    let mut nodes = [0, 0];
    for variant in [
        "cols=4,rows=4",
        "cols=5,rows=4,mover=king",
        "cols=5,rows=5,mover=knight",
        "cols=4,rows=3,mover=king,mode=remove",
        "cols=4,rows=3,start=none",
    ] {
        let setup = Setup { variant: Some(variant.into()), ..Setup::default() };
        let seen = plyground_games::registry::visit("isola", &setup, Ways).unwrap();
        nodes = [nodes[0] + seen[0], nodes[1] + seen[1]];
    }
    assert!(nodes[1] < nodes[0], "early_results saves work: {nodes:?}");
}

#[test]
fn a_limit_stops_all_threads() {
    let game = Tree::random(Shape { width: 6, depth: 9, shared: true, ..Shape::default() }, &mut Rng::seeded(3));
    let config = SolveConfig { threads: 3, ..SMALL };
    let mut control = Control::new(&Limits::nodes(1));
    // The limit is looked at now and then only, but then it holds for all.
    match solve(&game, &game.start(), &config, &mut control).unwrap() {
        Solution::TooLarge { nodes } => assert!(nodes >= 1),
        Solution::Solved(found) => assert!(found.nodes >= 1 && found.complete),
    }
    let flag = plyground_search::StopFlag::default();
    flag.stop();
    let mut control = Control::new(&Limits::default());
    control.add(flag);
    let long = plyground_games::isola::Isola::columbia();
    let answer = solve(&long, &long.start(), &config, &mut control).unwrap();
    assert!(matches!(answer, Solution::TooLarge { .. }), "nobody solves that at once");
}

/// The endgames are other people's, so they are read where they are or not at all.
fn othello_endgames() -> Option<String> {
    let shared =
        std::env::var("PLYGROUND_SHARED").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared").into());
    std::fs::read_to_string(std::path::Path::new(&shared).join("othello/endgames.jsonl")).ok()
}

/// One Othello endgame; the scores of its moves are for the player to move.
struct Endgame {
    line: serde_json::Value,
}

impl GameVisitor for Endgame {
    type Output = ();

    fn visit<G: Playable>(self, game: G, position: G::Position) {
        let config = SolveConfig { goal: Goal::Margin, table_bytes: 16 << 20, ..SMALL };
        // Squares left empty go to the winner.
        let margin = |game: &G, position: &G::Position, player: PlayerId| {
            let stones = game.payoffs(position);
            let difference = stones.of(player) - stones.of(player.opponent());
            let empty = 64.0 - stones.of(player) - stones.of(player.opponent());
            difference + if difference == 0.0 { 0.0 } else { difference.signum() * empty }
        };
        let mut control = Control::new(&Limits::default());
        let answer = solve_by(&game, &position, &config, &mut control, margin).unwrap();
        let Solution::Solved(found) = answer else { panic!("no limit was given") };
        assert_eq!(self.line["score"], found.worth.value, "{}", self.line["id"]);
        for row in &found.moves {
            let text = game.move_text(&position, row.mv);
            let (x, y) = text.split_once(',').unwrap();
            let (x, y): (u8, u8) = (x.parse().unwrap(), y.parse().unwrap());
            let name = format!("{}{}", (b'a' + x) as char, y + 1);
            if let Some(score) = self.line["move_scores"].get(&name) {
                assert_eq!(*score, row.worth.value, "{} {name}", self.line["id"]);
            }
        }
    }
}

#[test]
fn othello_endgames_have_their_known_scores() {
    let Some(text) = othello_endgames() else {
        eprintln!("SKIPPED: no Othello endgames; set PLYGROUND_SHARED to the folder that holds othello/endgames.jsonl");
        return;
    };
    let mut count = 0;
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["empties"].as_u64().unwrap() > 14 {
            continue;
        }
        let board = line["board"].as_str().unwrap();
        let tile = |square: char| match square {
            'X' => '1',
            'O' => '2',
            _ => '0',
        };
        let rows: Vec<String> = (0..8).map(|row| board[8 * row..8 * row + 8].chars().map(tile).collect()).collect();
        let player = if line["to_move"] == "X" { 1 } else { 2 };
        let position = format!("{} 1 {player} o=0,0 b=0,0 out=-", rows.join("/"));
        let setup = Setup { variant: Some("standard".into()), position: Some(position), ..Setup::default() };
        plyground_games::registry::visit("reversixt", &setup, Endgame { line }).unwrap();
        count += 1;
    }
    assert_eq!(count, 8);
}
