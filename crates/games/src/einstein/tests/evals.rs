//! Published check values of the tables, and what evaluations make of them.

use super::*;
use crate::einstein::{BLUE, RED};
use plyground_core::{Evaluated, Evaluation};

/// Distances of stones 1, 2, …; `-` is off the board.
fn distances(text: &str) -> Vec<Option<usize>> {
    text.split(' ').map(|word| word.parse().ok()).collect()
}

const TOLERANCE: f64 = 1e-9;

#[test]
fn expected_moves_have_the_published_values() {
    let game = Einstein::standard();
    let schwarz = game.schwarz();
    for (text, expected) in [
        ("4 4 4 4 4 4", 11.213_757_060),
        ("4 4 4 4 4 3", 10.213_757_060),
        ("3 4 4 4 4 4", 10.213_757_060),
        ("4 4 3 4 4 4", 10.213_757_060),
        ("2 2 2 3 3 4", 39629.0 / 7776.0),
        ("4 3 3 3 2 2", 4_822_439.0 / 839_808.0),
        ("1 4 4 4 4 4", 4.930_108_430),
        ("3 - 2 - - 4", 68201.0 / 23328.0),
        ("4 - - 1 - 4", 17441.0 / 11664.0),
        ("- 2 - - 2 -", 7.0 / 3.0),
        ("2 2 - - - -", 41.0 / 18.0),
        ("1 - - - - 3", 43.0 / 36.0),
    ] {
        let found = schwarz.of_distances(&distances(text)).unwrap_or_else(|| panic!("{text}"));
        assert!((found - expected).abs() < TOLERANCE, "{text}: {found}");
    }
}

#[test]
fn every_set_up_expects_the_same_number_of_moves() {
    let game = Einstein::standard();
    let mut rng = plyground_core::Rng::seeded(3);
    for _ in 0..20 {
        let start = game.random_start(&mut rng);
        for player in [RED, BLUE] {
            let expected = game.schwarz().of(player, start.stones(player));
            assert!((expected - 10.213_757_060).abs() < TOLERANCE, "{expected}");
        }
    }
}

#[test]
fn distances_that_fit_no_board_have_no_entry() {
    let game = Einstein::standard();
    for text in ["5 4 4 4 4 4", "0 4 4 4 4 4", "4 4 4 4 4", "4 4 4 4 4 4 4", "- - - - - -"] {
        assert_eq!(game.schwarz().of_distances(&distances(text)), None, "{text}");
        assert_eq!(game.finish_times().of_distances(&distances(text)), None, "{text}");
    }
}

#[test]
fn finish_times_have_the_published_values() {
    let game = Einstein::standard();
    let times = game.finish_times();
    let own = times.of_distances(&distances("1 - - - - 3")).unwrap();
    let hostile = times.of_distances(&distances("2 2 - - - -")).unwrap();
    for (found, expected) in
        [(own, vec![5.0 / 6.0, 5.0 / 36.0, 1.0 / 36.0]), (hostile, vec![0.0, 13.0 / 18.0, 5.0 / 18.0])]
    {
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < TOLERANCE), "{found:?}");
    }
    let win = crate::einstein::tables::race(own, hostile);
    assert!((win - 565.0 / 648.0).abs() < TOLERANCE, "{win}");
}

#[test]
fn finish_times_are_distributions_with_schwarz_s_mean() {
    for variant in ["standard", "small", "size=6,stones=3,die=0.5:0:0.5", "stones=4,die=0.1:0.2:0.3:0.4"] {
        let game = game(variant);
        let (size, stones) = (game.variant().size(), game.variant().stones());
        for number in 1..size.pow(stones as u32) {
            let digits: Vec<usize> = (0..stones).map(|stone| number / size.pow(stone as u32) % size).collect();
            let vector: Vec<Option<usize>> = digits.iter().map(|digit| (*digit > 0).then_some(*digit)).collect();
            let row = game.finish_times().of_distances(&vector).unwrap();
            let mean: f64 = row.iter().enumerate().map(|(index, mass)| (index + 1) as f64 * mass).sum();
            let expected = game.schwarz().of_distances(&vector).unwrap();
            assert!((row.iter().sum::<f64>() - 1.0).abs() < TOLERANCE, "{variant} {vector:?}");
            assert!((mean - expected).abs() < TOLERANCE, "{variant} {vector:?}: {mean} {expected}");
        }
    }
}

#[test]
fn a_loaded_die_changes_the_expectation_as_computed_by_hand() {
    // Faces 1 and 3 equally likely, never 2: with stones 1 and 3 at distances 1 and 2 every second roll arrives; the
    // other one leaves two stones at distance 1, so the mean is 1/2 * 1 + 1/2 * 2.
    let game = game("small,die=0.5:0:0.5");
    let found = game.schwarz().of_distances(&distances("1 - 2")).unwrap();
    assert!((found - 1.5).abs() < TOLERANCE, "{found}");
    // The missing stone 2 does not matter, for nothing ever asks for it.
    assert_eq!(game.schwarz().of_distances(&distances("1 3 2")), Some(found));
}

#[test]
fn field_values_are_rock_n_roll_s() {
    let game = Einstein::standard();
    let red = [
        [0.0, 1.0, 1.0, 1.0, 1.0],
        [1.0, 2.0, 2.0, 2.0, 2.5],
        [1.0, 2.0, 4.0, 4.0, 5.0],
        [1.0, 2.0, 4.0, 8.0, 10.0],
        [1.0, 2.5, 5.0, 10.0, 16.0],
    ];
    for (cell, value) in red.iter().flatten().enumerate() {
        assert_eq!(game.fields().of_cell(RED, cell as u8), *value, "cell {cell}");
        assert_eq!(game.fields().of_cell(BLUE, 24 - cell as u8), *value, "cell {cell}");
    }
}

