//! Numbers of two variables as colours.

use super::canvas::{self, PlotFrame, TEXT_SIZE, style};
use super::scale::{Axis, short};
use crate::LabError;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Which colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ColourScale {
    /// From white to dark between these ends.
    Rising(f64, f64),
    /// White in the middle, red so far below it, blue so far above it.
    Around(f64, f64),
}

/// A map of colours: rows from the top, columns from the left.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// What the columns are.
    pub x_label: String,
    /// What the rows are.
    pub y_label: String,
    /// Names of the columns; an empty name is not written.
    pub columns: Vec<String>,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// The numbers, row by row; `None` stays white.
    pub values: Vec<Vec<Option<f64>>>,
    /// Which colours.
    pub shades: ColourScale,
    /// Decimals of the numbers written into the cells, if they are to be written.
    pub decimals: Option<usize>,
    /// Dots on the map, in columns from the left and rows from the top, with a colour number.
    pub dots: Vec<(f64, f64, usize)>,
    /// Names of the dots' colours.
    pub legend: Vec<(String, usize)>,
}

impl HeatMap {
    /// The drawing.
    pub fn svg(&self) -> Result<String, LabError> {
        let names = |list: &[String]| -> Vec<(f64, String)> {
            let named = list.iter().enumerate().filter(|(_, name)| !name.is_empty());
            named.map(|(place, name)| (place as f64, name.clone())).collect()
        };
        let x = Axis { names: names(&self.columns), ..Axis::linear(&self.x_label) };
        // Rows are counted from the top.
        let y_names = names(&self.rows).into_iter().map(|(place, name)| (-place, name)).collect();
        let y = Axis { names: y_names, ..Axis::linear(&self.y_label) };
        let ranges = [(-0.5, self.columns.len() as f64 - 0.5), (0.5 - self.rows.len() as f64, 0.5)];
        let mut legend: Vec<_> =
            self.legend.iter().map(|(name, index)| (name.clone(), canvas::colour(*index), false)).collect();
        legend.extend(self.ramp());
        let frame = PlotFrame { title: &self.title, x: &x, y: &y, ranges, legend, grid: false };
        canvas::plot(&frame, |plane| {
            let cells = || {
                let rows = self.values.iter().enumerate();
                rows.flat_map(|(row, values)| {
                    values.iter().enumerate().map(move |(column, value)| (row, column, value))
                })
                .filter_map(|(row, column, value)| Some((-(row as f64), column as f64, (*value)?)))
            };
            plane.draw_series(cells().map(|(y, x, value)| {
                Rectangle::new([(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], self.colour(value).filled())
            }))?;
            if let Some(decimals) = self.decimals {
                let size = (260 / self.columns.len().max(1) as i32).clamp(10, TEXT_SIZE);
                plane.draw_series(cells().map(|(y, x, value)| {
                    let ink: &'static RGBColor = if self.is_dark(value) { &WHITE } else { &BLACK };
                    let text = style(size, HPos::Center, VPos::Center).color(ink);
                    EmptyElement::at((x, y)) + Text::new(format!("{value:.decimals$}"), (0, 0), text)
                }))?;
            }
            let dots = self.dots.iter();
            plane.draw_series(dots.clone().map(|(x, y, _)| Circle::new((*x, -y), 6, WHITE.filled())))?;
            plane.draw_series(dots.map(|(x, y, index)| Circle::new((*x, -y), 5, canvas::colour(*index).filled())))?;
            Ok(())
        })
    }

    /// Where a number stands between the ends, 0 to 1, or -1 to 1 around a middle.
    fn share(&self, value: f64) -> f64 {
        match self.shades {
            ColourScale::Rising(low, high) => ((value - low) / (high - low).max(1e-12)).clamp(0.0, 1.0),
            ColourScale::Around(middle, span) => ((value - middle) / span.max(1e-12)).clamp(-1.0, 1.0),
        }
    }

    fn colour(&self, value: f64) -> RGBColor {
        let share = self.share(value);
        match self.shades {
            ColourScale::Rising(..) => mix((247, 251, 255), (8, 64, 129), share),
            ColourScale::Around(..) if share < 0.0 => mix((255, 255, 255), (178, 24, 43), -share),
            ColourScale::Around(..) => mix((255, 255, 255), (33, 102, 172), share),
        }
    }

    fn is_dark(&self, value: f64) -> bool {
        self.share(value).abs() > 0.55
    }

    /// Some numbers and their colours.
    fn ramp(&self) -> Vec<(String, RGBColor, bool)> {
        let (low, high) = match self.shades {
            ColourScale::Rising(low, high) => (low, high),
            ColourScale::Around(middle, span) => (middle - span, middle + span),
        };
        let steps = (0..=4).rev().map(|step| low + (high - low) * f64::from(step) / 4.0);
        steps.map(|value| (short(value, (high - low) / 20.0), self.colour(value), false)).collect()
    }
}

fn mix(from: (u8, u8, u8), to: (u8, u8, u8), share: f64) -> RGBColor {
    let part = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
    RGBColor(part(from.0, to.0), part(from.1, to.1), part(from.2, to.2))
}
