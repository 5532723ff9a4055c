//! Solves endgames and tells positions, seconds and speed for each.
//!
//! `cargo bench -p plyground-othello [-- FILE [LEAST MOST]]`. Without a file: the endgames of this crate. FILE holds one JSON
//! object per line with `id`, `board` (64 characters, a1 first, `X`, `O` and `-`), `to_move`, `score` and `best_moves`; LEAST
//! and MOST bound the number of empty squares.

use plyground_othello::{Counting, OthelloBoard, SolveGoal, Solver};
use serde_json::Value;
use std::time::Instant;

const TABLE_BYTES: usize = 256 << 20;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgames.jsonl");
    let file = words.first().map_or(own, String::as_str);
    let number = |index: usize, default: u32| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (least, most) = (number(1, 0), number(2, 22));
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let (mut nodes, mut seconds, mut wrong, mut largest) = (0, 0.0, 0, 0);
    println!("{:<8} {:>3} {:>6} {:>14} {:>8} {:>9}  best moves", "id", "gap", "score", "nodes", "s", "M nodes/s");
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("one object per line");
        let board = board(&row);
        let empty = board.empty().count_ones();
        if !(least..=most).contains(&empty) {
            continue;
        }
        let mut solver = Solver::new(0, Counting::Othello, TABLE_BYTES).expect("memory for the table");
        let begun = Instant::now();
        let first = solver.solve(&board, SolveGoal::Best, &mut |_| false).expect("nobody stops it");
        let time = begun.elapsed().as_secs_f64();
        let all = solver.solve(&board, SolveGoal::AllBest, &mut |_| false).expect("nobody stops it");
        let mut names: Vec<String> = all.moves.iter().map(|answer| name(answer.square)).collect();
        names.sort();
        let right = row["score"] == first.value && row["best_moves"] == Value::from(names.clone());
        wrong += usize::from(!right);
        let (id, mark) = (row["id"].as_str().unwrap_or("?"), if right { "" } else { "  WRONG" });
        let speed = first.nodes as f64 / time / 1e6;
        println!(
            "{id:<8} {empty:>3} {:>6} {:>14} {time:>8.3} {speed:>9.1}  {}{mark}",
            first.value,
            first.nodes,
            names.join(" ")
        );
        nodes += first.nodes;
        largest = largest.max(first.nodes);
        seconds += time;
    }
    println!(
        "{nodes} nodes, {seconds:.2} s, {:.1} M nodes/s; largest {largest}; {wrong} wrong",
        nodes as f64 / seconds / 1e6
    );
}

fn board(row: &Value) -> OthelloBoard {
    let text = row["board"].as_str().expect("a board");
    let is_black = row["to_move"].as_str() == Some("X");
    let swap = |c: char| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    let seen: String = text.chars().map(|c| if is_black { c } else { swap(c) }).collect();
    OthelloBoard::parse(&seen).expect("64 squares")
}

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}
