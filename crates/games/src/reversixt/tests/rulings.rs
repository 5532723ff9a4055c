//! One test per question that the rule text leaves open, named after the answer.

use super::*;
use crate::reversixt::{IllegalMove, MapFault, Phase};

fn fault(text: &str) -> MapFault {
    read(text, Reading::Strict).unwrap_err().fault
}

#[test]
fn r01_a_walk_back_to_its_own_start_turns_nothing() {
    // Player 1's only stone lies on the ring; a walk from it returns to it over stones of player 2.
    let game = game("2 / 2 / 1 1 / 1 4 / 1 2 2 2 / 3 0 2 <-> 0 0 6");
    assert_eq!(game.raw_move(&game.start(), 0, 0, 0), Err(IllegalMove::NoCapture(player(1))));
}

#[test]
fn r02_a_transition_beside_a_neighbour_is_refused_strictly_and_wins_leniently() {
    let text = "2 / 0 / 1 1 / 1 5 / 0 2 1 - 0 / 0 0 2 <-> 4 0 2";
    assert_eq!(fault(text), MapFault::NeighbourExists { x: 0, y: 0, side: 2 });
    let loaded = read(text, Reading::Lenient).unwrap();
    assert_eq!(loaded.warnings.len(), 1, "{:?}", loaded.warnings);
    let game = ReversiGame::new(loaded.map, "map=test");
    // Rightwards from 0,0 one now comes to the empty tile 4,0 instead of the stone, so nobody can build there.
    assert_eq!(game.start().phase(), Phase::Bombing);
}

#[test]
fn r03_transitions_into_holes_and_sides_used_twice_are_refused_strictly_and_dropped_leniently() {
    let hole = "2 / 0 / 1 1 / 1 4 / 0 2 1 - / 0 0 6 <-> 3 0 2";
    assert_eq!(fault(hole), MapFault::EndOnHole(3, 0));
    let twice = "2 / 0 / 1 1 / 1 3 / 0 2 1 / 0 0 6 <-> 2 0 2 / 0 0 0 <-> 2 0 2";
    assert_eq!(fault(twice), MapFault::SideTwice { x: 2, y: 0, side: 2 });
    let same = "2 / 0 / 1 1 / 1 3 / 0 2 1 / 0 0 6 <-> 2 0 2 / 0 0 6 <-> 2 0 2";
    assert_eq!(fault(same), MapFault::SideTwice { x: 0, y: 0, side: 6 });
    for (text, kept) in [(hole, 0), (twice, 1), (same, 1)] {
        let loaded = read(text, Reading::Lenient).unwrap();
        assert_eq!((loaded.map.facts().transitions, loaded.warnings.len()), (kept, 1));
    }
}

#[test]
fn r04_an_override_on_ones_own_stone_is_legal_if_it_captures() {
    let game = game("2 / 1 / 0 0 / 1 4 / 1 2 1 0");
    assert_eq!(legal(&game, &game.start()), ["0,0", "2,0"]);
    let position = after(&game, "0,0");
    assert_eq!((rows(&game, &position).as_str(), position.overrides(player(1))), ("1110", 0));
}

#[test]
fn r05_an_override_on_an_expansion_stone_needs_nothing_else() {
    let game = game("2 / 1 / 0 0 / 1 3 / x 0 2");
    assert_eq!(legal(&game, &game.start()), ["0,0"]);
    assert_eq!(rows(&game, &after(&game, "0,0")), "102");
}

#[test]
fn r06_an_override_on_an_expansion_stone_captures_and_costs_one() {
    let game = game("2 / 2 / 0 0 / 1 4 / x 2 1 0");
    let position = after(&game, "0,0");
    assert_eq!((rows(&game, &position).as_str(), position.overrides(player(1))), ("1110", 1));
}

#[test]
fn r07_holding_override_stones_is_not_being_able_to_move() {
    // Nobody can turn anything: each has stones and override stones, but no line.
    let game = game("2 / 3 / 1 0 / 1 4 / 1 0 0 2");
    assert_eq!(game.start().phase(), Phase::Bombing);
}

#[test]
fn r08_one_may_choose_oneself_or_a_disqualified_player() {
    let game = game("3 / 0 / 1 0 / 1 8 / c 2 1 - 3 0 - 2");
    let mut position = game.start();
    game.disqualify(&mut position, player(3));
    assert_eq!(legal(&game, &position), ["0,0:1", "0,0:2", "0,0:3"]);
    assert_eq!(rows(&game, &play(&game, position.clone(), "0,0:1")), "111-30-2");
    assert_eq!(rows(&game, &play(&game, position, "0,0:3")), "333-10-2");
}

#[test]
fn r09_an_inversion_takes_everybody_along() {
    let game = game("3 / 0 / 1 0 / 1 7 / i 2 1 3 0 3 x");
    let mut position = game.start();
    game.disqualify(&mut position, player(3));
    assert_eq!(rows(&game, &play(&game, position, "0,0")), "222101x");
}

#[test]
fn r10_inventories_stay_with_their_owners() {
    for (tile, mv) in [("c", "0,0:2"), ("i", "0,0")] {
        let game = game(&format!("2 / 5 / 7 0 / 1 5 / b 2 1 2 {tile}"));
        let position = after(&game, "0,0:21");
        let position = game.parse_position(&game.position_text(&position).replace("1 2 o", "1 1 o")).unwrap();
        let position = play(&game, position, &mv.replace("0,0", "4,0"));
        assert_eq!(position.overrides[..2], [6, 5]);
        assert_eq!(position.bombs[..2], [7, 7]);
    }
}

