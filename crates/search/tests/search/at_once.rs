//! An evaluation that wants several positions at once changes neither values nor nodes, wherever a search is stopped.

use plyground_core::{Bounds, Evaluated, Evaluation, Game, PlayerId, Rng, Turn};
use plyground_games::einstein::Einstein;
use plyground_search::expectimax::{Config, Expectimax, Pruning};
use plyground_search::trace::Recorder;
use plyground_search::{Limits, Report, Search, SearchRequest, StarUse, StopReason};
use plyground_testkit::dice::{DiceEval, RandomTree, TreeMove, TreePosition, TreeShape};

/// An evaluation that is asked for several positions at once, and that knows some of them for certain.
#[derive(Clone)]
struct Together {
    eval: DiceEval,
    at_once: usize,
}

impl Evaluation<RandomTree> for Together {
    fn value(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> i32 {
        self.eval.value(game, position, player)
    }

    fn expectation(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> f64 {
        self.eval.expectation(game, position, player)
    }

    fn at_once(&self) -> usize {
        self.at_once
    }

    fn expectations(&mut self, game: &RandomTree, positions: &[TreePosition], player: PlayerId, values: &mut Vec<f64>) {
        assert!(positions.len() <= self.at_once, "{} at once", positions.len());
        for position in positions {
            assert!(game.turn(position) != Turn::Over && self.known(game, position, player).is_none());
            values.push(self.eval.expectation(game, position, player));
        }
    }

    fn known(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> Option<f64> {
        let known = game.key(position)?.is_multiple_of(7);
        known.then(|| self.eval.expectation(game, position, player))
    }

    fn expected_result(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> f64 {
        self.eval.expected_result(game, position, player)
    }

    fn bounds(&self) -> Bounds {
        Evaluation::<RandomTree>::bounds(&self.eval)
    }
}

/// What a search found: move, value, whether it is proven, nodes, cuts, and why it ended.
type Outcome<M> = (Option<M>, f64, bool, u64, Option<StarUse>, StopReason);

fn outcome<M: Copy>(report: &Report<M>) -> Outcome<M> {
    (report.best, report.value, report.exact, report.nodes, report.star, report.stopped)
}

fn search(tree: &RandomTree, eval: Together, pruning: Pruning, limits: Limits) -> Outcome<TreeMove> {
    let config = Config { pruning, table_bytes: 1 << 16, ..Config::default() };
    let mut search = Expectimax::with_config(config, eval).expect("memory for the table");
    let start = tree.start();
    outcome(&search.search(SearchRequest::new(tree, &start).within(limits)).expect("a game for this search"))
}

#[test]
fn several_at_once_are_the_same_search() {
    let evals = [DiceEval::Even(2), DiceEval::Share, DiceEval::Dwarf, DiceEval::Even(40)];
    for seed in 0..40 {
        let shape = TreeShape {
            seed,
            chance: [1.0, 0.5][seed as usize % 2],
            groups: seed % 8 != 7,
            early: 0.2,
            levels: 5,
            ..TreeShape::default()
        };
        let (tree, eval) = (RandomTree::new(shape), evals[seed as usize % evals.len()]);
        for pruning in [Pruning::Unified, Pruning::UnifiedStar] {
            for limits in [1, 2, 3, 4].map(Limits::depth).into_iter().chain([7, 40, 133].map(Limits::nodes)) {
                let alone = search(&tree, Together { eval, at_once: 1 }, pruning, limits);
                for at_once in [2, 3, 4, 100] {
                    let together = search(&tree, Together { eval, at_once }, pruning, limits);
                    assert_eq!(together, alone, "{at_once} at once, {pruning:?}, {limits:?}, tree {seed}");
                }
            }
        }
    }
}

/// A search that is watched takes every position for itself: the slow twin.
#[test]
fn the_net_of_einstein_is_asked_for_several_and_nobody_can_tell() {
    let game = Einstein::standard();
    for seed in 0..4 {
        let mut rng = Rng::seeded(seed);
        let mut position = game.random_start(&mut rng);
        game.roll(&mut position, rng.below(6));
        for pruning in [Pruning::Unified, Pruning::UnifiedStar] {
            let config = Config { pruning, table_bytes: 1 << 20, ..Config::default() };
            let new = || Expectimax::with_config(config, game.eval("net").expect("the standard board"));
            let request = || SearchRequest::new(&game, &position).within(Limits::depth(3));
            let together = new().expect("memory").search(request()).expect("a game for this search");
            let mut recorder = Recorder::new(10, 1);
            let alone = new().expect("memory").search(request().recording(&mut recorder)).expect("the same game");
            assert_eq!(outcome(&together), outcome(&alone), "{pruning:?}, seed {seed}");
        }
    }
}
