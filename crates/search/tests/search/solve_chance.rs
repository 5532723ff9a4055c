//! Exact values of games with dice.

use plyground_core::{Evaluation, Game, PlayerId, Turn};
use plyground_search::expectimax::{Objective, Unsolved, solve_chance};
use plyground_search::{Control, Limits};
use plyground_testkit::dice::{LiteralPosition, RandomTree, TreeMove, TreePosition, TreeShape, choose, end, roll};
use plyground_testkit::naive::{expectimax, expectimax_moves};

const MEMORY: usize = 1 << 20;

/// No opinion at all, only results, as the solver counts them.
#[derive(Clone, Copy)]
struct Results(Objective);

impl Evaluation<RandomTree> for Results {
    fn value(&mut self, _: &RandomTree, _: &TreePosition, _: PlayerId) -> i32 {
        panic!("an exact value needs no opinions")
    }

    fn expected_result(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> f64 {
        let payoffs = game.payoffs(position);
        match self.0 {
            Objective::Payoff => payoffs.of(player),
            Objective::FirstPlace if payoffs.winner() == Some(player) => 1.0,
            Objective::FirstPlace if payoffs.places()[player.index()] > 1 => 0.0,
            Objective::FirstPlace => 1.0 / payoffs.places().iter().filter(|place| **place == 1).count() as f64,
        }
    }
}

fn assert_moves(found: &[(TreeMove, f64)], tree: &RandomTree, position: &TreePosition, objective: Objective) {
    let me = tree.turn(position).player().expect("a player's turn");
    let truth = expectimax_moves(tree, &mut Results(objective), position, 100, me);
    assert_eq!(found.len(), truth.len());
    for (found, truth) in found.iter().zip(truth) {
        assert!(found.0 == truth.0 && (found.1 - truth.1).abs() < 1e-12, "{found:?} instead of {truth:?}");
    }
}

#[test]
fn solutions_are_what_a_naive_search_to_the_end_finds() {
    for seed in 0..40 {
        let shape = TreeShape {
            seed,
            groups: seed % 2 == 0,
            chance: [1.0, 0.5][seed as usize / 2 % 2],
            width: [3, 1 << 40][seed as usize / 4 % 2],
            levels: 5,
            ..TreeShape::default()
        };
        let tree = RandomTree::new(shape);
        for objective in [Objective::Payoff, Objective::FirstPlace] {
            for table_bytes in [0, MEMORY] {
                let mut control = Control::new(&Limits::default());
                let solution = solve_chance(&tree, &tree.start(), objective, table_bytes, &mut control);
                let solution = solution.expect("small enough");
                let truth = expectimax(&tree, &mut Results(objective), &tree.start(), 100, solution.player);
                assert!((solution.value - truth).abs() < 1e-12, "{} instead of {truth}: {shape:?}", solution.value);
                if tree.turn(&tree.start()) != Turn::Chance {
                    assert_moves(&solution.moves, &tree, &tree.start(), objective);
                    continue;
                }
                for (outcome, probability) in tree.outcomes(&tree.start()).iter().enumerate() {
                    let solved = &solution.outcomes[outcome];
                    assert_eq!(solved.is_some(), *probability > 0.0);
                    let Some(solved) = solved else { continue };
                    let mut rolled = tree.start();
                    tree.roll(&mut rolled, outcome);
                    assert_moves(&solved.moves, &tree, &rolled, objective);
                    let best = solved.moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
                    assert_eq!(solved.value, best);
                }
            }
        }
    }
}

#[test]
fn the_memory_pays() {
    let tree = RandomTree::new(TreeShape { width: 3, groups: true, early: 0.0, ..TreeShape::default() });
    let nodes = |table_bytes| {
        let mut control = Control::new(&Limits::default());
        solve_chance(&tree, &tree.start(), Objective::Payoff, table_bytes, &mut control).expect("small enough").nodes
    };
    assert!(nodes(MEMORY) * 10 < nodes(0), "{} of {}", nodes(MEMORY), nodes(0));
}

#[test]
fn too_large_is_said_and_not_tried() {
    let tree = RandomTree::new(TreeShape { levels: 60, early: 0.0, ..TreeShape::default() });
    let mut control = Control::new(&Limits::nodes(5000));
    let error = solve_chance(&tree, &tree.start(), Objective::Payoff, MEMORY, &mut control).expect_err("too large");
    assert_eq!(error, Unsolved::TooLarge { nodes: 5000 });
    assert_eq!(error.to_string(), "too large: no exact value after 5000 positions");
}

#[test]
fn a_line_without_end_is_too_large_too() {
    let mut tree = end(&[1.0, -1.0]);
    for _ in 0..3000 {
        tree = choose(1, vec![tree]);
    }
    let mut control = Control::new(&Limits::default());
    assert!(solve_chance(&tree, &tree.start(), Objective::Payoff, MEMORY, &mut control).is_err());
}

#[test]
fn shared_places_are_shared_and_results_are_final() {
    let win = || end(&[1.0, -1.0]);
    let draw = || end(&[0.0, 0.0]);
    let game = roll(vec![(0.25, choose(1, vec![draw(), win()])), (0.0, win()), (0.75, draw())]);
    let solve = |position: LiteralPosition, objective| {
        let mut control = Control::new(&Limits::default());
        solve_chance(&game, &position, objective, MEMORY, &mut control).expect("small enough")
    };
    let solution = solve(game.start(), Objective::FirstPlace);
    assert_eq!(solution.value, 0.25 + 0.75 / 2.0);
    assert_eq!(solution.outcomes[0].as_ref().map(|outcome| outcome.moves.clone()), Some(vec![(0, 0.5), (1, 1.0)]));
    assert_eq!(solve(game.start(), Objective::Payoff).value, 0.25);
    assert_eq!(solve(game.start(), Objective::Payoff).outcomes[1], None);
    let mut over = game.start();
    game.roll(&mut over, 1);
    assert_eq!((solve(over, Objective::Payoff).value, solve(over, Objective::Payoff).moves.len()), (1.0, 0));
}
