//! What earlier cut-offs teach about the order of moves: killers, history, counter-moves.

use super::{MoveOrdering, Refutation};
use plyground_core::PlayerId;
use std::hash::{Hash, Hasher};

/// Killers per ply.
const KILLERS: usize = 2;
/// Moves of any type share this many places (a power of two); a shared place blurs the order a little, no more.
const PLACES: usize = 1 << 13;
/// History values stay within this.
const HISTORY_LIMIT: i32 = 1 << 18;
/// A new search keeps one part in this many of what the last one learnt.
const AGEING: i32 = 4;

/// The memory of one thread.
#[derive(Clone, Debug)]
pub(crate) struct MoveHistory<M> {
    order: MoveOrdering,
    killers: Vec<[Option<M>; KILLERS]>,
    // By player and move.
    history: Vec<i32>,
    // By the move before, and who answers it.
    counters: Vec<Option<M>>,
}

impl<M: Copy + Eq + Hash> MoveHistory<M> {
    /// Remembers nothing yet. Only what the switches ask for takes memory.
    pub(crate) fn new(order: MoveOrdering) -> Self {
        MoveHistory { order, killers: Vec::new(), history: Vec::new(), counters: Vec::new() }
    }

    /// Makes room for a search of this many plies by this many players, and lets what is known grow old.
    pub(crate) fn begin(&mut self, players: usize, plies: usize) {
        if self.order.killers {
            self.killers.clear();
            self.killers.resize(plies + 1, [None; KILLERS]);
        }
        if self.order.history {
            self.history.resize(players * PLACES, 0);
            self.history.iter_mut().for_each(|value| *value /= AGEING);
        }
        if self.order.counters {
            self.counters.resize(players * PLACES, None);
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = MoveHistory::new(self.order);
    }

    /// The moves worth trying early at this ply, after the move before.
    #[inline]
    pub(crate) fn refutations(&self, player: PlayerId, ply: usize, before: Option<M>) -> Refutations<M> {
        let killers = if self.order.killers { self.killers[ply] } else { [None; KILLERS] };
        let counter = match before {
            Some(before) if self.order.counters => self.counters[place(player, before)],
            _ => None,
        };
        Refutations { killers, counter }
    }

    /// How well the move did elsewhere.
    #[inline]
    pub(crate) fn history(&self, player: PlayerId, mv: M) -> i32 {
        if self.order.history { self.history[place(player, mv)] } else { 0 }
    }

    /// The move cut off a position searched to this depth, after those in `tried` had not.
    #[inline]
    pub(crate) fn reward(&mut self, player: PlayerId, mv: M, ply: usize, depth: u32, before: Option<M>) {
        if self.order.killers {
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                killers[1] = killers[0];
                killers[0] = Some(mv);
            }
        }
        if self.order.history {
            self.update(player, mv, bonus(depth));
        }
        if let (true, Some(before)) = (self.order.counters, before) {
            self.counters[place(player, before)] = Some(mv);
        }
    }

    /// The move was tried before another one cut off.
    #[inline]
    pub(crate) fn penalize(&mut self, player: PlayerId, mv: M, depth: u32) {
        if self.order.history {
            self.update(player, mv, -bonus(depth));
        }
    }

    // The nearer to the limit, the smaller the step: old lessons fade at the rate new ones come in.
    fn update(&mut self, player: PlayerId, mv: M, bonus: i32) {
        let value = &mut self.history[place(player, mv)];
        *value += bonus - (i64::from(*value) * i64::from(bonus.abs()) / i64::from(HISTORY_LIMIT)) as i32;
    }
}

fn bonus(depth: u32) -> i32 {
    let depth = depth.min(64) as i32;
    16 * depth * depth
}

/// Moves to try early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refutations<M> {
    killers: [Option<M>; KILLERS],
    counter: Option<M>,
}

impl<M: Copy + Eq> Refutations<M> {
    #[inline]
    pub(crate) fn of(&self, mv: M) -> Refutation {
        if self.killers[0] == Some(mv) {
            Refutation::Killer
        } else if self.killers[1] == Some(mv) {
            Refutation::SecondKiller
        } else if self.counter == Some(mv) {
            Refutation::Counter
        } else {
            Refutation::None
        }
    }
}

#[inline]
fn place<M: Hash>(player: PlayerId, mv: M) -> usize {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    player.index() * PLACES + (hasher.0 >> (64 - PLACES.trailing_zeros())) as usize
}

/// One multiplication per word: moves are a few small numbers, and the same in every run of the program.
struct MoveHasher(u64);

impl MoveHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }
    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }
    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.mix(u64::from(number));
    }
    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> MoveHistory<u16> {
        let mut memory = MoveHistory::new(MoveOrdering { counters: true, ..MoveOrdering::default() });
        memory.begin(2, 10);
        memory
    }

    #[test]
    fn the_last_two_killers_and_the_counter_are_remembered() {
        let mut memory = memory();
        let player = PlayerId::FIRST;
        for mv in [5, 6, 6, 7] {
            memory.reward(player, mv, 3, 2, Some(40));
        }
        let seen = memory.refutations(player, 3, Some(40));
        assert_eq!(
            (seen.of(7), seen.of(6), seen.of(5)),
            (Refutation::Killer, Refutation::SecondKiller, Refutation::None)
        );
        let elsewhere = memory.refutations(player, 4, Some(40));
        assert_eq!(elsewhere.of(7), Refutation::Counter);
        assert_eq!(memory.refutations(PlayerId::SECOND, 4, Some(40)).of(7), Refutation::None);
        assert_eq!(memory.refutations(player, 4, Some(41)).of(7), Refutation::None);
    }

    #[test]
    fn history_stays_in_bounds_and_grows_old() {
        let mut memory = memory();
        let player = PlayerId::SECOND;
        for _ in 0..100_000 {
            memory.reward(player, 9, 0, 60, None);
            memory.penalize(player, 8, 60);
        }
        let (good, bad) = (memory.history(player, 9), memory.history(player, 8));
        assert!(good > HISTORY_LIMIT / 2 && good <= HISTORY_LIMIT, "{good}");
        assert_eq!(bad, -good);
        memory.begin(2, 10);
        assert_eq!(memory.history(player, 9), good / AGEING);
        memory.clear();
        memory.begin(2, 10);
        assert_eq!(memory.history(player, 9), 0);
    }

    #[test]
    fn what_is_switched_off_takes_no_memory() {
        let mut memory: MoveHistory<u16> = MoveHistory::new(MoveOrdering::NONE);
        memory.begin(8, 100);
        memory.reward(PlayerId::FIRST, 1, 50, 5, Some(2));
        assert!(memory.killers.is_empty() && memory.history.is_empty() && memory.counters.is_empty());
        assert_eq!(memory.refutations(PlayerId::FIRST, 50, Some(2)).of(1), Refutation::None);
    }

    #[test]
    fn small_moves_do_not_share_places() {
        let places: std::collections::HashSet<usize> = (0..64u8).map(|mv| place(PlayerId::FIRST, mv)).collect();
        assert_eq!(places.len(), 64);
    }
}
