//! Facts about a game on one board, counted and measured: branching factor, length, draws, the advantage of moving first.

#[cfg(test)]
mod tests;

use crate::stats::{Interval, Units};
use crate::{ArenaError, Seeds};
use plyground_core::{AnyGame, AnyPosition, CellKind, Chances, Drawable, Game, PlayerId, Rng, Turn, perft};
use plyground_engine::{Player, Request, SearchRequest, Spec, build};
use plyground_search::Limits;
use std::time::{Duration, Instant};

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.96;
/// The count of a perft that is not taken further.
const PERFT_NODES: f64 = 200_000.0;
const PERFT_DEPTH: u32 = 6;
/// Turns after which a game between engines is given up.
const MOST_TURNS: usize = 5_000;
/// Random turns of each player before engines take over, so that no two games are the same.
const RANDOM_ROUNDS: usize = 1;

/// How to look.
#[derive(Clone, PartialEq, Debug)]
pub struct FactsPlan {
    /// Random games, and at most this many between engines.
    pub games: u64,
    /// Who plays the games between engines, if there are any.
    pub spec: Option<Spec>,
    /// How long they think.
    pub limits: Limits,
    /// Governs every random decision.
    pub seed: u64,
    /// No game begins after this time; at least one is played.
    pub time: Duration,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: Interval,
}

/// What games of one kind showed.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayFacts {
    /// Games played.
    pub games: u64,
    /// Legal moves per turn.
    pub branching: Mean,
    /// Turns per game.
    pub length: Mean,
    /// Shortest game.
    pub shortest: u32,
    /// Longest game.
    pub longest: u32,
    /// Share of the games without a single winner.
    pub draws: Mean,
    /// The share of first places of each seat.
    pub first_places: Vec<Mean>,
    /// What the first player has more than an equal share of first places.
    pub advantage: Mean,
}

/// All facts.
#[derive(Clone, PartialEq, Debug)]
pub struct GameFacts {
    /// Number of players.
    pub players: usize,
    /// Squares of the board that are no holes.
    pub squares: usize,
    /// Different sequences of 1, 2, … turns.
    pub perft: Vec<u64>,
    /// Games of random moves.
    pub random: PlayFacts,
    /// Random games per second of processor time, on one core.
    pub playouts_per_second: f64,
    /// Games between engines, if there were any.
    pub engine: Option<PlayFacts>,
}

/// Counts and plays.
///
/// # Errors
/// When the player cannot play this game, or the game is over before it begins.
pub fn game_facts(game: &AnyGame, start: &AnyPosition, plan: &FactsPlan) -> Result<GameFacts, ArenaError> {
    if game.turn(start) == Turn::Over {
        return Err(ArenaError::Unsuitable("the game is over at this position; there is nothing to play".to_string()));
    }
    let cells = game.scene(start).cells;
    let mut random = Series { rng: Rng::seeded(Seeds::new(plan.seed).game(0)), player: None, limits: plan.limits };
    let engine = match &plan.spec {
        Some(spec) => {
            let player = build(spec, game, plan.seed)?;
            let rng = Rng::seeded(Seeds::new(plan.seed).game(1));
            Some(Series { rng, player: Some(player), limits: plan.limits }.play(game, start, plan))
        }
        None => None,
    };
    Ok(GameFacts {
        players: game.facts().players,
        squares: cells.iter().filter(|cell| cell.ground != CellKind::Hole).count(),
        perft: small_perft(game, start),
        random: random.play(game, start, plan),
        playouts_per_second: playout_speed(game, start, plan),
        engine,
    })
}

fn small_perft(game: &AnyGame, start: &AnyPosition) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=PERFT_DEPTH {
        let last = counts.last().copied().unwrap_or(1) as f64;
        let before = counts.iter().rev().nth(1).copied().unwrap_or(1).max(1) as f64;
        if last * last / before > PERFT_NODES || last == 0.0 {
            break;
        }
        counts.push(perft(game, &mut start.clone(), depth));
    }
    counts
}

/// Games of one kind.
struct Series {
    rng: Rng,
    /// Who plays in every seat; nobody plays at random.
    player: Option<Box<dyn Player<AnyGame>>>,
    limits: Limits,
}

/// What one game showed.
struct OneGame {
    turns: u32,
    /// Legal moves of all turns.
    choices: u64,
    result: Chances,
}

impl Series {
    fn play(&mut self, game: &AnyGame, start: &AnyPosition, plan: &FactsPlan) -> PlayFacts {
        let begun = Instant::now();
        let mut sums = Sums::new(game.facts().players);
        for number in 0..plan.games.max(1) {
            if number > 0 && begun.elapsed() >= plan.time {
                break;
            }
            if let Some(played) = self.play_one(game, start.clone()) {
                sums.add(&played);
            }
        }
        sums.facts()
    }

