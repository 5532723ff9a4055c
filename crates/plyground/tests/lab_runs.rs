//! `lab run` of study files, `lab compare` and `lab new` from the outside.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, plyground, refused, text};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

#[test]
fn two_runs_are_compared_claim_by_claim() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, study: &str, findings: Value| {
        let document = serde_json::json!({
            "schema": "plyground-findings-1", "study": study, "command": "plyground lab run star", "version": "1",
            "machine": "m", "findings": findings,
        });
        let run = folder.path().join(name);
        fs::create_dir_all(&run).unwrap();
        fs::write(run.join("findings.json"), document.to_string()).unwrap();
        run.to_str().unwrap().to_string()
    };
    let finding = |claim: &str, verdict: &str, figures: &str| serde_json::json!({"claim": claim, "verdict": verdict, "figures": figures});
    let old = write(
        "old",
        "star",
        Value::from(vec![finding("a", "holds", "1"), finding("b", "holds", "2"), finding("c", "fails", "3")]),
    );
    let near = write(
        "near",
        "star",
        Value::from(vec![finding("a", "holds", "1"), finding("b", "holds", "2.1"), finding("c", "fails", "3")]),
    );
    let far = write("far", "star", Value::from(vec![finding("a", "undecided", "1"), finding("d", "holds", "4")]));
    let other = write("other", "setups", Value::from(Vec::<Value>::new()));
    let same = json(&["lab", "compare", &old, &near]);
    let changes = |document: &Value| -> Vec<String> {
        document["findings"].as_array().unwrap().iter().map(|f| f["change"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(changes(&same), ["the same", "other figures", "the same"]);
    let assert = plyground().args(["lab", "compare", &old, &far, "--json"]).assert().code(1);
    let document: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(changes(&document), ["another verdict", "new", "gone", "gone"]);
    assert!(text(&["lab", "compare", &old, &near]).contains("other figures: b"));
    refused(&["lab", "compare", &old, &other], "only runs of one study compare");
    refused(&["lab", "compare", &old, "nowhere"], "nowhere");
    fs::write(folder.path().join("far/findings.json"), "{}").unwrap();
    refused(&["lab", "compare", &old, &far], "no list of findings");
}

#[test]
fn a_new_study_begins_with_one_that_works() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("my_study.rs");
    let words = ["lab", "new", "my-study", "--out", file.to_str().unwrap()];
    plyground().args(words).assert().code(0);
    let source = fs::read_to_string(&file).unwrap();
    assert!(source.contains("pub struct MyStudy;") && source.contains("name: \"my-study\""));
    refused(&words, "cannot create");
    refused(&["lab", "new", "star"], "already");
    refused(&["lab", "new", "No"], "no name of a study");
}

#[test]
fn a_study_file_is_run_resumed_and_repeated() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (file, out) = (path("my-study.toml"), path("out"));
    plyground().args(["lab", "new", "my-study", "--toml", "--out", &file]).assert().code(0);
    // A board and a few positions are enough to see all of it.
    let small =
        fs::read_to_string(&file).unwrap().replace("positions = 24", "positions = 4").replace("depth = 5", "depth = 3");
    fs::write(&file, &small).unwrap();
    let document = json(&["lab", "run", &file, "--out", &out]);
    assert_eq!((&document["study"], document["findings"].as_array().unwrap().len()), (&Value::from("my-study"), 2));
    assert!(document["command"].as_str().unwrap().contains("my-study.toml"), "{document}");
    let page = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    for words in ["Killer moves save nodes.", "dictionary.csv", "Seed 1, version ", "comparisons.csv"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // The report is made again from the journal: nothing is measured, nothing differs.
    let journal = fs::read_to_string(folder.path().join("out/cells.jsonl")).unwrap();
    fs::remove_file(folder.path().join("out/report.md")).unwrap();
    assert_eq!(json(&["lab", "run", &file, "--out", &out]), document);
    assert_eq!(fs::read_to_string(folder.path().join("out/report.md")).unwrap(), page);
    assert_eq!(fs::read_to_string(folder.path().join("out/cells.jsonl")).unwrap(), journal);
    let same = json(&["lab", "compare", &out, &out]);
    assert_eq!(same["changed"], false);
    // A changed file is another study; its folder is not overwritten.
    fs::write(&file, small.replace("depth = 3", "depth = 2")).unwrap();
    refused(&["lab", "run", &file, "--out", &out], "another plan");
    refused(&["lab", "run", &file, "--games", "10"], "takes no --games");
    for (from, to, words) in [
        ("metric = \"nodes\"", "metric = \"speed\"", "my-study.toml: line 4, metric: there is no metric `speed`"),
        ("game = \"isola\"", "game = \"chess\"", "line 12, boards[1].game"),
        ("killers={killers}", "killer={killers}", "players[1].spec"),
    ] {
        fs::write(&file, small.replace(from, to)).unwrap();
        refused(&["lab", "run", &file], words);
    }
    refused(&["lab", "run", &path("missing.toml")], "missing.toml");
    refused(&["lab", "run", "/dev/zero.toml"], "zero.toml");
    refused(&["lab", "new", "star", "--toml"], "already");
}
