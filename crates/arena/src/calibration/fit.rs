//! The weights of a conditional logit model by maximum likelihood: Newton's method on the cross entropy between predicted chances
//! and results, with a small penalty for weights that change abruptly with progress.

use super::self_play::{Observation, plain_model};
use plyground_core::chance_table::{ChanceModel, ModelRow, ValueScale};
use plyground_core::{MAX_PLAYERS, WIN_PROBABILITY};

/// Weights per row.
const PARTS: usize = ModelRow::PARTS;
/// Where rows of a table may be.
const GRID: [f64; 7] = [0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0];
/// A row that fewer positions than this speak for is left out.
const LEAST_WEIGHT: f64 = 50.0;
/// The penalty for a difference between neighbouring rows, and for the weights themselves, in the order of the weights. The positions
/// of one game share one result, so a few dozen of them know no more than one. What is added whatever the value needs
/// more to be believed than what a value is worth.
const SMOOTHNESS: [f64; PARTS] = [300.0, 10.0, 10.0, 300.0, 10.0];
const RIDGE: [f64; PARTS] = [30.0, 0.01, 0.01, 30.0, 0.01];
const STEPS: usize = 30;
/// Values that are shares end a little beyond the largest one seen.
const BEYOND: f64 = 1.05;
/// The scale is tried at these multiples of the median value.
const MULTIPLES: [f64; 6] = [0.2, 0.5, 1.0, 2.0, 4.0, 8.0];

/// The model that explains the results best. Values that are win probabilities count as log odds; for others, the unit in which
/// values begin to count less is chosen too.
pub fn fit(observations: &[Observation], unit: &str) -> ChanceModel {
    if unit == WIN_PROBABILITY {
        return fit_on(observations, ValueScale::LogOdds, Shape::Straight).0;
    }
    let mut sizes: Vec<f64> = observations.iter().map(|seen| seen.input.searched.abs()).filter(|v| *v > 0.0).collect();
    sizes.sort_by(f64::total_cmp);
    let Some(median) = sizes.get(sizes.len() / 2) else { return plain_model(ValueScale::Unit(1.0)) };
    let units = MULTIPLES.map(|multiple| ValueScale::Unit(two_digits(multiple * median)));
    let scales = units.into_iter().chain(sizes.last().map(|most| ValueScale::Within(two_digits(most * BEYOND))));
    let shapes = scales.flat_map(|scale| [(scale, Shape::Straight), (scale, Shape::Curved)]);
    let best = shapes.map(|(scale, shape)| fit_on(observations, scale, shape)).min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or_else(|| plain_model(ValueScale::Unit(1.0)), |(model, _)| model)
}

/// A number that is pleasant to read.
fn two_digits(value: f64) -> f64 {
    let digits = 10f64.powf(value.log10().floor() - 1.0);
    let rounded = (value / digits).round() * digits;
    format!("{rounded:.6}").parse().unwrap_or(value).max(1e-6)
}

/// Whether values count by their square too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Straight,
    Curved,
}

/// The best weights on a scale, and their loss.
fn fit_on(observations: &[Observation], scale: ValueScale, shape: Shape) -> (ChanceModel, f64) {
    let grid = rows_for(observations);
    let problem = Problem { observations, scale, grid: &grid, shape };
    let mut weights = vec![0.0; grid.len() * PARTS];
    let mut loss = problem.loss(&weights);
    for _ in 0..STEPS {
        let Some(step) = problem.newton_step(&weights) else { break };
        // Newton's step may overshoot where curvature changes; half of it cannot do so for ever.
        let mut size = 1.0;
        let better = loop {
            let next: Vec<f64> = weights.iter().zip(&step).map(|(weight, step)| weight - size * step).collect();
            let after = problem.loss(&next);
            if after < loss {
                break Some((next, after));
            }
            size /= 2.0;
            if size < 1e-4 {
                break None;
            }
        };
        let Some((next, after)) = better else { break };
        let gain = loss - after;
        (weights, loss) = (next, after);
        if gain < 1e-7 * loss {
            break;
        }
    }
    // A larger value is never worse. What that costs decides between scales.
    for weights in weights.chunks_mut(PARTS) {
        [1, 2, 4].into_iter().for_each(|index| weights[index] = weights[index].max(0.0));
    }
    let row =
        |(progress, weights): (&f64, &[f64])| ModelRow::new(*progress, std::array::from_fn(|index| weights[index]));
    let loss = problem.loss(&weights);
    (ChanceModel { scale, rows: grid.iter().zip(weights.chunks(PARTS)).map(row).collect() }, loss)
}

/// The points of the grid that enough positions speak for.
fn rows_for(observations: &[Observation]) -> Vec<f64> {
    let mut weights = [0.0; GRID.len()];
    for seen in observations {
        for (index, part) in hats(&GRID, seen.input.progress) {
            weights[index] += part;
        }
    }
    let kept: Vec<f64> =
        GRID.iter().zip(weights).filter(|(_, weight)| *weight >= LEAST_WEIGHT).map(|(point, _)| *point).collect();
    if kept.is_empty() { vec![0.0] } else { kept }
}

/// The rows next to some progress and how much each counts.
fn hats(grid: &[f64], progress: f64) -> [(usize, f64); 2] {
    let above = grid.iter().position(|point| *point >= progress).unwrap_or(grid.len() - 1);
    if above == 0 || progress >= grid[above] {
        return [(above, 1.0), (above, 0.0)];
    }
    let part = (progress - grid[above - 1]) / (grid[above] - grid[above - 1]);
    [(above - 1, 1.0 - part), (above, part)]
}

