//! A play-out player that looks one move ahead.

use super::policy::Policy;
use crate::Tie;
use plyground_core::{Evaluation, Game, PlayerId, Rng, Turn};

/// Makes the move after which the position looks best: Rock'n'Roll's players of depth 0.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game, E> {
    eval: E,
    ties: Tie,
    moves: Vec<G::Move>,
    scratch: Option<G::Position>,
}

impl<G: Game, E: Evaluation<G>> Greedy<G, E> {
    /// Judges by this evaluation.
    pub fn new(eval: E, ties: Tie) -> Self {
        Greedy { eval, ties, moves: Vec::new(), scratch: None }
    }
}

impl<G: Game, E: Evaluation<G>> Policy<G> for Greedy<G, E> {
    fn choose(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
        let player = game.turn(position).player().expect("a policy is asked when a player is to move");
        self.moves.clear();
        game.moves(position, &mut self.moves);
        let after = copy_into(&mut self.scratch, position);
        let (mut chosen, mut best, mut equals) = (self.moves[0], f64::NEG_INFINITY, 0);
        for &mv in &self.moves {
            let undo = game.make(after, mv);
            let value = match game.turn(after) {
                Turn::Over => self.eval.expected_result(game, after, player),
                _ => self.eval.expectation(game, after, player),
            };
            game.unmake(after, mv, undo);
            if value > best {
                (chosen, best, equals) = (mv, value, 1);
            } else if value == best && self.ties == Tie::Random {
                // The k-th of equals replaces the one kept so far with probability 1/k: all are equally likely.
                equals += 1;
                if rng.below(equals) == 0 {
                    chosen = mv;
                }
            }
        }
        chosen
    }
}

/// A copy of the position in memory that is used again, for positions whose copies cost an allocation.
pub(super) fn copy_into<'a, P: Clone>(scratch: &'a mut Option<P>, position: &P) -> &'a mut P {
    match scratch {
        Some(old) => {
            old.clone_from(position);
            old
        }
        None => scratch.insert(position.clone()),
    }
}

/// Finds all unfinished positions equally good. A [`Greedy`] player of this opinion with random ties wins when it can at
/// once and moves at random otherwise: Rock'n'Roll's MrRandom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ZeroEval;

impl<G: Game> Evaluation<G> for ZeroEval {
    fn value(&mut self, _game: &G, _position: &G::Position, _player: PlayerId) -> i32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Evaluated;
    use plyground_testkit::nim::{Nim, Take};
    use std::collections::BTreeSet;

    #[test]
    fn the_best_looking_move_is_made() {
        let game = Nim::new(&[3, 4, 5]).expect("valid");
        let theory = game.eval("theory").expect("known");
        let mv = Greedy::new(theory, Tie::First).choose(&game, &game.start(), &mut Rng::seeded(1));
        assert_eq!(mv, Take { heap: 0, count: 2 }, "3 xor 4 xor 5 is 2, and only the first heap can lose its 2");
    }

    #[test]
    fn ties_go_to_the_first_or_to_chance() {
        let game = Nim::new(&[2, 2]).expect("valid");
        let mut first = Greedy::new(ZeroEval, Tie::First);
        let mut random = Greedy::new(ZeroEval, Tie::Random);
        let mut rng = Rng::seeded(2);
        let firsts: BTreeSet<Take> = (0..100).map(|_| first.choose(&game, &game.start(), &mut rng)).collect();
        let randoms: BTreeSet<Take> = (0..100).map(|_| random.choose(&game, &game.start(), &mut rng)).collect();
        assert_eq!((firsts.len(), randoms.len()), (1, 4));
    }

    #[test]
    fn a_win_at_once_is_taken() {
        let game = Nim::new(&[20]).expect("valid");
        let mut policy = Greedy::new(ZeroEval, Tie::Random);
        for seed in 0..20 {
            assert_eq!(policy.choose(&game, &game.start(), &mut Rng::seeded(seed)).count, 20);
        }
    }
}
