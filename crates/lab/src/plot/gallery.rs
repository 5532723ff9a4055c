//! Several boards on one sheet.

use plyground_core::Scene;
use std::fmt::Write;

/// Width of a board with its margin, and the height of its caption.
const TILE: f64 = 220.0;
const GAP: f64 = 20.0;
const CAPTION: f64 = 26.0;

/// Drawings of equal size with a caption each, in rows of `columns`.
pub fn gallery(title: &str, drawings: &[(String, String)], across: usize) -> String {
    let across = across.max(1);
    let rows = drawings.len().div_ceil(across);
    let width = GAP + (TILE + GAP) * across as f64;
    let height = 50.0 + (TILE + CAPTION + GAP) * rows as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{GAP}\" y=\"32\" font-size=\"21\" fill=\"#3c3c3c\">{}</text>\n",
        escape(title)
    );
    for (index, (caption, drawing)) in drawings.iter().enumerate() {
        let x = GAP + (TILE + GAP) * (index % across) as f64;
        let y = 50.0 + (TILE + CAPTION + GAP) * (index / across) as f64;
        let _ = writeln!(svg, "{}", placed(drawing, x, y));
        let (middle, below) = (x + TILE / 2.0, y + TILE + CAPTION - 6.0);
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{below}\" font-size=\"16\" text-anchor=\"middle\" fill=\"#3c3c3c\">{}</text>",
            escape(caption)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The same board with a legend that says no more than it must.
pub fn quiet(mut scene: Scene) -> Scene {
    for seat in &mut scene.seats {
        seat.name = seat.symbol.to_string();
        seat.holdings.clear();
    }
    scene
}

/// A drawing inside another one. Its own size gives way to that of a tile; its view box stays.
fn placed(drawing: &str, x: f64, y: f64) -> String {
    let body = drawing.split_once("<svg").map_or("", |(_, rest)| rest);
    let (head, rest) = body.split_once('>').unwrap_or(("", ""));
    let view = head.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("0 0 100 100");
    let font = head.split("font-family=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("sans-serif");
    format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{TILE}\" height=\"{TILE}\" viewBox=\"{view}\" font-family=\"{font}\">{rest}"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
