//! Standings: tables computed from the archive, game by game in the order of their numbers.

use super::plan::TournamentPlan;
use super::rounds::{Encounter, RoundScore, round_scores};
use crate::stats::{PlayerTally, Ratings, Sprt, SprtDecision, SprtState, Tally, Units, strength_errors, strengths};
use crate::{Archive, ArenaError, Lineup, Outcome};
use std::collections::HashSet;

/// The standings of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The tournament.
    pub name: String,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// Names and specs of the players, in the order of the plan.
    pub players: Vec<(String, String)>,
    /// One table per event.
    pub events: Vec<EventStandings>,
    /// All events together, if there are several.
    pub overall: Option<EventStandings>,
}

/// The standings of one event.
#[derive(Clone, Debug)]
pub struct EventStandings {
    /// Its label.
    pub label: String,
    /// Seats per game; 0 where events with different numbers of seats are combined.
    pub seats: usize,
    /// Players per game.
    pub lineup: usize,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// The participants, best score first.
    pub rows: Vec<StandingRow>,
    /// Points per game of each seat.
    pub seat_scores: Vec<f64>,
    /// The sequential tests of the pairings, in the order of the plan.
    pub tests: Vec<PairingTest>,
    cross: Vec<Vec<Units>>,
}

/// One player of an event.
#[derive(Clone, Debug)]
pub struct StandingRow {
    /// The player's number in the plan.
    pub player: usize,
    /// The player's name.
    pub name: String,
    /// The score.
    pub tally: PlayerTally,
    /// How often the player reached each place.
    pub places: Vec<u64>,
    /// Elo by the Bradley-Terry model, mean 0; `None` for players without games.
    pub elo: Option<f64>,
    /// Half the width of the 95 % interval of the Elo, where games are between two players.
    pub elo_error: Option<f64>,
    /// Sonneborn-Berger: the scores of the opponents, weighted with the points won against them.
    pub sonneborn_berger: f64,
    /// Match points and Buchholz, in a format of rounds.
    pub rounds: Option<RoundScore>,
    /// Weng-Lin rating and its uncertainty, for games of more than two players.
    pub rating: Option<(f64, f64)>,
    /// Opponents who are better, with 95 % confidence.
    pub worse_than: usize,
    /// Opponents without a significant difference.
    pub even_with: usize,
    /// Opponents who are worse, with 95 % confidence.
    pub better_than: usize,
}

/// The sequential test of one pairing.
#[derive(Clone, Debug)]
pub struct PairingTest {
    /// The number of the pairing's first game.
    pub first: u64,
    /// Both players, by number in the plan; the test is about the first.
    pub players: [usize; 2],
    /// How far it has come.
    pub state: SprtState,
}

impl EventStandings {
    /// The result of one player (by number in the plan) against another: the score in games of two, else the share of games in
    /// which the player finished ahead of the other. `None` if they never met.
    pub fn against(&self, player: usize, opponent: usize) -> Option<&Units> {
        self.cross.get(player)?.get(opponent).filter(|units| units.units() > 0)
    }
}

impl Standings {
    /// The pairings, by their first game, whose sequential tests are decided.
    pub(super) fn decided_pairings(&self) -> HashSet<u64> {
        let tests = self.events.iter().flat_map(|event| &event.tests);
        tests.filter(|test| test.state.decision != SprtDecision::Undecided).map(|test| test.first).collect()
    }

    /// Computes the standings of a tournament in the archive. Games after the decision of a sequential test do not count.
    pub fn compute(plan: &TournamentPlan, archive: &Archive, tournament: i64) -> Result<Self, ArenaError> {
        let plan = &*plan.drawn(archive, tournament)?;
        let mut events: Vec<EventTotals> =
            plan.events.iter().map(|event| EventTotals::new(plan, event.lineup)).collect();
        let mut current: Option<PairingTotals> = None;
        let mut played = 0;
        archive.outcomes(tournament, |number, outcome| {
            let pairing = plan.pairing_of(number);
            if current.as_ref().is_none_or(|account| account.first != pairing.first) {
                if let Some(done) = current.take() {
                    events[done.event].close(done);
                }
                let lineup = plan.events[pairing.event].lineup;
                let mut totals = PairingTotals::new(pairing.event, pairing.first, &pairing.players, lineup);
                totals.test = plan.sprt;
                totals.games = pairing.games();
                current = Some(totals);
            }
            if let Some(account) = &mut current
                && account.takes(number)
            {
                played += 1;
                account.add(number, outcome, &mut events[pairing.event]);
            }
        })?;
        if let Some(done) = current {
            events[done.event].close(done);
        }
        let planned = |event: usize| -> u64 {
            if plan.has_rounds() {
                return plan.games();
            }
            plan.pairings.iter().filter(|pairing| pairing.event == event).map(|pairing| pairing.games()).sum()
        };
        let overall = (events.len() > 1).then(|| {
            let mut all = EventTotals::new(plan, Lineup { players: 0, seats: 0 });
            events.iter().for_each(|event| all.merge(event));
            all.standings(plan, "all games", plan.games())
        });
        let tables = events.iter().enumerate();
        let tables = tables.map(|(number, event)| event.standings(plan, &plan.events[number].label, planned(number)));
        Ok(Standings {
            name: plan.name.clone(),
            planned: plan.games(),
            played,
            players: plan.players.iter().map(|player| (player.name.clone(), player.spec.to_string())).collect(),
            events: tables.collect(),
            overall,
        })
    }
}

