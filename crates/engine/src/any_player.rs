//! Players of games whose type is hidden.
//!
//! A player for an [`AnyGame`] is the player of the game inside, which was compiled for that game, and a translation of
//! positions and moves around it. The search itself therefore loses no speed.

use crate::{Choice, Failure, History, Player, Request, SearchRequest};
use plyground_core::{AnyGame, AnyMove, Game, Playable, PlayedTurn, PlayerId, Turn, place_of_move};
use plyground_search::trace::{Edge, Growth, GrowthNode, Recorder, RootTrace, TraceNode};
use plyground_search::{Iteration, Limits, Observer, Report, RootMove, Sink, StopFlag};
use std::collections::HashMap;
use std::time::Duration;

/// A player of the game inside an [`AnyGame`].
pub(crate) struct AnyPlayer<G: Playable>(pub(crate) Box<dyn Player<G>>);

const SAME_GAME: &str = "a player is asked only about the game that it was built for";

impl<G: Playable> Player<AnyGame> for AnyPlayer<G> {
    fn think(&mut self, request: Request<'_, AnyGame>) -> Report<AnyMove> {
        let mut parts = NativeParts::<G>::new(request);
        let report = self.0.think(parts.request());
        parts.record();
        Translation::new(parts.game, parts.position).report(report)
    }

    fn choose(&mut self, request: Request<'_, AnyGame>) -> Choice<AnyMove> {
        let mut parts = NativeParts::<G>::new(request);
        let Choice { mv, value, depth, nodes } = self.0.choose(parts.request());
        parts.record();
        Choice { mv: mv.and_then(|mv| place_of_move(parts.game, parts.position, mv)), value, depth, nodes }
    }

    fn new_game(&mut self, seed: u64) {
        self.0.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        self.0.unit()
    }

    fn evaluation(&self) -> &'static str {
        self.0.evaluation()
    }

    fn failure(&mut self) -> Option<Failure> {
        self.0.failure()
    }
}

/// A request in terms of the game inside.
struct NativeParts<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    limits: Limits,
    stop: Option<&'a StopFlag>,
    ponder_for: Option<PlayerId>,
    ceiling: Option<Duration>,
    history: NativeHistory<G::Move>,
    sink: Option<NativeSink<'a, 'a, G>>,
    /// The recorder of the request, and the one that the player inside fills.
    recorders: Option<(&'a mut Recorder<AnyMove>, Recorder<G::Move>)>,
}

impl<'a, G: Playable> NativeParts<'a, G> {
    fn new(request: Request<'a, AnyGame>) -> Self {
        let Request { search, ceiling, history } = request;
        let SearchRequest { game, position, limits, stop, ponder_for, observer: Observer { sink, recorder } } = search;
        let game: &G = game.downcast().expect(SAME_GAME);
        let position = position.downcast::<G>().expect(SAME_GAME);
        NativeParts {
            game,
            position,
            limits,
            stop,
            ponder_for,
            ceiling,
            history: native_history(game, history).unwrap_or_default(),
            sink: sink.map(|sink| NativeSink { translation: Translation::new(game, position), sink }),
            recorders: recorder.map(|recorder| {
                let native = recorder.empty_copy();
                (recorder, native)
            }),
        }
    }

    fn request(&mut self) -> Request<'_, G> {
        let NativeParts { game, position, limits, stop, ceiling, history: (opening, turns), sink, recorders, .. } =
            self;
        let observer = Observer {
            sink: sink.as_mut().map(|sink| sink as &mut dyn Sink<G::Move>),
            recorder: recorders.as_mut().map(|(_, native)| native),
        };
        let (game, position, ponder_for) = (*game, *position, self.ponder_for);
        let search = SearchRequest { game, position, limits: *limits, stop: *stop, ponder_for, observer };
        Request { search, ceiling: *ceiling, history: History { opening, turns } }
    }

    /// Copies what was recorded.
    fn record(&mut self) {
        if let Some((recorder, native)) = &mut self.recorders {
            translate_trace(self.game, self.position, native, recorder);
        }
    }
}

