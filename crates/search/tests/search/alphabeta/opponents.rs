//! Several opponents of whom only some look at all their moves, moves of last resort, and pondering on an opponent's turn.

use super::settings::{ALGORITHMS, plain, think};
use plyground_core::{Evaluated, Evaluation, Game, PlayerId, Rng, Turn};
use plyground_games::reversixt::generator::{Recipe, generate};
use plyground_games::reversixt::{Phase, Position, ReversiEval, ReversiGame};
use plyground_search::alphabeta::{AlphaBeta, Config, OpponentPruning};
use plyground_search::table::TableConfig;
use plyground_search::{Limits, Search, SearchRequest};

/// A small map and positions of random games on it in which a stone can be placed.
fn positions(players: usize, seed: u64) -> (ReversiGame, ReversiEval, Vec<Position>) {
    let recipe = Recipe { players, cols: 7, rows: 7, stones: 30, ..Recipe::default() };
    let game = ReversiGame::new(generate(recipe, seed), "map=test");
    let eval = game.eval("chances").unwrap();
    let mut rng = Rng::seeded(seed);
    let (mut position, mut found, mut moves) = (game.start(), Vec::new(), Vec::new());
    while let Turn::Player(_) = game.turn(&position) {
        if rng.below(3) == 0 && position.phase() == Phase::Building {
            found.push(position.clone());
        }
        moves.clear();
        game.moves(&position, &mut moves);
        game.make(&mut position, moves[rng.below(moves.len())]);
    }
    (game, eval, found)
}

/// The same rule without windows, tables or anything else: the value for `root`.
struct Naive<'a> {
    game: &'a ReversiGame,
    eval: ReversiEval,
    root: PlayerId,
    pruning: OpponentPruning,
    last_resorts: bool,
}

impl Naive<'_> {
    fn value(&mut self, position: &mut Position, depth: u32, departures: u8, is_root: bool) -> i32 {
        let Turn::Player(player) = self.game.turn(position) else {
            return self.eval.result(self.game, position, self.root);
        };
        if depth == 0 {
            return self.eval.value(self.game, position, self.root);
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let usual: Vec<_> =
            moves.iter().copied().filter(|mv| !self.eval.is_last_resort(self.game, position, *mv)).collect();
        if !self.last_resorts && !is_root && !usual.is_empty() {
            moves = usual;
        }
        let mut values = Vec::new();
        for (place, mv) in moves.into_iter().enumerate() {
            let departs = player != self.root && place >= usize::from(self.pruning.expected);
            if departs && departures >= self.pruning.departures {
                break;
            }
            let undo = self.game.make(position, mv);
            // A seat at a time, as at a table: does the turn meet the root player's seat?
            let mut seat = player.index();
            let mut passed = self.game.turn(position) == Turn::Over;
            if let Turn::Player(next) = self.game.turn(position) {
                loop {
                    seat = (seat + 1) % self.game.facts().players;
                    passed |= seat == self.root.index();
                    if seat == next.index() {
                        break;
                    }
                }
            }
            let after = if passed { 0 } else { departures + u8::from(departs) };
            values.push(self.value(position, depth - 1, after, false));
            self.game.unmake(position, mv, undo);
        }
        let best = if player == self.root { values.into_iter().max() } else { values.into_iter().min() };
        best.unwrap()
    }
}

#[test]
fn opponent_pruning_and_last_resorts_are_what_the_naive_rule_says() {
    let mut compared = 0;
    for (seed, players) in [(1, 3), (2, 4), (3, 3), (4, 2)] {
        let (game, eval, positions) = positions(players, seed);
        for position in positions.iter().take(4) {
            let Turn::Player(root) = game.turn(position) else { unreachable!("only turns were kept") };
            for (departures, expected, last_resorts) in
                [(0, 1, true), (1, 1, true), (1, 2, false), (2, 1, false), (9, 1, true)]
            {
                let pruning = OpponentPruning { departures, expected };
                // With one opponent there is nobody to prune.
                let counted = if players == 2 { OpponentPruning { departures: 9, expected } } else { pruning };
                let mut naive = Naive { game: &game, eval: eval.clone(), root, pruning: counted, last_resorts };
                let truth = naive.value(&mut position.clone(), 4, 0, true);
                for algorithm in ALGORITHMS {
                    for table in [TableConfig::Off, TableConfig::Bucketed { bytes: 1 << 16 }] {
                        let base = Config { algorithm, table, last_resorts, ..plain() };
                        let config = Config { opponent_pruning: Some(pruning), ..base };
                        let found = think(config, &eval, &game, position, 4).value;
                        // Results are seen from their ply; that alone may differ.
                        assert!((found - f64::from(truth)).abs() <= 4.0, "{config:?}: {found} instead of {truth}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared >= 300, "{compared}");
}

#[test]
fn pondering_sees_the_same_and_leaves_the_next_search_less_to_do() {
    let (mut cold_nodes, mut warm_nodes) = (0, 0);
    for seed in 1..6 {
        let (game, eval, positions) = positions(2, seed);
        for position in positions.iter().take(4) {
            let Turn::Player(mover) = game.turn(position) else { unreachable!("only turns were kept") };
            let me = mover.opponent();
            let search =
                || AlphaBeta::with_config(Config { thresholds: false, ..Config::default() }, eval.clone()).unwrap();
            let mut pondering = search();
            let request = SearchRequest::new(&game, position).within(Limits::depth(4));
            let pondered = pondering.search(request.pondering_for(me)).unwrap();
            let expected = search().best_move(&game, position, Limits::depth(4)).unwrap();
            assert!((pondered.value - expected.value).abs() <= 1.0, "{} {}", pondered.value, expected.value);
            let mut next = position.clone();
            game.make(&mut next, expected.best.unwrap());
            if game.turn(&next) == Turn::Player(me) {
                cold_nodes += search().best_move(&game, &next, Limits::depth(3)).unwrap().nodes;
                warm_nodes += pondering.best_move(&game, &next, Limits::depth(3)).unwrap().nodes;
            }
        }
    }
    assert!(warm_nodes * 2 < cold_nodes, "{warm_nodes} after pondering, {cold_nodes} without");
}
