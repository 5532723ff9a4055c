//! A position of any game with everything that Python may ask of it, compiled once per type of game.
//!
//! Python holds a `Box<dyn Board>`: one virtual call per question, and behind it code written for the game. Moves are places in
//! the list of legal moves, which a board keeps until the position changes.

use crate::errors::Failure;
use crate::exact;
use crate::game::Opened;
use crate::learning::episodes::{self, EpisodePlan, Episodes};
use crate::learning::observation::Encoder;
use crate::learning::playouts::{self, PlayoutPlan};
use crate::matches::{self, MatchPlan};
use crate::own::custom::{Custom, PythonEval};
use crate::supervise::{Monitor, PendingError};
use crate::think::{Seated, SeatedOf};
use plyground_core::{
    AnyGame, AnyPosition, Click, Facts, GameEvent, NotationError, Payoffs, Playable, PlayerId, Rng, Scene, Turn,
    parse_moves, write_moves,
};
use plyground_engine::{Spec, build};
use pyo3::prelude::*;
use serde_json::Value;
use std::any::Any;
use std::sync::Arc;

/// A position of some game, and how it came about.
pub trait Board: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> Box<dyn Board>;
    fn equals(&self, other: &dyn Board) -> bool;

    fn facts(&self) -> Facts;
    fn variant_text(&self) -> String;
    fn turn(&self) -> Turn;
    fn mover(&self) -> Option<PlayerId>;
    fn payoffs(&self) -> Payoffs;
    fn phase(&self) -> &'static str;
    fn ending(&self) -> Option<String>;
    fn key(&self) -> Option<u64>;
    fn text(&self) -> String;
    fn scene(&self) -> Scene;

    /// How many legal moves there are; the list is kept until the position changes.
    fn count(&mut self) -> usize;
    /// The text of a legal move.
    fn move_text(&mut self, place: usize) -> String;
    /// The clicks of a legal move.
    fn clicks(&mut self, place: usize) -> Vec<Click>;
    /// Makes a legal move.
    fn make(&mut self, place: usize);
    /// The probabilities of the faces, where a roll is due.
    fn outcomes(&self) -> &[f64];
    /// Rolls a face, counted from 0.
    fn roll(&mut self, outcome: usize);
    /// Plays what is written, as `--moves` takes it.
    fn play_text(&mut self, text: &str) -> Result<usize, NotationError>;
    /// Takes back the last move or roll; false where there is none.
    fn undo(&mut self) -> bool;
    /// Moves and rolls so far.
    fn plies(&self) -> usize;
    /// The text of the first position and what was played since.
    fn record(&self) -> (String, String);

    /// The game's usual first position.
    fn start(&self) -> Box<dyn Board>;
    /// A random first position.
    fn random_start(&self, rng: &mut Rng) -> Box<dyn Board>;
    /// The position of this text.
    fn parse(&self, text: &str) -> Result<Box<dyn Board>, NotationError>;
    /// This position without its past.
    fn detached(&self) -> Box<dyn Board>;

    /// A player of this game.
    fn seat(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Seated>, Failure>;
    /// The position in a game of its own type, where a Python function rates positions.
    fn judged(&self, function: Py<PyAny>, opened: Arc<Opened>, pending: PendingError) -> Box<dyn Board>;
    fn perft(&self, depth: u32, divide: bool, monitor: &Monitor) -> Result<Value, Failure>;
    fn solve(&self, config: &exact::SolveRequest, monitor: &Monitor) -> Result<Value, Failure>;
    fn probe(&self) -> Option<f64>;
    fn luck(&self, spec: &Spec, seed: u64, nodes: u64, monitor: &Monitor) -> Result<Value, Failure>;
    fn play_match(&self, plan: &MatchPlan, monitor: &Monitor) -> Result<Value, Failure>;

    fn encoder(&self) -> Encoder;
    fn playouts(&self, plan: &PlayoutPlan, monitor: &Monitor, payoffs: &mut [f32], lengths: &mut [u32]);
    fn episodes(&self, plan: &EpisodePlan, monitor: &Monitor) -> Result<Box<dyn Episodes>, Failure>;
}

