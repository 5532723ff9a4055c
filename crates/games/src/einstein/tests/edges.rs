//! Every edge case that the rules decide, each by name.

use super::*;
use crate::einstein::{BLUE, RED};
use plyground_core::Turn;

#[test]
fn the_stone_of_the_rolled_number_must_move() {
    let game = Einstein::standard();
    let position = at(&game, "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 6");
    assert_eq!(legal(&game, &position), "r6c5-c4 r6c5-d4 r6c5-d5");
}

#[test]
fn a_missing_stone_is_replaced_by_the_next_lower_or_higher() {
    let game = Einstein::standard();
    // Stones 1, 4, 6 and a roll of 3: stone 1 or 4.
    let position = at(&game, "r1.r6../...../r4..../...../....b1 r 3");
    assert_eq!(legal(&game, &position), "r1a5-a4 r1a5-b4 r1a5-b5 r4a3-a2 r4a3-b2 r4a3-b3");
    // Stones 4, 6 and a roll of 2: stone 4 only.
    let position = at(&game, "..r6../...../r4..../...../....b1 r 2");
    assert_eq!(legal(&game, &position), "r4a3-a2 r4a3-b2 r4a3-b3");
    // Nothing above: the highest stone.
    let position = at(&game, "..r3../...../r4..../...../....b1 r 6");
    assert_eq!(legal(&game, &position), "r4a3-a2 r4a3-b2 r4a3-b3");
}

#[test]
fn blue_goes_left_and_up() {
    let game = Einstein::standard();
    let position = at(&game, "r1..../...../..b2../...../..... b 2");
    assert_eq!(legal(&game, &position), "b2c3-b3 b2c3-b4 b2c3-c4");
}

#[test]
fn on_the_last_file_or_rank_there_is_exactly_one_step() {
    let game = Einstein::standard();
    assert_eq!(legal(&game, &at(&game, "....r1/...../b1..../...../..... r 1")), "r1e5-e4");
    assert_eq!(legal(&game, &at(&game, ".b1.../...../...../...../.r1... r 1")), "r1b1-c1");
    assert_eq!(legal(&game, &at(&game, ".b1.../...../...../...../.r1... b 1")), "b1b5-a5");
    assert_eq!(legal(&game, &at(&game, "...../...../b1..../...../.r1... b 1")), "b1a3-a4");
}

