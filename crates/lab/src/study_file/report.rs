//! The report of a study file: every comparison with an interval that allows for all of them.

use super::measure::{Metric, games};
use super::{Direction, PlannedComparison, StudyFile, scaling};
use crate::plot::{Axis, BarChart};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::{Comparison, DataRow, Judgement, LabError, StudyOptions, math, study_match};

/// Bars that can be told apart.
const MOST_BARS: usize = 24;

/// The whole report.
pub(super) fn report(study: &StudyFile, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
    let mut report = StudyReport::default();
    report.add_method(method(study, options, table));
    report.add_method(
        "Every comparison is paired: the same openings and dice, or the same positions, under both conditions. Intervals allow for the number \
         of comparisons, so that the chance of any wrong verdict is at most 5 %.",
    );
    report.sheets.push(condition_sheet(study));
    report.sheets.push(comparison_sheet(study, table));
    report.sheets.push(board_sheet(study, table));
    if study.metric != Metric::Score {
        report.sheets.push(value_sheet(study, table));
    }
    if study.fit.is_some() {
        scaling::add(study, table, &mut report)?;
        return Ok(report);
    }
    draw(study, table, &mut report)?;
    for planned in &study.comparisons {
        let found = compare(study, table, planned, None, study.comparisons.len());
        report.add_judged(
            &planned.claim,
            judge(study.metric, planned, &found),
            figures(study, planned, &found),
            unit(study.metric),
        );
    }
    Ok(report)
}

fn method(study: &StudyFile, options: &StudyOptions, table: &DataTable) -> String {
    let boards: Vec<&str> = study.boards.iter().map(|board| board.board.name.as_str()).collect();
    let boards = boards.join(", ");
    let limits = format!("{}", LimitText(study));
    match study.metric {
        Metric::Score => format!(
            "Matches of {} games in pairs with swapped seats, openings {}, {limits}. Boards: {boards}.",
            games(study, options).div_ceil(2) * 2,
            study.openings
        ),
        metric => {
            let mut places: Vec<(&str, f64)> =
                table.rows().iter().map(|row| (row.word("board"), row.count("position"))).collect();
            places.sort_by(|a, b| a.0.cmp(b.0).then(a.1.total_cmp(&b.1)));
            places.dedup();
            format!(
                "{} of searches of {} positions after random plies, {limits}. Boards: {boards}.{}",
                capital(noun(metric)),
                places.len(),
                match metric {
                    Metric::Regret =>
                        " Positions that the solver does not solve, and those without a choice, are left out.",
                    Metric::Seconds =>
                        " Each search is repeated three times, in turn with the others; the median counts.",
                    _ => "",
                }
            )
        }
    }
}

/// The limits in words.
struct LimitText<'a>(&'a StudyFile);

impl std::fmt::Display for LimitText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limits = &self.0.limits;
        let words = [
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.time.map(|time| format!("{} ms", time.as_millis())),
            limits.iterations.map(|iterations| format!("{iterations} iterations")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if words.is_empty() {
            f.write_str("limits as the specs say")
        } else {
            write!(f, "at most {} unless a spec says otherwise", words.join(", "))
        }
    }
}

fn noun(metric: Metric) -> &'static str {
    match metric {
        Metric::Score => "score",
        Metric::Nodes => "nodes",
        Metric::Depth => "depth",
        Metric::Seconds => "processor seconds",
        Metric::Regret => "regret (the share of a game that the chosen move gives away against best play)",
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

pub(super) fn unit(metric: Metric) -> &'static str {
    if metric == Metric::Score { "pairs of games" } else { "positions" }
}