/// The running totals of one event.
struct EventTotals {
    lineup: Lineup,
    played: u64,
    tallies: Vec<PlayerTally>,
    places: Vec<Vec<u64>>,
    seats: Vec<f64>,
    cross: Vec<Vec<Units>>,
    ratings: Ratings,
    tests: Vec<PairingTest>,
    encounters: Vec<Encounter>,
}

impl EventTotals {
    fn new(plan: &TournamentPlan, lineup: Lineup) -> Self {
        let players = plan.players.len();
        EventTotals {
            lineup,
            played: 0,
            tallies: vec![PlayerTally::default(); players],
            places: vec![vec![0; lineup.seats]; players],
            seats: vec![0.0; lineup.seats],
            cross: vec![vec![Units::default(); players]; players],
            ratings: Ratings::new(players),
            tests: Vec::new(),
            encounters: Vec::new(),
        }
    }

    fn close(&mut self, mut done: PairingTotals) {
        done.close_unit();
        if let (Some(test), [one, other]) = (done.test, &done.players[..]) {
            let state = done.tally.sprt(&test);
            self.tests.push(PairingTest { first: done.first, players: [*one, *other], state });
        }
        let tally = done.tally.finished();
        if let ([one, other], true) = (&done.players[..], tally.games() == done.games) {
            let points = [0, 1].map(|place: usize| tally.players()[place].units.points());
            self.encounters.push(Encounter { players: [*one, *other], points });
        }
        self.played += tally.games();
        for (place, &player) in done.players.iter().enumerate() {
            self.tallies[player].merge(&tally.players()[place]);
            for (count, more) in self.places[player].iter_mut().zip(tally.places().of(place)) {
                *count += more;
            }
        }
        for (seat, score) in self.seats.iter_mut().zip(tally.seat_scores()) {
            *seat += score * tally.games() as f64;
        }
        for (&one, row) in done.players.iter().zip(&done.ahead) {
            for (&other, units) in done.players.iter().zip(row) {
                self.cross[one][other].merge(units);
            }
        }
    }

    fn merge(&mut self, other: &EventTotals) {
        self.played += other.played;
        for (mine, theirs) in self.tallies.iter_mut().zip(&other.tallies) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.cross.iter_mut().flatten().zip(other.cross.iter().flatten()) {
            mine.merge(theirs);
        }
        if other.lineup.players > self.lineup.players {
            self.lineup.players = other.lineup.players;
        }
    }

    /// The scores of all opponents, each weighted with the points won against them, per game.
    fn sonneborn_berger(&self, player: usize) -> f64 {
        let met = self.cross[player].iter().enumerate().filter(|(_, units)| units.units() > 0);
        let (sum, games) = met.fold((0.0, 0.0), |(sum, games), (opponent, units)| {
            (sum + units.points() * self.tallies[opponent].units.score(), games + units.games() as f64)
        });
        if games > 0.0 { sum / games } else { 0.0 }
    }

