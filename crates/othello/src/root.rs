//! The position that was asked about.

use crate::estimate::MOST as MOST_ESTIMATE;
use crate::evaluation::PER_DISC;
use crate::last::parity;
use crate::node::Gaps;
use crate::order::no_candidates;
use crate::patterns::PatternSet;
use crate::search::SolverSearch;
use crate::selectivity::{EXACT, PROBABLE};
use crate::table::NO_MOVE;
use crate::{MoveScore, OthelloBoard, SolveGoal};
use std::cmp::Reverse;

/// Below and above every score.
pub(crate) const LEAST: i32 = -65;
pub(crate) const MOST: i32 = 65;
/// Plies of the estimate that the first window is laid around.
const FIRST_PLIES: u32 = 4;
/// From this many empty squares on, a selective search comes first: it finds the window and fills the table with moves.
const PROBABLE_FROM: u32 = 16;

impl SolverSearch<'_> {
    /// The score of the player to move and the moves that were asked for, best first. Meaningless once the search has been stopped.
    pub(crate) fn answer(&mut self, board: &OthelloBoard, question: SolveGoal) -> (i32, Vec<MoveScore>) {
        let mut moves = self.root_moves(board);
        let empty = board.empty().count_ones();
        let mut value = self.estimate(board);
        if moves.is_empty() {
            return (self.exact_score(board, value), Vec::new());
        }
        if self.estimator.is_some() && empty >= PROBABLE_FROM {
            self.level = PROBABLE;
            value = self.best_root_move(board, &mut moves, value);
            self.level = EXACT;
        }
        value = self.best_root_move(board, &mut moves, value);
        let mut answers = vec![MoveScore { square: moves[0], value }];
        for square in &moves[1..] {
            let next = board.play(*square);
            let score = match question {
                SolveGoal::Best => continue,
                SolveGoal::AllBest => -self.score(&next, -value, 1 - value),
                SolveGoal::EveryMove => {
                    let estimate = self.estimate(&next);
                    -self.exact_score(&next, estimate.max(-value))
                }
            };
            if question == SolveGoal::EveryMove || score >= value {
                answers.push(MoveScore { square: *square, value: score });
            }
            if self.stopped {
                break;
            }
        }
        answers.sort_by_key(|answer| (Reverse(answer.value), answer.square));
        (value, answers)
    }

    fn root_moves(&mut self, board: &OthelloBoard) -> Vec<u8> {
        let (moves, empty) = (board.moves(), board.empty());
        if moves == 0 {
            return Vec::new();
        }
        let mut list = no_candidates();
        let known = self.table.find(board.own(), board.other()).map_or(NO_MOVE, |entry| entry.best);
        let gaps = Gaps { empty, odd: parity(empty) };
        let count = self.candidates(board.own(), board.other(), moves, gaps, known, &mut list);
        list[..count].iter().map(|candidate| candidate.square).collect()
    }

    /// The score that is to be expected: an even number, as nearly all scores are.
    fn estimate(&mut self, board: &OthelloBoard) -> i32 {
        let Some(estimator) = &mut self.estimator else { return 0 };
        let patterns = PatternSet::of(board.own(), board.other());
        let plies = FIRST_PLIES.min(board.empty().count_ones());
        let worth = estimator.search(board.own(), board.other(), &patterns, -MOST_ESTIMATE, MOST_ESTIMATE, plies);
        ((worth as f32 / (2 * PER_DISC) as f32).round() as i32 * 2).clamp(-64, 64)
    }

    /// The exact score of a position, searched in windows around a guess.
    fn exact_score(&mut self, board: &OthelloBoard, guess: i32) -> i32 {
        let mut window = AspirationWindow::new(guess);
        loop {
            let score = self.score(board, window.alpha, window.beta);
            if self.stopped || !window.widen(score) {
                return score;
            }
        }
    }

    /// The score of the best move, which comes first in the list; others follow as they did.
    fn best_root_move(&mut self, board: &OthelloBoard, moves: &mut [u8], guess: i32) -> i32 {
        let mut window = AspirationWindow::new(guess);
        loop {
            let score = self.root(board, moves, window.alpha, window.beta);
            if self.stopped || !window.widen(score) {
                return score;
            }
        }
    }

    fn root(&mut self, board: &OthelloBoard, moves: &mut [u8], alpha: i32, beta: i32) -> i32 {
        let (mut best, mut bar, mut choice) = (i32::MIN, alpha, 0);
        for (index, square) in moves.iter().enumerate() {
            let next = board.play(*square);
            let mut score =
                if index == 0 { -self.score(&next, -beta, -bar) } else { -self.score(&next, -bar - 1, -bar) };
            if index > 0 && score > bar && score < beta {
                score = -self.score(&next, -beta, -score);
            }
            if self.stopped {
                return alpha;
            }
            if score > best {
                best = score;
                // Where all moves fail low, the first one stays in front: the bounds of the others say nothing about their order.
                if score > alpha {
                    choice = index;
                }
                bar = bar.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        moves[..=choice].rotate_right(1);
        let empty = board.empty().count_ones();
        self.table.store((board.own(), board.other()), empty, self.level, (alpha, beta), best, moves[0]);
        best
    }
}

/// A window around a score that is expected; it moves and grows until it holds the score.
#[derive(Debug)]
struct AspirationWindow {
    alpha: i32,
    beta: i32,
    width: i32,
    /// Bounds found so far.
    lower: i32,
    upper: i32,
}

impl AspirationWindow {
    fn new(guess: i32) -> Self {
        AspirationWindow { alpha: guess - 1, beta: guess + 1, width: 2, lower: -64, upper: 64 }
    }

    /// Moves the window to a score that it did not hold; `false` if it did, or if the score contradicts what was found before, as those of a
    /// selective search may.
    fn widen(&mut self, score: i32) -> bool {
        if score <= self.alpha && score > self.lower {
            (self.alpha, self.beta, self.upper) = ((score - self.width).max(LEAST), score + 1, score);
        } else if score >= self.beta && score < self.upper {
            (self.alpha, self.beta, self.lower) = (score - 1, (score + self.width).min(MOST), score);
        } else {
            return false;
        }
        self.width *= 2;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a search with this window could answer at worst: the tightest bound that tells least.
    fn bound(window: &AspirationWindow, value: i32) -> i32 {
        value.clamp(window.alpha, window.beta)
    }

    #[test]
    fn windows_reach_every_score_from_every_guess() {
        for guess in -64..=64 {
            for value in -64..=64 {
                let mut window = AspirationWindow::new(guess);
                let mut score = bound(&window, value);
                let mut tried = 1;
                while window.widen(score) {
                    score = bound(&window, value);
                    tried += 1;
                }
                assert_eq!(score, value, "from {guess}");
                assert!(tried < 12, "{tried} windows from {guess} to {value}");
            }
        }
    }

    #[test]
    fn contradictions_end_the_search_for_a_window() {
        let mut window = AspirationWindow::new(0);
        let tried = (0..100).take_while(|turn| window.widen(if turn % 2 == 0 { 20 } else { -20 })).count();
        assert!(tried < 5, "{window:?}");
    }
}