/// The moves of a history in terms of the game inside: opening and turns.
type NativeHistory<M> = (Vec<M>, Vec<PlayedTurn<M>>);

/// `None` if the moves do not fit the game.
fn native_history<G: Game>(game: &G, history: History<'_, AnyMove>) -> Option<NativeHistory<G::Move>> {
    let mut position = game.start();
    let mut play = |outcome: Option<usize>, mv: AnyMove| {
        if let (Turn::Chance, Some(outcome)) = (game.turn(&position), outcome) {
            game.roll(&mut position, outcome);
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mv = *moves.get(mv.0 as usize)?;
        game.make(&mut position, mv);
        Some(mv)
    };
    let opening = history.opening.iter().map(|mv| play(None, *mv)).collect::<Option<Vec<_>>>()?;
    let turns = history.turns.iter().map(|(roll, mv)| Some((*roll, play(*roll, *mv)?))).collect::<Option<Vec<_>>>()?;
    Some((opening, turns))
}

/// From the moves of the game inside to places in lists.
struct Translation<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    /// The places of the moves at the root. A report names each of them once per depth, and a large board has hundreds.
    places: HashMap<G::Move, AnyMove>,
}

impl<'a, G: Game> Translation<'a, G> {
    fn new(game: &'a G, position: &'a G::Position) -> Self {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let places = moves.into_iter().enumerate().map(|(place, mv)| (mv, AnyMove::at(place))).collect();
        Translation { game, position, places }
    }

    fn at_root(&self, mv: G::Move) -> Option<AnyMove> {
        self.places.get(&mv).copied()
    }

    fn moves(&self, moves: &[RootMove<G::Move>]) -> Vec<RootMove<AnyMove>> {
        let translated = moves.iter().filter_map(|root| {
            let RootMove { mv, value, exact, effort } = *root;
            Some(RootMove { mv: self.at_root(mv)?, value, exact, effort })
        });
        translated.collect()
    }

    /// The moves chosen for each outcome of the roll that is due.
    fn by_outcome(&self, moves: &[Option<G::Move>]) -> Vec<Option<AnyMove>> {
        let translate = |(outcome, mv): (usize, &Option<G::Move>)| {
            // An outcome that cannot happen has no move and must not be rolled.
            let mv = (*mv)?;
            let mut rolled = self.position.clone();
            self.game.roll(&mut rolled, outcome);
            place_of_move(self.game, &rolled, mv)
        };
        moves.iter().enumerate().map(translate).collect()
    }

    /// A line of play, as far as its moves follow each other without a roll.
    fn line(&self, line: &[G::Move]) -> Vec<AnyMove> {
        let mut position = self.position.clone();
        let mut places = Vec::with_capacity(line.len());
        for mv in line {
            let Some(place) = place_of_move(self.game, &position, *mv) else { break };
            places.push(place);
            self.game.make(&mut position, *mv);
        }
        places
    }

    fn iteration(&self, iteration: &Iteration<G::Move>) -> Iteration<AnyMove> {
        Iteration {
            depth: iteration.depth,
            value: iteration.value,
            best: iteration.best.and_then(|mv| self.at_root(mv)),
            moves: self.moves(&iteration.moves),
            nodes: iteration.nodes,
            time: iteration.time,
            predicted: iteration.predicted,
            window: iteration.window,
            fail_low: iteration.fail_low,
            fail_high: iteration.fail_high,
        }
    }

    fn report(&self, report: Report<G::Move>) -> Report<AnyMove> {
        Report {
            best: report.best.and_then(|mv| self.at_root(mv)),
            basis: report.basis,
            by_outcome: self.by_outcome(&report.by_outcome),
            outcome_values: report.outcome_values,
            value: report.value,
            by_player: report.by_player,
            exact: report.exact,
            plies_to_end: report.plies_to_end,
            line: self.line(&report.line),
            moves: self.moves(&report.moves),
            depth: report.depth,
            nodes: report.nodes,
            time: report.time,
            stopped: report.stopped,
            iterations: report.iterations.iter().map(|iteration| self.iteration(iteration)).collect(),
            table: report.table,
            star: report.star,
        }
    }
}

