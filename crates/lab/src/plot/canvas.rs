//! Paper, frame, grid, ticks, captions and legend: what all plots share.

use super::scale::Axis;
use crate::LabError;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A drawing area in pixels.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A plot with coordinates.
pub(super) type Plane<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

pub(super) const WIDTH: u32 = 960;
pub(super) const HEIGHT: u32 = 560;
const TITLE_SIZE: i32 = 21;
pub(super) const TEXT_SIZE: i32 = 16;
const LEGEND_WIDTH: i32 = 215;
const FRAME: RGBColor = RGBColor(60, 60, 60);
const GRID: RGBColor = RGBColor(222, 222, 222);

/// Okabe and Ito's colours ("Color universal design", 2008), the yellow replaced by something that shows on white.
const COLOURS: [RGBColor; 10] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
    RGBColor(130, 60, 20),
    RGBColor(110, 70, 170),
    RGBColor(150, 160, 0),
];

pub(super) fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

/// Text of this size and anchor.
pub(super) fn style(size: i32, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&FRAME).pos(Pos::new(horizontal, vertical))
}

pub(super) fn failed<E: std::error::Error + Send + Sync>(figure: &str, error: &DrawingAreaErrorKind<E>) -> LabError {
    LabError::Plot { figure: figure.to_string(), reason: error.to_string() }
}

/// What is drawn around the data.
pub(super) struct PlotFrame<'a> {
    pub title: &'a str,
    pub x: &'a Axis,
    pub y: &'a Axis,
    /// Ends of both axes, as places.
    pub ranges: [(f64, f64); 2],
    /// Legend: names and colours, and whether the line is broken.
    pub legend: Vec<(String, RGBColor, bool)>,
    pub grid: bool,
}

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Draws a plot: the frame, and inside it whatever `data` draws.
pub(super) fn plot(frame: &PlotFrame<'_>, data: impl FnOnce(&mut Plane<'_>) -> Drawn) -> Result<String, LabError> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        draw(&root, frame, data).map_err(|error| failed(frame.title, &error))?;
    }
    Ok(svg)
}

fn draw(root: &Area<'_>, frame: &PlotFrame<'_>, data: impl FnOnce(&mut Plane<'_>) -> Drawn) -> Drawn {
    root.fill(&WHITE)?;
    let [(x_low, x_high), (y_low, y_high)] = frame.ranges;
    let x_ticks = frame.x.ticks(x_low, x_high);
    let y_ticks = frame.y.ticks(y_low, y_high);
    let tilted = is_tilted(&x_ticks);
    let widest = y_ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0) as i32;
    let left = (50 + 9 * widest).clamp(70, 320);
    let right = if frame.legend.is_empty() { 30 } else { LEGEND_WIDTH };
    let tallest = x_ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0) as i32;
    let bottom = if tilted { (44 + 9 * tallest).clamp(80, 260) } else { 70 };
    root.draw(&Text::new(frame.title.to_string(), (20, 14), style(TITLE_SIZE, HPos::Left, VPos::Top)))?;
    let mut plane: Plane<'_> = ChartBuilder::on(root)
        .margin_top(52)
        .margin_left(left)
        .margin_right(right)
        .margin_bottom(bottom)
        .build_cartesian_2d(x_low..x_high, y_low..y_high)?;
    if frame.grid {
        let lines = x_ticks.iter().map(|(x, _)| vec![(*x, y_low), (*x, y_high)]);
        let lines = lines.chain(y_ticks.iter().map(|(y, _)| vec![(x_low, *y), (x_high, *y)]));
        plane.draw_series(lines.map(|line| PathElement::new(line, GRID)))?;
    }
    data(&mut plane)?;
    let corners = vec![(x_low, y_low), (x_high, y_low), (x_high, y_high), (x_low, y_high), (x_low, y_low)];
    plane.draw_series([PathElement::new(corners, FRAME.stroke_width(1))])?;
    for (x, text) in &x_ticks {
        let (column, row) = plane.backend_coord(&(*x, y_low));
        if tilted {
            let tilt = style(TEXT_SIZE, HPos::Right, VPos::Center).transform(FontTransform::Rotate270);
            root.draw(&Text::new(text.clone(), (column, row + 8), tilt))?;
        } else {
            root.draw(&Text::new(text.clone(), (column, row + 8), style(TEXT_SIZE, HPos::Center, VPos::Top)))?;
        }
    }
    for (y, text) in &y_ticks {
        let (column, row) = plane.backend_coord(&(x_low, *y));
        root.draw(&Text::new(text.clone(), (column - 8, row), style(TEXT_SIZE, HPos::Right, VPos::Center)))?;
    }
    captions(root, frame, left, right)?;
    legend(root, &frame.legend)?;
    root.present()
}

/// Whether the names below the plot would run into each other.
fn is_tilted(ticks: &[(f64, String)]) -> bool {
    let letters: usize = ticks.iter().map(|(_, text)| text.chars().count() + 2).sum();
    letters * 9 > 680
}

fn captions(root: &Area<'_>, frame: &PlotFrame<'_>, left: i32, right: i32) -> Drawn {
    let middle = (left + WIDTH as i32 - right) / 2;
    let low = HEIGHT as i32 - 14;
    root.draw(&Text::new(frame.x.label.clone(), (middle, low), style(TEXT_SIZE, HPos::Center, VPos::Bottom)))?;
    let upright = style(TEXT_SIZE, HPos::Center, VPos::Top).transform(FontTransform::Rotate270);
    root.draw(&Text::new(frame.y.label.clone(), (14, HEIGHT as i32 / 2 - 10), upright))
}

fn legend(root: &Area<'_>, entries: &[(String, RGBColor, bool)]) -> Drawn {
    let left = WIDTH as i32 - LEGEND_WIDTH + 16;
    let step = if entries.len() > 18 { 22 } else { 26 };
    for (index, (name, colour, broken)) in entries.iter().enumerate() {
        let row = 70 + step * index as i32;
        let strokes: &[(i32, i32)] = if *broken { &[(0, 8), (14, 22)] } else { &[(0, 22)] };
        for (from, to) in strokes {
            root.draw(&PathElement::new(vec![(left + from, row), (left + to, row)], colour.stroke_width(4)))?;
        }
        root.draw(&Text::new(name.clone(), (left + 30, row), style(TEXT_SIZE, HPos::Left, VPos::Center)))?;
    }
    Ok(())
}
