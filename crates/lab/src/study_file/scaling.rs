//! Curves of strength against a number such as nodes: Elo per doubling, and how it changes.

use super::report::compare;
use super::{StudyFile, number_of};
use crate::plot::{Axis, Chart, Dot, Series, Stroke};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::{Comparison, Judgement, LabError};
use plyground_arena::stats::elo_of_score;

/// Half of a 95 % interval over its standard error.
const HALF_WIDTH: f64 = 1.96;
/// A score at an end of the scale has no Elo; this is as far as it goes.
const MOST: f64 = 0.999;
/// Points of a drawn curve.
const POINTS: usize = 40;

/// One match of the curve: a number against the one below it.
struct Step {
    from: f64,
    to: f64,
    games: u64,
    score: Comparison,
    /// Elo of the whole step.
    elo: f64,
    error: f64,
}

impl Step {
    fn doublings(&self) -> f64 {
        (self.to / self.from).log2()
    }

    /// Where the step lies, as a logarithm.
    fn place(&self) -> f64 {
        (self.from * self.to).sqrt().log2()
    }
}

/// A line through the gains per doubling, weighted by their precision (least squares).
struct Curve {
    /// Where the mean gain belongs, as a logarithm.
    middle: f64,
    gain: f64,
    gain_error: f64,
    /// How much less a doubling gains after another doubling.
    change: f64,
    change_error: f64,
}

impl Curve {
    fn through(steps: &[Step]) -> Self {
        let points = steps.iter().map(|step| {
            let doublings = step.doublings();
            (step.place(), step.elo / doublings, (step.error / doublings).max(1e-6).powi(-2))
        });
        let points: Vec<(f64, f64, f64)> = points.collect();
        let weight: f64 = points.iter().map(|point| point.2).sum();
        let mean =
            |of: &dyn Fn(&(f64, f64, f64)) -> f64| points.iter().map(|point| point.2 * of(point)).sum::<f64>() / weight;
        let (middle, gain) = (mean(&|point| point.0), mean(&|point| point.1));
        let spread = weight * mean(&|point| (point.0 - middle).powi(2));
        let change = weight * mean(&|point| (point.0 - middle) * (point.1 - gain)) / spread;
        Curve { middle, gain, gain_error: weight.powf(-0.5), change, change_error: spread.powf(-0.5) }
    }

    /// Elo above the first number: the integral of the line.
    fn elo(&self, first: f64, number: f64) -> f64 {
        let whole = |place: f64| self.gain * place + self.change / 2.0 * (place - self.middle).powi(2);
        whole(number.log2()) - whole(first.log2())
    }
}

/// Adds steps, curves, a figure and the findings.
pub(super) fn add(study: &StudyFile, table: &DataTable, report: &mut StudyReport) -> Result<(), LabError> {
    let Some(factor) = study.fit.as_deref() else { return Ok(()) };
    let boards: Vec<(&str, Vec<Step>)> = study
        .boards
        .iter()
        .map(|board| (board.board.name.as_str(), steps(study, table, factor, &board.board.name)))
        .collect();
    report.sheets.push(step_sheet(&boards, factor));
    report.sheets.push(curve_sheet(&boards, factor));
    draw(&boards, factor, report)?;
    for (board, steps) in &boards {
        let curve = Curve::through(steps);
        let gain = Comparison::of_estimate(curve.gain, curve.gain_error, steps.len() as u64, boards.len());
        let pairs = steps.iter().map(|step| step.games / 2).min().unwrap_or(0);
        report.add_judged(
            format!("{board}: every step of {factor} makes the player stronger."),
            Judgement::every(steps.iter().map(|step| step.score.above(0.5))),
            format!("On average {} Elo per doubling.", gain.text(0)),
            "pairs of games of each step",
        );
        let change = Comparison::of_estimate(curve.change, curve.change_error, pairs, boards.len());
        report.add_judged(
            format!("{board}: the more {factor}, the less a doubling gains."),
            change.below(0.0),
            format!("Each doubling changes the gain of the next by {} Elo.", change.text(1)),
            "pairs of games of each step",
        );
    }
    Ok(())
}

fn steps(study: &StudyFile, table: &DataTable, factor: &str, board: &str) -> Vec<Step> {
    let looks = study.comparisons.len() * study.boards.len();
    let step = |planned: &super::PlannedComparison| {
        let [to, from] = [planned.one, planned.other].map(|number| number_of(&study.conditions[number], factor));
        let plain = compare(study, table, planned, Some(board), 1).interval;
        let [low, elo, high] = plain.map(|score| elo_of_score(score.clamp(1.0 - MOST, MOST)).unwrap_or(0.0));
        let score = compare(study, table, planned, Some(board), looks);
        Some(Step { from: from?, to: to?, games: 2 * score.units, score, elo, error: (high - low) / 2.0 / HALF_WIDTH })
    };
    study.comparisons.iter().filter_map(step).collect()
}

