//! What is thought of a move before it has ever been tried, and of a leaf instead of a play-out: the hook for evaluations.

use crate::montecarlo::Rewards;
use plyground_core::{Bounds, Evaluation, Game, MAX_PLAYERS, PlayerId, Turn};
use std::cmp::Reverse;

/// Rates the moves of a node when it gets its children.
pub trait Prior<G: Game>: Clone + Send + Sync + 'static {
    /// Appends one number from 0 (bad) to 1 (good for the player to move) per move; returns how many positions were made for it.
    fn rate(&mut self, game: &G, position: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) -> usize;

    /// Leaves only this many of the moves, the best at a first look.
    fn choose(&mut self, _game: &G, _position: &G::Position, moves: &mut Vec<G::Move>, most: usize) {
        moves.truncate(most);
    }

    /// Leaves out moves that are hardly ever made while there are others.
    fn drop_last_resorts(&mut self, _game: &G, _position: &G::Position, _moves: &mut Vec<G::Move>) {}

    /// What an unfinished position is worth to everybody, if that is to be believed instead of playing it out.
    fn judge(&mut self, _game: &G, _position: &G::Position) -> Option<Rewards> {
        None
    }
}

/// No opinion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoPrior;

impl<G: Game> Prior<G> for NoPrior {
    fn rate(&mut self, _game: &G, _position: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) -> usize {
        out.resize(out.len() + moves.len(), 0.0);
        0
    }
}

/// A prior that is chosen at run time, or left out.
impl<G: Game, P: Prior<G>> Prior<G> for Option<P> {
    fn rate(&mut self, game: &G, position: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) -> usize {
        match self {
            Some(prior) => prior.rate(game, position, moves, out),
            None => NoPrior.rate(game, position, moves, out),
        }
    }

    fn choose(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>, most: usize) {
        match self {
            Some(prior) => prior.choose(game, position, moves, most),
            None => NoPrior.choose(game, position, moves, most),
        }
    }

    fn drop_last_resorts(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        if let Some(prior) = self {
            prior.drop_last_resorts(game, position, moves);
        }
    }
}

/// What an evaluation has to say about moves, and perhaps about leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice<E> {
    /// Rates moves.
    pub prior: Option<EvalPrior<E>>,
    /// Rates leaves by what players expect to get out of them, instead of play-outs.
    pub leaf: Option<E>,
}

impl<G: Game, E: Evaluation<G>> Prior<G> for Advice<E> {
    fn rate(&mut self, game: &G, position: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) -> usize {
        self.prior.rate(game, position, moves, out)
    }

    fn choose(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>, most: usize) {
        self.prior.choose(game, position, moves, most);
    }

    fn drop_last_resorts(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.prior.drop_last_resorts(game, position, moves);
    }

    fn judge(&mut self, game: &G, position: &G::Position) -> Option<Rewards> {
        let eval = self.leaf.as_mut()?;
        let players = game.facts().players;
        if players == 2 && eval.bounds() == Bounds::PROBABILITY {
            // One number tells both shares, and a database may know it.
            let player = game.mover(position)?;
            let known = eval.known(game, position, player);
            return Some(Rewards::share(player, known.unwrap_or_else(|| eval.expectation(game, position, player))));
        }
        let mut shares = [0.0; MAX_PLAYERS];
        eval.expected_shares(game, position, &mut shares[..players]);
        Some(Rewards::from_shares(&shares[..players]))
    }
}

/// The opinion of an evaluation. Win probabilities are taken as they are. Other units have a scale that nobody knows
/// here, so moves are ranked: the best gets 1, the worst 0, equals the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalPrior<E> {
    /// [`Evaluation::move_score`] of the move: cheap.
    MoveScore(E),
    /// The value after the move: one evaluation per child.
    Value(E),
    /// The share of the opponents that the mover expects to leave behind after the move, on the scale of rewards: one evaluation per child.
    Share(E),
}

impl<E> EvalPrior<E> {
    fn eval(&mut self) -> &mut E {
        let (EvalPrior::MoveScore(eval) | EvalPrior::Value(eval) | EvalPrior::Share(eval)) = self;
        eval
    }
}

