//! The list entries of saved games, read from their records.

use super::GameStore;
use crate::boards;
use crate::live::{GameSource, is_fault};
use crate::messages::GameSummary;
use plyground_core::{MapText, Payoffs, Setup};
use serde_json::Value;
use std::time::{SystemTime, UNIX_EPOCH};

/// Whether a recorded game has ended: by its rules, by forfeit, or wherever it was played.
pub(super) fn is_over(record: &Value) -> bool {
    let web = &record["web"];
    record["over"].as_bool().unwrap_or_default() || web["mishap"].is_array() || web["ended"].is_object()
}

impl GameStore {
    /// The list entry of a record; `None` if it is not a record of a game that is known here.
    pub(super) fn summarise(&self, id: &str, changed: SystemTime, record: &Value) -> Option<GameSummary> {
        let text = |key: &str| record[key].as_str().unwrap_or_default();
        let title = self.titles.get(text("game"))?;
        let source = GameSource::read(&record["web"]);
        let tournament = match &source {
            GameSource::Tournament { name, .. } => Some(name.clone()),
            _ => None,
        };
        let (ending, failed) = ending_of(record);
        let map = record["map"]["name"].as_str();
        Some(GameSummary {
            id: Some(id.to_string()),
            page: format!("/game/{id}"),
            address: format!("/api/games/{id}"),
            game: text("game").to_string(),
            title: title.to_string(),
            variant: map.unwrap_or_else(|| text("variant")).to_string(),
            plies: text("moves").split_whitespace().count(),
            seats: seats_of(record)?,
            over: is_over(record),
            places: places_of(record),
            ending,
            failed,
            source: source.name().to_string(),
            tournament,
            formats: formats_of(record),
            changed: changed.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        })
    }
}

/// The players, by the names that the record gives them.
fn seats_of(record: &Value) -> Option<Vec<String>> {
    let players = record["players"].as_array()?.iter().filter_map(Value::as_str);
    let name = |index: usize| record["names"][index].as_str().filter(|name| !name.is_empty());
    Some(players.enumerate().map(|(index, who)| name(index).unwrap_or(who).to_string()).collect())
}

fn places_of(record: &Value) -> Vec<usize> {
    let payoffs: Vec<f64> = record["payoffs"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    if payoffs.is_empty() || payoffs.len() > plyground_core::MAX_PLAYERS {
        return Vec::new();
    }
    Payoffs::new(&payoffs).places()
}

/// Why a game ended, where the rules did not end it, and whether a player failed.
fn ending_of(record: &Value) -> (Option<String>, bool) {
    let ended = &record["web"]["ended"];
    if let Some(reason) = ended["reason"].as_str() {
        return (Some(reason.to_string()), ended["termination"].as_str().is_some_and(is_fault));
    }
    let forfeit = &record["web"]["mishap"];
    let player = forfeit[1].as_u64().unwrap_or_default();
    match forfeit[0].as_str() {
        Some("resigned") => (Some(format!("player {player} resigned")), false),
        Some("failed") => (Some(format!("the engine of player {player} failed")), true),
        Some("late") => (Some(format!("player {player} ran out of time")), true),
        _ => (None, false),
    }
}

fn formats_of(record: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(String::from);
    let map = text(&record["map"]["name"]).map(|name| MapText { name, text: String::new() });
    let setup = Setup { variant: text(&record["variant"]), position: text(&record["position"]), map, lenient: false };
    boards::export_formats(record["game"].as_str().unwrap_or_default(), &setup)
}