#[test]
fn a_roll_allows_one_to_six_moves_and_never_none() {
    let game = Einstein::standard();
    let mut rng = plyground_core::Rng::seeded(2);
    let mut seen = [0u32; 7];
    for _ in 0..300 {
        let mut position = game.random_start(&mut rng);
        while game.turn(&position) != Turn::Over {
            let face = rng.below(6);
            game.roll(&mut position, face);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            seen[moves.len()] += 1;
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
    }
    assert_eq!(seen[0], 0, "no stalemate");
    assert_eq!(seen[5], 0, "two stones have 2, 4 or 6 moves");
    assert!([1, 2, 3, 4, 6].iter().all(|count| seen[*count] > 0), "{seen:?}");
}

#[test]
fn a_player_may_take_his_own_stone() {
    let game = Einstein::standard();
    let position = after(&game, "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r", "1:r1a5xb4");
    assert_eq!(game.position_text(&position), ".r2r6../r4r1.../r5...b5/...b3b4/..b6b2b1 b -");
}

#[test]
fn taking_the_own_last_but_one_stone_ends_nothing() {
    let game = Einstein::standard();
    let position = after(&game, "r1r2.../...../...../...../....b1 r", "1:r1a5xb5");
    assert_eq!(game.turn(&position), Turn::Chance);
    assert_eq!(position.stones(RED).count(), 1);
}

#[test]
fn capturing_is_not_compulsory() {
    let game = Einstein::standard();
    let position = at(&game, "...../.r1.../..b1../...../..... r 1");
    assert_eq!(legal(&game, &position), "r1b4-b3 r1b4-c4 r1b4xc3");
}

#[test]
fn taking_the_last_hostile_stone_wins() {
    let game = Einstein::standard();
    let position = after(&game, "...../.r1.../..b1../...../..... r", "4:r1b4xc3");
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!(winner(&game, &position), Some(RED));
    assert_eq!(game.payoffs(&position).as_slice(), [1.0, -1.0]);
}

#[test]
fn reaching_the_goal_wins_at_once() {
    let game = Einstein::standard();
    let position = after(&game, "...../.b1.../...../...../...r1. b", "2:b1b4-a5");
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!(winner(&game, &position), Some(BLUE));
}

#[test]
fn a_hostile_stone_in_its_corner_does_not_protect_the_goal() {
    let game = Einstein::standard();
    let position = after(&game, "...../.b2.../...../...r1./....b1 r", "1:r1d2xe1");
    assert_eq!(winner(&game, &position), Some(RED));
    assert_eq!(position.stones(BLUE).count(), 1);
}

#[test]
fn both_ways_of_winning_in_one_move_are_one_win() {
    let game = Einstein::standard();
    let position = after(&game, "...../...../...../...r1./....b1 r", "1:1d");
    assert_eq!(winner(&game, &position), Some(RED));
    assert_eq!(game.position_text(&position), "...../...../...../...../....r1 b -");
}

#[test]
fn an_own_stone_in_the_own_corner_is_no_win() {
    // e1 is Red's goal, not Blue's.
    let game = Einstein::standard();
    let position = at(&game, "r1..../...../...../...../....b1 r");
    assert_eq!(game.turn(&position), Turn::Chance);
    assert_eq!(game.payoffs(&position).as_slice(), [0.0, 0.0]);
}

#[test]
fn a_single_stone_moves_whatever_is_rolled() {
    let game = Einstein::standard();
    for face in 1..=6 {
        let position = at(&game, &format!("...../.r4.../...../...../....b1 r {face}"));
        assert_eq!(legal(&game, &position), "r4b4-b3 r4b4-c3 r4b4-c4");
    }
}

#[test]
fn one_stone_in_each_corner_is_won_only_by_the_diagonal() {
    // The one-stone theory check; the exact values of the other 39 positions are in `exact`.
    let game = Einstein::standard();
    let mut values = super::exact::Values::new(&game);
    let position = at(&game, "r1..../...../...../...../....b1 r 1");
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let winning: Vec<String> = moves
        .iter()
        .filter(|mv| {
            let mut next = position;
            game.make(&mut next, **mv);
            1.0 - values.of(&next) > 0.5
        })
        .map(|mv| game.move_text(&position, *mv))
        .collect();
    assert_eq!(winning, ["r1a5-b4"]);
}

#[test]
fn a_face_that_cannot_come_up_is_no_outcome() {
    let game = game("small,die=0.5:0:0.5");
    let mut start = game.start();
    let faces: std::collections::BTreeSet<_> =
        plyground_core::divide(&game, &mut start, 1).iter().map(|(face, ..)| face.unwrap()).collect();
    assert_eq!(faces.into_iter().collect::<Vec<_>>(), [0, 2]);
    let error = game.parse_position("r1r2../r3.../...b3/..b2b1 r 2").unwrap_err();
    assert!(error.to_string().contains("never shows"), "{error}");
    // Its stone moves only while the die can point at it: here nothing points at stone 2.
    let mut grouped = Vec::new();
    assert!(game.grouped_moves(&game.start(), &mut grouped));
    assert!(grouped.iter().all(|(stone, _)| *stone != 1), "{grouped:?}");
}

#[test]
fn blue_moves_first_where_the_variant_says_so() {
    let game = game("first=b");
    assert_eq!(game.position_text(&game.start()), "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 b -");
    let mut rng = plyground_core::Rng::seeded(1);
    assert_eq!(game.random_start(&mut rng).mover(), BLUE);
}

#[test]
fn deals_follow_the_set_up_rule() {
    let mut rng = plyground_core::Rng::seeded(8);
    let half_turned = |game: &Einstein, position: &Position| {
        let last = game.board().cells() as u8 - 1;
        (0..6).all(|stone| position.stones(RED).get(stone).map(|cell| last - cell) == position.stones(BLUE).get(stone))
    };
    let (free, mirrored) = (game("setup=free"), game("setup=mirrored"));
    let mirrored_deals: Vec<_> = (0..20).map(|_| mirrored.random_start(&mut rng)).collect();
    assert!(mirrored_deals.iter().all(|deal| half_turned(&mirrored, deal)));
    assert!(mirrored_deals.windows(2).any(|pair| pair[0] != pair[1]));
    assert!((0..20).any(|_| !half_turned(&free, &free.random_start(&mut rng))));
    let given = game("setup=123456:654321");
    assert_eq!(given.random_start(&mut rng), given.start());
    assert_eq!(given.position_text(&given.start()), "r1r2r3../r4r5.../r6...b1/...b2b3/..b4b5b6 r -");
}
