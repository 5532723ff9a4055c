//! Where everything goes.

use super::{Options, legend, links};
use crate::grid::Grid;

/// Sizes and places in pixels.
pub struct BoardLayout {
    /// Side of a square.
    pub cell: f64,
    /// Left edge of the leftmost column.
    pub left: f64,
    /// Upper edge of the topmost row.
    pub top: f64,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// Upper edge of the legend.
    pub foot: f64,
    /// Size of the writing in the legend.
    pub font: f64,
    /// Distance between the board and its captions, if there are captions.
    pub captions: Option<f64>,
    /// How many sides are joined, for the legend.
    pub links: usize,
}

impl BoardLayout {
    pub fn new(grid: &Grid<'_>, options: &Options, joints: &[links::LinkJoint]) -> Self {
        let cell = if options.cell.is_finite() { options.cell.clamp(8.0, 200.0) } else { Options::default().cell };
        let pad = (cell * 0.35).max(8.0);
        let tabs = if joints.is_empty() { 0.0 } else { cell / 3.0 };
        let [up, right, down, left] = links::overhang(grid, joints).map(|cells| cells * cell);
        let captions = (options.show_coordinates && grid.cols > 0).then_some(tabs + cell * 0.36);
        let before = captions.map_or(tabs, |gap| gap + cell * 0.2);
        let (left, top) = (pad + before.max(left), pad + before.max(up));
        let board = left + grid.cols as f64 * cell + tabs.max(right) + pad;
        let font = (cell * 0.38).clamp(11.0, 26.0);
        let mut layout = BoardLayout {
            cell,
            left,
            top,
            width: board,
            height: 0.0,
            foot: top + grid.rows as f64 * cell + tabs.max(down) + pad,
            font,
            captions,
            links: joints.len(),
        };
        layout.width = layout.width.max(legend::least_width(grid, &layout));
        layout.height = layout.foot + legend::height(grid, &layout);
        // A narrow board stands in the middle above its legend.
        layout.left += (layout.width - board) / 2.0;
        layout
    }

    /// Upper left corner of a cell.
    pub fn corner(&self, (col, row): (usize, usize)) -> (f64, f64) {
        self.point((col as f64, row as f64))
    }

    /// A point given in cells.
    pub fn point(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.left + x * self.cell, self.top + y * self.cell)
    }

    /// Middle of a cell.
    pub fn middle(&self, place: (usize, usize)) -> (f64, f64) {
        let (x, y) = self.corner(place);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }
}
