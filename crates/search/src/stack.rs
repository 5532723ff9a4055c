//! The move lists of all nodes of a line, on one stack that grows to what the deepest line needs and is then reused.

use plyground_core::{Evaluation, Game};
use std::cmp::Reverse;

/// No move of any list.
pub(crate) const NO_INDEX: u32 = u16::MAX as u32;

/// Groups of moves that outcomes choose among: the bits of a set.
pub(crate) const GROUPS: usize = u32::BITS as usize;

/// With fewer moves than this in every group, and a short list, rounds are counted instead of sorted.
const ROUNDS: usize = 8;
const SHORT: usize = 32;

/// A move by its place in the list of the rules, and how early it is searched.
#[derive(Clone, Copy)]
struct Ranked {
    rank: i32,
    index: u32,
}

/// Lists of moves in the order of the rules, each with the order to search it in.
pub(crate) struct MoveStack<M> {
    moves: Vec<M>,
    order: Vec<Ranked>,
}

/// One list on the stack.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    moves: usize,
    order: usize,
    /// Number of moves to search.
    pub(crate) len: usize,
}

impl<M> Default for MoveStack<M> {
    fn default() -> Self {
        MoveStack { moves: Vec::new(), order: Vec::new() }
    }
}

impl<M: Copy> MoveStack<M> {
    /// Forgets the lists of a search that was stopped.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.order.clear();
    }

    /// Lists the moves of the player to move, to be searched in the order of the evaluation's move scores if `move_score`,
    /// else as the rules list them; the one at place `first` is searched first in any case.
    pub(crate) fn push<G: Game<Move = M>, E: Evaluation<G>>(
        &mut self,
        game: &G,
        eval: &mut E,
        position: &G::Position,
        first: u32,
        move_score: bool,
    ) -> Frame {
        let start = self.moves.len();
        game.moves(position, &mut self.moves);
        let order = self.order.len();
        for (index, mv) in self.moves[start..].iter().enumerate() {
            let index = index as u32;
            let rank = match index == first {
                true => i32::MAX,
                false if move_score => eval.move_score(game, position, *mv).min(i32::MAX - 1),
                false => 0,
            };
            self.order.push(Ranked { rank, index });
        }
        self.sort(order);
        Frame { moves: start, order, len: self.moves.len() - start }
    }

    /// Adds an order for a list of moves in groups that is kept elsewhere: the move at place `first`, then one move of every group in turn, as
    /// listed. Counts the moves of every group, beginning with what is in `listed`: zeros.
    pub(crate) fn push_rounds<T>(&mut self, grouped: &[(u8, T)], first: u32, listed: &mut [u32; GROUPS]) -> Frame {
        let start = self.order.len();
        self.order.resize(start + grouped.len(), Ranked { rank: 0, index: 0 });
        let order = &mut self.order[start..];
        let (mut rounds, mut sizes) = ([0u8; SHORT], [0u32; ROUNDS]);
        // Moves of a group mostly follow each other: its count stays in a register.
        let (mut current, mut round) = (0, listed[0]);
        for (index, (group, _)) in grouped.iter().enumerate() {
            let group = usize::from(*group) % GROUPS;
            if group != current {
                listed[current] = round;
                (current, round) = (group, listed[group]);
            }
            sizes[(round as usize).min(ROUNDS - 1)] += 1;
            if index < SHORT {
                rounds[index] = round as u8;
            }
            round += 1;
        }
        listed[current] = round;
        if sizes[ROUNDS - 1] == 0 && grouped.len() <= SHORT {
            place_rounds(order, &rounds, sizes);
        } else {
            sort_rounds(order, grouped);
        }
        if let Some(place) = order.iter().position(|ranked| ranked.index == first) {
            order[..=place].rotate_right(1);
        }
        Frame { moves: self.moves.len(), order: start, len: grouped.len() }
    }

    /// Leaves only the moves of the list that are searched first, this many. Whether any had to go.
    pub(crate) fn narrow(&mut self, frame: &mut Frame, width: usize) -> bool {
        let narrowed = width < frame.len;
        if narrowed {
            frame.len = width;
            self.order.truncate(frame.order + width);
        }
        narrowed
    }

    /// Higher ranks first, equal ones as the rules list them.
    fn sort(&mut self, start: usize) {
        let order = &mut self.order[start..];
        if !order.is_sorted_by_key(|ranked| Reverse(ranked.rank)) {
            order.sort_unstable_by_key(|ranked| (Reverse(ranked.rank), ranked.index));
        }
    }

    /// The place in the rules' list of the move that is searched at this turn.
    pub(crate) fn index(&self, frame: Frame, turn: usize) -> u32 {
        self.order[frame.order + turn].index
    }

    /// The move at a place in the rules' list.
    pub(crate) fn at(&self, frame: Frame, index: u32) -> M {
        self.moves[frame.moves + index as usize]
    }

    /// Takes the list, and all above it, off the stack.
    pub(crate) fn pop(&mut self, frame: Frame) {
        self.moves.truncate(frame.moves);
        self.order.truncate(frame.order);
    }
}

