//! Time and nodes against the size of the table.

use crate::plot::{Axis, Chart, Dot, Series};
use crate::report::{Column, DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::{Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions};
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
            question: "How do processor time and nodes of MrBlack(6) depend on the size of the upper and lower hash table?",
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
        // Sizes take turns within a position, so that whatever slows the machine down slows all of them down.
        for position in 0..options.size.pick(2, 5, 5) {
            for (name, spec) in TABLES {
                // Our own search takes ten times as long as MrBlack, so it is asked less often.
                let slow = name.starts_with("expectimax");
                let step = options.size.pick(6, 2, if slow { 2 } else { 1 });
                for power in (0..=options.size.pick(12, 24, 24)).step_by(step) {
                    let probe = SearchProbe {
                        board: StudyBoard::new("einstein", "standard", "standard"),
                        spec: spec(depth, 1 << power),
                        limits: Limits::default(),
                        place: ProbePosition::Plies(position),
                        seed: options.seed_of(&format!("position {position}")),
                        timed: true,
                    };
                    let base = DataRow::new().text("table", name).with("power", f64::from(power));
                    let base = base.with("position", position as f64);
                    let cost = if slow { 8.0 } else { 1.0 };
                    let key = format!("{name}, 2^{power}, position {position}");
                    cells.push(StudyCell::new(key, cost, move |cancel| {
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
            "MrBlack({depth}) thinks about the first position of the standard board and about positions after 1 to 4 random plies, before \
             the roll, that is, about all six rolls. The upper table keeps the deeper of two entries, the lower one the last; its size is 2^{LOWER} entries where \
             it is on. Beside them the same search as `expectimax` with the unified operator, which deepens iteratively, so that \
             its node counts are not the same as MrBlack's: once with the same pair of tables, once with buckets of four entries \
             that give up the least deep one. A size is that of the upper table for MrBlack and of all entries together for \
             expectimax (at least 42 there). Nodes and times are sums over the positions; times are processor time, one search at a time on one \
             thread. Verdicts compare position by position; intervals of a finding that looks at several sizes hold for all of them together."
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
            "Nodes and processor seconds by size and kind of table, summed over positions",
            vec![
                Column::new("table", "", "kind of table"),
                Column::new("entries", "", "entries of the upper table"),
                Column::new("nodes", "", "nodes, summed over positions"),
                Column::new("seconds", "s", "processor time, summed over positions"),
            ],
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
    powers.sort_by(f64::total_cmp);
    powers.dedup();
    powers
}

/// One number per position, in their order.
fn by_position(table: &DataTable, name: &str, power: f64, what: &str) -> Vec<f64> {
    let words = [("table", name)];
    let rows = table.with(&words).filter(|row| row.number("power") == Some(power));
    rows.map(|row| row.count(what)).collect()
}

/// The sum over all positions.
fn at(table: &DataTable, name: &str, power: f64, what: &str) -> f64 {
    by_position(table, name, power, what).iter().sum()
}

/// What one table takes over what another takes, position by position.
fn compare(table: &DataTable, one: (&str, f64), other: (&str, f64), what: &str, looks: usize) -> Comparison {
    let (ours, theirs) = (by_position(table, one.0, one.1, what), by_position(table, other.0, other.1, what));
    let ratios: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect();
    Comparison::of_ratios(&ratios, looks)
}

/// Differences below this share are none.
const NOTICEABLE: f64 = 1.05;

fn judge(report: &mut StudyReport, table: &DataTable) {
    let upper = TABLES[0].0;
    let powers = powers(table, upper);
    let (Some(&smallest), Some(&largest)) = (powers.first(), powers.last()) else { return };
    let steps = powers.windows(2).map(|pair| compare(table, (upper, pair[1]), (upper, pair[0]), "nodes", powers.len()));
    let whole = compare(table, (upper, largest), (upper, smallest), "nodes", powers.len());
    let judged: Vec<Judgement> = steps.map(|step| step.below(NOTICEABLE)).chain([whole.below(1.0)]).collect();
    report.add_judged(
        "The larger the upper table, the fewer nodes.",
        Judgement::together(judged),
        format!(
            "The largest table visits {} of the nodes with one entry; no step makes it noticeably worse.",
            whole.text(3)
        ),
        "positions",
    );
    let others = powers.len().saturating_sub(1).max(1);
    let left = |power: f64| compare(table, (upper, power), (upper, largest), "nodes", others).below(NOTICEABLE);
    let smaller = &powers[..powers.len() - 1];
    let enough = smaller.iter().copied().find(|power| left(*power).verdict == FindingVerdict::Holds);
    report.add_judged(
        "From some size on a larger table brings nothing more.",
        Judgement::any(smaller.iter().map(|power| left(*power))),
        enough.map_or("No smaller table is surely within 5 % of the largest.".to_string(), |power| {
            let left = compare(table, (upper, power), (upper, largest), "nodes", others);
            format!("With 2^{power} entries the search visits {} of the nodes with the largest table.", left.text(3))
        }),
        "positions",
    );
    let gains = [smallest, largest].map(|power| compare(table, (TABLES[1].0, power), (upper, power), "nodes", 2));
    report.add_judged(
        "The lower table helps while the upper one is small, and not beside a large one.",
        Judgement::together([gains[0].below(1.0 / NOTICEABLE), gains[1].above(1.0 / NOTICEABLE)]),
        format!(
            "With it {} of the nodes are left beside the smallest upper table and {} beside the largest.",
            gains[0].text(3),
            gains[1].text(3)
        ),
        "positions",
    );
    if let Some(enough) = enough {
        let time = compare(table, (upper, largest), (upper, enough), "seconds", 1);
        report.add_judged(
            "The fastest table is not the largest: memory beyond what is needed costs time.",
            time.above(1.0),
            format!("The largest table takes {} of the processor time of 2^{enough} entries.", time.text(3)),
            "positions",
        );
    }
    judge_buckets(report, table);
}

fn judge_buckets(report: &mut StudyReport, table: &DataTable) {
    let [pair, buckets] = [TABLES[2].0, TABLES[3].0];
    let sizes = powers(table, pair);
    let found: Vec<(f64, Comparison)> = sizes
        .iter()
        .map(|power| (*power, compare(table, (buckets, *power), (pair, *power), "nodes", sizes.len())))
        .collect();
    let named = |wanted: FindingVerdict| {
        let names: Vec<String> = (found.iter())
            .filter(|(_, ratio)| ratio.below(1.0).verdict == wanted)
            .map(|(power, ratio)| format!("2^{power} {}", ratio.text(2)))
            .collect();
        if names.is_empty() { "none".to_string() } else { names.join(", ") }
    };
    report.add_judged(
        "Buckets use the same memory better than the pair of tables (ours).",
        Judgement::together(found.iter().map(|(_, ratio)| ratio.below(1.0))),
        format!(
            "Sizes at which buckets surely need fewer nodes than the pair: {}; more: {}; the others are undecided.",
            named(FindingVerdict::Holds),
            named(FindingVerdict::Fails)
        ),
        "positions",
    );
}
