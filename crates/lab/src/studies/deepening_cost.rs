//! What iterative deepening costs: the share of the last iteration in the whole work.

use crate::plot::{Axis, Chart, ColourScale, Dot, HeatMap, Series, Stroke};
use crate::report::{Column, DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::{Comparison, DataRow, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions, math};
use plyground_core::{Facts, Game};
use plyground_search::Limits;

/// The study.
pub struct DeepeningCost;

/// Name and spec of the searches in games without dice.
const SEARCHES: &[(&str, &str)] = &[
    ("minimax", "search(algorithm=minimax, ordering=none, table=off)"),
    ("alpha-beta", "search(algorithm=alphabeta, ordering=none, table=off)"),
    ("everything", "search"),
];
/// Name and spec of the searches in games with dice.
const DICE_SEARCHES: &[(&str, &str)] =
    &[("expectimax", "expectimax(pruning=none, table=off)"), ("everything", "expectimax")];
/// Random plies between one position and the next.
const PLIES_APART: usize = 5;
/// Depth 1 says nothing about the share of the last of several iterations.
const SHALLOWEST: f64 = 2.0;

/// The share of the last of `depth` iterations whose work grows by a factor of `b` each:
/// b^d / (b + b² + … + b^d) = b^(d-1) (b - 1) / (b^d - 1).
fn formula(b: f64, depth: f64) -> f64 {
    if (b - 1.0).abs() < 1e-9 { 1.0 / depth } else { b.powf(depth - 1.0) * (b - 1.0) / (b.powf(depth) - 1.0) }
}

impl Study for DeepeningCost {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "deepening-cost",
            question: "How much of the whole work of iterative deepening is its last iteration?",
            source: "ReversiXT client, 2016",
            timed: false,
            takes_games: false,
            takes_maps: false,
            takes_player: false,
            takes_shard: false,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let limits = Limits {
            depth: Some(options.size.pick(4, 12, 16)),
            nodes: Some(options.size.pick(5_000, 2_000_000, 40_000_000)),
            ..Limits::default()
        };
        let mut cells = Vec::new();
        for (board, name, spec) in searches()? {
            let game = board.game;
            for position in 0..options.size.pick(1, 6, 20) {
                let key = format!("{game}, {name}, position {position}");
                let probe = SearchProbe {
                    board: board.clone(),
                    spec: spec.to_string(),
                    limits,
                    place: ProbePosition::Plies(PLIES_APART * position),
                    seed: options.seed_of(&format!("{game}, position {position}")),
                    timed: false,
                };
                let base = DataRow::new().text("game", game).text("search", name).with("position", position as f64);
                cells.push(StudyCell::new(key, 1.0, move |cancel| {
                    let found = probe.run(cancel)?.iterations;
                    let first = found.first().map_or(1.0, |row| row.count("nodes").max(1.0));
                    let told = |row: &DataRow| {
                        let (depth, nodes) = (row.count("depth"), row.count("nodes"));
                        let growth = (nodes / first).powf(1.0 / (depth - 1.0).max(1.0));
                        let share = nodes / row.count("total nodes");
                        base.clone().and(row).with("share", share).with("branching", growth)
                    };
                    Ok(Some(found.iter().map(told).collect()))
                }));
            }
        }
        Ok(cells)
    }

    fn report(&self, _options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(
            "If every iteration takes b times the work of the one before, the last of d iterations takes the share \
             b^(d-1) (b-1) / (b^d - 1) of the whole. Searches deepened from the start and from positions after 5, 10, … random \
             plies of each game until their node limit. The measured b of a search to depth d is the (d-1)-th root of the \
             nodes of its last iteration over those of its first; the measured share is that of the last iteration in all \
             nodes. Node counts do not depend on the machine.",
        );
        let points = points(table);
        report.sheets.push(sheet(&points));
        draw(&mut report, &points)?;
        judge(&mut report, &points);
        Ok(report)
    }
}

/// Every game for two players with the searches that suit it: board, name, spec.
fn searches() -> Result<Vec<(StudyBoard, &'static str, &'static str)>, LabError> {
    let mut searches = Vec::new();
    for board in StudyBoard::of_every_game() {
        let suitable = match board.open()?.0.facts() {
            Facts { players: 2, chance: true, .. } => DICE_SEARCHES,
            Facts { players: 2, chance: false, .. } => SEARCHES,
            _ => &[],
        };
        searches.extend(suitable.iter().map(|(name, spec)| (board.clone(), *name, *spec)));
    }
    Ok(searches)
}

