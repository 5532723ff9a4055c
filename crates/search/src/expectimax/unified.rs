//! Rock'n'Roll's unified operator (Schäfer 2006) for chance nodes whose outcomes only choose among groups of moves.
//!
//! Every move is rated once, straight from the chance node; the dice layer is then computed instead of searched: the
//! best value per outcome is the best of the groups that the outcome allows. With a window the same bookkeeping gives
//! more: a move matters only if it is better than what *some* outcome that allows it has already, and outcomes whose
//! moves are all rated bound the node from above.

use super::Pruning;
use super::node::{ExpectimaxWorker, OPEN};
use crate::Window;
use crate::real_search::mover;
use crate::stack::{Frame, GROUPS};
use crate::trace::Tracer;
use plyground_core::{Evaluation, Game};

/// A possible outcome of the roll, as seen by the player who rolls.
#[derive(Clone, Copy)]
pub(super) struct Face {
    probability: f64,
    /// The groups it allows, as a set of bits.
    groups: u32,
    /// How many of its moves are not rated yet.
    open: u32,
    /// The best value of its moves so far.
    best: f64,
    /// What it contributes to the expectation at least and at most.
    least: f64,
    most: f64,
}

/// What a move of one group can still change about its chance node, as seen by the player who rolls.
#[derive(Clone, Copy)]
struct Stake {
    /// Some outcome gains only from values above this.
    relevant: f64,
    /// What the outcomes without the group contribute at least, and the probability of the others.
    floor: f64,
    weight: f64,
    /// What the outcomes that stay open or do not have the group contribute at most.
    ceiling: f64,
    /// The probability of the outcomes for which this is the last move, and the best value among theirs.
    closing: f64,
    closing_best: f64,
}

/// What came out of rating a move.
enum Rated {
    /// Its value, for the player who rolls.
    Value(f64),
    /// No outcome gains from it.
    Pointless,
    /// The whole node is settled: this bounds its value.
    Cut(f64),
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> ExpectimaxWorker<'_, G, E, T> {
    /// The value of a chance node whose grouped moves lie on their stack from `first` on, and the place of the best
    /// move, or of the one that settled the node.
    pub(super) fn unified(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        window: Window,
        first: usize,
        hint: u32,
    ) -> Option<(f64, u32)> {
        let sign = self.sign(mover(self.game, position));
        let seen = window.seen(sign);
        let mut listed = [0; GROUPS];
        let order = self.push_grouped_order(first, hint, &mut listed);
        let faces = self.push_faces(position, &listed, self.ends.seen(sign));
        let (mut top, mut best) = (f64::NEG_INFINITY, first);
        let mut cut = None;
        let ahead = self.leaves_at_once(depth);
        for turn in 0..order.len {
            let place = first + self.stacks.moves.index(order, turn) as usize;
            let leaf = turn.checked_rem(ahead);
            if leaf == Some(0) {
                self.rate_leaves(position, (first, order), turn..order.len.min(turn + ahead));
            }
            match self.rate_grouped(position, depth, seen, sign, (place, faces), leaf)? {
                Rated::Value(value) if value > top => (top, best) = (value, place),
                Rated::Value(_) | Rated::Pointless => {}
                Rated::Cut(bound) => {
                    (cut, best) = (Some(bound), place);
                    break;
                }
            }
        }
        let sum = self.stacks.faces[faces..].iter().fold(0.0, |sum, face| sum + face.probability * face.best);
        self.stacks.moves.pop(order);
        self.stacks.faces.truncate(faces);
        self.stacks.grouped.truncate(first);
        Some((sign * cut.unwrap_or(sum), (best - first) as u32))
    }

    /// The order of the grouped moves: the hint, then one move of every group in turn. As in the probing phase of Star2
    /// this bounds every outcome soon; it halves the nodes of EinStein against one group after the other.
    fn push_grouped_order(&mut self, first: usize, hint: u32, listed: &mut [u32; GROUPS]) -> Frame {
        self.stacks.moves.push_rounds(&self.stacks.grouped[first..], hint, listed)
    }

