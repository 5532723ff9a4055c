//! A small search with its tree, alone or compared with a second one.

use crate::boards;
use crate::engines::{EngineCell, EngineSpec, MemoryBudget};
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::live::GameConfig;
use crate::messages::{
    GameCommand, NewGame, SocketResponse, XrayIteration, XrayNode, XrayRequest, XrayResponse, XraySearch,
};
use crate::state::AppState;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use plyground_arena::LoadedRecord;
use plyground_core::{GameVisitor, Playable, PlayerId, Setup, Turn};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecError, SpecPolicy};
use plyground_search::trace::{Edge, Recorder, TraceNode};
use plyground_search::{Basis, Iteration, Limits, Report, Window};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Visits recorded per search; more would not be readable.
const MAX_VISITS: usize = 6000;
const MAX_PLIES: u32 = 24;
/// Only small searches are recorded.
const MAX_DEPTH: u32 = 12;
const MAX_NODES: u64 = 400_000;
const MAX_TIME: Duration = Duration::from_secs(5);
/// Large enough for all these nodes.
const MAX_TABLE: u64 = 16 << 20;
const _: () = assert!(MAX_TABLE >= 32 * MAX_NODES);
const SEED: u64 = 1;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/xray", post(xray))
}

async fn xray(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<XrayRequest>,
) -> Result<Json<XrayResponse>, ApiError> {
    if request.players.is_empty() || request.players.len() > 2 {
        return Err(ApiError::at("player 1", "name one search, or two to compare"));
    }
    if !(1..=MAX_DEPTH).contains(&request.depth) {
        return Err(ApiError::at("depth", format!("the depth must be between 1 and {MAX_DEPTH} plies")));
    }
    app.run_search(move |app| record(app, &request).map(Json)).await
}

fn record(app: &AppState, request: &XrayRequest) -> Result<XrayResponse, ApiError> {
    let (game, setup) = position(app, request)?;
    let policy = SpecPolicy::server(app.games.processes()).within(MAX_TIME, MAX_NODES);
    let specs = request.players.iter().enumerate().map(|(index, text)| {
        let spec = text.parse::<Spec>().and_then(|spec| policy.check(&spec).map(|()| spec));
        spec.map_err(|error| ApiError::at(&format!("player {}", index + 1), error))
    });
    let specs: Vec<Spec> = specs.collect::<Result<_, _>>()?;
    boards::visit(&game, &setup, XrayVisitor { specs, depth: request.depth, budget: app.games.budget().clone() })?
}

/// The position to search: of a game on the server, or given as text.
fn position(app: &AppState, request: &XrayRequest) -> Result<(String, Setup), ApiError> {
    let Some(id) = &request.id else {
        let new_game = NewGame {
            game: request.game.clone(),
            variant: request.variant.clone(),
            map: request.map.clone(),
            position: request.position.clone(),
            ..NewGame::default()
        };
        let config = GameConfig::read(new_game, SEED, false)?;
        return Ok((config.game, config.setup));
    };
    let session = app.games.find(id)?;
    let (record, now) = session.read(|live| (live.record(), live.state().position));
    let recorded = LoadedRecord::parse(None, &record.to_string()).map_err(ApiError::rejected)?;
    let position = match request.ply {
        None => now,
        Some(ply) => match session.query(&GameCommand::At { ply }) {
            Ok(SocketResponse::Position(past)) => past.position,
            _ => now,
        },
    };
    Ok((recorded.game, Setup { position: Some(position), ..recorded.setup }))
}

/// Searches a position of any game and records the trees.
struct XrayVisitor {
    specs: Vec<Spec>,
    depth: u32,
    budget: MemoryBudget,
}

impl GameVisitor for XrayVisitor {
    type Output = Result<XrayResponse, ApiError>;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> Self::Output {
        if game.turn(&position) == Turn::Over {
            return Err(ApiError::at("position", "the game is over at this position; there is nothing to search"));
        }
        let mut searches = Vec::new();
        for (index, spec) in self.specs.iter().enumerate() {
            let search = run(&game, &position, spec, self.depth, &self.budget);
            searches.push(search.map_err(|error| ApiError::at(&format!("player {}", index + 1), error))?);
        }
        Ok(XrayResponse {
            scene: game.scene(&position).into(),
            position: game.position_text(&position),
            mover: game.mover(&position).map(PlayerId::number),
            searches,
        })
    }
}

