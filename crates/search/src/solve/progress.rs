//! How far a solution has come, for the caller who waits for it.

use plyground_core::PlayerId;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that the solving threads keep up to date; anybody may read them at any time.
#[derive(Debug, Default)]
pub struct SolveProgress {
    questions: AtomicU64,
    tried: AtomicU64,
    moves: AtomicU64,
    winner: OnceLock<PlayerId>,
}

impl SolveProgress {
    /// Questions asked so far, such as "does the player win at all" and "does the player win within 11 turns".
    pub fn questions(&self) -> u64 {
        self.questions.load(Ordering::Relaxed)
    }

    /// First moves answered for the question at hand, and how many there are. With several threads a move may count
    /// more than once.
    pub fn moves(&self) -> (u64, u64) {
        let moves = self.moves.load(Ordering::Relaxed);
        (self.tried.load(Ordering::Relaxed).min(moves), moves)
    }

    /// Who wins from the start, once that is known. How soon may take much longer.
    pub fn winner(&self) -> Option<PlayerId> {
        self.winner.get().copied()
    }

    pub(super) fn won_by(&self, player: PlayerId) {
        // The same player again, if anybody asks again.
        let _ = self.winner.set(player);
    }

    pub(super) fn ask(&self) {
        self.questions.fetch_add(1, Ordering::Relaxed);
        self.tried.store(0, Ordering::Relaxed);
        self.moves.store(0, Ordering::Relaxed);
    }

    pub(super) fn moved_on(&self, moves: usize) {
        self.moves.store(moves as u64, Ordering::Relaxed);
        self.tried.fetch_add(1, Ordering::Relaxed);
    }
}
