//! Players at work: requests from Python, reports as documents.

use crate::board::{Board, Table};
use crate::errors::Failure;
use crate::supervise::Monitor;
use plyground_core::{Playable, Turn};
use plyground_engine::Player;
use plyground_search::trace::{Edge, Recorder, TraceNode};
use plyground_search::{Iteration, Limits, Report, RootMove, SearchRequest, Window};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What a player is asked.
#[derive(Clone)]
pub struct Question {
    /// How deep and how long.
    pub limits: Limits,
    /// The most nodes and plies of the tree to keep, if it is wanted.
    pub trace: Option<(usize, u32)>,
    /// Whether every iteration is told.
    pub news: bool,
}

/// A player of some game.
pub trait Seated: Send {
    /// Thinks about a position of the game that it was built for.
    fn think(&mut self, board: &dyn Board, question: &Question, monitor: &Monitor) -> Result<Value, Failure>;
    /// The place of its move in the list of the position, which waits for a player.
    fn choose(&mut self, board: &dyn Board, question: &Question, monitor: &Monitor) -> Result<usize, Failure>;
    /// Forgets everything; `seed` governs all random choices from now on.
    fn new_game(&mut self, seed: u64);
    /// What its values measure.
    fn unit(&self) -> &'static str;
}

/// A player of games of one type.
pub struct SeatedOf<G: Playable> {
    spec: String,
    player: Box<dyn Player<G>>,
}

const SAME_GAME: &str = "this player was built for another game; make a new one";

impl<G: Playable> SeatedOf<G> {
    /// The player of this spec.
    pub fn new(spec: String, player: Box<dyn Player<G>>) -> Self {
        SeatedOf { spec, player }
    }

    fn table(board: &dyn Board) -> Result<&Table<G>, Failure> {
        board.as_any().downcast_ref().ok_or_else(|| Failure::value(SAME_GAME))
    }

    fn check(&mut self) -> Result<(), Failure> {
        match self.player.failure() {
            Some(failure) => Err(Failure::Value(format!("{} {failure}", self.spec))),
            None => Ok(()),
        }
    }
}

impl<G: Playable> Seated for SeatedOf<G> {
    fn think(&mut self, board: &dyn Board, question: &Question, monitor: &Monitor) -> Result<Value, Failure> {
        let table = Self::table(board)?;
        let writer = Writer { game: &table.game, position: &table.position };
        let mut sink = |iteration: &Iteration<G::Move>| monitor.tell(writer.iteration(iteration));
        let mut recorder = question.trace.map(|(nodes, plies)| Recorder::new(nodes, plies));
        let mut request = SearchRequest::new(&table.game, &table.position).within(question.limits).until(&monitor.stop);
        if question.news {
            request = request.telling(&mut sink);
        }
        if let Some(recorder) = &mut recorder {
            request = request.recording(recorder);
        }
        let report = self.player.think(request.into());
        self.check()?;
        let mut document = writer.report(&report);
        document.insert("player".into(), self.spec.clone().into());
        document.insert("unit".into(), self.player.unit().into());
        if let Some(recorder) = recorder {
            document.insert("trace".into(), writer.trace(&recorder));
        }
        Ok(Value::Object(document))
    }

    fn choose(&mut self, board: &dyn Board, question: &Question, monitor: &Monitor) -> Result<usize, Failure> {
        let table = Self::table(board)?;
        let request = SearchRequest::new(&table.game, &table.position).within(question.limits).until(&monitor.stop);
        let choice = self.player.choose(request.into());
        self.check()?;
        let mv = choice.mv.ok_or_else(|| Failure::value(format!("{} has no move here", self.spec)))?;
        let mut moves = Vec::new();
        table.game.moves(&table.position, &mut moves);
        let place = moves.iter().position(|other| *other == mv);
        place.ok_or_else(|| Failure::value(format!("{} chose a move that is not legal", self.spec)))
    }

    fn new_game(&mut self, seed: u64) {
        self.player.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        self.player.unit()
    }
}

/// Writes reports about one position.
struct Writer<'a, G: Playable> {
    game: &'a G,
    position: &'a G::Position,
}

