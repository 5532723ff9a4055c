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
}
