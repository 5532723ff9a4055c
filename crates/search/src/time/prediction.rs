//! Whether another iteration is worth beginning. One that cannot be finished is mostly wasted, so the three clients
//! each guessed how long the next one takes; all three guesses are here.

use crate::Limits;
use std::time::Duration;

/// The rule that decides about the next iteration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Prediction {
    /// Always begin, and let the hard limit end it. Where a soft limit is apart from it, as [`Prediction::Half`].
    None,
    /// 2016: none after half of the time. What an unfinished iteration found is still used, so this wastes least.
    #[default]
    Half,
    /// 2018: the next takes longer than the last by the largest ratio seen so far in this search.
    Branching,
    /// 2019: the next takes `mean[n+1] · t[n] / mean[n]`, the means being those of the same iteration over the earlier
    /// moves of the game. Without such data as [`Prediction::Branching`].
    Statistical,
}

/// 2019: a predicted iteration must fit into this share of the time.
const CONFIDENCE: f64 = 0.9;
/// The first ratio is not known yet; a doubled time is the least a deeper iteration can be expected to take.
const FIRST_RATIO: f64 = 2.0;
/// Iterations faster than this say more about caches than about the game, and are not used for ratios.
const NOISE: Duration = Duration::from_micros(50);

/// What a player remembers of the iterations of earlier moves, and thinks of the next one.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    kind: Prediction,
    // Per depth: how many iterations, and their time in seconds.
    earlier: Vec<(u32, f64)>,
    // Of this move, from depth 1 on.
    current: Vec<Duration>,
}

impl Forecast {
    /// Knows nothing yet.
    pub fn new(kind: Prediction) -> Self {
        Forecast { kind, ..Forecast::default() }
    }

    /// A new move begins: the iterations of the last one become statistics.
    pub fn begin(&mut self) {
        let current = std::mem::take(&mut self.current);
        for (index, time) in current.into_iter().enumerate() {
            if self.earlier.len() <= index {
                self.earlier.push((0, 0.0));
            }
            let (count, total) = &mut self.earlier[index];
            *count += 1;
            *total += time.as_secs_f64();
        }
    }

    /// The next iteration of this move took so long.
    pub fn record(&mut self, time: Duration) {
        self.current.push(time);
    }

    /// Forgets the whole game.
    pub fn new_game(&mut self) {
        *self = Forecast::new(self.kind);
    }

    /// How long the next iteration will take, if there is any ground for a guess.
    pub fn next(&self) -> Option<Duration> {
        match self.kind {
            Prediction::None | Prediction::Half => None,
            Prediction::Branching => self.by_branching(),
            Prediction::Statistical => self.by_statistics().or_else(|| self.by_branching()),
        }
    }

    /// Whether to begin the next iteration when `elapsed` is gone. Without a limit of time always.
    pub fn may_begin(&self, elapsed: Duration, limits: &Limits) -> bool {
        let Some(soft) = limits.soft_time() else { return true };
        let expected = elapsed.saturating_add(self.next().unwrap_or_default());
        match self.kind {
            // Time per move that is not used is lost; what is left of a clock is not.
            Prediction::None => limits.time == Some(soft) || elapsed <= soft / 2,
            Prediction::Half => elapsed <= soft / 2,
            Prediction::Branching => expected <= soft,
            Prediction::Statistical => expected <= soft.mul_f64(CONFIDENCE),
        }
    }

    fn by_branching(&self) -> Option<Duration> {
        let last = *self.current.last()?;
        let ratios = self.current.windows(2).filter(|pair| pair[0] >= NOISE);
        let ratios = ratios.map(|pair| pair[1].as_secs_f64() / pair[0].as_secs_f64());
        let largest = ratios.fold(None, |best: Option<f64>, ratio| Some(best.map_or(ratio, |best| best.max(ratio))));
        seconds(last.as_secs_f64() * largest.unwrap_or(FIRST_RATIO))
    }

    fn by_statistics(&self) -> Option<Duration> {
        let mean = |depth: usize| {
            let (count, total) = *self.earlier.get(depth)?;
            (count > 0 && total > 0.0).then(|| total / f64::from(count))
        };
        let done = self.current.len();
        let last = self.current.last()?.as_secs_f64();
        seconds(mean(done)? * last / mean(done - 1)?)
    }
}

/// A duration, as long as the number is one.
fn seconds(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn forecast(kind: Prediction, moves: &[&[u64]]) -> Forecast {
        let mut forecast = Forecast::new(kind);
        for iterations in moves {
            forecast.begin();
            iterations.iter().for_each(|time| forecast.record(millis(*time)));
        }
        forecast
    }

    #[test]
    fn half_the_time_is_the_end_of_beginnings() {
        let half = forecast(Prediction::Half, &[&[10, 20]]);
        assert_eq!(half.next(), None);
        assert!(half.may_begin(millis(475), &Limits::time(millis(950))));
        assert!(!half.may_begin(millis(476), &Limits::time(millis(950))));
    }

    #[test]
    fn branching_expects_the_largest_ratio_so_far() {
        let branching = forecast(Prediction::Branching, &[&[10, 50, 100]]);
        assert_eq!(branching.next(), Some(millis(500)));
        assert!(branching.may_begin(millis(160), &Limits::time(millis(660))));
        assert!(!branching.may_begin(millis(160), &Limits::time(millis(659))));
        assert_eq!(forecast(Prediction::Branching, &[&[10]]).next(), Some(millis(20)));
        assert_eq!(forecast(Prediction::Branching, &[&[]]).next(), None);
    }

    #[test]
    fn statistics_scale_the_mean_of_earlier_moves() {
        // Means of depth 2 and 3 are 20 and 90; this move's depth 2 took half as long as usual.
        let mut statistical = forecast(Prediction::Statistical, &[&[5, 10, 60], &[5, 30, 120], &[4, 10]]);
        assert_eq!(statistical.next(), Some(millis(45)));
        assert!(statistical.may_begin(millis(45), &Limits::time(millis(100))), "45 + 45 fits into 90 % of 100");
        assert!(!statistical.may_begin(millis(46), &Limits::time(millis(100))));
        statistical.record(millis(45));
        assert_eq!(statistical.next(), Some(millis(202)).map(|time| time + Duration::from_micros(500)), "no mean[4]");
        statistical.new_game();
        assert_eq!(statistical.next(), None);
    }

    #[test]
    fn no_prediction_never_hinders() {
        let none = forecast(Prediction::None, &[&[1, 1000]]);
        assert!(none.may_begin(millis(1), &Limits::time(Duration::ZERO)));
        assert!(none.may_begin(millis(1), &Limits::depth(3)));
    }

    #[test]
    fn a_soft_limit_ends_beginnings_whatever_is_predicted() {
        let limits = Limits { soft: Some(millis(100)), ..Limits::time(millis(400)) };
        for kind in [Prediction::None, Prediction::Half] {
            assert!(forecast(kind, &[&[10, 20]]).may_begin(millis(50), &limits), "{kind:?}");
            assert!(!forecast(kind, &[&[10, 20]]).may_begin(millis(51), &limits), "{kind:?}");
        }
        assert!(!forecast(Prediction::Branching, &[&[10, 40]]).may_begin(millis(50), &limits), "50 + 160 > 100");
    }
}