fn step_sheet(boards: &[(&str, Vec<Step>)], factor: &str) -> ReportTable {
    let columns = vec![
        Column::new("board", "", "game and board"),
        Column::new("from", "", &format!("{factor} of the second player")),
        Column::new("to", "", &format!("{factor} of the first player")),
        Column::new("games", "", "games played"),
        Column::new("score, %", "%", "share of the points of the first; the intervals hold for all steps together"),
        Column::new("Elo per doubling", "Elo", "logistic Elo of the step over its doublings"),
    ];
    let mut sheet = ReportTable::new("steps", &format!("Step by step along {factor}"), columns);
    for (board, steps) in boards {
        for step in steps {
            let half = HALF_WIDTH * step.error;
            let gain = [step.elo - half, step.elo, step.elo + half].map(|elo| elo / step.doublings());
            sheet.add(vec![
                (*board).into(),
                TableValue::Number(step.from, 0),
                TableValue::Number(step.to, 0),
                step.games.into(),
                TableValue::Estimate(step.score.interval.map(|share| 100.0 * share), 1),
                TableValue::Estimate(gain, 0),
            ]);
        }
    }
    sheet
}

fn curve_sheet(boards: &[(&str, Vec<Step>)], factor: &str) -> ReportTable {
    let columns = vec![
        Column::new("board", "", "game and board"),
        Column::new("middle", "", &format!("{factor} to which the gain belongs")),
        Column::new("gain", "Elo", "Elo per doubling there"),
        Column::new("change", "Elo", "change of that gain after one more doubling"),
    ];
    let mut sheet =
        ReportTable::new("curves", "The fitted curves: gain + change x doublings beyond the middle", columns);
    for (board, steps) in boards {
        let curve = Curve::through(steps);
        let between = |middle: f64, error: f64| [middle - HALF_WIDTH * error, middle, middle + HALF_WIDTH * error];
        sheet.add(vec![
            (*board).into(),
            TableValue::Number(curve.middle.exp2(), 0),
            TableValue::Estimate(between(curve.gain, curve.gain_error), 1),
            TableValue::Estimate(between(curve.change, curve.change_error), 1),
        ]);
    }
    sheet
}

fn draw(boards: &[(&str, Vec<Step>)], factor: &str, report: &mut StudyReport) -> Result<(), LabError> {
    let mut series = Vec::new();
    for (colour, (board, steps)) in boards.iter().enumerate() {
        let Some(first) = steps.first() else { continue };
        let (mut elo, mut variance) = (0.0, 0.0f64);
        let mut dots = vec![Dot::new(first.from, 0.0)];
        for step in steps {
            elo += step.elo;
            variance += step.error.powi(2);
            let half = HALF_WIDTH * variance.sqrt();
            dots.push(Dot::between(step.to, [elo - half, elo, elo + half]));
        }
        series.push(Series::new(board, dots).coloured(colour).drawn(Stroke::Dots));
        let (curve, last) = (Curve::through(steps), steps.last().map_or(first.to, |step| step.to));
        let point = |number: usize| {
            let place = first.from * (last / first.from).powf(number as f64 / POINTS as f64);
            Dot::new(place, curve.elo(first.from, place))
        };
        series.push(
            Series::new(&format!("{board}, fitted"), (0..=POINTS).map(point).collect())
                .coloured(colour)
                .drawn(Stroke::Broken),
        );
    }
    let chart = Chart {
        title: format!("Strength against {factor}"),
        x: Axis::log(factor),
        y: Axis::linear("Elo above the first"),
        series,
    };
    report.add_figure(
        "scaling",
        "Elo is added up from step to step, with 95 % intervals; the lines are the fitted curves.",
        chart.svg()?,
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_found_again() {
        // Gains of 100, 80, 60 per doubling at 2^1.5, 2^2.5, 2^3.5: a line with slope -20 and 80 in the middle.
        let step = |from: f64, elo: f64| Step {
            from,
            to: 2.0 * from,
            games: 100,
            score: Comparison::of_estimate(0.6, 0.01, 50, 1),
            elo,
            error: 5.0,
        };
        let curve = Curve::through(&[step(2.0, 100.0), step(4.0, 80.0), step(8.0, 60.0)]);
        assert!(
            (curve.gain - 80.0).abs() < 1e-9 && (curve.change + 20.0).abs() < 1e-9 && (curve.middle - 2.5).abs() < 1e-9
        );
        // Three independent gains of standard error 5: the mean has 5/√3, the slope 5/√2.
        assert!(
            (curve.gain_error - 5.0 / 3f64.sqrt()).abs() < 1e-9
                && (curve.change_error - 5.0 / 2f64.sqrt()).abs() < 1e-9
        );
        assert!((curve.elo(2.0, 16.0) - 240.0).abs() < 1e-9, "the steps add up");
    }

    #[test]
    fn steps_of_other_lengths_count_per_doubling() {
        let step = Step {
            from: 100.0,
            to: 400.0,
            games: 2,
            score: Comparison::of_estimate(0.6, 0.1, 1, 1),
            elo: 120.0,
            error: 1.0,
        };
        assert_eq!((step.doublings(), step.elo / step.doublings()), (2.0, 60.0));
    }
}
