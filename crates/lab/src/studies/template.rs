//! What does the template of a study measure?

use crate::plot::{Axis, Chart, Dot, Series};
use crate::report::{Column, DataTable, ReportTable, StudyReport, TableValue};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::{Comparison, DataRow, LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions};
use plyground_search::Limits;

/// The study.
pub struct Template;

/// The conditions to compare, as name and spec; the first is what the others are compared with.
const CONDITIONS: [(&str, &str); 2] = [("killers", "search(killers=on)"), ("no killers", "search(killers=off)")];

impl Study for Template {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "template",
            question: "How many nodes do killer moves save?",
            source: "ours",
            timed: false,
            takes_games: false,
            takes_maps: false,
            takes_player: false,
            takes_shard: true,
        }
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        let depth = options.size.pick(2, 4, 6);
        let mut cells = Vec::new();
        for position in 0..options.size.pick(2, 8, 24) {
            for (name, spec) in CONDITIONS {
                let probe = SearchProbe {
                    board: StudyBoard::new("isola", "small", "cols=6,rows=6"),
                    spec: spec.to_string(),
                    limits: Limits { depth: Some(depth), ..Limits::default() },
                    place: ProbePosition::Plies(position),
                    // The same positions under all conditions, so that ratios are paired.
                    seed: options.seed_of(&format!("position {position}")),
                    timed: false,
                };
                let base = DataRow::new().text("condition", name).with("position", position as f64);
                cells.push(StudyCell::new(format!("{name}, position {position}"), 1.0, move |cancel| {
                    Ok(Some(vec![base.clone().and(&probe.run(cancel)?.whole)]))
                }));
            }
        }
        Ok(cells)
    }

    fn report(&self, _options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        let mut report = StudyReport::default();
        report.add_method("Nodes of searches to a fixed depth on Isola 6x6, after 0, 1, 2, … random plies.");
        let nodes =
            |name: &str| -> Vec<f64> { table.with(&[("condition", name)]).map(|row| row.count("nodes")).collect() };
        let (with, without) = (nodes(CONDITIONS[0].0), nodes(CONDITIONS[1].0));
        let ratios: Vec<f64> = with.iter().zip(&without).map(|(with, without)| with / without).collect();
        // One claim, stated before looking: one look.
        let found = Comparison::of_ratios(&ratios, 1);
        report.add_judged(
            "Killer moves save nodes.",
            found.below(1.0),
            format!("With them {} of the nodes are visited, position by position.", found.text(3)),
            "positions",
        );
        let columns = vec![
            Column::new("position", "plies", "random plies before the position"),
            Column::new("killers", "", "nodes with killer moves"),
            Column::new("no killers", "", "nodes without"),
        ];
        let mut sheet = ReportTable::new("nodes", "Nodes by position", columns);
        for (position, (with, without)) in with.iter().zip(&without).enumerate() {
            sheet.add(vec![(position as u64).into(), TableValue::Number(*with, 0), TableValue::Number(*without, 0)]);
        }
        report.sheets.push(sheet);
        let dots = ratios.iter().enumerate().map(|(position, ratio)| Dot::new(position as f64, *ratio));
        let chart = Chart {
            title: "Nodes with killer moves over those without".to_string(),
            x: Axis::linear("random plies before the position"),
            y: Axis::linear("ratio"),
            series: vec![Series::new("", dots.collect())],
        };
        report.add_figure("ratios", "Below 1 killer moves save nodes.", chart.svg()?);
        Ok(report)
    }
}
