//! Words in Helvetica.

use super::paint::{Anchor, Paint, number};
use pdf_writer::{Content, Name, Str};
use roxmltree::Node;

pub(super) const REGULAR: Name<'static> = Name(b"F0");
pub(super) const BOLD: Name<'static> = Name(b"F1");

/// Widths of the characters from space to tilde in thousandths of the size of the letters, as Adobe's metrics of Helvetica say.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to ~
];
/// Other characters are about as wide as a digit.
const OTHER: u16 = 556;
/// The height of a small x, the unit `ex`, as a share of the size.
const EX: f32 = 0.523;

pub(super) fn draw(content: &mut Content, node: Node<'_, '_>, paint: &Paint) {
    let words = encoded(node.text().unwrap_or_default().trim());
    let width = words.iter().map(|byte| f32::from(width(*byte))).sum::<f32>() * paint.letters / 1000.0;
    let before = match paint.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let x = number(node, "x").unwrap_or(0.0) - before;
    let y = number(node, "y").unwrap_or(0.0) + node.attribute("dy").map_or(0.0, |down| shift(down, paint.letters));
    content.begin_text().set_font(if paint.is_bold { BOLD } else { REGULAR }, paint.letters);
    // The page is upside down; letters are not.
    content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]).show(Str(&words)).end_text();
}

fn width(byte: u8) -> u16 {
    byte.checked_sub(b' ').and_then(|index| WIDTHS.get(usize::from(index))).copied().unwrap_or(OTHER)
}

/// `0.76em` or `-0.5ex`.
fn shift(text: &str, letters: f32) -> f32 {
    let times = |number: &str, unit: f32| number.parse::<f32>().unwrap_or(0.0) * unit * letters;
    match (text.strip_suffix("em"), text.strip_suffix("ex")) {
        (Some(number), _) => times(number, 1.0),
        (_, Some(number)) => times(number, EX),
        _ => text.parse().unwrap_or(0.0),
    }
}

/// In the encoding of the font (Windows-1252). What it lacks is spelled out or becomes a question mark.
fn encoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' '..='~' => bytes.push(letter as u8),
            '\u{a0}'..='\u{ff}' => bytes.push(u32::from(letter) as u8),
            '–' => bytes.push(0x96),
            '—' => bytes.push(0x97),
            '‘' | '’' => bytes.push(if letter == '‘' { 0x91 } else { 0x92 }),
            '“' | '”' => bytes.push(if letter == '“' { 0x93 } else { 0x94 }),
            '…' => bytes.push(0x85),
            '−' => bytes.push(b'-'),
            '≤' => bytes.extend(b"<="),
            '≥' => bytes.extend(b">="),
            '→' => bytes.extend(b"->"),
            _ => bytes.push(b'?'),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_beyond_the_font_are_spelled_out() {
        assert_eq!(encoded("0–1 ≥ ü √"), b"0\x961 >= \xfc ?");
    }

    #[test]
    fn shifts_count_in_letters() {
        assert!((shift("0.76em", 10.0) - 7.6).abs() < 1e-4);
        assert!((shift("-0.5ex", 10.0) + 2.615).abs() < 1e-4);
        assert!((shift("3", 10.0) - 3.0).abs() < 1e-4);
    }
}
