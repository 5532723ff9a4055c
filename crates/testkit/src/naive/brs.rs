//! Best-reply search that keeps the turn order (BRS+; Esser, Gras, Winands, Schadd and Lanctot 2013), by the book.

use super::{children, rate, rolls};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// Which move an opponent makes when the reply is left to somebody else; of equally good moves the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replies {
    /// The most promising one.
    MoveScore,
    /// The one after which they like the position best.
    Greedy,
}

/// A search for the root player `me`.
struct NaiveSearch<'a, G, E> {
    game: &'a G,
    eval: &'a mut E,
    me: PlayerId,
    replies: Replies,
}

/// Where a round of opponents stands: who moved last, and whether the one best reply has been made.
#[derive(Clone, Copy)]
struct Round {
    last: PlayerId,
    replied: bool,
}

/// What `position` is worth to player `me`, `depth` turns ahead, when at most one opponent per round looks for the
/// move that hurts them most while the others play the move that [`Replies`] says. A round ends whenever the turn
/// reaches or passes the seat of `me`.
pub fn best_reply<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: &mut E,
    position: &G::Position,
    depth: u32,
    me: PlayerId,
    replies: Replies,
) -> f64 {
    NaiveSearch { game, eval, me, replies }.node(position, depth, Round { last: me, replied: false })
}

/// What each move of `me` is worth to them.
pub fn best_reply_moves<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: &mut E,
    position: &G::Position,
    depth: u32,
    me: PlayerId,
    replies: Replies,
) -> Vec<(G::Move, f64)> {
    let mut search = NaiveSearch { game, eval, me, replies };
    let round = Round { last: me, replied: false };
    children(game, position).into_iter().map(|(mv, child)| (mv, search.node(&child, depth - 1, round))).collect()
}

impl<G: Game, E: Evaluation<G>> NaiveSearch<'_, G, E> {
    fn node(&mut self, position: &G::Position, depth: u32, round: Round) -> f64 {
        let turn = self.game.turn(position);
        if turn == Turn::Over || depth == 0 {
            return rate(self.game, self.eval, position, self.me);
        }
        match turn {
            Turn::Player(player) if player == self.me => {
                let round = Round { last: player, replied: false };
                let all = children(self.game, position);
                all.iter().map(|(_, child)| self.node(child, depth - 1, round)).fold(f64::NEG_INFINITY, f64::max)
            }
            Turn::Player(player) => {
                let replied = round.replied && !self.passes_me(round.last, player);
                self.opponent(position, depth, Round { last: player, replied })
            }
            _ => {
                let mut sum = 0.0;
                for (probability, rolled) in rolls(self.game, position) {
                    sum += probability * self.node(&rolled, depth, round);
                }
                sum
            }
        }
    }

    fn opponent(&mut self, position: &G::Position, depth: u32, round: Round) -> f64 {
        let all = children(self.game, position);
        let usual = self.usual(position, &all, round.last);
        let left_to_others = self.node(&all[usual].1, depth - 1, round);
        if round.replied {
            return left_to_others;
        }
        let spent = Round { replied: true, ..round };
        let own = all.iter().map(|(_, child)| self.node(child, depth - 1, spent)).fold(f64::INFINITY, f64::min);
        own.min(left_to_others)
    }

    /// The move of an opponent to whom the reply was not left.
    fn usual(&mut self, position: &G::Position, all: &[(G::Move, G::Position)], player: PlayerId) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (index, (mv, child)) in all.iter().enumerate() {
            let worth = match self.replies {
                Replies::MoveScore => f64::from(self.eval.move_score(self.game, position, *mv)),
                Replies::Greedy => rate(self.game, self.eval, child, player),
            };
            if worth > best.1 {
                best = (index, worth);
            }
        }
        best.0
    }

    /// Walks from seat to seat and looks whether `me` sits on the way.
    fn passes_me(&self, from: PlayerId, to: PlayerId) -> bool {
        let seats = self.game.facts().players;
        let mut seat = from;
        loop {
            seat = PlayerId::from_index((seat.index() + 1) % seats);
            if seat == self.me {
                return true;
            }
            if seat == to {
                return false;
            }
        }
    }
}
