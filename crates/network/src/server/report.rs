//! The events of a server and its report on each game.

use crate::wire::RawMove;
use plyground_core::{PlayerId, Scene};
use std::fmt::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

/// Who plays a seat of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedClient {
    /// The group number; 0 for a built-in player.
    pub group: u8,
    /// The spec of a built-in player.
    pub spec: Option<String>,
}

/// The result of a game for one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatReport {
    /// The participant, identified by their seat in the first game, from 0.
    pub participant: usize,
    /// The group number; 0 for a built-in player.
    pub group: u8,
    /// The spec of a built-in player.
    pub spec: Option<String>,
    /// Stones at the end; 0 for a disqualified player.
    pub stones: usize,
    /// The place, from 1; players with equal stones share the better one.
    pub place: usize,
    /// The time left on the clock; `None` without a clock.
    pub time_left: Option<Duration>,
    /// Moves made.
    pub moves: u32,
    /// Time used.
    pub time: Duration,
    /// Why the player was disqualified, if they were.
    pub out: Option<String>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReport {
    /// The name of the map.
    pub map: String,
    /// One per seat.
    pub seats: Vec<SeatReport>,
    /// The first position.
    pub start: String,
    /// The whole game, as `--moves` takes it; disqualifications included.
    pub moves: String,
    /// Moves made.
    pub turns: usize,
    /// The payoff of each seat.
    pub payoffs: Vec<f64>,
}

impl GameReport {
    /// The result file in the conventional layout: the name of the map, then per player group, stones, time left and
    /// whether they were disqualified, separated by tabs.
    pub fn result_text(&self) -> String {
        let mut text = format!("{}\n", self.map);
        for seat in &self.seats {
            let left = seat.time_left.map_or("inf".to_string(), |left| format!("{} msecs", left.as_millis()));
            let state = if seat.out.is_some() { "disq." } else { "ok" };
            writeln!(text, "{}\t{}\t{left}\t{state}", seat.group, seat.stones)
                .expect("writing to a string cannot fail");
        }
        text
    }
}

/// A scene that is computed only when it is needed.
pub struct LazyScene<'a>(pub(super) &'a dyn Fn() -> Scene);

impl LazyScene<'_> {
    /// Computes the scene.
    pub fn scene(&self) -> Scene {
        (self.0)()
    }
}

impl fmt::Debug for LazyScene<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LazyScene")
    }
}

/// What happens while a server hosts games.
#[derive(Debug)]
pub enum ServerEvent<'a> {
    /// A client has sent its group number and waits.
    Joined {
        /// Its group number.
        group: u8,
        /// Its address.
        address: SocketAddr,
        /// Clients that are waiting now.
        waiting: usize,
        /// Clients needed.
        wanted: usize,
    },
    /// A connection was rejected, or closed before the game.
    TurnedAway {
        /// Its address.
        address: SocketAddr,
        /// The reason.
        reason: String,
    },
    /// A game begins.
    Begins {
        /// Its number from 1.
        game: u32,
        /// The number of games.
        of: u32,
        /// Who plays, in the order of the seats.
        players: &'a [SeatedClient],
        /// The board.
        board: LazyScene<'a>,
    },
    /// A player has moved.
    Moved {
        /// The player.
        player: PlayerId,
        /// The move.
        mv: RawMove,
        /// Moves made so far.
        turns: usize,
        /// How long they took.
        time: Duration,
        /// Stones of each player, or -1 for a disqualified one.
        standing: &'a [f64],
        /// The board after the move.
        board: LazyScene<'a>,
    },
    /// A player was disqualified.
    Disqualified {
        /// The player.
        player: PlayerId,
        /// The reason.
        reason: &'a str,
    },
    /// The bombing phase begins.
    PhaseEnd,
    /// A game is over.
    Ended(&'a GameReport),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_file_has_the_conventional_layout() {
        let seat = SeatReport {
            participant: 0,
            group: 7,
            spec: None,
            stones: 31,
            place: 1,
            time_left: Some(Duration::from_micros(1_957_900)),
            moves: 3,
            time: Duration::ZERO,
            out: None,
        };
        let other = SeatReport { group: 12, stones: 0, time_left: None, out: Some("late".into()), ..seat.clone() };
        let report = GameReport {
            map: "ring".to_string(),
            seats: vec![seat, other],
            start: String::new(),
            moves: String::new(),
            turns: 3,
            payoffs: vec![31.0, -1.0],
        };
        assert_eq!(report.result_text(), "ring\n7\t31\t1957 msecs\tok\n12\t0\tinf\tdisq.\n");
    }
}
