//! A shallow alpha-beta search with the trained evaluation at its leaves. It never decides a score, only what is tried first.

use crate::evaluation::{PER_DISC, Weights};
use crate::last::each;
use crate::lines::{flips, open};
use crate::patterns::PatternSet;

/// Above every estimate.
pub(crate) const MOST: i32 = 100 * 64;

/// Searches a few plies deep on boards without holes.
#[derive(Clone, Debug)]
pub(crate) struct Estimator<'a> {
    weights: &'a Weights,
    /// Positions visited.
    pub(crate) nodes: u64,
}

/// A position after a move, as the other player sees it, and its estimate.
struct Child {
    own: u64,
    other: u64,
    patterns: PatternSet,
    worth: i32,
}

impl<'a> Estimator<'a> {
    pub(crate) fn new(weights: &'a Weights) -> Self {
        Estimator { weights, nodes: 0 }
    }

    /// What the position is worth to the player to move, in parts of a disc, after a search of `plies` plies; a bound outside of the window.
    pub(crate) fn search(
        &mut self,
        own: u64,
        other: u64,
        patterns: &PatternSet,
        mut alpha: i32,
        beta: i32,
        plies: u32,
    ) -> i32 {
        self.nodes += 1;
        if plies == 0 {
            return self.weights.evaluate(own, other, patterns);
        }
        let moves = open(own, other);
        if moves == 0 {
            if open(other, own) == 0 {
                return final_score(own, other) * PER_DISC;
            }
            return -self.search(other, own, &patterns.passed(), -beta, -alpha, plies);
        }
        if plies > 1 {
            return self.ordered(own, other, patterns, moves, (alpha, beta), plies);
        }
        let mut best = -MOST;
        each!(square in moves, {
            let turned = flips(own, other, square);
            self.nodes += 1;
            let next = patterns.after(square, turned);
            best = best.max(-self.weights.evaluate(other ^ turned, own ^ turned ^ 1 << square, &next));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        });
        best
    }

    fn ordered(
        &mut self,
        own: u64,
        other: u64,
        patterns: &PatternSet,
        moves: u64,
        (mut alpha, beta): (i32, i32),
        plies: u32,
    ) -> i32 {
        let mut children = Vec::with_capacity(moves.count_ones() as usize);
        each!(square in moves, {
            let turned = flips(own, other, square);
            let (own, other) = (other ^ turned, own ^ turned ^ 1 << square);
            let patterns = patterns.after(square, turned);
            let worth = -self.weights.evaluate(own, other, &patterns);
            children.push(Child { own, other, patterns, worth });
        });
        self.nodes += children.len() as u64;
        children.sort_unstable_by_key(|child| std::cmp::Reverse(child.worth));
        let mut best = -MOST;
        for (index, child) in children.iter().enumerate() {
            let mut ask =
                |alpha: i32, beta: i32| -self.search(child.own, child.other, &child.patterns, -beta, -alpha, plies - 1);
            let mut worth = if index == 0 { ask(alpha, beta) } else { ask(alpha, alpha + 1) };
            if index > 0 && worth > alpha && worth < beta {
                worth = ask(worth, beta);
            }
            best = best.max(worth);
            alpha = alpha.max(worth);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The score of a finished game on a board without holes: empty squares go to the winner.
pub(crate) fn final_score(own: u64, other: u64) -> i32 {
    let (ours, theirs) = (own.count_ones() as i32, other.count_ones() as i32);
    (ours - theirs) + (ours - theirs).signum() * (64 - ours - theirs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OthelloBoard;
    use crate::training::sample_positions;

    /// Every move to the end of the plies, with every position counted from its stones.
    fn slow(board: &OthelloBoard, plies: u32) -> i32 {
        let (own, other) = (board.own(), board.other());
        if plies == 0 {
            return Weights::embedded().evaluate(own, other, &PatternSet::of(own, other));
        }
        let moves = (0..64).filter(|square| board.moves() >> square & 1 == 1);
        let best = moves.map(|square| -slow(&board.play(square), plies - 1)).max();
        best.unwrap_or_else(|| match board.pass().moves() {
            0 => final_score(own, other) * PER_DISC,
            _ => -slow(&board.pass(), plies),
        })
    }

    #[test]
    fn windows_change_no_value() {
        for empty in [6, 9, 15, 24] {
            for board in sample_positions(3, empty, 8) {
                let patterns = PatternSet::of(board.own(), board.other());
                let mut estimator = Estimator::new(Weights::embedded());
                for plies in 0..=3 {
                    let worth = estimator.search(board.own(), board.other(), &patterns, -MOST, MOST, plies);
                    assert_eq!(worth, slow(&board, plies), "{board:?} {plies}");
                }
            }
        }
    }
}
