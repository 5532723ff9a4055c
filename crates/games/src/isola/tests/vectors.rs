//! Checked data: legal moves of many positions, and the result under perfect play where a plain search finds it.

use super::{Isola, setup};
use plyground_core::{GameKind, GameVisitor, Playable, perft};
use serde_json::Value;
use std::collections::HashMap;

const VECTORS: &str = include_str!("../../../testdata/isola/vectors.jsonl");

/// Lines whose search visits more different positions than this are checked for their moves only; the test of the command `solve` solves all.
const POSITIONS_SEARCHED: usize = 30_000;
/// Counts above this are left to the command line.
const PERFT_LIMIT: u64 = 1_500_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Checked {
    Moves,
    Result,
    Counts(usize),
}

struct Line<'a>(&'a Value);

impl GameVisitor for Line<'_> {
    type Output = Checked;
    fn visit<G: Playable>(self, game: G, start: G::Position) -> Checked {
        let line = self.0;
        if line["kind"] == "perft" {
            return check_counts(line, &game, start);
        }
        let moves = listed(&game, &start);
        if let Some(count) = line["legal_count"].as_u64() {
            assert_eq!(game.count_moves(&start), count, "{line}");
            assert_eq!(moves.len() as u64, count, "{line}");
            check_list(line, "legal", moves.iter().map(|mv| game.move_text(&start, *mv)));
        }
        let mut solver = Solver { game: &game, known: HashMap::new() };
        match solver.plies(&start) {
            Some(plies) => {
                check_result(line, &mut solver, start, plies);
                Checked::Result
            }
            None => Checked::Moves,
        }
    }
}

fn check_counts<G: Playable>(line: &Value, game: &G, mut start: G::Position) -> Checked {
    let counts = line["perft"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
    let counts: Vec<u64> = counts.take_while(|count| *count <= PERFT_LIMIT).collect();
    for (index, count) in counts.iter().enumerate() {
        assert_eq!(perft(game, &mut start, index as u32 + 1), *count, "{line}");
    }
    Checked::Counts(counts.len())
}

fn check_list(line: &Value, key: &str, found: impl Iterator<Item = String>) {
    let mut found: Vec<String> = found.collect();
    found.sort_unstable();
    assert_eq!(found.len() as u64, line[format!("{key}_count").as_str()].as_u64().unwrap(), "{key} of {line}");
    if let Some(expected) = line[key].as_array() {
        let expected: Vec<&str> = expected.iter().map(|text| text.as_str().unwrap()).collect();
        assert_eq!(found, expected, "{key} of {line}");
    }
}

fn check_result<G: Playable>(line: &Value, solver: &mut Solver<'_, G>, start: G::Position, plies: u32) {
    let mover = line["position"].as_str().unwrap().chars().last().unwrap();
    let waiting = if mover == 'X' { 'O' } else { 'X' };
    let winner = if plies % 2 == 1 { mover } else { waiting };
    assert_eq!(line["winner"], winner.to_string(), "{line}");
    assert_eq!(line["plies"], plies, "{line}");
    if line["kind"] == "solve" {
        let game = solver.game;
        let mut after = |mv| {
            let mut position = start.clone();
            game.make(&mut position, mv);
            (game.move_text(&start, mv), solver.plies(&position).expect("searched before"))
        };
        let rows: Vec<(String, u32)> = listed(game, &start).into_iter().map(&mut after).collect();
        let named = |wanted: &dyn Fn(u32) -> bool| {
            rows.iter().filter(|(_, plies)| wanted(*plies)).map(|(text, _)| text.clone()).collect::<Vec<_>>()
        };
        check_list(line, "winning", named(&|reply| reply % 2 == 0).into_iter());
        check_list(line, "optimal", named(&|reply| reply + 1 == plies).into_iter());
    }
}

fn listed<G: Playable>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Plain minimax for the number of turns to the end, remembering what it has seen up to symmetry.
struct Solver<'a, G: Playable> {
    game: &'a G,
    known: HashMap<Option<u64>, u32>,
}

impl<G: Playable> Solver<'_, G> {
    /// Odd if the player to move wins; `None` when there is too much to search.
    fn plies(&mut self, position: &G::Position) -> Option<u32> {
        let key = self.game.symmetric_key(position);
        if let Some(plies) = self.known.get(&key) {
            return Some(*plies);
        }
        if self.known.len() >= POSITIONS_SEARCHED {
            return None;
        }
        let mut shortest_win = None;
        let mut longest_loss = 0;
        for mv in listed(self.game, position) {
            let mut after = position.clone();
            self.game.make(&mut after, mv);
            let plies = self.plies(&after)? + 1;
            if plies % 2 == 1 {
                shortest_win = Some(shortest_win.map_or(plies, |best: u32| best.min(plies)));
            } else {
                longest_loss = longest_loss.max(plies);
            }
        }
        let plies = shortest_win.unwrap_or(longest_loss);
        self.known.insert(key, plies);
        Some(plies)
    }
}

#[test]
fn checked_positions_have_their_moves_counts_and_results() {
    let mut checked = Vec::new();
    for text in VECTORS.lines() {
        let line: Value = serde_json::from_str(text).unwrap();
        let word = |key: &str| line["variant"][key].as_str().unwrap().to_string();
        let number = |key: &str| line["variant"][key].as_u64().unwrap();
        let variant =
            format!("cols={},rows={},mover={},mode={}", number("cols"), number("rows"), word("mover"), word("mode"));
        let setup = setup(&variant, line["position"].as_str().unwrap());
        checked.push(Isola::open(&setup, Line(&line)).unwrap_or_else(|error| panic!("{line}: {error}")));
    }
    let results = checked.iter().filter(|done| **done == Checked::Result).count();
    let counts: usize = checked.iter().map(|done| if let Checked::Counts(counts) = done { *counts } else { 0 }).sum();
    eprintln!("{} lines, {results} solved, {counts} counts", checked.len());
    assert_eq!(checked.len(), 222);
    assert!(results >= 80, "only {results} positions solved");
    assert!(counts >= 40, "only {counts} counts compared");
}
