//! An entry point for fuzzers: what pages send, without sockets and threads.

use crate::engines::MemoryBudget;
use crate::live::{self, GameConfig, LiveGame, Reopening};
use crate::messages::{ImportRequest, NewGame, NewHosting, NewLabRun, NewTournament, SocketRequest, XrayRequest};
use crate::studies;
use crate::tournaments::plan::plan_text;
use serde_json::Value;

/// Commands executed per input.
const MAX_COMMANDS: usize = 40;
/// Larger boards are allowed but too slow to build for every input.
const MAX_SIDE: u64 = 16;
const SEED: u64 = 1;

/// Handles what a page sends. `endpoint` selects the endpoint.
///
/// # Panics
/// When a request stays unanswered, or a saved game cannot be reopened as it was.
pub fn receive(endpoint: u8, text: &str) {
    match endpoint % 8 {
        0 => {
            if let Ok(request) = serde_json::from_str::<NewGame>(text) {
                new_game(request);
            }
        }
        1 => {
            if let Ok(request) = serde_json::from_str::<ImportRequest>(text) {
                import(&request.text, request.game.as_deref());
            }
        }
        2 => {
            if let Ok(request) = serde_json::from_str::<NewTournament>(text)
                && let Ok(plan) = plan_text(&request, false)
            {
                plan.parse::<toml::Table>().expect("our own plan is TOML");
            }
        }
        3 => {
            if let Ok(request) = serde_json::from_str::<NewLabRun>(text) {
                drop(studies::request::read(&request, false));
            }
        }
        4 => drop(serde_json::from_str::<XrayRequest>(text)),
        5 => drop(serde_json::from_str::<NewHosting>(text)),
        6 => run_commands("isola", "cols=4,rows=4,mode=remove", text),
        _ => run_commands("einstein", "tiny", text),
    }
}

/// Creates a game. Engines are built when they have to move, which never happens here.
fn new_game(request: NewGame) {
    let Ok(config) = GameConfig::read(request, SEED, false) else { return };
    if is_small(config.setup.variant.as_deref(), config.setup.map.as_ref().map(|map| map.text.as_str()))
        && let Ok(live) = live::create(&config, &MemoryBudget::default())
    {
        survives_saving(&live);
    }
}

fn import(text: &str, game: Option<&str>) {
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    if is_small(document["variant"].as_str(), document["map"]["text"].as_str())
        && let Ok(live) =
            (Reopening { text, game, seed: SEED, processes: false, budget: &MemoryBudget::default() }).open()
    {
        survives_saving(&live);
    }
}

fn is_small(variant: Option<&str>, map: Option<&str>) -> bool {
    let large = |word: &str| match word.split_once('=') {
        Some(("cols" | "rows", side)) => side.trim().parse().is_ok_and(|side: u64| side > MAX_SIDE),
        Some((key, _)) => key.trim() != key,
        None => false,
    };
    !variant.is_some_and(|variant| variant.split(',').any(large)) && map.is_none_or(|map| map.len() < 1000)
}

/// Executes one command per line in a game between two people.
fn run_commands(game: &str, variant: &str, text: &str) {
    let request = NewGame {
        game: game.to_string(),
        variant: Some(variant.to_string()),
        seats: vec!["human".to_string(); 2],
        real_die: true,
        ..NewGame::default()
    };
    let config = GameConfig::read(request, SEED, false).expect("a valid configuration");
    let mut live = live::create(&config, &MemoryBudget::default()).expect("a valid game");
    for line in text.lines().take(MAX_COMMANDS) {
        let Ok(message) = serde_json::from_str::<SocketRequest>(line) else { continue };
        match live.execute(&message.command) {
            Ok(answer) => drop(serde_json::to_string(&answer).expect("our messages are plain data")),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    survives_saving(&live);
}

/// A game that was saved and reopened is unchanged.
fn survives_saving(live: &LiveGame) {
    let state = live.state();
    serde_json::to_string(&state).expect("our messages are plain data");
    let saved = live.record().to_string();
    let budget = MemoryBudget::default();
    let again = Reopening { text: &saved, game: None, seed: SEED, processes: false, budget: &budget }
        .open()
        .unwrap_or_else(|error| panic!("{error}: {saved}"));
    let opened = again.state();
    assert_eq!(
        (&opened.position, &opened.moves, &opened.turn),
        (&state.position, &state.moves, &state.turn),
        "{saved}"
    );
    assert_eq!(opened.result.map(|result| result.text), state.result.map(|result| result.text), "{saved}");
    assert!(!live.picture(0).is_empty());
}
