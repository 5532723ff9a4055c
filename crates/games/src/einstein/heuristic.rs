//! Rock'n'Roll's opinions about moves that nobody has made yet.
//!
//! Both of its heuristics see a player's stones as a sum of one number per stone and cell, and rate the sum. A move
//! changes one or two terms, so all moves of a position are rated from two sums without touching the board.

use super::board::Board;
use super::position::{Move, Position, Step};
use super::stones::Stones;
use super::{Einstein, MAX_STONES};
use plyground_core::PlayerId;

/// One place per value of a cell's low seven bits: every cell of the largest board, and "off the board".
const PLACES: usize = 128;
/// The low bits of a cell; of "off the board" they are the last place, which weighs nothing.
const PLACE_BITS: u8 = (PLACES - 1) as u8;

/// What each stone adds to its player's sum, by player, stone and cell.
#[derive(Clone, Debug)]
pub struct Weights(Box<[[[u32; PLACES]; MAX_STONES]; 2]>);

impl Weights {
    pub(super) fn new(board: &Board, weight: impl Fn(PlayerId, usize, u8) -> u32) -> Self {
        let mut weights = Box::new([[[0; PLACES]; MAX_STONES]; 2]);
        for player in PlayerId::all(2) {
            for (stone, places) in weights[player.index()].iter_mut().enumerate() {
                for cell in 0..board.cells() as u8 {
                    places[cell as usize] = weight(player, stone, cell);
                }
            }
        }
        Weights(weights)
    }

    #[inline]
    fn of(&self, player: PlayerId, stone: usize, cell: u8) -> u32 {
        self.0[player.index()][stone][(cell & PLACE_BITS) as usize]
    }

    /// The sum of a player's stones.
    #[inline]
    pub(super) fn sum(&self, player: PlayerId, stones: Stones) -> u32 {
        (0..MAX_STONES).map(|stone| self.of(player, stone, stones.cell(stone))).sum()
    }
}

/// An opinion that is the difference of what it thinks of each player's stones.
pub trait Heuristic {
    /// What each stone adds to the sum.
    fn weights(&self) -> &Weights;

    /// What a player's sum is worth to them; they have a stone left.
    fn worth(&self, sum: u32) -> f64;
}

/// Calls `found` for every move of these stones of the player to move, in the order of move lists, with the opinion
/// about the position after it from their point of view, or `None` if the move wins. The roll on the table is ignored.
#[inline]
pub fn rate_moves<H: Heuristic>(
    game: &Einstein,
    heuristic: &H,
    position: &Position,
    stones: u32,
    mut found: impl FnMut(Move, Option<f64>),
) {
    let player = position.mover();
    let opponent = player.opponent();
    let (own, hostile) = (position.stones(player), position.stones(opponent));
    let weights = heuristic.weights();
    let (own_sum, hostile_sum) = (weights.sum(player, own), weights.sum(opponent, hostile));
    let untouched = heuristic.worth(hostile_sum);
    let last_hostile = hostile.count() == 1;
    let goal = game.board().goal(player);
    let mut left = stones;
    while left != 0 {
        let stone = left.trailing_zeros() as usize;
        left &= left - 1;
        let from = own.cell(stone);
        let others = own_sum - weights.of(player, stone, from);
        for step in Step::ALL {
            let Some(to) = game.board().target(player, from, step) else { continue };
            let taken = hostile.find(to);
            let value = if to == goal || (last_hostile && taken.is_some()) {
                None
            } else {
                let lost = own.find(to).map_or(0, |lost| weights.of(player, lost, to));
                let worth = heuristic.worth(others + weights.of(player, stone, to) - lost);
                let against =
                    taken.map_or(untouched, |taken| heuristic.worth(hostile_sum - weights.of(opponent, taken, to)));
                Some(worth - against)
            };
            found(Move::new(stone, step), value);
        }
    }
}

/// The first move of these stones that wins at once, or else the one at place `choose(how many)` of all. One or two
/// stones of the player to move are meant, as after a roll.
#[inline]
pub fn winning_or_any(
    game: &Einstein,
    position: &Position,
    stones: u32,
    mut choose: impl FnMut(usize) -> usize,
) -> Move {
    /// Two stones with three steps each.
    const MOST: usize = 6;
    let player = position.mover();
    let (own, hostile) = (position.stones(player), position.stones(player.opponent()));
    let last_hostile = hostile.count() == 1;
    let goal = game.board().goal(player);
    let (mut moves, mut count) = ([Move::new(0, Step::Diagonal); MOST], 0);
    let mut left = stones;
    while left != 0 {
        let stone = left.trailing_zeros() as usize;
        left &= left - 1;
        for step in Step::ALL {
            let Some(to) = game.board().target(player, own.cell(stone), step) else { continue };
            let mv = Move::new(stone, step);
            if to == goal || (last_hostile && hostile.find(to).is_some()) {
                return mv;
            }
            moves[count % MOST] = mv;
            count += 1;
        }
    }
    moves[choose(count)]
}
