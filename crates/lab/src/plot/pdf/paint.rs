//! Colours, lines and letters of an element, with what it inherits from the groups around it.

use roxmltree::Node;

/// Where a text stands beside its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How an element is drawn.
#[derive(Clone, Debug)]
pub(super) struct Paint {
    pub(super) fill: Option<[f32; 3]>,
    pub(super) stroke: Option<[f32; 3]>,
    pub(super) fill_opacity: f32,
    pub(super) stroke_opacity: f32,
    pub(super) width: f32,
    pub(super) dashes: Vec<f32>,
    pub(super) has_round_ends: bool,
    pub(super) anchor: Anchor,
    pub(super) is_bold: bool,
    pub(super) letters: f32,
}

impl Default for Paint {
    fn default() -> Self {
        Paint {
            fill: Some([0.0; 3]),
            stroke: None,
            fill_opacity: 1.0,
            stroke_opacity: 1.0,
            width: 1.0,
            dashes: Vec::new(),
            has_round_ends: false,
            anchor: Anchor::Start,
            is_bold: false,
            letters: 16.0,
        }
    }
}

impl Paint {
    /// The paint of an element inside an element with this one. The opacity of a group counts for each of its elements,
    /// which is the same as long as they do not cover each other.
    pub(super) fn of(&self, node: Node<'_, '_>) -> Result<Paint, String> {
        let mut paint = self.clone();
        if let Some(fill) = node.attribute("fill") {
            paint.fill = colour(fill)?;
        }
        if let Some(stroke) = node.attribute("stroke") {
            paint.stroke = colour(stroke)?;
        }
        let whole = number(node, "opacity").unwrap_or(1.0);
        paint.fill_opacity *= whole * number(node, "fill-opacity").unwrap_or(1.0);
        paint.stroke_opacity *= whole * number(node, "stroke-opacity").unwrap_or(1.0);
        paint.width = number(node, "stroke-width").unwrap_or(paint.width);
        paint.letters = number(node, "font-size").unwrap_or(paint.letters);
        if let Some(dashes) = node.attribute("stroke-dasharray") {
            paint.dashes = super::path::numbers(dashes)?;
        }
        if let Some(cap) = node.attribute("stroke-linecap") {
            paint.has_round_ends = cap == "round";
        }
        if let Some(weight) = node.attribute("font-weight") {
            paint.is_bold = weight == "bold";
        }
        paint.anchor = match node.attribute("text-anchor") {
            None => paint.anchor,
            Some("middle") => Anchor::Middle,
            Some("end") => Anchor::End,
            Some(_) => Anchor::Start,
        };
        Ok(paint)
    }
}

/// An attribute that is a number.
pub(super) fn number(node: Node<'_, '_>, name: &str) -> Option<f32> {
    node.attribute(name)?.parse().ok().filter(|number: &f32| number.is_finite())
}

fn colour(text: &str) -> Result<Option<[f32; 3]>, String> {
    let wrong = || format!("there is no rule for the colour {text}");
    match text {
        "none" => return Ok(None),
        "white" => return Ok(Some([1.0; 3])),
        "black" => return Ok(Some([0.0; 3])),
        _ => {}
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or_else(wrong)?;
    let number = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
    Ok(Some([16, 8, 0].map(|shift| (number >> shift & 0xff) as f32 / 255.0)))
}