/// Compares two conditions, on one board or on all together.
pub(super) fn compare(
    study: &StudyFile,
    table: &DataTable,
    planned: &PlannedComparison,
    board: Option<&str>,
    looks: usize,
) -> Comparison {
    let [one, other] = [planned.one, planned.other].map(|number| study.conditions[number].name.as_str());
    let on_board = |row: &&DataRow| board.is_none_or(|board| row.is("board", board));
    if study.metric == Metric::Score {
        let words = [("one", one), ("other", other)];
        return Comparison::of_score(
            &study_match::units(&study_match::pairs(table.with(&words).filter(on_board))),
            looks,
        );
    }
    let theirs: Vec<&DataRow> = table.rows().iter().filter(|row| row.is("condition", other)).collect();
    let words = [("condition", one)];
    let pairs = table.with(&words).filter(on_board).filter_map(|row| {
        let same =
            |twin: &&&DataRow| twin.is("board", row.word("board")) && twin.number("position") == row.number("position");
        Some((row.number("value")?, theirs.iter().find(same)?.number("value")?))
    });
    if study.metric.is_ratio() {
        Comparison::of_ratios(
            &pairs.filter(|pair| pair.1 > 0.0).map(|(one, other)| one / other).collect::<Vec<_>>(),
            looks,
        )
    } else {
        Comparison::of_differences(&pairs.map(|(one, other)| one - other).collect::<Vec<_>>(), looks)
    }
}

fn judge(metric: Metric, planned: &PlannedComparison, found: &Comparison) -> Judgement {
    let equal = match metric {
        Metric::Score => 0.5,
        metric if metric.is_ratio() => 1.0,
        _ => 0.0,
    };
    match planned.direction {
        Direction::Above => found.above(equal),
        Direction::Below => found.below(equal),
        Direction::Other => found.differs_from(equal),
    }
}

fn figures(study: &StudyFile, planned: &PlannedComparison, found: &Comparison) -> String {
    let [one, other] = [planned.one, planned.other].map(|number| study.conditions[number].name.as_str());
    let all = if study.comparisons.len() > 1 {
        format!(", all {} comparisons together", study.comparisons.len())
    } else {
        String::new()
    };
    let said = |scale: f64, digits: usize| {
        let [low, middle, high] = found.interval.map(|number| scale * number);
        format!("{middle:.digits$} ({low:.digits$} to {high:.digits$}{all})")
    };
    let count = found.units;
    match study.metric {
        Metric::Score => format!("`{one}` scores {} % against `{other}` in {count} pairs of games.", said(100.0, 1)),
        Metric::Regret => {
            format!("`{one}` gives away {} points of 100 more than `{other}` on {count} positions.", said(100.0, 2))
        }
        Metric::Depth => format!("`{one}` reaches {} plies more than `{other}` on {count} positions.", said(1.0, 2)),
        Metric::Nodes | Metric::Seconds => {
            format!("`{one}` takes {} of the {} of `{other}` on {count} positions.", said(1.0, 3), noun(study.metric))
        }
    }
}

/// Unit, meaning, scale and decimals of the compared number.
fn value_column(metric: Metric) -> (Column, f64, usize) {
    match metric {
        Metric::Score => (Column::new("score, %", "%", "share of the points of the first condition"), 100.0, 2),
        Metric::Nodes => {
            (Column::new("ratio", "", "nodes of the first over those of the second, geometric mean"), 1.0, 4)
        }
        Metric::Seconds => {
            (Column::new("ratio", "", "processor time of the first over that of the second, geometric mean"), 1.0, 4)
        }
        Metric::Depth => (Column::new("difference", "plies", "depth of the first minus that of the second"), 1.0, 3),
        Metric::Regret => (
            Column::new("difference, %", "%", "regret of the first minus that of the second, in hundredths of a game"),
            100.0,
            3,
        ),
    }
}

fn condition_sheet(study: &StudyFile) -> ReportTable {
    let mut columns =
        vec![Column::new("condition", "", "name of the condition"), Column::new("spec", "", "spec of the player")];
    let mut factors: Vec<&str> = Vec::new();
    for (name, _) in study.conditions.iter().flat_map(|condition| &condition.values) {
        if !factors.contains(&name.as_str()) {
            factors.push(name);
        }
    }
    columns.extend(factors.iter().map(|name| Column::new(name, "", "value of this factor")));
    let mut sheet = ReportTable::new("conditions", "The conditions", columns);
    for condition in &study.conditions {
        let mut row: Vec<TableValue> = vec![condition.name.as_str().into(), condition.spec.as_str().into()];
        row.extend(factors.iter().map(|factor| {
            let value = condition.values.iter().find(|(name, _)| name == factor);
            value.map_or(TableValue::Empty, |(_, value)| value.as_str().into())
        }));
        sheet.add(row);
    }
    sheet
}

