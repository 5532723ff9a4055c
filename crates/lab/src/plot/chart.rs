//! Lines and dots with error bars.

use super::canvas::{self, Frame, TEXT_SIZE, colour, style};
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
            Frame { title: &self.title, x: &self.x, y: &self.y, ranges, legend: alone_or_all(legend), grid: true };
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
        let named = series.dots.iter().filter_map(|dot| Some((place(dot)?, dot.name.clone()?)));
        plane.draw_series(named.map(|(place, name)| {
            let text = Text::new(name, (9, -9), style(TEXT_SIZE - 1, HPos::Left, VPos::Center));
            EmptyElement::at(place) + text
        }))?;
        Ok(())
    }
}

/// A single series needs no legend: the title says what it is.
fn alone_or_all<T>(legend: Vec<T>) -> Vec<T> {
    if legend.len() > 1 { legend } else { Vec::new() }
}
