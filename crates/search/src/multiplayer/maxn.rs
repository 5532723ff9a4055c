//! Max^n: a position is worth a vector, one number per player, and every player takes the move whose vector is best for
//! themselves. Of equally good moves they take the one that the rules list first, whatever the order of search: another
//! choice would be as good for them but may change everything for the others, so the rule is part of the value.
//!
//! Shallow pruning (Korf 1991) needs two bounds: the least value of any player and the greatest sum of all values. If
//! the player to move has `x` already, nobody can have more than the sum less `x` and less everyone else's least; if
//! that is not more than what the player before has elsewhere, they will not come here. It goes one turn back only:
//! deeper pruning would be wrong for more than two players, because a value that is not chosen here may still decide
//! what is chosen in between. An evaluation that declares no sum is searched in full.

use super::prepare;
use super::worker::{OPEN_WINDOW, ReplyRule, Switches, Worker};
use crate::deepening::RootResult;
use crate::real_search::{RealSearch, RootTurn, mover};
use crate::search::run_traced;
use crate::stack::{MoveStack, NO_INDEX};
use crate::tie::TieBreaker;
use crate::time::{Forecast, Prediction};
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use crate::{Control, Method, Report, Search, SearchRequest, Tie};
use plyground_core::{Bounds, Evaluation, Facts, Game, MAX_PLAYERS, PlayerId, Turn};

/// The switches of a max^n search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxNConfig {
    /// Whether to prune, where the evaluation's bounds allow it.
    pub shallow: bool,
    /// Whether moves are searched in the order of [`move_score`](plyground_core::Evaluation::move_score).
    pub move_score: bool,
    /// How many moves of a position are looked at, the most promising ones; at the root the best of the iteration before.
    pub beam: Option<usize>,
    /// Which of equally good moves is played at the root.
    pub tie: Tie,
    /// Seed of random ties.
    pub seed: u64,
    /// Whether all root moves get exact values, not only the best.
    pub every_move: bool,
}

impl Default for MaxNConfig {
    fn default() -> Self {
        MaxNConfig { shallow: true, move_score: true, beam: None, tie: Tie::default(), seed: 1, every_move: false }
    }
}

/// A max^n search.
pub struct MaxN<G: Game, E> {
    config: MaxNConfig,
    eval: E,
    ties: TieBreaker,
    moves: MoveStack<G::Move>,
}

impl<G: Game, E: Evaluation<G>> MaxN<G, E> {
    /// A search with the usual settings.
    pub fn new(eval: E) -> Self {
        MaxN::with_config(MaxNConfig::default(), eval)
    }

    /// A search with these settings.
    pub fn with_config(config: MaxNConfig, eval: E) -> Self {
        let ties = TieBreaker::new(config.tie, config.seed);
        MaxN { config, eval, ties, moves: MoveStack::default() }
    }

    /// Its switches.
    pub fn config(&self) -> &MaxNConfig {
        &self.config
    }
}

