//! What the user allows a search to spend.

use std::time::Duration;

/// Any mixture; the first reached stops the search. An empty one is a search without end, which only a stop from
/// outside or a solved position ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time that may never be exceeded.
    pub time: Option<Duration>,
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

    /// Whether nothing is limited.
    pub fn is_endless(&self) -> bool {
        *self == Limits::default()
    }

    /// The stricter of both in every respect: a spec's own limits under those of the command line.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            iterations: least(self.iterations, other.iterations),
        }
    }
}
