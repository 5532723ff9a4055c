use super::*;
use plyground_arena::Interrupt;
use plyground_arena::tournament::{self, TournamentPlan};
use serde_json::json;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A store with one game of each kind, the first one the newest.
fn store(folder: &Path) -> GameStore {
    let store = GameStore::open(folder).expect("a store");
    let variant = "classic";
    let records = [
        json!({"game": "isola", "variant": variant, "players": ["human", "level(4)"], "moves": "a b", "over": true, "payoffs": [1, -1]}),
        json!({"game": "isola", "variant": variant, "players": ["human", "best"], "moves": "a b c", "over": true, "payoffs": [-1, 1]}),
        json!({"game": "isola", "variant": variant, "players": ["human", "human"], "moves": "a", "over": false, "payoffs": null}),
        json!({"game": "einstein", "variant": "5x5", "players": ["x", "y"], "names": ["red fox", ""], "moves": "", "over": false,
               "payoffs": [1, -1], "web": {"source": {"kind": "imported"}, "ended": {"termination": "time-out", "reason": "late", "payoffs": [1, -1]}}}),
        json!({"game": "reversixt", "variant": null, "map": {"name": "ring", "text": ""}, "players": ["human", "group 3", "best"], "moves": "a", "over": true,
               "payoffs": [10, 10, 3], "web": {"source": {"kind": "hosted", "host": "h", "request": {}}}}),
    ];
    for (number, record) in records.into_iter().enumerate() {
        let id = format!("{number:032x}");
        store.create(&id, record).expect("saved");
        let file = std::fs::File::options().append(true).open(folder.join(format!("{id}.json"))).expect("the record");
        let time = SystemTime::now() + Duration::from_secs(1000 - number as u64);
        file.set_modified(time).expect("a time can be set");
    }
    store
}

fn archive(folder: &Path) -> Archive {
    let text = "name = \"small cup\"\nrepeats = 3\n[[players]]\nname = \"Ada\"\nspec = \"greedy\"\n[[players]]\nspec = \"random\"\n\
                [[players]]\nspec = \"first\"\n[[games]]\ngame = \"einstein\"\n";
    let plan = TournamentPlan::parse(&folder.join("plan.toml"), text).expect("a plan");
    let mut archive = Archive::open(&folder.join("archive.sqlite")).expect("an archive");
    let id = archive.add_tournament(&plan).expect("entered");
    assert!(tournament::run(&plan, &mut archive, id, 1, &Interrupt::default(), &mut |_| {}).expect("played"));
    archive
}

fn query(change: impl FnOnce(&mut LibraryQuery)) -> LibraryQuery {
    let mut query = LibraryQuery { count: Some(MAX_COUNT), ..LibraryQuery::default() };
    change(&mut query);
    query
}

#[test]
fn saved_games_are_found_by_words_game_source_and_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let (library, store) = (Library::default(), store(folder.path()));
    let found = |change: &dyn Fn(&mut LibraryQuery)| -> Vec<usize> {
        let page = library.page(&store, None, &query(change)).expect("a page");
        assert_eq!(page.total, page.games.len() as u64);
        let number =
            |game: &GameSummary| usize::from_str_radix(game.id.as_deref().expect("saved"), 16).expect("a number");
        page.games.iter().map(number).collect()
    };
    assert_eq!(found(&|_| ()), [0, 1, 2, 3, 4], "newest first");
    assert_eq!(found(&|query| query.text = "ISOLA you".to_string()), [0, 1, 2]);
    assert_eq!(found(&|query| query.text = "steady".to_string()), [0], "by the name that people know");
    assert_eq!(found(&|query| query.text = "fox late".to_string()), [3]);
    assert_eq!(found(&|query| query.text = "ring group".to_string()), [4]);
    assert_eq!(found(&|query| query.game = "isola".to_string()), [0, 1, 2]);
    assert_eq!(found(&|query| query.source = "hosted".to_string()), [4]);
    assert_eq!(found(&|query| query.source = "imported".to_string()), [3]);
    assert_eq!(found(&|query| query.source = "tournament".to_string()), [0; 0]);
    for (result, expected) in [
        (ResultFilter::Won, vec![0]),
        (ResultFilter::Lost, vec![1]),
        (ResultFilter::Decided, vec![0, 1, 3]),
        (ResultFilter::Drawn, vec![4]),
        (ResultFilter::Unfinished, vec![2]),
        (ResultFilter::Failed, vec![3]),
    ] {
        assert_eq!(found(&|query| query.result = Some(result)), expected, "{result:?}");
    }
}

