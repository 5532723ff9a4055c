//! The family on real games, under an evaluation without sense and with many ties.

use super::settings::{ALGORITHMS, TABLES, all, plain, think};
use plyground_core::{GameVisitor, Playable, Rng, Setup, Turn};
use plyground_search::alphabeta::{Algorithm, Config};
use plyground_search::ordering::MoveOrdering;
use plyground_search::table::TableConfig;
use plyground_testkit::hashed::HashEval;
use plyground_testkit::naive::minimax::Minimax;

/// Compares values and chosen moves at every few turns of a random game.
struct Compare {
    seed: u64,
    /// Positions with more moves are searched one ply less deep.
    wide: usize,
    every: usize,
}

impl GameVisitor for Compare {
    type Output = usize;

    fn visit<G: Playable>(self, game: G, mut position: G::Position) -> usize {
        let mut rng = Rng::seeded(self.seed);
        let mut compared = 0;
        let mut turn = 0;
        while let Turn::Player(_) = game.turn(&position) {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if turn % self.every == 0 {
                let depth = if moves.len() > self.wide { 2 } else { 3 };
                compare(&game, &position, depth, &mut rng);
                compared += 1;
            }
            game.make(&mut position, moves[rng.below(moves.len())]);
            turn += 1;
        }
        compared
    }
}

fn compare<G: Playable>(game: &G, position: &G::Position, depth: u32, rng: &mut Rng) {
    let mut eval = HashEval { levels: 1 + rng.below(9) as u32, salt: rng.bits() };
    let truth: Vec<_> = (1..=depth).map(|depth| Minimax::new(depth).moves(game, position, &mut eval)).collect();
    let combinations = all();
    // All algorithms with the usual switches, and a few of the many other combinations.
    let usual = ALGORITHMS.into_iter().flat_map(|algorithm| {
        let order = MoveOrdering::default();
        TABLES.map(|table| Config { algorithm, order, table, ..plain() })
    });
    let drawn: Vec<Config> = (0..20).map(|_| combinations[rng.below(combinations.len())]).collect();
    for config in usual.chain(drawn) {
        let report = think(config, &eval, game, position, depth);
        for (iteration, truth) in report.iterations.iter().zip(&truth) {
            let best = truth.iter().map(|(_, value)| *value).max().unwrap();
            let place = || format!("depth {}, {config:?} in {}", iteration.depth, game.position_text(position));
            assert_eq!(iteration.value, f64::from(best), "{}", place());
            let chosen = truth.iter().find(|(mv, _)| Some(*mv) == iteration.best).unwrap();
            assert_eq!(chosen.1, best, "the chosen move is not among the best: {}", place());
        }
        assert_eq!(report.depth, depth);
    }
}

fn check(game: &str, variant: &str, compare: Compare) -> usize {
    let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
    plyground_games::registry::visit(game, &setup, compare).unwrap()
}

#[test]
fn isola_agrees() {
    let mut compared = 0;
    for (seed, variant) in ["columbia", "cols=4,rows=4,mover=king,mode=remove", "isolation-knight"].iter().enumerate() {
        compared += check("isola", variant, Compare { seed: seed as u64, wide: 20, every: 4 });
    }
    assert!(compared > 15, "{compared} positions");
}

#[test]
fn reversixt_agrees_for_two_and_for_many() {
    let mut compared = check("reversixt", "standard", Compare { seed: 1, wide: 8, every: 9 });
    for (seed, players) in [(1, 3), (2, 4)] {
        let variant = format!("seed={seed},players={players},cols=8,rows=7,stones=20,overrides=1,bombs=1");
        compared += check("reversixt", &variant, Compare { seed, wide: 8, every: 9 });
    }
    assert!(compared > 12, "{compared} positions");
}

/// Two threads, one value: entries of just the wanted depth cannot lead them astray.
struct Together;

impl GameVisitor for Together {
    type Output = ();

    fn visit<G: Playable>(self, game: G, mut position: G::Position) {
        let mut rng = Rng::seeded(3);
        for _ in 0..4 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
            let eval = HashEval::new(5);
            let config = Config {
                algorithm: Algorithm::Pvs,
                order: MoveOrdering::default(),
                table: TableConfig::Bucketed { bytes: 1 << 20 },
                ..plain()
            };
            let alone = think(config, &eval, &game, &position, 4);
            for threads in [2, 3] {
                let together = think(Config { threads, ..config }, &eval, &game, &position, 4);
                assert_eq!(together.value, alone.value);
                assert!(together.nodes > 0 && together.depth == 4);
            }
        }
    }
}

#[test]
fn threads_find_the_same_values_on_real_games() {
    for game in ["isola", "reversixt"] {
        plyground_games::registry::visit(game, &Setup::default(), Together).unwrap();
    }
}
