//! Recorded searches: of a position or of a literal tree, alone or two to compare.

use crate::boards;
use crate::compression;
use crate::engines::{EngineCell, EngineSpec, MemoryBudget};
use crate::error::ApiError;
use crate::export::{cell_json, offline_page, scene_json};
use crate::json_body::JsonBody;
use crate::live::GameConfig;
use crate::messages::{self, GameCommand, NewGame, SocketResponse, XrayBoardRequest, XrayRequest};
use crate::state::AppState;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use plyground_arena::LoadedRecord;
use plyground_core::{Drawable, GameVisitor, Playable, Setup, Turn};
use plyground_engine::{Player, Spec, SpecError, SpecPolicy};
use plyground_games::registry;
use plyground_search::Limits;
use plyground_xray::command::CommandText;
use plyground_xray::line::play_line;
use plyground_xray::literal::LiteralTree;
use plyground_xray::record::{Heading, RecordLimits, record_search, record_tree, recording};
use plyground_xray::recording::{Recording, SearchRecord};
use plyground_xray::svg::svg;
use std::sync::Arc;
use std::time::Duration;

/// Only small searches are recorded.
const MAX_DEPTH: u32 = 12;
const MAX_NODES: u64 = 400_000;
const MAX_TIME: Duration = Duration::from_secs(5);
/// Large enough for all these nodes.
const MAX_TABLE: u64 = 16 << 20;
const _: () = assert!(MAX_TABLE >= 32 * MAX_NODES);
const SEED: u64 = 1;
/// Lines of moves are no longer than searches are deep, with a roll for every move.
const MAX_LINE: usize = 64;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/xray", post(xray))
        .route("/api/xray/board", post(board))
        .route("/api/xray/export/html", post(export_page))
        .route("/api/xray/export/svg", post(export_picture))
}

async fn xray(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<XrayRequest>,
) -> Result<Response, ApiError> {
    check(&request)?;
    app.run_search(move |app| compression::json(&headers, &record(app, &request)?)).await
}

/// The recording as a page that needs no server.
async fn export_page(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<XrayRequest>,
) -> Result<Response, ApiError> {
    check(&request)?;
    let recording = app.run_search(move |app| record(app, &request)).await?;
    let json = serde_json::to_string(&recording).map_err(ApiError::internal)?;
    let page = offline_page(&format!("{} · X-ray", recording.title), &json);
    Ok(file(&recording, "html", "text/html; charset=utf-8", page))
}

/// The tree of the recording as a picture.
async fn export_picture(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<XrayRequest>,
) -> Result<Response, ApiError> {
    check(&request)?;
    let recording = app.run_search(move |app| record(app, &request)).await?;
    let picture = svg(&recording).map_err(ApiError::rejected)?;
    Ok(file(&recording, "svg", "image/svg+xml", picture))
}

fn file(recording: &Recording, ending: &str, kind: &'static str, content: String) -> Response {
    let name = format!("attachment; filename=\"xray-{}.{ending}\"", recording.game);
    ([(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, name)], content).into_response()
}

async fn board(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<XrayBoardRequest>,
) -> Result<Json<messages::Scene>, ApiError> {
    let XrayBoardRequest { game, variant, map, position, id, ply, moves } = request;
    if moves.len() > MAX_LINE {
        return Err(ApiError::at("moves", format!("a line has at most {MAX_LINE} moves")));
    }
    let place = XrayRequest { game, variant, map, position, id, ply, ..XrayRequest::default() };
    let (game, setup) = find_position(&app, &place)?;
    let (game, mut position) = boards::open(&game, &setup)?;
    play_line(&game, &mut position, &moves).map_err(|error| ApiError::at("moves", error))?;
    Ok(Json(game.scene(&position).into()))
}

fn check(request: &XrayRequest) -> Result<(), ApiError> {
    if request.players.is_empty() || request.players.len() > 2 {
        return Err(ApiError::at("player 1", "name one search, or two to compare"));
    }
    if request.tree.is_none() && !(1..=MAX_DEPTH).contains(&request.depth) {
        return Err(ApiError::at("depth", format!("the depth must be between 1 and {MAX_DEPTH} plies")));
    }
    Ok(())
}

