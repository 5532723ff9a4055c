//! `sprt` from the outside.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, plyground, refused, text};
use serde_json::Value;

const TEST: [&str; 5] = ["sprt", "--elo0", "0", "--elo1", "5"];

fn sprt(more: &[&str]) -> Value {
    json(&[&TEST, more].concat())
}

/// Ratios worked out apart from the program, by Newton's method on the dual problem.
#[test]
fn results_counted_elsewhere_are_weighed() {
    let pairs = ["--alpha", "0.05", "--beta", "0.05", "--pentanomial", "10,40,100,45,5"];
    let logistic = sprt(&pairs);
    let close = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-4;
    assert!(close(&logistic["llr"], -0.315_186), "{logistic}");
    assert!(close(&logistic["upper"], 2.944_439) && close(&logistic["lower"], -2.944_439));
    // (0.25 · 40 + 0.5 · 100 + 0.75 · 45 + 5) / 200 = 0.49375, which is -400 log10(1 / 0.49375 - 1) = -4.3432 Elo.
    assert!(close(&logistic["score"], 0.493_75) && close(&logistic["elo"], -4.343_2), "{logistic}");
    assert_eq!(logistic["verdict"], "undecided");
    assert_eq!((&logistic["pairs"], &logistic["games"]), (&200.into(), &400.into()));
    let ends: Vec<f64> = logistic["elo_ci95"].as_array().unwrap().iter().map(|end| end.as_f64().unwrap()).collect();
    assert!(ends[0] < -4.3432 && -4.3432 < ends[1], "{ends:?}");
    assert!(logistic["expected_more"]["as_observed"].as_f64().unwrap() > 0.0);
    let normalized = sprt(&[&pairs[..], &["--model", "normalized"]].concat());
    assert!(close(&normalized["llr"], -0.161_203), "{normalized}");
    let games = sprt(&["--wdl", "120,60,110"]);
    assert!(close(&games["llr"], 0.143_601) && games["pairs"].is_null(), "{games}");
    assert!(text(&[&TEST[..], &pairs].concat()).contains("still to play"));
}

#[test]
fn the_exit_code_tells_the_verdict() {
    assert_eq!(sprt(&["--pentanomial", "0,0,0,0,400"])["verdict"], "H1");
    let lost = plyground().args(TEST).args(["--pentanomial", "400,0,0,0,0", "--json"]).assert().code(1);
    let document: Value = serde_json::from_slice(&lost.get_output().stdout).unwrap();
    assert_eq!(document["verdict"], "H0");
    assert_eq!(document["expected_more"]["as_observed"], 0.0);
    // No results at all are no error: nothing is decided, and nothing is known about how long it will take.
    let nothing = sprt(&["--pentanomial", "0,0,0,0,0"]);
    assert_eq!((&nothing["verdict"], &nothing["expected_more"]), (&"undecided".into(), &Value::Null));
}

#[test]
fn bad_input_is_a_sentence() {
    let pairs = ["--pentanomial", "1,2,3,4,5"];
    for (more, expected) in [
        (&["--pentanomial", "1,2,3"][..], "5 counts are expected"),
        (&["--pentanomial", "1,2,3,4,-5"], "5 counts are expected"),
        (&["--pentanomial", "1,2,3,4,9999999999999999"], "a count is at most"),
        (&["--wdl", "1,2,x"], "3 counts are expected"),
        (&[pairs[0], pairs[1], "--model", "bayesian"], "no model of Elo differences"),
        (&[pairs[0], pairs[1], "--alpha", "0.6", "--beta", "0.5"], "add up to less than 1"),
        (&[pairs[0], pairs[1], "--alpha", "nan"], "between 0 and 1"),
        (&[], "required"),
        (&["--pentanomial", "1,2,3,4,5", "--wdl", "1,2,3"], "cannot be used with"),
    ] {
        refused(&[&TEST[..], more].concat(), expected);
    }
    refused(&["sprt", "--elo0", "5", "--elo1", "0", "--wdl", "1,1,1"], "must be below");
    refused(&["match", "isola", "--player", "random", "--player", "random", "--alpha", "0.1"], "add --sprt");
}

#[test]
fn a_match_takes_risks_and_scale() {
    let words = ["match", "einstein", "--player", "greedy", "--player", "random", "--games", "2000", "--seed", "1"];
    let test = ["--sprt", "0,60", "--alpha", "0.01", "--beta", "0.1", "--model", "normalized"];
    let document = json(&[&words[..], &test].concat());
    let sprt = &document["sprt"];
    assert_eq!((&sprt["model"], &sprt["result"]), (&"normalized".into(), &"H1 accepted".into()));
    // ln(0.9 / 0.01) = 4.4998
    assert!((sprt["upper"].as_f64().unwrap() - 4.4998).abs() < 1e-4);
    // The calculator comes to the same ratio from the pairs that the match reports.
    let counts: Vec<String> = document["pairs"].as_array().unwrap().iter().map(Value::to_string).collect();
    let again = json(&[
        "sprt",
        "--elo0",
        "0",
        "--elo1",
        "60",
        "--alpha",
        "0.01",
        "--beta",
        "0.1",
        "--model",
        "normalized",
        "--pentanomial",
        &counts.join(","),
    ]);
    assert!((again["llr"].as_f64().unwrap() - sprt["llr"].as_f64().unwrap()).abs() < 1e-9);
}
