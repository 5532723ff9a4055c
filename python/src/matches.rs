//! Matches. Those of players described by text run in the arena, on all cores; those with Python code are played one game after
//! another, with the same seeds, so that both count alike.

use crate::errors::Failure;
use crate::game::{Game, Opened};
use crate::limits::limits;
use crate::own::python_player::{JudgedPlayer, PythonPlayer, traceback};
use crate::player::Player as PythonSpec;
use crate::supervise::{Monitor, PendingError, supervise};
use plyground_arena::stats::{PlayerTally, Sprt, SprtDecision, SprtState, Tally, elo_of_score, normalized_elo};
use plyground_arena::{
    Adjudication, ArenaGame, Entrant, FischerClock, GameSeries, Lineup, Match, OpeningRule, OpeningSource, Openings,
    Outcome, PlayedGame, RecordLevel, RecordedMoves, Referee, SeatedPlayer, Seeds, Termination, TimeRules,
    is_time_bound, moves_text,
};
use plyground_core::Playable;
use plyground_engine::{Player, Spec, build};
use plyground_search::Limits;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The thinking time when no limit is given and a player would search forever.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// Who plays.
enum MatchPlayer {
    /// A spec, with an evaluation in Python perhaps.
    Spec { spec: Spec, limits: Limits, evaluation: Option<Py<PyAny>> },
    /// A Python function from positions to moves.
    Function { name: String, function: Py<PyAny> },
}

impl MatchPlayer {
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.extract::<&str>() {
            let spec = text.parse().map_err(Failure::from)?;
            return Ok(MatchPlayer::Spec { spec, limits: Limits::default(), evaluation: None });
        }
        if let Ok(player) = value.cast::<PythonSpec>() {
            let (spec, limits, evaluation) = player.get().parts();
            let evaluation = evaluation.map(|function| function.clone_ref(value.py()));
            return Ok(MatchPlayer::Spec { spec: spec.clone(), limits, evaluation });
        }
        if value.is_callable() {
            let name = value.getattr("__name__").and_then(|name| name.extract());
            let name = name.or_else(|_| value.get_type().name().map(|name| name.to_string()))?;
            return Ok(MatchPlayer::Function { name, function: value.clone().unbind() });
        }
        let kind = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("a player is a spec, a Player or a function of a position, not {kind}")))
    }

    fn name(&self) -> String {
        match self {
            MatchPlayer::Spec { spec, .. } => spec.to_string(),
            MatchPlayer::Function { name, .. } => name.clone(),
        }
    }

    /// Its own limits, or else those of the match.
    fn time_rules(&self, rules: TimeRules) -> TimeRules {
        match self {
            MatchPlayer::Spec { spec, limits, .. } => {
                let limits = if limits.is_endless() { rules.limits } else { *limits };
                TimeRules { limits, ..rules }.for_spec(spec)
            }
            MatchPlayer::Function { .. } => TimeRules { strict: false, ..rules },
        }
    }

    /// The text of a player without Python.
    fn entrant(&self, rules: TimeRules) -> Option<Entrant> {
        match self {
            MatchPlayer::Spec { spec, evaluation: None, .. } => {
                Some(Entrant { spec: spec.clone(), time_rules: self.time_rules(rules) })
            }
            _ => None,
        }
    }

    fn build<G: Playable>(
        &self,
        game: &G,
        start: &G::Position,
        opened: &Arc<Opened>,
    ) -> Result<Box<dyn Player<G>>, Failure> {
        let copied = |function: &Py<PyAny>| Python::attach(|py| function.clone_ref(py));
        Ok(match self {
            MatchPlayer::Spec { spec, evaluation: None, .. } => build(spec, game, 0)?,
            MatchPlayer::Spec { spec, evaluation: Some(function), .. } => {
                Box::new(JudgedPlayer::new(spec, copied(function), game, start, opened)?)
            }
            MatchPlayer::Function { function, .. } => Box::new(PythonPlayer::new(copied(function), Arc::clone(opened))),
        })
    }
}

/// What to play.
pub struct MatchPlan {
    opened: Arc<Opened>,
    players: Vec<MatchPlayer>,
    games: u64,
    seed: u64,
    jobs: usize,
    openings: OpeningSource,
    sprt: Option<Sprt>,
    keep: RecordLevel,
    longest: Option<usize>,
    rules: TimeRules,
}

