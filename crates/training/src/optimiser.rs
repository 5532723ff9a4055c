//! How much each weight changes: Adam (Kingma and Ba 2015), which keeps rarely used weights learning.

/// How long the mean gradient is remembered.
const MEAN: f32 = 0.9;
/// How long the mean square is.
const SQUARE: f32 = 0.999;
/// Keeps weights without gradient from exploding.
const LEAST: f32 = 1e-8;

pub(crate) struct Optimiser {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Optimiser {
    pub(crate) fn new(weights: usize) -> Self {
        Optimiser { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// Changes the weights against the sum of these gradients, divided by `count`.
    pub(crate) fn step(&mut self, weights: &mut [f32], gradients: [&[f32]; crate::LANES], count: usize, rate: f32) {
        self.steps += 1;
        let share = 1.0 / count.max(1) as f32;
        // Both means begin at zero; this undoes it.
        let rate = rate * (1.0 - SQUARE.powi(self.steps)).sqrt() / (1.0 - MEAN.powi(self.steps));
        let [one, other] = gradients;
        let state = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, (mean, square)), (one, other)) in weights.iter_mut().zip(state).zip(one.iter().zip(other)) {
            let slope = share * (one + other);
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            *weight -= rate * *mean / (square.sqrt() + LEAST);
        }
    }
}