/// What happened on a board.
#[derive(Clone, Copy)]
enum Step<M> {
    Event(GameEvent<M>),
    Roll(usize),
}

/// A position of a game of this type.
pub struct Table<G: Playable> {
    pub game: G,
    pub position: G::Position,
    start: G::Position,
    // Each step with the position before it.
    past: Vec<(Step<G::Move>, G::Position)>,
    moves: Vec<G::Move>,
    is_listed: bool,
}

impl<G: Playable> Clone for Table<G> {
    fn clone(&self) -> Self {
        Table {
            game: self.game.clone(),
            position: self.position.clone(),
            start: self.start.clone(),
            past: self.past.clone(),
            moves: self.moves.clone(),
            is_listed: self.is_listed,
        }
    }
}

impl<G: Playable> Table<G> {
    /// A board where nothing has happened yet.
    pub fn new(game: G, position: G::Position) -> Self {
        Table { game, start: position.clone(), position, past: Vec::new(), moves: Vec::new(), is_listed: false }
    }

    fn list(&mut self) {
        if !self.is_listed {
            self.moves.clear();
            self.game.moves(&self.position, &mut self.moves);
            self.is_listed = true;
        }
    }

    fn remember(&mut self, step: Step<G::Move>) {
        self.past.push((step, self.position.clone()));
        self.is_listed = false;
    }

    /// What was played since the first position. A last roll without its move is not part of it.
    pub fn events(&self) -> Vec<GameEvent<G::Move>> {
        let mut events = Vec::with_capacity(self.past.len());
        let mut rolled = None;
        for (step, _) in &self.past {
            match *step {
                Step::Roll(face) => rolled = Some(face),
                Step::Event(GameEvent::Turn((face, mv))) => {
                    events.push(GameEvent::Turn((rolled.take().or(face), mv)));
                }
                Step::Event(event) => events.push(event),
            }
        }
        events
    }

    /// The first position.
    pub fn first(&self) -> &G::Position {
        &self.start
    }
}