fn comparison_columns(study: &StudyFile) -> (Vec<Column>, f64, usize) {
    let (value, scale, digits) = value_column(study.metric);
    let columns = vec![
        Column::new("one", "", "the first condition"),
        Column::new("other", "", "the second condition"),
        Column::new(unit(study.metric), "", "independent units of the comparison"),
        value,
    ];
    (columns, scale, digits)
}

fn comparison_row(
    study: &StudyFile,
    planned: &PlannedComparison,
    found: &Comparison,
    scale: f64,
    digits: usize,
) -> Vec<TableValue> {
    let [one, other] =
        [planned.one, planned.other].map(|number| TableValue::from(study.conditions[number].name.as_str()));
    let interval = found.interval.map(|number| scale * number);
    let value = if found.units > 1 {
        TableValue::Estimate(interval, digits)
    } else {
        TableValue::maybe(Some(interval[1]), digits)
    };
    vec![one, other, found.units.into(), value]
}

fn comparison_sheet(study: &StudyFile, table: &DataTable) -> ReportTable {
    let (columns, scale, digits) = comparison_columns(study);
    let mut sheet =
        ReportTable::new("comparisons", "All boards together; intervals for all comparisons together", columns);
    for planned in &study.comparisons {
        let found = compare(study, table, planned, None, study.comparisons.len());
        sheet.add(comparison_row(study, planned, &found, scale, digits));
    }
    sheet
}

fn board_sheet(study: &StudyFile, table: &DataTable) -> ReportTable {
    let (mut columns, scale, digits) = comparison_columns(study);
    columns.insert(0, Column::new("board", "", "game and board"));
    let mut sheet = ReportTable::new("boards", "Board by board; 95 % intervals of each alone", columns);
    for board in &study.boards {
        for planned in &study.comparisons {
            let found = compare(study, table, planned, Some(&board.board.name), 1);
            let mut row = comparison_row(study, planned, &found, scale, digits);
            row.insert(0, board.board.name.as_str().into());
            sheet.add(row);
        }
    }
    sheet
}

fn value_sheet(study: &StudyFile, table: &DataTable) -> ReportTable {
    let unit = match study.metric {
        Metric::Seconds => "s",
        Metric::Depth => "plies",
        Metric::Regret => "games",
        _ => "",
    };
    let columns = vec![
        Column::new("board", "", "game and board"),
        Column::new("condition", "", "name of the condition"),
        Column::new("positions", "", "positions measured"),
        Column::new(study.metric.word(), unit, &format!("{}, mean over positions", noun(study.metric))),
    ];
    let mut sheet = ReportTable::new("values", "Means by board and condition; 95 % intervals of each alone", columns);
    for board in &study.boards {
        for condition in &study.conditions {
            let words = [("board", board.board.name.as_str()), ("condition", condition.name.as_str())];
            let values: Vec<f64> = table.with(&words).filter_map(|row| row.number("value")).collect();
            let mean =
                if values.is_empty() { TableValue::Empty } else { TableValue::Estimate(math::interval(&values), 4) };
            sheet.add(vec![words[0].1.into(), words[1].1.into(), (values.len() as u64).into(), mean]);
        }
    }
    sheet
}

fn draw(study: &StudyFile, table: &DataTable, report: &mut StudyReport) -> Result<(), LabError> {
    let (column, scale, _) = value_column(study.metric);
    let shown = &study.comparisons[..study.comparisons.len().min(MOST_BARS)];
    let name = |planned: &PlannedComparison| {
        let [one, other] = [planned.one, planned.other].map(|number| study.conditions[number].name.as_str());
        format!("{one} / {other}")
    };
    let bar = |planned: &PlannedComparison| {
        let found = compare(study, table, planned, None, study.comparisons.len());
        let interval = found.interval.map(|number| scale * number);
        interval.iter().all(|number| number.is_finite()).then_some(interval)
    };
    let bars = BarChart {
        title: study.facts.question.to_string(),
        groups: shown.iter().map(name).collect(),
        label: String::new(),
        y: Axis::linear(&column.title),
        series: vec![(String::new(), shown.iter().map(bar).collect())],
    };
    report.add_figure(
        "comparisons",
        format!("{}; intervals for all comparisons together.", capital(&column.meaning)),
        bars.svg()?,
    );
    Ok(())
}
