//! Solves endgames and tells positions, seconds of processor time and speed for each. Positions of estimates count like those of the search.
//!
//! `cargo bench -p plyground-othello [-- FILE [LEAST MOST]]`. Without a file: the endgames of this crate. FILE holds one JSON
//! object per line with `id`, `board` (64 characters, a1 first, `X`, `O` and `-`), `to_move`, `score` and `best_moves`; LEAST
//! and MOST bound the number of empty squares. `-- self-play SEED [LEAST MOST [COUNT]]` solves COUNT positions of self-play for each number of
//! empty squares instead and checks nothing.

use plyground_othello::training::sample_positions;
use plyground_othello::{Counting, OthelloBoard, SolveGoal, Solver};
use serde_json::Value;
use std::fs;

/// As much as `plyground solve` allows; the solver takes what the work needs.
const TABLE_BYTES: usize = 256 << 20;

/// What the endgames of this crate took before moves were ordered by a trained evaluation; estimates were not counted then.
const NODES_BEFORE: u64 = 135_121_526;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if words.first().is_some_and(|word| word == "self-play") {
        return self_play(&words[1..]);
    }
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgames.jsonl");
    let file = words.first().map_or(own, String::as_str);
    let number = |index: usize, default: u32| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (least, most) = (number(1, 0), number(2, 22));
    let text = fs::read_to_string(file).expect("the file can be read");
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
        let begun = processor_seconds();
        let first = solver.solve(&board, SolveGoal::Best, &mut |_| false).expect("nobody stops it");
        let time = processor_seconds() - begun;
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
    if words.is_empty() {
        let ratio = nodes as f64 / NODES_BEFORE as f64;
        println!("ratio: nodes of Othello endings | without trained evaluation: {NODES_BEFORE} | {nodes} | {ratio:.2}");
    }
}

/// Nodes of positions that nobody chose.
fn self_play(words: &[String]) {
    let number = |index: usize, default: u32| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (seed, least, most, count) = (number(0, 1), number(1, 18), number(2, 20), number(3, 10));
    for empty in least..=most {
        let (mut nodes, begun) = (0, processor_seconds());
        for board in sample_positions(seed.into(), empty, count as usize) {
            let mut solver = Solver::new(0, Counting::Othello, TABLE_BYTES).expect("memory for the table");
            nodes += solver.solve(&board, SolveGoal::Best, &mut |_| false).expect("nobody stops it").nodes;
        }
        println!("{empty} empty squares, {count} positions: {nodes} nodes, {:.2} s", processor_seconds() - begun);
    }
}

/// Processor time of this thread, so that a busy machine changes no figure.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/schedstat").expect("Linux tells the processor time of a thread");
    let nanoseconds: f64 = text.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
    nanoseconds / 1e9
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
