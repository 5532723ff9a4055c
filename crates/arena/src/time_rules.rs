//! On what terms a seat plays: limits for thinking, and the clock.

use plyground_engine::{Args, Spec, format_duration, infos, parse_duration};
use plyground_search::Limits;
use plyground_search::time::{TimeControl, TimeManager};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What a player may overrun its time by before it is a time-out. A search polls its clock every third of a
/// millisecond, but a busy machine may hold a thread back for much longer.
pub const DEFAULT_MARGIN: Duration = Duration::from_millis(100);
/// How long after the end of its time a player is told to stop.
const DEFAULT_GRACE: Duration = Duration::from_secs(1);

/// An account of time for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    /// What there is at first.
    pub base: Duration,
    /// What every move brings back.
    pub increment: Duration,
}

impl FromStr for Account {
    type Err = String;

    /// Reads `60s` or `60s+1s`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let account = Account { base: parse_duration(base)?, increment: parse_duration(increment)? };
        if account.base.is_zero() { Err(format!("`{text}` leaves no time for the first move")) } else { Ok(account) }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format_duration(self.base))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", format_duration(self.increment)) }
    }
}

/// The terms of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// What every move may cost; players with limits of their own ignore it.
    pub limits: Limits,
    /// An account for the whole game, beside the limits.
    pub account: Option<Account>,
    /// What may be overrun without punishment.
    pub margin: Duration,
    /// How long after that a player still thinking is told to stop.
    pub grace: Duration,
    /// Whether overrunning the time per move loses. An account is always strict.
    pub strict: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Terms { limits: Limits::default(), account: None, margin: DEFAULT_MARGIN, grace: DEFAULT_GRACE, strict: false }
    }
}

impl Terms {
    /// The same limits for every move, without punishment.
    pub fn lenient(limits: Limits) -> Self {
        Terms { limits, ..Terms::default() }
    }

    /// The terms for a player of this spec. The time per move binds whoever thinks until told to stop; a player whose
    /// spec fixes its own depth, nodes, time or play-outs plays exactly that and takes as long as it takes.
    #[must_use]
    pub fn for_spec(self, spec: &Spec) -> Self {
        Terms { strict: thinks_until_told(spec), ..self }
    }
}

/// Whether limits from outside govern a player of this spec.
pub fn thinks_until_told(spec: &Spec) -> bool {
    const LIMITS: [&str; 4] = ["depth", "nodes", "time", "iterations"];
    let kinds = infos();
    let Some(kind) = kinds.iter().find(|kind| kind.name == spec.name) else { return false };
    let knows = |name: &str| kind.params.iter().any(|param| param.name == name);
    let Ok(args) = Args::new(spec, kind.name, &kind.params) else { return false };
    // For some kinds `time` may also name a way to predict the next iteration, which is no limit.
    let limits = |name: &str| args.has(name) && (name != "time" || parse_duration(&args.text(name)).is_ok());
    knows("time") && !LIMITS.iter().any(|name| knows(name) && limits(name))
}

/// The running clock of one seat during one game.
#[derive(Clone, Debug)]
pub struct SeatClock<'a> {
    terms: &'a Terms,
    left: Duration,
    /// Only where there is an account; games without one end a million times a second.
    manager: Option<Box<TimeManager>>,
}

impl<'a> SeatClock<'a> {
    /// A full clock.
    pub fn new(terms: &'a Terms) -> Self {
        let left = terms.account.map_or(Duration::MAX, |account| account.base);
        SeatClock { terms, left, manager: terms.account.map(|_| Box::default()) }
    }

    /// The limits for the next move. With an account that is a fair part of what is left, never more than all of it.
    #[inline]
    pub fn limits(&mut self) -> Limits {
        match (self.terms.account, &mut self.manager) {
            (Some(Account { increment, .. }), Some(manager)) => {
                let budget = manager.plan(TimeControl::Account { left: self.left, increment, moves: None });
                self.terms.limits.and(budget.into())
            }
            _ => self.terms.limits,
        }
    }

    /// The longest that the next move may take, if that matters.
    #[inline]
    pub fn most(&self) -> Option<Duration> {
        let per_move = self.terms.limits.time.filter(|_| self.terms.strict);
        let account = self.terms.account.map(|_| self.left);
        let most = match (per_move, account) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        most.map(|most| most.saturating_add(self.terms.margin))
    }

    /// When, counted from the beginning of a move that may take so long, a player still thinking is told to stop.
    pub fn deadline(&self, most: Duration) -> Duration {
        most.saturating_add(self.terms.grace)
    }

    /// Books the time of one move.
    pub fn charge(&mut self, spent: Duration) {
        if let Some(account) = self.terms.account {
            self.left = self.left.saturating_sub(spent).saturating_add(account.increment);
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
    fn an_account_runs_down_and_gains_increments() {
        let account: Account = "10s+1s".parse().unwrap();
        assert_eq!(account.to_string(), "10s+1s");
        let terms = Terms { account: Some(account), margin: Duration::ZERO, ..Terms::default() };
        let mut clock = SeatClock::new(&terms);
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
        assert_eq!(clock.most(), Some(SECOND), "an empty account still gains its increment");
    }

    #[test]
    fn the_budget_never_exceeds_what_is_left() {
        let account = Account { base: SECOND, increment: 60 * SECOND };
        let terms = Terms { account: Some(account), ..Terms::default() };
        let limits = SeatClock::new(&terms).limits();
        assert!(limits.soft <= limits.time && limits.time < Some(SECOND), "{limits:?}");
    }

    #[test]
    fn time_per_move_binds_only_on_strict_terms() {
        let limits = Limits::time(SECOND);
        let lenient = Terms::lenient(limits);
        assert_eq!(SeatClock::new(&lenient).most(), None);
        let terms = Terms { strict: true, ..lenient };
        let strict = SeatClock::new(&terms);
        assert_eq!(strict.most(), Some(SECOND + DEFAULT_MARGIN));
        assert_eq!(strict.deadline(SECOND), SECOND + DEFAULT_GRACE);
    }

    #[test]
    fn players_that_do_not_think_are_not_bound() {
        for spec in ["random", "first", "nobody", "greedy"] {
            assert!(!thinks_until_told(&spec.parse().unwrap()), "{spec}");
        }
    }

    #[test]
    fn players_with_limits_of_their_own_are_not_bound_either() {
        for (spec, bound) in [("best", true), ("best(time=20ms)", false), ("search(depth=3)", false)] {
            assert_eq!(thinks_until_told(&spec.parse().unwrap()), bound, "{spec}");
        }
        assert!(thinks_until_told(&"search(time=half, killers=off)".parse().unwrap()), "a prediction is no limit");
    }

    #[test]
    fn wrong_accounts_are_refused() {
        for text in ["", "0s", "0s+1s", "10", "10s+", "+1s", "10s+1s+1s", "-1s"] {
            assert!(text.parse::<Account>().is_err(), "{text}");
        }
    }
}
