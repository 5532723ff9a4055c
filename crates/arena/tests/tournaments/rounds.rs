//! Swiss, knockout, and pairings that end with their sequential test.

use super::{Place, everything, parse, plan, standings};
use plyground_arena::stats::SprtDecision;
use plyground_arena::tournament::{self, TournamentPlan};
use plyground_arena::{Archive, Interrupt};

fn rounds_plan(format: &str) -> String {
    let players = ["greedy", "random", "first", "greedy(eval=mobility)", "montecarlo(iterations=20)"];
    let mut text = format!("name = \"rounds\"\nseed = 9\nrepeats = 2\n{format}\n");
    for (number, spec) in players.into_iter().enumerate() {
        text.push_str(&format!("[[players]]\nname = \"p{number}\"\nspec = \"{spec}\"\n"));
    }
    text + "[[games]]\ngame = \"isola\"\nvariant = \"cols=4,rows=4\"\n"
}

/// Plays at most `most` games; true when nothing is left.
fn run(plan: &TournamentPlan, archive: &mut Archive, jobs: usize, most: u64) -> bool {
    let id = archive.add_tournament(plan).unwrap();
    let interrupt = Interrupt::default();
    let watch = &mut |progress: tournament::TournamentProgress<'_>| {
        if progress.finished >= most {
            interrupt.press();
        }
    };
    tournament::run(plan, archive, id, jobs, &interrupt, watch).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn rounds_are_drawn_from_results_and_go_on_where_they_stopped() {
    for (format, games) in [("format = \"swiss\"\nrounds = 3", 3 * 2 * 4), ("format = \"knockout\"", 4 * 4)] {
        let plan = plan(&rounds_plan(format));
        assert_eq!(plan.games(), games, "{format}");
        let place = Place::new();
        let mut whole = place.archive("whole.sqlite");
        assert!(run(&plan, &mut whole, 2, u64::MAX));
        assert_eq!(standings(&plan, &whole).played, games);
        let mut pieces = place.archive("pieces.sqlite");
        let mut parts = 1;
        while !run(&plan, &mut pieces, 1 + parts % 2, 3) {
            drop(pieces);
            pieces = place.archive("pieces.sqlite");
            parts += 1;
        }
        assert!(parts > 2, "it was interrupted");
        assert_eq!(everything(&plan, &whole), everything(&plan, &pieces), "{format}");
        // Of five players one rests in each of three Swiss rounds, and three in the first round of a knockout.
        let table = standings(&plan, &whole);
        let points: Vec<f64> = table.events[0].rows.iter().map(|row| row.rounds.unwrap().match_points).collect();
        assert!(points.is_sorted_by(|better, worse| better >= worse), "{points:?}");
        assert_eq!(points.iter().sum::<f64>(), games as f64 / 4.0 + 3.0, "{format}");
    }
}

#[test]
fn a_decided_test_ends_a_pairing_and_the_table_does_not_depend_on_jobs() {
    let text = "name = \"test\"\nseed = 2\nrepeats = 2000\nsprt = { elo0 = 0, elo1 = 10 }\n\
                [[players]]\nname = \"a\"\nspec = \"greedy\"\n[[players]]\nname = \"b\"\nspec = \"random\"\n\
                [[games]]\ngame = \"einstein\"\nopenings = \"deal\"\n";
    let plan = plan(text);
    let place = Place::new();
    let mut alone = place.archive("alone.sqlite");
    assert!(run(&plan, &mut alone, 1, u64::MAX));
    let mut many = place.archive("many.sqlite");
    assert!(!run(&plan, &mut many, 3, 5));
    assert!(run(&plan, &mut many, 3, u64::MAX));
    let table = standings(&plan, &alone);
    let test = &table.events[0].tests[0];
    assert_eq!(test.state.decision, SprtDecision::Accepted);
    assert!(table.played < plan.games() / 2, "{} games were not needed", table.played);
    assert_eq!(table.played, 2 * test.state.pairs.pairs(), "games after the decision do not count");
    let text_of = |archive: &Archive| plyground_arena::report::text(&standings(&plan, archive), false);
    assert_eq!(text_of(&alone), text_of(&many));
    assert!(text_of(&alone).contains("H1 accepted"));
}

#[test]
fn impossible_rounds_and_tests_are_sentences() {
    for (format, expected) in [
        ("format = \"swiss\"\nrounds = 0", "rounds: a tournament has at least one round"),
        ("format = \"swiss\"\nrounds = 5", "more rounds than opponents"),
        ("format = \"swis\"", "`swis` is no format"),
        ("format = \"knockout\"\nrounds = 3", "rounds: only a Swiss tournament"),
        ("format = \"knockout\"\nchampions = 1", "champions: only a gauntlet"),
        ("format = \"knockout\"\nsprt = { elo0 = 0, elo1 = 5 }", "sprt: rounds are drawn from whole pairings"),
        ("sprt = { elo0 = 5, elo1 = 0 }", "sprt: the first Elo difference must be below"),
        ("sprt = { elo0 = 0, elo1 = 5, alpha = 2 }", "sprt: the risks of error"),
        ("sprt = { elo0 = 0, elo1 = 5, model = \"x\" }", "sprt: `x` is no model"),
        ("sprt = { elo0 = 0, elo2 = 5 }", "sprt.elo2"),
    ] {
        let error = parse(&rounds_plan(format)).unwrap_err().to_string();
        assert!(error.contains(expected), "{format}: {error}");
    }
    let two = rounds_plan("format = \"swiss\"") + "[[games]]\ngame = \"isola\"\n";
    assert!(parse(&two).unwrap_err().to_string().contains("have one game"));
}
