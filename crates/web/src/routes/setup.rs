//! Positions put together by hand: the page sends what lies where, the game says what it thinks of it.

use crate::boards;
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::live::GameConfig;
use crate::messages::{SetupRequest, SetupState, SetupWords};
use crate::state::AppState;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};
use plyground_core::{AnyGame, Drawable, Notation, Scene, SetupForm, SetupParts};
use plyground_picture::svg;
use std::sync::Arc;

/// The seed of set-ups matters to nothing.
const SEED: u64 = 1;
/// On larger boards looking for the cell to blame would take too long.
const MOST_CELLS: usize = 400;
/// No field is longer.
const LONGEST_FIELD: usize = 40;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/setup", post(setup)).route("/api/setup/picture", post(picture))
}

async fn setup(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<SetupRequest>,
) -> Result<Json<SetupState>, ApiError> {
    app.spawn_blocking(move |_| {
        let HandMade { game, form, board, parts } = HandMade::read(request)?;
        Ok(Json(judge(&game, &form, parts, &board)))
    })
    .await
}

/// The position as a drawing, legal or not.
async fn picture(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<SetupRequest>,
) -> Result<impl IntoResponse, ApiError> {
    app.spawn_blocking(move |_| {
        let HandMade { form, board, parts, .. } = HandMade::read(request)?;
        let drawing = svg::draw(&form.scene(&board, &parts), &svg::Options::default());
        Ok(([(CONTENT_TYPE, "image/svg+xml")], drawing))
    })
    .await
}

/// A position as a page describes it.
struct HandMade {
    game: AnyGame,
    form: SetupForm,
    /// The board before anything was changed.
    board: Scene,
    parts: SetupParts,
}

impl HandMade {
    fn read(request: SetupRequest) -> Result<Self, ApiError> {
        let config = GameConfig::read(request.board, SEED, false)?;
        let (game, start) = boards::open(&config.game, &config.setup)?;
        let form = game.setup_form();
        let form = form.ok_or_else(|| ApiError::rejected("positions of this game cannot be put together by hand"))?;
        let board = game.scene(&start);
        let parts = match request.parts {
            Some(words) => checked(&form, board.cells.len(), words)?,
            None => {
                let parts = form.read(&game.position_text(&start));
                parts.ok_or_else(|| ApiError::rejected("this position cannot be put together by hand"))?
            }
        };
        Ok(HandMade { game, form, board, parts })
    }
}

/// The parts, if they fit the board; whether the rules allow them is another question.
fn checked(form: &SetupForm, cells: usize, words: SetupWords) -> Result<SetupParts, ApiError> {
    let parts = SetupParts::from(words);
    if parts.cells.len() != cells || parts.fields.len() != form.fields.len() {
        return Err(ApiError::rejected("the set-up is for another board; open the page again"));
    }
    let is_known = |word: &String| form.contents.iter().any(|content| content.word == *word);
    if let Some(word) = parts.cells.iter().find(|word| !is_known(word)) {
        return Err(ApiError::rejected(format!("no cell can hold `{}`", word.escape_debug())));
    }
    let is_word = |value: &String| {
        value.len() <= LONGEST_FIELD
            && !value.chars().any(|character| character.is_whitespace() || character.is_control())
    };
    if !parts.fields.iter().all(is_word) {
        return Err(ApiError::rejected("a field of a position is one short word or number"));
    }
    Ok(parts)
}

fn judge(game: &AnyGame, form: &SetupForm, parts: SetupParts, board: &Scene) -> SetupState {
    let position = form.write(&parts);
    let parsed = game.parse_position(&position);
    let cell = match &parsed {
        Err(_) if parts.cells.len() <= MOST_CELLS => form.cell_to_blame(game, &parts),
        _ => None,
    };
    let (contents, fields) = SetupState::describe(form);
    let (scene, fault) = match parsed {
        Ok(position) => (game.scene(&position), None),
        Err(error) => (form.scene(board, &parts), Some(error.to_string())),
    };
    SetupState { contents, fields, parts: parts.into(), position, scene: scene.into(), fault, cell }
}
