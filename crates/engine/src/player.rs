//! What every player can do, whatever thinks behind it.

use crate::{Failure, History, ParamInfo};
use plyground_core::{Facts, Game};
use plyground_search::{Control, Iteration, Limits, Method, Report, SearchRequest, Sink, Unsupported};
use std::time::Duration;

/// A request to think about one position: what every search can be asked, and what only players are told. A player that
/// wraps another one forwards all of it by handing on the request.
#[derive(Debug)]
pub struct Request<'a, G: Game> {
    /// The position, the limits for players that have none of their own, the stop flag, the observer.
    pub search: SearchRequest<'a, G>,
    /// A time that binds every player, whatever its own limits say. A server sets it for specs from pages.
    pub ceiling: Option<Duration>,
    /// How the position came about, as far as the caller knows; for programs that must be told moves.
    pub history: History<'a, G::Move>,
}

impl<'a, G: Game> From<SearchRequest<'a, G>> for Request<'a, G> {
    fn from(search: SearchRequest<'a, G>) -> Self {
        Request { search, ceiling: None, history: History::default() }
    }
}

impl<'a, G: Game> Request<'a, G> {
    /// A request without limits, which nobody watches; for anything else, `Request::from` takes a [`SearchRequest`].
    pub fn new(game: &'a G, position: &'a G::Position) -> Self {
        SearchRequest::new(game, position).into()
    }

    /// Sets a time that no player exceeds.
    #[must_use]
    pub fn at_most(mut self, ceiling: Duration) -> Self {
        self.ceiling = Some(ceiling);
        self
    }
}

/// The sink of an observer as searches want it.
pub(crate) struct Listener<'a, M>(pub Option<&'a mut dyn Sink<M>>);

impl<M> Sink<M> for Listener<'_, M> {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        if let Some(sink) = &mut self.0 {
            sink.iteration(iteration);
        }
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

impl<'a, G: Game> Request<'a, G> {
    /// The limits for a search that counts like this: its own if its spec has some, else those of the request, else
    /// [`DEFAULT_TIME`]; a search is never without end. The ceiling binds all of them.
    pub(crate) fn limits_for(&self, own: Option<Limits>, counts: Counts) -> Limits {
        let limits = own.unwrap_or(self.search.limits);
        let (limits, counted) = match counts {
            Counts::Depth => (limits, limits.depth.map(u64::from)),
            // Play-outs can end at any moment.
            Counts::Iterations => (limits.ending_at_soft(), limits.iterations),
        };
        if counted.is_none() && limits.nodes.is_none() && limits.time.is_none() {
            return self.under_ceiling(Limits { time: Some(DEFAULT_TIME), ..limits });
        }
        self.under_ceiling(limits)
    }

    /// The limits with no more time than the ceiling allows.
    pub(crate) fn under_ceiling(&self, limits: Limits) -> Limits {
        limits.and(Limits { time: self.ceiling, ..Limits::default() })
    }

    /// The part of the request that concerns a search, with the limits that apply to it.
    pub(crate) fn for_search(self, limits: Limits) -> SearchRequest<'a, G> {
        self.search.within(limits)
    }

    /// A control that obeys these limits and the request's stop flag.
    pub(crate) fn control(&self, limits: &Limits) -> Control {
        let mut control = Control::new(limits);
        if let Some(stop) = self.search.stop {
            control.add(stop.clone());
        }
        control
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
    /// How deep they looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

impl<M> From<Report<M>> for Choice<M> {
    fn from(report: Report<M>) -> Self {
        Choice { mv: report.best, value: report.value, depth: report.depth, nodes: report.nodes }
    }
}

/// Chooses moves.
///
/// No method has a default: a player that wraps another one would lose whatever it forgot to forward, and nobody would
/// notice. Everything about thinking is in the one [`Request`].
pub trait Player<G: Game>: Send {
    /// Thinks and answers with a legal move (for each outcome, at a chance node) and whatever else it found out.
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move>;

    /// The move that [`think`](Player::think) would answer with, where a player is to move. Most players think and keep the
    /// move of the [`Report`]; some are much quicker without one.
    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move>;

    /// Forgets everything that could change how the next game is played; `seed` governs all its chance decisions.
    fn new_game(&mut self, seed: u64);

    /// What its values measure.
    fn unit(&self) -> &'static str;

    /// The evaluation of the game that its values come from, by name; empty where there is none. With the unit it says how
    /// values become chances.
    fn evaluation(&self) -> &'static str;

    /// Why the last [`think`](Player::think) brought no move although there was one to find. Asked at most once per
    /// request; players that live inside this program have no such excuses.
    fn failure(&mut self) -> Option<Failure>;
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