#[test]
fn evaluations_say_what_their_units_promise() {
    let game = Einstein::standard();
    // Red: stone 1 one step away, stone 6 three. Blue, to move: stones 1 and 2 two steps away.
    let position = at(&game, "...../.r6.../b1.b2../...r1./..... b -");
    let mut distribution = game.eval("distribution").unwrap();
    let win = 565.0 / 648.0;
    assert!((distribution.expectation(&game, &position, RED) - win).abs() < TOLERANCE);
    assert!((distribution.expectation(&game, &position, BLUE) - (1.0 - win)).abs() < TOLERANCE);
    assert_eq!(distribution.value(&game, &position, RED), (100_000.0 * (2.0 * win - 1.0)).round() as i32);
    assert_eq!(distribution.unit(), "win probability");

    let mut schwarz = game.eval("schwarz").unwrap();
    let ahead = 41.0 / 18.0 - 43.0 / 36.0;
    assert!((schwarz.expectation(&game, &position, RED) - ahead).abs() < TOLERANCE);
    assert_eq!(schwarz.value(&game, &position, BLUE), -1083);
    assert_eq!(schwarz.unit(), "moves");

    let mut farmer = game.eval("farmer").unwrap();
    // Red on b4 and d2: (2 + 8) / 2. Blue on a3 and c3: (5 + 4) / 2.
    assert_eq!(farmer.expectation(&game, &position, RED), 0.5);
    assert_eq!(farmer.value(&game, &position, RED), 500);
}

#[test]
fn decided_games_fit_the_unit() {
    let game = Einstein::standard();
    let over = at(&game, "...../...../...../..b3../....r1 b -");
    for (name, won, lost) in [("distribution", 1.0, 0.0), ("schwarz", 1000.0, -1000.0), ("farmer", 1000.0, -1000.0)] {
        let mut eval = game.eval(name).unwrap();
        assert_eq!(eval.expected_result(&game, &over, RED), won, "{name}");
        assert_eq!(eval.expected_result(&game, &over, BLUE), lost, "{name}");
        assert_eq!(eval.result(&game, &over, RED), plyground_core::WIN, "{name}");
    }
}

#[test]
fn what_one_player_gains_the_other_loses() {
    let game = Einstein::standard();
    let mut rng = plyground_core::Rng::seeded(9);
    for info in game.evals() {
        let mut eval = game.eval(info.name).unwrap();
        for _ in 0..20 {
            let mut position = game.random_start(&mut rng);
            while position.winner().is_none() {
                assert_eq!(eval.value(&game, &position, RED), -eval.value(&game, &position, BLUE), "{}", info.name);
                let face = rng.below(6);
                game.roll(&mut position, face);
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                game.make(&mut position, moves[rng.below(moves.len())]);
            }
        }
    }
}

#[test]
fn promising_moves_are_wins_then_captures() {
    let game = Einstein::standard();
    let position = at(&game, "...../...../.b1.../..b2r1./..... r 1");
    let mut eval = game.eval("schwarz").unwrap();
    let mut move_score = |text: &str| eval.move_score(&game, &position, game.parse_move(&position, text).unwrap());
    assert!(move_score("r1d2-e1") > move_score("r1d2-e2"));
    let position = at(&game, "r1r2.../.b1.../...../...../....b5 r 1");
    let mut move_score = |text: &str| eval.move_score(&game, &position, game.parse_move(&position, text).unwrap());
    assert!(move_score("r1a5xb4") > move_score("r1a5-a4"));
    assert!(move_score("r1a5-a4") > move_score("r1a5xb5"));
}

#[test]
fn moves_are_rated_unmade_as_they_are_made() {
    use crate::einstein::eval::Eval;
    use crate::einstein::heuristic::{rate_moves, winning_or_any};
    for variant in ["standard", "tiny", "size=8,stones=4,die=0.1:0.2:0.3:0.4"] {
        let game = game(variant);
        let mut rng = plyground_core::Rng::seeded(31);
        for _ in 0..40 {
            let mut position = game.random_start(&mut rng);
            while position.winner().is_none() {
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let groups = game.outcome_groups(&position, face);
                for name in ["schwarz", "farmer"] {
                    let mut slow = game.eval(name).unwrap();
                    let made: Vec<_> = moves
                        .iter()
                        .map(|mv| {
                            let mut after = position;
                            game.make(&mut after, *mv);
                            (*mv, after.winner().is_none().then(|| slow.expectation(&game, &after, position.mover())))
                        })
                        .collect();
                    let mut unmade = Vec::new();
                    match &slow {
                        Eval::Schwarz(table) => {
                            rate_moves(&game, &**table, &position, groups, |mv, v| unmade.push((mv, v)))
                        }
                        Eval::Farmer(fields) => {
                            rate_moves(&game, &**fields, &position, groups, |mv, v| unmade.push((mv, v)))
                        }
                        _ => unreachable!("asked for by name"),
                    }
                    assert_eq!(unmade, made, "{variant} {name}");
                    let winning = made.iter().find(|(_, value)| value.is_none()).map(|(mv, _)| *mv);
                    let last = winning_or_any(&game, &position, groups, |count| count - 1);
                    assert_eq!(last, winning.unwrap_or(moves[moves.len() - 1]), "{variant}");
                }
                game.make(&mut position, moves[rng.below(moves.len())]);
            }
        }
    }
}
