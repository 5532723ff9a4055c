//! The events of a client and its report on a game.

use crate::wire::RawMove;
use plyground_core::PlayerId;
use plyground_engine::thought::Thought;
use std::time::Duration;

/// One answer to a move request.
#[derive(Clone, PartialEq, Debug)]
pub struct AnswerReport {
    /// The move.
    pub mv: RawMove,
    /// What the search thinks the position is worth to us, in the unit of its evaluation; `None` without a search.
    pub value: Option<f64>,
    /// The moves that it expects, ours first.
    pub line: Vec<RawMove>,
    /// The number of legal moves.
    pub choices: usize,
    /// The depth of the search; 0 when there was no time or no need for one.
    pub depth: u32,
    /// Whether the search reached the end of every line; then the depth means nothing.
    pub solved: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// From the request to the last byte of the answer.
    pub time: Duration,
    /// The time that was kept back.
    pub reserve: Duration,
    /// Whether the best move so far was sent before the player had finished.
    pub hurried: bool,
}

/// What happens during a game.
#[derive(Clone, PartialEq, Debug)]
pub enum ClientEvent {
    /// We have sent our group number.
    Connected,
    /// The map has arrived.
    Map {
        /// The map file.
        text: String,
        /// The number of players.
        players: usize,
        /// Its width.
        cols: usize,
        /// Its height.
        rows: usize,
    },
    /// Our player number.
    Seated(PlayerId),
    /// It is our turn.
    Request {
        /// The limit; `None` without a clock.
        time: Option<Duration>,
        /// The depth limit, which counts only without a clock.
        depth: u8,
    },
    /// What our player thinks of the position, just before we answer; only where it was asked for.
    Thought(Thought),
    /// We have answered.
    Answer(AnswerReport),
    /// A player moved, possibly us.
    Move {
        /// The player.
        player: PlayerId,
        /// The move.
        mv: RawMove,
    },
    /// A player was disqualified, possibly us.
    Disqualified(PlayerId),
    /// The bombing phase begins.
    PhaseEnd,
    /// The game is over.
    GameEnd,
}

/// Totals over a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ClientTotals {
    /// Answers sent.
    pub moves: u32,
    /// Answers sent before the player had finished.
    pub hurried: u32,
    /// Answers whose search reached the end of every line; they do not count towards the depths.
    pub solved: u32,
    /// The deepest of all other searches.
    pub deepest: u32,
    /// The sum of the depths of all other searches.
    pub depths: u64,
    /// The number of those searches.
    pub searched: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The time from requests to answers, in total.
    pub time: Duration,
    /// The slowest answer.
    pub slowest: Duration,
}

impl ClientTotals {
    pub(super) fn add(&mut self, chosen: &AnswerReport) {
        self.moves += 1;
        self.hurried += u32::from(chosen.hurried);
        self.solved += u32::from(chosen.solved);
        if !chosen.solved {
            self.deepest = self.deepest.max(chosen.depth);
            self.depths += u64::from(chosen.depth);
            self.searched += u32::from(chosen.depth > 0);
        }
        self.nodes += chosen.nodes;
        self.time += chosen.time;
        self.slowest = self.slowest.max(chosen.time);
    }

    /// The mean depth of the searches that did not reach the end of every line.
    pub fn mean_depth(&self) -> f64 {
        self.depths as f64 / f64::from(self.searched.max(1))
    }
}

/// The result of a game for this client.
#[derive(Clone, PartialEq, Debug)]
pub struct ClientReport {
    /// Our player number.
    pub player: PlayerId,
    /// The stones of each player, or -1 for a disqualified one.
    pub payoffs: Vec<f64>,
    /// Places from 1; players with equal results share the better one.
    pub places: Vec<usize>,
    /// Whether we were disqualified.
    pub disqualified: bool,
    /// Whether the game had ended by the rules.
    pub complete: bool,
    /// Totals over our answers.
    pub totals: ClientTotals,
    /// The reserve at the end.
    pub reserve: Duration,
    /// The worst delay of the connection, as measured by the server's clock.
    pub delay: Duration,
    /// The last position.
    pub position: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_answers_count_for_no_depth() {
        let chosen = |depth, solved| AnswerReport {
            mv: RawMove { x: 0, y: 0, special: 0 },
            value: None,
            line: Vec::new(),
            choices: 2,
            depth,
            solved,
            nodes: 1,
            time: Duration::ZERO,
            reserve: Duration::ZERO,
            hurried: false,
        };
        let mut totals = ClientTotals::default();
        [chosen(4, false), chosen(0, false), chosen(6, false), chosen(250, true)]
            .iter()
            .for_each(|one| totals.add(one));
        assert_eq!((totals.moves, totals.solved, totals.deepest), (4, 1, 6));
        assert_eq!(totals.mean_depth(), 5.0);
    }
}
