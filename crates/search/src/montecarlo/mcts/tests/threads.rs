//! Several threads in one tree.

use super::*;
use crate::montecarlo::{NoPrior, Policy};
use crate::{Control, Search, SearchRequest, StopFlag, StopReason};
use plyground_core::{PlayerId, Rng};
use plyground_testkit::nim::{Position, Take, win_probability};
use std::time::Duration;

fn shared(threads: usize) -> MctsConfig {
    MctsConfig { threads, ..without_proofs() }
}

#[test]
fn threads_agree_on_clear_positions_and_limits_stay_exact() {
    let game = nim(&[2, 3]);
    for threads in [2, 4] {
        let mut player = Mcts::random(shared(threads));
        let report = think(&mut player, &game, &game.start(), Limits::iterations(20_000));
        assert_eq!(report.best, Some(Take { heap: 1, count: 1 }));
        assert_eq!(report.moves.iter().map(|root| root.effort).sum::<u64>(), 20_000);
        assert_eq!(report.stopped, StopReason::Iterations);
        assert!(report.value > 0.95, "{}", report.value);
        check_tree(&player, &game);
    }
}

#[test]
fn threads_prove_and_reuse_too() {
    let game = nim(&[3, 4, 5]);
    let mut player = Mcts::random(MctsConfig { threads: 2, ..MctsConfig::default() });
    let report = think(&mut player, &game, &game.start(), Limits::iterations(500_000));
    assert_eq!((report.value, report.exact, report.stopped), (1.0, true, StopReason::Solved));
    check_tree(&player, &game);
    player.advance(&game, None, report.best.expect("a move"));
    check_tree(&player, &game);
}

#[test]
fn threads_share_dice_games() {
    let game = nim(&[3, 2]).with_die(&[0.5, 0.25, 0.25]);
    let report = search(&game, &game.start(), shared(2), 40_000);
    let exact = win_probability(&game, &game.start(), PlayerId::FIRST);
    assert!((report.value - exact).abs() < 0.03, "{} {exact}", report.value);
}

#[test]
fn threads_stop_at_nodes_and_when_asked() {
    let game = nim(&[20, 20, 20, 20]);
    let mut player = Mcts::random(shared(2));
    let report = think(&mut player, &game, &game.start(), Limits::nodes(5_000));
    assert_eq!(report.stopped, StopReason::Nodes);
    assert!(report.nodes >= 5_000);
    check_tree(&player, &game);

    let flag = StopFlag::default();
    let mut control = Control::new(&Limits::default());
    control.add(flag.clone());
    let mut player = Mcts::random(shared(2));
    let mut sink = |_: &crate::Iteration<Take>| flag.stop();
    let report = player
        .run(SearchRequest::new(&game, &game.start()).within(Limits::default()).telling(&mut sink), &mut control)
        .expect("it plays every game");
    assert_eq!(report.stopped, StopReason::Asked);
    check_tree(&player, &game);

    let mut player = Mcts::random(shared(2));
    let report = think(&mut player, &game, &game.start(), Limits::time(Duration::from_millis(20)));
    assert_eq!(report.stopped, StopReason::Time);
}

/// Breaks off in the middle of a play-out.
#[derive(Clone)]
struct Faulty;

impl Policy<Nim> for Faulty {
    fn choose(&mut self, _game: &Nim, _position: &Position, _rng: &mut Rng) -> Take {
        panic!("a fault in a policy")
    }
}

#[test]
fn a_panic_in_one_thread_ends_the_search_instead_of_hanging_it() {
    let game = nim(&[5, 5]);
    let mut player = Mcts::with_config(shared(3), Faulty, NoPrior);
    let limits = Limits::iterations(1_000);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        player.search(SearchRequest::new(&game, &game.start()).within(limits)).expect("it plays every game")
    }));
    assert!(result.is_err());
}
