//! Iterative deepening for searches with real-numbered values: one turn deeper each time, the last completed
//! iteration always at hand.

use crate::time::Forecast;
use crate::{Control, Iteration, Limits, Report, RootMove, Sink, StopReason};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// No search goes deeper: values beyond are beyond all hope, and the call stack is finite.
const DEEPEST: u32 = 1000;

/// How an iteration ended.
pub(crate) enum IterationEnd<M> {
    /// Complete.
    Done(RootResult<M>),
    /// Stopped by the control; the best move found until then and its value, if it can be relied upon.
    Stopped(Option<(M, f64)>),
}

impl<M> IterationEnd<M> {
    /// All that was found, or else what is left of it.
    pub(crate) fn new(found: Option<RootResult<M>>, salvaged: Option<(M, f64)>) -> Self {
        found.map_or(IterationEnd::Stopped(salvaged), IterationEnd::Done)
    }
}

/// What an iteration found at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootResult<M> {
    pub(crate) value: f64,
    pub(crate) by_player: Vec<f64>,
    pub(crate) best: Option<M>,
    pub(crate) moves: Vec<RootMove<M>>,
    pub(crate) by_outcome: Vec<Option<M>>,
    pub(crate) outcome_values: Vec<Option<f64>>,
    /// Whether every line was followed to the end of the game.
    pub(crate) solved: bool,
}

impl<M: Copy + PartialEq> RootResult<M> {
    /// A value without a choice.
    pub(crate) fn value(value: f64) -> Self {
        RootResult {
            value,
            by_player: Vec::new(),
            best: None,
            moves: Vec::new(),
            by_outcome: Vec::new(),
            outcome_values: Vec::new(),
            solved: false,
        }
    }

    /// Root moves, best first.
    pub(crate) fn moves(moves: Vec<RootMove<M>>) -> Self {
        RootResult { best: Some(moves[0].mv), moves, ..RootResult::value(0.0) }.with_value_of_best()
    }

    fn with_value_of_best(mut self) -> Self {
        self.value = self.moves[0].value;
        self
    }

    /// A deeper search that was stopped prefers this move.
    fn prefer(&mut self, mv: M, value: f64) {
        if let Some(index) = self.moves.iter().position(|root| root.mv == mv) {
            self.moves[..=index].rotate_right(1);
            self.moves[0] = RootMove { value, exact: true, ..self.moves[0] };
        }
        (self.best, self.value) = (Some(mv), value);
    }

    /// The best move of an earlier iteration: of the position, or of one outcome of its roll.
    pub(crate) fn best_at(&self, outcome: Option<usize>) -> Option<M> {
        match outcome {
            None => self.best,
            Some(outcome) => self.by_outcome.get(outcome).copied().flatten(),
        }
    }
}

/// The player whose values the report speaks of: the one who is to move or to roll. After the end it does not matter.
pub(crate) fn mover<G: Game>(game: &G, position: &G::Position) -> PlayerId {
    game.mover(position).unwrap_or(PlayerId::FIRST)
}

/// Searches the root: a player's turn as it is, a chance node outcome by outcome. `at` gets the position of a
/// player's turn and the outcome that led there.
pub(crate) fn over_outcomes<G: Game>(
    game: &G,
    position: &mut G::Position,
    mut at: impl FnMut(&mut G::Position, Option<usize>) -> Option<RootResult<G::Move>>,
) -> Option<RootResult<G::Move>> {
    if game.turn(position) != Turn::Chance {
        return at(position, None);
    }
    let probabilities = game.outcomes(position).to_vec();
    let mut all = RootResult { solved: true, ..RootResult::value(0.0) };
    for (outcome, &probability) in probabilities.iter().enumerate() {
        if probability <= 0.0 {
            all.by_outcome.push(None);
            all.outcome_values.push(None);
            continue;
        }
        let undo = game.roll(position, outcome);
        let found = at(position, Some(outcome))?;
        game.unroll(position, outcome, undo);
        all.value += probability * found.value;
        all.by_player.resize(found.by_player.len(), 0.0);
        all.by_player.iter_mut().zip(&found.by_player).for_each(|(sum, value)| *sum += probability * value);
        all.by_outcome.push(found.best);
        all.outcome_values.push(Some(found.value));
        all.solved &= found.solved;
    }
    Some(all)
}

/// What to say when not even one turn could be searched: the first legal move, and the evaluation's opinion.
pub(crate) fn unsearched<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: &mut E,
    position: &G::Position,
) -> RootResult<G::Move> {
    let me = mover(game, position);
    if game.turn(position) == Turn::Over {
        let value = eval.expected_result(game, position, me);
        return RootResult { solved: true, ..RootResult::value(value) };
    }
    let value = eval.expectation(game, position, me);
    let first = |at: &mut G::Position, _| {
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        Some(RootResult { best: moves.first().copied(), ..RootResult::value(value) })
    };
    let found = over_outcomes(game, &mut position.clone(), first).unwrap_or_else(|| RootResult::value(value));
    RootResult { value, solved: false, outcome_values: Vec::new(), ..found }
}

/// Repeats `step` with growing depth until a limit, a stop, a solution, or until the forecast sees no time for another
/// iteration. `step` is given the depth and what the iteration before found.
pub(crate) fn deepen<M: Copy + PartialEq>(
    limits: &Limits,
    forecast: &mut Forecast,
    control: &mut Control,
    sink: &mut impl Sink<M>,
    unsearched: RootResult<M>,
    mut step: impl FnMut(u32, &RootResult<M>, &mut Control) -> IterationEnd<M>,
) -> Report<M> {
    let nodes_before = control.nodes();
    let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    forecast.begin();
    let mut found = unsearched;
    let mut iterations: Vec<Iteration<M>> = Vec::new();
    let mut depth = 0;
    let reason = loop {
        if found.solved {
            break StopReason::Solved;
        }
        // A forced move needs no thought, but who asks for a depth wants to see it.
        if depth > 0 && limits.depth.is_none() && found.moves.len() == 1 {
            break StopReason::Forced;
        }
        if depth >= deepest {
            break StopReason::Depth;
        }
        let (nodes, time) = (control.nodes(), control.elapsed());
        if depth > 0 && !forecast.may_begin(time, limits) {
            break StopReason::Time;
        }
        let predicted = forecast.next();
        match step(depth + 1, &found, control) {
            IterationEnd::Done(next) => found = next,
            IterationEnd::Stopped(salvaged) => {
                if let Some((mv, value)) = salvaged.filter(|_| depth > 0) {
                    found.prefer(mv, value);
                }
                break control.stopped().unwrap_or(StopReason::Asked);
            }
        }
        depth += 1;
        forecast.record(control.elapsed().saturating_sub(time));
        iterations.push(Iteration {
            depth,
            value: found.value,
            best: found.best,
            moves: found.moves.clone(),
            nodes: control.nodes() - nodes,
            time: control.elapsed().saturating_sub(time),
            predicted,
            window: None,
            fail_low: 0,
            fail_high: 0,
        });
        sink.iteration(&iterations[iterations.len() - 1]);
    };
    Report {
        best: found.best,
        by_outcome: found.by_outcome,
        outcome_values: found.outcome_values,
        value: found.value,
        by_player: found.by_player,
        exact: found.solved,
        line: found.best.into_iter().collect(),
        moves: found.moves,
        depth,
        nodes: control.nodes() - nodes_before,
        time: control.elapsed(),
        iterations,
        ..Report::empty(reason)
    }
}
