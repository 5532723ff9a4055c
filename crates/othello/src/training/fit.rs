//! Fits the weights of one phase: stochastic gradient descent on the squared error, Robbins and Monro 1951.

use super::self_play::{Luck, Sample};
use crate::evaluation::{PHASE_ENDS, PHASE_WEIGHTS, mobility};
use crate::patterns::{PatternSet, USED_LANES, ZEROS, representatives};

/// Weights of a phase, in discs.
pub(super) struct Fitted {
    pub(super) weights: Vec<f32>,
    /// Positions that were kept apart, and the sum of the squared errors on them.
    pub(super) tested: usize,
    pub(super) squared_error: f64,
}

/// How often every sample is used.
const EPOCHS: usize = 16;
/// Part of the error that each weight takes over: at first, and at the end.
const FIRST_RATE: f32 = 0.008;
const LAST_RATE: f32 = 0.001;
/// One sample of this many is kept apart to measure the error.
const TEST_EVERY: usize = 20;

/// The weights that a position uses; mirrored patterns share one.
fn active(sample: &Sample, shared: &[u32]) -> [u32; USED_LANES + 3] {
    let patterns = PatternSet::of(sample.own, sample.other);
    let mut active = [0; USED_LANES + 3];
    for lane in 0..USED_LANES {
        active[lane] = shared[(ZEROS[lane] + i32::from(patterns.0[lane])) as usize];
    }
    let [ours, theirs] = mobility(sample.own, sample.other);
    active[USED_LANES..].copy_from_slice(&[ours as u32, theirs as u32, PHASE_WEIGHTS as u32 - 1]);
    active
}

fn estimate(weights: &[f32], active: &[u32]) -> f32 {
    active.iter().map(|index| weights[*index as usize]).sum()
}

/// Fits a phase to the samples that have as many empty squares, or one more or fewer.
pub(super) fn fit(phase: usize, samples: &[Sample], seed: u64) -> Fitted {
    let end = PHASE_ENDS[phase] + 1;
    let begin = if phase == 0 { 0 } else { PHASE_ENDS[phase - 1] };
    let shared = representatives();
    let belongs = |sample: &&Sample| (begin..=end).contains(&(!(sample.own | sample.other)).count_ones());
    let mut chosen: Vec<Sample> = samples.iter().filter(belongs).copied().collect();
    let mut luck = Luck::new(seed, u64::MAX, phase as u64);
    for index in (1..chosen.len()).rev() {
        chosen.swap(index, luck.below(index as u32 + 1) as usize);
    }
    let (tests, lessons) = chosen.split_at(chosen.len() / TEST_EVERY);
    let mut weights = vec![0.0; PHASE_WEIGHTS];
    for epoch in 0..EPOCHS {
        let done = epoch as f32 / (EPOCHS - 1) as f32;
        let rate = FIRST_RATE * (LAST_RATE / FIRST_RATE).powf(done);
        for sample in lessons {
            let active = active(sample, &shared);
            let step = rate * (f32::from(sample.score) - estimate(&weights, &active));
            active.iter().for_each(|index| weights[*index as usize] += step);
        }
    }
    let squares = tests
        .iter()
        .map(|sample| f64::from(f32::from(sample.score) - estimate(&weights, &active(sample, &shared))).powi(2));
    let squared_error = squares.sum();
    for index in 0..shared.len() {
        weights[index] = weights[shared[index] as usize];
    }
    Fitted { weights, tested: tests.len(), squared_error }
}
