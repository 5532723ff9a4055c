//! The Adam optimiser (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015). Its step sizes per weight keep
//! rarely active weights learning.

/// Decay of the running mean of the gradient.
const BETA_1: f32 = 0.9;
/// Decay of the running mean of its square.
const BETA_2: f32 = 0.999;
/// Avoids division by zero.
const EPSILON: f32 = 1e-8;

/// Running means of gradients and squared gradients.
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Self {
        Adam { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// Updates the weights by the sum of these gradients, divided by `count`.
    pub(crate) fn step(&mut self, weights: &mut [f32], gradients: [&[f32]; crate::WORKERS], count: usize, rate: f32) {
        self.steps += 1;
        let share = 1.0 / count.max(1) as f32;
        // Bias correction: both means begin at zero.
        let rate = rate * (1.0 - BETA_2.powi(self.steps)).sqrt() / (1.0 - BETA_1.powi(self.steps));
        let [one, other] = gradients;
        let state = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, (mean, square)), (one, other)) in weights.iter_mut().zip(state).zip(one.iter().zip(other)) {
            let slope = share * (one + other);
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
            *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
            *weight -= rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}
