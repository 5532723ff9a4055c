//! Expectiminimax on EinStein: nodes per second, and what Star1, Star2, the unified operator and the table save.
//!
//! `cargo bench -p plyground-benches --bench dice`

#![allow(missing_docs)]

use plyground_benches::cpu;
use plyground_core::{Evaluated, Game, Rng, Turn};
use plyground_games::einstein::{Einstein, Position};
use plyground_search::expectimax::{Config, Expectimax, Pruning};
use plyground_search::{Limits, Search, SearchRequest};

/// Positions after so many random plies of different games.
const PLIES: [usize; 6] = [0, 4, 6, 8, 10, 12];
/// Depth without and with windows: deep enough that times mean something, and plain search still takes seconds only.
const DEPTH: u32 = 5;

fn main() {
    let game = Einstein::standard();
    let positions: Vec<Position> =
        PLIES.iter().zip(0..).map(|(plies, part)| after(&game, *plies, &mut Rng::part(2026, part))).collect();
    for eval in ["distribution", "net"] {
        println!("depth {DEPTH}, evaluation {eval}, {} positions after the roll", positions.len());
        println!("{:<14} {:>5} {:>12} {:>8} {:>8} {:>12}", "pruning", "table", "nodes", "saved", "seconds", "nodes/s");
        let mut plain = None;
        for pruning in [Pruning::None, Pruning::Unified, Pruning::Star1, Pruning::Star2, Pruning::UnifiedStar] {
            for table_bytes in [0, 64 << 20] {
                let config = Config { pruning, table_bytes, ..Config::default() };
                let (nodes, seconds) = measure(&game, eval, &positions, config);
                let all = *plain.get_or_insert(nodes);
                println!(
                    "{:<14} {:>5} {nodes:>12} {:>6.1} % {seconds:>8.3} {:>12.0}",
                    pruning.name(),
                    if table_bytes > 0 { "on" } else { "off" },
                    100.0 * (1.0 - nodes as f64 / all as f64),
                    nodes as f64 / seconds
                );
            }
        }
        let (all, (nodes, _)) = (plain.unwrap_or(1), measure(&game, eval, &positions, Config::default()));
        let ratio = nodes as f64 / all as f64;
        println!("ratio: nodes of EinStein to depth {DEPTH}, {eval} | no pruning: {all} | {nodes} | {ratio:.3}\n");
    }
}

/// Nodes and the better of two times, each position searched as the first of a game.
fn measure(game: &Einstein, eval: &str, positions: &[Position], config: Config) -> (u64, f64) {
    let mut search = Expectimax::with_config(config, game.eval(eval).expect("an evaluation of the standard board"))
        .expect("memory for the table");
    let limits = Limits::depth(DEPTH);
    let mut once = || {
        cpu::timed(|| -> u64 {
            let visited = positions.iter().map(|position| {
                search.new_game(1);
                search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search").nodes
            });
            visited.sum()
        })
    };
    let ((nodes, first), (_, second)) = (once(), once());
    (nodes, first.min(second))
}

fn after(game: &Einstein, plies: usize, rng: &mut Rng) -> Position {
    let mut moves = Vec::new();
    loop {
        let mut position = game.start();
        for _ in 0..plies {
            game.roll(&mut position, rng.below(6));
            moves.clear();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
            if game.turn(&position) == Turn::Over {
                break;
            }
        }
        if game.turn(&position) == Turn::Chance {
            game.roll(&mut position, rng.below(6));
            return position;
        }
    }
}
