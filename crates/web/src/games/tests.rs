//! Many games at once.

use super::*;
use crate::messages::{GameCommand, NewGame, SocketResponse};
use serde_json::Value;
use serde_json::json;
use std::path::Path;

fn games(folder: &Path) -> (Arc<GameSessions>, MemoryBudget) {
    let budget = MemoryBudget::default();
    let games = GameSessions::new(GameStore::open(folder).expect("a store"), Scheduler::new(2), budget.clone(), false);
    (Arc::new(games), budget)
}

fn open(games: &Arc<GameSessions>, request: Value) -> Arc<GameSession> {
    let request: NewGame = serde_json::from_value(request).expect("a request");
    let config = GameConfig::read(request, 7, false).unwrap_or_else(|error| panic!("{error}"));
    games.create(&config).unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_games_do_not_block_a_quick_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, _) = games(folder.path());
    // More of them than cores; none completes a move within a minute.
    let slow: Vec<Arc<GameSession>> = (0..4)
        .map(|_| open(&games, json!({"game": "isola", "seats": ["search(depth=60)", "search(depth=60)"]})))
        .collect();
    let seats = ["search(depth=1)", "search(depth=2)"];
    let quick = open(&games, json!({"game": "isola", "variant": "cols=5,rows=5", "seats": seats, "pace_ms": 0}));
    let mut versions = quick.watch();
    while quick.read(|live| live.state().result.is_none()) {
        versions.changed().await.expect("the game goes on");
    }
    assert!(quick.read(|live| live.state().plies) >= 2);
    for session in &slow {
        assert_eq!(session.read(|live| live.state().plies), 0, "the first move is still being searched");
        // A change stops the search.
        let paused = games.change(session, |live| live.execute(&GameCommand::Pause { on: true })).await;
        assert_eq!(paused, Ok(Ok(SocketResponse::Done)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_are_built_on_the_first_move_and_released_when_no_page_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, budget) = games(folder.path());
    let request = json!({"game": "isola", "seats": ["human", "best(depth=2)"], "pace_ms": 0});
    let sessions: Vec<Arc<GameSession>> = (0..50).map(|_| open(&games, request.clone())).collect();
    assert_eq!(budget.used(), 0, "no engine has had to move yet");
    let session = &sessions[0];
    let mut versions = session.watch();
    let text = session.read(|live| live.state().legal[0].text.clone());
    games.change(session, move |live| live.execute(&GameCommand::Move { text })).await.expect("saved").expect("legal");
    while session.read(|live| live.state().plies) < 2 {
        versions.changed().await.expect("the engine answers");
    }
    assert!(budget.used() > 0);
    games.change_later(session, |live| live.release_engines()).await;
    assert_eq!(budget.used(), 0);
}
