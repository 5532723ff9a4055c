//! Bars side by side, with error bars.

use super::canvas::{self, PlotFrame, colour};
use super::scale::Axis;
use crate::LabError;
use plotters::prelude::*;

/// Groups of bars: one group per name on the x axis, one bar per series in each.
#[derive(Clone, PartialEq, Debug)]
pub struct BarChart {
    /// What it shows.
    pub title: String,
    /// Names of the groups, below them.
    pub groups: Vec<String>,
    /// What the groups are.
    pub label: String,
    /// Upwards.
    pub y: Axis,
    /// Name of each series, and for each group its height between the ends of its interval.
    pub series: Vec<(String, Vec<Option<[f64; 3]>>)>,
}

/// The part of a group's width that is bars.
const FILLED: f64 = 0.8;

impl BarChart {
    /// The drawing.
    pub fn svg(&self) -> Result<String, LabError> {
        let x = Axis::linear(&self.label).named(&self.groups);
        let heights = || self.series.iter().flat_map(|(_, bars)| bars.iter().flatten()).flatten().copied();
        let (low, high) = self.y.range(heights());
        // Bars stand on the ground; on a log axis there is none.
        let base = if self.y.log { low } else { low.min(0.0) };
        let ranges = [x.range(std::iter::empty()), (base, high)];
        let legend = if self.series.len() > 1 {
            self.series.iter().enumerate().map(|(index, (name, _))| (name.clone(), colour(index), false)).collect()
        } else {
            Vec::new()
        };
        let frame = PlotFrame { title: &self.title, x: &x, y: &self.y, ranges, legend, grid: true };
        let ground = if self.y.log { low } else { 0.0 };
        canvas::plot(&frame, |plane| {
            let width = FILLED / self.series.len().max(1) as f64;
            for (index, (_, bars)) in self.series.iter().enumerate() {
                let places = bars.iter().enumerate().filter_map(|(group, bar)| {
                    let [low, value, high] = (*bar)?;
                    let left = group as f64 - FILLED / 2.0 + width * index as f64;
                    let value = self.y.place(value)?;
                    Some((left, [self.y.place(low).unwrap_or(value), value, self.y.place(high).unwrap_or(value)]))
                });
                let places: Vec<_> = places.collect();
                plane.draw_series(places.iter().map(|(left, [_, value, _])| {
                    Rectangle::new([(*left, ground), (left + width * 0.94, *value)], colour(index).filled())
                }))?;
                let ended = places.iter().filter(|(_, [low, _, high])| low < high);
                plane.draw_series(ended.map(|(left, [low, value, high])| {
                    let middle = left + width * 0.47;
                    ErrorBar::new_vertical(middle, *low, *value, *high, BLACK.stroke_width(1), 7)
                }))?;
            }
            Ok(())
        })
    }
}
