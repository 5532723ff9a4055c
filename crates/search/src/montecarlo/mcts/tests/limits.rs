//! Limits are obeyed and runs repeat.

use super::*;
use crate::montecarlo::{Policy, Uniform};
use crate::{Clock, Control, Iteration, Search, SearchRequest, StopFlag, StopReason};
use plyground_core::Rng;
use plyground_testkit::nim::{Position, Take};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn timeless<M: Clone>(report: &Report<M>) -> Report<M> {
    let mut report = report.clone();
    report.time = Duration::ZERO;
    report.iterations.iter_mut().for_each(|iteration| iteration.time = Duration::ZERO);
    report
}

#[test]
fn the_same_seed_repeats_everything_bit_for_bit() {
    for game in [nim(&[3, 4, 5]), nim(&[4, 5]).with_die(&[0.2, 0.5, 0.3]), nim(&[3, 3, 3]).for_players(3)] {
        let config = MctsConfig { seed: 77, ..without_proofs() };
        let once = search(&game, &game.start(), config, 3_000);
        let again = search(&game, &game.start(), config, 3_000);
        assert_eq!(timeless(&once), timeless(&again));
        let other = search(&game, &game.start(), MctsConfig { seed: 78, ..config }, 3_000);
        assert_ne!(timeless(&once), timeless(&other));

        // A second game of the same player is no different from its first.
        let mut player = Mcts::random(config);
        think(&mut player, &game, &game.start(), Limits::iterations(500));
        player.new_game(77);
        let renewed = think(&mut player, &game, &game.start(), Limits::iterations(3_000));
        assert_eq!(timeless(&renewed), timeless(&once));
    }
}

#[test]
fn visit_counts_of_a_seed_are_frozen() {
    // A commit that changes these numbers changes the search, and says so.
    let game = nim(&[2, 3]);
    let report = search(&game, &game.start(), without_proofs(), 1_000);
    let visits: Vec<(Take, u64)> = report.moves.iter().map(|root| (root.mv, root.effort)).collect();
    assert_eq!(visits, FROZEN.map(|(heap, count, effort)| (Take { heap, count }, effort)));
}

const FROZEN: [(u8, u8, u64); 5] = [(1, 1, 970), (0, 1, 11), (0, 2, 7), (1, 2, 6), (1, 3, 6)];

#[test]
fn batches_add_up_to_the_whole() {
    let game = nim(&[5, 5]);
    let mut told: Vec<Iteration<Take>> = Vec::new();
    let limits = Limits::iterations(1_000);
    let mut sink = |iteration: &Iteration<Take>| told.push(iteration.clone());
    let report = Mcts::random(without_proofs())
        .search(SearchRequest::new(&game, &game.start()).within(limits).telling(&mut sink))
        .expect("it plays every game");
    let tries: Vec<u64> = told.iter().map(|batch| batch.moves.iter().map(|root| root.effort).sum()).collect();
    assert_eq!(tries, [128, 256, 512, 1000]);
    assert_eq!(told, report.iterations);
    assert_eq!(told.iter().map(|batch| batch.nodes).sum::<u64>(), report.nodes);
    assert_eq!(told.last().map(|batch| batch.value), Some(report.value));
    assert!(report.depth > 2 && report.line.len() > 2);
    assert_eq!(report.line.first(), report.best.as_ref());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn play_outs_and_nodes_are_limited_exactly(iterations in 0u64..700, nodes in 0u64..3000, seed: u64) {
        let game = nim(&[4, 5]).with_die(&[0.5, 0.5]);
        let config = MctsConfig { seed, ..without_proofs() };
        let mut rolled = game.start();
        game.roll(&mut rolled, 1);
        let report = search(&game, &rolled, config, iterations);
        prop_assert_eq!(report.moves.iter().map(|root| root.effort).sum::<u64>(), iterations);
        prop_assert_eq!(report.stopped, StopReason::Iterations);
        prop_assert!(report.best.is_some());

        let mut player = Mcts::random(config);
        let report = think(&mut player, &game, &rolled, Limits::nodes(nodes));
        prop_assert_eq!((report.nodes, report.stopped), (nodes, StopReason::Nodes));
        prop_assert!(report.best.is_some(), "even a search without a play-out names a move");
        check_tree(&player, &game);
    }
}

/// Every move that it chooses takes a millisecond of a clock that only it turns.
#[derive(Clone)]
struct Slow(Arc<AtomicU64>, Uniform<Nim>);

