//! The tree that lives on from move to move.

use super::*;
use plyground_core::{Rng, Turn};

fn visits<G: Game>(player: &Mcts<G>) -> u32 {
    player.memory.as_ref().map_or(0, |(tree, _)| tree.node(ROOT).visits)
}

/// Plays whole games against a random opponent; before every search the player is told the turns or finds them themselves.
fn play_reusing(game: &Nim, told: bool) -> u32 {
    let mut reused = 0;
    let mut player = Mcts::random(without_proofs());
    let mut rng = Rng::seeded(5);
    for _ in 0..5 {
        player.new_game(1);
        let mut position = game.start();
        let mut outcome = None;
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    let face = rng.weighted(game.outcomes(&position));
                    game.roll(&mut position, face);
                    outcome = Some(face);
                }
                Turn::Player(mover) => {
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    let mut mv = moves[rng.below(moves.len())];
                    if mover.index() == 0 {
                        let before = visits(&player);
                        let report = think(&mut player, game, &position, Limits::iterations(400));
                        check_tree(&player, game);
                        let after = visits(&player);
                        assert!((400..=400 + before).contains(&after), "{before} {after}");
                        reused += after - 400;
                        assert!(moves.contains(&report.best.expect("a move")));
                        mv = report.best.expect("a move");
                    }
                    if told {
                        player.advance(game, outcome.take(), mv);
                    }
                    game.make(&mut position, mv);
                    if told && player.memory.is_some() {
                        check_tree(&player, game);
                        assert_eq!(player.memory.as_ref().map(|(_, root)| *root), Some(position));
                    }
                }
            }
        }
    }
    reused
}

#[test]
fn the_tree_below_the_moves_played_is_kept() {
    for game in [nim(&[4, 5, 4]), nim(&[6, 6]).with_die(&[0.5, 0.5]), nim(&[3, 4, 5]).for_players(3)] {
        // Looking may find the position where another order of the same moves led to it, so the numbers differ a little.
        let (told, found) = (play_reusing(&game, true), play_reusing(&game, false));
        assert!(told > 20 && found > 20, "{told} {found}");
    }
}

#[test]
fn a_kept_tree_has_exactly_the_visits_of_its_old_node() {
    let game = nim(&[5, 5]);
    let mut player = Mcts::random(without_proofs());
    let report = think(&mut player, &game, &game.start(), Limits::iterations(5_000));
    let mut position = game.start();
    game.make(&mut position, report.moves[0].mv);
    player.advance(&game, None, report.moves[0].mv);
    assert_eq!(u64::from(visits(&player)), report.moves[0].effort);
    let next = think(&mut player, &game, &position, Limits::iterations(0));
    // Of the visits of a node all but the first went on to its children.
    assert_eq!(next.moves.iter().map(|root| root.effort).sum::<u64>(), report.moves[0].effort - 1);
    check_tree(&player, &game);
}

#[test]
fn the_same_position_is_thought_about_further() {
    let game = nim(&[5, 5]);
    let mut player = Mcts::random(without_proofs());
    think(&mut player, &game, &game.start(), Limits::iterations(300));
    let more = think(&mut player, &game, &game.start(), Limits::iterations(200));
    assert_eq!(more.moves.iter().map(|root| root.effort).sum::<u64>(), 500);
}

#[test]
fn without_reuse_and_after_an_unknown_jump_the_tree_is_new() {
    let game = nim(&[5, 5]);
    let mut forgetful = Mcts::random(MctsConfig { reuse: false, ..without_proofs() });
    think(&mut forgetful, &game, &game.start(), Limits::iterations(300));
    think(&mut forgetful, &game, &game.start(), Limits::iterations(200));
    assert_eq!(visits(&forgetful), 200);

    let mut player = Mcts::random(without_proofs());
    let small = plyground_core::Notation::parse_position(&game, "1:1 1").expect("valid");
    think(&mut player, &game, &small, Limits::iterations(300));
    think(&mut player, &game, &game.start(), Limits::iterations(200));
    assert_eq!(visits(&player), 200, "the start does not come after the end");
    check_tree(&player, &game);
}

#[test]
fn an_impossible_turn_only_costs_the_tree() {
    let game = nim(&[2, 5]);
    let mut player = Mcts::random(without_proofs());
    player.advance(&game, None, plyground_testkit::nim::Take { heap: 0, count: 1 });
    think(&mut player, &game, &game.start(), Limits::iterations(100));
    player.advance(&game, None, plyground_testkit::nim::Take { heap: 0, count: 9 });
    assert!(player.memory.is_none());
    think(&mut player, &game, &game.start(), Limits::iterations(100));
    assert_eq!(visits(&player), 100);
}

#[test]
fn proofs_survive_a_move() {
    let game = nim(&[3, 4, 5]);
    let mut player = Mcts::random(MctsConfig::default());
    let report = think(&mut player, &game, &game.start(), Limits::iterations(200_000));
    assert!(report.exact);
    let mut position = game.start();
    game.make(&mut position, report.best.expect("a move"));
    let next = think(&mut player, &game, &position, Limits::iterations(200_000));
    assert_eq!((next.value, next.exact, next.nodes), (0.0, true, 0), "known without another play-out");
}
