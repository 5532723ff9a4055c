//! Speed of ReversiXT, in two marks: move sequences of the standard game per second, and moves made and taken back per
//! second on a large map. Each stands beside a slower way of doing the same, measured in the same run.
//!
//! `cargo bench -p plyground-games --bench reversixt`

use plyground_core::{Game, Rng, Turn, perft};
use plyground_games::reversixt::generator::{Recipe, generate};
use plyground_games::reversixt::{BitReversi, MapFile, Position, Reading, ReversiGame, maps};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    standard();
    for (name, recipe) in [
        ("50x50, 4 players, transitions", large(4, 0)),
        ("50x50, 4 players, transitions, override stones", large(4, 3)),
        ("50x50, 8 players, transitions", large(8, 0)),
    ] {
        large_map(name, recipe);
    }
}

/// Repeats short work for a while and takes the quickest, so that other load on the machine matters little: what was
/// counted, and the seconds it took.
fn best(mut work: impl FnMut() -> u64) -> (u64, f64) {
    let all = Instant::now();
    let mut seconds = f64::INFINITY;
    let mut count = 0;
    while all.elapsed().as_secs_f64() < 0.8 {
        let begin = Instant::now();
        count = black_box(work());
        seconds = seconds.min(begin.elapsed().as_secs_f64());
    }
    (count, seconds)
}

fn standard() {
    let map = MapFile::parse(maps::STANDARD, Reading::Strict).expect("the standard map is valid").map;
    let general = ReversiGame::new(map, "standard");
    let bits = BitReversi::new(general.clone()).expect("the standard map is plain");
    let (leaves, seconds) = best(|| perft(&bits, &mut bits.start(), 9));
    assert_eq!(leaves, 3_005_320);
    let fast = leaves as f64 / seconds;
    let (leaves, seconds) = best(|| perft(&general, &mut general.start(), 7));
    let slow = leaves as f64 / seconds;
    println!(
        "perft standard: {:.1} M leaves/s on bits (depth 9), {:.2} M leaves/s in general (depth 7), ratio {:.0}",
        fast / 1e6,
        slow / 1e6,
        fast / slow
    );
}

fn large(players: usize, overrides: usize) -> Recipe {
    Recipe { players, cols: 50, rows: 50, transitions: 50, overrides, bombs: 2, strength: 2, ..Recipe::default() }
}

/// Positions of one random game, one every `stride` turns.
fn sample(game: &ReversiGame, stride: usize) -> Vec<Position> {
    let mut rng = Rng::seeded(5);
    let mut position = game.start();
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for turn in 0.. {
        if game.turn(&position) == Turn::Over {
            break;
        }
        if turn % stride == 0 {
            positions.push(position.clone());
        }
        moves.clear();
        game.moves(&position, &mut moves);
        game.make(&mut position, moves[rng.below(moves.len())]);
    }
    positions
}

fn large_map(name: &str, recipe: Recipe) {
    let game = ReversiGame::new(generate(recipe, 1), "large");
    let mut positions = sample(&game, 20);
    let mut moves = Vec::new();
    let (pairs, seconds) = best(|| {
        let mut pairs = 0;
        for position in &mut positions {
            moves.clear();
            game.moves(position, &mut moves);
            for mv in &moves {
                let undo = game.make(position, *mv);
                black_box(game.turn(position));
                game.unmake(position, *mv, undo);
            }
            pairs += moves.len() as u64;
        }
        pairs
    });
    let fast = pairs as f64 / seconds;
    // The plain way: copy, make, look through all moves to see who can move next.
    let (copies, seconds) = best(|| {
        let mut copies = 0;
        for position in positions.iter().step_by(10) {
            moves.clear();
            game.moves(position, &mut moves);
            for mv in &moves {
                let mut copy = position.clone();
                game.make(&mut copy, *mv);
                black_box(game.count_moves(&copy));
            }
            copies += moves.len() as u64;
        }
        copies
    });
    let slow = copies as f64 / seconds;
    let (listed, seconds) = best(|| {
        let mut listed = 0;
        for position in &positions {
            moves.clear();
            game.moves(position, &mut moves);
            listed += 1;
            black_box(&moves);
        }
        listed
    });
    println!(
        "{name}: {:.2} M moves made and taken back per second ({} positions, {pairs} moves), {:.3} M by copying and \
         looking through all moves, ratio {:.0}; {:.1} k move lists/s",
        fast / 1e6,
        positions.len(),
        slow / 1e6,
        fast / slow,
        listed as f64 / seconds / 1e3
    );
}
