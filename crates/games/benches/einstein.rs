//! Random games of EinStein per second: the specialised play-out against the plain loop over the game traits.
//!
//! `cargo bench -p plyground-games --bench einstein`

use plyground_core::{Game, Rng, Turn};
use plyground_games::einstein::{Einstein, Position, Variant, playout};
use plyground_testkit::cpu;
use std::hint::black_box;

/// Seconds of processor time: long enough for a steady figure, short enough to run often.
const MEASURE: f64 = 1.5;

fn main() {
    for text in ["standard", "small", "size=8", "die=0.3:0.1:0.1:0.1:0.1:0.3"] {
        let game = Einstein::new(Variant::parse(text).expect("a valid variant"));
        let start = game.start();
        let (fast, plies) = rate(|rng| playout::random_game(&game, black_box(&start), rng).plies);
        let mut moves = Vec::new();
        let (plain, _) = rate(|rng| plain_game(&game, black_box(&start), rng, &mut moves));
        println!("{text}: {plies:.2} plies");
        let ratio = plain / fast;
        println!("ratio: random games of EinStein, {text} | plain loop: {plain:.0}/s | {fast:.0}/s | {ratio:.2}");
    }
}

/// Games per second of processor time, and mean plies.
fn rate(mut game: impl FnMut(&mut Rng) -> u32) -> (f64, f64) {
    const SLICE: u64 = 2_000;
    let mut rng = Rng::seeded(1);
    let (mut games, mut plies) = (0, 0);
    let begun = cpu::seconds();
    while cpu::seconds() - begun < MEASURE {
        plies += (0..SLICE).map(|_| u64::from(game(&mut rng))).sum::<u64>();
        games += SLICE;
    }
    (games as f64 / (cpu::seconds() - begun), plies as f64 / games as f64)
}

fn plain_game(game: &Einstein, start: &Position, rng: &mut Rng, moves: &mut Vec<<Einstein as Game>::Move>) -> u32 {
    let mut position = *start;
    let mut plies = 0;
    loop {
        match game.turn(&position) {
            Turn::Over => return plies,
            Turn::Chance => {
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
            }
            Turn::Player(_) => {
                moves.clear();
                game.moves(&position, moves);
                let mv = moves[rng.below(moves.len())];
                game.make(&mut position, mv);
                plies += 1;
            }
        }
    }
}
