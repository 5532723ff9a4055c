//! Who meets whom, and which numbers their games have.

use super::plan::{EventOpenings, TournamentEvent};
use crate::MOST_GAMES;
use thiserror::Error;

/// More line-ups than this cannot be reported on.
const MOST_PAIRINGS: usize = 100_000;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All players meet each other.
    RoundRobin,
    /// The first players of the list meet all others; the others do not meet each other.
    Gauntlet {
        /// How many of the first players.
        champions: usize,
    },
    /// Every round pairs players with as many points who have not met yet.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The losers of a round are out.
    Knockout,
}

/// A line-up of players at one event, and its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The event, by number.
    pub event: usize,
    /// The players, by number, in the seats of the first game.
    pub players: Vec<usize>,
    /// The number of the first game; the others follow without gaps.
    pub first: u64,
    /// Number of units: games that share opening and dice.
    pub units: u64,
    /// The number of the first opening.
    pub first_opening: u64,
    /// How many openings follow each other before the first comes again.
    pub openings: u64,
}

impl Pairing {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.units * self.players.len() as u64
    }

    /// The opening of a game.
    pub fn opening_of(&self, number: u64) -> u64 {
        self.first_opening + (number - self.first) / self.players.len() as u64 % self.openings
    }
}

/// Why there is no schedule.
#[derive(Debug, Error)]
pub(super) enum ScheduleError {
    #[error("more than {MOST_GAMES} games or {MOST_PAIRINGS} pairings; divide the tournament")]
    TooLarge,
    #[error("no players meet in `{0}`")]
    NobodyMeets(String),
    #[error("{0}")]
    Rounds(&'static str),
}

/// All pairings of all events, numbered.
pub(super) fn pair(events: &[TournamentEvent], format: Format) -> Result<Vec<Pairing>, ScheduleError> {
    let mut pairings: Vec<Pairing> = Vec::new();
    let mut games: u64 = 0;
    let mut openings: u64 = 0;
    for (number, event) in events.iter().enumerate() {
        let listed = match &event.openings {
            EventOpenings::Listed(positions) => Some(positions.len() as u64),
            EventOpenings::Drawn(_) => None,
        };
        let mut met = false;
        for places in combinations(event.players.len(), event.lineup.players) {
            let players: Vec<usize> = places.iter().map(|place| event.players[*place]).collect();
            if matches!(format, Format::Gauntlet { champions } if players.iter().all(|player| *player >= champions)) {
                continue;
            }
            met = true;
            let pairing = Pairing {
                event: number,
                players,
                first: games,
                units: event.units(),
                first_opening: openings,
                openings: listed.unwrap_or(event.units()),
            };
            games = pairing
                .units
                .checked_mul(pairing.players.len() as u64)
                .map_or(u64::MAX, |more| games.saturating_add(more));
            if games > MOST_GAMES || pairings.len() >= MOST_PAIRINGS {
                return Err(ScheduleError::TooLarge);
            }
            openings += if listed.is_some() { 0 } else { pairing.units };
            pairings.push(pairing);
        }
        if !met {
            return Err(ScheduleError::NobodyMeets(event.label.clone()));
        }
        openings += listed.unwrap_or(0);
    }
    Ok(pairings)
}

/// The number of games of a format of rounds, which pairs two players of one event.
pub(super) fn games_of_rounds(events: &[TournamentEvent], format: Format) -> Result<u64, ScheduleError> {
    let [event] = events else {
        return Err(ScheduleError::Rounds("Swiss and knockout tournaments have one game; write a plan for each"));
    };
    if event.lineup.players != 2 {
        return Err(ScheduleError::Rounds("Swiss and knockout tournaments pair two players; set lineup = 2"));
    }
    let players = event.players.len();
    if matches!(format, Format::Swiss { rounds } if rounds > (players - 1).max(1)) {
        return Err(ScheduleError::Rounds("there are more rounds than opponents; a round robin has all of them"));
    }
    let tables: usize = super::rounds::round_sizes(format, players).iter().sum();
    let games = event.units().saturating_mul(2).saturating_mul(tables as u64);
    if games > MOST_GAMES || tables > MOST_PAIRINGS { Err(ScheduleError::TooLarge) } else { Ok(games) }
}

/// All ways to choose `size` of the numbers below `count`, in order.
fn combinations(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next: Option<Vec<usize>> = (size <= count).then(|| (0..size).collect());
    std::iter::from_fn(move || {
        let current = next.clone()?;
        next = successor(&current, count);
        Some(current)
    })
}

fn successor(current: &[usize], count: usize) -> Option<Vec<usize>> {
    let size = current.len();
    let moving = (0..size).rev().find(|place| current[*place] < count - size + place)?;
    let mut next = current.to_vec();
    for (step, place) in next[moving..].iter_mut().enumerate() {
        *place = current[moving] + 1 + step;
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_complete_and_in_order() {
        let all: Vec<Vec<usize>> = combinations(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(combinations(24, 2).count(), 276);
        assert_eq!(combinations(8, 8).count(), 1);
        assert_eq!(combinations(2, 3).count(), 0);
        assert_eq!(combinations(10, 4).count(), 210);
    }
}
