//! Strengths of many players from who beat whom: the Bradley-Terry model, which is what Elo numbers mean.

/// An imagined draw of this weight between any two who met keeps one-sided results finite.
const IMAGINED: f64 = 0.5;
/// Far more rounds than convergence takes; the loop cannot hang.
const ROUNDS: usize = 2000;
/// Changes smaller than this many Elo are not looked at.
const PRECISION: f64 = 1e-4;

/// The likeliest Elo numbers, with mean 0 over those who played. `games(i, j)` are the games of i against j and the
/// points that i won in them. Hunter's MM algorithm ("MM algorithms for generalized Bradley-Terry models", 2004).
/// `None` for players without opponents.
pub fn strengths(players: usize, games: impl Fn(usize, usize) -> Option<(f64, f64)>) -> Vec<Option<f64>> {
    let mut met: Vec<Vec<(usize, f64, f64)>> = vec![Vec::new(); players];
    for (one, opponents) in met.iter_mut().enumerate() {
        for other in (0..players).filter(|other| *other != one) {
            if let Some((count, points)) = games(one, other).filter(|(count, _)| *count > 0.0) {
                opponents.push((other, count + IMAGINED, points + IMAGINED / 2.0));
            }
        }
    }
    let mut strength = vec![1.0f64; players];
    let playing: Vec<usize> = (0..players).filter(|player| !met[*player].is_empty()).collect();
    if playing.is_empty() {
        return vec![None; players];
    }
    for _ in 0..ROUNDS {
        let mut change = 0.0f64;
        for &one in &playing {
            let points: f64 = met[one].iter().map(|(_, _, points)| points).sum();
            let expected: f64 =
                met[one].iter().map(|(other, count, _)| count / (strength[one] + strength[*other])).sum();
            let better = points / expected;
            change = change.max((400.0 * (better / strength[one]).log10()).abs());
            strength[one] = better;
        }
        let mean = playing.iter().map(|player| strength[*player].ln()).sum::<f64>() / playing.len() as f64;
        playing.iter().for_each(|player| strength[*player] /= mean.exp());
        if change < PRECISION {
            break;
        }
    }
    (0..players).map(|player| (!met[player].is_empty()).then(|| 400.0 * strength[player].log10())).collect()
}

/// More players than this get no errors: the matrix would take longer than the games.
const MOST_ERRORS: usize = 250;
/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Half the width of the 95 % interval of each strength of [`strengths`], relative to the mean of all. `variance(i, j)` is the variance of the points of i
/// against j. A sandwich estimate (Huber 1967): the curvature of the likelihood says how results move strengths, the
/// observed spread of units how much results move. `None` for all where two players cannot be compared.
pub fn strength_errors(
    elo: &[Option<f64>],
    games: impl Fn(usize, usize) -> Option<f64>,
    variance: impl Fn(usize, usize) -> f64,
) -> Vec<Option<f64>> {
    let playing: Vec<usize> = (0..elo.len()).filter(|player| elo[*player].is_some()).collect();
    let count = playing.len();
    let none = vec![None; elo.len()];
    if !(2..=MOST_ERRORS).contains(&count) {
        return none;
    }
    let strength = |place: usize| elo[playing[place]].unwrap_or(0.0) * std::f64::consts::LN_10 / 400.0;
    let mut curvature = vec![vec![0.0; count]; count];
    let mut spread = vec![vec![0.0; count]; count];
    for one in 0..count {
        for other in (0..count).filter(|other| *other != one) {
            let Some(played) = games(playing[one], playing[other]) else { continue };
            let score = 1.0 / (1.0 + (strength(other) - strength(one)).exp());
            let weight = (played + IMAGINED) * score * (1.0 - score);
            let moved = variance(playing[one], playing[other]);
            curvature[one][other] -= weight;
            curvature[one][one] += weight;
            spread[one][other] -= moved;
            spread[one][one] += moved;
        }
    }
    // Strengths are only differences: adding the same to every cell makes the matrix regular and changes nothing else.
    let shift = (0..count).map(|place| curvature[place][place]).sum::<f64>() / (count * count) as f64;
    curvature.iter_mut().flatten().for_each(|cell| *cell += shift);
    let Some(mut inverse) = inverted(curvature) else { return none };
    let back = 1.0 / (shift * (count * count) as f64);
    inverse.iter_mut().flatten().for_each(|cell| *cell -= back);
    let mut errors = none;
    for (place, &player) in playing.iter().enumerate() {
        let row = &inverse[place];
        let total: f64 =
            (0..count).map(|i| row[i] * (0..count).map(|j| spread[i][j] * row[j]).sum::<f64>()).sum::<f64>().max(0.0);
        errors[player] = Some(Z * total.sqrt() * 400.0 / std::f64::consts::LN_10);
    }
    errors
}

/// The inverse by Gauss and Jordan with pivots; `None` where there is none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    let largest = matrix.iter().flatten().fold(0.0f64, |most, cell| most.max(cell.abs()));
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for column in 0..count {
        let pivot = (column..count).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() <= largest * 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().chain(&mut inverse[column]).for_each(|cell| *cell /= scale);
        for row in (0..count).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for other in 0..count {
                matrix[row][other] -= factor * matrix[column][other];
                inverse[row][other] -= factor * inverse[column][other];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::score_of_elo;

    #[test]
    fn exact_scores_give_back_the_elo_they_came_from() {
        let truth = [-150.0, -50.0, 0.0, 200.0];
        let found = strengths(4, |one, other| Some((1e6, 1e6 * score_of_elo(truth[one] - truth[other]))));
        for (found, truth) in found.iter().zip(truth) {
            assert!((found.unwrap() - truth).abs() < 0.1, "{found:?} {truth}");
        }
    }

    #[test]
    fn one_sided_results_and_strangers_are_handled() {
        let found = strengths(3, |one, other| {
            ((one, other) != (2, 2) && one < 2 && other < 2).then_some((10.0, if one == 0 { 10.0 } else { 0.0 }))
        });
        let (winner, loser) = (found[0].unwrap(), found[1].unwrap());
        assert!(winner > 200.0 && winner < 600.0 && (winner + loser).abs() < 1e-6);
        assert_eq!(found[2], None);
        assert_eq!(strengths(2, |_, _| None), [None, None]);
    }

    /// Two players: the error of one strength is half that of the difference, which is the usual one of a score:
    /// 1.96 · √variance / games / (p (1 - p)) in natural units.
    #[test]
    fn errors_of_two_players_are_those_of_their_score() {
        let (games, points, variance) = (1e6, 6e5, 2e5);
        let elo = strengths(2, |one, _| Some((games, if one == 0 { points } else { games - points })));
        let errors = strength_errors(&elo, |_, _| Some(games), |_, _| variance);
        let difference = Z * variance.sqrt() / games / 0.24 * 400.0 / std::f64::consts::LN_10;
        for error in errors {
            assert!((error.unwrap() / (difference / 2.0) - 1.0).abs() < 1e-3, "{error:?} {difference}");
        }
    }

    #[test]
    fn islands_have_no_errors() {
        let together = |one: usize, other: usize| one / 2 == other / 2;
        let elo = strengths(4, |one, other| together(one, other).then_some((10.0, 5.0)));
        assert_eq!(strength_errors(&elo, |one, other| together(one, other).then_some(10.0), |_, _| 2.0), [None; 4]);
    }
}