/// Searches of the same game, kind and depth together.
struct Point {
    game: String,
    search: String,
    depth: f64,
    branching: f64,
    shares: Vec<f64>,
    expected: Vec<f64>,
}

fn points(table: &DataTable) -> Vec<Point> {
    let mut points = Vec::new();
    let kinds: Vec<(String, String)> = {
        let games = table.words("game").into_iter();
        games.flat_map(|game| table.words("search").into_iter().map(move |search| (game.clone(), search))).collect()
    };
    for (game, search) in &kinds {
        for depth in 2..=20 {
            let words = [("game", game.as_str()), ("search", search.as_str())];
            let rows = table.with(&words).filter(|row| row.number("depth") == Some(f64::from(depth)));
            let rows: Vec<&DataRow> = rows.filter(|row| row.count("branching") > 1.0).collect();
            if rows.is_empty() {
                continue;
            }
            let branching: Vec<f64> = rows.iter().map(|row| row.count("branching")).collect();
            points.push(Point {
                game: game.clone(),
                search: search.clone(),
                depth: f64::from(depth),
                branching: math::ratio_interval(&branching)[1],
                shares: rows.iter().map(|row| row.count("share")).collect(),
                expected: branching.iter().map(|b| formula(*b, f64::from(depth))).collect(),
            });
        }
    }
    points
}

fn sheet(points: &[Point]) -> ReportTable {
    let mut sheet = ReportTable::new(
        "shares",
        "Share of the last iteration in all nodes, measured and by the formula, in per cent",
        vec![
            Column::new("game", "", "the game"),
            Column::new("search", "", "the search"),
            Column::new("depth", "plies", "depth of the last iteration"),
            Column::new("positions", "", "positions searched"),
            Column::new("b", "", "effective branching factor, mean over positions"),
            Column::new("measured share", "%", "nodes of the last iteration over all nodes"),
            Column::new("by the formula", "%", "what the formula of 2016 expects for b and depth"),
        ],
    );
    for point in points {
        sheet.add(vec![
            point.game.as_str().into(),
            point.search.as_str().into(),
            TableValue::Number(point.depth, 0),
            (point.shares.len() as u64).into(),
            TableValue::Number(point.branching, 2),
            TableValue::Estimate(math::interval(&point.shares).map(|share| 100.0 * share), 1),
            TableValue::Number(100.0 * math::mean(&point.expected), 1),
        ]);
    }
    sheet
}

/// The branching factors of the surface: from 1.25 upwards, ten per factor of four.
fn columns() -> Vec<f64> {
    (0..=24).map(|step| 1.25 * 4f64.powf(f64::from(step) / 10.0)).collect()
}