impl<G: Game, E: Evaluation<G>> MaxN<G, E> {
    /// Searches as the request says; whether the tree is recorded is up to `trace`.
    fn run_traced(
        &mut self,
        request: SearchRequest<'_, G>,
        control: &mut Control,
        trace: &mut impl Tracer<G::Move>,
    ) -> Report<G::Move> {
        let facts = request.game.facts();
        let MaxNConfig { shallow, move_score, beam, every_move, .. } = self.config;
        let pruning = Pruning::new(shallow, self.eval.bounds(), &facts);
        let rule = (Switches { move_score, beam, every_move }, MaxNRule { players: facts.players, pruning });
        let SearchRequest { game, position, limits, mut observer, .. } = request;
        let me = mover(game, position);
        let worker = Worker::new((game, me), rule, (&mut self.eval, &mut self.moves), control, trace);
        let search = RealSearch::new(game, position, worker, &mut self.ties);
        search.deepen(&limits, &mut Forecast::new(Prediction::None), &mut observer)
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for MaxN<G, E> {
    fn method(&self) -> Method {
        Method::MaxN
    }

    /// The value of the report is that of the player to move (or about to roll); [`by_player`](Report::by_player) has
    /// everyone's.
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

/// One number per player.
type Values = [f64; MAX_PLAYERS];

/// What bounds allow to conclude.
#[derive(Clone, Copy)]
struct Pruning {
    /// Nobody has more.
    most: f64,
    /// Two players together never have more, no matter which; infinite where nothing is known.
    most_of_two: f64,
}

impl Pruning {
    fn new(wanted: bool, bounds: Bounds, facts: &Facts) -> Self {
        let off = Pruning { most: f64::INFINITY, most_of_two: f64::INFINITY };
        let Bounds { low, high, sum: Some(sum) } = bounds else { return off };
        if !wanted || !low.is_finite() || !high.is_finite() {
            return off;
        }
        let others = (facts.players - 2) as f64 * low;
        // Whole numbers are exact. With fractions, and with averages over dice, rounding may lift a sum by a hair.
        let whole = !facts.chance && low.fract() == 0.0 && sum.fract() == 0.0;
        let hair = if whole { 0.0 } else { 1e-12 * (sum.abs() + others.abs() + high.abs()) };
        Pruning { most: high, most_of_two: sum - others + hair }
    }

    fn is_on(&self) -> bool {
        self.most_of_two.is_finite()
    }
}

/// What the player of the turn before has elsewhere: they come here only for more than `floor`.
#[derive(Clone, Copy)]
struct Rival {
    player: PlayerId,
    floor: f64,
}

/// Everyone for themselves.
#[derive(Clone, Copy)]
struct MaxNRule {
    players: usize,
    pruning: Pruning,
}

impl<G: Game, E: Evaluation<G>> ReplyRule<G, E> for MaxNRule {
    fn rate_moves<T: Tracer<G::Move>>(
        worker: &mut Worker<'_, G, E, T, Self>,
        position: &mut G::Position,
        root: RootTurn<'_, G::Move>,
    ) -> Option<RootResult<G::Move>> {
        let (player, depth, players) = (worker.me, root.depth, worker.rule.players);
        let me = player.index();
        let Some(list) = root.list else {
            let values = worker.node(position, depth, None)?;
            let by_player = values[..players].to_vec();
            return Some(RootResult { by_player, solved: !worker.horizon, ..RootResult::value(values[me]) });
        };
        let rate_all = prepare(list, depth, root.outcome, worker.switches.beam);
        worker.horizon |= list.is_narrowed();
        let every_move = worker.switches.every_move || rate_all || !worker.rule.pruning.is_on();
        let mut vectors: Vec<(usize, Values)> = Vec::with_capacity(list.entries.len());
        list.choose(root.ties, every_move, |entry, floor| {
            let nodes = worker.control.nodes();
            let values = worker.child(position, entry.mv, depth, Rival { player, floor })?;
            vectors.push((entry.place, values));
            // A vector that the root player does not want says nothing but that.
            Some((values[me].max(floor), worker.control.nodes() - nodes))
        })?;
        let best = vectors.iter().find(|(place, _)| *place == list.best.place);
        let by_player = best.map_or(Vec::new(), |(_, values)| values[..players].to_vec());
        Some(RootResult { by_player, solved: !worker.horizon, ..RootResult::moves(list.moves()) })
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T, MaxNRule> {
    fn child(&mut self, position: &mut G::Position, mv: G::Move, depth: u32, rival: Rival) -> Option<Values> {
        let low = if rival.player == self.me { rival.floor } else { f64::NEG_INFINITY };
        self.trace.enter(Edge::Move(mv), (low, f64::INFINITY), depth - 1, VisitKind::Full);
        let undo = self.game.make(position, mv);
        let values = self.node(position, depth - 1, Some(rival))?;
        self.tell_leaving(position, values[self.me.index()]);
        self.game.unmake(position, mv, undo);
        Some(values)
    }

    /// Everyone's value, `depth` turns ahead; if the rival will not come here, any vector they do not want. `None` when
    /// the search must stop.
    fn node(&mut self, position: &mut G::Position, depth: u32, rival: Option<Rival>) -> Option<Values> {
        if self.control.tick() {
            return None;
        }
        match self.game.turn(position) {
            Turn::Over => {
                self.ending = Ending::Terminal;
                Some(self.rate(|eval, game, player| eval.expected_result(game, position, player)))
            }
            _ if depth == 0 => {
                self.horizon = true;
                self.ending = Ending::Depth;
                Some(self.rate(|eval, game, player| eval.expectation(game, position, player)))
            }
            Turn::Player(player) => self.player(position, player, depth, rival),
            Turn::Chance => self.chance(position, depth),
        }
    }

    fn rate(&mut self, mut of: impl FnMut(&mut E, &G, PlayerId) -> f64) -> Values {
        let mut values = [0.0; MAX_PLAYERS];
        for player in PlayerId::all(self.rule.players) {
            values[player.index()] = of(self.eval, self.game, player);
        }
        values
    }

    fn player(
        &mut self,
        position: &mut G::Position,
        player: PlayerId,
        depth: u32,
        rival: Option<Rival>,
    ) -> Option<Values> {
        let me = player.index();
        // A player who moves twice in a row is no rival of themselves.
        let rival = rival.filter(|rival| rival.player != player);
        let list = self.list(position);
        let (mut best, mut best_index) = ([f64::NEG_INFINITY; MAX_PLAYERS], NO_INDEX);
        let mut ending = Ending::Complete;
        for turn in 0..list.len {
            let index = self.moves.index(list, turn);
            if best[me] >= self.rule.pruning.most && index > best_index {
                continue; // cannot be better, and loses the tie
            }
            let floor = if index < best_index { best[me].next_down() } else { best[me] };
            let mv = self.moves.at(list, index);
            let values = self.child(position, mv, depth, Rival { player, floor })?;
            if values[me] > floor {
                (best, best_index) = (values, index);
            }
            if rival.is_some_and(|rival| self.rule.pruning.most_of_two - best[me] <= rival.floor) {
                ending = if player == self.me { Ending::Beta } else { Ending::Alpha };
                break;
            }
        }
        self.moves.pop(list);
        self.ending = ending;
        Some(best)
    }

    /// The average over the outcomes. No rival looks through it: what one outcome lacks another may have.
    fn chance(&mut self, position: &mut G::Position, depth: u32) -> Option<Values> {
        let mut sum = [0.0; MAX_PLAYERS];
        for outcome in 0..self.game.outcomes(position).len() {
            let probability = self.game.outcomes(position)[outcome];
            if probability > 0.0 {
                self.trace.enter(Edge::Roll(outcome), OPEN_WINDOW, depth, VisitKind::Full);
                let undo = self.game.roll(position, outcome);
                let values = self.node(position, depth, None)?;
                self.tell_leaving(position, values[self.me.index()]);
                self.game.unroll(position, outcome, undo);
                sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += probability * value);
            }
        }
        self.ending = Ending::Complete;
        Some(sum)
    }
}
