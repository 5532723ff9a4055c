//! The search finds what theory knows.

use super::hop::{Hop, can_force_win};
use super::*;
use crate::StopReason;
use crate::montecarlo::{EvalPrior, Uniform};
use plyground_core::{Evaluated, Payoffs, PlayerId, Rng, Turn};
use plyground_testkit::nim::{Position, Take, nim_sum, win_probability};

fn all_positions(game: &Nim, first: [u8; 3]) -> Vec<Position> {
    let [a, b, c] = first;
    let heaps = (0..=a).flat_map(|x| (0..=b).flat_map(move |y| (0..=c).map(move |z| (x, y, z))));
    let text = heaps.map(|(x, y, z)| format!("{x}:{y}:{z} 2"));
    let parse = |text: String| plyground_core::Notation::parse_position(game, &text).expect("valid");
    text.map(parse).filter(|position| game.turn(position) != Turn::Over).collect()
}

#[test]
fn nim_is_solved_exactly() {
    let game = nim(&[3, 3, 4]);
    for position in all_positions(&game, [3, 3, 4]) {
        let report = search(&game, &position, MctsConfig::default(), 200_000);
        let won = nim_sum(&position) != 0;
        assert_eq!(report.stopped, StopReason::Solved, "{position:?}");
        assert!(report.exact);
        assert_eq!(report.value, f64::from(u8::from(won)), "{position:?}");
        let mut after = position;
        game.make(&mut after, report.best.expect("a move"));
        assert!(!won || nim_sum(&after) == 0, "{position:?} {:?}", report.best);
        for root in report.moves.iter().filter(|root| root.exact) {
            let mut after = position;
            game.make(&mut after, root.mv);
            assert_eq!(root.value, f64::from(u8::from(nim_sum(&after) == 0)), "{position:?} {:?}", root.mv);
        }
    }
}

#[test]
fn without_proofs_visits_go_to_the_winning_move_and_the_value_to_one() {
    // Three heaps are hard for play-outs: who wins at random depends on chance alone until the tree is deep.
    for (heaps, iterations, winning) in
        [(&[2, 3][..], 3_000, Take { heap: 1, count: 1 }), (&[3, 4, 5], 250_000, Take { heap: 0, count: 2 })]
    {
        let game = nim(heaps);
        let short = search(&game, &game.start(), without_proofs(), iterations / 50);
        let long = search(&game, &game.start(), without_proofs(), iterations);
        assert_eq!(long.best, Some(winning));
        assert!(!long.exact && long.value < 1.0, "{}", long.value);
        assert!(long.value > 0.94 && long.value > short.value, "{} {}", short.value, long.value);
        assert!(long.moves[0].effort > iterations * 3 / 4, "{}", long.moves[0].effort);
        assert_eq!(long.stopped, StopReason::Iterations);
    }
}

#[test]
fn a_lost_position_is_known_to_be_lost() {
    let game = nim(&[2, 2]);
    let report = search(&game, &game.start(), MctsConfig::default(), 100_000);
    assert_eq!((report.value, report.exact, report.stopped), (0.0, true, StopReason::Solved));
    assert!(report.best.is_some(), "one has to move all the same");
    assert!(report.moves.iter().all(|root| root.exact && root.value == 0.0));
}

#[test]
fn dice_nim_converges_to_the_expectation_and_the_right_move_for_every_roll() {
    for (heaps, die) in [(vec![3, 2], vec![0.5, 0.25, 0.25]), (vec![5], vec![0.3, 0.0, 0.7]), (vec![2, 2], vec![1.0])] {
        let game = nim(&heaps).with_die(&die);
        let report = search(&game, &game.start(), without_proofs(), 60_000);
        let exact = win_probability(&game, &game.start(), PlayerId::FIRST);
        assert!((report.value - exact).abs() < 0.02, "{heaps:?} {} {exact}", report.value);
        assert_eq!(report.best, None);
        assert_eq!(report.by_outcome.len(), die.len());
        for (face, best) in report.by_outcome.iter().enumerate() {
            assert_eq!(best.is_some(), die[face] > 0.0);
            let Some(best) = best else { continue };
            let mut rolled = game.start();
            game.roll(&mut rolled, face);
            let exact = win_probability(&game, &rolled, PlayerId::FIRST);
            game.make(&mut rolled, *best);
            let chosen = win_probability(&game, &rolled, PlayerId::FIRST);
            assert!(chosen >= exact - 0.01, "{heaps:?} face {} {best:?}: {chosen} {exact}", face + 1);
        }
    }
}

#[test]
fn a_known_roll_is_searched_like_any_turn() {
    let game = nim(&[4]).with_die(&[0.5, 0.0, 0.5]);
    let mut rolled = game.start();
    game.roll(&mut rolled, 2);
    let report = search(&game, &rolled, without_proofs(), 20_000);
    let exact = win_probability(&game, &rolled, PlayerId::FIRST);
    assert!((report.value - exact).abs() < 0.03, "{} {exact}", report.value);
    assert!(report.best.is_some() && report.by_outcome.is_empty());
    assert_eq!(report.line.len(), 1, "the line ends where the next roll is due");
}

