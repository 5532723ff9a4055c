//! `plyground sprt`: a sequential test on results that were counted elsewhere.

use super::matches::percent;
use crate::args::SprtArgs;
use crate::{Answer, print};
use anyhow::{Result, bail};
use plyground_arena::stats::{ExpectedUnits, ResultCounts, Sprt, SprtAnalysis, SprtDecision, elo_of_score};
use serde_json::{Value, json};

/// Weighs the results.
pub fn run(args: &SprtArgs) -> Result<Answer> {
    let test = args.settings.apply(Sprt::new(args.elo0, args.elo1)?)?;
    let results = match (args.pentanomial, args.wdl) {
        (Some(pairs), _) => ResultCounts::from(pairs),
        (_, Some(games)) => ResultCounts::from(games),
        (None, None) => bail!("results are needed: --pentanomial or --wdl"),
    };
    let analysis = test.analyze(&results);
    if args.json {
        print::json(&as_json(&test, &results, &analysis))?;
    } else {
        print::text(&as_text(&test, &results, &analysis))?;
    }
    Ok(if analysis.decision == SprtDecision::Rejected { Answer::No } else { Answer::Yes })
}

/// One word per verdict, for scripts.
fn short_name(decision: SprtDecision) -> &'static str {
    match decision {
        SprtDecision::Accepted => "H1",
        SprtDecision::Rejected => "H0",
        SprtDecision::Undecided => "undecided",
    }
}

fn as_json(test: &Sprt, results: &ResultCounts, analysis: &SprtAnalysis) -> Value {
    let units = results.units();
    let interval = units.interval();
    let kind = if units_are_pairs(results) { "pairs" } else { "games" };
    let expected = |ExpectedUnits { as_observed, at_elo0, at_elo1 }| json!({"as_observed": as_observed.ceil(), "at_elo0": at_elo0.ceil(), "at_elo1": at_elo1.ceil()});
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model.name(),
        "counts": results.counts(),
        "pairs": units_are_pairs(results).then(|| units.units()),
        "games": units.games(),
        "llr": analysis.llr,
        "lower": test.lower(),
        "upper": test.upper(),
        "bounds": [test.lower(), test.upper()],
        "verdict": short_name(analysis.decision),
        "result": analysis.decision.name(),
        "score": units.score(),
        "ci95": [interval.low, interval.high],
        "elo": elo_of_score(units.score()),
        "elo_ci95": [elo_of_score(interval.low), elo_of_score(interval.high)],
        "normalized_elo": results.normalized_elo(),
        "los": units.superiority(),
        "expected_unit": kind,
        "expected_more": analysis.expected_units.map(expected),
        "schema": "plyground-sprt-1",
    })
}

fn units_are_pairs(results: &ResultCounts) -> bool {
    matches!(results, ResultCounts::Pairs(_))
}

fn as_text(test: &Sprt, results: &ResultCounts, analysis: &SprtAnalysis) -> String {
    let units = results.units();
    let interval = units.interval();
    let kind = if units_are_pairs(results) { "pairs" } else { "games" };
    let decision = match analysis.decision {
        SprtDecision::Accepted => format!("H1 accepted: at least {:+} Elo", test.elo1),
        SprtDecision::Rejected => format!("H0 accepted: at most {:+} Elo", test.elo0),
        SprtDecision::Undecided => "undecided".to_string(),
    };
    let elo = |score: f64| elo_of_score(score).map_or("open".to_string(), |elo| format!("{elo:+.2}"));
    let mut rows = vec![
        ("results", format!("{} {kind}, score {}", units.units(), percent(units.score()))),
        ("test", format!("{:+} against {:+} Elo, {}", test.elo0, test.elo1, test.model.name())),
        ("risks", format!("alpha {}, beta {}", test.alpha, test.beta)),
        ("LLR", format!("{:.3}, bounds {:.3} and {:.3}", analysis.llr, test.lower(), test.upper())),
        ("verdict", decision),
        ("Elo", format!("{}, 95 % {} to {}", elo(units.score()), elo(interval.low), elo(interval.high))),
        ("normalised Elo", results.normalized_elo().map_or("open".to_string(), |elo| format!("{elo:+.2}"))),
        ("LOS", percent(units.superiority())),
    ];
    if analysis.decision == SprtDecision::Undecided {
        let more = analysis.expected_units.map_or("unknown without results".to_string(), |more| {
            let (observed, zero, one) = (more.as_observed.ceil(), more.at_elo0.ceil(), more.at_elo1.ceil());
            format!("{observed} {kind} if it goes on like this, {zero} if E0 is true, {one} if E1 is")
        });
        rows.push(("still to play", more));
    }
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, text)| vec![name.to_string(), text]).collect();
    print::columns(&rows)
}
