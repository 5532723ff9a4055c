//! Lets a player think about a position and turns what it did into a document.

use crate::grown;
use crate::literal::LiteralTree;
use crate::recording::{IterationRecord, Recording, RootRecord, SearchRecord, TreeColumns, VERSION};
use crate::replay::{CellText, Replay, ending_words, rounded};
use plyground_core::{Game, Playable, PlayerId, Turn};
use plyground_engine::{Player, Request, Spec, SpecError, build, register};
use plyground_search::trace::{Recorder, RootTrace};
use plyground_search::{Basis, Iteration, Limits, Method, Report, SearchRequest};
use serde_json::Value;
use std::sync::Once;
use std::time::Duration;
use thiserror::Error;

/// Visits recorded per search.
pub const MAX_VISITS: usize = 100_000;
/// Nothing deeper is recorded.
const MAX_PLIES: u32 = 64;
/// Tables of searches of literal trees need no more than this.
const TREE_MEMORY: u64 = 1 << 20;
/// Play-outs on a literal tree, where nothing else limits them.
const TREE_ITERATIONS: u64 = 1000;
/// The time limit of searches of literal trees.
const TREE_TIME: Duration = Duration::from_secs(5);
/// The seed of random choices.
const SEED: u64 = 1;

/// How a literal tree is searched unless said otherwise: as in a textbook, in the written order.
pub const TREE_PLAYER: &str = "search(algorithm=alphabeta, ordering=none, table=off, deepening=off)";
/// How a literal tree with chance nodes is searched unless said otherwise.
pub const CHANCE_TREE_PLAYER: &str = "expectimax(pruning=star1, table=off)";

/// How long and how deep a recorded search may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RecordLimits {
    /// The limits of the search.
    pub limits: Limits,
    /// Binds even a spec's own time; `None` where the caller waits as long as it takes.
    pub ceiling: Option<Duration>,
}

/// Why a literal tree could not be recorded.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{error}")]
pub struct TreePlayerError {
    /// The place of the player in the list, from 0.
    pub index: usize,
    /// What is wrong with them.
    pub error: SpecError,
}

/// What a document says about the game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The command that makes the recording again.
    pub command: String,
    /// The board at the root, where there is one.
    pub scene: Option<Value>,
}

/// A document of searches of this position.
pub fn recording<G: Playable>(
    game: &G,
    position: &G::Position,
    heading: Heading,
    searches: Vec<SearchRecord>,
) -> Recording {
    let seats: Vec<String> = game.scene(position).seats.into_iter().map(|seat| seat.name).collect();
    let root = game.mover(position).unwrap_or(PlayerId::FIRST);
    Recording {
        format: "plyground recording",
        version: VERSION,
        game: heading.game,
        title: heading.title,
        variant: Some(game.variant_text()).filter(|text| !text.is_empty()),
        position: game.position_text(position),
        command: heading.command,
        scene: heading.scene,
        root_player: root.number(),
        root_chance: game.turn(position) == Turn::Chance,
        maximises: seats.get(root.index()).cloned().unwrap_or_default(),
        seats,
        searches,
        tree: None,
    }
}

/// Searches a literal tree with one or two players.
///
/// # Errors
/// When a player cannot search it.
pub fn record_tree(
    tree: &LiteralTree,
    specs: &[Spec],
    iterations: Option<u64>,
    command: String,
) -> Result<Recording, TreePlayerError> {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(register::<LiteralTree>);
    let mut searches = Vec::new();
    let start = tree.start();
    for (index, spec) in specs.iter().enumerate() {
        let small = spec.with_memory_below(TREE_MEMORY);
        let mut player = build(&small, tree, SEED).map_err(|error| TreePlayerError { index, error })?;
        let limits = Limits {
            depth: Some(tree.height().max(1) as u32),
            iterations: Some(iterations.unwrap_or(TREE_ITERATIONS)),
            ..Limits::default()
        };
        let limits = RecordLimits { limits, ceiling: Some(TREE_TIME) };
        let mut search = record_search(tree, &start, spec, player.as_mut(), limits, |_| Value::Null);
        search.boards = None;
        if tree.height() == 0 {
            search.value = f64::from(tree.nodes()[0].value.unwrap_or_default());
            search.reason = Some("The tree is a single leaf: there is nothing to search.".to_string());
        }
        searches.push(search);
    }
    let heading = Heading { game: "tree".to_string(), title: "Literal tree".to_string(), command, scene: None };
    let columns = TreeColumns::from(tree);
    Ok(Recording {
        variant: None,
        position: tree.text(),
        tree: Some(columns),
        ..recording(tree, &start, heading, searches)
    })
}

