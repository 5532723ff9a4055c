//! Study files: what they measure, and how their mistakes are answered.

use super::*;
use crate::report::FindingVerdict;
use crate::{RunOutcome, Size, StudyRunner};
use plyground_arena::Interrupt;
use std::fs;

const KILLERS: &str = "\
name = \"killers\"
question = \"How many nodes do killer moves save?\"
metric = \"nodes\"
positions = 8
plies = 3

[limits]
depth = 4

[[boards]]
game = \"isola\"
variant = \"cols=6,rows=6\"

[[players]]
spec = \"search(killers={killers}, ordering=none)\"

[factors]
killers = [\"off\", \"on\"]
";

fn load(text: &str) -> Result<StudyFile, LabError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("study.toml");
    fs::write(&path, text).unwrap();
    StudyFile::load(&path)
}

fn run(study: &StudyFile, size: Size) -> (crate::report::WrittenReport, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_path_buf();
    let runner = StudyRunner { study, options: StudyOptions::of(size), out, threads: 2, shard: None };
    let RunOutcome::Reported(written) = runner.run(&Interrupt::default(), |_| {}).unwrap() else {
        panic!("it did not finish")
    };
    (*written, fs::read_to_string(folder.path().join("report.md")).unwrap())
}

#[test]
fn a_file_is_a_study_and_its_ratio_is_that_of_two_searches() {
    let study = load(KILLERS).unwrap();
    assert_eq!(study.facts().name, "killers");
    let (written, page) = run(&study, Size::Full);
    assert_eq!(written.findings.len(), 1);
    assert!(written.findings[0].figures.contains("on 8 positions"), "{}", written.findings[0].figures);
    assert!(page.contains("lab run") && page.contains("study.toml"), "the command names the file: {page}");
    // The same numbers by hand: eight pairs of searches, and the geometric mean of their ratios.
    let options = StudyOptions::default();
    let nodes = |spec: &str, position: u64| {
        let probe = crate::search_probe::SearchProbe {
            board: study.boards[0].board.clone(),
            spec: spec.to_string(),
            limits: study.limits,
            place: crate::search_probe::ProbePosition::Plies(3),
            seed: options.seed_of(&format!("{}, position {position}", study.boards[0].board.name)),
            timed: false,
        };
        probe.run(&crate::Cancellation::default()).unwrap().whole.count("nodes")
    };
    let logs = (0..8).map(|position| {
        let with = nodes("search(killers=on, ordering=none)", position);
        (with / nodes("search(killers=off, ordering=none)", position)).ln()
    });
    let mean = (logs.sum::<f64>() / 8.0).exp();
    assert!(
        written.findings[0].figures.contains(&format!("takes {mean:.3} (")),
        "{mean} {}",
        written.findings[0].figures
    );
}

#[test]
fn matches_claims_and_factors() {
    let text = "\
name = \"greedy-or-random\"
question = \"Is thinking better?\"
metric = \"score\"
games = 40

[[boards]]
game = \"isola\"
variant = \"cols=5,rows=5\"

[[players]]
name = \"lot\"
spec = \"random\"

[[players]]
name = \"thinker\"
spec = \"search(depth={depth})\"

[factors]
depth = [1, 2]

[[claims]]
says = \"Two plies beat random moves.\"
one = \"thinker, depth=2\"
other = \"lot\"
is = \"above\"
";
    let study = load(text).unwrap();
    let names: Vec<&str> = study.conditions.iter().map(|condition| condition.name.as_str()).collect();
    assert_eq!(names, ["lot", "thinker, depth=1", "thinker, depth=2"]);
    let (written, page) = run(&study, Size::Full);
    assert_eq!(written.findings[0].verdict, FindingVerdict::Holds, "{}", written.findings[0].figures);
    assert!(written.findings[0].figures.contains("20 pairs of games"), "{}", written.findings[0].figures);
    assert!(page.contains("Two plies beat random moves."));
}

/// On a 4x4 board Isola is solved at once; a solver gives nothing away, random moves do.
#[test]
fn regret_is_measured_against_a_solver() {
    let text = "\
name = \"regret\"
question = \"What do random moves give away?\"
metric = \"regret\"
positions = 40
plies = 2

[[boards]]
game = \"isola\"
variant = \"cols=4,rows=4\"

[[players]]
name = \"deep\"
spec = \"search(depth=14)\"

[[players]]
name = \"lot\"
spec = \"random\"
";
    let study = load(text).unwrap();
    let cells = study.plan(&StudyOptions::default()).unwrap();
    let mut sums = [0.0, 0.0];
    for cell in &cells {
        let rows = cell.measure(&crate::Cancellation::default()).unwrap().unwrap();
        for (sum, name) in sums.iter_mut().zip(["deep", "lot"]) {
            *sum += rows.iter().filter(|row| row.is("condition", name)).map(|row| row.count("value")).sum::<f64>();
        }
    }
    assert_eq!(sums[0], 0.0, "a search to the end of the game is perfect");
    assert!(sums[1] > 1.0, "random moves lose won games: {sums:?}");
}