impl<G: Game, E: Evaluation<G>> Prior<G> for EvalPrior<E> {
    fn rate(&mut self, game: &G, position: &G::Position, moves: &[G::Move], out: &mut Vec<f32>) -> usize {
        match self {
            EvalPrior::MoveScore(eval) => {
                let promises: Vec<f64> =
                    moves.iter().map(|mv| f64::from(eval.move_score(game, position, *mv))).collect();
                append_ranks(&promises, out);
                return 0;
            }
            EvalPrior::Share(eval) => {
                let shares = after_moves(game, position, moves, |after, player| match game.turn(after) {
                    Turn::Over => Rewards::new(&game.payoffs(after)).of(player),
                    _ => eval.expected_share(game, after, player),
                });
                out.extend(shares.iter().map(|share| share.clamp(0.0, 1.0) as f32));
            }
            EvalPrior::Value(eval) => {
                let values = after_moves(game, position, moves, |after, player| match game.turn(after) {
                    Turn::Over => eval.expected_result(game, after, player),
                    _ => eval.expectation(game, after, player),
                });
                if eval.unit() == "win probability" {
                    out.extend(values.iter().map(|value| value.clamp(0.0, 1.0) as f32));
                } else {
                    append_ranks(&values, out);
                }
            }
        }
        moves.len()
    }

    fn choose(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>, most: usize) {
        let eval = self.eval();
        moves.sort_by_cached_key(|mv| Reverse(eval.move_score(game, position, *mv)));
        moves.truncate(most);
    }

    fn drop_last_resorts(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        let eval = self.eval();
        if moves.iter().any(|mv| !eval.is_last_resort(game, position, *mv)) {
            moves.retain(|mv| !eval.is_last_resort(game, position, *mv));
        }
    }
}

/// What the player to move has after each of these moves.
fn after_moves<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    mut rate: impl FnMut(&G::Position, PlayerId) -> f64,
) -> Vec<f64> {
    let player = game.turn(position).player().expect("priors are asked for when a player is to move");
    let mut after = position.clone();
    let mut value = |mv: &G::Move| {
        let undo = game.make(&mut after, *mv);
        let value = rate(&after, player);
        game.unmake(&mut after, *mv, undo);
        value
    };
    moves.iter().map(&mut value).collect()
}

/// The share of the others that each value leaves behind; equals count half.
fn append_ranks(values: &[f64], out: &mut Vec<f32>) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let first = out.len();
    out.resize(first + values.len(), 0.5);
    let others = values.len().saturating_sub(1).max(1) as f32;
    let mut behind = 0;
    for equals in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let rank = (behind as f32 + (equals.len() - 1) as f32 / 2.0) / others;
        for index in equals {
            out[first + index] = rank;
        }
        behind += equals.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Evaluated;
    use plyground_testkit::nim::Nim;

    #[test]
    fn ranks_run_from_zero_to_one_and_equals_share() {
        let mut out = vec![9.0];
        append_ranks(&[5.0, -3.0, 5.0, 70.0, -100.0], &mut out);
        assert_eq!(out, [9.0, 0.625, 0.25, 0.625, 1.0, 0.0]);
        out.clear();
        append_ranks(&[4.0, 4.0], &mut out);
        assert_eq!(out, [0.5, 0.5]);
        out.clear();
        append_ranks(&[4.0], &mut out);
        assert_eq!(out, [0.0]);
    }

    #[test]
    fn promise_and_value_of_theory_point_at_the_only_winning_move() {
        let game = Nim::new(&[3, 4, 5]).expect("valid");
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let theory = game.eval("theory").expect("known");
        for mut prior in [EvalPrior::MoveScore(theory), EvalPrior::Value(theory)] {
            let mut out = Vec::new();
            prior.rate(&game, &game.start(), &moves, &mut out);
            let best = (0..moves.len()).max_by(|a, b| out[*a].total_cmp(&out[*b])).expect("some");
            assert_eq!((moves[best].heap, moves[best].count, out[best]), (0, 2, 1.0));
            assert_eq!(out.iter().filter(|rank| **rank == 1.0).count(), 1);
        }
    }
}
