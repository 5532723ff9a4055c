//! Files of games: their size, their readers, and files that are none.

use super::{PLAN, Place, plan, run, standings};
use plyground_arena::{Archive, ArenaError, tournament};
use std::fs;

#[test]
fn an_archive_is_small_and_knows_itself() {
    let plan = plan(
        "name = \"size\"\nrepeats = 1500\n[[players]]\nspec = \"greedy\"\n[[players]]\nspec = \"random\"\n\
         [[games]]\ngame = \"einstein\"\n",
    );
    let place = Place::new();
    let path = place.path("size.sqlite");
    let mut archive = place.archive("size.sqlite");
    run(&plan, &mut archive, 2, u64::MAX);
    let listed = archive.tournaments().unwrap();
    assert_eq!((listed[0].name.as_str(), listed[0].finished), ("size", 3000));
    drop(archive);
    let bytes = fs::metadata(&path).unwrap().len();
    assert!(bytes < 3000 * 150, "{} bytes a game", bytes / 3000);
    let again = Archive::open_to_read(&path).unwrap();
    assert_eq!(standings(&plan, &again).played, 3000);
}

#[test]
fn the_view_for_other_tools_agrees_with_the_program() {
    let plan = plan(PLAN);
    let place = Place::new();
    let mut archive = place.archive("a.sqlite");
    run(&plan, &mut archive, 2, u64::MAX);
    let id = archive.find_plan(&plan).unwrap().unwrap();
    let connection = rusqlite::Connection::open(place.path("a.sqlite")).unwrap();
    let mut statement = connection
        .prepare("SELECT number, event, players, rotation, start, termination FROM seated_game ORDER BY number")
        .unwrap();
    let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<(i64, String, String, i64, String, String)> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
    };
    let rows: Vec<_> = statement.query_map([], row).unwrap().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len() as u64, plan.games());
    let mut rows = rows.into_iter();
    tournament::export::<ArenaError>(&plan, &archive, id, 0..plan.games(), &mut |exported| {
        let (number, event, players, rotation, start, termination) = rows.next().unwrap();
        assert_eq!(
            (number as u64, event, start),
            (exported.record.number, exported.event.label.clone(), exported.record.start.clone())
        );
        assert_eq!(termination, exported.record.outcome.termination.name());
        let players: Vec<usize> = players.split(' ').map(|player| player.parse().unwrap()).collect();
        let seated = (0..exported.seated.len()).map(|seat| players[(seat + rotation as usize) % players.len()]);
        assert_eq!(seated.collect::<Vec<_>>(), exported.seated);
        Ok(())
    })
    .unwrap();
}

#[test]
fn foreign_and_future_files_are_left_alone() {
    let place = Place::new();
    let text = place.path("notes.txt");
    fs::write(&text, "these are not the games you are looking for, and they are long enough to be looked at").unwrap();
    let error = Archive::open(&text).expect_err("a text").to_string();
    assert!(error.contains("notes.txt"), "{error}");
    let future = place.path("future.sqlite");
    drop(Archive::open(&future).unwrap());
    let connection = rusqlite::Connection::open(&future).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    for error in [Archive::open(&future), Archive::open_to_read(&future)].map(|result| result.expect_err("newer")) {
        assert!(error.to_string().contains("a newer version of the program (format 99, known is 1)"), "{error}");
    }
    let other = place.path("other.sqlite");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    let error = Archive::open(&other).expect_err("somebody else's").to_string();
    assert!(error.contains("no archive of games"), "{error}");
    assert!(Archive::open_to_read(&place.path("nothing.sqlite")).is_err());
    assert!(!place.path("nothing.sqlite").exists());
    let error = Archive::open(&text.join("below.sqlite")).expect_err("below a file").to_string();
    assert!(error.starts_with("cannot create"), "{error}");
}

#[test]
fn a_changed_plan_does_not_touch_the_games_of_the_old_one() {
    let place = Place::new();
    let mut archive = place.archive("a.sqlite");
    let old = plan(PLAN);
    run(&old, &mut archive, 2, 10);
    let new = plan(&PLAN.replace("seed = 5", "seed = 6"));
    let error = archive.add_tournament(&new).expect_err("changed").to_string();
    assert!(error.contains("plan.toml: name:") && error.contains("with another plan"), "{error}");
    let renamed = plan(&PLAN.replace("seed = 5", "seed = 6").replace("\"test\"", "\"second test\""));
    assert!(run(&renamed, &mut archive, 2, u64::MAX));
    assert!(standings(&old, &archive).played >= 10);
    assert_eq!(standings(&renamed, &archive).played, renamed.games());
}

#[test]
fn thoughts_are_kept_on_request() {
    let text = PLAN.replace("seed = 5", "seed = 5\nkeep = \"thoughts\"");
    let plan = plan(&text);
    let place = Place::new();
    let mut archive = place.archive("a.sqlite");
    run(&plan, &mut archive, 2, 30);
    let id = archive.find_plan(&plan).unwrap().unwrap();
    let mut seen = 0;
    tournament::export::<ArenaError>(&plan, &archive, id, 0..10, &mut |exported| {
        seen += 1;
        assert_eq!(exported.record.evaluations.len(), exported.record.outcome.turns);
        assert_eq!(exported.moves.split(' ').count(), exported.record.outcome.turns);
        Ok(())
    })
    .unwrap();
    assert!(seen > 5);
}
