//! The defect of the Isola program: it compared the best value with alpha *after* raising alpha to it, so that every
//! table entry became a lower bound, also those of positions that had failed low. Here is its table next to a repaired
//! one, both in a plain alpha-beta, and ours.

use super::settings::{ALGORITHMS, TABLES, plain, think};
use plyground_core::{Evaluation, Game, PlayerId, Rng, Turn};
use plyground_search::alphabeta::Config;
use plyground_search::table::Bound;
use plyground_testkit::naive::minimax::Minimax;
use plyground_testkit::trees::{Shape, Spot, Tree, TreeEval};
use std::collections::HashMap;

struct Simple<'a> {
    tree: &'a Tree,
    root: PlayerId,
    known: HashMap<(Spot, u32), (i32, Bound)>,
    faithful: bool,
}

impl Simple<'_> {
    fn value(&mut self, spot: Spot, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        let Turn::Player(player) = self.tree.turn(&spot) else { unreachable!("the caller looks first") };
        if let Some((value, bound)) = self.known.get(&(spot, depth)) {
            match bound {
                Bound::Exact => return *value,
                Bound::Lower => alpha = alpha.max(*value),
                Bound::Upper => beta = beta.min(*value),
            }
            if alpha >= beta {
                return *value;
            }
        }
        let entered = alpha;
        let mut best = i32::MIN;
        let mut moves = Vec::new();
        self.tree.moves(&spot, &mut moves);
        for mv in moves {
            let mut next = spot;
            self.tree.make(&mut next, mv);
            best = best.max(self.child(player, next, depth - 1, alpha, beta));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let bound = if self.faithful && best <= alpha { Bound::Lower } else { Bound::of(best, entered, beta) };
        self.known.insert((spot, depth), (best, bound));
        best
    }

    fn child(&mut self, mover: PlayerId, next: Spot, depth: u32, alpha: i32, beta: i32) -> i32 {
        let sign = if mover == self.root { 1 } else { -1 };
        match self.tree.turn(&next) {
            Turn::Over => sign * TreeEval.result(self.tree, &next, self.root),
            Turn::Player(_) if depth == 0 => sign * TreeEval.value(self.tree, &next, self.root),
            Turn::Player(player) if player == mover => self.value(next, depth, alpha, beta),
            _ => -self.value(next, depth, -beta, -alpha),
        }
    }
}

#[test]
fn storing_every_bound_as_lower_gives_wrong_values_and_ours_are_right() {
    let mut wrong = 0;
    for seed in 0..200 {
        let shape = Shape { shared: true, width: 5, depth: 7, decisive: 0, levels: 30, ..Shape::default() };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        let truth = Minimax::new(7).value(&tree, &tree.start(), &mut TreeEval);
        let root = tree.turn(&tree.start()).player().unwrap();
        let simple = |faithful| {
            let mut simple = Simple { tree: &tree, root, known: HashMap::new(), faithful };
            simple.value(tree.start(), 7, -1_000_000, 1_000_000)
        };
        assert_eq!(simple(false), truth, "the repaired table is right, seed {seed}");
        wrong += u32::from(simple(true) != truth);
        for algorithm in ALGORITHMS {
            for table in TABLES {
                let report = think(Config { algorithm, table, ..plain() }, &TreeEval, &tree, &tree.start(), 7);
                assert_eq!(report.value, f64::from(truth), "seed {seed}, {algorithm:?}, {table:?}");
            }
        }
    }
    assert!(wrong > 0, "the defect shows nowhere");
}
