//! The catalog of games and players, and a preview of the chosen board.

use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::live::GameConfig;
use crate::messages::{BoardChoice, Catalog, CatalogGame, NamedText, NewGame, PlayerKind, PlayerParam, Scene};
use crate::state::AppState;
use crate::{boards, hosting, opponents};
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use plyground_core::{AnyGame, AnyPosition, Drawable, Game, GameInfo, Rng, Setup, Turn};
use plyground_engine::infos;
use plyground_games::registry;
use std::sync::Arc;

/// The number of random turns before the picture of a game, and their seed.
const PICTURE_TURNS: usize = 9;
const PICTURE_SEED: u64 = 5;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/catalog", get(catalog)).route("/api/scene", post(scene))
}

async fn catalog(State(app): State<Arc<AppState>>) -> Json<Catalog> {
    Json(Catalog {
        games: registry::infos().into_iter().map(catalog_game).collect(),
        players: infos().into_iter().map(player_kind).collect(),
        processes: app.games.processes(),
        network_game: hosting::game().to_string(),
        map_editor_game: super::maps::game().to_string(),
    })
}

/// The start position of what is chosen on the start page.
async fn scene(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<NewGame>,
) -> Result<Json<Scene>, ApiError> {
    let config = GameConfig::read(request, PICTURE_SEED, app.games.processes())?;
    app.spawn_blocking(move |_| Ok(Json(preview(boards::open(&config.game, &config.setup)?, 0).0))).await
}

fn catalog_game(info: GameInfo) -> CatalogGame {
    let opponents = opponents::of_game(&info);
    let drawn = registry::open(info.name, &Setup::default()).map(|opened| preview(opened, PICTURE_TURNS));
    let (picture, deals) = drawn.expect("every registered game can be opened");
    let named = |name: &str, summary: &str| NamedText { name: name.to_string(), summary: summary.to_string() };
    CatalogGame {
        name: info.name.to_string(),
        title: info.title.to_string(),
        summary: info.summary.to_string(),
        players: info.players,
        chance: info.chance,
        deals,
        variants: info.variants.iter().map(|variant| named(variant.name, variant.summary)).collect(),
        parameters: info.parameters.iter().map(|(name, meaning)| named(name, meaning)).collect(),
        boards: info
            .boards
            .into_iter()
            .map(|board| BoardChoice {
                name: board.name.to_string(),
                summary: board.summary,
                players: board.players,
                cols: board.cols,
                rows: board.rows,
            })
            .collect(),
        record_formats: registry::record_formats(info.name)
            .iter()
            .map(|format| named(format.extension, format.summary))
            .collect(),
        opponents,
        rules: info.rules.iter().map(|(heading, text)| named(heading, text)).collect(),
        picture,
    }
}

fn player_kind(kind: plyground_engine::PlayerInfo) -> PlayerKind {
    let param = |param: &plyground_engine::ParamInfo| PlayerParam {
        name: param.name.to_string(),
        default: param.default.to_string(),
        values: param.values.to_string(),
        summary: param.summary.to_string(),
    };
    PlayerKind {
        name: kind.name.to_string(),
        summary: kind.summary.to_string(),
        game: kind.game.map(String::from),
        params: kind.params.iter().map(param).collect(),
    }
}

/// A position after some random turns, and whether start positions can be random.
fn preview((game, start): (AnyGame, AnyPosition), turns: usize) -> (Scene, bool) {
    let mut rng = Rng::seeded(PICTURE_SEED);
    let dealt = game.random_start(&mut rng);
    let deals = dealt != game.start();
    let mut position = if turns > 0 { dealt } else { start };
    let mut moves = Vec::new();
    for _ in 0..turns {
        let mut next = position.clone();
        if game.turn(&next) == Turn::Chance {
            let face = rng.weighted(game.outcomes(&next));
            game.roll(&mut next, face);
        }
        moves.clear();
        game.moves(&next, &mut moves);
        if moves.is_empty() {
            break;
        }
        game.make(&mut next, moves[rng.below(moves.len())]);
        if game.turn(&next) == Turn::Over {
            break; // the picture shows a game in progress
        }
        position = next;
    }
    (game.scene(&position).into(), deals)
}
