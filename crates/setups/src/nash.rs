//! Nash equilibria by linear programming.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use plyground_arena::ArenaError;

/// Shares below this are the solver's rounding.
const NEGLIGIBLE: f64 = 1e-7;

/// Chances of the player who chooses a row, against one who chooses a column.
#[derive(Clone, PartialEq, Debug)]
pub struct PayoffMatrix {
    size: usize,
    entries: Vec<f64>,
}

impl PayoffMatrix {
    /// A square matrix.
    pub fn new(size: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let places = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        PayoffMatrix { size, entries: places.map(|(row, column)| entry(row, column)).collect() }
    }

    /// Rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// One entry.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    pub(crate) fn set(&mut self, row: usize, column: usize, entry: f64) {
        self.entries[row * self.size + column] = entry;
    }

    /// Converts the chances of the first player into those of a player who begins every second game.
    #[must_use]
    pub fn of_both_starts(&self) -> Self {
        PayoffMatrix::new(self.size, |row, column| (self.get(row, column) + 1.0 - self.get(column, row)) / 2.0)
    }

    /// What a mixture of rows gets against one column.
    pub fn of_mixture(&self, rows: &[f64], column: usize) -> f64 {
        rows.iter().enumerate().map(|(row, share)| share * self.get(row, column)).sum()
    }

    /// The same game seen by the other player.
    fn opponents_view(&self) -> Self {
        PayoffMatrix::new(self.size, |row, column| 1.0 - self.get(column, row))
    }
}

/// What both players do if neither can do better.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What the row player gets.
    pub value: f64,
    /// The row player's mixture.
    pub rows: Vec<f64>,
    /// The column player's mixture.
    pub columns: Vec<f64>,
    /// The gap between the row player's guaranteed value and the column player's upper bound.
    pub gap: f64,
}

/// An equilibrium of the zero-sum game with these chances.
pub fn equilibrium(matrix: &PayoffMatrix) -> Result<Equilibrium, ArenaError> {
    let rows = maximin(matrix)?;
    let columns = maximin(&matrix.opponents_view())?;
    let opponents_view = matrix.opponents_view();
    let worst = |matrix: &PayoffMatrix, mixture: &[f64]| {
        (0..matrix.size).map(|column| matrix.of_mixture(mixture, column)).fold(f64::INFINITY, f64::min)
    };
    // Not what the solver says but what the mixtures really achieve.
    let (sure, kept_to) = (worst(matrix, &rows), 1.0 - worst(&opponents_view, &columns));
    Ok(Equilibrium { value: (sure + kept_to) / 2.0, rows, columns, gap: (kept_to - sure).max(0.0) })
}

/// The mixture of rows whose worst column is best.
fn maximin(matrix: &PayoffMatrix) -> Result<Vec<f64>, ArenaError> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (0.0, 1.0));
    let shares: Vec<Variable> = (0..matrix.size).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let whole: Vec<(Variable, f64)> = shares.iter().map(|share| (*share, 1.0)).collect();
    problem.add_constraint(whole, ComparisonOp::Eq, 1.0);
    for column in 0..matrix.size {
        let mut terms: Vec<(Variable, f64)> =
            shares.iter().enumerate().map(|(row, share)| (*share, matrix.get(row, column))).collect();
        terms.push((value, -1.0));
        problem.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    let failed = |reason: String| ArenaError::Unsuitable(format!("the linear programme was not solved: {reason}"));
    let outcome = problem.solve().map_err(|error| failed(error.to_string()))?;
    let solution = outcome.into_solution().map_err(|_| failed("interrupted".to_string()))?;
    let mut mixture: Vec<f64> = shares
        .iter()
        .map(|share| Some(solution.var_value(*share)).filter(|share| *share > NEGLIGIBLE).unwrap_or(0.0))
        .collect();
    let sum: f64 = mixture.iter().sum();
    mixture.iter_mut().for_each(|share| *share /= sum);
    Ok(mixture)
}
