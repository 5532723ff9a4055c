//! What a plan says, and what is wrong with it.

use super::{PLAN, Place, parse, plan, run};
use plyground_arena::tournament::{self, EventOpenings, TournamentPlan};
use plyground_arena::{ArenaError, OpeningRule};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

#[test]
fn a_plan_says_who_meets_whom() {
    let plan = plan(PLAN);
    // Isola: 6 pairings x 4 pairs; EinStein: 3 x 16 pairs; ReversiXT for three: 4 line-ups x 3 rotations.
    assert_eq!(plan.games(), 6 * 4 * 2 + 3 * 16 * 2 + 4 * 3);
    assert_eq!(plan.pairings.len(), 6 + 3 + 4);
    assert_eq!(plan.events[0].openings, EventOpenings::Drawn(OpeningRule::Random(2)));
    assert!(matches!(&plan.events[1].openings, EventOpenings::Listed(list) if list.len() == 16));
    assert_eq!(plan.events[2].lineup.seats, 3);
    let mut number = 0;
    for pairing in &plan.pairings {
        assert_eq!(pairing.first, number);
        number += pairing.games();
        assert_eq!(plan.pairing_of(pairing.first), pairing);
        assert_eq!(plan.pairing_of(number - 1), pairing);
    }
    let gauntlet = PLAN.replace("repeats = 4", "repeats = 4\nformat = \"gauntlet\"");
    let gauntlet = super::plan(&gauntlet);
    assert!(gauntlet.pairings.iter().all(|pairing| pairing.players.contains(&0)));
    assert_eq!(gauntlet.pairings.len(), 3 + 2 + 3);
}

#[test]
fn the_fingerprint_follows_what_is_played_and_nothing_else() {
    let same = PLAN.replace("name = \"test\"", "# a remark\nname = \"other\"");
    assert_eq!(plan(PLAN).fingerprint, plan(&same).fingerprint);
    for (from, to) in [
        ("seed = 5", "seed = 6"),
        ("nodes = 60", "nodes = 61"),
        ("repeats = 4", "repeats = 5"),
        ("cols=4,rows=4", "cols=4,rows=5"),
        ("map = \"ring\"", "map = \"carousel\""),
        ("\"best-16\"", "\"deal\""),
        ("spec = \"greedy\"", "spec = \"greedy(ties=first)\""),
    ] {
        assert_ne!(plan(PLAN).fingerprint, plan(&PLAN.replacen(from, to, 1)).fingerprint, "{to}");
    }
}

