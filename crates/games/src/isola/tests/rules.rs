//! Single rules, each on a board small enough to see.

use super::super::{IDLE_LIMIT, Move, Square};
use super::{Isola, wander, wide};
use plyground_core::{Game, Notation, Payoffs, PlayerId, Rng, Turn, parse_moves};

/// The legal moves of a position, sorted.
fn legal(variant: &str, position: &str) -> Vec<String> {
    let game = sized(variant, position);
    let start = game.parse_position(position).unwrap();
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|mv| game.move_text(&start, *mv)).collect();
    texts.sort_unstable();
    texts
}

/// Where moves lead.
fn after(variant: &str, position: &str, moves: &str) -> String {
    let game = sized(variant, position);
    let mut position = game.parse_position(position).unwrap();
    parse_moves(&game, &mut position, moves).unwrap();
    game.position_text(&position)
}

fn sized(variant: &str, position: &str) -> Isola<u128> {
    let rows: Vec<&str> = position.split(' ').next().unwrap().split('/').collect();
    wide(&format!("cols={},rows={},{variant}", rows[0].len(), rows.len()))
}

#[test]
fn kings_step_queens_slide_knights_jump() {
    let board = "...../.#.../..X../...#./....O X";
    assert_eq!(legal("mover=king", board), ["b3", "b4", "c2", "c4", "d2", "d3"]);
    assert_eq!(legal("mover=queen", board), ["a3", "a5", "b3", "b4", "c1", "c2", "c4", "c5", "d2", "d3", "e1", "e3"]);
    assert_eq!(legal("mover=knight", board), ["a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"]);
}

#[test]
fn the_other_piece_stops_a_queen() {
    assert_eq!(legal("mover=queen", "X.O./##.. X"), ["b1"]);
}

#[test]
fn a_trail_blocks_the_square_just_left_and_a_placement_blocks_nothing() {
    assert_eq!(after("mover=queen,start=none", ".../.../... X", "@b2 @a1 b3"), "O../.#./.X. O");
    assert_eq!(legal("start=none", ".X/#. O"), ["@a1", "@b2"]);
}

#[test]
fn the_square_just_left_may_be_removed_but_no_occupied_or_permanent_one() {
    assert_eq!(legal("mover=king,mode=remove", "X./.O X"), ["a2-a1", "a2-b1", "b1-a1", "b1-a2"]);
    assert_eq!(legal("mover=king,mode=remove", "X+/.O X"), ["a2-a1", "b1-a1", "b1-a2"]);
    assert_eq!(legal("mover=king,mode=remove", "x+/.O X"), ["a2", "b1-a2"]);
    assert_eq!(after("mover=king,mode=remove", "x+/.O X", "a2"), "++/XO O");
}

#[test]
fn a_placement_where_squares_are_removed_also_removes_one() {
    assert_eq!(legal("mode=remove", "X#/.. O"), ["@a2-b2", "@b2-a2"]);
    assert_eq!(legal("mode=remove", "X#/.# O"), ["@a2"]);
}

#[test]
fn whoever_must_step_and_cannot_loses_even_if_the_other_is_shut_in_too() {
    let game = sized("mover=king", "X#/#O X");
    for (text, winner) in [("X##/##./##O X", 2), ("X##/###/##O X", 2), ("X##/###/##O O", 1), ("##X/###/### O", 1)] {
        let game = sized("mover=king", text);
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.turn(&position), Turn::Over, "{text}");
        assert_eq!(game.payoffs(&position), Payoffs::win(PlayerId::from_number(winner).unwrap()), "{text}");
    }
    // Shut in, but it is the other one's turn.
    let position = game.parse_position("X./#O X").unwrap();
    assert_eq!(game.turn(&position), Turn::Player(PlayerId::FIRST));
    assert_eq!(game.payoffs(&position), Payoffs::new(&[0.0, 0.0]));
}

#[test]
fn going_to_and_fro_between_permanent_squares_ends_in_a_draw() {
    let game = sized("mover=king,mode=remove", "x+#/###/#+o X");
    let mut position = game.parse_position("x+#/###/#+o X").unwrap();
    let round = "b1 b3 a1 c3 ";
    parse_moves(&game, &mut position, round).unwrap();
    assert_eq!(game.position_text(&position), "x+#/###/#+o X 4");
    parse_moves(&game, &mut position, &round.repeat(usize::from(IDLE_LIMIT) / 4 - 1)).unwrap();
    assert_eq!(game.position_text(&position), "x+#/###/#+o X 100");
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!(game.payoffs(&position), Payoffs::new(&[0.0, 0.0]));
    // A block is progress.
    assert_eq!(after("mover=king,mode=remove", "x++/###/#+O X 7", "b1 b3-c3"), "+x+/###/#o# X");
}

#[test]
fn phases_and_facts_are_told() {
    let game = wide("isolation-knight-wide");
    assert_eq!(game.phase(&game.start()), "placement");
    assert_eq!(game.facts().longest, 99);
    let game = wide("columbia");
    assert_eq!(game.phase(&game.start()), "play");
    let facts = game.facts();
    assert!(facts.zero_sum && facts.alternating && !facts.chance && facts.players == 2);
}

#[test]
fn a_move_is_legal_exactly_if_it_is_listed() {
    let mut rng = Rng::seeded(41);
    let squares = || (0..12).map(Square).chain([Square::NOWHERE]);
    for variant in ["mover=queen", "mover=knight,start=none", "mover=king,mode=remove,permanent=a1:a2:b2"] {
        let game = wide(&format!("cols=3,rows=4,{variant}"));
        for turns in 0..60 {
            let position = wander(&game, turns % 12, &mut rng);
            let mut listed = Vec::new();
            game.moves(&position, &mut listed);
            for mv in squares().flat_map(|to| squares().map(move |block| Move { to, block })) {
                let place = game.position_text(&position);
                assert_eq!(game.is_legal(&position, mv), listed.contains(&mv), "{mv:?} in {place}");
            }
        }
    }
}
