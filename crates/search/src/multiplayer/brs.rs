//! BRS+: best-reply search that keeps the turn order. Between two turns of the root player every opponent moves, but
//! only one of them chooses their move against the root player; the others make the move that move ordering suggests. A
//! round of `n - 1` opponents with `b` moves each so has about `b (n - 1)` lines instead of `b^(n - 1)`, and every
//! position in them is legal.
//!
//! Said in another way: in each round at most one opponent departs from their usual move. That is how it is searched
//! here, with alpha-beta over the choices of who departs and how. A round ends when the turn reaches or passes the seat
//! of the root player, so that skipped and eliminated players, the root player included, change nothing.

use super::prepare;
use super::worker::{OPEN_WINDOW, ReplyRule, Switches, Worker};
use crate::deepening::RootResult;
use crate::real_search::{RealSearch, RootTurn, mover};
use crate::search::run_traced;
use crate::stack::{Frame, MoveStack, NO_INDEX};
use crate::tie::TieBreaker;
use crate::time::{Forecast, Prediction};
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use crate::{Control, Method, Report, Search, SearchRequest, Tie, Window};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// The usual move of an opponent; of equally good ones the one that the rules list first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Replies {
    /// The most promising one, by [`move_score`](plyground_core::Evaluation::move_score): cheap.
    #[default]
    MoveScore,
    /// The one after which they like the position best: one evaluation per move.
    Greedy,
}

impl Replies {
    /// All of them.
    pub const ALL: [Replies; 2] = [Replies::MoveScore, Replies::Greedy];
}

/// The switches of a best-reply search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestReplyConfig {
    /// What opponents usually do.
    pub replies: Replies,
    /// Whether moves are searched in the order of [`move_score`](plyground_core::Evaluation::move_score).
    pub move_score: bool,
    /// Whether to cut with alpha-beta windows; the value is the same without.
    pub cuts: bool,
    /// How many moves of a position are looked at, the most promising ones; at the root the best of the iteration before.
    pub beam: Option<usize>,
    /// Which of equally good moves is played at the root.
    pub tie: Tie,
    /// Seed of random ties.
    pub seed: u64,
    /// Whether all root moves get exact values, not only the best.
    pub every_move: bool,
}

impl Default for BestReplyConfig {
    fn default() -> Self {
        BestReplyConfig {
            replies: Replies::default(),
            move_score: true,
            cuts: true,
            beam: None,
            tie: Tie::default(),
            seed: 1,
            every_move: false,
        }
    }
}

/// A best-reply search.
pub struct BestReply<G: Game, E> {
    config: BestReplyConfig,
    eval: E,
    ties: TieBreaker,
    moves: MoveStack<G::Move>,
}

impl<G: Game, E: Evaluation<G>> BestReply<G, E> {
    /// A search with the usual settings.
    pub fn new(eval: E) -> Self {
        BestReply::with_config(BestReplyConfig::default(), eval)
    }

    /// A search with these settings.
    pub fn with_config(config: BestReplyConfig, eval: E) -> Self {
        let ties = TieBreaker::new(config.tie, config.seed);
        BestReply { config, eval, ties, moves: MoveStack::default() }
    }

    /// Its switches.
    pub fn config(&self) -> &BestReplyConfig {
        &self.config
    }
}