#[test]
fn pages_of_the_archive_fit_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let (library, archive) = (Library::default(), archive(folder.path()));
    let store = store(&folder.path().join("games"));
    let whole = library.page(&store, Some(&archive), &query(|_| ())).expect("a page");
    // Three pairings of two players, three openings each, from both seats.
    assert_eq!((whole.total, whole.complete), (5 + 18, true));
    for count in [1, 4, 7] {
        let mut parts = Vec::new();
        while parts.len() < whole.games.len() {
            let skip = parts.len() as u64;
            let change = |query: &mut LibraryQuery| (query.skip, query.count) = (skip, Some(count));
            let page = library.page(&store, Some(&archive), &query(change)).expect("a page");
            assert_eq!((page.total, page.games.is_empty()), (whole.total, false));
            parts.extend(page.games);
        }
        assert_eq!(parts, whole.games, "{count} at a time");
    }
    let of_cup: Vec<&GameSummary> = whole.games.iter().filter(|game| game.source == "tournament").collect();
    assert_eq!(of_cup.len(), 18);
    assert_eq!((of_cup[0].page.as_str(), of_cup[17].page.as_str()), ("/arena/small%20cup/18", "/arena/small%20cup/1"));
    // The slow way: count who took part and what came of it.
    let ada = of_cup.iter().filter(|game| game.seats.iter().any(|seat| seat == "Ada")).count();
    let total = |change: &dyn Fn(&mut LibraryQuery)| {
        library.page(&store, Some(&archive), &query(change)).expect("a page").total as usize
    };
    assert_eq!(total(&|query| query.text = "ada".to_string()), ada);
    assert_eq!(ada, 12);
    assert_eq!(total(&|query| query.tournament = "small cup".to_string()), 18);
    assert_eq!(total(&|query| query.tournament = "another".to_string()), 0);
    let decided = of_cup.iter().filter(|game| game.places.iter().filter(|place| **place == 1).count() == 1).count();
    let in_cup = |result: ResultFilter| {
        move |query: &mut LibraryQuery| (query.source, query.result) = ("tournament".to_string(), Some(result))
    };
    assert_eq!(total(&in_cup(ResultFilter::Decided)), decided);
    assert_eq!(total(&in_cup(ResultFilter::Failed)), 0);
    assert_eq!(total(&in_cup(ResultFilter::Unfinished)), 0);
}

#[test]
fn a_copy_of_a_tournament_game_is_listed_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (library, archive) = (Library::default(), archive(folder.path()));
    let store = GameStore::open(&folder.path().join("games")).expect("a store");
    let copy = |name: &str| {
        json!({"game": "einstein", "variant": "5x5", "players": ["greedy", "random"], "moves": "", "over": true, "payoffs": [1, -1],
               "web": {"source": {"kind": "tournament", "name": name, "number": 0}}})
    };
    store.create(&"a".repeat(32), copy("small cup")).expect("saved");
    store.create(&"b".repeat(32), copy("deleted cup")).expect("saved");
    let page = library.page(&store, Some(&archive), &query(|_| ())).expect("a page");
    assert_eq!(page.total, 18 + 1, "the copy of a game that is only there");
}

#[test]
fn names_fit_into_paths() {
    assert_eq!(path_segment("one / two?ä"), "one%20%2F%20two%3F%C3%A4");
}