impl<G: Playable> Writer<'_, G> {
    fn text(&self, mv: G::Move) -> String {
        self.game.move_text(self.position, mv)
    }

    fn report(&self, report: &Report<G::Move>) -> Map<String, Value> {
        let document = json!({
            "position": self.game.position_text(self.position),
            "best": report.best.map(|mv| self.text(mv)),
            "best_by_face": self.by_face(report),
            "value": finite(report.value),
            "values": report.by_player,
            "exact": report.exact,
            "plies_to_end": report.plies_to_end,
            "line": self.line(report),
            "moves": self.root_moves(&report.moves),
            "depth": report.depth,
            "nodes": report.nodes,
            "seconds": report.time.as_secs_f64(),
            "stopped": report.stopped.name(),
            "iterations": report.iterations.iter().map(|iteration| self.iteration(iteration)).collect::<Vec<_>>(),
            "table": report.table.map(|used| json!({
                "bytes": used.bytes, "probes": used.probes, "hits": used.hits, "stores": used.stores,
            })),
        });
        match document {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    /// The best move for each face that can be rolled.
    fn by_face(&self, report: &Report<G::Move>) -> Value {
        if self.game.turn(self.position) != Turn::Chance {
            return Value::Null;
        }
        let probabilities = self.game.outcomes(self.position);
        let possible = report.by_outcome.iter().enumerate();
        let possible = possible.filter(|(face, _)| probabilities.get(*face).is_some_and(|chance| *chance > 0.0));
        let entries = possible.map(|(face, best)| {
            let mut rolled = self.position.clone();
            self.game.roll(&mut rolled, face);
            ((face + 1).to_string(), json!(best.map(|mv| self.game.move_text(&rolled, mv))))
        });
        Value::Object(entries.collect())
    }

    /// The expected line, as far as it can be played without rolling dice.
    fn line(&self, report: &Report<G::Move>) -> Vec<String> {
        let mut position = self.position.clone();
        let mut texts = Vec::new();
        for &mv in &report.line {
            if self.game.turn(&position).player().is_none() || !self.game.is_legal(&position, mv) {
                break;
            }
            texts.push(self.game.move_text(&position, mv));
            self.game.make(&mut position, mv);
        }
        texts
    }

    fn root_moves(&self, moves: &[RootMove<G::Move>]) -> Vec<Value> {
        let write = |root: &RootMove<G::Move>| json!({"move": self.text(root.mv), "value": finite(root.value), "exact": root.exact, "effort": root.effort});
        moves.iter().map(write).collect()
    }

    fn iteration(&self, iteration: &Iteration<G::Move>) -> Value {
        json!({
            "depth": iteration.depth,
            "value": finite(iteration.value),
            "best": iteration.best.map(|mv| self.text(mv)),
            "moves": self.root_moves(&iteration.moves),
            "nodes": iteration.nodes,
            "seconds": iteration.time.as_secs_f64(),
            "predicted_seconds": iteration.predicted.map(|time| time.as_secs_f64()),
            "window": iteration.window.map(|Window { low, high }| json!([finite(low), finite(high)])),
            "fail_low": iteration.fail_low,
            "fail_high": iteration.fail_high,
        })
    }

    /// The tree as a list, parents before children.
    fn trace(&self, recorder: &Recorder<G::Move>) -> Value {
        // The position before each node's edge gives its move a text.
        let mut positions: Vec<Arc<G::Position>> = Vec::with_capacity(recorder.nodes().len());
        let root = Arc::new(self.position.clone());
        let mut nodes = Vec::with_capacity(recorder.nodes().len());
        for node in recorder.nodes() {
            let before = node.parent.map_or(&root, |parent| &positions[parent]).clone();
            let mut after = (*before).clone();
            let label = match node.edge {
                Edge::Move(mv) => {
                    let text = self.game.move_text(&before, mv);
                    self.game.make(&mut after, mv);
                    text
                }
                Edge::Roll(face) => {
                    self.game.roll(&mut after, face);
                    (face + 1).to_string()
                }
            };
            nodes.push(node_document(node, &label));
            positions.push(Arc::new(after));
        }
        json!({"depth": recorder.depth(), "omitted": recorder.omitted(), "nodes": nodes})
    }
}

fn node_document<M>(node: &TraceNode<M>, label: &str) -> Value {
    json!({
        "parent": node.parent,
        "kind": if matches!(node.edge, Edge::Move(_)) { "move" } else { "roll" },
        "text": label,
        "ply": node.ply,
        "window": [finite(node.window.0), finite(node.window.1)],
        "player": node.player.map(|player| player.number()),
        "value": node.value.map(finite),
        "ending": node.ending.name(),
    })
}

/// A number, or nothing where there is none: JSON has no infinity.
fn finite(number: f64) -> Value {
    if number.is_finite() { json!(number) } else { Value::Null }
}
