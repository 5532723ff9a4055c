//! Positions solved in parts: together they say what the whole does, and some of them never say anything else.

use plyground_core::{Game, Rng, Turn};
use plyground_games::isola::{Isola, Variant};
use plyground_search::solve::{Parts, PartsError, Solution, SolveConfig, Worth, solve};
use plyground_search::{Control, Limits};
use plyground_testkit::trees::{Shape, Tree};

fn worth<G: Game>(game: &G, position: &G::Position) -> Worth {
    let config = SolveConfig { table_bytes: 1 << 16, moves: false, ..SolveConfig::default() };
    match solve(game, position, &config, &mut Control::new(&Limits::default())).unwrap() {
        Solution::Solved(solved) => solved.worth,
        Solution::TooLarge { nodes } => panic!("given up after {nodes} nodes without a limit"),
    }
}

/// How often some parts were enough to know the winner, with a random half of them missing.
fn compare<G: Game>(game: &G, plies: u32, rng: &mut Rng) -> usize {
    let truth = worth(game, &game.start());
    let parts = Parts::new(game, &game.start(), plies).unwrap();
    let solved: Vec<Worth> = parts.positions().iter().map(|position| worth(game, position)).collect();
    let whole = parts.combine(game, |number| Some(solved[number]));
    assert_eq!((whole.worth(), whole.winner()), (Some(truth), Some(truth.winner)));
    for (mv, found) in whole.moves() {
        let mut after = game.start();
        game.make(&mut after, mv);
        let found = found.unwrap();
        if let Turn::Player(_) = game.turn(&after) {
            let child = worth(game, &after);
            assert_eq!((found.winner, found.plies), (child.winner, child.plies.map(|plies| plies + 1)));
        }
    }
    let mut early = 0;
    for _ in 0..10 {
        let kept: Vec<bool> = solved.iter().map(|_| rng.below(2) == 0).collect();
        let some = parts.combine(game, |number| kept[number].then(|| solved[number]));
        assert!(some.worth().is_none_or(|found| found == truth));
        assert!(some.winner().is_none_or(|winner| winner == truth.winner));
        early += usize::from(some.winner().is_some() && kept.contains(&false));
    }
    early
}

#[test]
fn parts_say_what_the_whole_does() {
    let mut rng = Rng::seeded(11);
    let mut early = 0;
    for seed in 0..60 {
        let shape = Shape { depth: 5, shared: seed % 2 == 0, skips: seed % 3 == 0, levels: 3, ..Shape::default() };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        for plies in 0..4 {
            early += compare(&tree, plies, &mut rng);
        }
    }
    for variant in ["cols=3,rows=4", "cols=4,rows=4", "cols=3,rows=3,mover=king,mode=remove"] {
        let game = isola(variant);
        for plies in 1..3 {
            early += compare(&game, plies, &mut rng);
        }
    }
    assert!(early > 100, "{early}");
}

#[test]
fn images_of_a_position_are_one_part() {
    let game = isola("cols=6,rows=6");
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    // From the corner: five along the row, which the diagonal maps to five along the column, and four on the diagonal before the opponent.
    assert_eq!((moves.len(), Parts::new(&game, &game.start(), 1).unwrap().positions().len()), (14, 9));
}

#[test]
fn what_cannot_be_cut_is_refused() {
    let game = Isola::columbia();
    assert_eq!(Parts::new(&game, &game.start(), 9).unwrap_err(), PartsError::TooMany(9));
}

fn isola(variant: &str) -> Isola<u64> {
    Isola::new(Variant::parse(variant, None).unwrap())
}
