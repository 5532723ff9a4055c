//! Formats whose rounds follow from the results of earlier ones: Swiss system and knockout.
//!
//! How many pairings a round has is known beforehand, so every game has its number before the first is played; only who sits at which table
//! follows from results. Drawing is a function of the results alone, so an interrupted tournament goes on as if it had never stopped.

use super::plan::TournamentPlan;
use super::schedule::{Format, Pairing};
use crate::{Archive, ArenaError};
use plyground_core::MAX_PLAYERS;
use std::borrow::Cow;
use std::collections::HashMap;

/// Steps of the search for a round without rematches. Real tournaments need a few dozen; a hopeless one gives up and
/// repeats a pairing.
const PAIRING_STEPS: u32 = 200_000;

/// A finished pairing of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// Both players, by number.
    pub players: [usize; 2],
    /// Their points.
    pub points: [f64; 2],
}

impl Encounter {
    /// One for winning the pairing, a half for as many points as the opponent.
    fn match_points(&self, side: usize) -> f64 {
        match self.points[side].total_cmp(&self.points[1 - side]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

/// A player's place in a format of rounds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RoundScore {
    /// Pairings won, halves for drawn ones; a bye counts as won.
    pub match_points: f64,
    /// The match points of all opponents (Buchholz); 0 in a knockout, where opponents are eliminated.
    pub buchholz: f64,
}

/// The number of pairings of each round.
pub(super) fn round_sizes(format: Format, players: usize) -> Vec<usize> {
    match format {
        Format::RoundRobin | Format::Gauntlet { .. } => Vec::new(),
        Format::Swiss { rounds } => vec![players / 2; rounds],
        Format::Knockout => {
            let mut slots = players.next_power_of_two();
            let mut sizes = Vec::new();
            while slots > 1 {
                sizes.push(if sizes.is_empty() { players - slots / 2 } else { slots / 2 });
                slots /= 2;
            }
            sizes
        }
    }
}

/// The pairings of the next round after all `played` ones, which fill whole rounds.
pub(super) fn next_round(format: Format, players: &[usize], played: &[Encounter]) -> Vec<[usize; 2]> {
    match format {
        Format::RoundRobin | Format::Gauntlet { .. } => Vec::new(),
        Format::Swiss { .. } => swiss_round(players, played),
        Format::Knockout => knockout_round(players, played),
    }
}

/// The order of seeds in a bracket of this many slots: the best two can only meet in the final.
fn bracket(slots: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < slots {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

fn knockout_round(players: &[usize], played: &[Encounter]) -> Vec<[usize; 2]> {
    let order = bracket(players.len().next_power_of_two());
    let mut left: Vec<Option<usize>> = order.into_iter().map(|seed| players.get(seed).copied()).collect();
    let seed = |player: usize| players.iter().position(|other| *other == player);
    let winner = |result: &Encounter| match result.points[0].total_cmp(&result.points[1]) {
        std::cmp::Ordering::Greater => result.players[0],
        std::cmp::Ordering::Less => result.players[1],
        // The better seed goes on.
        std::cmp::Ordering::Equal => result.players.into_iter().min_by_key(|player| seed(*player)).unwrap_or_default(),
    };
    let mut results = played.iter();
    while left.len() > 1 {
        let meeting = |table: &[Option<usize>]| Some([table[0]?, table[1]?]);
        if results.len() == 0 {
            return left.chunks(2).filter_map(meeting).collect();
        }
        let next = |table: &[Option<usize>]| match meeting(table) {
            Some(_) => results.next().map(winner),
            None => table[0].or(table[1]),
        };
        left = left.chunks(2).map(next).collect();
    }
    Vec::new()
}

/// Scores of all players after these pairings. A player who sat out a round of a Swiss tournament, or the first one of a
/// knockout, had a bye.
pub(super) fn round_scores(format: Format, players: &[usize], played: &[Encounter]) -> HashMap<usize, RoundScore> {
    let mut scores: HashMap<usize, RoundScore> =
        players.iter().map(|player| (*player, RoundScore::default())).collect();
    let mut add = |player: usize, points: f64| scores.entry(player).or_default().match_points += points;
    let mut rest = played;
    for (number, size) in round_sizes(format, players.len()).into_iter().enumerate() {
        let (round, later) = rest.split_at(size.min(rest.len()));
        rest = later;
        for encounter in round {
            add(encounter.players[0], encounter.match_points(0));
            add(encounter.players[1], encounter.match_points(1));
        }
        let has_byes = round.len() == size && (number == 0 || matches!(format, Format::Swiss { .. }));
        for player in players.iter().filter(|_| has_byes) {
            if !round.iter().any(|encounter| encounter.players.contains(player)) {
                add(*player, 1.0);
            }
        }
    }
    if matches!(format, Format::Swiss { .. }) {
        let points = |player: usize| scores.get(&player).map_or(0.0, |score| score.match_points);
        let mut buchholz: HashMap<usize, f64> = HashMap::new();
        for encounter in played {
            let [one, other] = encounter.players;
            *buchholz.entry(one).or_default() += points(other);
            *buchholz.entry(other).or_default() += points(one);
        }
        for (player, sum) in buchholz {
            scores.entry(player).or_default().buchholz = sum;
        }
    }
    scores
}

fn swiss_round(players: &[usize], played: &[Encounter]) -> Vec<[usize; 2]> {
    let half = players.len() / 2;
    if played.is_empty() {
        return (0..half).map(|place| [players[place], players[place + half]]).collect();
    }
    let scores = round_scores(Format::Swiss { rounds: played.len() / half.max(1) }, players, played);
    let game_points = |player: usize| -> f64 {
        let of = |encounter: &Encounter| encounter.players.iter().position(|other| *other == player);
        played.iter().filter_map(|encounter| of(encounter).map(|side| encounter.points[side])).sum()
    };
    // A stable sort: equal players stay in the order of the plan.
    let mut order: Vec<usize> = players.to_vec();
    order.sort_by(|a, b| {
        let (one, other) = (scores[a], scores[b]);
        other.match_points.total_cmp(&one.match_points).then(game_points(*b).total_cmp(&game_points(*a)))
    });
    if order.len() % 2 == 1 {
        let rounds = played.len() / half.max(1);
        let met = |player: usize| played.iter().filter(|encounter| encounter.players.contains(&player)).count();
        // The lowest player who has played every round so far sits out.
        let resting = order.iter().rposition(|player| met(*player) == rounds).unwrap_or(order.len() - 1);
        order.remove(resting);
    }
    let has_met = |a: usize, b: usize| {
        played.iter().any(|encounter| encounter.players.contains(&a) && encounter.players.contains(&b))
    };
    let mut steps = PAIRING_STEPS;
    let mut tables = Vec::new();
    if !pair_neighbours(&mut order.clone(), &has_met, &mut tables, &mut steps) {
        tables = order.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    }
    tables
}

/// Pairs the first player with the nearest one they have not met, and so on; goes back where that leaves a player over.
fn pair_neighbours(
    left: &mut Vec<usize>,
    has_met: &dyn Fn(usize, usize) -> bool,
    tables: &mut Vec<[usize; 2]>,
    steps: &mut u32,
) -> bool {
    if left.len() < 2 {
        return true;
    }
    let one = left.remove(0);
    for place in 0..left.len() {
        if *steps == 0 {
            break;
        }
        *steps -= 1;
        if has_met(one, left[place]) {
            continue;
        }
        let other = left.remove(place);
        tables.push([one, other]);
        if pair_neighbours(left, has_met, tables, steps) {
            return true;
        }
        tables.pop();
        left.insert(place, other);
    }
    left.insert(0, one);
    false
}

impl TournamentPlan {
    /// Whether rounds are drawn from the results of earlier ones.
    pub fn has_rounds(&self) -> bool {
        matches!(self.format, Format::Swiss { .. } | Format::Knockout)
    }

    /// The number of pairings of each round; empty where there are no rounds.
    pub fn rounds(&self) -> Vec<usize> {
        round_sizes(self.format, self.events.first().map_or(0, |event| event.players.len()))
    }

    /// The round of a pairing, from 1; `None` where there are no rounds.
    pub fn round_of(&self, pairing: usize) -> Option<usize> {
        let mut first = 0;
        self.rounds()
            .into_iter()
            .position(|size| {
                first += size;
                pairing < first
            })
            .map(|round| round + 1)
    }

    /// The plan with all rounds that the results in the archive determine.
    pub fn drawn(&self, archive: &Archive, tournament: i64) -> Result<Cow<'_, TournamentPlan>, ArenaError> {
        if !self.has_rounds() {
            return Ok(Cow::Borrowed(self));
        }
        let mut shares: HashMap<u64, [f64; MAX_PLAYERS]> = HashMap::new();
        archive.outcomes(tournament, |number, outcome| {
            shares.insert(number, outcome.shares());
        })?;
        let mut plan = self.clone();
        plan.draw(&shares);
        Ok(Cow::Owned(plan))
    }

    fn draw(&mut self, shares: &HashMap<u64, [f64; MAX_PLAYERS]>) {
        let Some(event) = self.events.first() else { return };
        let (players, lineup) = (event.players.clone(), event.lineup);
        for size in round_sizes(self.format, players.len()).into_iter().skip(1) {
            let played: Option<Vec<Encounter>> =
                self.pairings.iter().map(|pairing| encounter(pairing, lineup, shares)).collect();
            let Some(played) = played else { return };
            let round = next_round(self.format, &players, &played);
            debug_assert_eq!(round.len(), size, "rounds have the size that the plan counts with");
            for seated in round {
                let pairing = self.table(self.pairings.len() as u64, seated);
                self.pairings.push(pairing);
            }
        }
    }

    /// The pairing at a table, by number from the first round on.
    pub(super) fn table(&self, number: u64, players: [usize; 2]) -> Pairing {
        let event = &self.events[0];
        let units = event.units();
        let listed = match &event.openings {
            super::plan::EventOpenings::Listed(positions) => Some(positions.len() as u64),
            super::plan::EventOpenings::Drawn(_) => None,
        };
        Pairing {
            event: 0,
            players: players.to_vec(),
            first: number * units * 2,
            units,
            first_opening: if listed.is_some() { 0 } else { number * units },
            openings: listed.unwrap_or(units),
        }
    }
}

/// The result of a pairing whose games are all there.
fn encounter(pairing: &Pairing, lineup: crate::Lineup, shares: &HashMap<u64, [f64; MAX_PLAYERS]>) -> Option<Encounter> {
    let mut points = [0.0; 2];
    for game in 0..pairing.games() {
        let shares = shares.get(&(pairing.first + game))?;
        for (seat, player) in lineup.seated(game).into_iter().enumerate() {
            points[player] += shares[seat];
        }
    }
    Some(Encounter { players: [pairing.players[0], pairing.players[1]], points })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stronger player (lower number) wins, unless an upset is asked for.
    fn play(round: &[[usize; 2]], upsets: &[[usize; 2]]) -> Vec<Encounter> {
        let result = |players: &[usize; 2]| {
            let upset = upsets.contains(players);
            let points = if (players[0] < players[1]) != upset { [2.0, 0.0] } else { [0.0, 2.0] };
            Encounter { players: *players, points }
        };
        round.iter().map(result).collect()
    }

    #[test]
    fn a_bracket_keeps_the_best_apart_and_gives_them_the_byes() {
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(round_sizes(Format::Knockout, 6), [2, 2, 1]);
        assert_eq!(round_sizes(Format::Knockout, 8), [4, 2, 1]);
        assert_eq!(round_sizes(Format::Knockout, 2), [1]);
        let players: Vec<usize> = (10..16).collect();
        let first = next_round(Format::Knockout, &players, &[]);
        assert_eq!(first, [[13, 14], [12, 15]]);
        let mut played = play(&first, &[[12, 15]]);
        let second = next_round(Format::Knockout, &players, &played);
        assert_eq!(second, [[10, 13], [11, 15]]);
        played.extend(play(&second, &[]));
        let last = next_round(Format::Knockout, &players, &played);
        assert_eq!(last, [[10, 11]]);
        // A tie goes to the better seed.
        played.push(Encounter { players: [10, 11], points: [1.0, 1.0] });
        assert_eq!(next_round(Format::Knockout, &players, &played), Vec::<[usize; 2]>::new());
        let scores = round_scores(Format::Knockout, &players, &played);
        assert_eq!(scores[&10].match_points, 2.5, "a bye, a win and a tie");
        assert_eq!((scores[&15].match_points, scores[&12].match_points), (1.0, 0.0));
    }

    #[test]
    fn a_knockout_of_any_size_has_one_loser_per_pairing() {
        for count in 2..40 {
            let players: Vec<usize> = (0..count).collect();
            let mut played = Vec::new();
            for size in round_sizes(Format::Knockout, count) {
                let round = next_round(Format::Knockout, &players, &played);
                assert_eq!(round.len(), size, "{count} players");
                played.extend(play(&round, &[]));
            }
            assert_eq!(played.len(), count - 1);
            assert!(next_round(Format::Knockout, &players, &played).is_empty());
        }
    }

    #[test]
    fn swiss_rounds_pair_equals_without_rematches() {
        let players: Vec<usize> = (0..8).collect();
        let format = Format::Swiss { rounds: 3 };
        let first = next_round(format, &players, &[]);
        assert_eq!(first, [[0, 4], [1, 5], [2, 6], [3, 7]]);
        let mut played = play(&first, &[]);
        let second = next_round(format, &players, &played);
        assert_eq!(second, [[0, 1], [2, 3], [4, 5], [6, 7]]);
        played.extend(play(&second, &[]));
        assert_eq!(next_round(format, &players, &played)[0], [0, 2]);
    }

    #[test]
    fn swiss_tournaments_of_any_size_meet_once_and_rest_once() {
        for count in 3..24 {
            let players: Vec<usize> = (0..count).collect();
            let rounds = (count as f64).log2().ceil() as usize;
            let format = Format::Swiss { rounds };
            let mut played: Vec<Encounter> = Vec::new();
            for _ in 0..rounds {
                let round = next_round(format, &players, &played);
                assert_eq!(round.len(), count / 2);
                for [one, other] in &round {
                    let again = played.iter().any(|e| e.players.contains(one) && e.players.contains(other));
                    assert!(!again, "{count} players: {one} and {other} meet twice");
                }
                played.extend(play(&round, &[]));
            }
            for player in &players {
                let games = played.iter().filter(|encounter| encounter.players.contains(player)).count();
                assert!(games + 1 >= rounds, "{count} players: {player} rested twice");
            }
            let scores = round_scores(format, &players, &played);
            let total: f64 = scores.values().map(|score| score.match_points).sum();
            assert_eq!(total, (rounds * count.div_ceil(2)) as f64, "a bye counts as won");
            assert!(players.iter().all(|player| scores[player].match_points <= scores[&0].match_points));
        }
    }
}