impl<G: Game, E: Evaluation<G>> BestReply<G, E> {
    /// Searches as the request says; whether the tree is recorded is up to `trace`.
    fn run_traced(
        &mut self,
        request: SearchRequest<'_, G>,
        control: &mut Control,
        trace: &mut impl Tracer<G::Move>,
    ) -> Report<G::Move> {
        let (bounds, seats) = (self.eval.bounds(), request.game.facts().players);
        let BestReplyConfig { replies, move_score, cuts, beam, every_move, .. } = self.config;
        let ends = Window { low: bounds.low, high: bounds.high };
        let rule = (Switches { move_score, beam, every_move }, BestReplyRule { replies, cuts, seats, ends });
        let SearchRequest { game, position, limits, mut observer, .. } = request;
        let me = mover(game, position);
        let worker = Worker::new((game, me), rule, (&mut self.eval, &mut self.moves), control, trace);
        let search = RealSearch::new(game, position, worker, &mut self.ties);
        let mut report = search.deepen(&limits, &mut Forecast::new(Prediction::None), &mut observer);
        // What opponents usually do is a guess, so even a line to the end of the game proves nothing.
        report.exact &= seats == 2 || game.turn(position) == Turn::Over;
        report
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for BestReply<G, E> {
    fn method(&self) -> Method {
        Method::BestReply
    }

    /// Values are those of the player to move (or about to roll).
    fn run_supported(&mut self, request: SearchRequest<'_, G>, control: &mut Control) -> Report<G::Move> {
        run_traced!(self, request, control)
    }

    fn new_game(&mut self, seed: u64) {
        self.config.seed = seed;
        self.ties = TieBreaker::new(self.config.tie, seed);
    }

    fn unit(&self) -> &'static str {
        self.eval.unit()
    }
}

/// The window of a search that wants an exact value.
const OPEN: Window = Window { low: f64::NEG_INFINITY, high: f64::INFINITY };

/// Where a round of opponents stands: who moved last, and whether one has departed from their usual move.
#[derive(Clone, Copy)]
struct Round {
    last: PlayerId,
    departed: bool,
}

/// One opponent per round departs from their usual move.
#[derive(Clone, Copy)]
struct BestReplyRule {
    replies: Replies,
    cuts: bool,
    seats: usize,
    /// Every value lies between these.
    ends: Window,
}

impl<G: Game, E: Evaluation<G>> ReplyRule<G, E> for BestReplyRule {
    fn rate_moves<T: Tracer<G::Move>>(
        worker: &mut Worker<'_, G, E, T, Self>,
        position: &mut G::Position,
        root: RootTurn<'_, G::Move>,
    ) -> Option<RootResult<G::Move>> {
        let (depth, round) = (root.depth, worker.new_round(worker.me));
        let Some(list) = root.list else {
            let value = worker.node(position, depth, OPEN, round)?;
            return Some(RootResult { solved: !worker.horizon, ..RootResult::value(value) });
        };
        let rate_all = prepare(list, depth, root.outcome, worker.switches.beam);
        worker.horizon |= list.is_narrowed();
        let every_move = worker.switches.every_move || rate_all || !worker.rule.cuts;
        list.choose(root.ties, every_move, |entry, floor| {
            let nodes = worker.control.nodes();
            let value = worker.child(position, entry.mv, depth, Window { low: floor, ..OPEN }, round)?;
            Some((value, worker.control.nodes() - nodes))
        })?;
        Some(RootResult { solved: !worker.horizon, ..RootResult::moves(list.moves()) })
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T, BestReplyRule> {
    fn new_round(&self, last: PlayerId) -> Round {
        Round { last, departed: false }
    }

    fn child(
        &mut self,
        position: &mut G::Position,
        mv: G::Move,
        depth: u32,
        window: Window,
        round: Round,
    ) -> Option<f64> {
        self.trace.enter(Edge::Move(mv), (window.low, window.high), depth - 1, VisitKind::Full);
        let undo = self.game.make(position, mv);
        let value = self.node(position, depth - 1, window, round)?;
        self.tell_leaving(position, value);
        self.game.unmake(position, mv, undo);
        Some(value)
    }

    /// The value for the root player, `depth` turns ahead; only a bound when it is not inside the window. `None` when
    /// the search must stop.
    fn node(&mut self, position: &mut G::Position, depth: u32, window: Window, round: Round) -> Option<f64> {
        if self.control.tick() {
            return None;
        }
        match self.game.turn(position) {
            Turn::Over => {
                self.ending = Ending::Terminal;
                Some(self.eval.expected_result(self.game, position, self.me))
            }
            _ if depth == 0 => {
                self.horizon = true;
                self.ending = Ending::Depth;
                Some(self.eval.expectation(self.game, position, self.me))
            }
            Turn::Player(player) if player == self.me => self.own(position, depth, window),
            Turn::Player(player) => {
                let departed = round.departed && !self.passes_me(round.last, player);
                self.opponent(position, depth, window, Round { last: player, departed })
            }
            Turn::Chance => self.chance(position, depth, round),
        }
    }

    /// Whether the turn reaches or passes the root player's seat on the way from one opponent to the next.
    fn passes_me(&self, from: PlayerId, to: PlayerId) -> bool {
        let after_me = |player: PlayerId| (player.index() + self.rule.seats - self.me.index()) % self.rule.seats;
        after_me(to) <= after_me(from)
    }

    /// The root player takes the best of all moves.
    fn own(&mut self, position: &mut G::Position, depth: u32, window: Window) -> Option<f64> {
        let list = self.list(position);
        let round = self.new_round(self.me);
        let mut best = f64::NEG_INFINITY;
        let mut ending = Ending::Complete;
        for turn in 0..list.len {
            let mv = self.moves.at(list, self.moves.index(list, turn));
            let narrowed = Window { low: window.low.max(best), high: window.high };
            best = best.max(self.child(position, mv, depth, self.cut(narrowed), round)?);
            if self.rule.cuts && best >= window.high.min(self.rule.ends.high) {
                ending = Ending::Beta;
                break;
            }
        }
        self.moves.pop(list);
        self.ending = ending;
        Some(best)
    }

    /// An opponent makes their usual move, or, if nobody in this round has, departs from it to hurt the root player. If they
    /// keep to it another one may still depart.
    fn opponent(&mut self, position: &mut G::Position, depth: u32, window: Window, round: Round) -> Option<f64> {
        let list = self.list(position);
        let usual = self.usual(position, list, round.last)?;
        let mut worst = self.child(position, self.moves.at(list, usual), depth, window, round)?;
        let mut ending = Ending::Complete;
        if !round.departed {
            let departed = Round { departed: true, ..round };
            for turn in 0..list.len {
                let index = self.moves.index(list, turn);
                if index == usual {
                    continue;
                }
                if self.rule.cuts && worst <= window.low.max(self.rule.ends.low) {
                    ending = Ending::Alpha;
                    break;
                }
                let narrowed = Window { low: window.low, high: window.high.min(worst) };
                let mv = self.moves.at(list, index);
                worst = worst.min(self.child(position, mv, depth, self.cut(narrowed), departed)?);
            }
        }
        self.moves.pop(list);
        self.ending = ending;
        Some(worst)
    }

    /// The place of the usual move of a player in their list. Positions looked at for it count as nodes.
    fn usual(&mut self, position: &mut G::Position, list: Frame, player: PlayerId) -> Option<u32> {
        if self.switches.move_score && self.rule.replies == Replies::MoveScore {
            return Some(self.moves.index(list, 0)); // sorted by it already
        }
        let (mut best, mut top) = (NO_INDEX, f64::NEG_INFINITY);
        for turn in 0..list.len {
            let index = self.moves.index(list, turn);
            let mv = self.moves.at(list, index);
            let worth = match self.rule.replies {
                Replies::MoveScore => f64::from(self.eval.move_score(self.game, position, mv)),
                Replies::Greedy => self.liking(position, mv, player)?,
            };
            if worth > top || (worth == top && index < best) {
                (best, top) = (index, worth);
            }
        }
        Some(best)
    }

    /// What a player thinks of the position after their move.
    fn liking(&mut self, position: &mut G::Position, mv: G::Move, player: PlayerId) -> Option<f64> {
        if self.control.tick() {
            return None;
        }
        let undo = self.game.make(position, mv);
        let value = match self.game.turn(position) {
            Turn::Over => self.eval.expected_result(self.game, position, player),
            _ => self.eval.expectation(self.game, position, player),
        };
        self.game.unmake(position, mv, undo);
        Some(value)
    }

    fn cut(&self, window: Window) -> Window {
        if self.rule.cuts { window } else { OPEN }
    }

    /// The average over the outcomes, each in full.
    fn chance(&mut self, position: &mut G::Position, depth: u32, round: Round) -> Option<f64> {
        let mut sum = 0.0;
        for outcome in 0..self.game.outcomes(position).len() {
            let probability = self.game.outcomes(position)[outcome];
            if probability > 0.0 {
                self.trace.enter(Edge::Roll(outcome), OPEN_WINDOW, depth, VisitKind::Full);
                let undo = self.game.roll(position, outcome);
                let value = self.node(position, depth, OPEN, round)?;
                self.tell_leaving(position, value);
                self.game.unroll(position, outcome, undo);
                sum += probability * value;
            }
        }
        self.ending = Ending::Complete;
        Some(sum)
    }
}
