//! Joined sides: a numbered tab outside each end, and a curve between the two when there are few.
//!
//! A joined side always looks at a hole or over the edge, so the tab has room there. Think of that hole as three by
//! three small squares: straight sides reach its middle ones, diagonal sides its corners, hence no two tabs overlap.

use super::canvas::{Canvas, INK, Num, PAPER, polygon};
use super::layout::BoardLayout;
use crate::grid::Grid;

/// With more links than this the curves would hide the board.
const MOST_CURVES: usize = 40;
/// How far, in cells, the handle of a curve may stick out.
const STRONGEST_PULL: f64 = 1.3;

const STEPS: [(f64, f64); 8] =
    [(0.0, -1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (-1.0, -1.0)];
const NAMES: [&str; 8] = ["up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left"];
/// White numbers are legible on all of them; neighbours in the list are far apart in hue.
const COLOURS: [&str; 10] =
    ["#b5322a", "#1f6fb2", "#2c7d3a", "#8a3fa0", "#a8620d", "#0f7f86", "#b02a70", "#4f5fc4", "#5f7016", "#6e4a35"];

/// One side of one cell.
#[derive(Clone, Copy, PartialEq)]
pub struct LinkEnd {
    place: (usize, usize),
    side: usize,
}

/// A link that can be drawn.
pub struct LinkJoint {
    number: usize,
    ends: [LinkEnd; 2],
}

impl LinkJoint {
    fn colour(&self) -> &'static str {
        COLOURS[(self.number - 1) % COLOURS.len()]
    }

    /// A side joined with itself sends every path back.
    fn is_mirror(&self) -> bool {
        self.ends[0] == self.ends[1]
    }
}

/// All links between cells that exist.
pub fn drawable(grid: &Grid<'_>) -> Vec<LinkJoint> {
    let end = |(index, side): (usize, u8)| {
        let side = usize::from(side);
        Some(LinkEnd { place: grid.place(index)?, side: (side < STEPS.len()).then_some(side)? })
    };
    let joint = |(index, link): (usize, &plyground_core::Link)| {
        Some(LinkJoint { number: index + 1, ends: [end(link.from)?, end(link.to)?] })
    };
    grid.scene.links.iter().enumerate().filter_map(joint).collect()
}

/// The point of the cell's outline where a path leaves through this side, in cells.
fn gate(end: LinkEnd) -> (f64, f64) {
    let (dx, dy) = STEPS[end.side];
    (end.place.0 as f64 + 0.5 + dx / 2.0, end.place.1 as f64 + 0.5 + dy / 2.0)
}

fn is_straight(side: usize) -> bool {
    side.is_multiple_of(2)
}

/// The four points of a Bezier curve between the two ends, in cells. It leaves both squarely.
fn curve(joint: &LinkJoint) -> [(f64, f64); 4] {
    let [from, to] = joint.ends.map(gate);
    let distance = (from.0 - to.0).hypot(from.1 - to.1);
    let pull = (distance * 0.3).clamp(0.7, STRONGEST_PULL);
    let [first, second] = joint.ends.map(|end| {
        let ((x, y), (dx, dy)) = (gate(end), STEPS[end.side]);
        // Two sides that meet in one corner: the loop opens sideways, or it would have no area.
        let sideways = if distance < 0.1 { pull * 0.6 } else { 0.0 };
        let length = dx.hypot(dy);
        (x + dx / length * pull - dy * sideways, y + dy / length * pull + dx * sideways)
    });
    [from, first, second, to]
}

/// The links that get a curve: none when there are too many, and never a mirror.
fn curved(joints: &[LinkJoint]) -> impl Iterator<Item = &LinkJoint> {
    let few = joints.len() <= MOST_CURVES;
    joints.iter().filter(move |joint| few && !joint.is_mirror())
}

/// How far the curves reach beyond the board, in cells: up, right, down, left.
pub fn overhang(grid: &Grid<'_>, joints: &[LinkJoint]) -> [f64; 4] {
    let mut far = [0.0_f64; 4];
    for joint in curved(joints) {
        let points = curve(joint);
        for step in 0..=24 {
            let part = f64::from(step) / 24.0;
            let back = 1.0 - part;
            let weights = [back.powi(3), 3.0 * back * back * part, 3.0 * back * part * part, part.powi(3)];
            let x: f64 = points.iter().zip(weights).map(|(point, weight)| point.0 * weight).sum();
            let y: f64 = points.iter().zip(weights).map(|(point, weight)| point.1 * weight).sum();
            let here = [-y, x - grid.cols as f64, y - grid.rows as f64, -x];
            far.iter_mut().zip(here).for_each(|(far, here)| *far = far.max(here));
        }
    }
    far
}

