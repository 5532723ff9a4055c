//! Games that a trainer learns from.

use crate::estimate::{Estimator, MOST};
use crate::evaluation::{PER_DISC, Weights};
use crate::patterns::PatternSet;
use crate::{OthelloBoard, SolveGoal, Solver};

/// A position and the score of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) score: i8,
}

/// Random numbers: SplitMix64, Steele, Lea and Flood 2014.
#[derive(Clone, Debug)]
pub(super) struct Luck(u64);

impl Luck {
    pub(super) fn new(seed: u64, generation: u64, game: u64) -> Self {
        let mut luck = Luck(seed ^ generation.rotate_left(56) ^ game.rotate_left(24));
        luck.next();
        luck
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(super) fn below(&mut self, count: u32) -> u32 {
        (((self.next() >> 32) * u64::from(count)) >> 32) as u32
    }
}

/// Plies that the players look ahead.
const PLIES: u32 = 3;
/// Games are solved from this many empty squares on.
const EXACT_FROM: u32 = 12;
/// Positions with fewer empty squares are not evaluated by anyone.
const LEAST_EMPTY: u32 = 6;
/// What chance adds to the worth of a move, so that games differ: up to one disc.
const NOISE: u32 = PER_DISC as u32;
const TABLE_BYTES: usize = 1 << 18;

const FIRST: (u64, u64) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);

/// Where a player to move is, or that the game is over.
fn with_move(board: OthelloBoard) -> Option<(OthelloBoard, bool)> {
    if board.moves() != 0 {
        return Some((board, false));
    }
    Some((board.pass(), true)).filter(|(board, _)| board.moves() != 0)
}

fn random_move(board: &OthelloBoard, luck: &mut Luck) -> u8 {
    let moves = board.moves();
    let mut rest = moves;
    for _ in 0..luck.below(moves.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8
}

fn good_move(board: &OthelloBoard, estimator: &mut Estimator<'_>, luck: &mut Luck) -> u8 {
    let (mut best, mut choice) = (-MOST, 0);
    let patterns = PatternSet::of(board.own(), board.other());
    for square in (0..64).filter(|square| board.moves() >> square & 1 == 1) {
        let next = board.play(square);
        let after = patterns.after(square, board.own() ^ next.other() ^ 1 << square);
        let noise = luck.below(NOISE) as i32;
        let bar = best - noise;
        let worth = noise - estimator.search(next.own(), next.other(), &after, -MOST, -bar, PLIES - 1);
        if worth > best {
            (best, choice) = (worth, square);
        }
    }
    choice
}

/// Plays until this many squares are empty: random moves at the beginning, and one more somewhere, so that the consequences of bad moves are seen. Returns
/// the positions since the last random move, each with the number of changes of the player to move since the first.
fn positions(luck: &mut Luck, weights: &Weights, until: u32) -> Option<Vec<(OthelloBoard, bool)>> {
    let mut board = OthelloBoard::new(FIRST.0, FIRST.1, 0).expect("the first position has no square taken twice");
    let opening = 60 - 4 - luck.below(16);
    let blunder = until + luck.below(opening.saturating_sub(until).max(1));
    let mut estimator = Estimator::new(weights);
    let (mut line, mut is_second) = (Vec::new(), false);
    loop {
        let (next, passed) = with_move(board)?;
        board = next;
        is_second ^= passed;
        let empty = board.empty().count_ones();
        line.push((board, is_second));
        if empty <= until {
            return Some(line);
        }
        let square = if empty > opening || empty == blunder {
            line.clear();
            random_move(&board, luck)
        } else {
            good_move(&board, &mut estimator, luck)
        };
        board = board.play(square);
        is_second = !is_second;
    }
}

/// One game, as far as its scores are known: the score at the end of good play, and exact scores of everything after it.
pub(super) fn play(mut luck: Luck, weights: &Weights) -> Vec<Sample> {
    let Some(line) = positions(&mut luck, weights, EXACT_FROM) else { return Vec::new() };
    let Ok(mut solver) = Solver::with_weights(weights.clone(), TABLE_BYTES) else { return Vec::new() };
    let mut score =
        |board: &OthelloBoard| solver.solve(board, SolveGoal::Best, &mut |_| false).map_or(0, |found| found.value);
    let (mut board, last_is_second) = line[line.len() - 1];
    let value = score(&board);
    let sample =
        |board: &OthelloBoard, score: i32| Sample { own: board.own(), other: board.other(), score: score as i8 };
    let mut samples: Vec<Sample> = line
        .iter()
        .map(|(board, is_second)| sample(board, if *is_second == last_is_second { value } else { -value }))
        .collect();
    let mut estimator = Estimator::new(weights);
    while board.empty().count_ones() > LEAST_EMPTY {
        let square = match luck.below(2) {
            0 => random_move(&board, &mut luck),
            _ => good_move(&board, &mut estimator, &mut luck),
        };
        let Some((next, _)) = with_move(board.play(square)) else { break };
        board = next;
        let value = score(&board);
        samples.push(sample(&board, value));
    }
    samples
}

/// Positions of self-play with this many empty squares, for tests and measurements.
pub fn sample_positions(seed: u64, empty: u32, count: usize) -> Vec<OthelloBoard> {
    let games = (0..).filter_map(|game| {
        let line = positions(&mut Luck::new(seed, u64::from(empty), game), Weights::embedded(), empty)?;
        line.last().map(|(board, _)| *board).filter(|board| board.empty().count_ones() == empty)
    });
    games.take(count).collect()
}
