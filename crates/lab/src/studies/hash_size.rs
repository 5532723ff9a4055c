//! Time and nodes against the size of the table.

use crate::plot::{Axis, Chart, Dot, Series};
use crate::report::{DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::{DataRow, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions};
use plyground_search::Limits;

/// The study.
pub struct HashSize;

/// Bytes of an entry of Rock'n'Roll's table and of expectimax's.
const ENTRY: u64 = 24;
/// Entries of the lower table where there is one: 2 to this.
const LOWER: u32 = 16;

/// The spec for a depth and a number of entries.
type SpecOf = fn(u32, u64) -> String;

const TABLES: [(&str, SpecOf); 4] = [
    ("upper alone", |depth, entries| format!("MrBlack({depth}, upper={}, lower=off)", ENTRY * entries)),
    ("upper + lower", |depth, entries| {
        format!("MrBlack({depth}, upper={}, lower={})", ENTRY * entries, ENTRY << LOWER)
    }),
    ("expectimax, pair", |depth, entries| expectimax(depth, entries, "pair")),
    ("expectimax, bucketed", |depth, entries| expectimax(depth, entries, "bucketed")),
];

/// The same search in our own expectimax, whose depth counts the own move too. No windows and no table move, so that the
/// table alone makes the difference.
fn expectimax(depth: u32, entries: u64, replacement: &str) -> String {
    let bytes = (ENTRY * entries).max(1024);
    let plies = depth + 1;
    format!(
        "expectimax(eval=schwarz, pruning=unified, table={bytes}, replacement={replacement}, table-move=off, depth={plies})"
    )
}

impl Study for HashSize {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "hash-size",
            question: "How do time and nodes of MrBlack(6) depend on the size of the upper and lower hash table?",
            source: "Rock'n'Roll report, 2006, section 6.3",
            timed: true,
            takes_games: false,
            takes_maps: false,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let depth = depth(options);
        let mut cells = Vec::new();
        for (name, spec) in TABLES {
            // Our own search takes ten times as long as MrBlack, so it is asked less often.
            let slow = name.starts_with("expectimax");
            let step = options.size.pick(6, 2, if slow { 2 } else { 1 });
            for power in (0..=options.size.pick(12, 24, 24)).step_by(step) {
                for repeat in 0..options.size.pick(1, 3, if slow { 1 } else { 3 }) {
                    let probe = SearchProbe {
                        board: StudyBoard::new("einstein", "standard", "standard"),
                        spec: spec(depth, 1 << power),
                        limits: Limits::default(),
                        place: ProbePosition::Plies(0),
                        seed: options.seed,
                        timed: true,
                    };
                    let base = DataRow::new().text("table", name).with("power", f64::from(power));
                    let cost = if slow { 8.0 } else { 1.0 };
                    cells.push(StudyCell::new(format!("{name}, 2^{power}, repeat {repeat}"), cost, move |cancel| {
                        Ok(Some(vec![base.clone().and(&probe.run(cancel)?.whole)]))
                    }));
                }
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let depth = depth(options);
        let mut report = StudyReport::default();
        report.add_method(format!(
            "MrBlack({depth}) thinks about the first position of the standard board before the roll, that is, about all six \
             rolls. The upper table keeps the deeper of two entries, the lower one the last; its size is 2^{LOWER} entries where \
             it is on. Beside them the same search as `expectimax` with the unified operator, which deepens iteratively, so that \
             its node counts are not the same as MrBlack's: once with the same pair of tables, once with buckets of four entries \
             that give up the least deep one. A size is that of the upper table for MrBlack and of all entries together for \
             expectimax (at least 42 there). Times are the best of the repeats, one search at a time on one thread."
        ));
        if depth != 6 {
            report.add_method(format!("The report of 2006 used MrBlack(6); a quick run looks at MrBlack({depth})."));
        }
        report.add_method(
            "The report's own four observations are not among the documents that this study was made from; the four \
             statements tested here are what a reader of its section would expect of such tables.",
        );
        let mut sheet = ReportTable::new(
            "sizes",
            "Nodes and seconds by size and kind of table",
            &["table", "entries", "nodes", "seconds"],
        );
        for (name, _) in TABLES {
            for power in powers(table, name) {
                let entries = 2f64.powf(power);
                let (nodes, seconds) = (at(table, name, power, "nodes"), at(table, name, power, "seconds"));
                sheet.add(vec![
                    name.into(),
                    TableValue::Number(entries, 0),
                    TableValue::Number(nodes, 0),
                    TableValue::Number(seconds, 4),
                ]);
            }
        }
        sheet.shown = 120;
        report.sheets.push(sheet);
        for (what, label) in [("nodes", "nodes"), ("seconds", "seconds")] {
            let series = TABLES.iter().map(|(name, _)| {
                let dots = powers(table, name).into_iter().map(|power| Dot::new(power, at(table, name, power, what)));
                Series::new(name, dots.collect())
            });
            let powers = powers(table, TABLES[0].0);
            let names = powers.iter().filter(|power| **power % 4.0 == 0.0).map(|power| (*power, format!("2^{power}")));
            let chart = Chart {
                title: format!("MrBlack({depth}): {label} by size of the table"),
                x: Axis { names: names.collect(), ..Axis::linear("entries") },
                y: Axis::log(label),
                series: series.collect(),
            };
            report.add_figure(
                what,
                format!("{label} of the whole search against the number of entries."),
                chart.svg()?,
            );
        }
        judge(&mut report, table);
        Ok(report)
    }
}

fn depth(options: &StudyOptions) -> u32 {
    options.size.pick(2, 4, 6)
}

fn powers(table: &DataTable, name: &str) -> Vec<f64> {
    let mut powers: Vec<f64> = table.with(&[("table", name)]).map(|row| row.count("power")).collect();
    powers.dedup();
    powers
}

/// The best of the repeats.
fn at(table: &DataTable, name: &str, power: f64, what: &str) -> f64 {
    let words = [("table", name)];
    let rows = table.with(&words).filter(|row| row.number("power") == Some(power));
    rows.map(|row| row.count(what)).fold(f64::INFINITY, f64::min)
}

fn judge(report: &mut StudyReport, table: &DataTable) {
    let upper = TABLES[0].0;
    let powers = powers(table, upper);
    let nodes: Vec<f64> = powers.iter().map(|power| at(table, upper, *power, "nodes")).collect();
    let (most, least) = (nodes[0], nodes[nodes.len() - 1]);
    let rises = nodes.windows(2).filter(|pair| pair[1] > 1.01 * pair[0]).count();
    report.add_finding(
        "The larger the upper table, the fewer nodes.",
        FindingVerdict::of(rises == 0 && least < most),
        format!(
            "From {most:.0} nodes with one entry to {least:.0} with the largest table, {:.1} times fewer.",
            most / least
        ),
    );
    let enough = powers.iter().zip(&nodes).find(|(_, nodes)| **nodes < 1.05 * least).map_or(0.0, |(power, _)| *power);
    report.add_finding(
        "From some size on a larger table brings nothing more.",
        FindingVerdict::of(enough < powers[powers.len() - 1]),
        format!("With 2^{enough} entries the search is within 5 % of its fewest nodes."),
    );
    let gain = |power: f64| at(table, upper, power, "nodes") / at(table, TABLES[1].0, power, "nodes");
    let (small, large) = (gain(powers[0]), gain(powers[powers.len() - 1]));
    report.add_finding(
        "The lower table helps while the upper one is small, and not beside a large one.",
        FindingVerdict::of(small > 1.05 && large < 1.05),
        format!("It saves a factor of {small:.2} beside the smallest upper table and {large:.2} beside the largest."),
    );
    let seconds: Vec<f64> = powers.iter().map(|power| at(table, upper, *power, "seconds")).collect();
    let best = (0..powers.len()).min_by(|a, b| seconds[*a].total_cmp(&seconds[*b])).unwrap_or(0);
    let last = seconds[seconds.len() - 1];
    report.add_finding(
        "The fastest table is not the largest: memory beyond what is needed costs time.",
        FindingVerdict::of(last > 1.05 * seconds[best]),
        format!(
            "Fastest with 2^{} entries ({:.3} s); the largest table takes {last:.3} s, one entry {:.3} s.",
            powers[best], seconds[best], seconds[0]
        ),
    );
    judge_buckets(report, table);
}

fn judge_buckets(report: &mut StudyReport, table: &DataTable) {
    let [pair, buckets] = [TABLES[2].0, TABLES[3].0];
    let sizes = powers(table, pair);
    let ratio = |power: &f64| at(table, buckets, *power, "nodes") / at(table, pair, *power, "nodes");
    let named = |differs: fn(f64) -> bool| -> Vec<String> {
        let found = sizes.iter().filter(|power| differs(ratio(power)));
        found.map(|power| format!("2^{power} ({:.0} %)", 100.0 * ratio(power))).collect()
    };
    let (fewer, more) = (named(|ratio| ratio < 0.99), named(|ratio| ratio > 1.01));
    let or_none = |names: &[String]| if names.is_empty() { "none".to_string() } else { names.join(", ") };
    report.add_finding(
        "Buckets use the same memory better than the pair of tables (ours).",
        match (fewer.len(), more.len()) {
            (0, 0) => FindingVerdict::Open,
            (fewer, more) => FindingVerdict::of_share(fewer, fewer + more),
        },
        format!(
            "Sizes at which buckets need fewer nodes than the pair: {}; more: {}; the others differ by at most 1 %.",
            or_none(&fewer),
            or_none(&more)
        ),
    );
}