fn run<G: Playable>(
    game: &G,
    position: &G::Position,
    spec: &Spec,
    depth: u32,
    budget: &MemoryBudget,
) -> Result<XraySearch, SpecError> {
    let small = spec.with_memory_below(MAX_TABLE);
    let build = |bytes| EngineSpec::trusted(small.clone()).build(bytes, game, SEED);
    let engine = EngineCell::new(budget);
    engine.with(SpecPolicy::memory_of(&small), build, |player: &mut Box<dyn Player<G>>| {
        record_search(game, position, spec, depth, player.as_mut())
    })
}

fn record_search<G: Playable>(
    game: &G,
    position: &G::Position,
    spec: &Spec,
    depth: u32,
    player: &mut dyn Player<G>,
) -> XraySearch {
    let limits = Limits {
        depth: Some(depth),
        nodes: Some(MAX_NODES),
        time: Some(MAX_TIME),
        iterations: Some(MAX_NODES),
        ..Limits::default()
    };
    let mut recorder = Recorder::new(MAX_VISITS, MAX_PLIES);
    let request =
        Request::from(SearchRequest::new(game, position).within(limits).recording(&mut recorder)).at_most(MAX_TIME);
    let report = player.think(request);
    let mut counts: HashMap<&str, u64> = HashMap::new();
    recorder.nodes().iter().for_each(|node| *counts.entry(node.ending.name()).or_default() += 1);
    let mut endings: Vec<(String, u64)> = counts.into_iter().map(|(name, count)| (name.to_string(), count)).collect();
    endings.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), name.clone()));
    XraySearch {
        player: spec.to_string(),
        unit: player.unit().to_string(),
        best: report.best.map(|mv| game.move_text(position, mv)),
        value: report.value,
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        iterations: report.iterations.iter().map(|iteration| iteration_message(game, position, iteration)).collect(),
        table: report.table.map(|used| (used.probes, used.hits)),
        star: report.star.map(|used| (used.low, used.high, used.probing)),
        tree: tree(game, position, recorder.nodes()),
        omitted: recorder.omitted(),
        no_tree_reason: recorder.nodes().is_empty().then(|| no_tree_reason(&report, spec)),
        endings,
    }
}

/// Why there is no tree.
fn no_tree_reason<M>(report: &Report<M>, spec: &Spec) -> String {
    match (report.exact, report.basis) {
        (true, _) => "the position was solved exactly, without a search tree".to_string(),
        (false, Basis::Static) => "the move was chosen without a search, so there is no tree".to_string(),
        (false, Basis::Search) => format!("`{}` does not record its tree", spec.name),
    }
}

fn iteration_message<G: Playable>(game: &G, position: &G::Position, iteration: &Iteration<G::Move>) -> XrayIteration {
    XrayIteration {
        depth: iteration.depth,
        value: iteration.value,
        best: iteration.best.map(|mv| game.move_text(position, mv)),
        nodes: iteration.nodes,
        seconds: iteration.time.as_secs_f64(),
        predicted: iteration.predicted.map(|time| time.as_secs_f64()),
        window: iteration.window.map(|Window { low, high }| (low, high)),
        fail_low: iteration.fail_low,
        fail_high: iteration.fail_high,
    }
}

/// The visits with their moves in notation, which needs the positions along the way.
fn tree<G: Playable>(game: &G, start: &G::Position, nodes: &[TraceNode<G::Move>]) -> Vec<XrayNode> {
    let mut positions: Vec<G::Position> = Vec::with_capacity(nodes.len());
    let finite = |value: f64| Some(value).filter(|value| value.is_finite());
    let mut visits = Vec::with_capacity(nodes.len());
    for node in nodes {
        let before = node.parent.map_or(start, |parent| &positions[parent]);
        let mut after = before.clone();
        let text = apply(game, &mut after, node.edge);
        positions.push(after);
        visits.push(XrayNode {
            parent: node.parent,
            text,
            low: finite(node.window.0),
            high: finite(node.window.1),
            value: node.value.and_then(finite),
            player: node.player.map(PlayerId::number),
            ending: node.ending.name(),
        });
    }
    visits
}

