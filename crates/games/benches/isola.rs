//! What the traits cost: the perft that works for every game against a loop written by hand for this one.
//!
//! `cargo bench -p plyground-games --bench isola`. The loop by hand knows that it plays queens that leave a trail on
//! 8x8 squares; it keeps a hash key as the game does, but lists no moves and takes none back.

use plyground_core::{Game, key_for, perft};
use plyground_games::isola::{Isola, Variant};
use std::hint::black_box;
use std::time::Instant;

const DEPTH: u32 = 6;
const ROUNDS: usize = 9;

fn main() {
    let columbia = Variant::parse("columbia", None).expect("the default variant exists");
    let game: Isola<u64> = Isola::new(columbia);
    let tables = Tables::new();

    let mut generic = Vec::new();
    let mut by_hand = Vec::new();
    // Taking turns, so that a busy machine slows both down.
    for _ in 0..ROUNDS {
        generic.push(timed(|| perft(black_box(&game), &mut game.start(), DEPTH)));
        by_hand.push(timed(|| tables.perft(DEPTH)));
    }
    let leaves = generic[0].0;
    assert_eq!(leaves, by_hand[0].0, "both count the same");
    let (generic, by_hand) = (best(&generic), best(&by_hand));
    println!("isola columbia perft {DEPTH}: {leaves} leaves; million leaves per second, one thread, best of {ROUNDS}");
    println!("  generic perft   {generic:8.0}");
    println!("  loop by hand    {by_hand:8.0}");
    println!("  ratio           {:8.3}", generic / by_hand);

    for name in ["isolation-knight", "isolation-knight-wide", "classic"] {
        let variant = Variant::parse(name, None).expect("a named variant");
        let depth = if name == "classic" { 3 } else { 6 };
        let rounds: Vec<_> = (0..3)
            .map(|_| {
                if variant.size.squares() <= 64 {
                    let game: Isola<u64> = Isola::new(variant);
                    timed(|| perft(black_box(&game), &mut game.start(), depth))
                } else {
                    let game: Isola<u128> = Isola::new(variant);
                    timed(|| perft(black_box(&game), &mut game.start(), depth))
                }
            })
            .collect();
        println!("  {name:22} perft {depth}: {:8.0}", best(&rounds));
    }
}

/// The count, and millions of it per second.
fn timed(run: impl FnOnce() -> u64) -> (u64, f64) {
    let clock = Instant::now();
    let leaves = black_box(run());
    (leaves, leaves as f64 / clock.elapsed().as_secs_f64() / 1e6)
}

fn best(rounds: &[(u64, f64)]) -> f64 {
    rounds.iter().map(|(_, speed)| *speed).fold(0.0, f64::max)
}

struct Tables {
    rays: [[u64; 8]; 64],
    near: [u64; 64],
    free: [u64; 64],
    piece: [[u64; 64]; 2],
    turn: u64,
}

impl Tables {
    fn new() -> Self {
        let keys = |family: u64| std::array::from_fn(|square| key_for(family, square as u64));
        let directions = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
        let rays: [[u64; 8]; 64] = std::array::from_fn(|square| directions.map(|by| ray(square, by, 7)));
        let near = std::array::from_fn(|square| directions.map(|by| ray(square, by, 1)).iter().sum());
        Tables { rays, near, free: keys(1), piece: [keys(2), keys(3)], turn: key_for(4, 0) }
    }

    fn perft(&self, depth: u32) -> u64 {
        let mut seen = 0;
        let leaves = self.count::<0, 1>(black_box(!(1 | 1 << 63)), [0, 63], 0, depth, &mut seen);
        black_box(seen);
        leaves
    }

    /// Leaves below a position whose player to move can step. The last level is counted where it is made, and keys are
    /// mixed into `seen`, or the compiler would not keep them at all.
    fn count<const MOVER: usize, const OTHER: usize>(
        &self,
        free: u64,
        [from, waiting]: [usize; 2],
        key: u64,
        depth: u32,
        seen: &mut u64,
    ) -> u64 {
        let mut total = 0;
        let mut steps = self.steps(from, free);
        let key = key ^ self.piece[MOVER][from] ^ self.turn;
        while steps != 0 {
            let to = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let free = free ^ 1 << to;
            let key = key ^ self.free[to] ^ self.piece[MOVER][to];
            if self.near[waiting] & free == 0 {
                *seen ^= key;
            } else if depth == 2 {
                *seen ^= key;
                total += u64::from(self.steps(waiting, free).count_ones());
            } else {
                total += self.count::<OTHER, MOVER>(free, [waiting, to], key, depth - 1, seen);
            }
        }
        total
    }

    #[inline]
    fn steps(&self, from: usize, free: u64) -> u64 {
        let [a, b, c, d, e, f, g, h] = self.rays[from];
        let up = |ray: u64| ray & ((ray & !free) ^ (ray & !free).wrapping_sub(1));
        let down = |ray: u64| ray & (u64::MAX << (63 - (ray & !free | 1).leading_zeros()));
        (up(a) | up(b) | up(c) | up(d) | down(e) | down(f) | down(g) | down(h)) & free
    }
}

fn ray(square: usize, by: (i32, i32), longest: usize) -> u64 {
    let (mut col, mut row) = ((square % 8) as i32, (square / 8) as i32);
    let mut set = 0;
    for _ in 0..longest {
        (col, row) = (col + by.0, row + by.1);
        if !(0..8).contains(&col) || !(0..8).contains(&row) {
            break;
        }
        set |= 1 << (row * 8 + col);
    }
    set
}
