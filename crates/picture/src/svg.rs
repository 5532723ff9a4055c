//! A scene as one self-contained SVG: no scripts, no external references, no identifiers that could clash when several
//! drawings stand on one page. All colours are explicit and there is a background, so light and dark pages both do.

mod board;
mod canvas;
mod layout;
mod legend;
mod links;

use crate::grid::Grid;
use canvas::Canvas;
use layout::BoardLayout;
use plyground_core::Scene;

/// What to draw, and how large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Side of a square in pixels; kept between 8 and 200.
    pub cell: f64,
    /// Whether joined sides get numbered tabs, and curves when there are few of them.
    pub show_links: bool,
    /// Whether captions stand above the columns and beside the rows.
    pub show_coordinates: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { cell: 40.0, show_links: true, show_coordinates: true }
    }
}

/// The whole drawing, from `<svg` to `</svg>`.
pub fn draw(scene: &Scene, options: &Options) -> String {
    let grid = Grid::new(scene);
    let links = if options.show_links { links::drawable(&grid) } else { Vec::new() };
    let layout = BoardLayout::new(&grid, options, &links);
    let mut canvas = Canvas::new(layout.width, layout.height);
    board::coordinates(&mut canvas, &grid, &layout);
    board::ground(&mut canvas, &grid, &layout);
    links::curves(&mut canvas, &links, &layout);
    board::marks(&mut canvas, &grid, &layout);
    links::tabs(&mut canvas, &grid, &links, &layout);
    board::pieces(&mut canvas, &grid, &layout);
    legend::draw(&mut canvas, &grid, &layout);
    canvas.finish()
}
