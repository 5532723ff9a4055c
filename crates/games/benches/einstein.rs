//! Random games of EinStein per second: the specialised play-out against the plain loop over the game traits.
//!
//! `cargo bench -p plyground-games --bench einstein`

use plyground_core::{Game, Rng, Turn};
use plyground_games::einstein::{Einstein, Position, Variant, playout};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Long enough for a steady figure, short enough to run often.
const MEASURE: Duration = Duration::from_millis(1500);

fn main() {
    println!("{:<34} {:>14} {:>14} {:>7} {:>7}", "variant", "play-out", "plain loop", "ratio", "plies");
    for text in ["standard", "small", "size=8", "die=0.3:0.1:0.1:0.1:0.1:0.3"] {
        let game = Einstein::new(Variant::parse(text).expect("a valid variant"));
        let start = game.start();
        let (fast, plies) = rate(|rng| playout::random_game(&game, black_box(&start), rng).plies);
        let mut moves = Vec::new();
        let (plain, _) = rate(|rng| plain_game(&game, black_box(&start), rng, &mut moves));
        println!("{text:<34} {fast:>10.0} g/s {plain:>10.0} g/s {:>7.2} {plies:>7.2}", fast / plain);
    }
}

/// Games per second and mean plies. The fastest slice counts: others may be using the machine.
fn rate(mut game: impl FnMut(&mut Rng) -> u32) -> (f64, f64) {
    const SLICE: u64 = 2_000;
    let mut rng = Rng::seeded(1);
    let (mut games, mut plies, mut fastest) = (0, 0, Duration::MAX);
    let start = Instant::now();
    while start.elapsed() < MEASURE {
        let slice = Instant::now();
        plies += (0..SLICE).map(|_| u64::from(game(&mut rng))).sum::<u64>();
        games += SLICE;
        fastest = fastest.min(slice.elapsed());
    }
    (SLICE as f64 / fastest.as_secs_f64(), plies as f64 / games as f64)
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
