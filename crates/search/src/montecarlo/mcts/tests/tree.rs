//! The tree by itself, with results made up by hand.

use super::*;
use crate::montecarlo::Rewards;
use crate::montecarlo::mcts::tree::{NewChildren, Siblings};
use plyground_core::{Payoffs, PlayerId, Rng, Turn};

/// The first player chooses among the moves 0, 1, …
fn choice(players: usize, moves: i32) -> Tree<i32> {
    let mut tree = Tree::new(players, 100_000);
    let sprouts: Vec<NewChildren<i32>> =
        (0..moves).map(|mv| NewChildren { step: Step::Move(mv), prior: 0.0, rating: 0.0 }).collect();
    let (turn, owner) = (Turn::Player(PlayerId::FIRST), PlayerId::FIRST);
    assert!(tree.attach(ROOT, Siblings { children: &sprouts, turn, owner, complete: true }, false));
    tree
}

/// Begins a play-out; the leaf where it leaves the tree.
fn descend(tree: &mut Tree<i32>, config: &MctsConfig) -> u32 {
    tree.enter();
    tree.descend(ROOT, config, &mut Rng::seeded(1), &mut Vec::new()).node
}

fn third(payoffs: [f64; 3]) -> Rewards {
    Rewards::new(&Payoffs::new(&payoffs))
}

#[test]
fn play_outs_under_way_count_as_lost() {
    let config = MctsConfig { first_play: 0.6, exploration: 0.0, ..MctsConfig::default() };
    let mut tree = choice(2, 3);
    // One finished and won play-out makes the first move the best; while it is tried again it looks less good.
    let first = descend(&mut tree, &config);
    tree.back_up(first, &Rewards::win(PlayerId::FIRST));
    assert_eq!(descend(&mut tree, &config), first);
    let others = [descend(&mut tree, &config), descend(&mut tree, &config)];
    assert!(!others.contains(&first) && others[0] != others[1], "{first} {others:?}");
    for leaf in [first, others[0], others[1]] {
        tree.cancel(leaf);
    }
    assert_eq!((tree.node(ROOT).visits, tree.node(ROOT).pending), (1, 0));
    assert_eq!(descend(&mut tree, &config), first, "a cancelled play-out leaves no trace");
}

#[test]
fn a_move_proven_lost_is_not_chosen_however_often_it_was_tried() {
    let config = MctsConfig::default();
    let mut tree = choice(2, 2);
    let mut favourite = 0;
    for _ in 0..50 {
        let leaf = descend(&mut tree, &config);
        let good = tree.node(leaf).step == Step::Move(0);
        favourite = if good { leaf } else { favourite };
        tree.back_up(leaf, &Rewards::win(if good { PlayerId::FIRST } else { PlayerId::SECOND }));
    }
    assert_eq!(tree.line(), [0]);
    tree.prove(favourite, &Rewards::win(PlayerId::SECOND));
    assert_eq!(tree.line(), [1], "the other one may still be good");
    assert!(!tree.solved());
    for _ in 0..10 {
        let leaf = descend(&mut tree, &config);
        assert_ne!(leaf, favourite, "what is lost is not tried again");
        tree.back_up(leaf, &Rewards::win(PlayerId::SECOND));
    }
}

#[test]
fn a_second_place_is_worth_playing_for() {
    // Move 0 lets the second player win for certain, but leaves us second; move 1 mostly leaves us last.
    let config = MctsConfig { exploration: 0.1, ..MctsConfig::default() };
    let mut tree = choice(3, 2);
    for _ in 0..100 {
        let leaf = descend(&mut tree, &config);
        if tree.node(leaf).step == Step::Move(0) {
            tree.back_up(leaf, &third([1.0, 2.0, 0.0]));
            tree.prove(leaf, &third([1.0, 2.0, 0.0]));
        } else {
            tree.back_up(leaf, &third([0.0, 1.0, 2.0]));
        }
    }
    assert_eq!(tree.line(), [0]);
    let safe = tree.children(ROOT).find(|child| tree.node(*child).step == Step::Move(0)).expect("listed");
    assert!(tree.node(safe).visits > 80 && !tree.solved());
}

#[test]
fn a_node_is_lost_only_if_no_move_was_left_out() {
    // One move for the first player, one reply for the second; `complete` if the rules allow no other.
    let replied = |complete| {
        let mut tree = choice(2, 1);
        let (child, turn, owner) = (tree.children(ROOT).start, Turn::Player(PlayerId::SECOND), PlayerId::SECOND);
        let reply = [NewChildren { step: Step::Move(7), prior: 0.0, rating: 0.0 }];
        assert!(tree.attach(child, Siblings { children: &reply, turn, owner, complete }, false));
        let leaf = tree.children(child).start;
        (tree, child, leaf)
    };
    for complete in [true, false] {
        let (mut tree, child, leaf) = replied(complete);
        tree.prove(leaf, &Rewards::win(PlayerId::FIRST));
        assert_eq!(tree.proven_value(leaf, PlayerId::FIRST), Some(1.0));
        assert_eq!(tree.proven_value(child, PlayerId::SECOND), complete.then_some(0.0));
        assert_eq!(tree.solved(), complete, "the second player may have a better reply");
    }
    let (mut tree, _, leaf) = replied(false);
    tree.prove(leaf, &Rewards::win(PlayerId::SECOND));
    assert_eq!(tree.proven_value(ROOT, PlayerId::FIRST), Some(0.0), "a winning move needs no others");
}
