//! What sorting moves is worth, by how deep it reaches and how full the board is.

use crate::plot::{Axis, BarChart, Chart, Dot, Series};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::{Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions, math};
use plyground_search::Limits;

/// The study.
pub struct MoveSorting;

const MAPS: [&str; 6] = ["standard", "skirmish", "moebius", "spiral", "bastion", "seed=16,players=2,cols=14,rows=14"];

/// State of the game and the least share of tiles that are filled in it.
const STATES: [(&str, f64); 3] = [("start", 0.0), ("middle", 0.3), ("end", 0.9)];

/// Name and spec. All but the last two do without a table, as the client of 2016 did.
const ORDERS: [(&str, &str); 8] = [
    ("none", "ordering=none, table=off"),
    ("root pseudo-sorted", "ordering=root, table=off"),
    ("root sorted", "ordering=sorted, table=off"),
    ("sorted to ply 1", "ordering=full:1, table=off"),
    ("sorted to ply 2", "ordering=full:2, table=off"),
    ("sorted to ply 3", "ordering=full:3, table=off"),
    ("table+killers+history", "ordering=all, promise=off, table=16MB"),
    ("the same + guess", "ordering=all, table=16MB"),
];

/// What the client of 2016 had.
const OLD: [&str; 2] = ["root pseudo-sorted", "root sorted"];
/// Two orders are about equal when they differ by less than this share.
const EQUAL: f64 = 0.1;

/// For data dictionaries.
const STATE: &str = "state of the game: start, middle, end";

impl Study for MoveSorting {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "move-sorting",
            question: "How many nodes and how much time does sorting moves save, by depth and state of the game?",
            source: "ReversiXT client, 2016",
            timed: true,
            takes_games: false,
            takes_maps: true,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let limits = Limits {
            depth: Some(options.size.pick(2, 6, 9)),
            nodes: Some(options.size.pick(2_000, 80_000, 2_000_000)),
            ..Limits::default()
        };
        let usual = &MAPS[..options.size.pick(2, 6, 6)];
        let mut cells = Vec::new();
        for board in StudyBoard::maps(options, usual)? {
            for (state, share) in STATES {
                for (name, words) in ORDERS {
                    // There is only one start.
                    let positions = if share > 0.0 { options.size.pick(1, 2, 4) } else { 1 };
                    for position in 0..positions {
                        let probe = SearchProbe {
                            board: board.clone(),
                            spec: format!("search(algorithm=alphabeta, {words})"),
                            limits,
                            place: ProbePosition::Filled(share),
                            seed: options.seed_of(&format!("position {position}")),
                            timed: true,
                        };
                        let base = DataRow::new().text("map", &board.name).text("state", state).text("ordering", name);
                        let base = base.with("position", f64::from(position));
                        let key = format!("{}, {state}, {name}, position {position}", board.name);
                        cells.push(StudyCell::new(key, 1.0, move |cancel| {
                            let found = probe.run(cancel)?;
                            let base = base.clone().with("filled", found.whole.count("filled"));
                            Ok(Some(found.iterations.iter().map(|row| base.clone().and(row)).collect()))
                        }));
                    }
                }
            }
        }
        Ok(cells)
    }

    fn report(&self, _options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        let fills: Vec<String> = STATES
            .iter()
            .map(|(state, _)| {
                let fills: Vec<f64> = table.with(&[("state", state)]).map(|row| row.count("filled")).collect();
                let least = fills.iter().copied().fold(1.0, f64::min);
                format!("{state} {:.0} to {:.0} %", 100.0 * least, 100.0 * fills.iter().copied().fold(0.0, f64::max))
            })
            .collect();
        report.add_method(format!(
            "Alpha-beta with iterative deepening on {} maps ({}), from the first position and from positions that random games \
             reached. Tiles filled there: {}; where random games do not fill 90 % of a map, the fullest position was taken. All \
             orders search the same positions to the same depth or node limit, one at a time, because time is measured. Every \
             figure is nodes (or processor seconds) up to the end of a depth over those without any order; the means are geometric. The \
             processor time of a search is divided among its iterations as the clock divided them.",
            table.words("map").len(),
            table.words("map").join(", "),
            fills.join(", ")
        ));
        report.sheets.push(summary(table));
        report.sheets.push(details(table));
        draw(&mut report, table)?;
        judge(&mut report, table);
        Ok(report)
    }
}

/// What an order needs to a depth over what no order needs, for every position that both searched so deep.
fn ratios(table: &DataTable, state: &str, ordering: &str, depth: f64, what: &str) -> Vec<f64> {
    ratios_between(table, state, [ordering, "none"], depth, what)
}

