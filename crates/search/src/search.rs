//! What every search has in common: one request, one answer.

use crate::trace::Recorder;
use crate::{Control, Iteration, Limits, Method, Report, Sink, StopFlag, Unsupported};
use plyground_core::{Game, PlayerId};
use std::fmt;

/// A request to search one position.
#[derive(Debug)]
pub struct SearchRequest<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position: a player's turn, or a chance node when the expectation before the roll is wanted.
    pub position: &'a G::Position,
    /// How deep and how long. Without limits the search goes on until it is stopped or the position is solved.
    pub limits: Limits,
    /// Ends the search from another thread.
    pub stop: Option<&'a StopFlag>,
    /// Ponder for this player, who is not to move: the search sees the position with their eyes and finds nothing but what makes their own next
    /// search quicker. Only the alpha-beta family knows how to; others search as usual.
    pub ponder_for: Option<PlayerId>,
    /// Watches the search.
    pub observer: Observer<'a, G::Move>,
}

impl<'a, G: Game> SearchRequest<'a, G> {
    /// A request without limits or observers.
    pub fn new(game: &'a G, position: &'a G::Position) -> Self {
        SearchRequest {
            game,
            position,
            limits: Limits::default(),
            stop: None,
            ponder_for: None,
            observer: Observer::default(),
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets a flag that ends the search from another thread.
    #[must_use]
    pub fn until(mut self, stop: &'a StopFlag) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Ponders for a player while another one is to move.
    #[must_use]
    pub fn pondering_for(mut self, player: PlayerId) -> Self {
        self.ponder_for = Some(player);
        self
    }

    /// Sets a sink that receives every finished iteration.
    #[must_use]
    pub fn telling(mut self, sink: &'a mut dyn Sink<G::Move>) -> Self {
        self.observer.sink = Some(sink);
        self
    }

    /// Sets a recorder for every search of the root, or for the growth of a tree.
    #[must_use]
    pub fn recording(mut self, recorder: &'a mut Recorder<G::Move>) -> Self {
        self.observer.recorder = Some(recorder);
        self
    }

    /// A control that obeys the limits and the stop flag of this request.
    pub fn control(&self) -> Control {
        let mut control = Control::new(&self.limits);
        if let Some(stop) = self.stop {
            control.add(stop.clone());
        }
        control
    }
}

/// Watches a search. Searches report what they can: those without a tree leave the recorder empty.
pub struct Observer<'a, M> {
    /// Receives every finished iteration.
    pub sink: Option<&'a mut dyn Sink<M>>,
    /// Records every search of the root, or how a tree grew.
    pub recorder: Option<&'a mut Recorder<M>>,
}

impl<M> Default for Observer<'_, M> {
    fn default() -> Self {
        Observer { sink: None, recorder: None }
    }
}

impl<M> fmt::Debug for Observer<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sink, recorder) = (self.sink.is_some(), self.recorder.is_some());
        f.debug_struct("Observer").field("sink", &sink).field("recorder", &recorder).finish()
    }
}

impl<M> Sink<M> for Observer<'_, M> {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        if let Some(sink) = &mut self.sink {
            sink.iteration(iteration);
        }
    }
}

/// Calls `run_traced` of a search, which is compiled with a tracer and without, so that a tree that nobody wants costs
/// nothing. A macro, because a function cannot take a generic one.
macro_rules! run_traced {
    ($search:expr, $request:expr, $control:expr) => {{
        let mut request = $request;
        match request.observer.recorder.take() {
            Some(recorder) => $search.run_traced(request, $control, recorder),
            None => $search.run_traced(request, $control, &mut $crate::trace::NoTrace),
        }
    }};
}
pub(crate) use run_traced;

/// A search: alpha-beta, max^n, best-reply, expectimax, flat Monte Carlo or MCTS.
///
/// ```
/// use plyground_core::{Game, PlayerId};
/// use plyground_search::{Limits, Search, alphabeta::AlphaBeta};
/// use plyground_testkit::{hashed::HashEval, nim::Nim};
///
/// let game = Nim::new(&[1, 3, 5]).expect("three small heaps");
/// let mut search = AlphaBeta::new(HashEval::new(1));
/// let result = search.best_move(&game, &game.start(), Limits::depth(20))?;
/// assert!(result.exact && result.value > 0.0, "the first player wins, and the search proves it");
/// # Ok::<(), plyground_search::Unsupported>(())
/// ```
pub trait Search<G: Game>: Send {
    /// The method, which knows the games that it can search.
    fn method(&self) -> Method;

    /// Searches a game that [`method`](Search::method) supports, until the limits of the request or the control end it.
    /// Called by [`run`](Search::run), which has checked that; callers use `run`, [`search`](Search::search) or
    /// [`best_move`](Search::best_move).
    ///
    /// The control watches nodes, the hard time limit and the stop flag; the limits say how deep to go and, by their soft
    /// time, whether another iteration is worth starting. A search that is stopped before the first depth is complete
    /// answers with a static choice, and the report says so.
    fn run_supported(&mut self, request: SearchRequest<'_, G>, control: &mut Control) -> Report<G::Move>;

    /// Forgets everything that could change the next result; `seed` governs every random choice from now on.
    fn new_game(&mut self, seed: u64);

    /// What the values of its reports measure: `points`, `win probability`, …
    fn unit(&self) -> &'static str;

    /// Searches until the limits of the request or a control of the caller's own end it.
    ///
    /// # Errors
    /// When the facts of the game rule the method out. The check stands here alone, so no search can forget it.
    fn run(
        &mut self,
        mut request: SearchRequest<'_, G>,
        control: &mut Control,
    ) -> Result<Report<G::Move>, Unsupported> {
        self.method().check(&request.game.facts())?;
        if let Some(recorder) = &mut request.observer.recorder {
            recorder.start(self.method());
        }
        Ok(self.run_supported(request, control))
    }

    /// Searches until the limits or the stop flag of the request end it.
    ///
    /// # Errors
    /// When the facts of the game rule the method out.
    fn search(&mut self, request: SearchRequest<'_, G>) -> Result<Report<G::Move>, Unsupported> {
        let mut control = request.control();
        self.run(request, &mut control)
    }

    /// The best move within the limits.
    ///
    /// # Errors
    /// When the facts of the game rule the method out.
    fn best_move(&mut self, game: &G, position: &G::Position, limits: Limits) -> Result<Report<G::Move>, Unsupported> {
        self.search(SearchRequest::new(game, position).within(limits))
    }
}