fn record(app: &AppState, request: &XrayRequest) -> Result<Recording, ApiError> {
    let policy = SpecPolicy::server(app.games.processes()).within(MAX_TIME, MAX_NODES);
    let specs = request.players.iter().enumerate().map(|(index, text)| {
        let spec = text.parse::<Spec>().and_then(|spec| policy.check(&spec).map(|()| spec));
        spec.map_err(|error| ApiError::at(&format!("player {}", index + 1), error))
    });
    let specs: Vec<Spec> = specs.collect::<Result<_, _>>()?;
    if let Some(text) = &request.tree {
        let tree = LiteralTree::parse(text).map_err(|error| ApiError::at("tree", error))?;
        let text = tree.text();
        let players = specs.as_slice();
        let command = CommandText {
            game: "tree",
            tree: Some(&text),
            players,
            limits: Limits { iterations: request.iterations, ..Limits::default() },
            ..CommandText::default()
        };
        return record_tree(&tree, &specs, request.iterations.map(|most| most.min(MAX_NODES)), command.text())
            .map_err(|error| ApiError::at(&format!("player {}", error.index + 1), error));
    }
    let (game, setup) = find_position(app, request)?;
    let title = registry::infos().into_iter().find(|info| info.name == game).map(|info| info.title.to_string());
    let command = CommandText {
        game: &game,
        tree: None,
        variant: setup.variant.as_deref(),
        map: request.map.as_deref(),
        position: setup.position.as_deref(),
        players: &specs,
        limits: Limits { depth: Some(request.depth), iterations: request.iterations, ..Limits::default() },
    };
    let command = command.text();
    let title = title.unwrap_or_else(|| game.clone());
    let heading = Heading { title, game: game.clone(), command, ..Heading::default() };
    let budget = app.games.budget().clone();
    let visitor = RecordVisitor { specs, depth: request.depth, iterations: request.iterations, budget, heading };
    let (game, position) = boards::open(&game, &setup)?;
    registry::dispatch(&game, &position, visitor)
}

