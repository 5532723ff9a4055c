//! The solver against a slow twin that knows nothing but the rules, and against endgames whose results are known.

#![allow(clippy::unwrap_used)]

use plyground_othello::{Counting, OthelloBoard, SolveGoal, Solver, Stopped};
use serde_json::Value;
use std::path::Path;

/// The twin: squares in an array, every direction walked, every move tried to the end.
#[derive(Clone)]
struct Slow {
    squares: [char; 64],
    othello: bool,
}

impl Slow {
    fn new(text: &str, othello: bool) -> Self {
        let mut squares = ['-'; 64];
        squares.iter_mut().zip(text.chars()).for_each(|(square, c)| *square = c);
        Slow { squares, othello }
    }

    fn play(&self, who: char, at: usize) -> Option<Slow> {
        let mut next = self.clone();
        for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let mut run = Vec::new();
            let (mut x, mut y) = (at as i32 % 8 + dx, at as i32 / 8 + dy);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let square = (y * 8 + x) as usize;
                match self.squares[square] {
                    '-' | '#' => break,
                    stone if stone == who => {
                        run.iter().for_each(|square: &usize| next.squares[*square] = who);
                        break;
                    }
                    _ => run.push(square),
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        if self.squares[at] != '-' || next.squares == self.squares {
            return None;
        }
        next.squares[at] = who;
        Some(next)
    }

    fn moves(&self, who: char) -> Vec<(usize, Slow)> {
        (0..64).filter_map(|at| Some((at, self.play(who, at)?))).collect()
    }

    fn value(&self, who: char) -> i32 {
        let foe = if who == 'X' { 'O' } else { 'X' };
        let moves = self.moves(who);
        if !moves.is_empty() {
            return moves.iter().map(|(_, next)| -next.value(foe)).max().unwrap();
        }
        if !self.moves(foe).is_empty() {
            return -self.value(foe);
        }
        let count = |wanted: char| self.squares.iter().filter(|square| **square == wanted).count() as i32;
        let margin = count(who) - count(foe);
        margin + if self.othello { margin.signum() * count('-') } else { 0 }
    }
}

fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// A game played with little sense until so few squares are left, written for the side to move; `None` if it ended before.
fn endgame(seed: u64, holes: &[usize], left: usize) -> Option<String> {
    let mut state = seed;
    let mut board = Slow::new("---------------------------OX------XO---------------------------", true);
    holes.iter().for_each(|hole| board.squares[*hole] = '#');
    let (mut who, mut foe) = ('X', 'O');
    while board.squares.iter().filter(|square| **square == '-').count() > left {
        let mut moves = board.moves(who);
        if moves.is_empty() {
            (who, foe) = (foe, who);
            moves = board.moves(who);
        }
        if moves.is_empty() {
            return None;
        }
        // Of three moves drawn the one that leaves the fewest replies, so that games are not quite silly.
        let drawn = (0..3).map(|_| next(&mut state) % moves.len()).collect::<Vec<_>>();
        let chosen = drawn.into_iter().min_by_key(|index| moves[*index].1.moves(foe).len()).unwrap();
        board = moves.swap_remove(chosen).1;
        (who, foe) = (foe, who);
    }
    let swap = |c: &char| match c {
        '-' | '#' => *c,
        stone if *stone == who => 'X',
        _ => 'O',
    };
    Some(board.squares.iter().map(swap).collect())
}

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

#[test]
fn every_move_is_worth_what_the_twin_says() {
    let cases = [(&[][..], 7), (&[0, 7, 56, 63], 6), (&[3, 4, 24, 39, 17, 50], 6), (&[], 3), (&[], 2), (&[], 1)];
    for (index, (holes, left)) in cases.into_iter().enumerate() {
        for text in (0..6).filter_map(|seed| endgame(seed * 10 + index as u64, holes, left)) {
            for counting in [Counting::Othello, Counting::Stones] {
                let slow = Slow::new(&text, counting == Counting::Othello);
                let board = OthelloBoard::parse(&text).unwrap();
                let mut solver = Solver::new(board.holes(), counting, 1 << 20).expect("memory for the table");
                let solution = solver.solve(&board, SolveGoal::EveryMove, &mut |_| false).unwrap();
                assert_eq!(solution.value, slow.value('X'), "{text} {counting:?}");
                let found: Vec<(usize, i32)> =
                    solution.moves.iter().map(|answer| (usize::from(answer.square), answer.value)).collect();
                let mut expected: Vec<(usize, i32)> =
                    slow.moves('X').iter().map(|(at, next)| (*at, -next.value('O'))).collect();
                expected.sort_by_key(|(at, value)| (-value, *at));
                assert_eq!(found, expected, "{text} {counting:?}");
            }
        }
    }
}

#[test]
fn questions_agree_with_each_other_and_a_used_table_changes_nothing() {
    for text in (100..112).filter_map(|seed| endgame(seed, &[], 13)) {
        let board = OthelloBoard::parse(&text).unwrap();
        let every = Solver::new(0, Counting::Othello, 0)
            .expect("memory for the table")
            .solve(&board, SolveGoal::EveryMove, &mut |_| false)
            .unwrap();
        let mut solver = Solver::new(0, Counting::Othello, 1 << 22).expect("memory for the table");
        let best = solver.solve(&board, SolveGoal::Best, &mut |_| false).unwrap();
        let ties = solver.solve(&board, SolveGoal::AllBest, &mut |_| false).unwrap();
        let again = solver.solve(&board, SolveGoal::EveryMove, &mut |_| false).unwrap();
        assert_eq!((best.value, ties.value), (every.value, every.value), "{text}");
        assert_eq!(again.moves, every.moves, "{text}");
        assert!(best.moves.iter().all(|answer| ties.moves.contains(answer)), "{text}");
        let expected: Vec<_> = every.moves.iter().filter(|answer| answer.value == every.value).copied().collect();
        assert_eq!(ties.moves, expected, "{text}");
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let text = (0..).find_map(|seed| endgame(seed, &[], 30)).unwrap();
    let mut solver = Solver::new(0, Counting::Othello, 1 << 20).expect("memory for the table");
    let mut asked = 0;
    let stopped = solver.solve(&OthelloBoard::parse(&text).unwrap(), SolveGoal::Best, &mut |_| {
        asked += 1;
        asked == 3
    });
    assert!(matches!(stopped, Err(Stopped { nodes }) if nodes > 0), "{stopped:?}");
    assert_eq!(asked, 3);
    // What an interrupted search left in the table is true.
    let small = endgame(5, &[], 8).unwrap();
    let value = solver.solve(&OthelloBoard::parse(&small).unwrap(), SolveGoal::Best, &mut |_| false).unwrap().value;
    assert_eq!(value, Slow::new(&small, true).value('X'));
}

/// Rows of a file of endgames: the board as the side to move sees it, and the row.
fn rows(path: &Path) -> Vec<(String, Value)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let swap = |c: char| match c {
            'X' if row["to_move"] == "O" => 'O',
            'O' if row["to_move"] == "O" => 'X',
            other => other,
        };
        (row["board"].as_str().unwrap().chars().map(swap).collect(), row)
    };
    text.lines().map(row).collect()
}

