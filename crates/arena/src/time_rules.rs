//! Time rules of a seat: limits per move, the clock, and what happens when they are overrun.

use crate::ArgumentError;
use plyground_engine::{Args, Spec, format_duration, infos, parse_duration};
use plyground_search::Limits;
use plyground_search::time::{TimeControl, TimeManager};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much a player may overrun its time before it loses on time. A search polls its clock every third of a
/// millisecond, but a busy machine may hold a thread back for much longer.
pub const DEFAULT_MARGIN: Duration = Duration::from_millis(100);
/// The most moves of a control; no game here is longer.
const MOST_MOVES: u32 = 1000;
/// How long after the end of its time a player is stopped.
const DEFAULT_GRACE: Duration = Duration::from_secs(1);

/// A clock for a whole game, or for a number of moves at a time, with an increment per move (a Fischer clock).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FischerClock {
    /// The initial time.
    pub base: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// Each time this many moves are made, the initial time is added again.
    pub moves: Option<u32>,
}

impl FromStr for FischerClock {
    type Err = ArgumentError;

    /// Reads `60s`, `60s+1s` or `40/60s+1s`.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let wrong = |reason: String| ArgumentError::Clock { text: text.to_string(), reason };
        let duration = |text: &str| parse_duration(text).map_err(|error| wrong(error.to_string()));
        let (moves, times) = text.split_once('/').map_or((None, text), |(moves, times)| (Some(moves), times));
        let count = |moves: &str| moves.parse().ok().filter(|count| (1..=MOST_MOVES).contains(count));
        let wrong_count = || wrong(format!("`{text}` does not begin with 1 to {MOST_MOVES} moves, as 40/60s does"));
        let moves = moves.map(|moves| count(moves).ok_or_else(wrong_count)).transpose()?;
        let (base, increment) = times.split_once('+').unwrap_or((times, "0s"));
        let clock = FischerClock { base: duration(base)?, increment: duration(increment)?, moves };
        if clock.base.is_zero() {
            return Err(wrong(format!("`{text}` leaves no time for the first move")));
        }
        Ok(clock)
    }
}

impl fmt::Display for FischerClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", format_duration(self.base))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", format_duration(self.increment)) }
    }
}

/// The time rules of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeRules {
    /// Limits of every move; players whose specs set limits ignore them.
    pub limits: Limits,
    /// A clock for the whole game, in addition to the limits.
    pub clock: Option<FischerClock>,
    /// How much may be overrun without a loss.
    pub margin: Duration,
    /// How long after that a player that still searches is stopped.
    pub grace: Duration,
    /// Whether overrunning the time per move loses. A clock is always strict.
    pub strict: bool,
}

impl Default for TimeRules {
    fn default() -> Self {
        TimeRules {
            limits: Limits::default(),
            clock: None,
            margin: DEFAULT_MARGIN,
            grace: DEFAULT_GRACE,
            strict: false,
        }
    }
}

impl TimeRules {
    /// The same limits for every move, without a loss on time.
    pub fn lenient(limits: Limits) -> Self {
        TimeRules { limits, ..TimeRules::default() }
    }

    /// The time rules for a player of this spec. The time per move binds players that search until they are stopped; a player
    /// whose spec sets depth, nodes, time or play-outs may take as long as that takes.
    #[must_use]
    pub fn for_spec(self, spec: &Spec) -> Self {
        TimeRules { strict: is_time_bound(spec), ..self }
    }
}

/// Whether the time per move governs a player of this spec: its kind takes a time and the spec sets no limit.
pub fn is_time_bound(spec: &Spec) -> bool {
    const LIMITS: [&str; 4] = ["depth", "nodes", "time", "iterations"];
    let kinds = infos();
    let Some(kind) = kinds.iter().find(|kind| kind.name == spec.name) else { return false };
    let knows = |name: &str| kind.params.iter().any(|param| param.name == name);
    let Ok(args) = Args::new(spec, kind.name, &kind.params) else { return false };
    // For some kinds `time` may also name a predictor of iteration times, which is not a limit.
    let limits = |name: &str| args.has(name) && (name != "time" || parse_duration(&args.text(name)).is_ok());
    knows("time") && !LIMITS.iter().any(|name| knows(name) && limits(name))
}

/// The running clock of one seat during one game.
#[derive(Clone, Debug)]
pub struct SeatClock<'a> {
    time_rules: &'a TimeRules,
    left: Duration,
    /// Moves made.
    made: u32,
    /// Only where there is a clock; games without one end a million times a second.
    manager: Option<Box<TimeManager>>,
}

impl<'a> SeatClock<'a> {
    /// A full clock.
    pub fn new(time_rules: &'a TimeRules) -> Self {
        let left = time_rules.clock.map_or(Duration::MAX, |clock| clock.base);
        SeatClock { time_rules, left, made: 0, manager: time_rules.clock.map(|_| Box::default()) }
    }

