//! Ratings for games with more than two players: Weng and Lin's Bayesian approximation ("A Bayesian approximation
//! method for online ranking", 2011, Bradley-Terry model), as computed by the crate `skillratings`.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Ratings that follow the games in their order. All players start at 25 with an uncertainty of 25/3.
#[derive(Clone, Debug)]
pub struct Ratings {
    players: Vec<WengLinRating>,
    config: WengLinConfig,
}

impl Ratings {
    /// Initial ratings.
    pub fn new(players: usize) -> Self {
        Ratings { players: vec![WengLinRating::new(); players], config: WengLinConfig::new() }
    }

    /// Takes one game into account: who sat at the table, and to which places they came. A player who held several
    /// seats counts by the best of them.
    pub fn add(&mut self, seated: &[usize], places: &[usize]) {
        let mut best: Vec<(usize, usize)> = Vec::with_capacity(seated.len());
        for (&player, &place) in seated.iter().zip(places) {
            match best.iter_mut().find(|(known, _)| *known == player) {
                Some((_, known)) => *known = place.min(*known),
                None => best.push((player, place)),
            }
        }
        if best.len() < 2 {
            return;
        }
        let teams: Vec<[WengLinRating; 1]> = best.iter().map(|(player, _)| [self.players[*player]]).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            teams.iter().zip(&best).map(|(team, (_, place))| (&team[..], MultiTeamOutcome::new(*place))).collect();
        let updated = weng_lin_multi_team(&ranked, &self.config);
        for ((player, _), team) in best.iter().zip(updated) {
            if let Some(rating) = team.first() {
                self.players[*player] = *rating;
            }
        }
    }

    /// Rating and uncertainty (one standard deviation) of a player.
    pub fn of(&self, player: usize) -> (f64, f64) {
        let rating = self.players[player];
        (rating.rating, rating.uncertainty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Rng;

    #[test]
    fn the_published_first_step_is_met() {
        // Weng and Lin's Bradley-Terry update of two new players: mu ± 2.6354 (also OpenSkill's documented example for
        // its BradleyTerryFull model: 27.6354 against 22.3645), sigma 8.0656.
        let mut ratings = Ratings::new(2);
        ratings.add(&[0, 1], &[1, 2]);
        let (winner, doubt) = ratings.of(0);
        assert!((winner - 27.6354).abs() < 0.001 && (doubt - 8.0655).abs() < 0.001, "{winner} {doubt}");
        assert!((ratings.of(1).0 - 22.3646).abs() < 0.001);
    }

    #[test]
    fn the_order_of_strength_is_found_from_games_of_four() {
        let mut rng = Rng::seeded(5);
        let mut ratings = Ratings::new(5);
        let strengths = [1.0, 2.0, 4.0, 8.0, 16.0];
        for _ in 0..2000 {
            let mut seated = vec![0, 1, 2, 3, 4];
            rng.shuffle(&mut seated);
            seated.truncate(4);
            // Exponential race: the place is drawn in proportion to strength.
            let times: Vec<f64> = seated.iter().map(|p| -(1.0 - rng.unit()).ln() / strengths[*p]).collect();
            let places: Vec<usize> =
                times.iter().map(|mine| 1 + times.iter().filter(|other| *other < mine).count()).collect();
            ratings.add(&seated, &places);
        }
        let found: Vec<f64> = (0..5).map(|player| ratings.of(player).0).collect();
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
    }

    #[test]
    fn one_sided_results_stay_finite() {
        let mut ratings = Ratings::new(3);
        for _ in 0..10_000 {
            ratings.add(&[0, 1, 2], &[1, 2, 2]);
        }
        assert!((0..3).all(|player| ratings.of(player).0.is_finite() && ratings.of(player).1 > 0.0));
        ratings.add(&[0, 0], &[1, 2]);
    }
}
