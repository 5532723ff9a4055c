//! Random games, as many as memory can count.

use crate::supervise::Monitor;
use plyground_core::{Playable, Rng};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Games of one job. They share a stream of random numbers, so results do not depend on the number of threads.
pub const JOB: usize = 256;

/// What to play.
pub struct PlayoutPlan {
    /// Threads.
    pub threads: usize,
    /// The seed of every random choice.
    pub seed: u64,
    /// How many games.
    pub games: usize,
}

/// Plays random games and writes their payoffs (one number per player and game) and their lengths in turns.
pub fn play<G: Playable>(
    game: &G,
    start: &G::Position,
    plan: &PlayoutPlan,
    monitor: &Monitor,
    payoffs: &mut [f32],
    lengths: &mut [u32],
) {
    let players = game.facts().players;
    let done = AtomicUsize::new(0);
    let jobs = payoffs.chunks_mut(players * JOB).zip(lengths.chunks_mut(JOB)).enumerate();
    super::share(plan.threads, jobs, |(index, (payoffs, lengths))| {
        if monitor.stop.is_set() {
            return;
        }
        let mut rng = Rng::part(plan.seed, index as u64);
        let played = lengths.len();
        for number in 0..played {
            let (result, turns) = game.random_game(start, &mut rng);
            let slots = &mut payoffs[number * players..(number + 1) * players];
            slots.iter_mut().zip(result.as_slice()).for_each(|(slot, payoff)| *slot = *payoff as f32);
            lengths[number] = turns;
        }
        let done = done.fetch_add(played, Ordering::Relaxed) + played;
        monitor.tell(json!({"done": done, "of": plan.games}));
    });
}
