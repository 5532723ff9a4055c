//! What each technique of the Isola program's author is worth, alone and together, and the factor in their evaluation.

use crate::plot::{Axis, BarChart, Chart, Dot, Series};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::study_match::{self, StudyMatch};
use crate::{Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions, math};
use plyground_arena::OpeningRule;
use plyground_search::Limits;
use std::time::Duration;

/// The study.
pub struct IsolaTechniques;

const ALGORITHMS: [(&str, &str); 3] = [("alpha-beta", "alphabeta"), ("NegaScout", "pvs"), ("MTD(f)", "mtdf")];
/// Name, word in specs, value that means on. Each is tried with and without.
const SWITCHES: [(&str, &str, &str); 4] = [
    ("table", "table", "16MB"),
    ("killers", "killers", "on"),
    ("history", "history", "on"),
    ("aspiration", "aspiration", "growing:64"),
];
/// Random plies between one stage of the game and the next, and how many stages there are.
const PLIES_APART: usize = 5;
const STAGES: usize = 12;
/// What the opponent's steps are weighed by; the program's factor is 3.
const FACTORS: [u32; 8] = [0, 1, 2, 4, 5, 6, 8, 12];

impl Study for IsolaTechniques {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "isola-techniques",
            question: "Which of the Isola program's techniques make it search deeper, and is 3 the right factor in its evaluation?",
            source: "Isola program, on2valhalla",
            timed: true,
            takes_games: true,
            takes_maps: false,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let mut cells = Vec::new();
        for (algorithm, switches) in combinations() {
            for position in 0..options.size.pick(2, 6, 24) {
                cells.push(timed_cell(options, algorithm, switches, position));
            }
        }
        for deepening in ["on", "off"] {
            for table in ["on", "off"] {
                for position in 0..options.size.pick(2, 6, 24) {
                    cells.push(deepening_cell(options, deepening, table, position));
                }
            }
        }
        let nodes = options.size.pick(50, 500, 5000);
        for factor in FACTORS {
            let study_match = StudyMatch {
                board: StudyBoard::new("isola", "columbia", "columbia"),
                specs: [factor, 3].map(|factor| format!("search(eval=original:{factor}, nodes={nodes})")),
                limits: Limits::default(),
                games: options.games(2, 100, 1000),
                seed: options.seed_of(&format!("factor {factor}")),
                openings: OpeningRule::Random(4),
            };
            let base = DataRow::new().text("part", "factor").with("factor", f64::from(factor));
            cells.push(StudyCell::new(format!("factor {factor} against 3"), 40.0, move |cancel| {
                Ok(study_match.play(cancel)?.map(|row| vec![base.clone().and(&row)]))
            }));
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        let time = thinking_time(options).as_millis();
        report.add_method(format!(
            "Isola on 8x8 with the original evaluation. Alpha-beta, NegaScout (PVS) and MTD(f) with every combination of \
             transposition table, killer moves, history and aspiration window (MTD(f) has no window), {} in all, each from the \
             same positions: the start and positions after 5, 10, … random plies (at most 55), {time} ms each, one at a time. The effect of a \
             technique is the mean difference in depth between searches that differ in it alone, over all combinations of the \
             others and all positions; its interval counts positions. What the game's own guess at good moves does is left out \
             everywhere.",
            combinations().len()
        ));
        report.add_method(
            "Iterative deepening is measured to a fixed depth, since a search without it must know its depth beforehand: nodes \
             of all iterations over nodes of a search that begins with the last one.",
        );
        report.add_method(format!(
            "The factor by which the evaluation weighs the opponent's steps is measured by matches against factor 3 with {} nodes \
             a move: pairs of games from the same four random plies with swapped seats.",
            options.size.pick(50, 500, 5000)
        ));
        report.sheets.push(combination_sheet(table));
        effects(&mut report, table)?;
        deepening(&mut report, table);
        factors(&mut report, table)?;
        Ok(report)
    }
}

