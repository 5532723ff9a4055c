//! Flat Monte Carlo and play-outs as an evaluation, against exact values.

use super::*;
use crate::{Iteration, Limits, Report, Search, SearchRequest, StopReason};
use plyground_core::{Evaluated, Evaluation, Game, PlayerId, Rng, Turn};
use plyground_testkit::nim::{Nim, Position, Take, win_probability};

fn nim(heaps: &[u8]) -> Nim {
    Nim::new(heaps).expect("valid heaps")
}

/// The exact mean reward of `player` when all moves are made at random, by looking at everything.
fn random_play<G: Game>(game: &G, position: &mut G::Position, player: PlayerId) -> f64 {
    match game.turn(position) {
        Turn::Over => Rewards::new(&game.payoffs(position)).of(player),
        Turn::Chance => {
            let probabilities = game.outcomes(position).to_vec();
            let mut mean = 0.0;
            for (face, probability) in probabilities.into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
                let undo = game.roll(position, face);
                mean += probability * random_play(game, position, player);
                game.unroll(position, face, undo);
            }
            mean
        }
        Turn::Player(_) => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut total = 0.0;
            for mv in &moves {
                let undo = game.make(position, *mv);
                total += random_play(game, position, player);
                game.unmake(position, *mv, undo);
            }
            total / moves.len() as f64
        }
    }
}

fn games() -> [Nim; 4] {
    [
        nim(&[3, 4]),
        nim(&[2, 3]).with_die(&[0.5, 0.3, 0.2]),
        nim(&[6]).with_die(&[0.1, 0.0, 0.9]),
        nim(&[2, 2, 2]).for_players(3),
    ]
}

#[test]
fn play_outs_estimate_the_exact_mean_within_five_sigma() {
    const PLAYOUTS: u32 = 4_000;
    for game in games() {
        for player in PlayerId::all(game.facts().players) {
            let exact = random_play(&game, &mut game.start(), player);
            let mut eval = PlayoutEval::new(Uniform::default(), 3).playouts(PLAYOUTS);
            let estimate = eval.expectation(&game, &game.start(), player);
            // A reward in [0, 1] has at most the variance of a coin with the same mean.
            let sigma = (exact * (1.0 - exact) / f64::from(PLAYOUTS)).sqrt();
            assert!((estimate - exact).abs() < 5.0 * sigma, "{estimate} {exact} {sigma}");
            assert_eq!(eval.unit(), "win probability");
        }
    }
}

#[test]
fn a_position_is_always_rated_the_same_and_another_seed_rates_it_anew() {
    let game = nim(&[5, 6, 7]);
    let mut eval = PlayoutEval::new(Uniform::default(), 1).playouts(100);
    let mut other = game.start();
    game.make(&mut other, Take { heap: 2, count: 3 });
    let first = eval.expectation(&game, &game.start(), PlayerId::FIRST);
    eval.expectation(&game, &other, PlayerId::FIRST);
    assert_eq!(eval.expectation(&game, &game.start(), PlayerId::FIRST), first);
    assert_eq!(eval.clone().expectation(&game, &game.start(), PlayerId::FIRST), first);
    let second = eval.expectation(&game, &game.start(), PlayerId::SECOND);
    assert!((first + second - 1.0).abs() < 1e-12, "two opinions about the same play-outs");
    assert_eq!(eval.value(&game, &game.start(), PlayerId::FIRST), ((first - 0.5) * 10_000.0).round() as i32);
    let opinions: std::collections::BTreeSet<i32> = (0..20)
        .map(|seed| {
            eval.reseed(seed);
            eval.value(&game, &game.start(), PlayerId::FIRST)
        })
        .collect();
    assert!(opinions.len() > 5, "{opinions:?}");
}

#[test]
fn finished_games_count_as_much_more_as_asked() {
    let game = nim(&[1]);
    let mut over = game.start();
    game.make(&mut over, Take { heap: 0, count: 1 });
    let mut plain = PlayoutEval::new(Uniform::default(), 1);
    let mut faithful = plain.clone().certainty(999.0);
    assert_eq!(plain.expected_result(&game, &over, PlayerId::FIRST), 1.0);
    assert_eq!(plain.expected_result(&game, &over, PlayerId::SECOND), 0.0);
    assert_eq!(faithful.expected_result(&game, &over, PlayerId::FIRST), 1000.0);
    assert_eq!(faithful.expected_result(&game, &over, PlayerId::SECOND), -999.0);
}

#[test]
fn play_outs_use_the_policy_of_each_seat() {
    // A perfect player against a random one, from a position that is won for the first player.
    let game = nim(&[3, 4, 5]);
    let perfect: Box<dyn Policy<Nim>> = Box::new(Greedy::new(game.eval("theory").expect("known"), crate::Tie::First));
    let random: Box<dyn Policy<Nim>> = Box::new(Uniform::default());
    let rate = |seats: Vec<Box<dyn Policy<Nim>>>| {
        PlayoutEval::new(SeatPolicies::new(seats), 1).playouts(300).expectation(&game, &game.start(), PlayerId::FIRST)
    };
    assert_eq!(rate(vec![perfect.clone(), random.clone()]), 1.0, "perfection never loses a won game");
    assert_eq!(rate(vec![perfect.clone()]), 1.0);
    let reversed = rate(vec![random.clone(), perfect.clone()]);
    let even = rate(vec![random]);
    assert!(reversed < 0.2 && (0.3..0.7).contains(&even), "{reversed} {even}");
}

