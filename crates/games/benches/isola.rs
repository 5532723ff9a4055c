//! What the traits cost: the perft that works for every game against a loop written by hand for this one.
//!
//! `cargo bench -p plyground-games --bench isola`. The loop by hand knows that it plays queens that leave a trail on
//! 8x8 squares, keeps a hash key as the game does and takes no move back. One form of it lists moves before it makes
//! them, as the generic perft must; the other steps straight from bit to bit.

use plyground_core::{Game, key_for, perft};
use plyground_games::isola::{Isola, Variant};
use plyground_testkit::cpu;
use std::hint::black_box;

const DEPTH: u32 = 6;
const ROUNDS: usize = 9;

fn main() {
    let columbia = Variant::parse("columbia", None).expect("the default variant exists");
    let game: Isola<u64> = Isola::new(columbia);
    let tables = Tables::new();

    let mut generic = Vec::new();
    let mut listing = Vec::new();
    let mut by_hand = Vec::new();
    // Taking turns, so that a busy machine slows all down.
    for _ in 0..ROUNDS {
        generic.push(timed(|| perft(black_box(&game), &mut game.start(), DEPTH)));
        listing.push(timed(|| tables.perft::<true>(DEPTH)));
        by_hand.push(timed(|| tables.perft::<false>(DEPTH)));
    }
    let leaves = generic[0].0;
    assert_eq!(leaves, by_hand[0].0, "both count the same");
    assert_eq!(leaves, listing[0].0, "with and without a list");
    let (generic, listing, by_hand) = (best(&generic), best(&listing), best(&by_hand));
    println!("isola columbia perft {DEPTH}: {leaves} leaves; million leaves per second, one thread, best of {ROUNDS}");
    for (anchor, speed) in [("loop by hand, listing moves", listing), ("loop by hand, without a list", by_hand)] {
        let ratio = speed / generic;
        println!("ratio: Isola perft {DEPTH} | {anchor}: {speed:.0} M/s | {generic:.0} M/s | {ratio:.2}");
    }

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
    let (leaves, seconds) = cpu::timed(|| black_box(run()));
    (leaves, leaves as f64 / seconds / 1e6)
}

fn best(rounds: &[(u64, f64)]) -> f64 {
    rounds.iter().map(|(_, speed)| *speed).fold(0.0, f64::max)
}

#[derive(Default)]
struct Scratch {
    moves: Vec<[u8; 2]>,
    /// Keys are mixed into this, or the compiler would not keep them at all.
    seen: u64,
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

    /// With `LIST` moves go through a list, as they must where nothing is known about the game.
    fn perft<const LIST: bool>(&self, depth: u32) -> u64 {
        let mut scratch = Scratch::default();
        let free = black_box(!(1 | 1 << 63));
        let leaves = self.count::<LIST, 0, 1>(free, [0, 63], 0, depth, &mut scratch);
        black_box(scratch.seen);
        leaves
    }

    /// Leaves below a position whose player to move can step.
    fn count<const LIST: bool, const MOVER: usize, const OTHER: usize>(
        &self,
        free: u64,
        [from, waiting]: [usize; 2],
        key: u64,
        depth: u32,
        scratch: &mut Scratch,
    ) -> u64 {
        let mut total = 0;
        let mut steps = self.steps(from, free);
        let key = key ^ self.piece[MOVER][from] ^ self.turn;
        // The last level is counted where it is made.
        let mut step = |to: usize, scratch: &mut Scratch| {
            let free = free ^ 1 << to;
            let key = key ^ self.free[to] ^ self.piece[MOVER][to];
            if self.near[waiting] & free == 0 || depth == 2 {
                scratch.seen ^= key;
                total += u64::from(self.steps(waiting, free).count_ones());
            } else {
                total += self.count::<LIST, OTHER, MOVER>(free, [waiting, to], key, depth - 1, scratch);
            }
        };
        if LIST {
            let first = scratch.moves.len();
            scratch.moves.extend((0..steps.count_ones()).map(|_| {
                let to = steps.trailing_zeros() as u8;
                steps &= steps.wrapping_sub(1);
                [to, 127]
            }));
            for index in first..scratch.moves.len() {
                step(usize::from(scratch.moves[index][0]) % 64, scratch);
            }
            scratch.moves.truncate(first);
        } else {
            while steps != 0 {
                let to = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                step(to, scratch);
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