#[test]
fn mistakes_are_answered_with_file_key_and_cure() {
    for (from, to, expected) in [
        ("name = \"test\"", "nmae = \"test\"", "plan.toml: there is no key `nmae`; did you mean `name`?"),
        ("name = \"test\"", "name = \"\"", "name: a name has 1 to 80 characters"),
        ("name = \"test\"", "", "missing field `name`"),
        ("seed = 5", "seed = -5", "line 3:"),
        ("seed = 5", "seed = ", "line 3:"),
        ("nodes = 60", "noodles = 60", "there is no key `limits.noodles`; did you mean `nodes`?"),
        ("nodes = 60", "nodes = 0", "limits: a limit of 0"),
        ("nodes = 60", "time = \"soon\"", "limits.time: `soon` is no time"),
        ("nodes = 60", "clock = \"0s+1s\"", "limits.clock: `0s+1s` leaves no time"),
        ("name = \"lot\"", "name = \"glutton\"", "players[3].name: there is another player named `glutton`"),
        ("spec = \"random\"", "spce = \"random\"", "there is no key `players[1].spce`; did you mean `spec`?"),
        (
            "spec = \"random\"",
            "spec = \"rndom\"",
            "games[1].players: `lot`: there is no player `rndom`; did you mean `random`?",
        ),
        ("spec = \"random\"", "spec = \"random(\"", "players[1].spec: player spec `random(`"),
        ("spec = \"random\"", "spec = \"search\"", "games[2].players: `lot`: search cannot play this game"),
        ("game = \"isola\"", "game = \"isolla\"", "games[1].game: there is no game `isolla`; did you mean `isola`?"),
        ("variant = \"cols=4,rows=4\"", "variant = \"cols=0\"", "games[1].variant:"),
        (
            "map = \"ring\"",
            "map = \"rnig\"",
            "games[3].map: there is no map file and no built-in map `rnig`; did you mean `ring`?",
        ),
        (
            "\"best-16\"",
            "\"best-61\"",
            "games[2].openings: `best-61` is no way to open games of einstein; did you mean `best-16`?",
        ),
        ("\"best-16\"", "\"random:0\"", "games[2].openings: `0` is not a number of random plies"),
        ("\"best-16\"", "{ positions = [] }", "games[2].openings: a list has 1 to 100000 openings, not 0"),
        ("\"best-16\"", "{ positions = [\"x\"] }", "games[2].openings: number 1:"),
        (
            "\"best-16\"",
            "{ positons = [\"x\"] }",
            "there is no key `games[2].openings.positons`; did you mean `positions`?",
        ),
        ("\"best-16\"", "{ file = \"nowhere.txt\" }", "games[2].openings: cannot open nowhere.txt"),
        (
            "\"thinker\", \"lot\"",
            "\"thinker\", \"loot\"",
            "games[2].players: there is no player named `loot`; did you mean `lot`?",
        ),
        ("\"thinker\", \"lot\"", "\"lot\", \"lot\"", "games[2].players: `lot` is there twice"),
        ("repeats = 4", "repeats = 0", "games[1].repeats: nothing is played 0 times"),
        ("repeats = 4", "repeats = 999999999999", "games: more than 1000000000 games"),
        ("repeats = 4", "format = \"gauntle\"", "format: `gauntle` is no format; did you mean `gauntlet`?"),
        ("repeats = 4", "champions = 1", "champions: only a gauntlet has champions"),
        ("repeats = 4", "format = \"gauntlet\"\nchampions = 4", "champions: a gauntlet needs"),
        ("repeats = 4", "keep = \"everything\"", "keep: `everything` cannot be kept"),
        ("map = \"ring\"", "map = \"ring\"\nlineup = 4", "games[3].lineup: 4 players cannot sit down together"),
        ("game = \"einstein\"", "game = \"isola\"\nvariant = \"cols=4,rows=4\"", "games[2]"),
    ] {
        assert!(PLAN.contains(from), "{from}");
        let error = parse(&PLAN.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.contains(expected), "{to}: expected `{expected}` in `{error}`");
        assert!(error.starts_with("plan.toml: ") && !error.contains('\n'), "{error}");
    }
    let error = TournamentPlan::load(Path::new("no such plan.toml")).expect_err("no file").to_string();
    assert!(error.starts_with("cannot open no such plan.toml"), "{error}");
}

#[test]
fn openings_come_from_lists_files_and_variants() {
    let place = Place::new();
    let file = place.path("openings.txt");
    fs::write(&file, "# two openings\n#.../X.../...O/...# X\n\n#.../.X../...O/...# O\n").unwrap();
    let listed = PLAN.replacen(
        "variant = \"cols=4,rows=4\"",
        "variant = \"cols=4,rows=4\"\nopenings = { file = \"openings.txt\" }",
        1,
    );
    let listed = TournamentPlan::parse(&place.path("plan.toml"), &listed);
    let listed = listed.unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(&listed.events[0].openings, EventOpenings::Listed(list) if list.len() == 2));
    let variants = PLAN.replacen("\"best-16\"", "{ variants = [\"setup=126435\", \"setup=654321:123456\"] }", 1);
    let EventOpenings::Listed(list) = &plan(&variants).events[1].openings else { panic!("a list") };
    assert!(list[1].starts_with("r6r5r4"), "{list:?}");
    let mut archive = place.archive("a.sqlite");
    run(&listed, &mut archive, 2, u64::MAX);
    let id = archive.find_plan(&listed).unwrap().unwrap();
    let mut starts = HashSet::new();
    tournament::export::<ArenaError>(&listed, &archive, id, 0..48, &mut |told| {
        starts.insert(told.record.start.clone());
        Ok(())
    })
    .unwrap();
    assert_eq!(starts.len(), 2);
}

#[test]
fn an_estimate_is_made_by_playing() {
    let estimate = tournament::estimate(&plan(PLAN), 2, std::time::Duration::from_secs(20)).unwrap();
    assert!(estimate.is_some_and(|time| !time.is_zero()));
}

#[test]
fn the_plan_in_the_documentation_is_one() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournaments.md")).unwrap();
    let example = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let plan = plan(example);
    // Three pairs of players: 50 pairs of Isola games and 256 of EinStein each; one table of three with ten units.
    assert_eq!(plan.games(), 3 * 50 * 2 + 3 * 256 * 2 + 10 * 3);
    let example = TournamentPlan::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/example.toml")).unwrap();
    assert_eq!(example.games(), 6 * 25 * 2 + 6 * 32 * 2 + 4 * 5 * 3);
}
