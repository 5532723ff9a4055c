//! Many games beside each other.

use super::*;
use crate::messages::NewGame;
use serde_json::json;
use std::path::Path;

fn rooms(folder: &Path) -> (Arc<Rooms>, MemoryBudget) {
    let budget = MemoryBudget::default();
    let rooms = Rooms::new(GameStore::open(folder).expect("a store"), Scheduler::new(2), budget.clone(), false);
    (Arc::new(rooms), budget)
}

fn open(rooms: &Arc<Rooms>, asked: Value) -> Arc<Room> {
    let asked: NewGame = serde_json::from_value(asked).expect("a wish");
    let wish = Wish::read(asked, 7, false).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    rooms.create(&wish).unwrap_or_else(|refusal| panic!("{}", refusal.reason))
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_games_do_not_mute_a_quick_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rooms, _) = rooms(folder.path());
    // More of them than cores; none finishes a move within a minute.
    let slow: Vec<Arc<Room>> = (0..4)
        .map(|_| open(&rooms, json!({"game": "isola", "seats": ["search(depth=60)", "search(depth=60)"]})))
        .collect();
    let seats = ["search(depth=1)", "search(depth=2)"];
    let quick = open(&rooms, json!({"game": "isola", "variant": "cols=5,rows=5", "seats": seats, "pace_ms": 0}));
    let mut versions = quick.watch();
    while quick.look(|live| live.state().result.is_none()) {
        versions.changed().await.expect("the game goes on");
    }
    assert!(quick.look(|live| live.state().plies) >= 2);
    for room in &slow {
        assert_eq!(room.look(|live| live.state().plies), 0, "it still thinks about its first move");
        // A changed game stops what thinks about it.
        let paused = rooms.act(room, |live| live.obey(&Command::Pause { on: true })).await;
        assert_eq!(paused, Ok(Ok(Answer::Done)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_are_built_when_they_have_to_move_and_let_go_when_nobody_looks() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rooms, budget) = rooms(folder.path());
    let wish = json!({"game": "isola", "seats": ["human", "best(depth=2)"], "pace_ms": 0});
    let games: Vec<Arc<Room>> = (0..50).map(|_| open(&rooms, wish.clone())).collect();
    assert_eq!(budget.used(), 0, "nobody has had to move yet");
    let room = &games[0];
    let mut versions = room.watch();
    let text = room.look(|live| live.state().legal[0].text.clone());
    rooms.act(room, move |live| live.obey(&Command::Move { text })).await.expect("saved").expect("legal");
    while room.look(|live| live.state().plies) < 2 {
        versions.changed().await.expect("the engine answers");
    }
    assert!(budget.used() > 0);
    rooms.act_later(room, |live| live.rest()).await;
    assert_eq!(budget.used(), 0);
}