/// Plays a match and returns it as a plain document.
#[pyfunction]
#[pyo3(signature = (
    game, players, *, games=100, depth=None, nodes=None, time=None, iterations=None, clock=None, seed=None, jobs=None, openings="auto",
    sprt=None, moves=true, longest=None, progress=None
))]
#[allow(clippy::too_many_arguments)] // the keywords of Python
pub fn play_match<'py>(
    py: Python<'py>,
    game: &Game,
    players: Vec<Bound<'py, PyAny>>,
    games: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<&Bound<'py, PyAny>>,
    iterations: Option<u64>,
    clock: Option<&str>,
    seed: Option<u64>,
    jobs: Option<usize>,
    openings: &str,
    sprt: Option<(f64, f64)>,
    moves: bool,
    longest: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let opened = Arc::clone(&game.opened);
    let players = players.iter().map(MatchPlayer::of).collect::<PyResult<Vec<_>>>()?;
    let mut limits = limits(depth, nodes, time, iterations)?;
    let clock: Option<FischerClock> = clock.map(str::parse).transpose().map_err(Failure::from)?;
    let is_endless = |player: &MatchPlayer| match player {
        MatchPlayer::Spec { spec, limits, .. } => limits.is_endless() && is_time_bound(spec),
        MatchPlayer::Function { .. } => false,
    };
    if limits.is_endless() && clock.is_none() && players.iter().any(is_endless) {
        limits = Limits::time(DEFAULT_TIME);
    }
    let openings = match &opened.rules {
        None => OpeningSource::parse(openings, &opened.name, &opened.setup).map_err(Failure::from)?,
        Some(_) => openings.parse::<OpeningRule>().map(OpeningSource::from).map_err(Failure::from)?,
    };
    let sprt = sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1)).transpose().map_err(Failure::from)?;
    if jobs == Some(0) {
        return Err(PyValueError::new_err("jobs: at least 1 is expected"));
    }
    let plan = MatchPlan {
        players,
        games,
        seed: seed.unwrap_or_else(|| crate::chance::with(|rng| rng.bits()) % 1_000_000_000),
        jobs: jobs.unwrap_or_else(cores),
        openings,
        sprt,
        keep: if moves { RecordLevel::Text } else { RecordLevel::Result },
        longest,
        rules: TimeRules { limits, clock, ..TimeRules::default() },
        opened: Arc::clone(&opened),
    };
    // An exception of a Python game ends one game, not the match, so the supervisor does not watch for it.
    let result = supervise(py, progress, &PendingError::default(), |monitor| opened.first.play_match(&plan, monitor))?;
    crate::document::to_python(py, &result)
}

/// As many games at a time as there are cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What is kept of the games of a match.
struct Book<'a> {
    plan: &'a MatchPlan,
    names: Vec<String>,
    games: Vec<Value>,
}

impl Book<'_> {
    fn add(&mut self, lineup: Lineup, number: u64, played: &PlayedGame, error: Option<String>) {
        let outcome = &played.outcome;
        let players: Vec<&str> = lineup.seated(number).into_iter().map(|who| self.names[who].as_str()).collect();
        let faults = outcome.faults.iter().map(|fault| {
            json!({"player": fault.seat.number(), "kind": fault.kind.name(), "turn": fault.turn, "detail": fault.detail})
        });
        let moves = played.moves.as_deref().filter(|_| self.plan.keep == RecordLevel::Text);
        self.games.push(json!({
            "number": number,
            "players": players,
            "start": moves.map(|moves| &moves.start),
            "moves": moves.map(|moves| &moves.text),
            "payoffs": outcome.payoffs.as_slice(),
            "turns": outcome.turns,
            "termination": if error.is_some() { "error" } else { outcome.termination.name() },
            "faults": faults.collect::<Vec<_>>(),
            "error": error,
            "seed": played.seed,
        }));
    }

    fn document(self, tally: &Tally, sprt: Option<SprtState>, interrupted: bool, variant: &str) -> Value {
        let two = tally.lineup().players == 2;
        let players = self.names.iter().zip(tally.players()).enumerate();
        let players: Vec<Value> = players
            .map(|(index, (name, player))| {
                let mut fields = player_document(name, player, two);
                fields.insert("placements".into(), json!(tally.places().of(index)));
                Value::Object(fields)
            })
            .collect();
        json!({
            "game": self.plan.opened.name,
            "variant": variant,
            "played": tally.games(),
            "seed": self.plan.seed,
            "players": players,
            "seat_scores": tally.seat_scores(),
            "pairs": two.then(|| tally.pairs().0),
            "normalized_elo": if two { json!(normalized_elo(tally.pairs())) } else { Value::Null },
            "sprt": sprt.as_ref().map(sprt_document),
            "interrupted": interrupted,
            "games": self.games,
        })
    }
}