/// What the first order needs to a depth over what the second needs, for every position that both searched so deep.
fn ratios_between(table: &DataTable, state: &str, [ordering, base]: [&str; 2], depth: f64, what: &str) -> Vec<f64> {
    let at = |row: &&DataRow| row.number("depth") == Some(depth);
    let plain_words = [("state", state), ("ordering", base)];
    let plain: Vec<&DataRow> = table.with(&plain_words).filter(at).collect();
    let words = [("state", state), ("ordering", ordering)];
    let ratio = |row: &DataRow| {
        let same =
            |other: &&&DataRow| other.is("map", row.word("map")) && other.number("position") == row.number("position");
        let other = plain.iter().find(same)?.number(what)?;
        (other > 0.0).then(|| row.count(what) / other)
    };
    table.with(&words).filter(at).filter_map(ratio).collect()
}

/// The deepest depth that at least half of the positions of a state were searched to by every order.
fn common_depth(table: &DataTable, state: &str) -> f64 {
    let all = ratios(table, state, "none", 1.0, "nodes").len();
    let enough = |depth: &u32| {
        let count = |name: &str| ratios(table, state, name, f64::from(*depth), "total nodes").len();
        all > 0 && ORDERS.iter().all(|(name, _)| 2 * count(name) >= all)
    };
    f64::from((1..=20).take_while(enough).last().unwrap_or(1))
}

fn summary(table: &DataTable) -> ReportTable {
    let mut sheet = ReportTable::new(
        "summary",
        "Nodes and time up to a depth, over those without any order",
        vec![
            Column::new("state", "", STATE),
            Column::new("depth", "plies", "depth up to which was counted"),
            Column::new("ordering", "", "order of moves"),
            Column::new("positions", "", "positions that were searched so deep with and without the order"),
            Column::new("nodes", "", "nodes over those without any order, geometric mean over positions"),
            Column::new("time", "", "processor time over that without any order, geometric mean over positions"),
        ],
    );
    for (state, _) in STATES {
        for depth in 1..=common_depth(table, state) as u32 {
            for (name, _) in ORDERS {
                let depth = f64::from(depth);
                let nodes = ratios(table, state, name, depth, "total nodes");
                let time = ratios(table, state, name, depth, "total seconds");
                sheet.add(vec![
                    state.into(),
                    TableValue::Number(depth, 0),
                    name.into(),
                    (nodes.len() as u64).into(),
                    TableValue::Estimate(math::ratio_interval(&nodes), 3),
                    TableValue::Estimate(math::ratio_interval(&time), 3),
                ]);
            }
        }
    }
    sheet.shown = 160;
    sheet
}

fn details(table: &DataTable) -> ReportTable {
    let columns = vec![
        Column::new("map", "", "the map"),
        Column::new("state", "", STATE),
        Column::new("filled", "", "share of the tiles that bear stones"),
        Column::new("position", "", "number of the position on its map"),
        Column::new("ordering", "", "order of moves"),
        Column::new("depth", "plies", "depth up to which was counted"),
        Column::new("nodes", "", "nodes up to the end of the depth"),
        Column::new("seconds", "s", "processor time up to the end of the depth"),
    ];
    let mut sheet = ReportTable::new("details", "Nodes and seconds up to every depth", columns);
    for row in table.rows() {
        sheet.add(vec![
            row.word("map").into(),
            row.word("state").into(),
            TableValue::Number(row.count("filled"), 2),
            TableValue::Number(row.count("position"), 0),
            row.word("ordering").into(),
            TableValue::Number(row.count("depth"), 0),
            TableValue::Number(row.count("total nodes"), 0),
            TableValue::Number(row.count("total seconds"), 6),
        ]);
    }
    sheet.shown = 24;
    sheet
}

fn draw(report: &mut StudyReport, table: &DataTable) -> Result<(), LabError> {
    for (state, _) in STATES {
        let deepest = common_depth(table, state) as u32;
        let mut series = Vec::new();
        for (name, _) in ORDERS {
            let dots = (1..=deepest).map(|depth| {
                let ratios = ratios(table, state, name, f64::from(depth), "total nodes");
                Dot::between(f64::from(depth), math::ratio_interval(&ratios).map(|ratio| 100.0 * ratio))
            });
            series.push(Series::new(name, dots.collect()));
        }
        let depths = (1..=deepest).map(|depth| (f64::from(depth), depth.to_string())).collect();
        let chart = Chart {
            title: format!("Nodes by depth, {state} of the game"),
            x: Axis { names: depths, ..Axis::linear("depth") },
            y: Axis::log("% of the nodes without order"),
            series,
        };
        let caption = format!("Geometric mean over maps and positions with 95 % intervals; {state} of the game.");
        report.add_figure(&format!("nodes-{state}"), caption, chart.svg()?);
    }
    let bar = |name: &str, state: &str| {
        let ratios = ratios(table, state, name, common_depth(table, state), "total seconds");
        Some(math::ratio_interval(&ratios).map(|ratio| 100.0 * ratio))
    };
    let orders = ORDERS.iter().skip(1);
    let bars = BarChart {
        title: "Time at the deepest common depth".to_string(),
        groups: STATES.iter().map(|(s, _)| format!("{s} (depth {})", common_depth(table, s))).collect(),
        label: "state of the game".to_string(),
        y: Axis::linear("% of the time without order"),
        series: orders
            .map(|(name, _)| (name.to_string(), STATES.iter().map(|(state, _)| bar(name, state)).collect()))
            .collect(),
    };
    report.add_figure("time", "Below 100 % sorting pays. 95 % intervals over maps and positions.", bars.svg()?);
    Ok(())
}

