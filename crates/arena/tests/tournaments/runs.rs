//! PlayedGame, interrupted, divided, put together again and reported.

use super::{PLAN, Place, everything, plan, run, standings};
use plyground_arena::tournament::{self, ShardSink};
use plyground_arena::{GameNumbers, Interrupt, Shard, report};
use std::fs;

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
        let shard = Shard::new(index, count).unwrap();
        let wanted = GameNumbers::from(shard.range(plan.games()));
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
    assert_eq!(third, folder.join("3-of-7.games"));
    let damage = fs::read_to_string(&third).unwrap();
    assert!(damage.starts_with("plyground-shard 1\tplan ") && damage.contains("\tshard 3/7\t"), "{damage}");

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
        damage.replacen("shard 1", "shard 2", 1),
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
    let other = super::plan(&PLAN.replace("seed = 5", "seed = 6"));
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
    let shard = Shard::new(0, 1).unwrap();
    let wanted = GameNumbers::from(shard.range(plan.games()));
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
    assert!(error.contains("has a different result"), "{error}");
    assert_eq!(archive.find_plan(&plan).unwrap(), None);
}
