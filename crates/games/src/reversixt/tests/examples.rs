//! Small positions worked out by hand and confirmed on the reference server.

use super::*;
use crate::reversixt::{IllegalMove, Phase};

#[test]
fn a_choice_tile_swaps_with_whom_the_move_says() {
    let game = game("2 / 0 / 0 0 / 1 6 / c 2 1 2 b 0");
    let start = game.start();
    assert_eq!(legal(&game, &start), ["0,0:1", "0,0:2", "4,0:20", "4,0:21"]);
    assert_eq!(rows(&game, &after(&game, "0,0:2")), "2221b0");
    assert_eq!(rows(&game, &after(&game, "0,0:1")), "1112b0");
    for special in [0, 3, 20] {
        assert_eq!(game.raw_move(&start, 0, 0, special), Err(IllegalMove::Choice(2)));
    }
    for special in [0, 1, 19, 22, 255] {
        assert_eq!(game.raw_move(&start, 4, 0, special), Err(IllegalMove::Bonus));
    }
    assert_eq!(after(&game, "4,0:20").bombs, [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(after(&game, "4,0:21").overrides, [1, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn an_inversion_hands_on_the_stones_of_a_disqualified_player_too() {
    let game = game("3 / 0 / 1 0 / 2 6 / i 1 2 0 3 1 / 2 3 1 0 0 0");
    let mut position = game.start();
    game.disqualify(&mut position, player(1));
    assert_eq!(to_move(&game, &position), Some(2));
    let position = play(&game, position, "0,0");
    assert_eq!(rows(&game, &position), "333012/312000");
}

#[test]
fn on_a_ring_a_walk_that_comes_home_turns_nothing() {
    let game = game("2 / 2 / 1 1 / 1 4 / 1 2 2 2 / 3 0 2 <-> 0 0 6");
    assert_eq!(legal(&game, &game.start()), ["1,0", "2,0", "3,0"]);
}

#[test]
fn a_map_where_nobody_can_build_starts_with_bombs() {
    let game = game("2 / 0 / 1 1 / 1 4 / 0 2 2 2 / 3 0 2 <-> 0 0 6");
    let position = game.start();
    assert_eq!(position.phase(), Phase::Bombing);
    assert_eq!(to_move(&game, &position), Some(1));
    assert_eq!(legal(&game, &position), ["0,0", "1,0", "2,0", "3,0"]);
}

#[test]
fn expansion_stones_need_neither_capture_nor_a_stone_of_ones_own() {
    let game = game("2 / 1 / 0 0 / 1 5 / 1 1 1 x x");
    assert_eq!(legal(&game, &game.start()), ["3,0", "4,0"]);
    let position = after(&game, "3,0");
    assert_eq!(to_move(&game, &position), Some(2));
    assert_eq!(legal(&game, &position), ["4,0"]);
}

#[test]
fn bombers_follow_the_last_builder_in_turn_order() {
    let game = game("3 / 0 / 1 0 / 1 6 / 0 2 1 - 2 3");
    let mut position = after(&game, "0,0");
    let mut bombers = Vec::new();
    while let Some(bomber) = to_move(&game, &position) {
        assert_eq!(position.phase(), Phase::Bombing);
        bombers.push(bomber);
        let first = legal(&game, &position)[0].clone();
        position = play(&game, position, &first);
    }
    assert_eq!(bombers, [2, 3, 1]);
}

#[test]
fn a_bomb_reaches_through_transitions_but_not_across_holes() {
    let row = "2 1 1 - 1 1 1 1 1";
    let game = game(&format!("2 / 0 / 1 2 / 5 9 / {row} / {row} / {row} / {row} / {row} / 2 2 2 <-> 8 2 2"));
    let position = after(&game, "1,2");
    let whole = "----11111";
    let pierced = "----1111-";
    assert_eq!(rows(&game, &position), [whole, whole, pierced, whole, whole].join("/"));
}
