//! What the user allows a search to spend.

use std::time::Duration;

/// Even a player out of time needs a moment for their move.
pub const LEAST_TIME: Duration = Duration::from_millis(1);

/// Any mixture; the first reached stops the search. An empty one is a search without end, which only a stop from
/// outside or a solved position ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time that may never be exceeded: the hard limit.
    pub time: Option<Duration>,
    /// Time that should be used, where that is less than `time`: the soft limit. A search that deepens begins no iteration
    /// that would go far beyond it, but finishes one that it has begun until the hard limit ends it.
    pub soft: Option<Duration>,
    /// Play-outs of Monte Carlo searches.
    pub iterations: Option<u64>,
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a time.
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Only a number of play-outs.
    pub fn iterations(iterations: u64) -> Self {
        Limits { iterations: Some(iterations), ..Limits::default() }
    }

    /// The time that should be used: the soft limit, and the hard one where there is no other.
    pub fn soft_time(&self) -> Option<Duration> {
        least(self.soft, self.time)
    }

    /// For searches that can stop at any moment and gain nothing from going on: the soft limit ends them.
    #[must_use]
    pub fn ending_at_soft(self) -> Limits {
        Limits { time: self.soft_time(), soft: None, ..self }
    }

    /// What is left of these limits after some time has passed; never less than [`LEAST_TIME`].
    #[must_use]
    pub fn after(self, spent: Duration) -> Limits {
        let left = |time: Duration| time.saturating_sub(spent).max(LEAST_TIME);
        Limits { time: self.time.map(left), soft: self.soft.map(left), ..self }
    }

    /// Whether nothing is limited.
    pub fn is_endless(&self) -> bool {
        *self == Limits::default()
    }

    /// The stricter of both in every respect: a spec's own limits under those of the command line.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            soft: least(self.soft, other.soft),
            iterations: least(self.iterations, other.iterations),
        }
    }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn soft_is_never_more_than_hard() {
        assert_eq!(Limits::time(millis(5)).soft_time(), Some(millis(5)));
        let both = Limits { soft: Some(millis(9)), ..Limits::time(millis(5)) };
        assert_eq!(both.soft_time(), Some(millis(5)));
        let usual = Limits { soft: Some(millis(2)), ..Limits::time(millis(5)) };
        assert_eq!(usual.ending_at_soft(), Limits::time(millis(2)));
        assert_eq!(usual.and(Limits::time(millis(3))), Limits { soft: Some(millis(2)), ..Limits::time(millis(3)) });
    }

    #[test]
    fn time_that_has_passed_is_taken_off_both() {
        let limits = Limits { soft: Some(millis(20)), ..Limits::time(millis(50)) };
        assert_eq!(limits.after(millis(10)), Limits { soft: Some(millis(10)), ..Limits::time(millis(40)) });
        assert_eq!(limits.after(millis(90)), Limits { soft: Some(LEAST_TIME), ..Limits::time(LEAST_TIME) });
        assert_eq!(Limits::depth(3).after(millis(90)), Limits::depth(3));
    }
}
