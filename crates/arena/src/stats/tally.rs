//! The running score of a line-up of players.

use super::{Pentanomial, Places, Sprt, SprtState, Units};
use crate::{Effort, Lineup, Outcome, Termination};
use plyground_core::{MAX_PLAYERS, PlayerId};

/// The score of one player of the line-up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerTally {
    /// Games won alone.
    pub wins: u64,
    /// Games with a shared first place.
    pub draws: u64,
    /// Games without a share of the first place.
    pub losses: u64,
    /// Scores by unit.
    pub units: Units,
    /// Payoffs by unit; with several seats, the mean of the player's seats.
    pub payoffs: Units,
    /// Moves, nodes and time used.
    pub effort: Effort,
    /// How games ended for the player, by [`Termination::code`].
    pub terminations: [u64; Termination::ALL.len()],
}

impl PlayerTally {
    /// How often games ended this way for the player.
    pub fn ended(&self, termination: Termination) -> u64 {
        self.terminations[usize::from(termination.code())]
    }

    /// Adds another score of the same player.
    pub fn merge(&mut self, other: &PlayerTally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.units.merge(&other.units);
        self.payoffs.merge(&other.payoffs);
        self.effort.add(&other.effort);
        for (mine, theirs) in self.terminations.iter_mut().zip(other.terminations) {
            *mine += theirs;
        }
    }
}

/// The score of a line-up, fed with its games in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    lineup: Lineup,
    players: Vec<PlayerTally>,
    games: u64,
    pairs: Pentanomial,
    places: Places,
    seats: Vec<f64>,
    unit: u64,
    unit_games: u64,
    unit_points: Vec<f64>,
    unit_payoffs: Vec<f64>,
}

impl Tally {
    /// No game yet.
    pub fn new(lineup: Lineup) -> Self {
        Tally {
            lineup,
            players: vec![PlayerTally::default(); lineup.players],
            games: 0,
            pairs: Pentanomial::default(),
            places: Places::new(lineup.players, lineup.seats),
            seats: vec![0.0; lineup.seats],
            unit: 0,
            unit_games: 0,
            unit_points: vec![0.0; lineup.players],
            unit_payoffs: vec![0.0; lineup.players],
        }
    }

    /// Counts game number `number` of the line-up. Games come in order, but some may be missing; a unit with missing
    /// games counts for intervals, not as a pair.
    pub fn add(&mut self, number: u64, outcome: &Outcome) {
        let rotation = self.lineup.rotation(number);
        if self.lineup.unit(number) != self.unit {
            self.close_unit();
            self.unit = self.lineup.unit(number);
        }
        let shares = outcome.shares();
        let mut points = [0.0; MAX_PLAYERS];
        let (mut payoffs, mut held) = ([0.0; MAX_PLAYERS], [0.0; MAX_PLAYERS]);
        let mut ended = [Termination::Normal; MAX_PLAYERS];
        for seat in PlayerId::all(self.lineup.seats) {
            let player = self.lineup.player_at(rotation, seat.index());
            points[player] += shares[seat.index()];
            payoffs[player] += outcome.payoffs.as_slice().get(seat.index()).copied().unwrap_or(0.0);
            held[player] += 1.0;
            ended[player] = ended[player].max(outcome.ended_for(seat));
            self.players[player].effort.add(&outcome.efforts[seat.index()]);
            self.places.add(player, outcome.payoffs.place(seat));
            self.seats[seat.index()] += shares[seat.index()];
        }
        for (player, tally) in self.players.iter_mut().enumerate() {
            match points[player] {
                share if share >= 1.0 - 1e-9 => tally.wins += 1,
                0.0 => tally.losses += 1,
                _ => tally.draws += 1,
            }
            tally.terminations[usize::from(ended[player].code())] += 1;
            self.unit_points[player] += points[player];
            self.unit_payoffs[player] += payoffs[player] / held[player];
        }
        self.games += 1;
        self.unit_games += 1;
        if self.unit_games == self.lineup.rotations() {
            // At once, so that a sequential test need not wait for the next game.
            self.close_unit();
        }
    }

    fn close_unit(&mut self) {
        if self.unit_games == 0 {
            return;
        }
        if self.lineup.players == 2 && self.unit_games == 2 {
            self.pairs.add(self.unit_points[0]);
        }
        for (tally, points) in self.players.iter_mut().zip(&mut self.unit_points) {
            tally.units.add(self.unit_games, std::mem::take(points));
        }
        for (tally, payoffs) in self.players.iter_mut().zip(&mut self.unit_payoffs) {
            tally.payoffs.add(self.unit_games, std::mem::take(payoffs));
        }
        self.unit_games = 0;
    }

    /// Closes a last unit that stayed incomplete, so that intervals count it. Nothing may be added afterwards.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.close_unit();
        self
    }

    /// Players and seats.
    pub fn lineup(&self) -> Lineup {
        self.lineup
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The players' achievements, in the order of the line-up.
    pub fn players(&self) -> &[PlayerTally] {
        &self.players
    }

    /// Complete pairs of two players by the first one's points.
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// Who came where.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The mean share of the first place of each seat, over all players.
    pub fn seat_scores(&self) -> Vec<f64> {
        self.seats.iter().map(|points| if self.games == 0 { 0.0 } else { points / self.games as f64 }).collect()
    }

    /// What a sequential test says.
    pub fn sprt(&self, test: &Sprt) -> SprtState {
        test.evaluate(&self.pairs)
    }
}
