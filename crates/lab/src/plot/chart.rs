//! Lines and dots with error bars.

use super::canvas::{self, PlotFrame, TEXT_SIZE, colour, style};
use super::scale::Axis;
use crate::LabError;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stroke {
    /// A line with dots.
    #[default]
    Both,
    /// A broken line, for what was expected rather than measured.
    Broken,
    /// Dots alone.
    Dots,
    /// Small dots, for many.
    Dust,
}

/// One point.
#[derive(Clone, PartialEq, Debug)]
pub struct Dot {
    x: f64,
    y: f64,
    interval: Option<(f64, f64)>,
    name: Option<String>,
}

impl Dot {
    /// A point.
    pub fn new(x: f64, y: f64) -> Self {
        Dot { x, y, interval: None, name: None }
    }

    /// A point with the interval of its height.
    pub fn between(x: f64, [low, y, high]: [f64; 3]) -> Self {
        Dot { interval: Some((low, high)), ..Dot::new(x, y) }
    }

    /// How far to the right.
    pub fn x(&self) -> f64 {
        self.x
    }

    /// With a name beside it.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.to_string());
        self
    }
}

/// Points that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// The points.
    pub dots: Vec<Dot>,
    /// How they are drawn.
    pub stroke: Stroke,
    /// The number of its colour, if not its place among the series.
    pub colour: Option<usize>,
}

impl Series {
    /// A line with dots.
    pub fn new(name: &str, dots: Vec<Dot>) -> Self {
        Series { name: name.to_string(), dots, stroke: Stroke::Both, colour: None }
    }

    /// In this colour.
    #[must_use]
    pub fn coloured(mut self, colour: usize) -> Self {
        self.colour = Some(colour);
        self
    }

    /// Drawn like this.
    #[must_use]
    pub fn drawn(mut self, stroke: Stroke) -> Self {
        self.stroke = stroke;
        self
    }
}

/// A plot of series.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// The data.
    pub series: Vec<Series>,
}

impl Chart {
    /// The drawing.
    pub fn svg(&self) -> Result<String, LabError> {
        let dots = || self.series.iter().flat_map(|series| &series.dots);
        let heights = dots().flat_map(|dot| {
            let (low, high) = dot.interval.unwrap_or((dot.y, dot.y));
            [low, dot.y, high]
        });
        let ranges = [self.x.range(dots().map(|dot| dot.x)), self.y.range(heights)];
        let legend = self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty());
        let legend = legend.map(|(index, series)| {
            let broken = series.stroke == Stroke::Broken;
            (series.name.clone(), colour(series.colour.unwrap_or(index)), broken)
        });
        let legend: Vec<_> = legend.collect();
        let frame =
            PlotFrame { title: &self.title, x: &self.x, y: &self.y, ranges, legend: alone_or_all(legend), grid: true };
        canvas::plot(&frame, |plane| {
            for (index, series) in self.series.iter().enumerate() {
                self.draw(plane, series, colour(series.colour.unwrap_or(index)))?;
            }
            Ok(())
        })
    }

    fn draw(
        &self,
        plane: &mut canvas::Plane<'_>,
        series: &Series,
        colour: RGBColor,
    ) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let place = |dot: &Dot| Some((self.x.place(dot.x)?, self.y.place(dot.y)?));
        let places: Vec<(f64, f64)> = series.dots.iter().filter_map(place).collect();
        match series.stroke {
            Stroke::Both => {
                plane.draw_series([PathElement::new(places.clone(), colour.stroke_width(2))])?;
            }
            Stroke::Broken => {
                plane.draw_series(DashedLineSeries::new(places.clone(), 8, 6, colour.stroke_width(2)))?;
            }
            Stroke::Dots | Stroke::Dust => {}
        }
        let bars = series.dots.iter().filter_map(|dot| {
            let (low, high) = dot.interval?;
            let x = self.x.place(dot.x)?;
            // A lower end that has no place on a log axis is at the bottom of it.
            let low = self.y.place(low).or_else(|| self.y.place(dot.y))?;
            Some((x, low, self.y.place(dot.y)?, self.y.place(high)?))
        });
        let bars: Vec<_> = bars.collect();
        plane.draw_series(bars.iter().map(|(x, low, middle, high)| {
            ErrorBar::new_vertical(*x, *low, *middle, *high, colour.stroke_width(1), 8)
        }))?;
        match series.stroke {
            Stroke::Both | Stroke::Dots => {
                plane.draw_series(places.iter().map(|place| Circle::new(*place, 4, colour.filled())))?;
            }
            Stroke::Dust => {
                plane.draw_series(places.iter().map(|place| Circle::new(*place, 2, colour.mix(0.5).filled())))?;
            }
            Stroke::Broken => {}
        }
        let named: Vec<_> = series.dots.iter().filter_map(|dot| Some((place(dot)?, dot.name.clone()?))).collect();
        let pixels: Vec<_> = named
            .iter()
            .map(|(place, name)| (plane.backend_coord(place), name.chars().count() as i32 * LETTER))
            .collect();
        plane.draw_series(named.into_iter().zip(rows(&pixels)).map(|((place, name), row)| {
            let text = Text::new(name, (BESIDE, row), style(TEXT_SIZE - 1, HPos::Left, VPos::Center));
            EmptyElement::at(place) + text
        }))?;
        Ok(())
    }
}

/// Names stand so far to the right of their dots and above them, in pixels; about how much room they need.
const BESIDE: i32 = 9;
const ABOVE: i32 = -9;
const LETTER: i32 = 8;
const LINE: i32 = 15;

/// How far below its dot (above: negative) each name is written so that it covers none before it. Names are given by the pixel of
/// their dot and their width.
fn rows(names: &[((i32, i32), i32)]) -> Vec<i32> {
    let mut rows: Vec<i32> = Vec::new();
    for (index, ((x, y), width)) in names.iter().enumerate() {
        let covers = |row: i32| {
            names[..index].iter().zip(&rows).any(|(((other_x, other_y), other_width), other_row)| {
                let is_beside = x + width <= *other_x || other_x + other_width <= *x;
                !is_beside && (y + row - other_y - other_row).abs() < LINE
            })
        };
        // The usual row, then the lines below and above it, farther and farther. A name takes room from two lines at most.
        let lines = (1..=2 * index as i32).flat_map(|line| [line, -line]);
        let mut tries = std::iter::once(0).chain(lines).map(|line| ABOVE + LINE * line);
        rows.push(tries.find(|row| !covers(*row)).unwrap_or(ABOVE));
    }
    rows
}

/// A single series needs no legend: the title says what it is.
fn alone_or_all<T>(legend: Vec<T>) -> Vec<T> {
    if legend.len() > 1 { legend } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_neighbours_do_not_cover_each_other() {
        let apart = [((0, 0), 50), ((60, 3), 50), ((0, 40), 50)];
        assert_eq!(rows(&apart), [ABOVE; 3], "nobody is in the way");
        let crowd: Vec<_> = (0..6).map(|place| ((100 + 5 * place, 200 + place), 60)).collect();
        let rows = rows(&crowd);
        let mut heights: Vec<i32> = crowd.iter().zip(&rows).map(|(((_, y), _), row)| y + row).collect();
        heights.sort_unstable();
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE), "{heights:?}");
        assert_eq!(rows[0], ABOVE, "the first stays where it belongs");
    }
}
