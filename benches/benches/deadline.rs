//! How punctual a search is: the hard limit against what really passed, on an idle machine and with every core busy,
//! also inside nodes of 2,500 moves on the largest boards.

#![allow(missing_docs)]

use plyground_core::{Evaluated, Game, GameVisitor, MapText, Playable, Setup};
use plyground_games::registry;
use plyground_search::alphabeta::{AlphaBeta, Config};
use plyground_search::montecarlo::{Mcts, MctsConfig};
use plyground_search::time::Prediction;
use plyground_search::{Limits, Search, SearchRequest};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Searches per board and state.
const TRIES: usize = 12;
const LIMIT: Duration = Duration::from_millis(60);

fn main() {
    let boards = [
        ("isola columbia", "isola", Setup::default()),
        ("reversixt standard", "reversixt", Setup::default()),
        ("reversixt metropolis 50x50", "reversixt", variant("map=metropolis")),
        ("reversixt 50x50 bombing, 2,500 moves", "reversixt", bombing()),
    ];
    println!("milliseconds beyond a hard limit of {} ms (worst of {TRIES}):", LIMIT.as_millis());
    println!("  {:<40} {:>10} {:>10} {:>10} {:>10}", "", "search", "mcts", "busy", "busy mcts");
    for (name, game, setup) in boards {
        let [idle, idle_mcts] = measure(game, &setup);
        let [busy, busy_mcts] = with_busy_cores(|| measure(game, &setup));
        println!("  {name:<40} {idle:>10.2} {idle_mcts:>10.2} {busy:>10.2} {busy_mcts:>10.2}");
    }
}

fn variant(text: &str) -> Setup {
    Setup { variant: Some(text.to_string()), ..Setup::default() }
}

/// Two lonely stones: nobody can build, so bombs fall at once, on any of 2,500 tiles.
fn bombing() -> Setup {
    let mut text = String::from("2\n0\n3 1\n50 50\n");
    for tile in 0..2500 {
        text.push_str(match tile {
            0 => "1 ",
            2499 => "2 ",
            _ => "0 ",
        });
    }
    Setup { map: Some(MapText { name: "bombing".to_string(), text }), ..Setup::default() }
}

fn measure(game: &str, setup: &Setup) -> [f64; 2] {
    registry::visit(game, setup, Overrun).expect("a valid set-up")
}

struct Overrun;

impl GameVisitor for Overrun {
    type Output = [f64; 2];

    fn visit<G: Playable>(self, game: G, start: G::Position) -> [f64; 2] {
        [worst(|| search(&game, &start)), worst(|| mcts(&game, &start))]
    }
}

fn worst(mut run: impl FnMut() -> Duration) -> f64 {
    let beyond = |spent: Duration| spent.saturating_sub(LIMIT).as_secs_f64() * 1000.0;
    (0..TRIES).map(|_| beyond(run())).fold(0.0, f64::max)
}

fn search<G: Game + Evaluated>(game: &G, position: &G::Position) -> Duration {
    let eval = game.eval(game.evals()[0].name).expect("the first evaluation exists");
    let config = Config { prediction: Prediction::None, ..Config::default() };
    let mut search = AlphaBeta::with_config(config, eval).expect("sensible settings");
    let limits = Limits::time(LIMIT);
    let begun = Instant::now();
    let report = search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search");
    assert!(report.best.is_some());
    begun.elapsed()
}

fn mcts<G: Game>(game: &G, position: &G::Position) -> Duration {
    let mut search = Mcts::random(MctsConfig::default());
    let limits = Limits::time(LIMIT);
    let begun = Instant::now();
    let report = search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search");
    assert!(report.best.is_some());
    begun.elapsed()
}

fn with_busy_cores<T>(run: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut number = 1u64;
                while !stop.load(Ordering::Relaxed) {
                    number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            });
        }
        let result = run();
        stop.store(true, Ordering::Relaxed);
        result
    })
}