/// Lets a player think about a position and records it.
pub fn record_search<G: Playable>(
    game: &G,
    position: &G::Position,
    spec: &Spec,
    player: &mut dyn Player<G>,
    RecordLimits { limits, ceiling }: RecordLimits,
    cell: CellText,
) -> SearchRecord {
    let mut recorder = Recorder::new(MAX_VISITS, MAX_PLIES).keeping_earlier_searches();
    let mut request = Request::from(SearchRequest::new(game, position).within(limits).recording(&mut recorder));
    if let Some(ceiling) = ceiling {
        request = request.at_most(ceiling);
    }
    let report = player.think(request);
    let mut replay = Replay::new(game, position, cell);
    let mut roots = Vec::new();
    for (number, search) in recorder.searches().iter().enumerate() {
        roots.push(root_record(search, replay.visits.parent.len()));
        replay.add(position, search, number + 1 == recorder.searches().len());
    }
    let growth =
        recorder.growth().map(|growth| grown::columns(game, position, growth, &mut replay.moves, &mut replay.boards));
    let family = family(recorder.method(), game.facts().players);
    let root_player = game.mover(position).unwrap_or(PlayerId::FIRST).number();
    let complete = recorder.searches().iter().all(|search| search.omitted == 0);
    replay.read_bounds(root_player, family, complete);
    let has_tree = growth.is_some() || !replay.visits.parent.is_empty();
    let iterations =
        report.iterations.iter().map(|iteration| iteration_record(game, position, iteration, &roots, &replay));
    SearchRecord {
        player: spec.to_string(),
        label: spec.to_string(),
        family,
        unit: player.unit().to_string(),
        best: report.best.map(|mv| game.move_text(position, mv)),
        value: rounded(report.value).unwrap_or_default(),
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        stopped: report.stopped.name().to_string(),
        iterations: iterations.collect(),
        omitted: omitted(&recorder),
        reason: (!has_tree).then(|| no_tree_reason(&report, spec)),
        roots,
        moves: replay.moves.texts,
        endings: ending_words(),
        visits: replay.visits,
        table: replay.table,
        pruned: replay.pruned,
        groups: replay.groups,
        boards: Some(replay.boards.columns),
        growth,
    }
}

/// Everything that the bounds of the recording left out.
fn omitted<M>(recorder: &Recorder<M>) -> u64 {
    let visits: u64 = recorder.searches().iter().map(|search| search.omitted).sum();
    visits + recorder.growth().map_or(0, |growth| growth.omitted)
}

/// The family of a search, for the words and shapes of the pictures.
fn family(method: Option<Method>, players: usize) -> &'static str {
    match method {
        Some(Method::AlphaBeta) if players > 2 => "paranoid",
        Some(Method::AlphaBeta) => "alphabeta",
        Some(Method::MaxN) => "maxn",
        Some(Method::BestReply) => "brs",
        Some(Method::Expectimax) => "expectimax",
        Some(Method::Mcts) => "mcts",
        Some(Method::Flat) => "montecarlo",
        _ => "other",
    }
}

/// Why there is no tree.
fn no_tree_reason<M>(report: &Report<M>, spec: &Spec) -> String {
    match (report.exact, report.basis) {
        (true, _) => "The position was solved exactly, without a search tree.".to_string(),
        (false, Basis::Static) => "The move was chosen without a search, so there is no tree.".to_string(),
        (false, Basis::Search) => format!("`{}` does not record its tree.", spec.name),
    }
}

fn root_record<M>(search: &RootTrace<M>, first: usize) -> RootRecord {
    let (low, high) = search.window;
    let outcome = match search.value {
        None => "stopped",
        Some(value) if value <= low => "fail_low",
        Some(value) if value >= high => "fail_high",
        Some(_) => "exact",
    };
    RootRecord {
        depth: search.depth,
        window: (rounded(low), rounded(high)),
        first,
        count: search.nodes.len(),
        outcome,
        value: search.value.and_then(rounded),
    }
}

fn iteration_record<G: Playable>(
    game: &G,
    position: &G::Position,
    iteration: &Iteration<G::Move>,
    roots: &[RootRecord],
    replay: &Replay<'_, G>,
) -> IterationRecord {
    let mut order: Vec<String> = Vec::new();
    if let Some(root) = roots.iter().find(|root| root.depth == iteration.depth) {
        let visits = &replay.visits;
        for visit in (root.first..root.first + root.count).filter(|visit| visits.parent[*visit] < 0) {
            let text = &replay.moves.texts[visits.r#move[visit]];
            if !order.contains(text) {
                order.push(text.clone());
            }
        }
    }
    IterationRecord {
        depth: iteration.depth,
        value: rounded(iteration.value).unwrap_or_default(),
        best: iteration.best.map(|mv| game.move_text(position, mv)),
        nodes: iteration.nodes,
        seconds: iteration.time.as_secs_f64(),
        predicted: iteration.predicted.map(|time| time.as_secs_f64()),
        window: iteration.window.map(|window| (window.low, window.high)),
        fail_low: iteration.fail_low,
        fail_high: iteration.fail_high,
        order,
    }
}
