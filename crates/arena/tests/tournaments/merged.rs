//! Archives that are put together.

use super::{PLAN, Place, everything, plan, run, standings};
use plyground_arena::archive::{MergeSummary, merge};
use plyground_arena::{Archive, ArenaError, GameNumbers, Interrupt, tournament};
use std::fs;

/// Plays the games of this range of a plan into an archive.
fn play(place: &Place, name: &str, text: &str, numbers: std::ops::Range<u64>) {
    let (plan, mut archive) = (plan(text), place.archive(name));
    let id = archive.add_tournament(&plan).unwrap();
    let wanted = GameNumbers::from(numbers);
    let interrupt = Interrupt::default();
    assert!(tournament::play(&plan, &wanted, 2, &interrupt, &mut (&mut archive, id), &mut |_| ()).unwrap());
}

fn failed(found: Result<MergeSummary, ArenaError>) -> String {
    found.expect_err("a contradiction").to_string()
}

#[test]
fn parts_that_overlap_become_the_whole_with_thoughts_and_all() {
    let text = PLAN.replace("seed = 5", "seed = 5\nkeep = \"thoughts\"");
    let place = Place::new();
    let all = plan(&text).games();
    play(&place, "early.sqlite", &text, 0..all / 2);
    play(&place, "late.sqlite", &text, all / 2 - 5..all);
    let other = text.replace("\"test\"", "\"another\"");
    play(&place, "late.sqlite", &other, 3..9);
    let sources = ["early.sqlite", "late.sqlite"].map(|name| place.path(name));
    let before = sources.each_ref().map(|path| fs::read(path).unwrap());
    let found = merge(&sources, &place.path("merged.sqlite")).unwrap();
    assert_eq!(found, MergeSummary { tournaments: 2, games: all + 6, duplicates: 5 });
    assert_eq!(sources.each_ref().map(|path| fs::read(path).unwrap()), before, "the sources are as they were");
    assert!(!place.path("merged.sqlite-wal").exists());

    let mut whole = place.archive("whole.sqlite");
    run(&plan(&text), &mut whole, 2, u64::MAX);
    let merged = Archive::open_to_read(&place.path("merged.sqlite")).unwrap();
    merged.check().unwrap();
    assert_eq!(everything(&plan(&text), &merged), everything(&plan(&text), &whole));
    assert_eq!(standings(&plan(&other), &merged).played, 6);
    let thoughts = |archive: &Archive| {
        let id = archive.find_plan(&plan(&text)).unwrap().unwrap();
        let mut count = 0;
        tournament::export::<ArenaError>(&plan(&text), archive, id, 0..all, &mut |told| {
            count += told.record.evaluations.len();
            Ok(())
        })
        .unwrap();
        count
    };
    assert_eq!(thoughts(&merged), thoughts(&whole));
    drop(merged);
    // It is an archive like any other: a run goes on in it, and it merges again.
    let mut merged = place.archive("merged.sqlite");
    assert!(run(&plan(&other), &mut merged, 2, u64::MAX));
    drop(merged);
    let again = merge(&[place.path("merged.sqlite"), place.path("early.sqlite")], &place.path("again.sqlite")).unwrap();
    assert_eq!((again.games, again.duplicates), (2 * all, all / 2));
}

#[test]
fn contradictions_are_named_and_leave_no_file() {
    let place = Place::new();
    play(&place, "a.sqlite", PLAN, 0..6);
    play(&place, "b.sqlite", &PLAN.replace("seed = 5", "seed = 6"), 0..6);
    let [a, b, out] = ["a.sqlite", "b.sqlite", "out.sqlite"].map(|name| place.path(name));
    let said = failed(merge(&[a.clone(), b], &out));
    assert!(said.contains("b.sqlite") && said.contains("`test` has another plan"), "{said}");
    // The same game with another result, as if a program had changed without its version.
    fs::copy(&a, place.path("c.sqlite")).unwrap();
    rusqlite::Connection::open(place.path("c.sqlite"))
        .unwrap()
        .execute("UPDATE game SET payoffs = '0.25 0.75' WHERE number = 4", [])
        .unwrap();
    let said = failed(merge(&[a.clone(), place.path("c.sqlite")], &out));
    assert!(said.contains("c.sqlite") && said.contains("game 5 of the tournament `test`"), "{said}");
    // Another time of the same game is no contradiction.
    fs::copy(&a, place.path("d.sqlite")).unwrap();
    rusqlite::Connection::open(place.path("d.sqlite")).unwrap().execute("UPDATE game SET micros = '7 7'", []).unwrap();
    let said = failed(merge(&[a.clone(), place.path("nothing.sqlite")], &out));
    assert!(said.contains("nothing.sqlite"), "{said}");
    assert!(!out.exists());
    assert_eq!(merge(&[a.clone(), place.path("d.sqlite")], &out).unwrap().duplicates, 6);
    let said = failed(merge(&[a], &out));
    assert!(said.contains("exists already"), "{said}");
    let left: Vec<String> =
        fs::read_dir(place.path("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| !name.starts_with(".tmp")), "{left:?}");
}