/// Plays the match of a plan in a game of some type.
pub fn play<G: Playable>(game: &G, start: &G::Position, plan: &MatchPlan, monitor: &Monitor) -> Result<Value, Failure> {
    let mut book = Book { plan, names: plan.players.iter().map(MatchPlayer::name).collect(), games: Vec::new() };
    let entrants: Option<Vec<Entrant>> = plan.players.iter().map(|player| player.entrant(plan.rules)).collect();
    let arena = Match {
        entrants: entrants.clone().unwrap_or_else(|| stand_ins(plan)),
        games: plan.games,
        seed: plan.seed,
        jobs: plan.jobs,
        openings: plan.openings.clone(),
        sprt: plan.sprt,
        keep: plan.keep,
        longest: plan.longest,
        adjudication: Adjudication::default(),
    };
    if entrants.is_some() && plan.opened.rules.is_none() {
        let result = arena.play(game, start, &monitor.interrupt, |tally, number, played| {
            book.add(tally.lineup(), number, played, None);
            tell(plan, tally, monitor);
        })?;
        return Ok(book.document(&result.tally, result.sprt, result.interrupted, &game.variant_text()));
    }
    // Checks seats and numbers with the arena's own sentences.
    let openings = plan.openings.open(game, start)?;
    let series = GameSeries {
        game,
        entrants: arena.entrants.clone(),
        openings: &openings,
        seeds: Seeds::new(plan.seed),
        offset: 0,
        longest: plan.longest,
        adjudication: Adjudication::default(),
        keep: plan.keep,
    };
    let lineup = series.lineup()?;
    if plan.games == 0 || plan.games > plyground_arena::MOST_GAMES {
        return Err(Failure::value(format!("a match has 1 to {} games", plyground_arena::MOST_GAMES)));
    }
    if plan.sprt.is_some() && lineup.players != 2 {
        return Err(Failure::value("a sequential test compares exactly 2 players"));
    }
    OneByOne { game, start, plan, monitor, openings, lineup }.play(book)
}

/// Players that are only counted.
fn stand_ins(plan: &MatchPlan) -> Vec<Entrant> {
    let stand_in = |_: &MatchPlayer| Entrant { spec: Spec::named("first"), time_rules: TimeRules::default() };
    plan.players.iter().map(stand_in).collect()
}

fn tell(plan: &MatchPlan, tally: &Tally, monitor: &Monitor) {
    let scores: Vec<f64> = tally.players().iter().map(|player| player.units.score()).collect();
    monitor.tell(json!({"done": tally.games(), "of": plan.games, "scores": scores}));
}

/// A match with Python code in it.
struct OneByOne<'a, G: Playable> {
    game: &'a G,
    start: &'a G::Position,
    plan: &'a MatchPlan,
    monitor: &'a Monitor,
    openings: Openings<G::Position>,
    lineup: Lineup,
}

