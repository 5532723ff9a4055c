//! Measures the time of fast players without reading the clock at every move.
//!
//! Reading the clock after every move would slow down a player that answers within a fraction of a microsecond. So the moves
//! of fast players are timed in one game of thirty-two; in the others only the whole game is timed, and its time is distributed
//! in the proportion of the last timed game. Players with limits are always timed.

use crate::{Effort, Outcome};
use arrayvec::ArrayVec;
use plyground_core::MAX_PLAYERS;
use std::time::Duration;

/// Slower moves than this are always timed.
const QUICK: Duration = Duration::from_micros(5);
/// One game in this many is timed move by move.
const EVERY: u64 = 32;

/// A time per move for each player or seat.
pub(crate) type MoveTimes = ArrayVec<Duration, MAX_PLAYERS>;

/// The measured speed of the players of a line-up.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpeedTracker {
    games: u64,
    /// Time per move of each player, once a game of fast players was timed.
    known: MoveTimes,
}

impl SpeedTracker {
    /// Time per move of the player in each seat; `None` when the next game must be timed.
    pub fn times_of_seats(&mut self, seated: &[usize]) -> Option<MoveTimes> {
        self.games += 1;
        if self.games.is_multiple_of(EVERY) {
            self.known.clear();
        }
        seated.iter().map(|player| self.known.get(*player).copied()).collect()
    }

    /// Updates the speeds from a finished game of `players` players.
    pub fn update(&mut self, seated: &[usize], players: usize, outcome: &Outcome, clocked: bool) {
        let efforts = outcome.efforts.iter().zip(seated);
        let mut totals = [Effort::default(); MAX_PLAYERS];
        for (effort, player) in efforts {
            totals[*player].add(effort);
        }
        let average = |total: &Effort| Some(total.time / u32::try_from(total.moves).ok().filter(|moves| *moves > 0)?);
        let averages: Option<MoveTimes> = totals[..players].iter().map(average).collect();
        match averages {
            Some(averages) if averages.iter().all(|time| *time < QUICK && !time.is_zero()) => {
                if clocked {
                    self.known = averages;
                }
            }
            _ => self.known.clear(),
        }
    }
}

/// Distributes the time of a whole game over the seats.
pub(crate) fn distribute(whole: Duration, move_times: &[Duration], outcome: &mut Outcome) {
    let weight = |speed: &Duration, moves: u64| speed.as_secs_f64() * moves as f64;
    let sum: f64 = move_times.iter().zip(&outcome.efforts).map(|(speed, effort)| weight(speed, effort.moves)).sum();
    if sum > 0.0 {
        for (speed, effort) in move_times.iter().zip(&mut outcome.efforts) {
            effort.time = whole.mul_f64(weight(speed, effort.moves) / sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Termination;
    use plyground_core::{Payoffs, PlayerId};

    fn outcome(moves: [u64; 2], nanos: [u64; 2]) -> Outcome {
        let mut efforts = [Effort::default(); MAX_PLAYERS];
        for seat in 0..2 {
            efforts[seat] = Effort { moves: moves[seat], time: Duration::from_nanos(nanos[seat]), ..Effort::default() };
        }
        let payoffs = Payoffs::win(PlayerId::FIRST);
        Outcome { payoffs, termination: Termination::Normal, faults: Vec::new(), turns: 0, efforts }
    }

    #[test]
    fn quick_players_are_clocked_now_and_then_and_slow_ones_always() {
        let mut speed = SpeedTracker::default();
        let mut clocked = 0;
        for _ in 0..320 {
            let known = speed.times_of_seats(&[1, 0]);
            clocked += u32::from(known.is_none());
            speed.update(&[1, 0], 2, &outcome([10, 10], [3000, 1000]), known.is_none());
            assert!(known.is_none_or(|known| *known == [Duration::from_nanos(300), Duration::from_nanos(100)]));
        }
        assert_eq!(clocked, 11, "the first, and then one of thirty-two");
        // One slow game, and the next is clocked again.
        speed.update(&[0, 1], 2, &outcome([1, 1], [1_000_000, 100]), false);
        assert_eq!(speed.times_of_seats(&[0, 1]), None);
    }

    #[test]
    fn a_whole_is_divided_without_rest() {
        let mut result = outcome([10, 5], [0, 0]);
        distribute(Duration::from_nanos(4000), &[Duration::from_nanos(300), Duration::from_nanos(200)], &mut result);
        assert_eq!(result.efforts[0].time, Duration::from_nanos(3000));
        assert_eq!(result.efforts[1].time, Duration::from_nanos(1000));
    }
}
