//! Many games of players against themselves, kept position by position for learning.
//!
//! Games are played first and encoded afterwards: then the number of positions is known, and the numbers are written
//! straight into memory that numpy will own.

use super::observation::Encoder;
use crate::errors::Failure;
use crate::supervise::Monitor;
use plyground_core::sync::ignore_poison;
use plyground_core::{Payoffs, Playable, Rng, Turn, splitmix64};
use plyground_engine::{Player, Spec, build};
use plyground_search::{Limits, SearchRequest};
use serde_json::json;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What to play.
pub struct EpisodePlan {
    /// One player per seat.
    pub players: Vec<(Spec, Limits)>,
    /// How many games.
    pub games: usize,
    /// Threads.
    pub threads: usize,
    /// The seed of every random choice.
    pub seed: u64,
    /// This many first turns are random.
    pub random_turns: usize,
    /// The probability that a later turn is random.
    pub epsilon: f64,
    /// Whether games begin with random set-ups, where the rules provide for them.
    pub random_starts: bool,
}

/// Games that were played, with their type hidden.
pub trait Episodes: Send + Sync {
    /// Positions in all games.
    fn count(&self) -> usize;
    /// Four numbers per position: game, turn, player, action.
    fn write_facts(&self, encoder: &Encoder, threads: usize, buffer: &mut [i32]);
    /// What each position's game was worth to each player in the end.
    fn write_payoffs(&self, buffer: &mut [f32]);
    /// The planes of every position.
    fn write_observations(&self, encoder: &Encoder, threads: usize, buffer: &mut [f32]);
    /// For each action and position whether it is legal.
    fn write_masks(&self, encoder: &Encoder, threads: usize, buffer: &mut [bool]);
}

/// Numbers per position that [`Episodes::write_facts`] writes.
pub const FACTS: usize = 4;
/// Positions of one encoding job.
const JOB: usize = 256;

struct Sample<G: Playable> {
    position: G::Position,
    mv: G::Move,
    game: u32,
    turn: u32,
}

/// One game: its positions where players moved, and its end.
type Episode<G> = (Vec<Sample<G>>, Payoffs);

struct PlayedEpisodes<G: Playable> {
    game: G,
    samples: Vec<Sample<G>>,
    payoffs: Vec<Payoffs>,
}

/// Plays the games of a plan. `start` is where they begin.
pub fn play<G: Playable>(
    game: &G,
    start: &G::Position,
    plan: &EpisodePlan,
    monitor: &Monitor,
) -> Result<Box<dyn Episodes>, Failure> {
    let slots: Vec<Mutex<Option<Episode<G>>>> = (0..plan.games).map(|_| Mutex::default()).collect();
    let failure = Mutex::new(None);
    let done = AtomicUsize::new(0);
    let numbers = AtomicUsize::new(0);
    // Players are built once before any game begins, so that errors show at once.
    seats(game, plan)?;
    super::share(plan.threads, 0..plan.threads, |_| {
        let mut players = match seats(game, plan) {
            Ok(players) => players,
            Err(error) => {
                ignore_poison(failure.lock()).get_or_insert(error);
                return;
            }
        };
        loop {
            let number = numbers.fetch_add(1, Ordering::Relaxed);
            if number >= plan.games || monitor.stop.is_set() || ignore_poison(failure.lock()).is_some() {
                return;
            }
            match episode(game, start, plan, number, &mut players, monitor) {
                Ok(played) => *ignore_poison(slots[number].lock()) = Some(played),
                Err(error) => {
                    ignore_poison(failure.lock()).get_or_insert(error);
                }
            }
            monitor.tell(json!({"done": done.fetch_add(1, Ordering::Relaxed) + 1, "of": plan.games}));
        }
    });
    if let Some(error) = ignore_poison(failure.into_inner()) {
        return Err(error);
    }
    let mut played = PlayedEpisodes { game: game.clone(), samples: Vec::new(), payoffs: Vec::new() };
    for slot in slots {
        let (samples, payoffs) = ignore_poison(slot.into_inner()).ok_or(Failure::Interrupted)?;
        played.samples.extend(samples);
        played.payoffs.push(payoffs);
    }
    Ok(Box::new(played))
}

fn seats<G: Playable>(game: &G, plan: &EpisodePlan) -> Result<Vec<Box<dyn Player<G>>>, Failure> {
    plan.players.iter().map(|(spec, _)| Ok(build(spec, game, 0)?)).collect()
}