#[test]
fn a_curve_is_fitted_along_rising_numbers() {
    let text = "\
name = \"scaling\"
question = \"What is a doubling worth?\"
metric = \"score\"
compare = \"neighbours\"
fit = \"nodes\"
games = 20

[[boards]]
game = \"isola\"
variant = \"cols=5,rows=5\"

[[players]]
spec = \"search(nodes={nodes}, table=1MB)\"

[factors]
nodes = [10, 40, 160]
";
    let (written, page) = run(&load(text).unwrap(), Size::Full);
    assert_eq!(written.findings.len(), 2);
    assert!(written.findings[0].claim.contains("every step of nodes"), "{:?}", written.findings);
    assert!(page.contains("scaling.svg") && page.contains("elo\\_per\\_doubling") || page.contains("elo_per_doubling"));
    for (from, to, words) in [
        ("compare = \"neighbours\"\n", "", "line 4, fit: a curve needs"),
        ("nodes = [10, 40, 160]", "nodes = [40, 10, 160]", "line 5, fit: name a factor"),
        ("fit = \"nodes\"", "fit = \"depth\"", "line 5, fit: name a factor"),
    ] {
        let error = load(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn mistakes_are_answered_with_line_and_key() {
    for (from, to, words) in [
        ("metric = \"nodes\"", "metric = \"node\"", "line 3, metric: there is no metric `node`; did you mean `nodes`?"),
        ("positions = 8", "positions = 0", "line 4, positions: 2 to"),
        ("positions = 8", "positions = \"many\"", "line 4, positions: invalid type"),
        ("positions = 8", "position = 8", "line 4, position: there is no such key"),
        ("depth = 4", "dept = 4", "line 8, limits.dept: there is no such key"),
        ("depth = 4", "time = \"soon\"", "line 8, limits.time:"),
        ("game = \"isola\"", "game = \"isolla\"", "line 11, boards[1].game:"),
        ("cols=6", "colls=6", "line 12, boards[1].variant:"),
        ("variant = \"cols=6,rows=6\"", "map = \"duel\"", "line 12, boards[1].map:"),
        ("search(killers={killers}", "serch(killers={killers}", "line 15, players[1].spec:"),
        ("killers={killers}", "killers={killer}", "line 18, factors.killers: no spec has {killers}"),
        ("ordering=none", "ordering={order}", "line 15, players[1].spec: there is no factor `order`"),
        ("[\"off\", \"on\"]", "[\"off\", \"onn\"]", "line 15, players[1].spec: `search(killers=onn"),
        ("[\"off\", \"on\"]", "[]", "line 18, factors.killers: a factor has 1 to"),
        ("[\"off\", \"on\"]", "[[1]]", "line 18, factors.killers: values are words"),
        ("[\"off\", \"on\"]", "[\"off\"]", "players: there is only one condition"),
        ("name = \"killers\"", "name = \"Killers!\"", "line 1, name: write up to"),
        ("name = \"killers\"", "name = \"star\"", "line 1, name: the program has a study `star` already"),
        ("name = \"killers\"\n", "", "missing field `name`"),
        ("[limits]", "[limits", "line 7"),
    ] {
        assert!(KILLERS.contains(from), "{from}");
        let error = load(&KILLERS.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(words), "{to}: {error}");
        assert!(error.contains("study.toml") && !error.contains('\n'), "{error}");
    }
    let claim = "\n[[claims]]\nsays = \"x\"\none = \"killers=on\"\nother = \"killers=of\"\nis = \"below\"\n";
    let error = load(&format!("{KILLERS}{claim}")).unwrap_err().to_string();
    assert!(error.contains("line 23, claims[1].other: there is no condition `killers=of`; did you mean"), "{error}");
    let error = load(&format!("{KILLERS}{}", claim.replace("below", "lower"))).unwrap_err().to_string();
    assert!(error.contains("claims[1].other") || error.contains("line 24, claims[1].is"), "{error}");
}

#[test]
fn another_file_is_another_plan() {
    let keys = |text: &str| -> Vec<String> {
        load(text).unwrap().plan(&StudyOptions::default()).unwrap().into_iter().map(|cell| cell.key).collect()
    };
    let first = keys(KILLERS);
    for (from, to) in [
        ("depth = 4", "depth = 3"),
        ("plies = 3", "plies = 2"),
        ("ordering=none", "ordering=all"),
        ("cols=6", "cols=5"),
    ] {
        let other = keys(&KILLERS.replace(from, to));
        assert!(first.iter().all(|key| !other.contains(key)), "{to}");
    }
}

#[test]
fn the_template_and_the_files_of_the_repository_are_studies() {
    let template = crate::new_study_file("my-study").unwrap();
    let (written, _) = run(&load(&template).unwrap(), Size::Smallest);
    assert_eq!(written.findings.len(), 2);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/studies");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let study = StudyFile::load(&entry.unwrap().path()).unwrap_or_else(|error| panic!("{error}"));
        names.push(study.facts().name);
    }
    assert!(names.len() >= 6, "{names:?}");
}
