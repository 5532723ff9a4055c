//! Surveys of boards: plays games to measure their length, coverage and fairness.

use crate::stats::{Interval, Units};
use crate::{ArenaError, ArenaGame, Referee, SeatedPlayer, Seeds, TimeRules, replay};
use plyground_core::{Click, Playable, Rng, Turn};
use plyground_engine::{Spec, build};
use plyground_search::Limits;
use std::time::{Duration, Instant};

/// How to look.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyPlan {
    /// Who sits in every seat.
    pub spec: Spec,
    /// The player's limits.
    pub limits: Limits,
    /// How many games at most.
    pub games: u64,
    /// No game begins after this time.
    pub time: Duration,
    /// Random moves of each player before the players take over, so that no two games are the same.
    pub random_rounds: usize,
    /// Governs every random decision.
    pub seed: u64,
}

/// One seat, as the games showed it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatSurvey {
    /// Mean share of the first place.
    pub share: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// Mean payoff.
    pub payoff: f64,
}

/// What the games showed.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Games played.
    pub games: u64,
    /// One per seat.
    pub seats: Vec<SeatSurvey>,
    /// Cells that bore a piece at the start, or on which a player moved in the first phase of the game.
    pub reached: Vec<bool>,
    /// Shortest game, in turns.
    pub least_turns: usize,
    /// Mean length.
    pub mean_turns: f64,
    /// Longest game.
    pub most_turns: usize,
}

impl Survey {
    /// How far apart the luckiest and the unluckiest seat surely are: the gap between their intervals, 0 when they
    /// overlap.
    pub fn unfairness(&self) -> f64 {
        let low = self.seats.iter().map(|seat| seat.interval.high).fold(f64::INFINITY, f64::min);
        let high = self.seats.iter().map(|seat| seat.interval.low).fold(f64::NEG_INFINITY, f64::max);
        (high - low).max(0.0)
    }
}

/// Plays games of one kind of player against itself.
///
/// # Errors
/// When the player cannot play this game.
pub fn survey<G: Playable>(game: &G, start: &G::Position, plan: &SurveyPlan) -> Result<Survey, ArenaError> {
    let players = game.facts().players;
    let mut sitters = Vec::new();
    for _ in 0..players {
        sitters.push(build(&plan.spec, game, plan.seed)?);
    }
    let begun = Instant::now();
    let seeds = Seeds::new(plan.seed);
    let mut referee = Referee::default();
    let time_rules = TimeRules::lenient(plan.limits);
    let mut units = vec![Units::default(); players];
    let mut payoffs = vec![0.0; players];
    let mut lengths = Vec::new();
    let pieces = game.scene(start).cells;
    let mut reached: Vec<bool> = pieces.iter().map(|cell| cell.piece.is_some()).collect();
    for number in 0..plan.games {
        if number > 0 && begun.elapsed() >= plan.time {
            break;
        }
        let (from, opening) = open(game, start, plan.random_rounds * players, &mut seeds.opening(number), &mut reached);
        let mut seats: Vec<SeatedPlayer<'_, G>> = Vec::new();
        for (index, sitter) in sitters.iter_mut().enumerate() {
            seats.push(SeatedPlayer {
                player: sitter.as_mut(),
                time_rules: &time_rules,
                seed: seeds.seat(number, index),
            });
        }
        let config = ArenaGame { game, start: &from, opening: &[], dice: seeds.dice(number), longest: None };
        let outcome = referee.play(&config, &mut seats);
        for (index, share) in outcome.shares()[..players].iter().enumerate() {
            units[index].add(1, *share);
            payoffs[index] += outcome.payoffs.as_slice()[index];
        }
        lengths.push(opening + outcome.turns);
        replay(game, &from, referee.turns(), &outcome.faults, |position, turn| {
            mark(game, start, position, turn.1, &mut reached);
        });
    }
    let games = lengths.len() as u64;
    let seats = units.iter().zip(payoffs).map(|(units, payoff)| SeatSurvey {
        share: units.score(),
        interval: units.interval(),
        payoff: payoff / games.max(1) as f64,
    });
    Ok(Survey {
        games,
        seats: seats.collect(),
        reached,
        least_turns: lengths.iter().copied().min().unwrap_or(0),
        mean_turns: lengths.iter().sum::<usize>() as f64 / games.max(1) as f64,
        most_turns: lengths.iter().copied().max().unwrap_or(0),
    })
}

/// Makes random moves; returns where they lead and how many they were. The game is never over after them.
fn open<G: Playable>(
    game: &G,
    start: &G::Position,
    plies: usize,
    rng: &mut Rng,
    reached: &mut [bool],
) -> (G::Position, usize) {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for made in 0..plies {
        let mut next = position.clone();
        if game.turn(&next) == Turn::Chance {
            let face = rng.weighted(game.outcomes(&next));
            game.roll(&mut next, face);
        }
        moves.clear();
        game.moves(&next, &mut moves);
        let mv = moves[rng.below(moves.len())];
        let before = next.clone();
        game.make(&mut next, mv);
        if game.turn(&next) == Turn::Over {
            return (position, made);
        }
        mark(game, start, &before, mv, reached);
        position = next;
    }
    (position, plies)
}

fn mark<G: Playable>(game: &G, start: &G::Position, position: &G::Position, mv: G::Move, reached: &mut [bool]) {
    if game.phase(position) == game.phase(start) {
        let clicks = game.clicks(position, mv);
        let cells = clicks.iter().filter_map(|click| match click {
            Click::Cell(cell) => Some(*cell),
            Click::Answer(_) => None,
        });
        cells.for_each(|cell| reached[cell] = true);
    }
}