impl<G: Playable> Board for Table<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn Board) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| other.position == self.position)
    }

    fn facts(&self) -> Facts {
        self.game.facts()
    }
    fn variant_text(&self) -> String {
        self.game.variant_text()
    }
    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }
    fn mover(&self) -> Option<PlayerId> {
        self.game.mover(&self.position)
    }
    fn payoffs(&self) -> Payoffs {
        self.game.payoffs(&self.position)
    }
    fn phase(&self) -> &'static str {
        self.game.phase(&self.position)
    }
    fn ending(&self) -> Option<String> {
        self.game.ending(&self.position)
    }
    fn key(&self) -> Option<u64> {
        self.game.key(&self.position)
    }
    fn text(&self) -> String {
        self.game.position_text(&self.position)
    }
    fn scene(&self) -> Scene {
        self.game.scene(&self.position)
    }

    fn count(&mut self) -> usize {
        self.list();
        self.moves.len()
    }
    fn move_text(&mut self, place: usize) -> String {
        self.list();
        self.game.move_text(&self.position, self.moves[place])
    }
    fn clicks(&mut self, place: usize) -> Vec<Click> {
        self.list();
        self.game.clicks(&self.position, self.moves[place])
    }
    fn make(&mut self, place: usize) {
        self.list();
        let mv = self.moves[place];
        self.remember(Step::Event(GameEvent::Turn((None, mv))));
        self.game.make(&mut self.position, mv);
    }
    fn outcomes(&self) -> &[f64] {
        self.game.outcomes(&self.position)
    }
    fn roll(&mut self, outcome: usize) {
        self.remember(Step::Roll(outcome));
        self.game.roll(&mut self.position, outcome);
    }
    fn play_text(&mut self, text: &str) -> Result<usize, NotationError> {
        let mut after = self.position.clone();
        let events = parse_moves(&self.game, &mut after, text)?;
        for event in &events {
            if let (GameEvent::Turn((Some(face), _)), Turn::Chance) = (event, self.turn()) {
                self.roll(*face);
            }
            self.remember(Step::Event(*event));
            event.apply(&self.game, &mut self.position);
        }
        Ok(events.len())
    }
    fn undo(&mut self) -> bool {
        let Some((_, before)) = self.past.pop() else { return false };
        self.position = before;
        self.is_listed = false;
        true
    }
    fn plies(&self) -> usize {
        self.past.len()
    }
    fn record(&self) -> (String, String) {
        (self.game.position_text(&self.start), write_moves(&self.game, &self.start, self.events()))
    }

    fn start(&self) -> Box<dyn Board> {
        Box::new(Table::new(self.game.clone(), self.game.start()))
    }
    fn random_start(&self, rng: &mut Rng) -> Box<dyn Board> {
        Box::new(Table::new(self.game.clone(), self.game.random_start(rng)))
    }
    fn parse(&self, text: &str) -> Result<Box<dyn Board>, NotationError> {
        Ok(Box::new(Table::new(self.game.clone(), self.game.parse_position(text)?)))
    }
    fn detached(&self) -> Box<dyn Board> {
        Box::new(Table::new(self.game.clone(), self.position.clone()))
    }

    fn seat(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Seated>, Failure> {
        Ok(Box::new(SeatedOf::<G>::new(spec.to_string(), build(spec, &self.game, seed)?)))
    }
    fn judged(&self, function: Py<PyAny>, opened: Arc<Opened>, pending: PendingError) -> Box<dyn Board> {
        let any: &dyn Any = self;
        if let Some(table) = any.downcast_ref::<Table<Custom>>() {
            let own = table.game.clone();
            let rebuild =
                move |position: &AnyPosition| -> Box<dyn Board> { Box::new(Table::new(own.clone(), position.clone())) };
            let eval = PythonEval { function, opened, rebuild: Box::new(rebuild), pending };
            return Box::new(Table::new(table.game.with_eval(Arc::new(eval)), table.position.clone()));
        }
        let own = self.game.clone();
        let rebuild = move |position: &AnyPosition| -> Box<dyn Board> {
            let position = position.downcast::<G>().expect("the evaluation sees positions of this game only");
            Box::new(Table::new(own.clone(), position.clone()))
        };
        let eval = PythonEval { function, opened, rebuild: Box::new(rebuild), pending };
        let game = Custom::new(AnyGame::new(self.game.clone())).with_eval(Arc::new(eval));
        Box::new(Table::new(game, AnyGame::position::<G>(self.position.clone())))
    }
    fn perft(&self, depth: u32, divide: bool, monitor: &Monitor) -> Result<Value, Failure> {
        exact::perft(&self.game, &self.position, depth, divide, monitor)
    }
    fn solve(&self, request: &exact::SolveRequest, monitor: &Monitor) -> Result<Value, Failure> {
        exact::solve(&self.game, &self.position, request, monitor)
    }
    fn probe(&self) -> Option<f64> {
        exact::probe(&self.game, &self.position)
    }
    fn luck(&self, spec: &Spec, seed: u64, nodes: u64, monitor: &Monitor) -> Result<Value, Failure> {
        exact::luck(self, spec, seed, nodes, monitor)
    }
    fn play_match(&self, plan: &MatchPlan, monitor: &Monitor) -> Result<Value, Failure> {
        matches::play(&self.game, &self.position, plan, monitor)
    }

    fn encoder(&self) -> Encoder {
        Encoder::of(&self.game)
    }
    fn playouts(&self, plan: &PlayoutPlan, monitor: &Monitor, payoffs: &mut [f32], lengths: &mut [u32]) {
        playouts::play(&self.game, &self.position, plan, monitor, payoffs, lengths);
    }
    fn episodes(&self, plan: &EpisodePlan, monitor: &Monitor) -> Result<Box<dyn Episodes>, Failure> {
        episodes::play(&self.game, &self.position, plan, monitor)
    }
}
