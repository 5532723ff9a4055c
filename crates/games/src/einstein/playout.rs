//! Uniformly random games, as fast as they go: the innermost loop of Monte Carlo players.
//!
//! Everything lives in registers: the stones of each player are one word, there is no list of moves, and the only
//! unpredictable branch is the end of the game. One random word feeds four turns. With a fair die a single draw
//! decides face and move: a roll allows 1, 2, 3, 4 or 6 moves, all divisors of 12, so a number below 12 times the
//! faces, drawn without bias, gives every face and every move under it exactly the same chance.

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
    let mut own = position.stones(player);
    let mut hostile = position.stones(player.opponent());
    let (mut face, mut share) = draw();
    if let Some(rolled) = position.die() {
        face = rolled as u32;
    }
    let mut plies = 0;
    loop {
        let to = step(game, player, &mut own, face as usize, share);
        hostile.clear(to);
        plies += 1;
        if to == game.board().goal(player) || hostile.is_empty() {
            return Ending { winner: player, plies };
        }
        std::mem::swap(&mut own, &mut hostile);
        player = player.opponent();
        (face, share) = draw();
    }
}

/// Makes the move that `share` of twelve stands for. Returns the cell it ends on, with own stones already taken there.
#[inline]
fn step(game: &Einstein, player: PlayerId, own: &mut Stones, face: usize, share: u32) -> u8 {
    let reach = game.board().reach(player);
    let [low, high] = PAIRS[own.mask()][face];
    let targets_of = |stone: u8| &reach[own.cell(stone as usize) as usize % reach.len()];
    let (of_low, of_high) = (targets_of(low), targets_of(high));
    let count_low = u32::from(of_low[3]);
    let count_high = if low == high { 0 } else { u32::from(of_high[3]) };
    let index = share * (count_low + count_high) / SHARES;
    let (stone, targets, index) =
        if index < count_low { (low, of_low, index) } else { (high, of_high, index - count_low) };
    let to = targets[index as usize % 4];
    own.clear(to);
    own.put(stone as usize, to);
    to
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
