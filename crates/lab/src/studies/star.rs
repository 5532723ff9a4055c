//! What pruning at chance nodes saves.

use crate::plot::{Axis, BarChart, Chart, Dot, Series, Stroke};
use crate::report::{Column, DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::{Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions, math};
use plyground_search::Limits;

/// The study.
pub struct Star;

const PRUNINGS: [&str; 5] = ["none", "star1", "star2", "unified", "unified-star"];
const TABLES: [(&str, &str); 2] = [("off", "off"), ("on", "16MB")];
/// Name and probabilities.
const DICE: [(&str, &str); 3] = [
    ("fair", "1/6:1/6:1/6:1/6:1/6:1/6"),
    ("skewed", "0.30:0.25:0.20:0.12:0.08:0.05"),
    ("loaded", "0.50:0.10:0.10:0.10:0.10:0.10"),
];
/// Positions are 0, 1, … up to this many random plies after the start: later ones are too near to the end to be searched deeply.
const LATEST: usize = 8;

impl Study for Star {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "star",
            question: "How many nodes do Star1, Star2, the unified operator and the table save, with fair and unfair dice?",
            source: "ours",
            timed: false,
            takes_games: false,
            takes_maps: false,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let positions = options.size.pick(1, 10, 16);
        let limits = Limits {
            depth: Some(options.size.pick(2, 5, 7)),
            nodes: Some(options.size.pick(5_000, 2_000_000, 20_000_000)),
            ..Limits::default()
        };
        let mut cells = Vec::new();
        for (die, probabilities) in DICE {
            for pruning in PRUNINGS {
                for (table, size) in TABLES {
                    for position in 0..positions {
                        let probe = SearchProbe {
                            board: StudyBoard::new("einstein", die, &format!("die={probabilities}")),
                            spec: format!("expectimax(pruning={pruning}, table={size})"),
                            limits,
                            place: ProbePosition::Plies(position % (LATEST + 1)),
                            seed: options.seed_of(&format!("position {position}")),
                            timed: false,
                        };
                        let key = format!("die {die}, pruning {pruning}, table {table}, position {position}");
                        let base = DataRow::new().text("die", die).text("pruning", pruning).text("table", table);
                        let base = base.with("position", position as f64);
                        let cost = if pruning == "none" { 3.0 } else { 1.0 };
                        cells.push(StudyCell::new(key, cost, move |cancel| {
                            let found = probe.run(cancel)?.iterations;
                            Ok(Some(found.iter().map(|row| base.clone().and(row)).collect()))
                        }));
                    }
                }
            }
        }
        Ok(cells)
    }

    fn report(&self, _options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(format!(
            "EinStein on the standard board with three dice: {}. Positions are the start and positions after 1 to 8 \
             random plies. Each search deepens with expectimax on the distribution evaluation until its depth or node limit; \
             a depth counts in a position where every search with the same die finished it. Node counts do not depend \
             on the machine.",
            DICE.map(|(name, die)| format!("{name} ({die})")).join(", ")
        ));
        let mut nodes = ReportTable::new(
            "nodes",
            "Nodes to each depth, summed over positions, and their share of those without any pruning",
            vec![
                Column::new("die", "", "how likely the faces are"),
                Column::new("depth", "plies", "depth of the search"),
                Column::new("positions", "", "positions that were searched both ways"),
                Column::new("pruning", "", "pruning at chance nodes"),
                Column::new("table", "", "whether a transposition table is used"),
                Column::new("nodes", "", "nodes, summed over positions"),
                Column::new(
                    "share of none",
                    "",
                    "nodes over those without pruning and table, geometric mean over positions",
                ),
            ],
        );
        let counts = Counts { table };
        for (die, _) in DICE {
            for depth in 1..=counts.common_depth(die) {
                for pruning in PRUNINGS {
                    for (kept, _) in TABLES {
                        let found = counts.ratios(die, pruning, kept, depth);
                        nodes.add(vec![
                            die.into(),
                            u64::from(depth).into(),
                            (found.len() as u64).into(),
                            pruning.into(),
                            kept.into(),
                            TableValue::Number(counts.nodes(die, pruning, kept, depth), 0),
                            TableValue::Estimate(math::ratio_interval(&found), 3),
                        ]);
                    }
                }
            }
        }
        report.sheets.push(nodes);
        counts.draw(&mut report)?;
        counts.judge(&mut report);
        Ok(report)
    }
}

