//! What came of a tuning.

use super::plan::TunePlan;
use super::run_file::{TuneStep, read_run};
use crate::ArenaError;
use crate::report::escape;
use crate::stats::{Interval, Units};
use std::fmt::Write;
use std::path::Path;

/// Width and height of one panel of the drawing.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 26.0;
/// A path is drawn with at most this many points.
const POINTS: usize = 400;
/// Colours that people with most kinds of colour blindness tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The state of a tuning.
#[derive(Clone, Debug)]
pub struct TuneReport {
    /// Iterations finished, by run.
    pub finished: Vec<u64>,
    /// Games played.
    pub games: u64,
    /// The parameters.
    pub parameters: Vec<TunedParameter>,
    /// The player with the values that are recommended.
    pub spec: String,
    runs: Vec<Vec<TuneStep>>,
}

/// What came of one parameter.
#[derive(Clone, Debug)]
pub struct TunedParameter {
    /// Its name.
    pub name: String,
    /// Where it began.
    pub first: f64,
    /// Its last value in each run.
    pub last: Vec<f64>,
    /// Its mean over the second half of each run (Polyak and Ruppert's average), which wavers less than the last value.
    pub averages: Vec<f64>,
    /// The mean of those averages: the recommended value.
    pub value: f64,
    /// Its 95 % interval over independent runs; `None` with fewer than two.
    pub interval: Option<Interval>,
}

impl TuneReport {
    /// Reads the files of all runs.
    pub fn read(plan: &TunePlan, folder: &Path) -> Result<Self, ArenaError> {
        let runs = (0..plan.runs).map(|run| read_run(plan, folder, run)).collect::<Result<Vec<_>, _>>()?;
        let begun: Vec<&Vec<TuneStep>> = runs.iter().filter(|steps| !steps.is_empty()).collect();
        let parameter = |(index, parameter): (usize, &super::Parameter)| {
            let mut units = Units::default();
            let average = |steps: &[TuneStep]| {
                let half = &steps[steps.len() / 2..];
                half.iter().map(|step| step.values[index]).sum::<f64>() / half.len() as f64
            };
            let averages: Vec<f64> = begun.iter().map(|steps| average(steps)).collect();
            averages.iter().for_each(|average| units.add(1, *average));
            TunedParameter {
                name: parameter.name.clone(),
                first: parameter.value,
                last: begun.iter().filter_map(|steps| Some(steps.last()?.values[index])).collect(),
                value: if averages.is_empty() { parameter.value } else { units.score() },
                interval: units.mean_interval(),
                averages,
            }
        };
        let parameters: Vec<TunedParameter> = plan.parameters.iter().enumerate().map(parameter).collect();
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.value).collect();
        let games = runs.iter().flatten().map(|step| step.results.iter().sum::<u64>()).sum();
        let finished = runs.iter().map(|steps| steps.len() as u64).collect();
        Ok(TuneReport { finished, games, spec: plan.spec_with(&values), parameters, runs })
    }

    /// Whether all runs are complete.
    pub fn is_complete(&self, plan: &TunePlan) -> bool {
        self.finished.iter().all(|finished| *finished == plan.iterations)
    }

    /// The paths of all parameters, one panel each and one line per run.
    pub fn svg(&self, plan: &TunePlan) -> String {
        let height = TOP + HEIGHT * plan.parameters.len() as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"8\" y=\"16\">{}</text>\n",
            LEFT + WIDTH + 20.0,
            escape(&plan.name)
        );
        for (index, parameter) in plan.parameters.iter().enumerate() {
            self.panel(&mut svg, plan, index, parameter);
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn panel(&self, svg: &mut String, plan: &TunePlan, index: usize, parameter: &super::Parameter) {
        let top = TOP + HEIGHT * index as f64 + 16.0;
        let tall = HEIGHT - 40.0;
        let values = self.runs.iter().flatten().map(|step| step.values[index]).chain([parameter.value]);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        let room = ((high - low) * 0.05).max(parameter.step * 0.1);
        let (low, high) = (low - room, high + room);
        let x = |k: usize| LEFT + WIDTH * k as f64 / plan.iterations.max(1) as f64;
        let y = |value: f64| top + tall * (high - value) / (high - low);
        let _ = writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"{:.1}\">{}</text>\n<rect x=\"{LEFT}\" y=\"{top:.1}\" width=\"{WIDTH}\" height=\"{tall:.1}\" fill=\"none\" stroke=\"#999\"/>",
            top - 4.0,
            escape(&parameter.name)
        );
        for value in [low + room, f64::midpoint(low, high), high - room] {
            let _ = writeln!(svg, "<text x=\"4\" y=\"{:.1}\">{value:.4}</text>", y(value) + 4.0);
        }
        for (run, steps) in self.runs.iter().enumerate().filter(|(_, steps)| !steps.is_empty()) {
            let every = steps.len().div_ceil(POINTS).max(1);
            let mut points = format!("{:.1},{:.1}", x(0), y(parameter.value));
            let last = steps.len() - 1;
            for (k, step) in steps.iter().enumerate().filter(|(k, _)| k % every == 0 || *k == last) {
                let _ = write!(points, " {:.1},{:.1}", x(k + 1), y(step.values[index]));
            }
            let colour = COLOURS[run % COLOURS.len()];
            let _ =
                writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
        }
    }
}