/// Passes iterations on to a sink of the hidden game.
struct NativeSink<'a, 's, G: Game> {
    translation: Translation<'a, G>,
    sink: &'s mut dyn Sink<AnyMove>,
}

impl<G: Game> Sink<G::Move> for NativeSink<'_, '_, G> {
    fn iteration(&mut self, iteration: &Iteration<G::Move>) {
        self.sink.iteration(&self.translation.iteration(iteration));
    }
}

/// Copies a record. Visits whose move has no place in a list (moves rated straight from a chance node) count as
/// omitted, together with what is below them.
fn translate_trace<G: Game>(
    game: &G,
    start: &G::Position,
    native: &Recorder<G::Move>,
    recorder: &mut Recorder<AnyMove>,
) {
    let searches = native.searches().iter().map(|search| translate_search(game, start, search)).collect();
    let growth = native.growth().map(|growth| translate_growth(game, start, growth));
    recorder.replace(native.method(), searches, growth);
}

/// The edge in terms of places, and the position that it leads to.
fn translate_edge<G: Game>(
    game: &G,
    before: &G::Position,
    edge: Edge<G::Move>,
) -> Option<(Edge<AnyMove>, G::Position)> {
    let mut after = before.clone();
    let edge = match edge {
        Edge::Move(mv) => {
            let place = place_of_move(game, before, mv)?;
            game.make(&mut after, mv);
            Edge::Move(place)
        }
        Edge::Roll(outcome) => {
            game.roll(&mut after, outcome);
            Edge::Roll(outcome)
        }
    };
    Some((edge, after))
}

fn translate_search<G: Game>(game: &G, start: &G::Position, search: &RootTrace<G::Move>) -> RootTrace<AnyMove> {
    // For each visit its new index and its position, where it has them.
    let mut known: Vec<Option<(usize, G::Position)>> = Vec::with_capacity(search.nodes.len());
    let mut nodes: Vec<TraceNode<AnyMove>> = Vec::new();
    for node in &search.nodes {
        let above = node.parent.map(|parent| known[parent].as_ref());
        let translated = match above {
            None => translate_edge(game, start, node.edge).map(|(edge, after)| (None, edge, after)),
            Some(None) => None,
            Some(Some((parent, before))) => {
                translate_edge(game, before, node.edge).map(|(edge, after)| (Some(*parent), edge, after))
            }
        };
        known.push(translated.map(|(parent, edge, after)| {
            let TraceNode { ply, window, depth, kind, player, value, ending, table, .. } = *node;
            nodes.push(TraceNode { parent, edge, ply, window, depth, kind, player, value, ending, table });
            (nodes.len() - 1, after)
        }));
    }
    let omitted = search.omitted + (search.nodes.len() - nodes.len()) as u64;
    RootTrace { depth: search.depth, window: search.window, value: search.value, nodes, omitted }
}

/// A tree of play-outs has moves of legal lists and rolls only, so nothing is lost.
fn translate_growth<G: Game>(game: &G, start: &G::Position, growth: &Growth<G::Move>) -> Growth<AnyMove> {
    let mut positions: Vec<G::Position> = Vec::with_capacity(growth.nodes.len());
    let mut nodes = Vec::with_capacity(growth.nodes.len());
    for node in &growth.nodes {
        let before = node.parent.map_or(start, |parent| &positions[parent]);
        let (edge, after) = match node.edge.and_then(|edge| translate_edge(game, before, edge)) {
            Some((edge, after)) => (Some(edge), after),
            None => (None, before.clone()),
        };
        positions.push(after);
        nodes.push(GrowthNode { parent: node.parent, edge, turn: node.turn, chance: node.chance });
    }
    Growth { nodes, steps: growth.steps.clone(), exploration: growth.exploration, omitted: growth.omitted }
}
