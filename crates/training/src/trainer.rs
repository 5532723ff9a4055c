//! Trains a net from random weights.

use crate::WORKERS;
use crate::adam::Adam;
use crate::self_play::SelfPlay;
use plyground_core::Rng;
use plyground_endgame::Library;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::net::{Net, rows};
use std::sync::Arc;

/// Games per worker and batch.
const BATCH_GAMES: u64 = 16;
/// The initial learning rate. It follows a cosine decay (Loshchilov and Hutter, "SGDR", 2017).
const FIRST_RATE: f64 = 5e-3;
/// The final learning rate.
const LAST_RATE: f64 = 1e-5;

/// What to train, and for how long.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingPlan {
    /// Games of self-play, rounded up to whole batches.
    pub games: u64,
    /// Hidden units, a multiple of 8.
    pub hidden: usize,
    /// The seed of all random decisions.
    pub seed: u64,
    /// Stored in the net: the command that trained it.
    pub note: String,
}

/// The progress of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingProgress {
    /// Games played.
    pub games: u64,
    /// Training positions.
    pub positions: u64,
    /// The root mean squared error of recent predictions (an exponential moving average).
    pub error: f64,
}

/// Trains a net from random weights by self-play. `report` is called after every batch and returns whether to go on;
/// returns `None` if it stopped the training.
///
/// Two workers play in parallel, each with a random stream of its own, and the weights are fixed during a batch. The
/// gradients are summed in a fixed order, so the result depends on the plan alone, not on the number of cores or their
/// speed.
pub fn train(plan: &TrainingPlan, mut report: impl FnMut(TrainingProgress) -> bool) -> Option<Net> {
    let game = Einstein::standard();
    game.finish_times(); // computed once, before both workers need them
    let library = Library::small();
    let mut net = Arc::new(initial_net(plan));
    let mut optimiser = Adam::new(net.weights().len());
    let worker = |index: u64| SelfPlay::new(&game, library, &net, Rng::part(plan.seed, index + 1));
    let mut workers: [SelfPlay; WORKERS] = std::array::from_fn(|index| worker(index as u64));
    let batches = plan.games.div_ceil(BATCH_GAMES * WORKERS as u64);
    let mut progress = TrainingProgress { games: 0, positions: 0, error: 0.0 };
    for batch in 0..batches {
        std::thread::scope(|scope| {
            let [first, others @ ..] = &mut workers;
            for worker in others {
                let net = &net;
                scope.spawn(move || worker.play(net, BATCH_GAMES));
            }
            first.play(&net, BATCH_GAMES);
        });
        let count: usize = workers.iter().map(|worker| worker.gradients.count).sum();
        let squares: f64 = workers.iter().map(|worker| worker.gradients.squares).sum();
        let gradients = workers.each_ref().map(|worker| worker.gradients.sum.as_slice());
        let rate = learning_rate(batch as f64 / batches as f64);
        // The workers have dropped their clones, so nothing is copied.
        optimiser.step(Arc::make_mut(&mut net).weights_mut(), gradients, count, rate as f32);
        let error = (squares / count.max(1) as f64).sqrt();
        progress.games += BATCH_GAMES * WORKERS as u64;
        progress.positions += count as u64;
        progress.error = if batch == 0 { error } else { 0.99 * progress.error + 0.01 * error };
        if !report(progress) {
            return None;
        }
    }
    drop(workers);
    Arc::into_inner(net)
}

/// Cosine decay: from `FIRST_RATE` at the start of the training to `LAST_RATE` at its end.
fn learning_rate(done: f64) -> f64 {
    let decay = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
    LAST_RATE + (FIRST_RATE - LAST_RATE) * decay
}

/// Small random weights, which break the symmetry between hidden units.
fn initial_net(plan: &TrainingPlan) -> Net {
    let mut net = Net::zero(plan.hidden, &plan.note);
    let mut rng = Rng::part(plan.seed, 0);
    let (hidden, out) = (plan.hidden, (rows() - 1) * plan.hidden);
    let width = 1.0 / (2.0 * hidden as f64).sqrt();
    for (index, weight) in net.weights_mut().iter_mut().enumerate() {
        let span = if index >= out { width } else { 0.2 };
        *weight = ((2.0 * rng.unit() - 1.0) * span) as f32;
    }
    net
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_plan_gives_the_same_net_and_a_better_one_than_nothing() {
        let plan = TrainingPlan { games: 640, hidden: 8, seed: 3, note: "x".to_string() };
        let mut errors = Vec::new();
        let one = train(&plan, |progress| {
            errors.push(progress.error);
            true
        });
        assert!(one.is_some() && one == train(&plan, |_| true));
        assert_ne!(one, train(&TrainingPlan { seed: 4, ..plan.clone() }, |_| true));
        assert!(errors.last() < errors.first(), "{errors:?}");
        assert_eq!(train(&plan, |_| false), None);
    }
}
