//! Outlines.

use pdf_writer::Content;

/// A quarter of a circle is nearly a Bézier curve whose handles are this share of the radius (error below 0.03 %).
const HANDLE: f32 = 0.552_285;

/// Numbers between commas and spaces.
pub(super) fn numbers(text: &str) -> Result<Vec<f32>, String> {
    let words = text.split([',', ' ', '\n']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|_| format!("{word} is no number"))).collect()
}

pub(super) fn polygon<'a>(content: &'a mut Content, points: &[f32], is_closed: bool) -> &'a mut Content {
    for (index, point) in points.chunks_exact(2).enumerate() {
        if index == 0 {
            content.move_to(point[0], point[1]);
        } else {
            content.line_to(point[0], point[1]);
        }
    }
    if is_closed { content.close_path() } else { content }
}

pub(super) fn circle(content: &mut Content, [x, y]: [f32; 2], radius: f32) -> &mut Content {
    rectangle(content, [x - radius, y - radius, 2.0 * radius, 2.0 * radius], radius)
}

/// A rectangle (left, top, width, height), with round corners if the radius is not 0.
pub(super) fn rectangle(content: &mut Content, [x, y, width, height]: [f32; 4], radius: f32) -> &mut Content {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return content.rect(x, y, width, height);
    }
    let rest = radius * (1.0 - HANDLE);
    let (right, bottom) = (x + width, y + height);
    content.move_to(x + radius, y).line_to(right - radius, y);
    content.cubic_to(right - rest, y, right, y + rest, right, y + radius).line_to(right, bottom - radius);
    content.cubic_to(right, bottom - rest, right - rest, bottom, right - radius, bottom).line_to(x + radius, bottom);
    content.cubic_to(x + rest, bottom, x, bottom - rest, x, bottom - radius).line_to(x, y + radius);
    content.cubic_to(x, y + rest, x + rest, y, x + radius, y).close_path()
}

/// The data of a path: `M`, `L`, `C`, `h`, `v` and `z`.
pub(super) fn path<'a>(content: &'a mut Content, data: &str) -> Result<&'a mut Content, String> {
    let mut pen = [0.0_f32; 2];
    let mut rest = data.trim();
    while let Some(command) = rest.chars().next() {
        let after = &rest[command.len_utf8()..];
        let end = after.find(|letter: char| letter.is_ascii_alphabetic() && letter != 'e').unwrap_or(after.len());
        let values = numbers(&after[..end])?;
        match (command, values.as_slice()) {
            ('M', &[x, y]) => {
                content.move_to(x, y);
                pen = [x, y];
            }
            ('L', points) if points.len() >= 2 => {
                for point in points.chunks_exact(2) {
                    content.line_to(point[0], point[1]);
                    pen = [point[0], point[1]];
                }
            }
            ('C', &[x1, y1, x2, y2, x3, y3]) => {
                content.cubic_to(x1, y1, x2, y2, x3, y3);
                pen = [x3, y3];
            }
            ('h', &[step]) => {
                pen[0] += step;
                content.line_to(pen[0], pen[1]);
            }
            ('v', &[step]) => {
                pen[1] += step;
                content.line_to(pen[0], pen[1]);
            }
            ('z' | 'Z', []) => {
                content.close_path();
            }
            _ => return Err(format!("there is no rule for the path command {command}")),
        }
        rest = after[end..].trim_start();
    }
    Ok(content)
}