/// The order of moves whose rounds are counted from 0; a count says how many moves a round has. Quicker than sorting a dozen moves.
#[inline]
fn place_rounds(order: &mut [Ranked], rounds: &[u8; SHORT], sizes: [u32; ROUNDS]) {
    let (mut places, mut start) = ([0; ROUNDS], 0);
    for (place, size) in places.iter_mut().zip(sizes) {
        *place = start;
        start += size;
    }
    for (round, index) in rounds[..order.len()].iter().zip(0..) {
        let place = &mut places[usize::from(*round) % ROUNDS];
        order[*place as usize] = Ranked { rank: 0, index };
        *place += 1;
    }
}

/// The same for any list.
fn sort_rounds<T>(order: &mut [Ranked], grouped: &[(u8, T)]) {
    let mut listed = [0; GROUPS];
    for ((ranked, (group, _)), index) in order.iter_mut().zip(grouped).zip(0..) {
        let round = &mut listed[usize::from(*group) % GROUPS];
        *ranked = Ranked { rank: *round, index };
        *round += 1;
    }
    order.sort_unstable_by_key(|ranked| (ranked.rank, ranked.index));
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Rng;

    #[test]
    fn rounds_are_the_same_placed_or_sorted() {
        let mut rng = Rng::seeded(3);
        for case in 0..2000 {
            let (groups, len) = (1 + rng.below(GROUPS), rng.below(2 * SHORT));
            let mut grouped: Vec<(u8, ())> = (0..len).map(|_| (rng.below(groups) as u8, ())).collect();
            if case % 2 == 0 {
                grouped.sort_unstable(); // as games list them
            }
            let first = if case % 3 == 0 { NO_INDEX } else { rng.below(len + 1) as u32 };
            let (mut stack, mut listed) = (MoveStack::<()>::default(), [0; GROUPS]);
            stack.order.push(Ranked { rank: 5, index: 77 });
            let frame = stack.push_rounds(&grouped, first, &mut listed);

            let mut sorted = vec![Ranked { rank: 0, index: 0 }; len];
            sort_rounds(&mut sorted, &grouped);
            sorted.sort_by_key(|ranked| ranked.index != first);
            let found: Vec<u32> = (0..frame.len).map(|turn| stack.index(frame, turn)).collect();
            assert_eq!(found, sorted.iter().map(|ranked| ranked.index).collect::<Vec<_>>(), "{grouped:?}, {first}");
            for (group, listed) in listed.into_iter().enumerate() {
                assert_eq!(listed as usize, grouped.iter().filter(|(other, ())| usize::from(*other) == group).count());
            }
            stack.pop(frame);
            assert_eq!(stack.order.len(), 1);
        }
    }
}
