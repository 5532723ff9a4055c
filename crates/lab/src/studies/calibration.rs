//! Whether the chances that the program tells come true.

use crate::plot::{Axis, Chart, Dot, Series, Stroke};
use crate::report::{Column, DataTable, FindingVerdict, ReportTable, StudyReport, TableValue};
use crate::{
    Comparison, DataRow, DataRows, Judgement, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions,
};
use plyground_arena::calibration::{CalibrationPlan, Reliability, ReliabilityBin, observe};
use plyground_core::Game;
use plyground_engine::Spec;
use plyground_search::Limits;

/// The study.
pub struct Calibration;

const PLAYER: &str = "best";
/// Games per cell.
const CHUNK: u64 = 10;
/// A chance that is off by no more than this is right.
const TOLERANCE: f64 = 0.05;
/// Half of a 95 % interval over its standard error.
const HALF_WIDTH: f64 = 1.96;

impl Study for Calibration {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "calibration",
            question: "When the program says 70 %, does that side score 70 %?",
            source: "ours",
            timed: false,
            takes_games: true,
            takes_maps: false,
            takes_player: true,
            takes_shard: true,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let spec: Spec = options.player.as_deref().unwrap_or(PLAYER).parse()?;
        let mut cells = Vec::new();
        for board in StudyBoard::of_every_game() {
            if board.open()?.0.facts().players != 2 {
                continue;
            }
            for chunk in 0..options.games(1, 100, 1000).div_ceil(CHUNK) {
                let key = format!("{}, part {chunk}", board.name);
                let plan = CalibrationPlan {
                    game: board.game.to_string(),
                    boards: vec![board.setup.clone()],
                    moves: String::new(),
                    spec: spec.clone(),
                    limits: Limits::nodes(nodes(options)),
                    games: options.games(1, 100, 1000).min(CHUNK),
                    seed: options.seed_of(&key),
                };
                cells.push(StudyCell::new(key, 1.0, move |_| Ok(Some(play(&plan, chunk)?))));
            }
        }
        Ok(cells)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method(format!(
            "{} plays games against itself with {} nodes a move after a few random plies. Before every move (and every roll) the chance of the \
             first player is written down as the program would tell it, unless the result is proven. Chances are compared with the final scores \
             in ten bins; games are the units, because positions of one game are not independent.",
            options.player.as_deref().unwrap_or(PLAYER),
            nodes(options)
        ));
        let games: Vec<(String, Reliability)> =
            table.words("game").into_iter().map(|game| (game.clone(), reliability(table, &game))).collect();
        report.sheets.push(sheet(&games));
        let looks = games.iter().map(|(_, found)| found.bins.len()).sum();
        for (game, found) in &games {
            report.add_figure(
                game,
                format!("{game}: scores by predicted chance, with 95 % intervals."),
                figure(game, found)?,
            );
            judge(&mut report, game, found, looks);
        }
        Ok(report)
    }
}

fn nodes(options: &StudyOptions) -> u64 {
    options.size.pick(20, 200, 1000)
}

/// One row per position.
fn play(plan: &CalibrationPlan, chunk: u64) -> Result<DataRows, LabError> {
    let seen = observe(plan)?;
    let row = |seen: &plyground_arena::calibration::Observation| {
        let row = DataRow::new().text("game", &plan.game).with("number", (chunk * CHUNK + seen.game) as f64);
        row.with("predicted", seen.predicted.as_slice()[0]).with("result", seen.result.as_slice()[0])
    };
    Ok(seen.list.iter().map(row).collect())
}

fn reliability(table: &DataTable, game: &str) -> Reliability {
    let words = [("game", game)];
    let rows = table.with(&words);
    Reliability::of_predictions(
        rows.map(|row| (row.count("predicted"), row.count("result"), row.count("number") as u64)),
    )
}

/// Predicted minus observed.
fn error(bin: &ReliabilityBin, looks: usize) -> Comparison {
    Comparison::of_estimate(bin.predicted - bin.observed, bin.deviation, bin.games as u64, looks)
}

fn sheet(games: &[(String, Reliability)]) -> ReportTable {
    let columns = vec![
        Column::new("game", "", "the game"),
        Column::new("positions", "", "positions whose chance was in the bin"),
        Column::new("games", "", "games that they come from"),
        Column::new("predicted, %", "%", "mean chance that was told"),
        Column::new("observed, %", "%", "mean score that followed"),
    ];
    let mut sheet = ReportTable::new("bins", "Chances and what became of them", columns);
    for (game, found) in games {
        for bin in &found.bins {
            sheet.add(vec![
                game.as_str().into(),
                (bin.count as u64).into(),
                (bin.games as u64).into(),
                TableValue::Number(100.0 * bin.predicted, 1),
                TableValue::Estimate(observed(bin), 1),
            ]);
        }
    }
    sheet
}

fn observed(bin: &ReliabilityBin) -> [f64; 3] {
    let half = HALF_WIDTH * bin.deviation;
    [bin.observed - half, bin.observed, bin.observed + half].map(|share| 100.0 * share)
}

fn figure(game: &str, found: &Reliability) -> Result<String, LabError> {
    let dots = found.bins.iter().map(|bin| Dot::between(100.0 * bin.predicted, observed(bin)));
    let chart = Chart {
        title: format!("{game}: scores by predicted chance"),
        x: Axis::linear("predicted chance, %").between(0.0, 100.0),
        y: Axis::linear("mean score, %").between(0.0, 100.0),
        series: vec![
            Series::new("bins", dots.collect()).drawn(Stroke::Dots),
            Series::new("equal", vec![Dot::new(0.0, 0.0), Dot::new(100.0, 100.0)]).drawn(Stroke::Broken),
        ],
    };
    chart.svg()
}

fn judge(report: &mut StudyReport, game: &str, found: &Reliability, looks: usize) {
    let cases: Vec<Judgement> = found.bins.iter().map(|bin| error(bin, looks).within(0.0, TOLERANCE)).collect();
    let count = |verdict| cases.iter().filter(|case| case.verdict == verdict).count();
    let worst = found.bins.iter().max_by(|a, b| a.error().total_cmp(&b.error()));
    let worst = worst.map_or(String::new(), |bin| {
        let [low, middle, high] = error(bin, looks).interval.map(|share| 100.0 * share);
        format!(
            " The farthest off tells {:.0} % and is {middle:+.1} points ({low:+.1} to {high:+.1}) from what happened.",
            100.0 * bin.predicted
        )
    });
    report.add_judged(
        format!("{game}: chances are right within {:.0} points.", 100.0 * TOLERANCE),
        Judgement::together(cases.iter().copied()),
        format!(
            "Of {} bins {} are surely right and {} surely wrong (all {looks} intervals together); the mean error is {:.1} points.{worst}",
            cases.len(),
            count(FindingVerdict::Holds),
            count(FindingVerdict::Fails),
            100.0 * found.mean_error
        ),
        "games",
    );
}
