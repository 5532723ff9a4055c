//! The learned evaluation: its symmetries, its slow twin, and what it refuses.

use super::*;
use crate::einstein::net::{AT_ONCE, Net, NetEval, ROLES, rows};
use crate::einstein::{BLUE, RED};
use plyground_core::{Evaluated, Evaluation, Rng};
use std::sync::Arc;

/// Cells of the board, and how far ahead the race is described.
const CELLS: usize = 25;
const RACE: usize = 8;

#[test]
fn the_net_in_the_program_is_whole_small_and_says_how_it_was_made() {
    let bytes = include_bytes!("../data/net.bin");
    assert!(bytes.len() <= 2_000_000, "{}", bytes.len());
    let net = Net::from_bytes(bytes).unwrap_or_else(|error| panic!("{error}"));
    assert!(net.note().starts_with("plyground einstein train --games "), "{}", net.note());
    assert_eq!(&net, Net::embedded().as_ref());
}

/// Random positions of random games, somebody about to roll.
fn positions(game: &Einstein, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = game.random_start(&mut rng);
        while position.winner().is_none() {
            found.push(position);
            game.roll(&mut position, rng.below(6));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
    }
    found
}

/// The same probability by the plainest loops over the definition, in `f64`: unit by unit, stone by stone.
fn slow_twin(game: &Einstein, net: &Net, position: &Position) -> f64 {
    let weight = |row: usize, unit: usize| f64::from(net.weights()[row * net.hidden() + unit]);
    let mut output = f64::from(net.weights()[rows() * net.hidden()]);
    for unit in 0..net.hidden() {
        for reflect in [false, true] {
            let mut sum = weight(rows() - 2, unit);
            for player in [RED, BLUE] {
                let seat = usize::from(player != position.mover());
                let labels: Vec<usize> = position.stones(player).iter().map(|(stone, _)| stone + 1).collect();
                for (stone, cell) in position.stones(player).iter() {
                    let (row, col) = game.board().travelled(player, cell);
                    let cell = if reflect { 5 * col + row } else { 5 * row + col };
                    sum += weight((seat * ROLES + role(&labels, stone + 1)) * CELLS + cell, unit);
                }
                let times = game.finish_times().of(player, position.stones(player));
                for moves in 1..=RACE {
                    let arrived: f64 = times.iter().take(moves).sum();
                    sum += arrived * weight(2 * ROLES * CELLS + seat * RACE + moves - 1, unit);
                }
            }
            output += sum.max(0.0) * weight(rows() - 1, unit);
        }
    }
    1.0 / (1.0 + (-output).exp())
}

/// The role of a label among others: alone; at an end, by faces that lead to it alone and faces that leave a choice;
/// in between, by the gaps on both sides.
fn role(labels: &[usize], own: usize) -> usize {
    let lower = labels.iter().rev().find(|label| **label < own);
    let higher = labels.iter().find(|label| **label > own);
    let ends: Vec<(usize, usize)> = (1..=5).flat_map(|alone| (0..=5 - alone).map(move |gap| (alone, gap))).collect();
    let end = |wanted: (usize, usize)| 1 + ends.iter().position(|end| *end == wanted).expect("one of fifteen");
    match (lower, higher) {
        (None, None) => 0,
        (None, Some(higher)) => end((own, higher - own - 1)),
        (Some(lower), None) => end((7 - own, own - lower - 1)),
        (Some(lower), Some(higher)) => {
            let gaps = [own - lower - 1, higher - own - 1];
            let gaps = (gaps[0].min(gaps[1]), gaps[0].max(gaps[1]));
            16 + [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2)]
                .iter()
                .position(|known| *known == gaps)
                .expect("one of six")
        }
    }
}

#[test]
fn the_slow_twin_agrees_and_memory_changes_nothing() {
    let game = Einstein::standard();
    let net = Net::embedded();
    let positions = positions(&game, 300, 8);
    let mut eval = game.eval("net").expect("the standard board");
    let first: Vec<f64> =
        positions.iter().map(|position| eval.expectation(&game, position, position.mover())).collect();
    for (position, value) in positions.iter().zip(&first) {
        let twin = slow_twin(&game, net, position);
        assert!((value - twin).abs() < 1e-4, "{}: {value} {twin}", game.position_text(position));
    }
    for (position, value) in positions.iter().zip(&first).rev() {
        assert_eq!(eval.expectation(&game, position, position.mover()), *value, "asked in another order");
    }
}

#[test]
fn several_at_once_have_the_same_values_bit_by_bit() {
    let game = Einstein::standard();
    let positions = positions(&game, 300, 9);
    for info in game.evals() {
        let mut eval = game.eval(info.name).expect("the standard board");
        for (length, player) in [1, 2, 3, 4, 5, 7, 300].into_iter().zip([RED, BLUE].into_iter().cycle()) {
            for several in positions.chunks(length) {
                let mut values = vec![0.5];
                eval.expectations(&game, several, player, &mut values);
                let single = several.iter().map(|position| eval.expectation(&game, position, player));
                let expected: Vec<f64> = [0.5].into_iter().chain(single).collect();
                assert_eq!(values, expected, "{} at once, {}", several.len(), info.name);
            }
        }
    }
}

/// A few of these pairs are such that one arrangement takes the other's place in the memory.
#[test]
fn positions_at_once_may_want_the_same_place() {
    let game = Einstein::standard();
    let positions = positions(&game, 300, 10);
    let mut narrow = Net::zero(16, "a test"); // another length than that of the net in the program
    narrow.weights_mut().iter_mut().enumerate().for_each(|(index, weight)| *weight = (index % 17) as f32 / 8.0 - 1.0);
    for net in [Net::embedded().clone(), Arc::new(narrow)] {
        let mut eval = NetEval::new(net);
        let single: Vec<f64> = positions.iter().map(|position| eval.win_of_rolling(&game, position)).collect();
        for (first, one) in positions.iter().enumerate() {
            for (second, other) in positions.iter().enumerate().skip(first % 3).step_by(3) {
                let wins = eval.wins_of_rolling(&game, &[*one, *other]);
                assert_eq!(wins[..2], [single[first], single[second]], "{first} {second}");
            }
        }
        for (several, single) in positions.chunks(AT_ONCE).zip(single.chunks(AT_ONCE)) {
            assert_eq!(eval.wins_of_rolling(&game, several)[..several.len()], *single);
        }
    }
}

#[test]
fn whatever_does_not_matter_changes_nothing() {
    let game = Einstein::standard();
    let mut eval = game.eval("net").expect("the standard board");
    let mut win = |text: &str| {
        let position = at(&game, text);
        eval.expectation(&game, &position, position.mover())
    };
    let value = win("r1.r2../.r5.../..b1../...b4./....b2 r -");
    for (text, what) in [
        ("r1..../.r5.../r2.b1../...b4./....b2 r -", "reflected"),
        ("r6.r5../.r2.../..b1../...b4./....b2 r -", "the mover's labels counted from the other end"),
        ("r1.r2../.r5.../..b6../...b3./....b5 r -", "the waiting player's labels counted from the other end"),
        ("r2..../.r4.../..r1../...b5./..b2.b1 b -", "players exchanged"),
    ] {
        assert!((win(text) - value).abs() < 1e-6, "{what}: {} {value}", win(text));
    }
}

#[test]
fn other_boards_and_dice_have_no_net() {
    for variant in ["small", "size=6", "stones=5", "die=0.3:0.1:0.1:0.1:0.1:0.3"] {
        assert!(game(variant).eval("net").is_none(), "{variant}");
    }
    assert!(game("setup=random").eval("net").is_some());
}
