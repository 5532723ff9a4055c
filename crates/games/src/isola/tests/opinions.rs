//! Evaluations on boards where the right number can be counted by hand.

use super::super::Eval;
use super::{wander, wide};
use plyground_core::{Evaluated, Evaluation, Game, Notation, PlayerId, Rng};

const X: PlayerId = PlayerId::FIRST;
const O: PlayerId = PlayerId::SECOND;

/// An evaluation for both players.
fn values(variant: &str, position: &str, eval: &str) -> [i32; 2] {
    let game = wide(variant);
    let position = game.parse_position(position).unwrap();
    let mut eval = game.eval(eval).unwrap();
    [X, O].map(|player| eval.value(&game, &position, player))
}

#[test]
fn mobility_counts_steps() {
    // X reaches b1, c1 and a2, a3; O reaches c2 and c1.
    assert_eq!(values("cols=3,rows=3", "X../.#./.#O X", "mobility"), [8, -8]);
    assert_eq!(values("cols=3,rows=3,mover=king", "X../.#./..O X", "mobility"), [0, 0]);
}

#[test]
fn territory_counts_squares_reached_first() {
    // Five squares in a row; X to move takes the middle one, O to move does.
    let game = "cols=5,rows=2,mover=king";
    assert_eq!(values(game, "X...O/##### X", "territory"), [8, -8]);
    assert_eq!(values(game, "X...O/##### O", "territory"), [-8, 8]);
    // X is first on b1, O on c1 and e1; O has one step more.
    assert_eq!(values(game, "X..#./###O# X", "territory"), [-8 - 1, 8 + 1]);
    // Nobody can be first where both are anywhere at once but the one who moves.
    assert_eq!(values("cols=2,rows=2,start=none", "../.. X", "territory"), [8 * 4, -8 * 4]);
}

#[test]
fn the_original_formula_weighs_the_opponents_steps_threefold() {
    // Two of 64 squares are filled: 20 steps each.
    let start = "X......./......../......../......../......../......../......../.......O X";
    assert_eq!(values("columbia", start, "original"), [(20 - 60 + 60) * 2; 2]);
    assert_eq!(values("columbia", start, "original:3"), values("columbia", start, "original"));
    assert_eq!(values("columbia", start, "original:0"), [(20 + 60) * 2; 2]);
    for wrong in ["original:", "original:-1", "original:21", "original:x"] {
        assert_eq!(wide("columbia").eval(wrong), None, "{wrong}");
    }
}

#[test]
fn the_original_formula_compares_spaces_once_separated() {
    // 3x4 with a wall: X has 2 squares, O has 4; 6 of 12 are filled.
    let [mine, other] = values("cols=3,rows=4", "X../###/.../.O# X", "original");
    assert_eq!(mine, -75_000 * 6 - 4);
    assert_eq!(other, 75_000 * 6 - 2);
    let [mine, other] = values("cols=3,rows=4", "X../###/###/#O# X", "original");
    assert!(mine > 900_000 && other < -900_000, "{mine} {other}");
    // A king's wall does not stop knights: X gets from a1 by b3 and c1 to d3, next to b4. One step each, 6 filled.
    assert_eq!(
        values("cols=4,rows=4,mover=king", "X.../####/..../.O.. X", "original"),
        [-56_250 * 6 - 7, 56_250 * 6 - 3]
    );
    assert_eq!(values("cols=4,rows=4,mover=knight", "X.../####/..../.O.. X", "original"), [(1 - 3 + 60) * 6; 2]);
}

#[test]
fn the_promise_of_a_move_is_the_mobility_after_it() {
    let mut rng = Rng::seeded(31);
    for variant in ["columbia", "classic", "isolation-knight", "nine"] {
        let game = wide(variant);
        for turns in 0..20 {
            let position = wander(&game, turns, &mut rng);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for mv in moves {
                let mut after = position;
                game.make(&mut after, mv);
                let value = Eval::Mobility.value(&game, &after, position.mover());
                assert_eq!(4 * Eval::Mobility.move_score(&game, &position, mv), value);
            }
        }
    }
}

#[test]
fn territory_is_what_slow_distances_say() {
    let mut rng = Rng::seeded(32);
    for variant in ["columbia", "nine", "isolation-knight", "cols=26,rows=4,mover=queen,start=c2:x3", "cols=2,rows=30"]
    {
        let game = wide(variant);
        for turns in 2..40 {
            let position = wander(&game, turns, &mut rng);
            let waiting = position.mover().opponent();
            let distances = [position.mover(), waiting].map(|player| {
                let mut distances = [usize::MAX; 128];
                let mut wave = vec![position.piece(player).unwrap()];
                let mut turn = 1;
                while !wave.is_empty() {
                    let mut next = Vec::new();
                    for from in wave {
                        for to in super::super::Word::squares(game.board.steps(from, position.free())) {
                            if distances[to.index()] == usize::MAX {
                                distances[to.index()] = turn;
                                next.push(to);
                            }
                        }
                    }
                    wave = next;
                    turn += 1;
                }
                distances
            });
            let mut balance = 0;
            for (mine, theirs) in distances[0].iter().zip(&distances[1]) {
                balance += if *mine.min(theirs) == usize::MAX { 0 } else { 2 * i32::from(mine <= theirs) - 1 };
            }
            let mobility = Eval::Mobility.value(&game, &position, position.mover()) / 4;
            let found = Eval::Territory.value(&game, &position, position.mover());
            assert_eq!(found, 8 * balance + mobility, "{}", game.position_text(&position));
        }
    }
}