fn judge(report: &mut StudyReport, table: &DataTable) {
    let cases: Vec<(&str, &str)> =
        OLD.iter().flat_map(|name| STATES.iter().map(move |(state, _)| (*name, *state))).collect();
    let found: Vec<Comparison> = cases
        .iter()
        .map(|(name, state)| Comparison::of_ratios(&ratios(table, state, name, 1.0, "total nodes"), cases.len()))
        .collect();
    let said: Vec<String> =
        cases.iter().zip(&found).map(|((name, state), found)| written(name, state, found.interval)).collect();
    report.add_judged(
        "2016: at depth 1 sorted and unsorted search are about equal.",
        Judgement::together(found.iter().map(|found| found.within(1.0, EQUAL))),
        format!(
            "Nodes at depth 1 over those without order, all intervals together; equal is within {:.0} %: {}.",
            100.0 * EQUAL,
            said.join("; ")
        ),
        "positions",
    );
    let compare = |name: &str, state: &str, looks: usize| {
        Comparison::of_ratios(&ratios(table, state, name, common_depth(table, state), "total seconds"), looks)
    };
    let time = |name: &str, state: &str, what: &str| {
        math::ratio_interval(&ratios(table, state, name, common_depth(table, state), what))
    };
    let early: Vec<(&str, &str)> = OLD.iter().flat_map(|name| [(*name, "start"), (*name, "middle")]).collect();
    let found: Vec<Comparison> = early.iter().map(|(name, state)| compare(name, state, early.len())).collect();
    let said: Vec<String> =
        early.iter().zip(&found).map(|((name, state), found)| written(name, state, found.interval)).collect();
    report.add_judged(
        "2016: at higher depth sorting at the root is faster.",
        Judgement::together(found.iter().map(|found| found.below(1.0))),
        format!(
            "Time at the deepest common depth over that without order, all intervals together: {}.",
            said.join("; ")
        ),
        "positions",
    );
    let found: Vec<Comparison> = OLD.iter().map(|name| compare(name, "end", OLD.len())).collect();
    let said: Vec<String> = OLD.iter().zip(&found).map(|(name, found)| written(name, "end", found.interval)).collect();
    report.add_judged(
        "2016: when nearly all tiles are filled, sorting makes the search slower.",
        Judgement::together(found.iter().map(|found| found.above(1.0))),
        format!("{}.", said.join("; ")),
        "positions",
    );
    judge_reach(report, table);
    let best = |state: &str| {
        let ratio = |name: &str| time(name, state, "total seconds")[1];
        let names = ORDERS.iter().map(|(name, _)| *name);
        let best = names.min_by(|a, b| ratio(a).total_cmp(&ratio(b))).unwrap_or("none");
        format!("{state}: {best} ({:.0} % of the time)", 100.0 * ratio(best))
    };
    let found = STATES.map(|(state, _)| (state, compare("table+killers+history", state, STATES.len())));
    let said = found.map(|(state, found)| written("all three", state, found.interval));
    report.add_judged(
        "Table, killers and history together make the search faster in every state (ours).",
        Judgement::together(found.map(|(_, found)| found.below(1.0))),
        format!("{}. Fastest by state: {}.", said.join("; "), STATES.map(|(state, _)| best(state)).join("; ")),
        "positions",
    );
}

/// How deep sorting should reach: each ply more against one ply less.
fn judge_reach(report: &mut StudyReport, table: &DataTable) {
    for (more, less) in [(1, 0), (2, 1), (3, 2)] {
        let name = |ply: i32| if ply == 0 { "root sorted".to_string() } else { format!("sorted to ply {ply}") };
        let (one, other) = (name(more), name(less));
        let found = STATES.map(|(state, _)| {
            let pair = [one.as_str(), other.as_str()];
            let ratios = ratios_between(table, state, pair, common_depth(table, state), "total seconds");
            Comparison::of_ratios(&ratios, 3 * STATES.len())
        });
        let said: Vec<String> =
            STATES.iter().zip(&found).map(|((state, _), found)| format!("{state} {}", found.text(2))).collect();
        report.add_judged(
            format!("2016 asked how deep to sort: {one} is faster than {other}."),
            Judgement::together(found.iter().map(|found| found.below(1.0))),
            format!("Time over that of {other}, all nine intervals together: {}.", said.join(", ")),
            "positions",
        );
    }
}

fn written(name: &str, state: &str, [low, middle, high]: [f64; 3]) -> String {
    format!("{name}, {state} {middle:.2} ({low:.2} to {high:.2})")
}
