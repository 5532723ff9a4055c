//! Writing SVG: numbers, escaped text, and the few elements that are needed.

use std::fmt::Display;

/// Page colour, darker than a square so that holes are seen.
pub const PAPER: &str = "#ebe5d8";
/// Ordinary writing.
pub const INK: &str = "#3a352c";
/// Writing of less weight.
pub const FAINT: &str = "#857d6e";

/// A drawing under construction.
pub struct Canvas {
    out: String,
}

impl Canvas {
    pub fn new(width: f64, height: f64) -> Self {
        let (width, height) = (Num(width), Num(height));
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" fill=\"{INK}\">\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
        );
        Canvas { out }
    }

    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Opens a group; `attributes` is our own text, never from outside.
    pub fn open(&mut self, attributes: &str) {
        self.out.push_str(&format!("<g {attributes}>\n"));
    }

    pub fn close(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// A path with our own attributes; nothing when it is empty.
    pub fn path(&mut self, data: &str, attributes: &str) {
        if !data.is_empty() {
            self.out.push_str(&format!("<path d=\"{data}\" {attributes}/>\n"));
        }
    }

    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, attributes: &str) {
        let gap = if attributes.is_empty() { "" } else { " " };
        self.out.push_str(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{gap}{attributes}/>\n",
            Num(x),
            Num(y),
            Num(radius)
        ));
    }

    /// Text on a base line; `text` may come from anywhere and is escaped.
    pub fn text(&mut self, (x, y): (f64, f64), size: f64, attributes: &str, text: &str) {
        let gap = if attributes.is_empty() { "" } else { " " };
        self.out.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{gap}{attributes}>{}</text>\n",
            Num(x),
            Num(y),
            Num(size),
            escape(text)
        ));
    }

    /// Text whose middle is at `place`. Shifting by a share of the size works everywhere, `dominant-baseline` does not.
    pub fn centred(&mut self, (x, y): (f64, f64), size: f64, attributes: &str, text: &str) {
        self.text((x, y + size * 0.36), size, attributes, text);
    }

    /// What a pointer resting on the enclosing group reads.
    pub fn title(&mut self, text: &str) {
        self.out.push_str(&format!("<title>{}</title>\n", escape(text)));
    }
}

/// A number with at most one digit behind the point.
pub struct Num(pub f64);

impl Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        write!(f, "{sign}{}", tenths.abs() / 10)?;
        if tenths % 10 != 0 { write!(f, ".{}", tenths.abs() % 10) } else { Ok(()) }
    }
}

/// Path data of a polygon.
pub fn polygon(points: &[(f64, f64)]) -> String {
    let corners: Vec<String> = points.iter().map(|(x, y)| format!("{} {}", Num(*x), Num(*y))).collect();
    format!("M{}Z", corners.join("L"))
}

/// Path data of a square.
pub fn square((x, y): (f64, f64), side: f64) -> String {
    let side = Num(side);
    format!("M{} {}h{side}v{side}h-{side}z", Num(x), Num(y))
}

/// Path data of a straight line.
pub fn line((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    format!("M{} {}L{} {}", Num(x1), Num(y1), Num(x2), Num(y2))
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [(1.0, "1"), (0.25, "0.3"), (-0.04, "0"), (-0.5, "-0.5"), (-12.0, "-12"), (1e3, "1000")];
        for (number, text) in texts {
            assert_eq!(Num(number).to_string(), text);
        }
    }

    #[test]
    fn markup_in_text_is_text() {
        assert_eq!(escape("<a b='\"'>&amp;"), "&lt;a b=&#39;&quot;&#39;&gt;&amp;amp;");
    }
}
