//! Gradients of the loss, summed over the positions of a batch.

use plyground_games::einstein::net::{Inputs, Net, Role, probability, rows};
use plyground_games::einstein::{Einstein, Position};

/// The summed gradient of a batch, and buffers to compute it.
pub(crate) struct Gradients {
    /// The gradient by each weight.
    pub(crate) sum: Vec<f32>,
    /// Positions since the last `clear`.
    pub(crate) count: usize,
    /// The sum of their squared errors.
    pub(crate) squares: f64,
    hidden_sums: Vec<f32>,
    waiting: Vec<f32>,
}

impl Gradients {
    pub(crate) fn new(net: &Net) -> Self {
        Gradients {
            sum: vec![0.0; net.weights().len()],
            count: 0,
            squares: 0.0,
            hidden_sums: vec![0.0; 2 * net.hidden()],
            waiting: vec![0.0; 2 * net.hidden()],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.sum.fill(0.0);
        self.count = 0;
        self.squares = 0.0;
    }

    /// Adds the gradient of the cross entropy between the net's win probability for the player about to roll and the
    /// `target`. For this loss the derivative by the output is the plain difference.
    pub(crate) fn add(&mut self, net: &Net, game: &Einstein, position: &Position, target: f64) {
        let (mover, hidden) = (position.mover(), net.hidden());
        let rolling = Inputs::new(game, position, mover);
        let waiting = Inputs::new(game, position, mover.opponent());
        net.see(&rolling, Role::Rolling, &mut self.hidden_sums);
        net.see(&waiting, Role::Waiting, &mut self.waiting);
        let error = probability(net.output(&self.hidden_sums, &self.waiting)) - target as f32;
        self.hidden_sums.iter_mut().zip(&self.waiting).for_each(|(sum, other)| *sum += other);
        let out = rows() - 1;
        let last = self.sum.len() - 1;
        self.sum[last] += error;
        self.add_output_layer(out * hidden, error, hidden);
        // From here on the buffer holds the derivatives by the hidden sums.
        let weights = net.row(out);
        for (sum, weight) in self.hidden_sums.iter_mut().zip(weights.iter().chain(weights)) {
            *sum = if *sum > 0.0 { error * weight } else { 0.0 };
        }
        let (plain, reflected) = self.hidden_sums.split_at_mut(hidden);
        for (inputs, seat) in [(&rolling, Role::Rolling), (&waiting, Role::Waiting)] {
            for (row, mirrored) in inputs.rows(seat) {
                add(&mut self.sum[row * hidden..][..hidden], plain, 1.0);
                add(&mut self.sum[mirrored * hidden..][..hidden], reflected, 1.0);
            }
        }
        add(plain, reflected, 1.0); // race and bias are shared by both halves
        add(&mut self.sum[(rows() - 2) * hidden..][..hidden], plain, 1.0);
        for (inputs, seat) in [(&rolling, Role::Rolling), (&waiting, Role::Waiting)] {
            for (row, arrived) in inputs.race(seat).filter(|(_, arrived)| *arrived > 0.0) {
                add(&mut self.sum[row * hidden..][..hidden], plain, arrived);
            }
        }
        self.count += 1;
        self.squares += f64::from(error * error);
    }

    fn add_output_layer(&mut self, start: usize, error: f32, hidden: usize) {
        let (plain, reflected) = self.hidden_sums.split_at(hidden);
        let units = plain.iter().zip(reflected);
        for (slot, (one, other)) in self.sum[start..start + hidden].iter_mut().zip(units) {
            *slot += error * (one.max(0.0) + other.max(0.0));
        }
    }
}

fn add(sums: &mut [f32], values: &[f32], factor: f32) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{Notation, Rng};

    fn loss(net: &Net, game: &Einstein, position: &Position, target: f64) -> f64 {
        let mover = position.mover();
        let (mut one, mut other) = (vec![0.0; 2 * net.hidden()], vec![0.0; 2 * net.hidden()]);
        net.see(&Inputs::new(game, position, mover), Role::Rolling, &mut one);
        net.see(&Inputs::new(game, position, mover.opponent()), Role::Waiting, &mut other);
        let win = f64::from(probability(net.output(&one, &other)));
        -(target * win.ln() + (1.0 - target) * (1.0 - win).ln())
    }

    #[test]
    fn the_gradient_is_the_derivative_of_the_loss() {
        let game = Einstein::standard();
        let position = game.parse_position("r1..r6./...../.b2.../..r3../...b5. b -").unwrap();
        let mut net = Net::zero(8, "");
        let mut rng = Rng::seeded(5);
        net.weights_mut().iter_mut().for_each(|weight| *weight = rng.unit() as f32 - 0.5);
        let mut gradients = Gradients::new(&net);
        gradients.add(&net, &game, &position, 0.8);
        let touched: Vec<usize> = (0..gradients.sum.len()).filter(|at| gradients.sum[*at].abs() > 1e-3).collect();
        assert!(touched.len() > 50, "stones, race, bias and output all have gradients: {}", touched.len());
        for at in touched.into_iter().step_by(3) {
            let slope = {
                let mut moved = net.clone();
                moved.weights_mut()[at] += 1e-2;
                let above = loss(&moved, &game, &position, 0.8);
                moved.weights_mut()[at] -= 2e-2;
                (above - loss(&moved, &game, &position, 0.8)) / 2e-2
            };
            let found = f64::from(gradients.sum[at]);
            assert!((slope - found).abs() < 0.02 * (1.0 + found.abs()), "weight {at}: {slope} {found}");
        }
    }
}