/// Plays one game.
fn episode<G: Playable>(
    game: &G,
    start: &G::Position,
    plan: &EpisodePlan,
    number: usize,
    players: &mut [Box<dyn Player<G>>],
    monitor: &Monitor,
) -> Result<Episode<G>, Failure> {
    let mut rng = Rng::part(plan.seed, number as u64);
    for (seat, player) in players.iter_mut().enumerate() {
        player.new_game(splitmix64(plan.seed ^ splitmix64((number * 8 + seat) as u64)));
    }
    let mut position = if plan.random_starts { game.random_start(&mut rng) } else { start.clone() };
    let (mut samples, mut moves) = (Vec::new(), Vec::new());
    let longest = game.facts().longest;
    while samples.len() < longest {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
            }
            Turn::Player(player) => {
                let is_random = samples.len() < plan.random_turns || (plan.epsilon > 0.0 && rng.unit() < plan.epsilon);
                let mv = if is_random {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    moves[rng.below(moves.len())]
                } else {
                    let limits = plan.players[player.index()].1;
                    let request = SearchRequest::new(game, &position).within(limits).until(&monitor.stop);
                    let chosen = players[player.index()].choose(request.into()).mv;
                    chosen
                        .filter(|mv| game.is_legal(&position, *mv))
                        .ok_or_else(|| no_move(plan, player.index(), players))?
                };
                samples.push(Sample {
                    position: position.clone(),
                    mv,
                    game: number as u32,
                    turn: samples.len() as u32,
                });
                game.make(&mut position, mv);
            }
        }
    }
    Ok((samples, game.payoffs(&position)))
}

fn no_move<G: Playable>(plan: &EpisodePlan, seat: usize, players: &mut [Box<dyn Player<G>>]) -> Failure {
    let spec = &plan.players[seat].0;
    match players[seat].failure() {
        Some(failure) => Failure::value(format!("{spec} {failure}")),
        None => Failure::value(format!("{spec} has no legal move to offer")),
    }
}

impl<G: Playable> PlayedEpisodes<G> {
    fn action(&self, encoder: &Encoder, sample: &Sample<G>) -> i32 {
        let clicks = self.game.clicks(&sample.position, sample.mv);
        encoder.action(&clicks).map_or(-1, |action| action as i32)
    }
}

impl<G: Playable> Episodes for PlayedEpisodes<G> {
    fn count(&self) -> usize {
        self.samples.len()
    }

    fn write_facts(&self, encoder: &Encoder, threads: usize, buffer: &mut [i32]) {
        let jobs = self.samples.chunks(JOB).zip(buffer.chunks_mut(FACTS * JOB));
        super::share(threads, jobs, |(samples, buffer)| {
            for (sample, facts) in samples.iter().zip(buffer.chunks_exact_mut(FACTS)) {
                let mover = self.game.mover(&sample.position).map_or(0, |player| player.number());
                let action = self.action(encoder, sample);
                facts.copy_from_slice(&[sample.game as i32, sample.turn as i32, mover as i32, action]);
            }
        });
    }

    fn write_payoffs(&self, buffer: &mut [f32]) {
        let players = self.game.facts().players;
        for (sample, slots) in self.samples.iter().zip(buffer.chunks_exact_mut(players)) {
            let payoffs = self.payoffs[sample.game as usize].as_slice();
            slots.iter_mut().zip(payoffs).for_each(|(slot, payoff)| *slot = *payoff as f32);
        }
    }

    fn write_observations(&self, encoder: &Encoder, threads: usize, buffer: &mut [f32]) {
        let size = encoder.size();
        if size == 0 {
            return;
        }
        let jobs = self.samples.chunks(JOB).zip(buffer.chunks_mut(size * JOB));
        super::share(threads, jobs, |(samples, buffer)| {
            for (sample, buffer) in samples.iter().zip(buffer.chunks_exact_mut(size)) {
                encoder.write(&self.game.scene(&sample.position), self.game.mover(&sample.position), buffer);
            }
        });
    }

    fn write_masks(&self, encoder: &Encoder, threads: usize, buffer: &mut [bool]) {
        let size = encoder.actions();
        if size == 0 {
            return;
        }
        let jobs = self.samples.chunks(JOB).zip(buffer.chunks_mut(size * JOB));
        super::share(threads, jobs, |(samples, buffer)| {
            let mut moves = Vec::new();
            for (sample, mask) in samples.iter().zip(buffer.chunks_exact_mut(size)) {
                moves.clear();
                self.game.moves(&sample.position, &mut moves);
                for mv in &moves {
                    if let Some(action) = encoder.action(&self.game.clicks(&sample.position, *mv)) {
                        mask[action] = true;
                    }
                }
            }
        });
    }
}
