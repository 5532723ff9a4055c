use super::*;
use plyground_core::{Evaluation, Game, PlayerId, Rng, Turn};
use std::collections::HashSet;

/// Plays one random game and checks at each step what searches rely on. Returns the players who moved.
fn walk(tree: &RandomTree, eval: &mut DiceEval, rng: &mut Rng) -> Vec<usize> {
    let mut position = tree.start();
    let mut movers = Vec::new();
    loop {
        let bounds = eval.bounds();
        let over = tree.turn(&position) == Turn::Over;
        let values: Vec<f64> = PlayerId::all(tree.facts().players)
            .map(|player| match over {
                true => eval.expected_result(tree, &position, player),
                false => eval.expectation(tree, &position, player),
            })
            .collect();
        assert!(values.iter().all(|value| (bounds.low..=bounds.high).contains(value)), "{values:?} {bounds:?}");
        assert!(bounds.sum.is_none_or(|sum| values.iter().sum::<f64>() <= sum), "{values:?} {bounds:?}");
        match tree.turn(&position) {
            Turn::Over => return movers,
            Turn::Chance => {
                check_chance(tree, position);
                let outcome = rng.weighted(tree.outcomes(&position));
                tree.roll(&mut position, outcome);
            }
            Turn::Player(player) => {
                movers.push(player.index());
                let mut moves = Vec::new();
                tree.moves(&position, &mut moves);
                let before = position;
                for mv in &moves {
                    let undo = tree.make(&mut position, *mv);
                    assert_ne!(position, before);
                    tree.unmake(&mut position, *mv, undo);
                    assert_eq!(position, before);
                }
                tree.make(&mut position, moves[rng.below(moves.len())]);
            }
        }
    }
}

fn check_chance(tree: &RandomTree, position: TreePosition) {
    let probabilities = tree.outcomes(&position).to_vec();
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let mut grouped = Vec::new();
    let groups = tree.grouped_moves(&position, &mut grouped);
    assert_eq!(groups, tree.shape().groups);
    for outcome in 0..probabilities.len() {
        let mut rolled = position;
        let undo = tree.roll(&mut rolled, outcome);
        assert_ne!(tree.key(&rolled), tree.key(&position));
        let mut moves = Vec::new();
        tree.moves(&rolled, &mut moves);
        assert!(!moves.is_empty());
        if groups {
            let allowed = tree.outcome_groups(&position, outcome);
            let expected: HashSet<TreeMove> =
                grouped.iter().filter(|(group, _)| allowed >> group & 1 == 1).map(|(_, mv)| *mv).collect();
            assert_eq!(moves.iter().copied().collect::<HashSet<_>>(), expected);
            let (mut straight, mut after) = (position, rolled);
            tree.make(&mut straight, moves[0]);
            tree.make(&mut after, moves[0]);
            assert_eq!(straight, after, "the roll leaves a trace");
        }
        tree.unroll(&mut rolled, outcome, undo);
        assert_eq!(rolled, position);
    }
}

#[test]
fn random_trees_keep_the_promises_of_games() {
    let mut movers = HashSet::new();
    let mut repeated = 0;
    for seed in 0..60 {
        let players = 2 + seed as usize % 3;
        let shape = TreeShape {
            seed,
            players,
            chance: [0.0, 0.5, 1.0][seed as usize / 3 % 3],
            groups: seed % 2 == 0,
            skips: 0.2,
            eliminations: 0.1,
            ..TreeShape::default()
        };
        let evals = [DiceEval::Share, DiceEval::Coins(5), DiceEval::Selfish(3), DiceEval::Even(2), DiceEval::Dwarf];
        let mut eval = if players == 2 { evals[seed as usize % 5] } else { evals[seed as usize % 3] };
        let seats = walk(&RandomTree::new(shape), &mut eval, &mut Rng::seeded(seed));
        repeated += seats.windows(2).filter(|pair| pair[0] == pair[1]).count();
        movers.extend(seats);
    }
    assert_eq!(movers, HashSet::from([0, 1, 2, 3]));
    assert!(repeated > 0, "nobody was ever skipped");
}

#[test]
fn narrow_trees_have_transpositions_and_impossible_faces() {
    let tree = RandomTree::new(TreeShape { width: 3, groups: true, ..TreeShape::default() });
    let mut seen = HashSet::new();
    let mut again = 0;
    let mut rng = Rng::seeded(4);
    for _ in 0..20 {
        let mut position = tree.start();
        while tree.turn(&position) != Turn::Over {
            let mut moves = Vec::new();
            if tree.turn(&position) == Turn::Chance {
                let outcome = rng.weighted(tree.outcomes(&position));
                tree.roll(&mut position, outcome);
            }
            tree.moves(&position, &mut moves);
            tree.make(&mut position, moves[rng.below(moves.len())]);
            again += usize::from(!seen.insert(tree.key(&position)));
        }
    }
    assert!(again > 10);
    assert!(tree.dice().iter().flatten().any(|probability| *probability == 0.0));
}

#[test]
fn a_literal_tree_leads_where_it_says() {
    let tree = choose(1, vec![end(&[1.0, -1.0]), roll(vec![(0.25, end(&[3.0, -3.0])), (0.75, end(&[5.0, -5.0]))])]);
    let mut position = tree.start();
    tree.make(&mut position, 1);
    assert_eq!(tree.outcomes(&position), [0.25, 0.75]);
    let undo = tree.roll(&mut position, 1);
    assert_eq!(tree.payoffs(&position).as_slice(), [5.0, -5.0]);
    tree.unroll(&mut position, 1, undo);
    assert_eq!(tree.turn(&position), Turn::Chance);
}
