//! Forty endgames whose exact values were computed elsewhere, by other programs.

use super::*;
use crate::einstein::Move;
use plyground_core::{Rng, Turn};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// Exact win probabilities by plain recursion over chance nodes, remembered by key.
pub(super) struct Values<'a> {
    game: &'a Einstein,
    known: HashMap<Option<u64>, f64>,
}

impl<'a> Values<'a> {
    pub(super) fn new(game: &'a Einstein) -> Self {
        Values { game, known: HashMap::new() }
    }

    /// The probability that the player to roll or to move wins.
    pub(super) fn of(&mut self, position: &Position) -> f64 {
        match self.game.turn(position) {
            Turn::Over => f64::from(winner(self.game, position) == Some(position.mover())),
            Turn::Player(_) => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                moves.into_iter().map(|mv| self.after(position, mv)).fold(0.0, f64::max)
            }
            Turn::Chance => {
                let key = self.game.symmetric_key(position);
                if let Some(value) = self.known.get(&key) {
                    return *value;
                }
                let value = self.before_roll(position);
                self.known.insert(key, value);
                value
            }
        }
    }

    /// Each stone's best move once, then the better of the stones that each face allows.
    fn before_roll(&mut self, position: &Position) -> f64 {
        let mut grouped = Vec::new();
        assert!(self.game.grouped_moves(position, &mut grouped));
        let mut best = [0.0f64; 6];
        for (stone, mv) in grouped {
            let value = self.after(position, mv);
            best[stone as usize] = best[stone as usize].max(value);
        }
        let outcomes = self.game.outcomes(position).iter().enumerate();
        let values = outcomes.map(|(face, probability)| {
            let allowed = self.game.outcome_groups(position, face);
            let stones = (0..6).filter(|stone| allowed >> stone & 1 == 1);
            probability * stones.map(|stone| best[stone]).fold(0.0, f64::max)
        });
        values.sum()
    }

    fn after(&mut self, position: &Position, mv: Move) -> f64 {
        let mut next = *position;
        self.game.make(&mut next, mv);
        1.0 - self.of(&next)
    }
}

const FILE: &str = include_str!("../../../testdata/einstein/exact_positions.jsonl");
const TOLERANCE: f64 = 1e-9;

fn entries() -> Vec<Value> {
    let lines = FILE.lines().filter(|line| !line.trim().is_empty());
    let values: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    values.into_iter().filter(|value| value.get("header").is_none()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn legal_moves_and_values_of_all_exact_positions() {
    let game = Einstein::standard();
    let entries = entries();
    assert_eq!(entries.len(), 40);
    for entry in &entries {
        let id = &entry["id"];
        let text = entry["pos"].as_str().expect("a position");
        let mut position = at(&game, text);
        let mut values = Values::new(&game);
        assert!((values.of(&position) - number(&entry["value"])).abs() < TOLERANCE, "value of {id}");
        for (face, row) in entry["dice"].as_array().expect("six faces").iter().enumerate() {
            assert_eq!(row["die"], face + 1);
            let undo = game.roll(&mut position, face);
            check_face(&game, &position, row, &mut values, &format!("{id}, face {}", face + 1));
            game.unroll(&mut position, face, undo);
        }
    }
}

fn check_face(game: &Einstein, position: &Position, row: &Value, values: &mut Values, place: &str) {
    assert!((values.of(position) - number(&row["value"])).abs() < TOLERANCE, "value of {place}");
    let expected = row["moves"].as_object().expect("moves");
    let found: BTreeSet<String> = legal(game, position).split(' ').map(str::to_string).collect();
    assert_eq!(found, expected.keys().cloned().collect(), "moves of {place}");
    for (text, value) in expected {
        let mv = game.parse_move(position, text).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!((values.after(position, mv) - number(value)).abs() < TOLERANCE, "{text} in {place}");
    }
}

#[test]
fn values_respect_the_exchange_of_players() {
    // Half a turn of the board with exchanged players is the same game.
    let game = game("tiny");
    let mut values = Values::new(&game);
    let mut rng = Rng::seeded(21);
    let start = game.random_start(&mut rng);
    let red = values.of(&start);
    let half_turn: String =
        game.position_text(&start).split(' ').next().unwrap().split('/').rev().fold(String::new(), |text, rank| {
            let mut cells: Vec<String> = Vec::new();
            for character in rank.chars() {
                match character {
                    'r' => cells.push("b".into()),
                    'b' => cells.push("r".into()),
                    '.' => cells.push(".".into()),
                    digit => cells.last_mut().expect("a stone before its number").push(digit),
                }
            }
            cells.reverse();
            let separator = if text.is_empty() { "" } else { "/" };
            format!("{text}{separator}{}", cells.concat())
        });
    let blue = values.of(&at(&game, &format!("{half_turn} b")));
    assert!((red - blue).abs() < TOLERANCE, "{red} {blue}");
    assert!(red > 0.5, "moving first on a tiny board must be good: {red}");
}
