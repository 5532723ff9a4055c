//! `games`, `players`, help, manual, completions and map tools from the outside.

mod common;
use common::{json, plyground, refused, text};

#[test]
fn games_lists_variants_and_maps() {
    let games = json(&["games"]);
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["reversixt", "einstein", "isola"]);
    let maps = games["games"][0]["maps"].as_array().unwrap();
    assert!(maps.len() >= 16, "{} maps", maps.len());
    let seats: std::collections::HashSet<u64> = maps.iter().map(|map| map["players"].as_u64().unwrap()).collect();
    assert!((2..=8).all(|count| seats.contains(&count)), "maps for {seats:?} players");
    for variant in games["games"][2]["variants"].as_array().unwrap() {
        json(&["show", "isola", "--variant", variant["name"].as_str().unwrap()]);
    }
}

#[test]
fn every_built_in_map_shows_checks_and_draws() {
    for map in json(&["games"])["games"][0]["maps"].as_array().unwrap() {
        let name = map["name"].as_str().unwrap();
        let checked = json(&["reversixt", "check", name, "--games", "0"]);
        assert_eq!(checked["valid"], true, "{name}");
        assert_eq!(checked["warnings"], serde_json::json!([]), "{name}");
        assert_eq!(checked["players"], map["players"], "{name}");
        assert_eq!((&checked["width"], &checked["height"]), (&map["cols"], &map["rows"]), "{name}");
        let drawn = text(&["reversixt", "picture", name]);
        assert!(drawn.starts_with("<svg") || drawn.starts_with("<?xml"), "{name}");
        assert!(drawn.trim_end().ends_with("</svg>"), "{name}");
    }
}

#[test]
fn an_invalid_map_is_a_negative_answer_with_line_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.map");
    std::fs::write(&path, "2\n0\n0 0\n1 4\n1 2 z 0\n").unwrap();
    let assert = plyground().args(["reversixt", "check", path.to_str().unwrap()]).assert().code(1);
    let output = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(output.contains("line 5") && output.contains('z'), "{output}");
    refused(&["reversixt", "picture", path.to_str().unwrap()], "line 5");
}

#[test]
fn players_are_listed_with_defaults() {
    let all = json(&["players"]);
    assert!(all["players"].as_array().unwrap().iter().any(|kind| kind["name"] == "random"));
    let isola = json(&["players", "isola"]);
    assert!(isola["evals"].as_array().unwrap().iter().any(|eval| eval["name"] == "mobility"));
    refused(&["players", "go"], "there is no game `go`");
}

#[test]
fn old_words_of_options_mean_what_the_new_ones_do() {
    let search = |words: &str| {
        let found = json(&["analyze", "isola", "--player", &format!("search({words}, depth=5)")]);
        (found["best"].clone(), found["nodes"].clone(), found["value"].clone())
    };
    let plain = search("threads=1");
    assert_eq!(search("promise=off"), search("move-score=off"));
    assert_ne!(search("promise=off").1, plain.1, "the option changes the order of moves");
    assert_eq!(search("eval=rooms, foresight=on"), search("eval=rooms, early-results=on"));
    let printed = text(&["players"]);
    assert!(printed.contains("move-score") && !printed.contains("promise"), "lists know the new words");
    refused(&["analyze", "isola", "--player", "search(promise=on, move-score=on)"], "move-score is given twice");
}

#[test]
fn every_command_has_help_and_the_manual_names_it() {
    let help = text(&["--help"]);
    let manual = text(&["man"]);
    for command in [
        "serve",
        "games",
        "players",
        "play",
        "show",
        "replay",
        "perft",
        "engine",
        "isola",
        "reversixt",
        "completions",
        "man",
    ] {
        assert!(help.contains(&format!("  {command}")), "{command} is missing in --help");
        assert!(text(&[command, "--help"]).contains("Usage"), "{command}");
        assert!(manual.contains(&format!("plyground\\-{command}")), "{command} is missing in the manual");
    }
}

#[test]
fn completions_exist_for_the_common_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&["completions", shell]).contains("plyground"), "{shell}");
    }
    refused(&["completions", "cobol"], "cobol");
}

#[test]
fn misuse_ends_with_code_two() {
    refused(&["nonsense"], "nonsense");
    refused(&["show"], "GAME");
}

#[test]
fn the_lab_lists_its_studies_and_runs_a_slice_of_one() {
    let list = json(&["lab", "list"]);
    let studies = list["studies"].as_array().unwrap();
    assert_eq!(studies.len(), 14);
    let words = text(&["lab", "list"]);
    assert!(studies.iter().all(|study| words.contains(study["name"].as_str().unwrap())));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let slice = ["lab", "run", "tournament24", "--quick", "--games", "2", "--shard", "0/40", "--out", out];
    let done = json(&slice);
    assert_eq!((&done["study"], &done["finished"]), (&"tournament24".into(), &true.into()));
    let journal = done["journal"].as_str().unwrap();
    assert!(journal.ends_with("shard-0-of-40.jsonl"), "{journal}");
    assert_eq!(std::fs::read_to_string(journal).unwrap().lines().count(), 2, "a header and one cell");
    assert_eq!(json(&slice), done, "nothing is left to do");
    // Earlier versions counted from 1 and called the last shard 40/40.
    let old_form = slice.map(|word| if word == "0/40" { "40/40" } else { word });
    let last = plyground().args(old_form).assert().code(0);
    let (printed, noted) = (&last.get_output().stdout, &last.get_output().stderr);
    assert!(String::from_utf8_lossy(printed).contains("shard-39-of-40.jsonl"));
    assert!(String::from_utf8_lossy(noted).contains("shards now count from 0"));
    // The slice of another order is not taken for this one's.
    refused(&["lab", "run", "tournament24", "--quick", "--games", "4", "--out", out], "another order");
}

#[test]
fn the_lab_answers_misuse_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    refused(&["lab", "run", "starr"], "did you mean `star`?");
    refused(&["lab", "run", "star", "--quick", "--out", file], "cannot create");
    refused(&["lab", "run", "star", "--games", "10"], "takes no --games");
    refused(&["lab", "run", "ladder", "--games", "0"], "not possible");
    refused(&["lab", "run", "all", "--shard", "0/2"], "not to `all`");
    refused(&["lab", "run", "opponents", "--maps", "nowhere.map"], "no built-in map");
    refused(&["lab", "run", "opponents", "--shard", "3/2"], "no shard");
}
