//! Speed of ReversiXT, in two marks: move sequences of the standard game per second, and moves made and taken back per
//! second on a large map. Each stands beside a slower way of doing the same, measured in the same run.
//!
//! `cargo bench -p plyground-games --bench reversixt`

use plyground_core::{Game, Rng, Turn, perft};
use plyground_games::reversixt::generator::{Recipe, generate};
use plyground_games::reversixt::{BitReversi, MapFile, Position, Reading, ReversiGame, maps};
use plyground_testkit::cpu;
use std::hint::black_box;

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

/// Does all parts of a work again and again for a second of processor time. Gives what one round counted, and its seconds.
fn measured(parts: usize, mut work: impl FnMut(usize) -> u64) -> (u64, f64) {
    let begun = cpu::seconds();
    let (mut count, mut rounds) = (0, 0.0);
    while cpu::seconds() - begun < 1.0 {
        count = (0..parts).map(|part| black_box(work(part))).sum();
        rounds += 1.0;
    }
    (count, (cpu::seconds() - begun) / rounds)
}

/// Move sequences per second, counted below each position after two turns.
fn sequences<G: Game>(game: &G, depth: u32) -> (u64, f64) {
    let mut roots = vec![game.start()];
    for _ in 0..2 {
        let grow = |root: &G::Position| {
            let mut moves = Vec::new();
            game.moves(root, &mut moves);
            let after = |mv: &G::Move| {
                let mut next = root.clone();
                game.make(&mut next, *mv);
                next
            };
            moves.iter().map(after).collect::<Vec<_>>()
        };
        roots = roots.iter().flat_map(grow).collect();
    }
    let (leaves, seconds) = measured(roots.len(), |part| perft(game, &mut roots[part], depth - 2));
    (leaves, leaves as f64 / seconds)
}

fn standard() {
    let map = MapFile::parse(maps::STANDARD, Reading::Strict).expect("the standard map is valid").map;
    let general = ReversiGame::new(map, "standard");
    let bits = BitReversi::new(general.clone()).expect("the standard map is plain");
    let (leaves, fast) = sequences(&bits, 9);
    assert_eq!(leaves, 3_005_320);
    let (_, slow) = sequences(&general, 8);
    println!(
        "ratio: ReversiXT perft 9, standard map | the game for any map: {:.1} M/s | {:.1} M/s | {:.3}",
        slow / 1e6,
        fast / 1e6,
        slow / fast
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
    let (pairs, seconds) = measured(positions.len(), |part| {
        let position = &mut positions[part];
        moves.clear();
        game.moves(position, &mut moves);
        for mv in &moves {
            let undo = game.make(position, *mv);
            black_box(game.turn(position));
            game.unmake(position, *mv, undo);
        }
        moves.len() as u64
    });
    let fast = pairs as f64 / seconds;
    // The plain way: copy, make, look through all moves to see who can move next.
    let (copies, seconds) = measured(positions.len() / 10, |part| {
        let position = &positions[part * 10];
        moves.clear();
        game.moves(position, &mut moves);
        for mv in &moves {
            let mut copy = position.clone();
            game.make(&mut copy, *mv);
            black_box(game.count_moves(&copy));
        }
        moves.len() as u64
    });
    let slow = copies as f64 / seconds;
    let (listed, seconds) = measured(positions.len(), |part| {
        moves.clear();
        game.moves(&positions[part], &mut moves);
        black_box(&moves);
        1
    });
    println!(
        "{name}: {} positions, {pairs} moves made and taken back; {:.1} k move lists/s",
        positions.len(),
        listed as f64 / seconds / 1e3
    );
    let (slow, fast, ratio) = (slow / 1e6, fast / 1e6, slow / fast);
    println!("ratio: moves made, {name} | copying the board: {slow:.3} M/s | {fast:.2} M/s | {ratio:.3}");
}
