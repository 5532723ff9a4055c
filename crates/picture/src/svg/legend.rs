//! Below the board: who plays with which pieces, what they hold, the die, and how to read the links.

use super::canvas::{Canvas, FAINT, INK, square};
use super::layout::BoardLayout;
use crate::grid::{self, Grid};
use crate::palette;
use plyground_core::{PlayerId, SeatInfo};

/// Names of players longer than this are cut.
const LONGEST_NAME: usize = 40;
/// Width of a character and height of a line, in sizes of the writing.
const CHARACTER: f64 = 0.66;
const LINE: f64 = 2.1;

/// The text of one seat.
struct LegendEntry {
    name: String,
    holdings: String,
}

impl LegendEntry {
    /// A name that is no more than the symbol in the disc is not said twice.
    fn new(seat: &SeatInfo) -> Self {
        let name = Some(seat.name.as_str()).filter(|name| *name != seat.symbol.to_string()).unwrap_or_default();
        let holdings: Vec<String> = seat.holdings.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let out = if seat.eliminated { vec!["out".to_string()] } else { Vec::new() };
        LegendEntry { name: grid::short(name, LONGEST_NAME), holdings: [holdings, out].concat().join(" · ") }
    }

    /// In sizes of the writing, disc and gap to the next entry included.
    fn width(&self) -> f64 {
        let characters = self.name.chars().count() + self.holdings.chars().count() + 3;
        2.2 + CHARACTER * characters as f64 + 1.0
    }
}

fn entries(grid: &Grid<'_>) -> Vec<LegendEntry> {
    grid.scene.seats.iter().map(LegendEntry::new).collect()
}

fn entry_width(entries: &[LegendEntry], layout: &BoardLayout) -> f64 {
    entries.iter().map(LegendEntry::width).fold(0.0, f64::max) * layout.font
}

/// How many seats stand side by side.
fn columns(entries: &[LegendEntry], layout: &BoardLayout) -> usize {
    let inner = layout.width - 2.0 * layout.font;
    ((inner / entry_width(entries, layout).max(1.0)) as usize).clamp(1, entries.len().max(1))
}

fn note(layout: &BoardLayout) -> Option<String> {
    match layout.links {
        0 => None,
        1 => Some("The two tabs with the same number are joined.".to_string()),
        count => Some(format!("{count} links: tabs with the same number are joined.")),
    }
}

/// The drawing must be at least this wide for the legend to fit.
pub fn least_width(grid: &Grid<'_>, layout: &BoardLayout) -> f64 {
    let note = note(layout).map_or(0.0, |note| note.chars().count() as f64 * CHARACTER * layout.font * 0.8);
    entry_width(&entries(grid), layout).max(note) + 2.0 * layout.font
}

fn die_size(layout: &BoardLayout) -> f64 {
    layout.font * 2.4
}

/// Height of the legend.
pub fn height(grid: &Grid<'_>, layout: &BoardLayout) -> f64 {
    let entries = entries(grid);
    let lines = entries.len().div_ceil(columns(&entries, layout)) as f64;
    let die = grid.scene.die.map_or(0.0, |_| die_size(layout) + layout.font);
    let note = note(layout).map_or(0.0, |_| LINE * layout.font);
    let all = lines * LINE * layout.font + die + note;
    if all > 0.0 { all + layout.font * 0.6 } else { 0.0 }
}

/// Draws it.
pub fn draw(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout) {
    let entries = entries(grid);
    let columns = columns(&entries, layout);
    let pitch = (layout.width - 2.0 * layout.font) / columns as f64;
    let mut y = layout.foot;
    for (index, (entry, seat)) in entries.iter().zip(&grid.scene.seats).enumerate() {
        let place = (
            layout.font + pitch * (index % columns) as f64,
            layout.foot + LINE * layout.font * ((index / columns) as f64 + 0.5),
        );
        draw_seat(canvas, grid, layout, (index, entry, seat), place);
        y = place.1 + LINE * layout.font / 2.0;
    }
    if let Some(note) = note(layout) {
        let place = (layout.font, y + layout.font);
        canvas.centred(place, layout.font * 0.8, &format!("fill=\"{FAINT}\""), &note);
        y += LINE * layout.font;
    }
    if let Some(face) = grid.scene.die {
        draw_die(canvas, layout, (layout.font, y + layout.font * 0.3), face);
    }
}

fn draw_seat(
    canvas: &mut Canvas,
    grid: &Grid<'_>,
    layout: &BoardLayout,
    (index, entry, seat): (usize, &LegendEntry, &SeatInfo),
    (x, y): (f64, f64),
) {
    let font = layout.font;
    let player = PlayerId::from_number(index + 1);
    let paint = palette::of(player);
    let symbol = player.map_or('?', |player| grid.symbol(player)).to_string();
    canvas.open(if seat.eliminated { "opacity=\".5\"" } else { "opacity=\"1\"" });
    canvas.circle(
        (x + font * 0.8, y),
        font * 0.8,
        &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\"", paint.fill, paint.rim),
    );
    let look = format!("fill=\"{}\" text-anchor=\"middle\" font-weight=\"bold\"", paint.ink);
    canvas.centred((x + font * 0.8, y), font * 0.95, &look, &symbol);
    let decoration = if seat.eliminated { " text-decoration=\"line-through\"" } else { "" };
    if !entry.name.is_empty() {
        canvas.centred((x + font * 2.1, y), font, &format!("font-weight=\"bold\"{decoration}"), &entry.name);
    }
    let name = entry.name.chars().count() as f64;
    let after = x + font * (2.1 + if name > 0.0 { CHARACTER * (name * 1.08 + 1.2) } else { 0.0 });
    canvas.centred((after, y), font * 0.9, &format!("fill=\"{FAINT}\""), &entry.holdings);
    canvas.close();
}

/// Pips up to six, a number beyond.
fn draw_die(canvas: &mut Canvas, layout: &BoardLayout, (x, y): (f64, f64), face: usize) {
    let size = die_size(layout);
    canvas.path(
        &square((x, y), size),
        &format!("fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"1.6\" stroke-linejoin=\"round\""),
    );
    canvas.open(&format!("fill=\"{INK}\""));
    canvas.title(&format!("die {face}"));
    let pips: &[(f64, f64)] = match face {
        1 => &[(0.5, 0.5)],
        2 => &[(0.25, 0.75), (0.75, 0.25)],
        3 => &[(0.25, 0.75), (0.5, 0.5), (0.75, 0.25)],
        4 => &[(0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)],
        5 => &[(0.25, 0.25), (0.25, 0.75), (0.5, 0.5), (0.75, 0.25), (0.75, 0.75)],
        6 => &[(0.25, 0.2), (0.25, 0.5), (0.25, 0.8), (0.75, 0.2), (0.75, 0.5), (0.75, 0.8)],
        _ => &[],
    };
    for (dx, dy) in pips {
        canvas.circle((x + dx * size, y + dy * size), size * 0.095, "");
    }
    if pips.is_empty() {
        canvas.centred((x + size / 2.0, y + size / 2.0), layout.font, "text-anchor=\"middle\"", &face.to_string());
    } else {
        // A sign beside the pips for those who read faster than they count.
        canvas.centred((x + size * 1.25, y + size / 2.0), layout.font, "", &face.to_string());
    }
    canvas.close();
}
