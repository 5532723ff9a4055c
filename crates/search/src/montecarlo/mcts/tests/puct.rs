//! Leaves that an evaluation rates, and descents by the prior's probabilities.

use super::hop::{self, Hop};
use super::*;
use crate::montecarlo::{Advice, EvalPrior, Rewards, Selection, Uniform};
use crate::{Method, StopReason};
use plyground_core::{Evaluated, Evaluation, MAX_PLAYERS, PlayerId, Rng, Turn};
use plyground_testkit::nim::Take;

/// Any number for any position: the same whenever it is asked for.
#[derive(Clone, Copy)]
struct Noise;

impl Evaluation<Hop> for Noise {
    fn value(&mut self, _: &Hop, _: &hop::Position, _: PlayerId) -> i32 {
        panic!("only shares are asked for")
    }

    fn expected_share(&mut self, game: &Hop, position: &hop::Position, player: PlayerId) -> f64 {
        Rng::part(game.key(position).expect("every position has one"), player.index() as u64).unit()
    }

    fn move_score(&mut self, _: &Hop, _: &hop::Position, mv: u8) -> i32 {
        i32::from(mv)
    }

    fn is_last_resort(&self, _: &Hop, _: &hop::Position, mv: u8) -> bool {
        mv == 3
    }
}

fn noisy(config: MctsConfig) -> Mcts<Hop, Uniform<Hop>, Advice<Noise>> {
    let advice = Advice { prior: Some(EvalPrior::Share(Noise)), leaf: Some(Noise) };
    Mcts::with_config(MctsConfig { proofs: false, ..config }, Uniform::default(), advice)
}

fn puct() -> MctsConfig {
    MctsConfig { selection: Selection::Puct, exploration: 1.0, ..without_proofs() }
}

#[test]
fn a_leaf_is_worth_what_the_evaluation_expects_for_each_player() {
    for players in 2..=4 {
        let game = Hop { players, pile: 4, most: 3 };
        let mut player = noisy(MctsConfig { expand_after: u32::MAX, ..puct() });
        let report = think(&mut player, &game, &game.start(), Limits::iterations(200));
        assert_eq!(report.moves.len(), 3);
        for root in report.moves.iter().filter(|root| root.effort > 0) {
            let mut after = game.start();
            game.make(&mut after, root.mv);
            let expected = match game.turn(&after) {
                Turn::Over => Rewards::new(&game.payoffs(&after)).of(PlayerId::FIRST),
                _ => Noise.expected_share(&game, &after, PlayerId::FIRST),
            };
            assert!((root.value - expected).abs() < 1e-9, "{players} players, {}: {} {expected}", root.mv, root.value);
        }
    }
}

/// What every player gets if all of them choose what is best for themselves (max^n).
fn maxn(game: &Hop, position: &hop::Position) -> [f64; MAX_PLAYERS] {
    let mut shares = [0.0; MAX_PLAYERS];
    let Turn::Player(mover) = game.turn(position) else {
        let rewards = Rewards::new(&game.payoffs(position));
        PlayerId::all(game.players).for_each(|player| shares[player.index()] = rewards.of(player));
        return shares;
    };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    shares[mover.index()] = -1.0;
    for mv in moves {
        let mut after = position.clone();
        game.make(&mut after, mv);
        let found = maxn(game, &after);
        if found[mover.index()] > shares[mover.index()] {
            shares = found;
        }
    }
    shares
}

#[test]
fn three_players_come_to_what_looking_at_everything_finds() {
    for (pile, most) in [(6, 7), (7, 5), (9, 9)] {
        let game = Hop { players: 3, pile, most };
        let report = think(&mut noisy(puct()), &game, &game.start(), Limits::iterations(60_000));
        let expected = maxn(&game, &game.start())[0];
        assert!((report.value - expected).abs() < 0.05, "{pile} {most}: {} {expected}", report.value);
    }
}