impl Policy<Nim> for Slow {
    fn choose(&mut self, game: &Nim, position: &Position, rng: &mut Rng) -> Take {
        self.0.fetch_add(1, Ordering::Relaxed);
        self.1.choose(game, position, rng)
    }
}

struct SlowClock(Arc<AtomicU64>);

impl Clock for SlowClock {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

#[test]
fn time_is_watched_inside_play_outs() {
    let game = nim(&[20, 20, 20, 20, 20, 20, 20, 20]);
    let ticks = Arc::new(AtomicU64::new(0));
    let limits = Limits::time(Duration::from_millis(300));
    let mut control = Control::with_clock(&limits, Box::new(SlowClock(ticks.clone())));
    let mut player =
        Mcts::with_config(MctsConfig::default(), Slow(ticks.clone(), Uniform::default()), super::super::NoPrior);
    let report =
        player.run(SearchRequest::new(&game, &game.start()).within(limits), &mut control).expect("it plays every game");
    assert_eq!(report.stopped, StopReason::Time);
    assert!(report.best.is_some());
    let elapsed = ticks.load(Ordering::Relaxed);
    assert!((300..=301).contains(&elapsed), "{elapsed}");
    check_tree(&player, &game);
}

#[test]
fn a_flag_stops_an_endless_search() {
    let game = nim(&[20, 20, 20]);
    let flag = StopFlag::default();
    let mut control = Control::new(&Limits::default());
    control.add(flag.clone());
    let mut sink = |iteration: &Iteration<Take>| {
        if iteration.moves.iter().map(|root| root.effort).sum::<u64>() >= 512 {
            flag.stop();
        }
    };
    let mut player = Mcts::random(without_proofs());
    let report = player
        .run(SearchRequest::new(&game, &game.start()).within(Limits::default()).telling(&mut sink), &mut control)
        .expect("it plays every game");
    assert_eq!(report.stopped, StopReason::Asked);
}

#[test]
fn stopping_early_keeps_the_choice() {
    let game = nim(&[3, 4, 5]);
    let full = search(&game, &game.start(), without_proofs(), 10_000);
    let early = search(&game, &game.start(), MctsConfig { early: true, ..without_proofs() }, 10_000);
    assert_eq!((early.best, early.stopped), (full.best, StopReason::Forced));
    assert!(early.nodes < full.nodes);
    let only = nim(&[1]).with_die(&[1.0]);
    let mut rolled = only.start();
    only.roll(&mut rolled, 0);
    let report = search(&only, &rolled, MctsConfig { early: true, ..without_proofs() }, 10_000);
    assert_eq!((report.nodes, report.stopped, report.best), (0, StopReason::Forced, Some(Take { heap: 0, count: 1 })));
}

#[test]
fn memory_is_bounded_and_a_full_tree_goes_on_learning() {
    let game = nim(&[20, 20, 20]);
    for memory in [0, 1_000, 10_000, 1_000_000] {
        let mut player = Mcts::random(MctsConfig { memory, ..without_proofs() });
        let report = think(&mut player, &game, &game.start(), Limits::iterations(3_000));
        check_tree(&player, &game);
        // The root's sixty moves are always held.
        let root = 61 * size_of::<super::super::node::Node<Take>>();
        assert!(player.tree_bytes() <= memory.max(root), "{memory} {}", player.tree_bytes());
        assert_eq!(report.moves.iter().map(|root| root.effort).sum::<u64>(), 3_000);
    }
    let mut roomy = Mcts::random(without_proofs());
    think(&mut roomy, &game, &game.start(), Limits::iterations(3_000));
    assert!(roomy.tree_bytes() > 1_000_000);
    // A full tree becomes a smaller one by a move, and grows again.
    let mut player = Mcts::random(MctsConfig { memory: 100_000, ..without_proofs() });
    let report = think(&mut player, &game, &game.start(), Limits::iterations(5_000));
    let full = player.tree_nodes();
    player.advance(&game, None, report.best.expect("a move"));
    let smaller = player.tree_nodes();
    assert!(smaller < full);
    let mut position = game.start();
    game.make(&mut position, report.best.expect("a move"));
    think(&mut player, &game, &position, Limits::iterations(5_000));
    assert!(player.tree_nodes() > smaller && player.tree_bytes() <= 100_000);
    check_tree(&player, &game);
}