    fn play_one(&mut self, game: &AnyGame, mut position: AnyPosition) -> Option<OneGame> {
        let random_turns = RANDOM_ROUNDS * game.facts().players;
        let (mut turns, mut choices, mut moves) = (0u32, 0, Vec::new());
        for _ in 0..2 * MOST_TURNS {
            match game.turn(&position) {
                Turn::Over => {
                    return Some(OneGame { turns, choices, result: Chances::of_result(&game.payoffs(&position)) });
                }
                Turn::Chance => {
                    let face = self.rng.weighted(game.outcomes(&position));
                    game.roll(&mut position, face);
                }
                Turn::Player(_) => {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    choices += moves.len() as u64;
                    let mv = match &mut self.player {
                        Some(player) if turns as usize >= random_turns => {
                            let request = SearchRequest::new(game, &position).within(self.limits);
                            player.think(Request::from(request)).best?
                        }
                        _ => moves[self.rng.below(moves.len())],
                    };
                    game.make(&mut position, mv);
                    turns += 1;
                }
            }
        }
        None
    }
}

/// Sums over games, from which means and intervals come.
struct Sums {
    lengths: Moments,
    branching: Moments,
    draws: Units,
    first_places: Vec<Units>,
    shortest: u32,
    longest: u32,
}

impl Sums {
    fn new(players: usize) -> Self {
        Sums {
            lengths: Moments::default(),
            branching: Moments::default(),
            draws: Units::default(),
            first_places: vec![Units::default(); players],
            shortest: u32::MAX,
            longest: 0,
        }
    }

    fn add(&mut self, played: &OneGame) {
        self.lengths.add(f64::from(played.turns));
        self.branching.add(played.choices as f64 / f64::from(played.turns.max(1)));
        let is_draw = played.result.of(played.result.leader()) < 1.0;
        self.draws.add(1, f64::from(u8::from(is_draw)));
        for (units, share) in self.first_places.iter_mut().zip(played.result.as_slice()) {
            units.add(1, *share);
        }
        self.shortest = self.shortest.min(played.turns);
        self.longest = self.longest.max(played.turns);
    }

    fn facts(self) -> PlayFacts {
        let share = |units: &Units| Mean { mean: units.score(), interval: units.interval() };
        let even = 1.0 / self.first_places.len() as f64;
        let first = share(&self.first_places[PlayerId::FIRST.index()]);
        PlayFacts {
            games: self.draws.games(),
            branching: self.branching.mean(),
            length: self.lengths.mean(),
            shortest: self.shortest.min(self.longest),
            longest: self.longest,
            draws: share(&self.draws),
            advantage: Mean {
                mean: first.mean - even,
                interval: Interval { low: first.interval.low - even, high: first.interval.high - even },
            },
            first_places: self.first_places.iter().map(share).collect(),
        }
    }
}

/// Count, sum and sum of squares.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean with the interval of the normal distribution.
    fn mean(&self) -> Mean {
        let count = self.count.max(1.0);
        let mean = self.sum / count;
        let variance = (self.squares / count - mean * mean).max(0.0) * count / (count - 1.0).max(1.0);
        let half = Z * (variance / count).sqrt();
        Mean { mean, interval: Interval { low: mean - half, high: mean + half } }
    }
}

/// Random games per second of processor time, by the game's own play-outs.
fn playout_speed(game: &AnyGame, start: &AnyPosition, plan: &FactsPlan) -> f64 {
    const LONG_ENOUGH: Duration = Duration::from_millis(200);
    let mut rng = Rng::seeded(Seeds::new(plan.seed).game(2));
    let clock = ProcessorClock::start();
    let mut games = 0.0;
    while games < plan.games.max(1) as f64 && clock.elapsed() < LONG_ENOUGH {
        game.random_game(start, &mut rng);
        games += 1.0;
    }
    games / clock.elapsed().as_secs_f64().max(1e-9)
}

/// The processor time of this thread where the system tells it, else the time on the wall.
struct ProcessorClock {
    begun: Instant,
    used: Option<Duration>,
}

impl ProcessorClock {
    fn start() -> Self {
        ProcessorClock { begun: Instant::now(), used: Self::used() }
    }

    fn elapsed(&self) -> Duration {
        match (self.used, Self::used()) {
            (Some(before), Some(now)) if now > before => now - before,
            _ => self.begun.elapsed(),
        }
    }

    /// Linux: the first number is nanoseconds on a processor.
    fn used() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}