#[test]
fn r11_phase_2_begins_after_the_last_builder_or_the_one_whose_disqualification_ended_phase_1() {
    let game = game("3 / 0 / 1 0 / 1 6 / 0 2 1 - 2 3");
    assert_eq!(to_move(&game, &after(&game, "0,0")), Some(2));
    let mut position = game.start();
    game.disqualify(&mut position, player(1));
    assert_eq!((position.phase(), to_move(&game, &position)), (Phase::Bombing, Some(2)));
}

#[test]
fn r12_a_needless_special_value_is_illegal_in_phase_1_and_ignored_in_phase_2() {
    let game = game("2 / 0 / 1 0 / 1 4 / 0 2 1 0");
    let start = game.start();
    assert_eq!(game.raw_move(&start, 0, 0, 1), Err(IllegalMove::Special));
    assert!(game.raw_move(&start, 0, 0, 0).is_ok());
    let bombing = after(&game, "0,0");
    assert_eq!(bombing.phase(), Phase::Bombing);
    assert_eq!(game.raw_move(&bombing, 0, 0, 77).unwrap().special, 0);
}

#[test]
fn r13_a_bomb_reaches_in_steps_that_holes_block() {
    let game = game("2 / 0 / 1 2 / 3 5 / 1 1 1 1 1 / 1 - - - 1 / 1 1 1 1 1");
    assert_eq!(rows(&game, &after(&game, "0,1")), "---11/----1/---11");
    // The tile below 2,0 is a hole, so that the last row is out of reach; the ends of the middle row are not.
    assert_eq!(rows(&game, &after(&game, "2,0")), "-----/-----/11111");
}

#[test]
fn r14_equal_stones_share_the_better_place_and_disqualified_players_come_last() {
    let game = game("4 / 0 / 1 0 / 1 9 / 1 1 2 2 4 4 4 0 -");
    let mut position = game.start();
    game.disqualify(&mut position, player(4));
    let payoffs = game.payoffs(&position);
    assert_eq!(payoffs.as_slice(), [2.0, 2.0, 0.0, -1.0]);
    assert_eq!(payoffs.places(), [1, 1, 3, 4]);
}

#[test]
fn r15_an_own_stone_next_door_encloses_nothing() {
    let game = game("2 / 0 / 1 0 / 1 4 / 0 1 0 2");
    assert_eq!(game.start().phase(), Phase::Bombing);
}

#[test]
fn r17_phase_2_begins_even_without_bombs_and_ends_at_once() {
    let game = game("2 / 0 / 0 0 / 1 3 / 0 2 1");
    let position = after(&game, "0,0");
    assert_eq!(game.position_text(&position), "111 2 - o=0,0 b=0,0 out=-");
}

#[test]
fn r18_negative_numbers_are_refused() {
    for text in ["-2 / 0 / 0 0 / 1 3 / 0 2 1", "2 / -1 / 0 0 / 1 3 / 0 2 1", "2 / 0 / 0 -1 / 1 3 / 0 2 1"] {
        assert!(matches!(fault(text), MapFault::Negative(_)), "{text}");
    }
}

#[test]
fn r19_without_a_tile_left_the_game_is_over_though_bombs_are() {
    let game = game("2 / 0 / 9 1 / 1 2 / 1 2");
    let position = after(&game, "0,0");
    assert_eq!(game.position_text(&position), "-- 2 - o=0,0 b=8,9 out=-");
}

#[test]
fn r21_counters_have_eight_bits() {
    let loaded = read("2 / 300 / 256 0 / 1 4 / 0 2 1 0", Reading::Strict).unwrap();
    assert_eq!((loaded.map.overrides(), loaded.map.bombs()), (44, 0));
    assert_eq!(loaded.warnings.len(), 2);
    let game = game("2 / 255 / 255 0 / 1 8 / b 2 1 2 b 0 0 0");
    let position = after(&game, "0,0:21");
    assert_eq!(position.overrides(player(1)), 0);
    let position = after(&game, "4,0:20");
    assert_eq!(position.bombs(player(1)), 0);
}

#[test]
fn the_last_active_player_ends_the_game_in_either_phase() {
    let game = game("2 / 0 / 1 0 / 1 4 / 0 2 1 0");
    let mut position = game.start();
    assert!(game.disqualify(&mut position, player(2)));
    assert_eq!(game.position_text(&position), "0210 1 - o=0,0 b=1,0 out=2");
    let mut position = after(&game, "0,0");
    game.disqualify(&mut position, player(2));
    assert_eq!(game.position_text(&position), "1110 2 - o=0,0 b=1,0 out=2");
    assert_eq!(game.payoffs(&position).as_slice(), [3.0, -1.0]);
}

#[test]
fn a_player_who_alone_can_move_moves_again_and_again() {
    let game = game("2 / 0 / 0 0 / 1 9 / 0 2 1 2 0 0 2 1 -");
    let position = after(&game, "0,0");
    assert_eq!(to_move(&game, &position), Some(1));
    let position = play(&game, position, "4,0");
    assert_eq!(to_move(&game, &position), Some(1));
}

#[test]
fn disqualifying_somebody_else_leaves_the_turn_where_it_is() {
    let game = game("3 / 0 / 1 0 / 1 6 / 0 2 1 - 2 3");
    let mut position = game.start();
    game.disqualify(&mut position, player(3));
    assert_eq!(to_move(&game, &position), Some(1));
    assert_eq!(game.position_text(&position), "021-23 1 1 o=0,0,0 b=1,1,0 out=3");
}
