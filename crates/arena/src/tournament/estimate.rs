//! Estimates the duration of a tournament from a few games of each event.

use super::plan::TournamentPlan;
use super::run::{GameSink, play};
use crate::{ArenaError, GameNumbers, GameRecord, Interrupt};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Games are sampled in this many places of an event, several in a row at each, because players are kept while the pairing
/// stays the same.
const PLACES: u64 = 25;
const IN_A_ROW: u64 = 40;

/// Discards all games.
struct NullSink;

impl GameSink for NullSink {
    fn add(&mut self, _record: GameRecord) -> Result<(), ArenaError> {
        Ok(())
    }
}

/// The estimated duration of the plan with this many jobs, from sample games that are played within `budget`.
/// `None` when not even one game of some event was finished in time.
pub fn estimate(plan: &TournamentPlan, jobs: usize, budget: Duration) -> Result<Option<Duration>, ArenaError> {
    let mut total = Duration::ZERO;
    for event in 0..plan.events.len() {
        let inside = plan.pairings.iter().filter(|pairing| pairing.event == event);
        let first = inside.clone().map(|pairing| pairing.first).min().unwrap_or(0);
        let games: u64 = inside.map(|pairing| pairing.games()).sum();
        let sample = spread(first, games);
        let (finished, took) = time_sample(plan, &sample, jobs, budget / plan.events.len() as u32)?;
        if finished == 0 {
            return Ok(None);
        }
        total += took.mul_f64(games as f64 / finished as f64);
    }
    Ok(Some(total))
}

fn time_sample(
    plan: &TournamentPlan,
    sample: &GameNumbers,
    jobs: usize,
    budget: Duration,
) -> Result<(u64, Duration), ArenaError> {
    let interrupt = Interrupt::default();
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let interrupt = &interrupt;
        scope.spawn(move || {
            if waiting.recv_timeout(budget) == Err(mpsc::RecvTimeoutError::Timeout) {
                interrupt.press();
                interrupt.press();
            }
        });
        let begun = Instant::now();
        let mut finished = 0;
        let played = play(plan, sample, jobs, interrupt, &mut NullSink, &mut |progress| finished = progress.finished);
        let took = begun.elapsed();
        drop(done);
        played.map(|_| (finished, took))
    })
}

/// Numbers from all over `games` games that begin with number `first`.
fn spread(first: u64, games: u64) -> GameNumbers {
    let places = PLACES.min(games.div_ceil(IN_A_ROW)).max(1);
    let mut sample = GameNumbers::default();
    for place in 0..places {
        let begin = first + games * place / places;
        let end = (begin + IN_A_ROW).min(first + games);
        let free = sample.last().map_or(begin, |last| begin.max(last + 1));
        sample.append(&GameNumbers::from(free..end));
    }
    sample
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_lie_inside_and_are_in_order() {
        for (first, games) in [(0, 1), (10, 39), (10, 41), (5, 1_000_000)] {
            let sample = spread(first, games);
            let numbers: Vec<u64> = sample.iter().collect();
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(numbers.iter().all(|number| (first..first + games).contains(number)));
            assert_eq!(numbers[0], first);
        }
        assert_eq!(spread(0, 1_000_000).len(), PLACES * IN_A_ROW);
    }
}
