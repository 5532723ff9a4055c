//! What a server tells while it hosts, and after each game.

use crate::wire::RawMove;
use plyground_core::{PlayerId, Scene};
use std::fmt::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

/// How a game came out for one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatReport {
    /// Who sat here, by the seat of the first game, from 0.
    pub participant: usize,
    /// The group number; 0 for a built-in player.
    pub group: u8,
    /// The spec of a built-in player.
    pub spec: Option<String>,
    /// Stones at the end, 0 for the disqualified.
    pub stones: usize,
    /// The place, from 1; equal stones share the better one.
    pub place: usize,
    /// What is left on the account; `None` without a clock.
    pub time_left: Option<Duration>,
    /// Moves made.
    pub moves: u32,
    /// Time used.
    pub time: Duration,
    /// Why the player was disqualified, if he was.
    pub out: Option<String>,
}

/// How a game came out.
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
    /// What the game was worth to each seat.
    pub payoffs: Vec<f64>,
}

impl GameReport {
    /// The result file in the conventional layout: the name of the map, then per player group, stones, time left and
    /// whether he was disqualified, separated by tabs.
    pub fn result_text(&self) -> String {
        let mut text = format!("{}\n", self.map);
        for seat in &self.seats {
            let left = seat.time_left.map_or("inf".to_string(), |left| format!("{} msecs", left.as_millis()));
            let state = if seat.out.is_some() { "disq." } else { "ok" };
            writeln!(text, "{}\t{}\t{left}\t{state}", seat.group, seat.stones).expect("strings take all");
        }
        text
    }
}

/// A board that is drawn only if somebody wants to see it.
pub struct Sight<'a>(pub(super) &'a dyn Fn() -> Scene);

impl Sight<'_> {
    /// The board.
    pub fn scene(&self) -> Scene {
        (self.0)()
    }
}

impl fmt::Debug for Sight<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sight")
    }
}

/// News for the host's screen.
#[derive(Debug)]
pub enum Happening<'a> {
    /// A client has introduced itself and waits.
    Joined {
        /// Its group number.
        group: u8,
        /// Where it is.
        address: SocketAddr,
        /// Clients that wait now.
        waiting: usize,
        /// Clients wanted.
        wanted: usize,
    },
    /// Somebody was turned away, or went away before the game.
    TurnedAway {
        /// Where he is.
        address: SocketAddr,
        /// Why.
        reason: String,
    },
    /// A game begins.
    Begins {
        /// Its number from 1.
        game: u32,
        /// Of how many.
        of: u32,
        /// The board.
        board: Sight<'a>,
    },
    /// Somebody has moved.
    Moved {
        /// Who.
        player: PlayerId,
        /// What.
        mv: RawMove,
        /// Moves made so far.
        turns: usize,
        /// How long he took.
        time: Duration,
        /// Stones of each player (or -1, if disqualified), to show how things stand.
        standing: &'a [f64],
        /// The board after it.
        board: Sight<'a>,
    },
    /// Somebody was disqualified.
    Expelled {
        /// Who.
        player: PlayerId,
        /// Why.
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
