//! Tournaments: plans, resuming, shards, archives and reports.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

use plyground_arena::tournament::{self, EventOpenings, Plan, Shard, ShardSink, Standings};
use plyground_arena::{Archive, ArenaError, Interrupt, OpeningRule, report};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Three games, five players, and something of everything.
const PLAN: &str = r#"
name = "test"
seed = 5
repeats = 4

[limits]
nodes = 60

[[players]]
name = "lot"
spec = "random"
[[players]]
spec = "first"
[[players]]
name = "glutton"
spec = "greedy"
[[players]]
name = "thinker"
spec = "montecarlo"
limits = { iterations = 100 }

[[games]]
game = "isola"
variant = "cols=4,rows=4"

[[games]]
game = "einstein"
openings = "best-16"
repeats = 1
players = ["thinker", "lot", "glutton"]

[[games]]
game = "reversixt"
map = "ring"
repeats = 1
"#;

fn parse(text: &str) -> Result<Plan, ArenaError> {
    Plan::parse(Path::new("plan.toml"), text)
}

fn plan(text: &str) -> Plan {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Place { folder: TempDir::new().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn archive(&self, name: &str) -> Archive {
        Archive::open(&self.path(name)).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Plays what is not in the archive yet, at most `most` games; true when everything is there.
fn run(plan: &Plan, archive: &mut Archive, jobs: usize, most: u64) -> bool {
    let id = archive.enrol(plan).unwrap();
    let done = archive.finished(id, plan.games()).unwrap();
    let wanted: Vec<u64> = (0..plan.games()).filter(|number| !done[*number as usize]).collect();
    let interrupt = Interrupt::default();
    tournament::play(plan, &wanted, jobs, &interrupt, &mut (archive, id), &mut |progress| {
        if progress.finished == most {
            interrupt.press();
        }
    })
    .unwrap_or_else(|error| panic!("{error}"))
}

fn standings(plan: &Plan, archive: &Archive) -> Standings {
    let id = archive.find_plan(plan).unwrap().expect("enrolled");
    Standings::compute(plan, archive, id).unwrap()
}

/// Everything that can be repeated: all reports and all games.
fn everything(plan: &Plan, archive: &Archive) -> String {
    let standings = standings(plan, archive);
    let mut all =
        [report::text(&standings, false), report::markdown(&standings, false), report::csv(&standings)].concat();
    all.push_str(&report::html(&standings, false));
    let id = archive.find_plan(plan).unwrap().unwrap();
    tournament::export::<ArenaError>(plan, archive, id, 0..plan.games(), &mut |told| {
        let (record, moves) = (&told.record, &told.moves);
        let line = format!("{} {:?} {} {moves} {:?}\n", record.number, told.seated, record.start, record.fingerprint());
        all.push_str(&line);
        Ok(())
    })
    .unwrap();
    all
}

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
    let gauntlet = self::plan(&gauntlet);
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
        ("\"best-16\"", "\"random:0\"", "games[2].openings: `0` is no number of random plies"),
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
    let error = Plan::load(Path::new("no such plan.toml")).expect_err("no file").to_string();
    assert!(error.starts_with("cannot open no such plan.toml"), "{error}");
}

#[test]
fn interrupted_and_resumed_ten_times_gives_the_same_in_the_end() {
    let plan = plan(PLAN);
    let place = Place::new();
    let mut whole = place.archive("whole.sqlite");
    assert!(run(&plan, &mut whole, 2, u64::MAX));
    let mut pieces = place.archive("pieces.sqlite");
    for part in 0..10 {
        let complete = run(&plan, &mut pieces, 1 + part % 2, 5);
        assert!(part < 3 || !complete || standings(&plan, &pieces).played == plan.games());
        // A new connection, as a new process would have.
        drop(pieces);
        pieces = place.archive("pieces.sqlite");
    }
    assert!(run(&plan, &mut pieces, 2, u64::MAX));
    assert_eq!(everything(&plan, &whole), everything(&plan, &pieces));
    assert!(run(&plan, &mut pieces, 2, u64::MAX), "nothing is left to do");
}

#[test]
fn tables_add_up() {
    let plan = plan(PLAN);
    let place = Place::new();
    let mut archive = place.archive("a.sqlite");
    run(&plan, &mut archive, 2, u64::MAX);
    let standings = standings(&plan, &archive);
    assert_eq!((standings.played, standings.planned), (plan.games(), plan.games()));
    for event in &standings.events {
        let points: f64 = event.rows.iter().map(|row| row.tally.units.points()).sum();
        assert!((points - event.played as f64).abs() < 1e-6, "a game has one point to give");
        assert!((event.seat_scores.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(event.rows.windows(2).all(|pair| pair[0].tally.units.score() >= pair[1].tally.units.score()));
        for row in &event.rows {
            let met = event.rows.iter().filter(|other| event.against(row.player, other.player).is_some()).count();
            assert_eq!(row.worse_than + row.even_with + row.better_than, met);
            for other in &event.rows {
                let Some(mine) = event.against(row.player, other.player) else { continue };
                let theirs = event.against(other.player, row.player).expect("meeting is mutual");
                assert!((mine.score() + theirs.score() - 1.0).abs() < 1e-9);
            }
            if event.seats > 2 {
                assert_eq!(row.places.iter().sum::<u64>(), row.tally.units.games());
                assert!(row.rating.is_some_and(|(_, doubt)| doubt < 25.0 / 3.0));
            }
        }
    }
    let overall = standings.overall.as_ref().expect("several events");
    assert_eq!(overall.played, plan.games());
    let first = overall.rows.first().expect("somebody leads");
    assert!(["glutton", "thinker"].contains(&first.name.as_str()), "{} leads", first.name);
}

#[test]
fn reports_can_be_read_by_their_readers() {
    let plan = plan(&PLAN.replace("glutton", "a <b>|\\\"quoted\\\", & co"));
    let place = Place::new();
    let mut archive = place.archive("a.sqlite");
    run(&plan, &mut archive, 2, u64::MAX);
    let standings = standings(&plan, &archive);
    let page = report::html(&standings, true);
    assert!(page.contains("a &lt;b&gt;|&quot;quoted&quot;, &amp; co") && !page.contains("<b>"));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    let plots: Vec<&str> =
        page.split("<svg").skip(1).filter_map(|part| part.split_once("</svg>")).map(|p| p.0).collect();
    assert_eq!(plots.len(), 4, "one for all and one per event");
    for plot in plots {
        let svg = format!("<svg{plot}</svg>");
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
        assert!(document.descendants().filter(|node| node.has_tag_name("circle")).count() >= 3);
    }
    let csv = report::csv(&standings);
    assert!(csv.lines().any(|line| line.contains("\"a <b>|\"\"quoted\"\", & co\"")), "{csv}");
    let markdown = report::markdown(&standings, false);
    assert!(markdown.contains("a <b>\\|\"quoted\", & co"));
    for line in markdown.lines().filter(|line| line.starts_with('|')) {
        assert!(line.ends_with('|'), "{line}");
    }
    let text = report::text(&standings, false);
    assert!(text.contains("⊖  •  ⊕") && text.contains("score by seat"), "{text}");
    assert!(!text.contains("NaN") && !page.contains("NaN") && !csv.contains("NaN"));
    assert!(!text.contains("ms/move") && report::text(&standings, true).contains("ms/move"));
}

#[test]
fn shards_fit_together_again() {
    let plan = plan(PLAN);
    let place = Place::new();
    let mut whole = place.archive("whole.sqlite");
    run(&plan, &mut whole, 2, u64::MAX);
    let folder = place.path("shards");
    let play = |index: u64, count: u64| {
        let shard = Shard { index, count };
        let wanted: Vec<u64> = shard.games(plan.games()).collect();
        let mut sink = ShardSink::new(&plan, shard, &folder);
        assert!(tournament::play(&plan, &wanted, 1, &Interrupt::default(), &mut sink, &mut |_| {}).unwrap());
        sink.finish().unwrap()
    };
    let mut merged = place.archive("merged.sqlite");
    assert!(tournament::missing(&plan, &folder, None).is_err(), "no folder yet");
    for index in [0, 1, 2, 4, 6] {
        play(index, 7);
    }
    assert_eq!(tournament::missing(&plan, &folder, None).unwrap(), "3,5");
    assert_eq!(tournament::missing(&plan, &folder, Some(7)).unwrap(), "3,5");
    let gap = tournament::merge(&plan, &folder, &mut merged).expect_err("gaps").to_string();
    assert!(gap.contains("has not been played; missing shards: 3,5"), "{gap}");
    let third = play(3, 7);
    let damage = fs::read_to_string(&third).unwrap();

    // Every kind of damage is found, and counts as missing.
    play(5, 7);
    for broken in [
        damage.replacen("game\t", "game\t1", 1),
        damage.replacen("\t0\t", "\t1\t", 1),
        damage[..damage.len() / 2].to_string(),
        damage.trim_end_matches('\n').to_string(),
        format!("{damage}more\n"),
        String::new(),
        "nonsense\n".to_string(),
        damage.replacen("plan ", "plan 0", 1),
        damage.replacen("shard 3/7", "shard 4/7", 1),
    ] {
        assert_ne!(broken, damage);
        fs::write(&third, &broken).unwrap();
        assert_eq!(tournament::missing(&plan, &folder, None).unwrap(), "3");
        let error = tournament::merge(&plan, &folder, &mut merged).expect_err("damaged").to_string();
        assert!(error.contains("3-of-7.games: line "), "{error}");
        assert_eq!(merged.find_plan(&plan).unwrap(), None, "the archive is untouched");
    }
    play(3, 7);
    assert!(third.with_extension("damaged").exists(), "what was there is kept");
    assert_eq!(tournament::missing(&plan, &folder, None).unwrap(), "");
    assert_eq!(tournament::merge(&plan, &folder, &mut merged).unwrap(), plan.games());
    assert_eq!(everything(&plan, &merged), everything(&plan, &whole));

    // Equal duplicates are welcome, other plans are not.
    play(1, 2);
    tournament::merge(&plan, &folder, &mut merged).unwrap();
    let other = self::plan(&PLAN.replace("seed = 5", "seed = 6"));
    let foreign = tournament::merge(&other, &folder, &mut place.archive("other.sqlite")).expect_err("foreign");
    assert!(foreign.to_string().contains("it belongs to another plan"), "{foreign}");
    let changed = tournament::merge(&other, &folder, &mut merged).expect_err("another plan of that name");
    assert!(changed.to_string().contains("name: "), "{changed}");
}

#[test]
fn two_results_for_one_game_are_refused() {
    let plan = plan(PLAN);
    let place = Place::new();
    let folder = place.path("shards");
    let shard = Shard { index: 0, count: 1 };
    let wanted: Vec<u64> = shard.games(plan.games()).collect();
    let mut sink = ShardSink::new(&plan, shard, &folder);
    tournament::play(&plan, &wanted, 2, &Interrupt::default(), &mut sink, &mut |_| {}).unwrap();
    let path = sink.finish().unwrap();
    // The same game with another winner, under a checksum that fits.
    let text = fs::read_to_string(&path).unwrap();
    let (body, _) = text.rsplit_once("end\t").unwrap();
    let changed = if body.contains("\t-1 1\t") { body.replacen("\t-1 1\t", "\t1 -1\t", 1) } else { panic!("{body}") };
    let sum = plyground_arena::Fingerprint::of(&changed);
    fs::write(folder.join("copy-of-1.games"), format!("{changed}end\t{}\t{sum:016x}\n", plan.games())).unwrap();
    let mut archive = place.archive("a.sqlite");
    let error = tournament::merge(&plan, &folder, &mut archive).expect_err("a conflict").to_string();
    assert!(error.contains("has another result elsewhere"), "{error}");
    assert_eq!(archive.find_plan(&plan).unwrap(), None);
}

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
    tournament::export::<ArenaError>(&plan, &archive, id, 0..plan.games(), &mut |told| {
        let (number, event, players, rotation, start, termination) = rows.next().unwrap();
        assert_eq!(
            (number as u64, event, start),
            (told.record.number, told.event.label.clone(), told.record.start.clone())
        );
        assert_eq!(termination, told.record.outcome.termination.name());
        let players: Vec<usize> = players.split(' ').map(|player| player.parse().unwrap()).collect();
        let seated = (0..told.seated.len()).map(|seat| players[(seat + rotation as usize) % players.len()]);
        assert_eq!(seated.collect::<Vec<_>>(), told.seated);
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
    let error = archive.enrol(&new).expect_err("changed").to_string();
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
    tournament::export::<ArenaError>(&plan, &archive, id, 0..10, &mut |told| {
        seen += 1;
        assert_eq!(told.record.notes.len(), told.record.outcome.turns);
        assert_eq!(told.moves.split(' ').count(), told.record.outcome.turns);
        Ok(())
    })
    .unwrap();
    assert!(seen > 5);
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
    let listed = Plan::parse(&place.path("plan.toml"), &listed);
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
    let example = Plan::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/example.toml")).unwrap();
    assert_eq!(example.games(), 6 * 25 * 2 + 6 * 32 * 2 + 4 * 5 * 3);
}
