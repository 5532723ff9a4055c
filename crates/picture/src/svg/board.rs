//! Squares, captions and pieces.

use super::canvas::{Canvas, FAINT, INK, line, polygon, square};
use super::layout::BoardLayout;
use crate::grid::{self, Grid};
use crate::palette;
use plyground_core::{CellKind, Piece, PlayerId};
use std::collections::BTreeMap;

const SQUARE: &str = "#fffdf7";
const EDGE: &str = "#b8b09f";
const BLOCKED: &str = "#d8d1c2";
const HATCH: &str = "#938a79";
const LAST_MOVE: &str = "#f08c00";
/// Soft tints of special squares; a letter always has the same one.
const TINTS: [&str; 5] = ["#d9e7f5", "#f7dfd3", "#e4ecd0", "#fbe9b8", "#eadff3"];

/// Captions above and beside the board.
pub fn coordinates(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout) {
    let Some(gap) = layout.captions else { return };
    let size = layout.cell * 0.3;
    canvas.open(&format!("fill=\"{FAINT}\" text-anchor=\"middle\""));
    for col in 0..grid.cols {
        let (x, _) = layout.middle((col, 0));
        canvas.centred((x, layout.top - gap), size, "", &grid.col_name(col));
    }
    for row in 0..grid.rows {
        let (_, y) = layout.middle((0, row));
        canvas.centred((layout.left - gap, y), size, "", &grid.row_name(row));
    }
    canvas.close();
}

/// Everything that lies under the pieces.
pub fn ground(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout) {
    let mut fills: BTreeMap<&str, String> = BTreeMap::new();
    let mut hatch = String::new();
    for (col, row, cell) in grid.cells() {
        let corner = layout.corner((col, row));
        let fill = match cell.ground {
            CellKind::Blocked => BLOCKED,
            CellKind::Special(letter) => TINTS[letter as usize % TINTS.len()],
            _ => SQUARE,
        };
        fills.entry(fill).or_default().push_str(&square(corner, layout.cell));
        if cell.ground == CellKind::Blocked {
            hatch.push_str(&hatching(corner, layout.cell));
        }
    }
    for (fill, path) in &fills {
        canvas.path(path, &format!("fill=\"{fill}\" stroke=\"{EDGE}\""));
    }
    canvas.path(&hatch, &format!("stroke=\"{HATCH}\" stroke-width=\"1.4\""));
    tints(canvas, grid, layout);
}

fn hatching((x, y): (f64, f64), cell: f64) -> String {
    let mut out = String::new();
    for step in 1..=4 {
        let part = cell * f64::from(step) / 4.0;
        out.push_str(&line((x, y + part), (x + part, y)));
        if step < 4 {
            out.push_str(&line((x + part, y + cell), (x + cell, y + part)));
        }
    }
    out
}

/// Homes carry a breath of their player's colour; goals more of it, and a frame.
fn tints(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout) {
    let cell = layout.cell;
    for (col, row, found) in grid.cells() {
        let (x, y) = layout.corner((col, row));
        match found.ground {
            CellKind::Home(player) => {
                let paint = palette::of(Some(player));
                canvas.path(&square((x, y), cell), &format!("fill=\"{}\" fill-opacity=\".13\"", paint.fill));
            }
            CellKind::Goal(player) => {
                let paint = palette::of(Some(player));
                let inset = cell * 0.09;
                canvas.path(&square((x, y), cell), &format!("fill=\"{}\" fill-opacity=\".28\"", paint.fill));
                canvas.path(
                    &square((x + inset, y + inset), cell - 2.0 * inset),
                    &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"4 3\"", paint.fill),
                );
                if found.piece.is_none() {
                    let symbol = grid.symbol(player).to_string();
                    let look = format!("fill=\"{}\" fill-opacity=\".75\" text-anchor=\"middle\"", paint.rim);
                    canvas.centred((x + cell / 2.0, y + cell / 2.0), cell * 0.4, &look, &symbol);
                }
            }
            _ => {}
        }
    }
}