/// Every algorithm with every set of switches that it knows.
fn combinations() -> Vec<(usize, [bool; 4])> {
    let mut all = Vec::new();
    for (algorithm, (_, word)) in ALGORITHMS.iter().enumerate() {
        for bits in 0..16 {
            let switches = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
            if *word != "mtdf" || !switches[3] {
                all.push((algorithm, switches));
            }
        }
    }
    all
}

fn name_of(switches: [bool; 4]) -> String {
    let on: Vec<&str> = SWITCHES.iter().zip(switches).filter(|(_, on)| *on).map(|(switch, _)| switch.0).collect();
    if on.is_empty() { "nothing".to_string() } else { on.join(" + ") }
}

fn thinking_time(options: &StudyOptions) -> Duration {
    Duration::from_millis(options.size.pick(2, 40, 400))
}

fn probe(options: &StudyOptions, spec: String, limits: Limits, position: usize) -> SearchProbe {
    SearchProbe {
        board: StudyBoard::new("isola", "columbia", "columbia"),
        spec,
        limits,
        place: ProbePosition::Plies(PLIES_APART * (position % STAGES)),
        seed: options.seed_of(&format!("position {position}")),
        timed: true,
    }
}

fn timed_cell(options: &StudyOptions, algorithm: usize, switches: [bool; 4], position: usize) -> StudyCell {
    let mut words = format!("algorithm={}, eval=original, predict=none, promise=off", ALGORITHMS[algorithm].1);
    for ((_, word, on), is_on) in SWITCHES.iter().zip(switches) {
        words.push_str(&format!(", {word}={}", if is_on { on } else { "off" }));
    }
    let probe = probe(options, format!("search({words})"), Limits::time(thinking_time(options)), position);
    let name = name_of(switches);
    let base =
        DataRow::new().text("part", "combination").text("algorithm", ALGORITHMS[algorithm].0).text("with", &name);
    let base = base.with("position", position as f64);
    let key = format!("{}, {name}, position {position}", ALGORITHMS[algorithm].0);
    StudyCell::new(key, 1.0, move |cancel| Ok(Some(vec![base.clone().and(&probe.run(cancel)?.whole)])))
}

fn deepening_cell(options: &StudyOptions, deepening: &'static str, table: &'static str, position: usize) -> StudyCell {
    let size = if table == "on" { "16MB" } else { "off" };
    let depth = options.size.pick(3, 5, 7);
    let spec = format!("search(eval=original, promise=off, table={size}, deepening={deepening}, depth={depth})");
    let probe = probe(options, spec, Limits::default(), position);
    let base = DataRow::new().text("part", "deepening").text("deepening", deepening).text("table", table);
    let base = base.with("position", position as f64);
    let key = format!("deepening {deepening}, table {table}, position {position}");
    StudyCell::new(key, 2.0, move |cancel| Ok(Some(vec![base.clone().and(&probe.run(cancel)?.whole)])))
}

fn numbers(table: &DataTable, algorithm: &str, with: &str, what: &str) -> Vec<f64> {
    let words = [("part", "combination"), ("algorithm", algorithm), ("with", with)];
    table.with(&words).map(|row| row.count(what)).collect()
}