#[test]
fn proofs_go_through_dice_only_when_every_roll_agrees() {
    // One object: whatever the roll, the roller wins. Two objects: a 1 loses, so nothing is certain.
    let certain = nim(&[1]).with_die(&[0.5, 0.5]);
    let report = search(&certain, &certain.start(), MctsConfig::default(), 1_000);
    assert_eq!((report.value, report.exact, report.stopped), (1.0, true, StopReason::Solved));
    let open = nim(&[2]).with_die(&[0.5, 0.5]);
    let report = search(&open, &open.start(), MctsConfig::default(), 5_000);
    assert_eq!((report.exact, report.stopped), (false, StopReason::Iterations));
    assert!((report.value - 0.5).abs() < 1e-9, "each roll is certain, and both are equally likely: {}", report.value);
}

#[test]
fn forced_wins_among_many_players_are_proven_and_nothing_else_is() {
    let mut proven = 0;
    for (players, most) in [(2, 5), (3, 5), (3, 7), (4, 6)] {
        for pile in 1..=7 {
            let game = Hop { players, pile, most };
            let mut position = game.start();
            let mut rng = Rng::seeded(u64::from(pile));
            while let Turn::Player(mover) = game.turn(&position) {
                let report = search(&game, &position, MctsConfig::default(), 20_000);
                let forced = can_force_win(&game, &position, mover);
                if players > 2 {
                    assert_eq!(report.exact, forced, "{position:?}");
                }
                if forced {
                    proven += 1;
                    assert_eq!((report.exact, report.value), (true, 1.0), "{position:?}");
                    let mut after = position.clone();
                    game.make(&mut after, report.best.expect("a move"));
                    assert!(can_force_win(&game, &after, mover), "{position:?} {:?}", report.best);
                }
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                game.make(&mut position, moves[rng.below(moves.len())]);
            }
        }
    }
    assert!(proven > 20, "{proven}");
}

#[test]
fn draws_of_two_players_are_proven() {
    // Two objects, at most one each: the player who takes two is out, so both take one.
    let game = Hop { players: 2, pile: 2, most: 1 };
    let report = search(&game, &game.start(), MctsConfig::default(), 1_000);
    assert_eq!((report.value, report.exact, report.best), (0.5, true, Some(1)));
}

#[test]
fn three_players_each_play_for_themselves() {
    // Heaps 1 and 1: the first player cannot win whatever they do, the second takes the last object.
    let game = nim(&[1, 1]).for_players(3);
    let report = search(&game, &game.start(), MctsConfig::default(), 2_000);
    // Two last places shared: half of one opponent out of two.
    assert!((report.value - 0.25).abs() < 1e-9 && !report.exact, "{}", report.value);
    // Heap of 2: taking both wins.
    let game = nim(&[2]).for_players(3);
    let report = search(&game, &game.start(), MctsConfig::default(), 2_000);
    assert_eq!((report.value, report.exact, report.best), (1.0, true, Some(Take { heap: 0, count: 2 })));
}

#[test]
fn a_good_prior_helps() {
    let game = nim(&[3, 4, 5]);
    let effort = |prior: Option<EvalPrior<_>>| {
        let effort = |seed| {
            let config = MctsConfig { seed, bias: 10.0, ..without_proofs() };
            let mut player = Mcts::with_config(config, Uniform::default(), prior);
            let report = think(&mut player, &game, &game.start(), Limits::iterations(200));
            check_tree(&player, &game);
            report.moves.iter().find(|root| root.mv == Take { heap: 0, count: 2 }).expect("listed").effort
        };
        (0..10).map(effort).sum::<u64>()
    };
    let theory = game.eval("theory").expect("known");
    let without = effort(None);
    assert!(effort(Some(EvalPrior::MoveScore(theory))) * 2 > without * 3);
    assert!(effort(Some(EvalPrior::Value(theory))) * 2 > without * 3);
}

#[test]
fn a_misleading_prior_wears_off() {
    let game = nim(&[3, 4, 5]);
    let count = game.eval("count").expect("known");
    let mut misled = Mcts::with_config(MctsConfig::default(), Uniform::default(), EvalPrior::MoveScore(count));
    let report = think(&mut misled, &game, &game.start(), Limits::iterations(100_000));
    assert_eq!((report.value, report.exact), (1.0, true));
}

#[test]
fn first_play_urgency_lets_a_winning_move_be_tried_again() {
    let game = nim(&[20, 20, 20]);
    let tried = |first_play| {
        let config = MctsConfig { first_play, ..without_proofs() };
        search(&game, &game.start(), config, 60).moves.iter().filter(|root| root.effort > 0).count()
    };
    assert_eq!(tried(f64::INFINITY), 60);
    assert!(tried(0.9) < 40, "{}", tried(0.9));
}

#[test]
fn a_horizon_takes_the_result_as_it_stands() {
    // After one move nobody has won yet, unless the heap is empty: everything else is worth half a win.
    let game = nim(&[3]);
    let config = MctsConfig { horizon: 0, expand_after: u32::MAX, ..without_proofs() };
    let report = search(&game, &game.start(), config, 300);
    for root in &report.moves {
        assert_eq!(root.value, if root.mv.count == 3 { 1.0 } else { 0.5 });
    }
}

#[test]
fn a_finished_game_has_nothing_to_choose() {
    let game = nim(&[1]);
    let mut position = game.start();
    game.make(&mut position, Take { heap: 0, count: 1 });
    let report = search(&game, &position, MctsConfig::default(), 10);
    assert_eq!((report.best, report.value, report.stopped), (None, 1.0, StopReason::Solved));
    assert_eq!(game.payoffs(&position), Payoffs::win(PlayerId::FIRST));
}
