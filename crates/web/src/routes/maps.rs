//! Maps of ReversiXT: checked, generated, read.

use crate::boards;
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::messages::{MapCheck, MapFairness, MapFileText, SeatShare};
use crate::random::seed;
use crate::state::AppState;
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use plyground_arena::{SeatSurvey, Survey, SurveyPlan, survey};
use plyground_core::{GameKind, MapText, Setup};
use plyground_games::reversixt::generator::{Recipe, generate};
use plyground_games::reversixt::{MapFile, Reading, ReversiXt, maps};
use plyground_search::Limits;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// Games that tell whether a map is fair, and when the last of them begins.
const SURVEY_GAMES: u64 = 300;
const SURVEY_TIME: Duration = Duration::from_secs(2);
const SURVEY_SEED: u64 = 1;
/// On maps with more tiles only random games are quick.
const MOST_CAREFUL: usize = 400;

/// The name of the game that the maps are for.
pub fn game() -> &'static str {
    ReversiXt::info().name
}

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/maps/check", post(check))
        .route("/api/maps/fairness", post(fairness))
        .route("/api/maps/random", get(random))
        .route("/api/maps/named/{name}", get(named))
}

/// Checks a map.
async fn check(
    State(app): State<Arc<AppState>>,
    JsonBody(map): JsonBody<MapFileText>,
) -> Result<Json<MapCheck>, ApiError> {
    app.spawn_blocking(move |_| Ok(Json(check_map(&map.text)))).await
}

/// Reads a map that is good to play on.
fn read_map(text: &str) -> Result<MapFile, String> {
    let sized = MapFile::size(text).map_or(Ok(()), |(cols, rows)| boards::check_size(cols, rows));
    sized.map_err(|error| error.to_string())?;
    let map = MapFile::parse(text, Reading::Strict).map_err(|error| error.to_string())?.map;
    let missing = map.players_without_stones().next();
    match missing {
        Some(player) => Err(format!("player {player} has no stone; every player needs at least one")),
        None => Ok(map),
    }
}

fn check_map(text: &str) -> MapCheck {
    match read_map(text) {
        Err(problem) => MapCheck { problem: Some(problem), tiles: 0, stones: 0, specials: 0, transitions: 0 },
        Ok(map) => {
            let facts = map.facts();
            MapCheck {
                problem: None,
                tiles: facts.tiles,
                stones: facts.stones,
                specials: facts.choice + facts.inversion + facts.bonus + facts.expansion,
                transitions: facts.transitions,
            }
        }
    }
}

/// Plays quick games on a map and tells the share of first places of every seat.
async fn fairness(
    State(app): State<Arc<AppState>>,
    JsonBody(map): JsonBody<MapFileText>,
) -> Result<Json<MapFairness>, ApiError> {
    let checked = read_map(&map.text).map_err(|problem| ApiError::at("text", problem))?;
    let text = MapText { name: "map".to_string(), text: map.text };
    let setup = Setup { map: Some(text), ..Setup::default() };
    let player = if checked.facts().tiles > MOST_CAREFUL { "random" } else { "greedy" };
    app.run_search(move |_| {
        let (game, start) = boards::open(self::game(), &setup)?;
        let plan = SurveyPlan {
            spec: player.parse().map_err(ApiError::internal)?,
            limits: Limits::nodes(1),
            games: SURVEY_GAMES,
            time: SURVEY_TIME,
            random_rounds: 1,
            seed: SURVEY_SEED,
        };
        let found = survey(&game, &start, &plan).map_err(ApiError::rejected)?;
        Ok(Json(fairness_of(player, &found)))
    })
    .await
}

fn fairness_of(player: &str, found: &Survey) -> MapFairness {
    let share = |seat: &SeatSurvey| SeatShare { share: seat.share, low: seat.interval.low, high: seat.interval.high };
    MapFairness {
        games: found.games,
        player: player.to_string(),
        seats: found.seats.iter().map(share).collect(),
        gap: found.unfairness(),
    }
}

#[derive(Deserialize)]
struct RandomMapQuery {
    players: Option<usize>,
    cols: Option<usize>,
    rows: Option<usize>,
}

/// Generates a random map.
async fn random(
    State(app): State<Arc<AppState>>,
    Query(query): Query<RandomMapQuery>,
) -> Result<Json<MapFileText>, ApiError> {
    let defaults = Recipe::default();
    let recipe = Recipe {
        players: query.players.unwrap_or(defaults.players),
        cols: query.cols.unwrap_or(defaults.cols),
        rows: query.rows.unwrap_or(defaults.rows),
        ..defaults
    };
    boards::check_size(recipe.cols, recipe.rows).map_err(ApiError::rejected)?;
    app.spawn_blocking(move |_| Ok(Json(MapFileText { text: generate(recipe, seed()?).write() }))).await
}

/// A built-in map.
async fn named(Path(name): Path<String>) -> Result<Json<MapFileText>, ApiError> {
    let map = maps::find(&name).ok_or_else(|| ApiError::not_found(format!("there is no map `{name}`")))?;
    Ok(Json(MapFileText { text: map.text.to_string() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_of_a_map_needs_a_stone() {
        let map = |players: usize, row: &str| format!("{players}\n0\n0 0\n2 4\n{row}\n{row}\n");
        assert_eq!(check_map(&map(2, "0 1 2 0")).problem, None);
        let problem = check_map(&map(3, "0 1 2 0")).problem.expect("player 3 is missing");
        assert!(problem.contains("player 3") && problem.contains("no stone"), "{problem}");
    }

    #[test]
    fn shares_are_those_of_the_survey() {
        let interval = |low, high| plyground_arena::stats::Interval { low, high };
        let seat = |share: f64, low, high| SeatSurvey { share, interval: interval(low, high), payoff: 0.0 };
        let seats = vec![seat(0.7, 0.6, 0.8), seat(0.3, 0.2, 0.4)];
        let found = Survey { games: 9, seats, reached: Vec::new(), least_turns: 1, mean_turns: 1.0, most_turns: 1 };
        let fairness = fairness_of("greedy", &found);
        assert_eq!(fairness.seats.iter().map(|seat| seat.share).collect::<Vec<_>>(), [0.7, 0.3]);
        assert!((fairness.gap - 0.2).abs() < 1e-9, "{}", fairness.gap);
    }
}