struct Problem<'a> {
    observations: &'a [Observation],
    scale: ValueScale,
    grid: &'a [f64],
    shape: Shape,
}

/// The active weights of one position: index and, per seat, what is multiplied with it.
struct Terms {
    index: [usize; 2 * PARTS],
    seats: [Option<[f64; 2 * PARTS]>; MAX_PLAYERS],
}

impl Problem<'_> {
    fn terms(&self, seen: &Observation) -> Terms {
        let near = hats(self.grid, seen.input.progress);
        let index = std::array::from_fn(|term| near[term / PARTS].0 * PARTS + term % PARTS);
        let curve = if self.shape == Shape::Curved { 1.0 } else { 0.0 };
        let spread = |mut parts: [f64; PARTS]| {
            parts[PARTS - 1] *= curve;
            std::array::from_fn(|term| near[term / PARTS].1 * parts[term % PARTS])
        };
        Terms { index, seats: seen.input.parts(self.scale).map(|parts| parts.map(spread)) }
    }

    /// The chances of all seats under these weights.
    fn predict(terms: &Terms, weights: &[f64]) -> [f64; MAX_PLAYERS] {
        let score = |parts: [f64; 2 * PARTS]| terms.index.iter().zip(parts).map(|(i, part)| weights[*i] * part).sum();
        let scores: [f64; MAX_PLAYERS] = terms.seats.map(|seat| seat.map_or(f64::NEG_INFINITY, score));
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers = scores.map(|score| (score - most).exp());
        let sum: f64 = powers.iter().sum();
        powers.map(|power| power / sum)
    }

    /// Neighbouring weights, whose difference is penalised.
    fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> {
        (PARTS..self.grid.len() * PARTS).map(|index| (index - PARTS, index))
    }

    fn loss(&self, weights: &[f64]) -> f64 {
        let mut loss = 0.0;
        for seen in self.observations {
            let chances = Self::predict(&self.terms(seen), weights);
            for (result, chance) in seen.result.as_slice().iter().zip(chances).filter(|(result, _)| **result > 0.0) {
                loss -= result * chance.max(1e-12).ln();
            }
        }
        let rough = |(low, high): (usize, usize)| SMOOTHNESS[low % PARTS] * (weights[high] - weights[low]).powi(2);
        let large = |(index, weight): (usize, &f64)| RIDGE[index % PARTS] * weight * weight;
        loss + self.neighbours().map(rough).sum::<f64>() / 2.0
            + weights.iter().enumerate().map(large).sum::<f64>() / 2.0
    }

    /// The inverse of the Hessian times the gradient.
    fn newton_step(&self, weights: &[f64]) -> Option<Vec<f64>> {
        let size = weights.len();
        let (mut gradient, mut hessian) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for seen in self.observations {
            let terms = self.terms(seen);
            let chances = Self::predict(&terms, weights);
            let mut mean = [0.0; 2 * PARTS];
            for (seat, chance) in terms.seats.iter().zip(chances) {
                let Some(parts) = seat else { continue };
                mean.iter_mut().zip(parts).for_each(|(mean, part)| *mean += chance * part);
            }
            for (seat, (chance, parts)) in chances.iter().zip(&terms.seats).enumerate() {
                let Some(parts) = parts else { continue };
                let error = chance - seen.result.as_slice().get(seat).copied().unwrap_or(0.0);
                for a in 0..2 * PARTS {
                    gradient[terms.index[a]] += error * parts[a];
                    for b in 0..2 * PARTS {
                        hessian[terms.index[a]][terms.index[b]] += chance * (parts[a] - mean[a]) * (parts[b] - mean[b]);
                    }
                }
            }
        }
        for (index, weight) in weights.iter().enumerate() {
            gradient[index] += RIDGE[index % PARTS] * weight;
            hessian[index][index] += RIDGE[index % PARTS];
        }
        for (low, high) in self.neighbours() {
            let difference = SMOOTHNESS[low % PARTS] * (weights[high] - weights[low]);
            gradient[low] -= difference;
            gradient[high] += difference;
            for (a, b, sign) in [(low, low, 1.0), (high, high, 1.0), (low, high, -1.0), (high, low, -1.0)] {
                hessian[a][b] += sign * SMOOTHNESS[low % PARTS];
            }
        }
        solve(hessian, gradient)
    }
}

/// Solves a system of linear equations by Gaussian elimination with partial pivoting; `None` if it is singular.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot_row = &above[column];
        for (row, values) in below.iter_mut().enumerate() {
            let factor = values[column] / pivot_row[column];
            values.iter_mut().zip(pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
            right[column + 1 + row] -= factor * right[column];
        }
    }
    for column in (0..size).rev() {
        let known: f64 = (column + 1..size).map(|other| matrix[column][other] * right[other]).sum();
        right[column] = (right[column] - known) / matrix[column][column];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_systems_are_solved_and_singular_ones_refused() {
        let solved = solve(vec![vec![0.0, 2.0], vec![3.0, 1.0]], vec![4.0, 5.0]).unwrap();
        assert!((solved[0] - 1.0).abs() < 1e-12 && (solved[1] - 2.0).abs() < 1e-12);
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
    }

    #[test]
    fn rows_share_what_lies_between_them() {
        assert_eq!(hats(&[0.0, 0.5, 1.0], 0.5), [(1, 1.0), (1, 0.0)]);
        let [(low, a), (high, b)] = hats(&[0.0, 0.5, 1.0], 0.6);
        assert_eq!((low, high), (1, 2));
        assert!((a - 0.8).abs() < 1e-12 && (b - 0.2).abs() < 1e-12);
        assert_eq!(hats(&[0.2], 0.9), [(0, 1.0), (0, 0.0)]);
    }
}
