//! From nothing to a net.

use crate::LANES;
use crate::optimiser::Optimiser;
use crate::teacher::Teacher;
use plyground_core::Rng;
use plyground_endgame::Library;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::net::{Net, rows};
use std::sync::Arc;

/// Games that each lane plays between two changes of the weights.
const ROUND: u64 = 16;
/// How fast weights change at first; falls to nearly nothing along half a wave.
const RATE: f64 = 5e-3;
/// What is left of it at the end.
const LAST_RATE: f64 = 1e-5;

/// What to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Games of self-play; rounded up to whole rounds.
    pub games: u64,
    /// Hidden units, a multiple of 8.
    pub hidden: usize,
    /// Where all chance comes from.
    pub seed: u64,
    /// Goes into the net: the command that makes it.
    pub note: String,
}

/// How far the training has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Games played.
    pub games: u64,
    /// Positions learned from.
    pub positions: u64,
    /// The root of the mean squared difference between the net's opinion and what it should have been, lately.
    pub error: f64,
}

/// Trains a net from nothing by its own games. `tell` hears of every round and says whether to go on; `None` if it
/// did not.
///
/// Two lanes play at the same time, each with a stream of chance of its own, against weights that stand still for a
/// round; what they learned is added up in a fixed order. So the result depends on the plan alone, not on how many
/// cores there are or how fast they are.
pub fn train(plan: &Plan, mut tell: impl FnMut(Progress) -> bool) -> Option<Net> {
    let game = Einstein::standard();
    game.finish_times(); // made once, before both lanes want them
    let library = Library::small();
    let mut net = Arc::new(beginner(plan));
    let mut optimiser = Optimiser::new(net.weights().len());
    let teacher = |lane: u64| Teacher::new(&game, library, &net, Rng::part(plan.seed, lane + 1));
    let mut teachers: [Teacher; LANES] = std::array::from_fn(|lane| teacher(lane as u64));
    let rounds = plan.games.div_ceil(ROUND * LANES as u64);
    let mut progress = Progress { games: 0, positions: 0, error: 0.0 };
    for round in 0..rounds {
        std::thread::scope(|scope| {
            let [first, others @ ..] = &mut teachers;
            for teacher in others {
                let net = &net;
                scope.spawn(move || teacher.play(net, ROUND));
            }
            first.play(&net, ROUND);
        });
        let count: usize = teachers.iter().map(|teacher| teacher.lessons.count).sum();
        let squares: f64 = teachers.iter().map(|teacher| teacher.lessons.squares).sum();
        let gradients = teachers.each_ref().map(|teacher| teacher.lessons.gradient.as_slice());
        let rate = rate(round as f64 / rounds as f64);
        // The lanes have given their clones back, so nothing is copied.
        optimiser.step(Arc::make_mut(&mut net).weights_mut(), gradients, count, rate as f32);
        let error = (squares / count.max(1) as f64).sqrt();
        progress.games += ROUND * LANES as u64;
        progress.positions += count as u64;
        progress.error = if round == 0 { error } else { 0.99 * progress.error + 0.01 * error };
        if !tell(progress) {
            return None;
        }
    }
    drop(teachers);
    Arc::into_inner(net)
}

fn rate(share: f64) -> f64 {
    let wave = 0.5 * (1.0 + (std::f64::consts::PI * share).cos());
    LAST_RATE + (RATE - LAST_RATE) * wave
}

/// Small random weights, so that units differ.
fn beginner(plan: &Plan) -> Net {
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
        let plan = Plan { games: 640, hidden: 8, seed: 3, note: "x".to_string() };
        let mut errors = Vec::new();
        let one = train(&plan, |progress| {
            errors.push(progress.error);
            true
        });
        assert!(one.is_some() && one == train(&plan, |_| true));
        assert_ne!(one, train(&Plan { seed: 4, ..plan.clone() }, |_| true));
        assert!(errors.last() < errors.first(), "{errors:?}");
        assert_eq!(train(&plan, |_| false), None);
    }
}