fn letters(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout) {
    canvas.open("text-anchor=\"middle\" font-weight=\"bold\" fill=\"#5c5443\"");
    for (col, row, cell) in grid.cells() {
        if let (CellKind::Special(letter), None) = (cell.ground, &cell.piece) {
            let letter = grid::short(&letter.to_string(), 1);
            canvas.centred(layout.middle((col, row)), layout.cell * 0.5, "", &letter);
        }
    }
    canvas.close();
}

/// Letters of special squares, rings around permanent ones, a frame around the last move.
pub fn marks(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout) {
    letters(canvas, grid, layout);
    let cell = layout.cell;
    for (col, row, found) in grid.cells() {
        if found.ground == CellKind::Permanent {
            let look = format!("fill=\"none\" stroke=\"{INK}\" stroke-opacity=\".6\" stroke-width=\"1.6\"");
            canvas.circle(layout.middle((col, row)), cell * 0.45, &look);
        }
        if grid::is_last_move(found) {
            let (x, y) = layout.corner((col, row));
            let width = (cell * 0.08).max(1.5);
            canvas.path(
                &square((x + width / 2.0, y + width / 2.0), cell - width),
                &format!("fill=\"#ffd98a\" fill-opacity=\".55\" stroke=\"{LAST_MOVE}\" stroke-width=\"{width:.1}\""),
            );
        }
    }
}

/// Pieces, grouped by owner so that the colours are written once.
pub fn pieces(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout) {
    let mut owners: BTreeMap<Option<PlayerId>, Vec<(usize, usize, &Piece)>> = BTreeMap::new();
    for (col, row, cell) in grid.cells() {
        if let Some(piece) = &cell.piece {
            owners.entry(piece.owner).or_default().push((col, row, piece));
        }
    }
    let stroke = (layout.cell * 0.045).max(1.0);
    for (owner, standing) in &owners {
        let paint = palette::of(*owner);
        canvas.open(&format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{stroke:.1}\"", paint.fill, paint.rim));
        for (col, row, _) in standing {
            body(canvas, layout, layout.middle((*col, *row)), owner.is_some());
        }
        canvas.close();
        canvas.open(&format!("fill=\"{}\" text-anchor=\"middle\" font-weight=\"bold\"", paint.ink));
        for (col, row, piece) in standing {
            inscription(canvas, grid, layout, layout.middle((*col, *row)), piece);
        }
        canvas.close();
    }
}

/// A disc, or a diamond for a piece without an owner.
fn body(canvas: &mut Canvas, layout: &BoardLayout, (x, y): (f64, f64), owned: bool) {
    let radius = layout.cell * 0.38;
    if owned {
        canvas.circle((x, y), radius, "");
    } else {
        let reach = radius * 1.12;
        canvas.path(&polygon(&[(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]), "");
    }
}

/// The label in the middle; a player's symbol too, small and above, where the label does not say it.
fn inscription(canvas: &mut Canvas, grid: &Grid<'_>, layout: &BoardLayout, (x, y): (f64, f64), piece: &Piece) {
    let label = grid::label(piece);
    let symbol = piece.owner.map(|player| grid.symbol(player));
    let fitting = |text: &str, share: f64| layout.cell * share / (text.chars().count().max(2) as f64 - 1.0).powf(0.7);
    match symbol {
        None if label.is_empty() => {}
        None => canvas.centred((x, y), fitting(&label, 0.36), "", &label),
        Some(symbol) if label.is_empty() => canvas.centred((x, y), layout.cell * 0.42, "", &symbol.to_string()),
        Some(symbol) if label.starts_with(symbol) => canvas.centred((x, y), fitting(&label, 0.42), "", &label),
        Some(symbol) => {
            canvas.centred((x, y + layout.cell * 0.07), fitting(&label, 0.4), "", &label);
            let above = (x, y - layout.cell * 0.24);
            canvas.centred(above, layout.cell * 0.17, "fill-opacity=\".85\"", &symbol.to_string());
        }
    }
}