    fn standings(&self, plan: &TournamentPlan, label: &str, planned: u64) -> EventStandings {
        let elo = strengths(self.tallies.len(), |one, other| {
            let units = &self.cross[one][other];
            (units.units() > 0).then(|| (units.games() as f64, units.points()))
        });
        let two = self.lineup.players == 2;
        let played = |one: usize, other: usize| {
            let units = &self.cross[one][other];
            (units.units() > 0).then(|| units.games() as f64)
        };
        let errors = if two {
            strength_errors(&elo, played, |one, other| self.cross[one][other].points_variance())
        } else {
            vec![None; elo.len()]
        };
        let in_rounds = plan.has_rounds().then(|| round_scores(plan.format, &plan.events[0].players, &self.encounters));
        let row = |(player, tally): (usize, &PlayerTally)| {
            let verdicts = self.cross[player].iter().filter(|units| units.units() > 0).map(|units| {
                let interval = units.interval();
                (interval.high < 0.5, interval.low > 0.5)
            });
            let verdicts: Vec<(bool, bool)> = verdicts.collect();
            StandingRow {
                player,
                name: plan.players[player].name.clone(),
                tally: tally.clone(),
                places: self.places[player].clone(),
                elo: elo[player],
                elo_error: errors[player],
                sonneborn_berger: self.sonneborn_berger(player),
                rounds: in_rounds.as_ref().and_then(|scores| scores.get(&player).copied()),
                rating: (self.lineup.seats > 2).then(|| self.ratings.of(player)),
                worse_than: verdicts.iter().filter(|(worse, _)| *worse).count(),
                even_with: verdicts.iter().filter(|(worse, better)| !worse && !better).count(),
                better_than: verdicts.iter().filter(|(_, better)| *better).count(),
            }
        };
        let took_part = |(_, tally): &(usize, &PlayerTally)| tally.units.units() > 0;
        let mut rows: Vec<StandingRow> = self.tallies.iter().enumerate().filter(took_part).map(row).collect();
        // A stable sort: what is equal in everything stays in the order of the plan.
        rows.sort_by(|a, b| {
            let rounds = |row: &StandingRow| row.rounds.unwrap_or_default();
            let by = |key: &dyn Fn(&StandingRow) -> f64| key(b).total_cmp(&key(a));
            by(&|row| rounds(row).match_points)
                .then(by(&|row| rounds(row).buchholz))
                .then(by(&|row| row.tally.units.score()))
                .then(by(&|row| row.sonneborn_berger))
                .then(by(&|row| row.tally.wins as f64))
        });
        EventStandings {
            label: label.to_string(),
            seats: self.lineup.seats,
            lineup: self.lineup.players,
            planned,
            played: self.played,
            rows,
            tests: self.tests.clone(),
            seat_scores: self.seats.iter().map(|points| points / self.played.max(1) as f64).collect(),
            cross: self.cross.clone(),
        }
    }
}

/// The running totals of one pairing.
struct PairingTotals {
    event: usize,
    first: u64,
    players: Vec<usize>,
    /// Games planned.
    games: u64,
    test: Option<Sprt>,
    lineup: Lineup,
    tally: Tally,
    ahead: Vec<Vec<Units>>,
    unit: u64,
    unit_games: u64,
    unit_ahead: Vec<Vec<f64>>,
}

impl PairingTotals {
    fn new(event: usize, first: u64, players: &[usize], lineup: Lineup) -> Self {
        let count = players.len();
        PairingTotals {
            event,
            first,
            players: players.to_vec(),
            games: 0,
            test: None,
            lineup,
            tally: Tally::new(lineup),
            ahead: vec![vec![Units::default(); count]; count],
            unit: 0,
            unit_games: 0,
            unit_ahead: vec![vec![0.0; count]; count],
        }
    }

    /// Whether the game counts. A sequential test takes games in their order, up to the first that is missing and until it is
    /// decided, so that its decision does not depend on which games were finished first.
    fn takes(&self, number: u64) -> bool {
        let decision = |test: &Sprt| self.tally.sprt(test).decision;
        let in_order = number == self.first + self.tally.games();
        self.test.as_ref().is_none_or(|test| in_order && decision(test) == SprtDecision::Undecided)
    }

    fn add(&mut self, number: u64, outcome: &Outcome, event: &mut EventTotals) {
        let number = number - self.first;
        self.tally.add(number, outcome);
        if self.lineup.unit(number) != self.unit {
            self.close_unit();
            self.unit = self.lineup.unit(number);
        }
        self.unit_games += 1;
        let seated = self.lineup.seated(number);
        let places = outcome.payoffs.places();
        if self.lineup.seats > 2 {
            let numbers: Vec<usize> = seated.iter().map(|place| self.players[*place]).collect();
            event.ratings.add(&numbers, &places);
        }
        let shares = outcome.shares();
        let mut best = vec![usize::MAX; self.players.len()];
        let mut points = vec![0.0; self.players.len()];
        for (seat, place) in seated.into_iter().enumerate() {
            best[place] = best[place].min(places[seat]);
            points[place] += shares[seat];
        }
        for one in 0..best.len() {
            for other in (0..best.len()).filter(|other| *other != one) {
                self.unit_ahead[one][other] += match best[one].cmp(&best[other]) {
                    _ if best.len() == 2 => points[one],
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
            }
        }
    }

    fn close_unit(&mut self) {
        for (row, sums) in self.ahead.iter_mut().zip(&mut self.unit_ahead) {
            for (units, points) in row.iter_mut().zip(sums) {
                units.add(self.unit_games, std::mem::take(points));
            }
        }
        // Players do not meet themselves.
        (0..self.players.len()).for_each(|player| self.ahead[player][player] = Units::default());
        self.unit_games = 0;
    }
}