impl<G: Playable> OneByOne<'_, G> {
    fn players(&self) -> Result<Vec<Box<dyn Player<G>>>, Failure> {
        let rounds = self.lineup.seats.div_ceil(self.lineup.players);
        let all = (0..rounds).flat_map(|_| &self.plan.players);
        all.map(|player| player.build(self.game, self.start, &self.plan.opened)).collect()
    }

    fn play(&self, mut book: Book<'_>) -> Result<Value, Failure> {
        let mut players = self.players()?;
        let rules: Vec<TimeRules> = self.plan.players.iter().map(|player| player.time_rules(self.plan.rules)).collect();
        let mut referee = Referee::new(self.monitor.interrupt.add_worker());
        let mut tally = Tally::new(self.lineup);
        let mut interrupted = false;
        for number in 0..self.plan.games {
            if self.monitor.interrupt.is_pressed() {
                interrupted = true;
                break;
            }
            let (played, error) = self.one(number, &mut referee, &mut players, &rules);
            if played.outcome.termination == Termination::Interrupted {
                interrupted = true;
                break;
            }
            if played.outcome.faults.iter().any(|fault| fault.kind == Termination::Crash) {
                players = self.players()?; // whatever crashed may be in an unknown state
            }
            if error.is_none() {
                tally.add(number, &played.outcome);
            }
            book.add(self.lineup, number, &played, error);
            tell(self.plan, &tally, self.monitor);
            let is_decided = |test: &Sprt| tally.sprt(test).decision != SprtDecision::Undecided;
            if self.plan.sprt.as_ref().is_some_and(is_decided) {
                break;
            }
        }
        let sprt = self.plan.sprt.map(|test| tally.sprt(&test));
        Ok(book.document(&tally.finished(), sprt, interrupted, &self.game.variant_text()))
    }

    /// One game, and the traceback if the rules themselves raised an exception.
    fn one(
        &self,
        number: u64,
        referee: &mut Referee<G>,
        players: &mut [Box<dyn Player<G>>],
        rules: &[TimeRules],
    ) -> (PlayedGame, Option<String>) {
        let seeds = Seeds::new(self.plan.seed);
        let unit = self.lineup.unit(number);
        let opening = self.openings.draw(self.game, unit, &mut seeds.opening(unit));
        let config = ArenaGame {
            game: self.game,
            start: &opening.position,
            opening: &opening.moves,
            dice: seeds.dice(unit),
            longest: self.plan.longest,
        };
        let rotation = self.lineup.rotation(number);
        let mut seats: Vec<SeatedPlayer<'_, G>> = Vec::new();
        for round in players.chunks_mut(self.lineup.players) {
            let (last, first) = round.split_at_mut(rotation);
            let seated = (rotation..).zip(first).chain((0..).zip(last));
            for (who, player) in seated.take(self.lineup.seats - seats.len()) {
                let seed = seeds.seat(number, seats.len());
                seats.push(SeatedPlayer { player: player.as_mut(), time_rules: &rules[who], seed });
            }
        }
        let outcome: Outcome = referee.play(&config, &mut seats);
        let text = (self.plan.keep == RecordLevel::Text).then(|| RecordedMoves {
            start: self.game.position_text(&opening.position),
            text: moves_text(self.game, &opening.position, referee.turns(), &outcome.faults),
            ..RecordedMoves::default()
        });
        let error = self.plan.opened.pending.take();
        let error = error.map(|error| Python::attach(|py| traceback(py, &error)));
        (PlayedGame { seed: seeds.game(number), outcome, moves: text.map(Box::new) }, error)
    }
}

fn player_document(name: &str, player: &PlayerTally, two: bool) -> Map<String, Value> {
    let interval = player.units.interval();
    let elo = elo_of_score(player.units.score()).filter(|_| two);
    let ends = elo_of_score(interval.low).zip(elo_of_score(interval.high)).filter(|_| elo.is_some());
    let seconds = player.effort.time.as_secs_f64();
    let ended = Termination::ALL.into_iter().filter(|kind| player.ended(*kind) > 0);
    let ended: Map<String, Value> = ended.map(|kind| (kind.name().into(), player.ended(kind).into())).collect();
    let fields = json!({
        "player": name,
        "wins": player.wins,
        "draws": player.draws,
        "losses": player.losses,
        "points": player.units.points(),
        "score": player.units.score(),
        "ci95": [interval.low, interval.high],
        "elo": elo,
        "elo_ci95": ends.map(|(low, high)| [low, high]),
        "superiority": if two { json!(player.units.superiority()) } else { Value::Null },
        "moves": player.effort.moves,
        "nodes": player.effort.nodes,
        "seconds": seconds,
        "terminations": ended,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn sprt_document(state: &SprtState) -> Value {
    json!({
        "elo0": state.test.elo0,
        "elo1": state.test.elo1,
        "llr": state.llr,
        "lower": state.test.lower(),
        "upper": state.test.upper(),
        "decision": state.decision.name(),
    })
}