    /// The limits for the next move. With a clock that is a fair part of what is left, never more than all of it.
    #[inline]
    pub fn limits(&mut self) -> Limits {
        match (self.time_rules.clock, &mut self.manager) {
            (Some(FischerClock { increment, moves, .. }), Some(manager)) => {
                let moves = moves.map(|moves| moves - self.made % moves);
                let budget = manager.plan(TimeControl::Account { left: self.left, increment, moves });
                self.time_rules.limits.and(budget.into())
            }
            _ => self.time_rules.limits,
        }
    }

    /// The longest that the next move may take, if it is limited.
    #[inline]
    pub fn most(&self) -> Option<Duration> {
        let per_move = self.time_rules.limits.time.filter(|_| self.time_rules.strict);
        let clock = self.time_rules.clock.map(|_| self.left);
        let most = match (per_move, clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        most.map(|most| most.saturating_add(self.time_rules.margin))
    }

    /// When a player is stopped, counted from the beginning of a move that may take `most`.
    pub fn deadline(&self, most: Duration) -> Duration {
        most.saturating_add(self.time_rules.grace)
    }

    /// Charges the time of one move.
    pub fn charge(&mut self, spent: Duration) {
        if let Some(clock) = self.time_rules.clock {
            self.left = self.left.saturating_sub(spent).saturating_add(clock.increment);
            self.made += 1;
            if clock.moves.is_some_and(|moves| self.made.is_multiple_of(moves)) {
                self.left = self.left.saturating_add(clock.base);
            }
            if let Some(manager) = &mut self.manager {
                manager.answered(spent);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_runs_down_and_gains_increments() {
        let clock: FischerClock = "10s+1s".parse().unwrap();
        assert_eq!(clock.to_string(), "10s+1s");
        let time_rules = TimeRules { clock: Some(clock), margin: Duration::ZERO, ..TimeRules::default() };
        let mut clock = SeatClock::new(&time_rules);
        let limits = clock.limits();
        assert_eq!(
            limits.soft,
            Some(SECOND + (10 * SECOND - SECOND / 5 * 4) / 25),
            "savings beyond a cushion are shared"
        );
        assert!(limits.time > limits.soft && limits.time < Some(4 * SECOND), "{limits:?}");
        assert_eq!(clock.most(), Some(10 * SECOND));
        clock.charge(9 * SECOND);
        assert_eq!(clock.most(), Some(2 * SECOND));
        clock.charge(3 * SECOND);
        assert_eq!(clock.most(), Some(SECOND), "an empty clock still gains its increment");
    }

    #[test]
    fn a_control_of_moves_gives_its_time_again() {
        let clock: FischerClock = "2/10s+1s".parse().unwrap();
        assert_eq!(clock.to_string(), "2/10s+1s");
        let time_rules = TimeRules { clock: Some(clock), margin: Duration::ZERO, ..TimeRules::default() };
        let mut clock = SeatClock::new(&time_rules);
        let before_first = clock.limits().soft;
        clock.charge(4 * SECOND);
        assert_eq!(clock.most(), Some(7 * SECOND));
        assert!(clock.limits().soft > before_first, "the last move before the control may use what is left");
        clock.charge(4 * SECOND);
        assert_eq!(clock.most(), Some(14 * SECOND), "3 s left, 1 s increment, 10 s for the next two moves");
    }

    #[test]
    fn the_budget_never_exceeds_what_is_left() {
        let clock = FischerClock { base: SECOND, increment: 60 * SECOND, moves: None };
        let time_rules = TimeRules { clock: Some(clock), ..TimeRules::default() };
        let limits = SeatClock::new(&time_rules).limits();
        assert!(limits.soft <= limits.time && limits.time < Some(SECOND), "{limits:?}");
    }

    #[test]
    fn time_per_move_binds_only_under_strict_rules() {
        let limits = Limits::time(SECOND);
        let lenient = TimeRules::lenient(limits);
        assert_eq!(SeatClock::new(&lenient).most(), None);
        let time_rules = TimeRules { strict: true, ..lenient };
        let strict = SeatClock::new(&time_rules);
        assert_eq!(strict.most(), Some(SECOND + DEFAULT_MARGIN));
        assert_eq!(strict.deadline(SECOND), SECOND + DEFAULT_GRACE);
    }

    #[test]
    fn players_that_do_not_think_are_not_bound() {
        for spec in ["random", "first", "nobody", "greedy"] {
            assert!(!is_time_bound(&spec.parse().unwrap()), "{spec}");
        }
    }

    #[test]
    fn players_with_limits_of_their_own_are_not_bound_either() {
        for (spec, bound) in [("best", true), ("best(time=20ms)", false), ("search(depth=3)", false)] {
            assert_eq!(is_time_bound(&spec.parse().unwrap()), bound, "{spec}");
        }
        assert!(is_time_bound(&"search(time=half, killers=off)".parse().unwrap()), "a prediction is no limit");
    }

    #[test]
    fn wrong_clocks_are_refused() {
        for text in ["", "0s", "0s+1s", "10", "10s+", "+1s", "10s+1s+1s", "-1s", "0/10s", "x/10s", "/10s", "9999/1s"] {
            assert!(text.parse::<FischerClock>().is_err(), "{text}");
        }
    }
}
