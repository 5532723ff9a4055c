//! Maps of ReversiXT: read, judged, made by lot.

use crate::asked::Asked;
use crate::boards;
use crate::house::House;
use crate::messages::{MapText, MapVerdict};
use crate::refusal::Refusal;
use crate::rooms::seed;
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use plyground_games::reversixt::generator::{Recipe, generate};
use plyground_games::reversixt::{MapFile, Reading, maps};
use serde::Deserialize;
use std::sync::Arc;

pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/maps/check", post(check))
        .route("/api/maps/random", get(random))
        .route("/api/maps/named/{name}", get(named))
}

/// What is to be said about a map.
async fn check(State(house): State<Arc<House>>, Asked(map): Asked<MapText>) -> Result<Json<MapVerdict>, Refusal> {
    house.apart(move |_| Ok(Json(judge(&map.text)))).await
}

fn judge(text: &str) -> MapVerdict {
    let sized = MapFile::size(text).map_or(Ok(()), |(cols, rows)| boards::check_size(cols, rows));
    let read = sized.and_then(|()| MapFile::parse(text, Reading::Strict).map_err(|error| error.to_string()));
    match read {
        Err(problem) => MapVerdict { problem: Some(problem), tiles: 0, stones: 0, specials: 0, transitions: 0 },
        Ok(loaded) => {
            let facts = loaded.map.facts();
            MapVerdict {
                problem: None,
                tiles: facts.tiles,
                stones: facts.stones,
                specials: facts.choice + facts.inversion + facts.bonus + facts.expansion,
                transitions: facts.transitions,
            }
        }
    }
}

#[derive(Deserialize)]
struct Wish {
    players: Option<usize>,
    cols: Option<usize>,
    rows: Option<usize>,
}

/// A map made by lot.
async fn random(State(house): State<Arc<House>>, Query(wish): Query<Wish>) -> Result<Json<MapText>, Refusal> {
    let usual = Recipe::default();
    let recipe = Recipe {
        players: wish.players.unwrap_or(usual.players),
        cols: wish.cols.unwrap_or(usual.cols),
        rows: wish.rows.unwrap_or(usual.rows),
        ..usual
    };
    boards::check_size(recipe.cols, recipe.rows).map_err(Refusal::new)?;
    house.apart(move |_| Ok(Json(MapText { text: generate(recipe, seed()?).write() }))).await
}

/// A map that comes with the program.
async fn named(Path(name): Path<String>) -> Result<Json<MapText>, Refusal> {
    let map = maps::find(&name).ok_or_else(|| Refusal::missing(format!("there is no map `{name}`")))?;
    Ok(Json(MapText { text: map.text.to_string() }))
}
