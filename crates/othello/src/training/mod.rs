//! Trains the weights of the evaluation from nothing: games of self-play whose endings are solved exactly, then a fit per phase; the fitted weights play
//! the games of the next generation.

mod fit;
mod self_play;

use self_play::Luck;
pub use self_play::sample_positions;

use crate::evaluation::{MOBILITIES, MOBILITY, PHASE_WEIGHTS, PHASES, Weights};
use crate::patterns::{SHAPES, STARTS, size};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What to train with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingPlan {
    /// Decides every game.
    pub seed: u64,
    /// Games of the last generation; those before play a quarter of them.
    pub games: usize,
    /// Generations.
    pub generations: usize,
    /// Threads; their number changes nothing but the time.
    pub threads: usize,
}

/// How far training has come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TrainingProgress {
    /// Games played, of all generations.
    pub games: usize,
    /// Positions with a score, of this generation.
    pub positions: usize,
    /// Root of the mean squared error of the last generation, in discs, on positions with up to 24 empty squares that were kept apart.
    pub error: Option<f64>,
}

/// Games between two calls of `go_on`.
const BATCH: usize = 500;
/// Phases whose error is told: those that the solver uses.
const TOLD_PHASES: usize = 6;

impl TrainingPlan {
    /// Games of one generation, the first being 1.
    fn games_of(&self, generation: usize) -> usize {
        if generation == self.generations { self.games } else { self.games.div_ceil(4) }
    }

    /// Games of all generations.
    pub fn all_games(&self) -> usize {
        (1..=self.generations).map(|generation| self.games_of(generation)).sum()
    }
}

/// Trains weights; the same plan gives the same weights. `None` once `go_on` says `false`.
pub fn train(plan: &TrainingPlan, go_on: &mut dyn FnMut(&TrainingProgress) -> bool) -> Option<Weights> {
    let mut weights = Weights::rounded(&vec![first_weights(); PHASES]);
    let mut progress = TrainingProgress::default();
    for generation in 1..=plan.generations {
        let mut samples = Vec::new();
        let games = plan.games_of(generation);
        for first in (0..games).step_by(BATCH) {
            let batch = parallel(plan.threads, BATCH.min(games - first), |game| {
                let luck = Luck::new(plan.seed, generation as u64, (first + game) as u64);
                self_play::play(luck, &weights)
            });
            progress.games += batch.len();
            samples.extend(batch.into_iter().flatten());
            progress.positions = samples.len();
            if !go_on(&progress) {
                return None;
            }
        }
        let fitted = parallel(plan.threads, PHASES, |phase| fit::fit(phase, &samples, plan.seed));
        let tested: usize = fitted[..TOLD_PHASES].iter().map(|fitted| fitted.tested).sum();
        let squares: f64 = fitted[..TOLD_PHASES].iter().map(|fitted| fitted.squared_error).sum();
        progress.error = Some((squares / tested.max(1) as f64).sqrt());
        weights = Weights::rounded(&fitted.into_iter().map(|fitted| fitted.weights).collect::<Vec<_>>());
    }
    go_on(&progress).then_some(weights)
}

/// What the first generation plays with: moves are good, corners are better, the squares diagonal to empty corners are bad.
fn first_weights() -> Vec<f32> {
    const CORNER_SHAPE: usize = 2;
    let mut weights = vec![0.0; PHASE_WEIGHTS];
    for number in 0..size(CORNER_SHAPE) {
        let digit = |place: u32| (number / 3usize.pow(place) % 3) as f32 - 1.0;
        let corner = digit(0);
        weights[STARTS[CORNER_SHAPE] + number] = 8.0 * corner - if corner == 0.0 { 4.0 * digit(4) } else { 0.0 };
    }
    const { assert!(STARTS[SHAPES] == MOBILITY) };
    for moves in 0..MOBILITIES {
        weights[MOBILITY + moves] = 0.5 * moves as f32;
        weights[MOBILITY + MOBILITIES + moves] = -0.5 * moves as f32;
    }
    weights
}

/// The results for all numbers below `count`, in their order.
fn parallel<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return results;
            }
            results.push((index, work(index)));
        }
    };
    let mut results: Vec<(usize, T)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("a worker panics only with its work")).collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(threads: usize) -> TrainingPlan {
        TrainingPlan { seed: 9, games: 60, generations: 2, threads }
    }

    #[test]
    fn threads_do_not_change_the_weights_and_training_reduces_the_error() {
        let mut last = TrainingProgress::default();
        let mut go_on = |progress: &TrainingProgress| {
            last = *progress;
            true
        };
        let weights = train(&plan(1), &mut go_on).unwrap();
        assert!(train(&plan(2), &mut |_| true).unwrap() == weights);
        assert_eq!((last.games, plan(1).all_games()), (75, 75));
        // Scores of such positions deviate by more than 20 discs from zero.
        assert!(last.error.unwrap() < 18.0, "{last:?}");
        assert!(train(&plan(1), &mut |progress| progress.games < 15).is_none());
    }
}