/// The curves, if there are few enough.
pub fn curves(canvas: &mut Canvas, joints: &[LinkJoint], layout: &BoardLayout) {
    canvas.open("fill=\"none\" stroke-opacity=\".55\" stroke-width=\"1.7\" stroke-linecap=\"round\"");
    for joint in curved(joints) {
        let [from, first, second, to] = curve(joint).map(|point| {
            let (x, y) = layout.point(point);
            format!("{} {}", Num(x), Num(y))
        });
        canvas.path(&format!("M{from}C{first} {second} {to}"), &format!("stroke=\"{}\"", joint.colour()));
    }
    canvas.close();
}

/// The numbered tabs.
pub fn tabs(canvas: &mut Canvas, grid: &Grid<'_>, joints: &[LinkJoint], layout: &BoardLayout) {
    if joints.is_empty() {
        return;
    }
    canvas.open(&format!("text-anchor=\"middle\" font-weight=\"bold\" stroke=\"{PAPER}\" stroke-width=\".8\""));
    for joint in joints {
        canvas.open(&format!("fill=\"{}\"", joint.colour()));
        canvas.title(&title(grid, joint));
        let ends = if joint.is_mirror() { &joint.ends[..1] } else { &joint.ends[..] };
        for end in ends {
            tab(canvas, *end, joint, layout);
        }
        canvas.close();
    }
    canvas.close();
}

fn title(grid: &Grid<'_>, joint: &LinkJoint) -> String {
    let name =
        |end: LinkEnd| format!("{},{} {}", grid.col_name(end.place.0), grid.row_name(end.place.1), NAMES[end.side]);
    let [from, to] = joint.ends.map(name);
    if joint.is_mirror() {
        format!("{}: {from} turns back", joint.number)
    } else {
        format!("{}: {from} joins {to}", joint.number)
    }
}

/// An arrow head outside the cell and a notch inside it, so that no one doubts whose side it is.
fn tab(canvas: &mut Canvas, end: LinkEnd, joint: &LinkJoint, layout: &BoardLayout) {
    let unit = layout.cell / 100.0;
    let (x, y) = layout.point(gate(end));
    let (dx, dy) = STEPS[end.side];
    // Coordinates of the tab: `out` hundredths of a cell away from the cell, `across` beside the axis.
    let at = |out: f64, across: f64| (x + (dx * out - dy * across) * unit, y + (dy * out + dx * across) * unit);
    let shape = match (is_straight(end.side), joint.is_mirror()) {
        (true, false) => [at(-9.0, 0.0), at(0.0, -15.0), at(20.0, -15.0), at(32.0, 0.0), at(20.0, 15.0), at(0.0, 15.0)],
        (true, true) => [at(-9.0, 0.0), at(0.0, -15.0), at(26.0, -15.0), at(26.0, 0.0), at(26.0, 15.0), at(0.0, 15.0)],
        // On a diagonal one unit outwards is one to the side and one up.
        (false, _) => [at(-9.0, 0.0), at(0.0, -4.0), at(16.0, -14.0), at(32.0, 0.0), at(16.0, 14.0), at(0.0, 4.0)],
    };
    canvas.path(&polygon(&shape), "");
    if joint.is_mirror() {
        let wall = if is_straight(end.side) {
            [at(26.0, -17.0), at(31.0, -17.0), at(31.0, 17.0), at(26.0, 17.0)]
        } else {
            [at(25.0, -12.0), at(29.0, -12.0), at(29.0, 12.0), at(25.0, 12.0)]
        };
        canvas.path(&polygon(&wall), &format!("fill=\"{INK}\""));
    }
    let number = joint.number.to_string();
    let size = layout.cell * if number.len() > 2 { 0.135 } else { 0.18 };
    let middle = at(if is_straight(end.side) { 13.0 } else { 17.0 }, 0.0);
    canvas.centred(middle, size, "fill=\"#fff\" stroke=\"none\"", &number);
}