/// Questions about the rows.
struct Counts<'a> {
    table: &'a DataTable,
}

impl Counts<'_> {
    fn find(&self, die: &str, pruning: &str, kept: &str, depth: u32) -> Vec<(f64, f64, f64)> {
        let words = [("die", die), ("pruning", pruning), ("table", kept)];
        let rows = self.table.with(&words).filter(|row| row.number("depth") == Some(f64::from(depth)));
        rows.map(|row| (row.count("position"), row.count("total nodes"), row.count("value"))).collect()
    }

    fn nodes(&self, die: &str, pruning: &str, kept: &str, depth: u32) -> f64 {
        let shared = self.shared(die, depth);
        let found = self.find(die, pruning, kept, depth);
        found.iter().filter(|(position, _, _)| shared.contains(position)).map(|(_, nodes, _)| nodes).sum()
    }

    /// The positions that every search with this die finished to this depth.
    fn shared(&self, die: &str, depth: u32) -> Vec<f64> {
        let searches = || PRUNINGS.iter().flat_map(|pruning| TABLES.iter().map(move |(kept, _)| (*pruning, *kept)));
        let finished: Vec<Vec<f64>> = searches()
            .map(|(pruning, kept)| {
                self.find(die, pruning, kept, depth).iter().map(|(position, _, _)| *position).collect()
            })
            .collect();
        let first = finished.first().cloned().unwrap_or_default();
        first.into_iter().filter(|position| finished.iter().all(|list| list.contains(position))).collect()
    }

    /// The deepest depth that every search finished in at least half of the positions.
    fn common_depth(&self, die: &str) -> u32 {
        let all = self.find(die, "none", "off", 1).len();
        (1..=20).take_while(|depth| all > 0 && 2 * self.shared(die, *depth).len() >= all).last().unwrap_or(0)
    }

    /// Nodes over those of the search without pruning and table, position by position.
    fn ratios(&self, die: &str, pruning: &str, kept: &str, depth: u32) -> Vec<f64> {
        let (plain, shared) = (self.find(die, "none", "off", depth), self.shared(die, depth));
        let ratio = |(position, nodes, _): (f64, f64, f64)| {
            shared.contains(&position).then_some(())?;
            let (_, all, _) = plain.iter().find(|(other, _, _)| *other == position)?;
            Some(nodes / all)
        };
        self.find(die, pruning, kept, depth).into_iter().filter_map(ratio).collect()
    }

    fn draw(&self, report: &mut StudyReport) -> Result<(), LabError> {
        for (die, _) in DICE {
            let deepest = self.common_depth(die);
            let mut series = Vec::new();
            for (kept, _) in TABLES {
                for (colour, pruning) in PRUNINGS.into_iter().enumerate() {
                    let dots =
                        (1..=deepest).map(|depth| Dot::new(f64::from(depth), self.nodes(die, pruning, kept, depth)));
                    let name = if kept == "on" { format!("{pruning} + table") } else { pruning.to_string() };
                    let stroke = if kept == "on" { Stroke::Broken } else { Stroke::Both };
                    series.push(Series::new(&name, dots.collect()).drawn(stroke).coloured(colour));
                }
            }
            let title = format!("Nodes by depth, {die} die");
            let depths = Axis { names: named_depths(deepest), ..Axis::linear("depth") };
            let svg = Chart { title, x: depths, y: Axis::log("nodes, all positions"), series }.svg()?;
            report.add_figure(&format!("nodes-{die}"), format!("Nodes to each depth with the {die} die."), svg);
        }
        let groups: Vec<String> = DICE.iter().map(|(die, _)| die.to_string()).collect();
        let bar = |pruning: &str, kept: &str, die: &str| {
            let ratios = self.ratios(die, pruning, kept, self.common_depth(die));
            (!ratios.is_empty()).then(|| math::ratio_interval(&ratios).map(|share| 100.0 * share))
        };
        let variants = PRUNINGS.iter().flat_map(|pruning| TABLES.iter().map(move |(kept, _)| (*pruning, *kept)));
        let variants = variants.filter(|variant| *variant != ("none", "off"));
        let series = variants.map(|(pruning, kept)| {
            let name = if kept == "on" { format!("{pruning} + table") } else { pruning.to_string() };
            (name, DICE.iter().map(|(die, _)| bar(pruning, kept, die)).collect())
        });
        let bars = BarChart {
            title: "Nodes left at the deepest common depth".to_string(),
            groups,
            label: "die".to_string(),
            y: Axis::linear("% of the nodes without pruning"),
            series: series.collect(),
        };
        report.add_figure("share", "Geometric mean over positions, with 95 % intervals.", bars.svg()?);
        Ok(())
    }

    fn judge(&self, report: &mut StudyReport) {
        let worst = self.largest_difference();
        report.add_finding(
            "Pruning and table change no value.",
            FindingVerdict::of(worst < 1e-9),
            format!("The largest difference between two searches of the same position and depth is {worst:.1e}."),
        );
        let fair = DICE[0].0;
        let depth = self.common_depth(fair);
        let against = |one: (&str, &str), other: (&str, &str), looks: usize| {
            Comparison::of_ratios(&self.paired(fair, one, other, depth), looks)
        };
        let stars = against(("star2", "off"), ("star1", "off"), 1);
        report.add_judged(
            "Star2 saves more than Star1.",
            stars.below(1.0),
            format!(
                "At depth {depth} with a fair die Star2 visits {} of Star1's nodes, position by position.",
                stars.text(3)
            ),
            "positions",
        );
        let unified = ["star1", "star2"].map(|star| against(("unified", "off"), (star, "off"), 2));
        report.add_judged(
            "The unified operator alone saves more than the Star searches.",
            Judgement::together(unified.map(|found| found.below(1.0))),
            format!(
                "It visits {} of Star1's nodes and {} of Star2's (intervals for both together).",
                unified[0].text(3),
                unified[1].text(3)
            ),
            "positions",
        );
        let tables = PRUNINGS.map(|pruning| against((pruning, "on"), (pruning, "off"), PRUNINGS.len()));
        let said: Vec<String> =
            PRUNINGS.iter().zip(&tables).map(|(pruning, found)| format!("{pruning} {}", found.text(3))).collect();
        report.add_judged(
            "The table saves nodes whatever the pruning.",
            Judgement::together(tables.iter().map(|found| found.below(1.0))),
            format!("Nodes with the table over those without, all intervals together: {}.", said.join(", ")),
            "positions",
        );
        let unfair = ["skewed", "loaded"].map(|die| Comparison::of_ratios(&self.between_dice(die, fair, "star2"), 2));
        report.add_judged(
            "Unfair dice make Star2 prune more, because the likely faces decide early.",
            Judgement::together(unfair.map(|found| found.below(1.0))),
            format!(
                "The share of nodes that Star2 leaves, over the share with the fair die: skewed {}, loaded {}.",
                unfair[0].text(3),
                unfair[1].text(3)
            ),
            "positions",
        );
    }

    /// Nodes of one search over those of another, position by position. Both lists are in the order of the shared positions.
    fn paired(&self, die: &str, one: (&str, &str), other: (&str, &str), depth: u32) -> Vec<f64> {
        let (ours, theirs) = (self.ratios(die, one.0, one.1, depth), self.ratios(die, other.0, other.1, depth));
        ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
    }

    /// The share of nodes that a pruning leaves with one die over that with another, at the deepest depth common to both, in the
    /// order of positions. Positions with the same number come from the same random numbers, not from the same rolls.
    fn between_dice(&self, die: &str, other: &str, pruning: &str) -> Vec<f64> {
        let depth = self.common_depth(die).min(self.common_depth(other));
        let (ours, theirs) = (self.ratios(die, pruning, "off", depth), self.ratios(other, pruning, "off", depth));
        ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect()
    }

    fn largest_difference(&self) -> f64 {
        let mut worst = 0.0f64;
        for (die, _) in DICE {
            for depth in 1..=self.common_depth(die) {
                for (position, _, value) in self.find(die, "none", "off", depth) {
                    for pruning in PRUNINGS {
                        for (kept, _) in TABLES {
                            let found = self.find(die, pruning, kept, depth);
                            let same = found.iter().find(|(other, _, _)| *other == position);
                            worst = worst.max(same.map_or(0.0, |(_, _, other)| (other - value).abs()));
                        }
                    }
                }
            }
        }
        worst
    }
}

fn named_depths(deepest: u32) -> Vec<(f64, String)> {
    (1..=deepest).map(|depth| (f64::from(depth), depth.to_string())).collect()
}