/// Applies an edge to a position and returns its notation.
fn apply<G: Playable>(game: &G, position: &mut G::Position, edge: Edge<G::Move>) -> String {
    let turn = game.turn(position);
    match edge {
        Edge::Roll(outcome) if turn == Turn::Chance => {
            game.roll(position, outcome);
            format!("rolls {}", outcome + 1)
        }
        // With the unified operator moves follow a chance node directly, before the dice are considered.
        Edge::Move(mv) if game.is_legal(position, mv) || turn == Turn::Chance && is_grouped(game, position, mv) => {
            let text = game.move_text(position, mv);
            game.make(position, mv);
            text
        }
        // A search may pass for a player who cannot move; such edges have no notation.
        _ => "…".to_string(),
    }
}

fn is_grouped<G: Playable>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut grouped = Vec::new();
    game.grouped_moves(position, &mut grouped) && grouped.iter().any(|(_, listed)| *listed == mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_games::registry;

    fn search(game: &str, spec: &str, depth: u32) -> XraySearch {
        let specs = vec![spec.parse().expect("a spec")];
        let answer =
            registry::visit(game, &Setup::default(), XrayVisitor { specs, depth, budget: MemoryBudget::default() });
        let answer = answer.expect("set up").unwrap_or_else(|error| panic!("{error}"));
        answer.searches.into_iter().next().expect("one search")
    }

    #[test]
    fn parents_precede_children_and_minimax_never_cuts() {
        let minimax = search("reversixt", "search(algorithm=minimax, table=off)", 3);
        assert_eq!(minimax.tree.len(), 4 + 4 * 3 + 56, "every move of Othello's first three plies");
        assert!(minimax.tree.iter().all(|node| matches!(node.ending, "complete" | "depth")));
        let cutting = search("reversixt", "search(algorithm=alphabeta, table=off)", 3);
        assert!(cutting.tree.len() < minimax.tree.len());
        assert!(cutting.endings.iter().any(|(name, count)| name == "alpha" && *count > 0));
        assert_eq!((cutting.value, cutting.omitted), (minimax.value, 0));
        for (index, node) in cutting.tree.iter().enumerate() {
            assert!(node.parent.is_none_or(|parent| parent < index));
            assert_ne!(node.text, "…", "every recorded move is legal");
        }
    }

    #[test]
    fn trees_with_dice_are_consistent_for_every_pruning() {
        let mut values = Vec::new();
        for pruning in ["none", "star1", "star2", "unified", "unified-star"] {
            let search = search("einstein", &format!("expectimax(pruning={pruning}, table=off)"), 3);
            values.push((search.value, search.best.clone()));
            assert!(search.tree.iter().all(|node| node.text != "…"), "{pruning}");
            let rolls = search.tree.iter().filter(|node| node.text.starts_with("rolls ")).count();
            assert_eq!(rolls > 0, !pruning.starts_with("unified"), "{pruning}");
            let cut = search.endings.iter().any(|(name, _)| matches!(name.as_str(), "star" | "alpha" | "beta"));
            assert_eq!(cut, search.star.is_some(), "{pruning}");
        }
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }

    #[test]
    fn searches_without_a_tree_say_why() {
        let mcts = search("einstein", "mcts(iterations=200)", 3);
        assert!(mcts.tree.is_empty() && mcts.nodes > 0);
        assert_eq!(mcts.no_tree_reason.as_deref(), Some("`mcts` does not record its tree"));
        let random = search("isola", "random", 3);
        assert_eq!(random.no_tree_reason.as_deref(), Some("the move was chosen without a search, so there is no tree"));
    }

    #[test]
    fn the_best_player_has_a_tree_in_every_game() {
        for game in registry::names() {
            let best = search(game, "best", 3);
            assert!(!best.tree.is_empty() && best.no_tree_reason.is_none(), "{game}: {:?}", best.no_tree_reason);
        }
    }

    #[test]
    fn an_exactly_solved_endgame_says_so() {
        let text = "01111221/00112111/00212111/00212111/00222111/00222111/00211111/02211111 1 1 o=0,0 b=0,0 out=-";
        let setup = Setup { position: Some(text.to_string()), ..Setup::default() };
        let specs = vec!["best".parse().expect("a spec")];
        let answer =
            registry::visit("reversixt", &setup, XrayVisitor { specs, depth: 12, budget: MemoryBudget::default() });
        let answer = answer.expect("set up").expect("a search");
        let reason = answer.searches[0].no_tree_reason.as_deref();
        let has_tree = !answer.searches[0].tree.is_empty();
        assert_ne!(has_tree, reason.is_some(), "a tree, or the reason why there is none: {reason:?}");
    }
}
