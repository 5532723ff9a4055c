//! Chance nodes, outcome by outcome: in full, and with Ballard's Star1 and Star2 cuts for arbitrary probabilities.
//!
//! B. W. Ballard: The *-minimax search procedure for trees containing chance nodes. Artificial Intelligence 21 (1983);
//! T. Hauk, M. Buro, J. Schaeffer: Rediscovering *-minimax search. Computers and Games 2004.

use super::node::{ExpectimaxWorker, Known, OPEN};
use crate::Window;
use crate::real_search::mover;
use crate::stack::NO_INDEX;
use crate::table::Bound;
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use plyground_core::{Evaluation, Game, Turn};

/// What probing found out about an outcome: what it is worth at least to the player who rolls, and the one move that
/// was searched for it, if one was.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    floor: f64,
    known: Option<Known>,
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> ExpectimaxWorker<'_, G, E, T> {
    /// The probability of an outcome; `None` for impossible ones.
    fn probability(&self, position: &G::Position, outcome: usize) -> Option<f64> {
        Some(self.game.outcomes(position)[outcome]).filter(|probability| *probability > 0.0)
    }

    /// Every outcome in full.
    pub(super) fn plain(&mut self, position: &mut G::Position, depth: u32) -> Option<f64> {
        let mut sum = 0.0;
        for outcome in 0..self.game.outcomes(position).len() {
            if let Some(probability) = self.probability(position, outcome) {
                sum += probability * self.after_roll(position, outcome, depth, OPEN, None)?;
            }
        }
        Some(sum)
    }

    /// Star1: outcomes are searched with the window in which they still matter, if all later ones are as good or as
    /// bad as the evaluation's bounds allow.
    pub(super) fn star1(&mut self, position: &mut G::Position, depth: u32, window: Window) -> Option<f64> {
        let mut done = 0.0;
        let mut rest = 1.0;
        for outcome in 0..self.game.outcomes(position).len() {
            let Some(probability) = self.probability(position, outcome) else { continue };
            rest -= probability;
            let most = done + rest * self.ends.high;
            let least = done + rest * self.ends.low;
            let child = self.share_of(window, most, least, probability);
            let value = self.after_roll(position, outcome, depth, child, None)?;
            if value <= child.low {
                self.stacks.star.low += 1;
                return Some((most + probability * value + self.slack).min(window.low));
            }
            if value >= child.high {
                self.stacks.star.high += 1;
                return Some((least + probability * value - self.slack).max(window.high));
            }
            done += probability * value;
        }
        Some(done)
    }

    /// The window in which an outcome of this probability decides whether the node ends inside `window`, when all the
    /// others together contribute at most `most` and at least `least`.
    fn share_of(&self, window: Window, most: f64, least: f64, probability: f64) -> Window {
        let wide = 2.0 * self.slack;
        Window { low: (window.low - wide - most) / probability, high: (window.high + wide - least) / probability }
    }

    /// Star2: first one move of every outcome, which is a lower bound for them who rolls; then Star1 with these bounds,
    /// without searching the probed moves again.
    pub(super) fn star2(&mut self, position: &mut G::Position, depth: u32, window: Window) -> Option<f64> {
        let sign = self.sign(mover(self.game, position));
        let seen = window.seen(sign);
        if seen.high == f64::INFINITY {
            return self.star1(position, depth, window); // nothing that probing could pass
        }
        let first = self.stacks.probes.len();
        let probing = self.probe_all(position, depth, seen, sign)?;
        let value = match probing {
            Probing::Cut(value) => {
                self.stacks.star.probing += 1;
                self.count_cut(sign, true);
                value
            }
            Probing::Floor(floor) => self.search_probed(position, depth, seen, sign, (first, floor))?,
        };
        self.stacks.probes.truncate(first);
        Some(sign * value)
    }

    /// The probing phase, as seen by the player who rolls. Leaves one probe per outcome on the stack.
    fn probe_all(&mut self, position: &mut G::Position, depth: u32, seen: Window, sign: f64) -> Option<Probing> {
        let worst = self.ends.seen(sign).low;
        let mut floor = worst;
        for outcome in 0..self.game.outcomes(position).len() {
            let mut probe = Probe { floor: worst, known: None };
            if let Some(probability) = self.probability(position, outcome) {
                let rest = floor - probability * worst;
                let enough = (seen.high + 2.0 * self.slack - rest) / probability;
                let window = Window { low: f64::NEG_INFINITY, high: enough }.seen(sign);
                self.trace.enter(Edge::Roll(outcome), (window.low, window.high), depth, VisitKind::Probe);
                let undo = self.game.roll(position, outcome);
                probe = self.probe(position, depth, window, sign)?;
                if T::ON {
                    self.trace.leave(self.game.turn(position).player(), sign * probe.floor, Ending::Probe);
                }
                self.game.unroll(position, outcome, undo);
                floor = rest + probability * probe.floor;
                if probe.floor >= enough {
                    return Some(Probing::Cut((floor - self.slack).max(seen.high)));
                }
            }
            self.stacks.probes.push(probe);
        }
        Some(Probing::Floor(floor))
    }

    /// What a rolled position is worth at least to the player who rolled, from the table or from its first move.
    /// Values outside the window need not be exact.
    fn probe(&mut self, position: &mut G::Position, depth: u32, window: Window, sign: f64) -> Option<Probe> {
        let nothing = Probe { floor: self.ends.seen(sign).low, known: None };
        match self.game.turn(position) {
            Turn::Player(player) if self.sign(player) == sign => {}
            _ => return Some(nothing), // another player chooses here: one of their moves bounds nothing from below
        }
        if self.control.tick() {
            return None;
        }
        let entry = self.look_up(position, depth);
        if let Some(entry) = entry {
            // Anything but a bound from the wrong end will do.
            let wrong = if sign > 0.0 { Bound::Upper } else { Bound::Lower };
            let settled = Window { low: entry.value, high: entry.value };
            if let Some(value) = entry.answer(self.filed_under(depth), settled).filter(|_| entry.bound != wrong) {
                self.horizon |= !entry.solved;
                return Some(Probe { floor: sign * value, known: None });
            }
        }
        let list = self.push_moves(position, entry.map_or(NO_INDEX, |entry| u32::from(entry.best)));
        let index = self.stacks.moves.index(list, 0);
        let mv = self.stacks.moves.at(list, index);
        self.stacks.moves.pop(list);
        let outer = std::mem::replace(&mut self.horizon, false);
        let value = self.after_move(position, mv, depth - 1, window)?;
        let solved = !self.horizon;
        self.horizon |= outer;
        Some(Probe { floor: sign * value, known: Some(Known { index, value, solved }) })
    }

    /// The search phase, as seen by the player who rolls. `probed` is where the probes begin and what the node is worth
    /// at least.
    fn search_probed(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        seen: Window,
        sign: f64,
        probed: (usize, f64),
    ) -> Option<f64> {
        let best = self.ends.seen(sign).high;
        let (first, mut floors) = probed;
        let mut done = 0.0;
        let mut rest = 1.0;
        for outcome in 0..self.game.outcomes(position).len() {
            let Some(probability) = self.probability(position, outcome) else { continue };
            let probe = self.stacks.probes[first + outcome];
            rest -= probability;
            floors -= probability * probe.floor;
            let (most, least) = (done + rest * best, done + floors);
            let child = self.share_of(seen, most, least, probability);
            let value = sign * self.after_roll(position, outcome, depth, child.seen(sign), probe.known)?;
            if value <= child.low {
                self.count_cut(sign, false);
                return Some((most + probability * value + self.slack).min(seen.low));
            }
            if value >= child.high {
                self.count_cut(sign, true);
                return Some((least + probability * value - self.slack).max(seen.high));
            }
            done += probability * value;
        }
        Some(done)
    }

    /// Counts a cut at the upper or lower end of the window as one player sees it.
    pub(super) fn count_cut(&mut self, sign: f64, high: bool) {
        if high == (sign > 0.0) {
            self.stacks.star.high += 1;
        } else {
            self.stacks.star.low += 1;
        }
    }
}

/// How the probing phase ended.
enum Probing {
    /// The node passes the upper end of the window: its value is at least this.
    Cut(f64),
    /// The node is worth at least this, impossible outcomes left out.
    Floor(f64),
}
