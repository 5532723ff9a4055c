//! Uniformly random games, as fast as they go: the innermost loop of Monte Carlo players.
//!
//! There is no list of moves: the stones of each player are one word, and the choice among the one or two movable
//! stones and their steps is arithmetic. Only captures and the end of the game are branches. One random word feeds
//! four turns. With a fair die a single draw decides face and move: a roll allows 1, 2, 3, 4 or 6 moves, all divisors
//! of 12, so a number below 12 times the faces, drawn without bias, gives every face and every move under it exactly
//! the same chance.

use super::board::CELLS;
use super::die::CHOICES;
use super::position::Position;
use super::stones::Stones;
use super::{Einstein, MAX_STONES};
use plyground_core::{PlayerId, Rng};

/// A common multiple of all possible numbers of moves.
const SHARES: u32 = 12;

/// How a random game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won.
    pub winner: PlayerId,
    /// Number of turns played.
    pub plies: u32,
}

/// Plays from `position` to the end: faces by the die, then every legal move equally likely. A roll already on the
/// table is used; a finished game is returned as it is.
pub fn random_game(game: &Einstein, position: &Position, rng: &mut Rng) -> Ending {
    if let Some(winner) = position.winner() {
        return Ending { winner, plies: 0 };
    }
    let faces = game.variant().die().faces() as u32;
    if game.variant().die().is_fair() {
        let mut pool = Pool::new(faces * SHARES);
        play(game, position, || {
            let number = pool.draw(rng);
            (number / SHARES, number % SHARES)
        })
    } else {
        let mut pool = Pool::new(SHARES);
        let probabilities = game.variant().die().probabilities();
        play(game, position, || (rng.weighted(probabilities) as u32, pool.draw(rng)))
    }
}

#[inline]
fn play(game: &Einstein, position: &Position, mut draw: impl FnMut() -> (u32, u32)) -> Ending {
    let mut player = position.mover();
    let mut own = Side::new(position.stones(player));
    let mut hostile = Side::new(position.stones(player.opponent()));
    let mut occupied = own.cells() | hostile.cells();
    let (mut face, mut share) = draw();
    if let Some(rolled) = position.die() {
        face = rolled as u32;
    }
    let goals = [game.board().goal(PlayerId::FIRST), game.board().goal(PlayerId::SECOND)];
    let mut plies = 0;
    loop {
        let (stone, from, to) = own.choose(game.board().reach(player), face as usize, share);
        // A branch, although hard to predict: without it every turn would wait for the one before.
        if occupied >> to & 1 == 1 {
            own.lose(to);
            hostile.lose(to);
        }
        own.stones.put(stone, to);
        occupied = occupied & !(1 << from) | 1 << to;
        plies += 1;
        if to == goals[player.index()] || hostile.mask == 0 {
            return Ending { winner: player, plies };
        }
        std::mem::swap(&mut own, &mut hostile);
        player = player.opponent();
        (face, share) = draw();
    }
}

/// One player's stones, and which are left.
struct Side {
    stones: Stones,
    mask: usize,
}

impl Side {
    fn new(stones: Stones) -> Self {
        Side { stones, mask: stones.mask() }
    }

    fn cells(&self) -> u64 {
        self.stones.iter().fold(0, |cells, (_, cell)| cells | 1 << cell)
    }

    fn lose(&mut self, cell: u8) {
        self.stones.clear(cell);
        self.mask = self.stones.mask();
    }

    /// The move that `share` of twelve stands for: stone, origin, target.
    #[inline]
    fn choose(&self, reach: &[u32; CELLS], face: usize, share: u32) -> (usize, u8, u8) {
        let [low, high] = PAIRS[self.mask % PAIRS.len()][face];
        let (from_low, from_high) = (self.stones.cell(low as usize), self.stones.cell(high as usize));
        let (of_low, of_high) = (reach[from_low as usize % CELLS], reach[from_high as usize % CELLS]);
        let count_low = of_low >> 24;
        let count_high = if low == high { 0 } else { of_high >> 24 };
        let index = share * (count_low + count_high) / SHARES;
        // Shifts instead of a branch that nobody could predict.
        let is_high = u32::from(index >= count_low);
        let either = |low: u8, high: u8| ((u32::from(low) | u32::from(high) << 8) >> (8 * is_high)) as u8;
        let targets = u64::from(of_low & 0xff_ffff) | u64::from(of_high) << 24;
        let to = targets >> (8 * (index + is_high * (3 - count_low)));
        (either(low, high) as usize, either(from_low, from_high), to as u8)
    }
}

/// [`CHOICES`] as the lower and the higher movable stone, equal where there is only one.
static PAIRS: [[[u8; 2]; MAX_STONES]; 1 << MAX_STONES] = {
    let mut pairs = [[[0; 2]; MAX_STONES]; 1 << MAX_STONES];
    let mut mask = 1;
    while mask < pairs.len() {
        let mut face = 0;
        while face < MAX_STONES {
            let stones = CHOICES[mask][face];
            pairs[mask][face] = [stones.trailing_zeros() as u8, 7 - stones.leading_zeros() as u8];
            face += 1;
        }
        mask += 1;
    }
    pairs
};

/// Numbers below a small bound, each equally likely, four to a random word.
struct Pool {
    bits: u64,
    left: u32,
    bound: u32,
    /// Lemire's method is exact if products whose low half lies below this are drawn again.
    threshold: u32,
}

const CHUNK: u32 = 16;

impl Pool {
    fn new(bound: u32) -> Self {
        Pool { bits: 0, left: 0, bound, threshold: (1 << CHUNK) % bound }
    }

    #[inline]
    fn draw(&mut self, rng: &mut Rng) -> u32 {
        loop {
            if self.left == 0 {
                self.bits = rng.bits();
                self.left = u64::BITS / CHUNK;
            }
            let product = (self.bits as u16 as u32) * self.bound;
            self.bits >>= CHUNK;
            self.left -= 1;
            if product & ((1 << CHUNK) - 1) >= self.threshold {
                return product >> CHUNK;
            }
        }
    }
}
