//! What a client tells during a game and after it.

use crate::wire::RawMove;
use plyground_core::PlayerId;
use std::time::Duration;

/// An answer of ours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chosen {
    /// What we played.
    pub mv: RawMove,
    /// How many moves there were to choose from.
    pub choices: usize,
    /// How deep the player looked; 0 when it had no time to or no need to.
    pub depth: u32,
    /// Whether it saw the end of every line it looked at; then the depth means nothing.
    pub solved: bool,
    /// Positions visited.
    pub nodes: u64,
    /// From the request to the last byte of the answer.
    pub time: Duration,
    /// What was kept back.
    pub reserve: Duration,
    /// Whether the player had not finished and the best move in hand was sent.
    pub hurried: bool,
}

/// What happens in a game, for logs and screens.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// We have introduced ourselves.
    Connected,
    /// The map is here.
    Map {
        /// The map file.
        text: String,
        /// Its players.
        players: usize,
        /// Its width.
        cols: usize,
        /// Its height.
        rows: usize,
    },
    /// Who we are.
    Seated(PlayerId),
    /// It is our turn.
    Request {
        /// The limit; `None` without a clock.
        time: Option<Duration>,
        /// The depth limit, which counts only without a clock.
        depth: u8,
    },
    /// We have answered.
    Answer(Chosen),
    /// Somebody moved, we perhaps.
    Move {
        /// Who.
        player: PlayerId,
        /// What.
        mv: RawMove,
    },
    /// Somebody was disqualified, we perhaps.
    Disqualified(PlayerId),
    /// The bombing phase begins.
    PhaseEnd,
    /// The game is over.
    GameEnd,
}

/// Sums over a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Totals {
    /// Our answers.
    pub moves: u32,
    /// Answers sent before the player had finished.
    pub hurried: u32,
    /// Answers for which the player saw the end of every line it looked at. They count for no depth.
    pub solved: u32,
    /// Deepest look of all others.
    pub deepest: u32,
    /// Sum of the depths of all other answers for which the player looked ahead.
    pub depths: u64,
    /// How many those were.
    pub looked: u32,
    /// Positions visited.
    pub nodes: u64,
    /// From the requests to the answers, together.
    pub time: Duration,
    /// The longest of them.
    pub slowest: Duration,
}

impl Totals {
    pub(super) fn add(&mut self, chosen: &Chosen) {
        self.moves += 1;
        self.hurried += u32::from(chosen.hurried);
        self.solved += u32::from(chosen.solved);
        if !chosen.solved {
            self.deepest = self.deepest.max(chosen.depth);
            self.depths += u64::from(chosen.depth);
            self.looked += u32::from(chosen.depth > 0);
        }
        self.nodes += chosen.nodes;
        self.time += chosen.time;
        self.slowest = self.slowest.max(chosen.time);
    }

    /// Mean depth of the answers for which the player looked ahead without seeing the end.
    pub fn mean_depth(&self) -> f64 {
        self.depths as f64 / f64::from(self.looked.max(1))
    }
}

/// How a game came out for us.
#[derive(Clone, PartialEq, Debug)]
pub struct ClientReport {
    /// Who we were.
    pub player: PlayerId,
    /// What each player has: stones, or -1 for one who was disqualified.
    pub payoffs: Vec<f64>,
    /// Places from 1, equal results sharing the better one.
    pub places: Vec<usize>,
    /// Whether we were disqualified.
    pub disqualified: bool,
    /// Whether the game ended by the rules as we know them.
    pub complete: bool,
    /// What we did.
    pub totals: Totals,
    /// What was kept back at the end.
    pub reserve: Duration,
    /// The worst that the way to the server and back has cost, as far as its clock told.
    pub delay: Duration,
    /// The last position.
    pub position: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_answers_count_for_no_depth() {
        let chosen = |depth, solved| Chosen {
            mv: RawMove { x: 0, y: 0, special: 0 },
            choices: 2,
            depth,
            solved,
            nodes: 1,
            time: Duration::ZERO,
            reserve: Duration::ZERO,
            hurried: false,
        };
        let mut totals = Totals::default();
        [chosen(4, false), chosen(0, false), chosen(6, false), chosen(250, true)]
            .iter()
            .for_each(|one| totals.add(one));
        assert_eq!((totals.moves, totals.solved, totals.deepest), (4, 1, 6));
        assert_eq!(totals.mean_depth(), 5.0);
    }
}