fn draw(report: &mut StudyReport, points: &[Point]) -> Result<(), LabError> {
    let columns = columns();
    let deepest = points.iter().map(|point| point.depth).fold(6.0, f64::max) as u32;
    let mut games: Vec<&str> = points.iter().map(|point| point.game.as_str()).collect();
    games.dedup();
    let column = |b: f64| (b / 1.25).ln() / 4f64.ln() * 10.0;
    let dots = points.iter().filter(|point| (0.0..=24.0).contains(&column(point.branching))).map(|point| {
        let colour = games.iter().position(|game| *game == point.game).unwrap_or(0);
        (column(point.branching), point.depth - 1.0, dot_colour(colour))
    });
    let heat = HeatMap {
        title: "Share of the last iteration (%) by the formula, and where real searches lie".to_string(),
        x_label: "effective branching factor b".to_string(),
        y_label: "depth d".to_string(),
        columns: columns
            .iter()
            .enumerate()
            .map(|(index, b)| if index % 2 == 0 { format!("{b:.1}") } else { String::new() })
            .collect(),
        rows: (1..=deepest).map(|depth| depth.to_string()).collect(),
        values: (1..=deepest)
            .map(|depth| columns.iter().map(|b| Some(100.0 * formula(*b, f64::from(depth)))).collect())
            .collect(),
        shades: ColourScale::Rising(0.0, 100.0),
        decimals: None,
        dots: dots.collect(),
        legend: games.iter().enumerate().map(|(index, game)| (game.to_string(), dot_colour(index))).collect(),
    };
    let caption = "Colour: the formula. Dots: mean branching factor of the measured searches.";
    report.add_figure("surface", caption, heat.svg()?);
    let mut series = vec![Series::new("equal", vec![Dot::new(0.0, 0.0), Dot::new(100.0, 100.0)]).drawn(Stroke::Broken)];
    for game in games {
        let own = points.iter().filter(|point| point.game == game);
        let dots = own.map(|point| {
            let share = math::interval(&point.shares).map(|share| 100.0 * share);
            Dot::between(100.0 * math::mean(&point.expected), share)
        });
        series.push(Series::new(game, dots.collect()).drawn(Stroke::Dots));
    }
    let chart = Chart {
        title: "Measured share against the formula".to_string(),
        x: Axis::linear("by the formula with the measured b, %").between(0.0, 102.0),
        y: Axis::linear("measured share of the last iteration, %").between(0.0, 102.0),
        series,
    };
    report.add_figure(
        "agreement",
        "Each dot is one search at one depth, with its 95 % interval over positions.",
        chart.svg()?,
    );
    Ok(())
}

/// The colour of a game's dots: well apart on the blue of the surface for the first games.
fn dot_colour(game: usize) -> usize {
    [1, 4, 2].get(game).copied().unwrap_or(game + 2)
}

fn judge(report: &mut StudyReport, points: &[Point]) {
    let deep: Vec<&Point> = points.iter().filter(|point| point.depth > SHALLOWEST).collect();
    let judged: Vec<Judgement> =
        deep.iter().map(|point| Comparison::of_differences(&point.shares, deep.len()).above(0.5)).collect();
    let count = |verdict| judged.iter().filter(|judgement| judgement.verdict == verdict).count();
    let (most, least) = (count(FindingVerdict::Holds), count(FindingVerdict::Fails));
    report.add_judged(
        "2016: the last iteration is most of the work, so that deepening step by step costs little.",
        Judgement::together(judged.iter().copied()),
        format!(
            "Of {} searches deeper than 2 it surely takes more than half of all nodes in {most} and less in {least} (all intervals together).",
            deep.len()
        ),
        "positions",
    );
    let gaps: Vec<f64> =
        deep.iter().map(|point| 100.0 * (math::mean(&point.shares) - math::mean(&point.expected))).collect();
    let absolute = Comparison::of_differences(&gaps.iter().map(|gap| gap.abs()).collect::<Vec<_>>(), 1);
    report.add_judged(
        "2016: the formula for b and d tells the share within five points.",
        absolute.below(5.0),
        format!(
            "Measured minus expected is {:.1} points on average and {} points in absolute value, over {} searches.",
            math::mean(&gaps),
            absolute.text(1),
            gaps.len()
        ),
        "searches",
    );
    // The same game to the same depth with both searches.
    let share = |search: &str, like: &Point| {
        let twin = deep.iter().find(|p| p.search == search && p.game == like.game && p.depth == like.depth)?;
        Some(100.0 * math::mean(&twin.shares))
    };
    let plain = deep.iter().filter(|point| point.search == "minimax");
    let differences: Vec<f64> =
        plain.filter_map(|point| Some(share("everything", point)? - share("minimax", point)?)).collect();
    let found = Comparison::of_differences(&differences, 1);
    report.add_judged(
        "The better the pruning, the dearer the deepening (ours).",
        found.below(0.0),
        format!(
            "With every technique on, the last iteration takes {} points of all nodes more than with minimax, at the same depth.",
            found.text(1)
        ),
        "games and depths",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_the_sum_it_stands_for() {
        for (b, depth) in [(2.0, 3), (5.5, 6), (1.0, 4), (35.0, 2)] {
            let work: Vec<f64> = (1..=depth).map(|iteration| f64::powi(b, iteration)).collect();
            let share = work[depth as usize - 1] / work.iter().sum::<f64>();
            assert!((formula(b, f64::from(depth)) - share).abs() < 1e-12, "{b} {depth}");
        }
    }
}