/// The position to search: of a game on the server, or given as text.
fn find_position(app: &AppState, request: &XrayRequest) -> Result<(String, Setup), ApiError> {
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

/// Searches a position and records it, compiled for each game: a recording holds many of the game's own moves, and all of them are made again.
struct RecordVisitor {
    specs: Vec<Spec>,
    depth: u32,
    iterations: Option<u64>,
    budget: MemoryBudget,
    heading: Heading,
}

impl GameVisitor for RecordVisitor {
    type Output = Result<Recording, ApiError>;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> Self::Output {
        if game.turn(&position) == Turn::Over {
            return Err(ApiError::at("position", "the game is over at this position; there is nothing to search"));
        }
        let mut searches = Vec::new();
        for (index, spec) in self.specs.iter().enumerate() {
            let search = self.run(&game, &position, spec);
            searches.push(search.map_err(|error| ApiError::at(&format!("player {}", index + 1), error))?);
        }
        let scene = Some(scene_json(game.scene(&position)));
        Ok(recording(&game, &position, Heading { scene, ..self.heading }, searches))
    }
}

impl RecordVisitor {
    fn run<G: Playable>(&self, game: &G, position: &G::Position, spec: &Spec) -> Result<SearchRecord, SpecError> {
        let small = spec.with_memory_below(MAX_TABLE);
        let build = |bytes| EngineSpec::trusted(small.clone()).build(bytes, game, SEED);
        let engine = EngineCell::new(&self.budget);
        let limits = Limits {
            depth: Some(self.depth),
            nodes: Some(MAX_NODES),
            time: Some(MAX_TIME),
            iterations: Some(self.iterations.unwrap_or(MAX_NODES).min(MAX_NODES)),
            ..Limits::default()
        };
        engine.with(SpecPolicy::memory_of(&small), build, |player: &mut Box<dyn Player<G>>| {
            let limits = RecordLimits { limits, ceiling: Some(MAX_TIME) };
            record_search(game, position, spec, player.as_mut(), limits, cell_json)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(game: &str, spec: &str, depth: u32) -> SearchRecord {
        let specs = vec![spec.parse().expect("a spec")];
        let visitor = RecordVisitor {
            specs,
            depth,
            iterations: None,
            budget: MemoryBudget::default(),
            heading: Heading::default(),
        };
        let answer = registry::visit(game, &Setup::default(), visitor);
        let answer = answer.expect("set up").unwrap_or_else(|error| panic!("{error}"));
        answer.searches.into_iter().next().expect("one search")
    }

    /// The visits of the last search of the root: move, ending, parent.
    fn last(search: &SearchRecord) -> Vec<(&str, &str, i64)> {
        let root = search.roots.last().expect("a search of the root");
        let visits = root.first..root.first + root.count;
        let one = |visit: usize| {
            let text = search.moves[search.visits.r#move[visit]].as_str();
            (text, search.endings[search.visits.ending[visit]], search.visits.parent[visit])
        };
        visits.map(one).collect()
    }

    #[test]
    fn parents_precede_children_and_minimax_never_cuts() {
        let minimax = search("reversixt", "search(algorithm=minimax, table=off)", 3);
        assert_eq!(last(&minimax).len(), 4 + 4 * 3 + 56, "every move of Othello's first three plies");
        assert!(last(&minimax).iter().all(|(_, ending, _)| matches!(*ending, "complete" | "depth")));
        let cutting = search("reversixt", "search(algorithm=alphabeta, table=off)", 3);
        assert!(last(&cutting).len() < last(&minimax).len());
        assert!(last(&cutting).iter().any(|(_, ending, _)| *ending == "alpha"));
        assert_eq!((cutting.value, cutting.omitted), (minimax.value, 0));
        assert_eq!(cutting.roots.len(), 3, "one search of the root per iteration");
        for (index, parent) in cutting.visits.parent.iter().enumerate() {
            assert!(*parent < index as i64);
        }
        assert!(!cutting.moves.contains(&"…".to_string()), "every recorded move is legal");
    }

    #[test]
    fn what_was_visited_and_what_was_cut_off_are_all_legal_moves() {
        let search = search("reversixt", "search(algorithm=alphabeta, ordering=none, table=off, deepening=off)", 3);
        assert!(!search.pruned.is_empty());
        for (visit, left_out) in &search.pruned {
            let children = search.visits.parent.iter().filter(|parent| **parent == *visit).count();
            // Othello's second player has three replies to every first move, and the third ply four or five.
            assert!((3..=6).contains(&(children + left_out.len())), "{visit}: {children} and {left_out:?}");
        }
    }

    #[test]
    fn trees_with_dice_are_consistent_for_every_pruning() {
        let mut values = Vec::new();
        for pruning in ["none", "star1", "star2", "unified", "unified-star"] {
            let search = search("einstein", &format!("expectimax(pruning={pruning}, table=off)"), 3);
            values.push((search.value, search.best.clone()));
            assert!(!search.moves.contains(&"…".to_string()), "{pruning}");
            let rolls = search.moves.iter().filter(|text| text.starts_with("rolls ")).count();
            assert_eq!(rolls > 0, !pruning.starts_with("unified"), "{pruning}");
            assert_eq!(
                search.groups.is_empty(),
                rolls > 0,
                "{pruning}: moves are rated before the roll, or rolls are searched"
            );
            let sum: f64 = search.groups.first().map_or(1.0, |(_, group)| group.faces.iter().map(|face| face.0).sum());
            assert!((sum - 1.0).abs() < 1e-5, "{pruning}: probabilities are rounded in the document: {sum}");
        }
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }

    #[test]
    fn searches_without_a_tree_say_why() {
        let random = search("isola", "random", 3);
        assert_eq!(random.reason.as_deref(), Some("The move was chosen without a search, so there is no tree."));
    }

    #[test]
    fn the_best_player_has_a_tree_in_every_game() {
        for game in registry::names() {
            let best = search(game, "best", 3);
            assert!(!best.visits.parent.is_empty() && best.reason.is_none(), "{game}: {:?}", best.reason);
        }
    }

    #[test]
    fn instructive_positions_can_be_searched() {
        for one in plyground_xray::positions::positions() {
            let new_game = NewGame {
                game: one.game,
                variant: one.variant,
                map: one.map,
                position: one.position,
                ..NewGame::default()
            };
            let config =
                GameConfig::read(new_game, SEED, false).unwrap_or_else(|error| panic!("{}: {error}", one.title));
            let specs = vec![Spec::named("best")];
            let visitor = RecordVisitor {
                specs,
                depth: 2,
                iterations: None,
                budget: MemoryBudget::default(),
                heading: Heading::default(),
            };
            let recording = registry::visit(&config.game, &config.setup, visitor).expect("opened");
            assert!(recording.is_ok(), "{}", one.title);
        }
    }
}
