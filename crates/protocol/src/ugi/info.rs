//! News while thinking.

use super::words::Words;
use std::fmt;
use std::time::Duration;

/// What an engine found out so far. Whatever it does not know it leaves out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Plies of the last completed iteration.
    pub depth: Option<u32>,
    /// What the position is worth to the player to move.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// Time used.
    pub time: Option<Duration>,
    /// The expected line of play.
    pub pv: Vec<String>,
    /// Words for people.
    pub string: Option<String>,
}

/// The worth of a position to the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Score {
    /// `cp`: the engine's own points.
    Points(i64),
    /// `mate`: a proven win in this many turns, a proven loss if negative.
    Proven(i64),
    /// `wp`: the probability of winning; an extension for games with dice.
    Probability(f64),
}

impl Info {
    /// Words for people only.
    pub fn text(text: impl Into<String>) -> Self {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// Reads what it knows and passes over the rest: every engine adds words of its own.
    pub(super) fn parse(words: &mut Words<'_>) -> Self {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.number(word).ok(),
                "nodes" => info.nodes = words.number(word).ok(),
                "nps" => info.nps = words.number(word).ok(),
                "time" => info.time = words.millis(word).ok(),
                "score" => info.score = Score::parse(words),
                "pv" => info.pv = words.list(&[]),
                "string" => info.string = Some(words.until(&[])),
                _ => {}
            }
        }
        info
    }
}

impl Score {
    fn parse(words: &mut Words<'_>) -> Option<Self> {
        match words.next()? {
            "cp" => words.number("cp").ok().map(Score::Points),
            "mate" => words.number("mate").ok().map(Score::Proven),
            "wp" => words.number("wp").ok().filter(|p: &f64| (0.0..=1.0).contains(p)).map(Score::Probability),
            _ => None,
        }
    }
}

/// Begins with a blank, as it stands after `info`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.depth.map_or(Ok(()), |depth| write!(f, " depth {depth}"))?;
        match self.score {
            None => {}
            Some(Score::Points(points)) => write!(f, " score cp {points}")?,
            Some(Score::Proven(turns)) => write!(f, " score mate {turns}")?,
            Some(Score::Probability(probability)) => write!(f, " score wp {probability}")?,
        }
        self.nodes.map_or(Ok(()), |nodes| write!(f, " nodes {nodes}"))?;
        self.nps.map_or(Ok(()), |nps| write!(f, " nps {nps}"))?;
        self.time.map_or(Ok(()), |time| write!(f, " time {}", time.as_millis()))?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        self.string.as_ref().map_or(Ok(()), |string| write!(f, " string {string}"))
    }
}