fn check(text: &str, row: &Value) {
    let board = OthelloBoard::parse(text).unwrap();
    let mut solver = Solver::new(0, Counting::Othello, 16 << 20).expect("memory for the table");
    let solution = solver.solve(&board, SolveGoal::AllBest, &mut |_| false).unwrap();
    let names: Vec<String> = solution.moves.iter().map(|answer| name(answer.square)).collect();
    let mut expected: Vec<&str> = row["best_moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    expected.sort_by_key(|mv| (mv.as_bytes()[1], mv.as_bytes()[0]));
    assert_eq!(
        (row["score"].as_i64(), names),
        (Some(solution.value.into()), expected.iter().map(ToString::to_string).collect()),
        "{row}"
    );
}

#[test]
fn our_own_endgames_are_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/endgames.jsonl");
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        std::fs::write(&path, made()).unwrap();
    }
    let rows = rows(&path);
    assert_eq!(rows.len(), SIZES.len());
    for (text, row) in rows {
        let empty = text.chars().filter(|c| *c == '-').count();
        if empty <= TWIN {
            assert_eq!(row["score"], Slow::new(&text, true).value('X'), "{row}");
        }
        if empty <= 16 {
            check(&text, &row);
        }
    }
}

/// The twin tries every move to the end, so it checks endgames up to this size; the others are for measuring.
const TWIN: usize = 8;
/// Empty squares of our endgames.
const SIZES: [usize; 20] = [5, 6, 7, 7, 8, 8, 8, 9, 9, 9, 12, 14, 16, 18, 18, 20, 20, 21, 22, 22];

/// The file of our endgames, from nothing but seeds.
fn made() -> String {
    let mut lines = String::new();
    for (index, left) in SIZES.into_iter().enumerate() {
        let text = (0..).find_map(|seed| endgame(1000 * (index as u64 + 1) + seed, &[], left)).unwrap();
        let mut solver = Solver::new(0, Counting::Othello, 64 << 20).expect("memory for the table");
        let board = OthelloBoard::parse(&text).unwrap();
        let solution = solver.solve(&board, SolveGoal::AllBest, &mut |_| false).unwrap();
        let mut names: Vec<String> = solution.moves.iter().map(|answer| name(answer.square)).collect();
        names.sort();
        let (id, value) = (format!("own{:02}", index + 1), solution.value);
        let row = serde_json::json!({"id": id, "board": text, "to_move": "X", "score": value, "best_moves": names});
        lines.push_str(&format!("{row}\n"));
    }
    lines
}

/// Other people's endgames, read where they are. All of them: `cargo bench -p plyground-othello -- FILE`.
#[test]
fn the_cheap_ones_of_other_peoples_endgames_are_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/othello/endgames.jsonl");
    for (text, row) in rows(&path) {
        if text.chars().filter(|c| *c == '-').count() > 16 {
            continue;
        }
        check(&text, &row);
        let mut solver = Solver::new(0, Counting::Othello, 16 << 20).expect("memory for the table");
        let solution =
            solver.solve(&OthelloBoard::parse(&text).unwrap(), SolveGoal::EveryMove, &mut |_| false).unwrap();
        for (mv, value) in row["move_scores"].as_object().unwrap() {
            let found = solution.moves.iter().find(|answer| name(answer.square) == *mv).map(|answer| answer.value);
            assert_eq!(found.map(i64::from), value.as_i64(), "{} {mv}", row["id"]);
        }
    }
}
