//! Isola `columbia`: nodes per second of one thread at the start and in the middle of the game, with the evaluation that
//! sees separated rooms, against the original program's evaluation in the same search and the same run; and the depth that
//! `best` reaches in a second.

#![allow(missing_docs)]

use plyground_benches::cpu;
use plyground_core::{Evaluated, Game, Rng, Turn};
use plyground_games::isola::{Isola, Position};
use plyground_search::alphabeta::{AlphaBeta, Config};
use plyground_search::time::Prediction;
use plyground_search::{Limits, Report, Search, SearchRequest};
use std::time::Duration;

const ROUNDS: usize = 3;
const SLICE: Duration = Duration::from_millis(400);

fn main() {
    let game = Isola::columbia();
    println!(
        "Isola columbia, one thread, million nodes per second, best of {ROUNDS} rounds of {} ms a position:",
        SLICE.as_millis()
    );
    for (name, plies, count) in [("start", 0, 1), ("after 16 random plies", 16, 4), ("after 24", 24, 4)] {
        let positions: Vec<_> = (0..count).map(|seed| undecided(&game, plies, &mut Rng::part(99, seed))).collect();
        let mut best = [0.0f64; 4];
        // Taking turns, so that a busy machine slows all down.
        for _ in 0..ROUNDS {
            for (index, (eval, early_results, reductions)) in SEARCHES.into_iter().enumerate() {
                best[index] = best[index].max(speed(&game, &positions, eval, early_results, reductions));
            }
        }
        let [original, rooms, early_results, reductions] = best;
        println!("  {name}");
        println!("    original evaluation            {original:6.2}");
        println!("    rooms                          {rooms:6.2}  ratio {:.2}", rooms / original);
        println!("    rooms, early_results               {early_results:6.2}  ratio {:.2}", early_results / original);
        println!("    rooms, early_results, reductions   {reductions:6.2}  ratio {:.2}", reductions / original);
        let ratio = original / rooms;
        println!(
            "ratio: time per node of Isola, {name} | original evaluation: {original:.2} M/s | {rooms:.2} M/s | {ratio:.2}"
        );
    }
    println!("depth completed within a second at the start, best of {ROUNDS}:");
    for (eval, early_results, reductions) in SEARCHES {
        let depth = (0..ROUNDS)
            .map(|_| think(&game, &game.start(), eval, early_results, reductions, Duration::from_secs(1)).0.depth);
        println!("  {eval}, early_results {early_results}, reductions {reductions}: {}", depth.max().unwrap_or(0));
    }
}

const SEARCHES: [(&str, bool, bool); 4] =
    [("original", false, false), ("rooms", false, false), ("rooms", true, false), ("rooms", true, true)];

fn speed(game: &Isola, positions: &[Position<u64>], eval: &str, early_results: bool, reductions: bool) -> f64 {
    let (mut nodes, mut seconds) = (0, 0.0);
    for position in positions {
        let (report, took) = think(game, position, eval, early_results, reductions, SLICE);
        nodes += report.nodes;
        seconds += took;
    }
    nodes as f64 / seconds / 1e6
}

fn think(
    game: &Isola,
    position: &Position<u64>,
    eval: &str,
    early_results: bool,
    reductions: bool,
    time: Duration,
) -> (Report<plyground_games::isola::Move>, f64) {
    let config = Config { early_results, reductions, prediction: Prediction::None, ..Config::default() };
    let eval = game.eval(eval).expect("Isola has it");
    let mut search = AlphaBeta::with_config(config, eval).expect("sensible settings");
    let limits = Limits::time(time);
    cpu::timed(|| search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search"))
}

/// A position after so many random plies whose end is not in sight yet.
fn undecided(game: &Isola, plies: usize, rng: &mut Rng) -> Position<u64> {
    loop {
        let mut position = game.start();
        let mut moves = Vec::new();
        for _ in 0..plies {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
        if game.turn(&position) != Turn::Over && game.early_result(&position).is_none() {
            return position;
        }
    }
}
