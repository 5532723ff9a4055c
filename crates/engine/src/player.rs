//! What every player can do, whatever thinks behind it.

use crate::{Failure, ParamInfo};
use plyground_core::{Facts, Game};
use plyground_search::trace::Recorder;
use plyground_search::{Control, Limits, Method, Report, Sink, StopFlag, Unsupported};
use std::time::Duration;

/// A request to think about one position.
#[derive(Clone, Debug)]
pub struct Thought<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position: a player's turn, or a chance node when an expectation before the roll is wanted.
    pub position: &'a G::Position,
    /// Limits from outside, for players that have none of their own.
    pub limits: Limits,
    /// Ends the thinking from another thread, if somebody may want to.
    pub stop: Option<&'a StopFlag>,
}

impl<'a, G: Game> Thought<'a, G> {
    /// A request without limits.
    pub fn new(game: &'a G, position: &'a G::Position) -> Self {
        Thought { game, position, limits: Limits::default(), stop: None }
    }

    /// The same request with limits.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// What a search is given when nothing that applies to it was limited.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Which limits mean something to a search besides nodes and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counts {
    /// It deepens.
    Depth,
    /// It plays out.
    Iterations,
}

impl<G: Game> Thought<'_, G> {
    /// The limits for a search that counts like this: its own if its spec has some, else those of the request, else
    /// [`DEFAULT_TIME`]; a search is never without end.
    pub(crate) fn limits_for(&self, own: Option<Limits>, counts: Counts) -> Limits {
        let limits = own.unwrap_or(self.limits);
        let (limits, counted) = match counts {
            Counts::Depth => (limits, limits.depth.map(u64::from)),
            // Play-outs can end at any moment.
            Counts::Iterations => (limits.ending_at_soft(), limits.iterations),
        };
        if counted.is_none() && limits.nodes.is_none() && limits.time.is_none() {
            return Limits { time: Some(DEFAULT_TIME), ..limits };
        }
        limits
    }

    /// A control that obeys these limits and the request's stop flag.
    pub(crate) fn control(&self, limits: &Limits) -> Control {
        let mut control = Control::new(limits);
        if let Some(stop) = self.stop {
            control.add(stop.clone());
        }
        control
    }
}

/// Lets a borrowed listener be passed to a search that wants one of its own.
pub(crate) struct Aloud<'a, M>(pub &'a mut dyn Sink<M>);

impl<M> Sink<M> for Aloud<'_, M> {
    fn iteration(&mut self, iteration: &plyground_search::Iteration<M>) {
        self.0.iteration(iteration);
    }
}

/// A chosen move and the little that a referee writes down about it. A whole [`Report`] is large; players that answer within
/// nanoseconds would spend most of their time on it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move; `None` when there is none to choose.
    pub mv: Option<M>,
    /// What the position is worth to the player to move.
    pub value: f64,
    /// How deep he looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// Chooses moves.
pub trait Player<G: Game>: Send {
    /// Thinks and answers with a legal move (for each outcome, at a chance node) and whatever else it found out.
    fn think(&mut self, thought: &Thought<'_, G>) -> Report<G::Move>;

    /// The same, telling the sink about every finished iteration.
    fn think_aloud(&mut self, thought: &Thought<'_, G>, _sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        self.think(thought)
    }

    /// The same under observation, from searches that can be watched; `None` from all others, without thinking.
    fn think_traced(&mut self, _thought: &Thought<'_, G>, _trace: &mut Recorder<G::Move>) -> Option<Report<G::Move>> {
        None
    }

    /// The move that [`think`](Player::think) would answer with. Players that are much quicker without a report override it.
    fn choose(&mut self, thought: &Thought<'_, G>) -> Choice<G::Move> {
        let report = self.think(thought);
        Choice { mv: report.best, value: report.value, depth: report.depth, nodes: report.nodes }
    }

    /// Forgets everything that could change how the next game is played; `seed` governs all its chance decisions.
    fn new_game(&mut self, seed: u64);

    /// What its values measure.
    fn unit(&self) -> &'static str {
        "points"
    }

    /// Why the last [`think`](Player::think) brought no move although there was one to find. Asked at most once per
    /// thought; players that live inside this program have no such excuses.
    fn failure(&mut self) -> Option<Failure> {
        None
    }
}

/// What lists and help say about a kind of player.
#[derive(Clone, Debug)]
pub struct PlayerInfo {
    /// The word in specs.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Parameters in positional order.
    pub params: Vec<ParamInfo>,
    /// Why this kind cannot play a game with these facts, if it cannot.
    pub refuses: fn(&Facts) -> Option<String>,
    /// The only game it plays, if it belongs to one.
    pub game: Option<&'static str>,
    /// Bytes that it takes besides what its parameters say.
    pub memory: u64,
}

/// Why a search cannot play a game with these facts, if it cannot: what the search itself says.
pub(crate) fn refuses(method: Method, facts: &Facts) -> Option<String> {
    method.check(facts).err().map(|unsupported| unsupported.to_string())
}

/// What a search of a player answers. Players are built only for games that [`PlayerInfo::refuses`] lets through, which asks the same
/// question as the search.
pub(crate) fn answered<M>(report: Result<Report<M>, Unsupported>) -> Report<M> {
    report.expect("a player is built only for games that its search can play")
}

/// For kinds that play everything.
pub fn refuses_nothing(_facts: &Facts) -> Option<String> {
    None
}