#[test]
fn a_good_prior_takes_nearly_all_visits_and_a_misleading_one_wears_off() {
    let game = nim(&[3, 4, 5]);
    let winning = Take { heap: 0, count: 2 };
    let effort = |name: &str, iterations| {
        let eval = game.eval(name).expect("known");
        let mut player = Mcts::with_config(puct(), Uniform::default(), EvalPrior::Share(eval));
        let report = think(&mut player, &game, &game.start(), Limits::iterations(iterations));
        check_tree(&player, &game);
        report.moves.iter().find(|root| root.mv == winning).expect("listed").effort
    };
    assert!(effort("theory", 500) > 300, "{}", effort("theory", 500));
    let eval = game.eval("count").expect("known");
    let config = MctsConfig { proofs: true, ..puct() };
    let mut misled = Mcts::with_config(config, Uniform::default(), EvalPrior::Share(eval));
    let report = think(&mut misled, &game, &game.start(), Limits::iterations(200_000));
    assert_eq!((report.value, report.exact), (1.0, true));
}

/// Searches from the start and calls `check` with the moves tried in each position below the root; the number of these positions.
fn below_the_root(config: MctsConfig, mut check: impl FnMut(&[u8])) -> usize {
    let game = Hop { players: 3, pile: 20, most: 20 };
    let mut player = noisy(config);
    let report = think(&mut player, &game, &game.start(), Limits::iterations(2_000));
    assert_eq!(report.moves.len(), 3, "the root has all moves");
    check_tree(&player, &game);
    let (tree, _) = player.memory.as_ref().expect("there has been a search");
    let mut seen = 0;
    for node in (0..tree.len() as u32).filter(|node| *node != ROOT && tree.node(*node).count > 0) {
        let mut steps: Vec<u8> = tree
            .children(node)
            .map(|child| match tree.node(child).step {
                Step::Move(mv) => mv,
                other => panic!("{other:?}"),
            })
            .collect();
        steps.sort_unstable();
        check(&steps);
        seen += 1;
    }
    seen
}

#[test]
fn a_beam_leaves_the_best_move_scores_below_the_root() {
    let seen = below_the_root(MctsConfig { beam: 2, ..puct() }, |steps| {
        assert!(matches!(steps, [2, 3] | [1, 2] | [1]), "{steps:?}");
    });
    assert!(seen > 20, "{seen}");
}

#[test]
fn last_resorts_are_left_out_below_the_root_where_there_is_something_else() {
    let seen = below_the_root(MctsConfig { last_resorts: false, ..puct() }, |steps| {
        assert!(matches!(steps, [1, 2] | [1]), "{steps:?}");
    });
    assert!(seen > 20, "{seen}");
    let mut moves = vec![3];
    let game = Hop { players: 3, pile: 20, most: 20 };
    EvalPrior::Share(Noise).drop_last_resorts(&game, &game.start(), &mut moves);
    assert_eq!(moves, [3], "there is nothing else");
}

#[test]
fn a_position_inside_the_last_tree_gets_all_its_moves_when_it_is_the_root() {
    let game = Hop { players: 3, pile: 20, most: 20 };
    let mut player = noisy(MctsConfig { beam: 1, ..puct() });
    let mut position = game.start();
    for turn in 0..5 {
        let report = think(&mut player, &game, &position, Limits::iterations(400));
        let mut moves: Vec<u8> = report.moves.iter().map(|root| root.mv).collect();
        moves.sort_unstable();
        assert_eq!(moves, [1, 2, 3], "turn {turn}");
        let visits: u64 = report.moves.iter().map(|root| root.effort).sum();
        assert_eq!(visits > 400, turn > 0, "turn {turn}: {visits} with what was kept of the search before");
        check_tree(&player, &game);
        // The move that the beam leaves in is in the tree, so the next position is found there.
        game.make(&mut position, report.best.expect("a move"));
    }
}

#[test]
fn positions_made_for_ratings_count_as_nodes() {
    let game = Hop { players: 3, pile: 30, most: 30 };
    let mut player = noisy(puct());
    let report = think(&mut player, &game, &game.start(), Limits::nodes(900));
    assert_eq!((report.stopped, report.nodes), (StopReason::Nodes, 900));
    let playouts: u64 = report.moves.iter().map(|root| root.effort).sum();
    // Each play-out makes three positions to rate the moves of a new node, and at least one on the way there.
    assert!(playouts > 50 && playouts <= 900 / 4 + 1, "{playouts}");
    assert_eq!(Search::<Hop>::method(&player), Method::Mcts);
}
