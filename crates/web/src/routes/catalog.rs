//! The catalog of games and players, and a preview of the chosen board.

use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::live::GameConfig;
use crate::messages::{
    BoardChoice, BoardPicture, Catalog, CatalogGame, NamedText, NewGame, PlayerKind, PlayerParam, Scene,
};
use crate::state::AppState;
use crate::{boards, compression, hosting, opponents};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use plyground_arena::after_random_turns;
use plyground_core::{AnyGame, Click, Drawable, Game, GameInfo, MapText, Notation, Rng, Setup, Turn};
use plyground_engine::infos;
use plyground_games::registry;
use std::sync::Arc;

/// The number of random turns before the picture of a game, before that of a board that starts without pieces, and their seed.
const PICTURE_TURNS: usize = 9;
const PLACING_TURNS: usize = 4;
const PICTURE_SEED: u64 = 5;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/catalog", get(catalog))
        .route("/api/catalog/{game}/boards", get(board_pictures))
        .route("/api/scene", post(scene))
}

async fn catalog(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Result<Response, ApiError> {
    let catalog = Catalog {
        games: registry::infos().into_iter().map(catalog_game).collect(),
        players: infos().into_iter().map(player_kind).collect(),
        processes: app.games.processes(),
        network_game: hosting::game().to_string(),
        map_editor_game: super::maps::game().to_string(),
    };
    compression::json(&headers, &catalog)
}

/// Pictures of the variants and maps of a game.
async fn board_pictures(
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let info = registry::info(&name).ok_or_else(|| ApiError::at("game", registry::unknown(&name)))?;
    app.spawn_blocking(move |_| compression::json(&headers, &pictures(&info)?)).await
}

fn pictures(info: &GameInfo) -> Result<Vec<BoardPicture>, ApiError> {
    let variants = info.variants.iter().map(|variant| {
        let setup = Setup { variant: Some(variant.name.to_string()), ..Setup::default() };
        board_picture(info.name, setup)
    });
    // A map that is also a variant is offered once.
    let maps = info.boards.iter().filter(|board| info.variants.iter().all(|variant| variant.name != board.name));
    let maps = maps.map(|board| {
        let map = MapText { name: board.name.to_string(), text: board.text.to_string() };
        board_picture(info.name, Setup { map: Some(map), ..Setup::default() })
    });
    variants.chain(maps).collect()
}

fn board_picture(game: &str, setup: Setup) -> Result<BoardPicture, ApiError> {
    let (opened, start) = boards::open(game, &setup)?;
    let empty = opened.scene(&start).cells.iter().all(|cell| cell.piece.is_none());
    let shown =
        if empty { after_random_turns(&opened, start, PLACING_TURNS, &mut Rng::seeded(PICTURE_SEED)) } else { start };
    let mut moves = Vec::new();
    if opened.turn(&shown) != Turn::Chance {
        opened.moves(&shown, &mut moves);
    }
    let first = |mv| match opened.clicks(&shown, mv).into_iter().next() {
        Some(Click::Cell(cell)) => Some(cell),
        _ => None,
    };
    let mut offers: Vec<usize> = moves.into_iter().filter_map(first).collect();
    offers.sort_unstable();
    offers.dedup();
    let Setup { variant, map, .. } = setup;
    Ok(BoardPicture { variant, map: map.map(|map| map.name), scene: opened.scene(&shown).into(), offers })
}

/// The start position of what is chosen on the start page.
async fn scene(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<NewGame>,
) -> Result<Json<Scene>, ApiError> {
    let config = GameConfig::read(request, PICTURE_SEED, app.games.processes())?;
    app.spawn_blocking(move |_| {
        let (game, start) = boards::open(&config.game, &config.setup)?;
        let dealt = config.deal && config.setup.position.is_none();
        let shown = if dealt { game.random_start(&mut Rng::part(config.seed, 1)) } else { start };
        Ok(Json(game.scene(&shown).into()))
    })
    .await
}

fn catalog_game(info: GameInfo) -> CatalogGame {
    let opponents = opponents::of_game(&info);
    let (game, _) = registry::open(info.name, &Setup::default()).expect("every registered game can be opened");
    let (picture, deals) = game_picture(&game);
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
        introduced: !info.introduction.is_empty(),
        set_up: game.setup_form().is_some(),
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

/// A position of a game in progress, and whether start positions can be random.
fn game_picture(game: &AnyGame) -> (Scene, bool) {
    let mut rng = Rng::seeded(PICTURE_SEED);
    let dealt = game.random_start(&mut rng);
    let deals = dealt != game.start();
    (game.scene(&after_random_turns(game, dealt, PICTURE_TURNS, &mut rng)).into(), deals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_of_the_gallery_has_a_picture_with_pieces() {
        for info in registry::infos() {
            let pictures = pictures(&info).expect("every board can be drawn");
            let maps = info.boards.iter().map(|board| board.name);
            let mut names: Vec<&str> = info.variants.iter().map(|variant| variant.name).chain(maps).collect();
            names.sort_unstable();
            names.dedup();
            let mut drawn: Vec<&str> =
                pictures.iter().filter_map(|one| one.variant.as_deref().or(one.map.as_deref())).collect();
            drawn.sort_unstable();
            assert_eq!(drawn, names, "{}", info.name);
            for BoardPicture { map, scene, offers, .. } in &pictures {
                assert!(scene.cells.iter().any(|cell| cell.piece.is_some()), "{} {map:?}", info.name);
                assert!(info.chance != offers.iter().any(|&cell| cell < scene.cells.len()), "{} {map:?}", info.name);
                let board = info.boards.iter().find(|board| Some(board.name) == map.as_deref());
                let size = board.map(|board| (board.cols, board.rows, board.players));
                assert!(size.is_none_or(|size| size == (scene.cols, scene.rows, scene.seats.len())), "{map:?}");
            }
        }
    }
}