fn combination_sheet(table: &DataTable) -> ReportTable {
    let columns = vec![
        Column::new("algorithm", "", "the search"),
        Column::new("with", "", "techniques that are on"),
        Column::new("depth", "plies", "depth reached in the same time, mean over positions"),
        Column::new("nodes", "", "mean nodes"),
        Column::new("seconds", "s", "mean processor time"),
    ];
    let mut sheet = ReportTable::new("combinations", "Depth and nodes in the same time, the deepest first", columns);
    let mut rows: Vec<(f64, Vec<TableValue>)> = Vec::new();
    for (algorithm, switches) in combinations() {
        let (algorithm, with) = (ALGORITHMS[algorithm].0, name_of(switches));
        let mean = |what: &str| math::mean(&numbers(table, algorithm, &with, what));
        let depth = math::interval(&numbers(table, algorithm, &with, "depth"));
        let row = vec![
            algorithm.into(),
            with.as_str().into(),
            TableValue::Estimate(depth, 2),
            TableValue::Number(mean("nodes"), 0),
            TableValue::Number(mean("seconds"), 3),
        ];
        rows.push((depth[1], row));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    sheet.rows = rows.into_iter().map(|(_, row)| row).collect();
    sheet
}

/// Differences in depth between what differs in one thing, averaged over everything else, one per position.
fn differences(table: &DataTable, on: impl Fn(usize, [bool; 4]) -> Option<(usize, [bool; 4])>) -> Vec<f64> {
    let depths = |(algorithm, switches): (usize, [bool; 4])| {
        numbers(table, ALGORITHMS[algorithm].0, &name_of(switches), "depth")
    };
    let mut sums: Vec<f64> = Vec::new();
    let mut count = 0.0;
    for (algorithm, switches) in combinations() {
        let Some(other) = on(algorithm, switches) else { continue };
        let (with, without) = (depths(other), depths((algorithm, switches)));
        sums.resize(with.len(), 0.0);
        sums.iter_mut().zip(with.iter().zip(without)).for_each(|(sum, (with, without))| *sum += with - without);
        count += 1.0;
    }
    sums.into_iter().map(|sum| sum / count).collect()
}

fn effects(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    // All techniques are stated together, so their intervals share the risk.
    let looks = SWITCHES.len() + ALGORITHMS.len() - 1;
    let mut effects: Vec<(String, Comparison)> = Vec::new();
    for (index, (name, _, _)) in SWITCHES.iter().enumerate() {
        let found = differences(table, |algorithm, mut switches| {
            let knows = ALGORITHMS[algorithm].1 != "mtdf" || index != 3;
            (!std::mem::replace(&mut switches[index], true) && knows).then_some((algorithm, switches))
        });
        effects.push((name.to_string(), Comparison::of_differences(&found, looks)));
    }
    for (index, (name, _)) in ALGORITHMS.iter().enumerate().skip(1) {
        let found = differences(table, |algorithm, switches| {
            (algorithm == 0 && (index == 1 || !switches[3])).then_some((index, switches))
        });
        effects.push((format!("{name} for alpha-beta"), Comparison::of_differences(&found, looks)));
    }
    let mut sheet = ReportTable::new(
        "effects",
        "Plies that a technique adds in the same time",
        vec![
            Column::new("technique", "", "the technique that is switched on"),
            Column::new(
                "plies",
                "plies",
                "depth with it minus depth without it; the intervals hold for all techniques together",
            ),
        ],
    );
    for (name, effect) in &effects {
        let [low, middle, high] = effect.interval;
        sheet.add(vec![name.as_str().into(), TableValue::Estimate(effect.interval, 2)]);
        let figures = format!("{middle:+.2} plies in the same time ({low:+.2} to {high:+.2}).");
        let claim = format!("Named by Isola's author: {name} makes the search deeper.");
        report.add_judged(claim, effect.above(0.0), figures, "positions");
    }
    report.sheets.push(sheet);
    let bars = BarChart {
        title: "Plies that a technique adds in the same time".to_string(),
        groups: effects.iter().map(|(name, _)| name.clone()).collect(),
        label: String::new(),
        y: Axis::linear("plies"),
        series: vec![(String::new(), effects.iter().map(|(_, effect)| Some(effect.interval)).collect())],
    };
    report.add_figure(
        "effects",
        "Mean over all combinations of the other techniques; intervals over positions, 95 % for all together.",
        bars.svg()?,
    );
    Ok(())
}

fn deepening(report: &mut StudyReport, table: &DataTable) {
    let mut sheet = ReportTable::new(
        "deepening",
        "Nodes to a fixed depth with iterative deepening over those without",
        vec![
            Column::new("table", "", "whether a transposition table is used"),
            Column::new("nodes", "", "nodes with deepening over those without, geometric mean over positions"),
            Column::new("time", "", "processor time with deepening over that without, geometric mean over positions"),
        ],
    );
    let mut said = Vec::new();
    let mut pays = Vec::new();
    for kept in ["on", "off"] {
        let ratio = |what: &str| {
            let numbers = |deepening: &str| -> Vec<f64> {
                let words = [("part", "deepening"), ("deepening", deepening), ("table", kept)];
                table.with(&words).map(|row| row.count(what)).collect()
            };
            let pairs: Vec<f64> = numbers("on").iter().zip(numbers("off")).map(|(on, off)| on / off).collect();
            Comparison::of_ratios(&pairs, 2)
        };
        let (nodes, time) = (ratio("nodes"), ratio("seconds"));
        pays.push(nodes.below(1.0));
        said.push(format!("with table {kept} {}", nodes.text(2)));
        sheet.add(vec![kept.into(), TableValue::Estimate(nodes.interval, 2), TableValue::Estimate(time.interval, 2)]);
    }
    report.sheets.push(sheet);
    report.add_judged(
        "Iterative deepening pays for itself: the shallow iterations order the moves of the deep one.",
        Judgement::together(pays),
        format!("Nodes over those of a search that begins with the last depth: {}.", said.join(", ")),
        "positions",
    );
}

fn factors(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    let columns = vec![
        Column::new("factor", "", "weight of the opponent's steps in the evaluation"),
        Column::new("games", "", "games played"),
        Column::new("score against factor 3, %", "%", "share of the points against the weight 3"),
    ];
    let mut sheet =
        ReportTable::new("factors", "The weight of the opponent's steps in the evaluation, against 3", columns);
    let mut dots = vec![Dot::new(3.0, 50.0)];
    let mut others: Vec<(f64, Comparison)> = Vec::new();
    for row in table.with(&[("part", "factor")]) {
        let pairs = study_match::pairs(std::iter::once(row));
        let score = study_match::score(&pairs);
        let factor = row.count("factor");
        sheet.add(vec![
            TableValue::Number(factor, 0),
            TableValue::Number(row.count("games"), 0),
            TableValue::Estimate(score, 1),
        ]);
        dots.push(Dot::between(factor, score));
        others.push((factor, Comparison::of_score(&study_match::units(&pairs), FACTORS.len())));
    }
    dots.sort_by(|a, b| a.x().total_cmp(&b.x()));
    report.sheets.push(sheet);
    let chart = Chart {
        title: "Score of other factors against the original 3".to_string(),
        x: Axis::linear("factor of the opponent's steps").between(-0.5, 12.5),
        y: Axis::linear("score, %"),
        series: vec![Series::new("", dots)],
    };
    report.add_figure(
        "factors",
        "95 % intervals over pairs of games; factor 3 scores 50 % by definition.",
        chart.svg()?,
    );
    // The factor is right if it beats every other one; one that beats it makes it wrong.
    let cases: Vec<Judgement> = others.iter().map(|(_, score)| score.below(0.5)).collect();
    let judgement = Judgement::every(cases);
    let best = others.iter().max_by(|a, b| a.1.interval[1].total_cmp(&b.1.interval[1]));
    let figures = best.map_or(String::new(), |(factor, score)| {
        let [low, middle, high] = score.interval.map(|share| 100.0 * share);
        format!(
            "The best other factor is {factor}, with {middle:.1} % ({low:.1} to {high:.1}, all {} factors together) against it.",
            FACTORS.len()
        )
    });
    let claim = "Isola's author: the opponent's steps should weigh threefold.";
    report.add_judged(claim, judgement, figures, "pairs of games for each factor");
    Ok(())
}