    /// Lists the possible outcomes with the number of moves that they allow, where `listed` counts the moves of each group; returns where they begin on
    /// their stack.
    fn push_faces(&mut self, position: &G::Position, listed: &[u32; GROUPS], ends: Window) -> usize {
        let first = self.stacks.faces.len();
        for (outcome, &probability) in self.game.outcomes(position).iter().enumerate() {
            if probability > 0.0 {
                let groups = self.game.outcome_groups(position, outcome);
                let (mut open, mut left) = (0, groups);
                while left != 0 {
                    open += listed[left.trailing_zeros() as usize];
                    left &= left - 1;
                }
                let best = f64::NEG_INFINITY;
                let (least, most) = (probability * ends.low, probability * if open > 0 { ends.high } else { best });
                self.stacks.faces.push(Face { probability, groups, open, best, least, most });
            }
        }
        first
    }

    /// Rates the move at a place of the grouped moves and tells the outcomes, which begin at the other place.
    fn rate_grouped(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        seen: Window,
        sign: f64,
        (place, faces): (usize, usize),
        leaf: Option<usize>,
    ) -> Option<Rated> {
        let (group, mv) = self.stacks.grouped[place];
        let stake = Stake::of(&self.stacks.faces[faces..], group);
        let window = match self.config.pruning {
            Pruning::UnifiedStar => stake.window(seen, 2.0 * self.slack),
            _ => OPEN,
        };
        // Moves of impossible outcomes only, and moves that nothing could make better than what there is.
        if stake.weight == 0.0 || (window.low >= self.ends.seen(sign).high && window.low == stake.relevant) {
            self.rated(faces, group, sign, f64::NEG_INFINITY);
            return Some(Rated::Pointless);
        }
        let value = match leaf {
            Some(leaf) => sign * self.leaf(leaf)?,
            None => sign * self.after_move(position, mv, depth - 1, window.seen(sign))?,
        };
        if value >= window.high {
            self.count_cut(sign, true);
            return Some(Rated::Cut((stake.floor + stake.weight * value - self.slack).max(seen.high)));
        }
        if value <= window.low && window.low > stake.relevant {
            self.count_cut(sign, false);
            let most = stake.ceiling + stake.closing * value.max(stake.closing_best);
            return Some(Rated::Cut((most + self.slack).min(seen.low)));
        }
        self.rated(faces, group, sign, value);
        Some(if value > window.low { Rated::Value(value) } else { Rated::Pointless })
    }

    /// A move of this group is worth `value`, or at most that if it is too little to matter.
    fn rated(&mut self, faces: usize, group: u8, sign: f64, value: f64) {
        let ends = self.ends.seen(sign);
        for face in &mut self.stacks.faces[faces..] {
            if face.groups >> group & 1 == 1 {
                face.open -= 1;
                face.best = if value > face.best { value } else { face.best };
                face.least = face.probability * if face.best > ends.low { face.best } else { ends.low };
                face.most = face.probability * if face.open > 0 { ends.high } else { face.best };
            }
        }
    }
}

impl Stake {
    #[inline]
    fn of(faces: &[Face], group: u8) -> Stake {
        let mut stake = Stake {
            relevant: f64::INFINITY,
            floor: 0.0,
            weight: 0.0,
            ceiling: 0.0,
            closing: 0.0,
            closing_best: f64::NEG_INFINITY,
        };
        // Which faces have the group is as good as random to a processor: choosing among numbers is cheaper than among ways. Zeros added
        // change no sum.
        for face in faces {
            let own = face.groups >> group & 1 == 1;
            let closing = own && face.open == 1;
            let relevant = if own { face.best } else { f64::INFINITY };
            let closing_best = if closing { face.best } else { f64::NEG_INFINITY };
            stake.relevant = if relevant < stake.relevant { relevant } else { stake.relevant };
            stake.closing_best = if closing_best > stake.closing_best { closing_best } else { stake.closing_best };
            stake.weight += if own { face.probability } else { 0.0 };
            stake.floor += if own { 0.0 } else { face.least };
            stake.closing += if closing { face.probability } else { 0.0 };
            stake.ceiling += if closing { 0.0 } else { face.most };
        }
        stake
    }

    /// The values of the move that make a difference, where the window of the node is `seen`. A low end above
    /// `relevant` is the one below which the node cannot reach its window any more.
    fn window(&self, seen: Window, wide: f64) -> Window {
        let lost = (seen.low - wide - self.ceiling) / self.closing;
        let low = if self.closing > 0.0 && lost >= self.closing_best { lost } else { f64::NEG_INFINITY };
        Window { low: low.max(self.relevant), high: (seen.high + wide - self.floor) / self.weight }
    }
}