#[test]
fn players_nest() {
    // A player who rates moves by play-outs of players who rate moves by play-outs.
    let game = nim(&[2, 3]);
    let inner = Greedy::new(PlayoutEval::new(Uniform::default(), 7).playouts(10), crate::Tie::Random);
    let inner: Box<dyn Policy<Nim>> = Box::new(inner);
    let mut outer = Greedy::new(PlayoutEval::new(inner, 8).playouts(100), crate::Tie::First);
    assert_eq!(outer.choose(&game, &game.start(), &mut Rng::seeded(1)), Take { heap: 1, count: 1 });
}

#[test]
fn a_play_out_stops_when_told_and_at_its_horizon() {
    let game = nim(&[9, 9]);
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked > 2
    };
    let mut rng = Rng::seeded(1);
    let result = play_out(&game, &mut game.start(), &mut Uniform::default(), &mut rng, u32::MAX, &mut stop);
    assert_eq!((result, asked), (None, 3));
    let result = play_out(&game, &mut game.start(), &mut Uniform::default(), &mut rng, 0, || true);
    assert_eq!(result.map(|payoffs| payoffs.as_slice().to_vec()), Some(vec![0.0, 0.0]));
}

fn flat(game: &Nim, position: &Position, config: FlatConfig, limits: Limits) -> Report<Take> {
    Flat::with_config(config, Uniform::default())
        .search(SearchRequest::new(game, position).within(limits))
        .expect("it plays every game")
}

const ALLOCATIONS: [Allocation; 3] = [Allocation::Uniform, Allocation::Ucb, Allocation::Halving];

#[test]
fn flat_search_estimates_random_play_after_every_move() {
    let game = nim(&[2, 4]);
    let limits = Limits::iterations(24_000);
    let report = flat(&game, &game.start(), FlatConfig::default(), limits);
    assert_eq!(report.stopped, StopReason::Iterations);
    for root in &report.moves {
        let mut after = game.start();
        game.make(&mut after, root.mv);
        let exact = random_play(&game, &mut after, PlayerId::FIRST);
        assert_eq!(root.effort, 4_000, "all moves in turn");
        let sigma = (exact * (1.0 - exact) / 4_000.0).sqrt();
        assert!((root.value - exact).abs() <= 5.0 * sigma, "{:?} {} {exact}", root.mv, root.value);
    }
    assert!(report.moves.windows(2).all(|pair| pair[0].value >= pair[1].value));
    assert_eq!((report.best, report.value), (Some(report.moves[0].mv), report.moves[0].value));
}

#[test]
fn every_allocation_finds_the_move_that_wins_at_once_and_obeys_limits() {
    let game = nim(&[12]);
    for allocation in ALLOCATIONS {
        let config = FlatConfig { allocation, ..FlatConfig::default() };
        let report = flat(&game, &game.start(), config, Limits::iterations(1_000));
        assert_eq!(report.best, Some(Take { heap: 0, count: 12 }), "{allocation:?}");
        assert_eq!(report.value, 1.0);
        assert_eq!(report.moves.iter().map(|root| root.effort).sum::<u64>(), 1_000);
        let best = report.moves[0].effort;
        match allocation {
            Allocation::Uniform => assert!(best.abs_diff(1_000 / 12) <= 1),
            _ => assert!(best > 200, "{allocation:?} {best}"),
        }
        for nodes in [0, 1, 2, 777] {
            let report = flat(&game, &game.start(), config, Limits::nodes(nodes));
            assert_eq!((report.nodes, report.stopped), (nodes, StopReason::Nodes));
            assert!(report.best.is_some());
        }
        let endless = flat(&game, &game.start(), config, Limits::nodes(20_000));
        assert_eq!(endless.best, Some(Take { heap: 0, count: 12 }), "{allocation:?} without a known end");
    }
}

#[test]
fn flat_search_chooses_for_every_roll() {
    let game = nim(&[2]).with_die(&[0.25, 0.75, 0.0]);
    for allocation in ALLOCATIONS {
        let config = FlatConfig { allocation, ..FlatConfig::default() };
        let report = flat(&game, &game.start(), config, Limits::iterations(3_000));
        let [one, two] = [1, 2].map(|count| Some(Take { heap: 0, count }));
        assert_eq!(report.by_outcome, [one, two, None], "{allocation:?}");
        assert_eq!((report.best, report.moves.len()), (None, 0));
        let exact = win_probability(&game, &game.start(), PlayerId::FIRST);
        assert!((report.value - exact).abs() < 1e-9, "{allocation:?} {} {exact}", report.value);
    }
}

#[test]
fn a_finished_game_has_nothing_to_try() {
    let game = nim(&[1]);
    let mut over = game.start();
    game.make(&mut over, Take { heap: 0, count: 1 });
    let report = flat(&game, &over, FlatConfig::default(), Limits::iterations(10));
    assert_eq!((report.best, report.value, report.nodes, report.stopped), (None, 1.0, 0, StopReason::Solved));
}

#[test]
fn flat_search_repeats_and_tells() {
    let game = nim(&[3, 4, 5]).for_players(3);
    let limits = Limits::iterations(600);
    let mut told: Vec<Iteration<Take>> = Vec::new();
    let mut player = Flat::with_config(FlatConfig::default(), Uniform::default());
    let mut sink = |iteration: &Iteration<Take>| told.push(iteration.clone());
    let first = player
        .search(SearchRequest::new(&game, &game.start()).within(limits).telling(&mut sink))
        .expect("it plays every game");
    assert_eq!(told.len(), 4, "after 128, 256, 512 and at the end");
    let second = player.search(SearchRequest::new(&game, &game.start()).within(limits)).expect("it plays every game");
    assert_ne!(first.moves, second.moves, "another search is another opinion");
    player.new_game(1);
    let again = player.search(SearchRequest::new(&game, &game.start()).within(limits)).expect("it plays every game");
    assert_eq!((first.moves, first.nodes), (again.moves, again.nodes));
}
