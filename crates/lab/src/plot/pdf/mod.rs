//! Plots as PDF, for papers: the elements of SVG that our drawings use and no others, so that a new one is noticed and not
//! left out. Text is set in Helvetica, which every reader of PDF has, so that no font is needed here.

mod paint;
mod path;
mod text;

use crate::LabError;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use paint::{Paint, number};
use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use roxmltree::{Document, Node};
use std::io::Write;

/// An SVG drawing as a PDF document of one page.
///
/// # Errors
/// When the drawing is no SVG, or has an element that this module does not know. `figure` names it there.
pub fn pdf(figure: &str, svg: &str) -> Result<Vec<u8>, LabError> {
    let failed = |reason: String| LabError::Plot { figure: format!("{figure}.pdf"), reason };
    let document = Document::parse(svg).map_err(|error| failed(error.to_string()))?;
    let root = document.root_element();
    let size = [number(root, "width").unwrap_or(960.0), number(root, "height").unwrap_or(560.0)];
    let mut page = Page { content: Content::new(), opacities: Vec::new() };
    // SVG counts from the top, PDF from the bottom.
    page.content.transform([1.0, 0.0, 0.0, -1.0, 0.0, size[1]]);
    page.children(root, &Paint::default(), size).map_err(failed)?;
    page.document(size).map_err(|error| failed(error.to_string()))
}

/// What has been drawn so far.
struct Page {
    content: Content,
    /// Opacities of fillings and lines that were used, in percent; each pair becomes a graphics state.
    opacities: Vec<[u8; 2]>,
}

impl Page {
    fn children(&mut self, parent: Node<'_, '_>, paint: &Paint, size: [f32; 2]) -> Result<(), String> {
        for node in parent.children().filter(Node::is_element) {
            let paint = paint.of(node)?;
            self.content.save_state();
            if let Some(turn) = turn(node)? {
                self.content.transform(turn);
            }
            self.element(node, &paint, size)?;
            self.content.restore_state();
        }
        Ok(())
    }

    fn element(&mut self, node: Node<'_, '_>, paint: &Paint, size: [f32; 2]) -> Result<(), String> {
        let at = |name: &str| number(node, name).unwrap_or(0.0);
        match node.tag_name().name() {
            "g" => return self.children(node, paint, size),
            "svg" => return self.nested(node, paint),
            "text" => {
                self.use_paint(paint);
                text::draw(&mut self.content, node, paint);
                return Ok(());
            }
            "title" | "desc" => return Ok(()),
            _ => {}
        }
        self.use_paint(paint);
        let content = &mut self.content;
        match node.tag_name().name() {
            "circle" => path::circle(content, [at("cx"), at("cy")], at("r")),
            "rect" => {
                let across = |name, whole: f32| match node.attribute(name) {
                    Some("100%") => whole,
                    _ => at(name),
                };
                let (width, height) = (across("width", size[0]), across("height", size[1]));
                path::rectangle(content, [at("x"), at("y"), width, height], at("rx"))
            }
            "line" => path::polygon(content, &[at("x1"), at("y1"), at("x2"), at("y2")], false),
            "polyline" => path::polygon(content, &path::numbers(node.attribute("points").unwrap_or_default())?, false),
            "polygon" => path::polygon(content, &path::numbers(node.attribute("points").unwrap_or_default())?, true),
            "path" => path::path(content, node.attribute("d").unwrap_or_default())?,
            other => return Err(format!("there is no rule for <{other}>")),
        };
        match (paint.fill.is_some() && node.tag_name().name() != "line", paint.stroke.is_some()) {
            (true, true) => content.fill_nonzero_and_stroke(),
            (true, false) => content.fill_nonzero(),
            (false, true) => content.stroke(),
            (false, false) => content.end_path(),
        };
        Ok(())
    }

    /// A drawing in a drawing: its view box fills its place as well as it can and stands in the middle.
    fn nested(&mut self, node: Node<'_, '_>, paint: &Paint) -> Result<(), String> {
        let at = |name: &str| number(node, name).unwrap_or(0.0);
        let view = path::numbers(node.attribute("viewBox").unwrap_or_default())?;
        let &[left, top, width, height] = view.as_slice() else {
            return Err("a drawing in a drawing has no view box".to_string());
        };
        let scale = (at("width") / width).min(at("height") / height);
        let x = at("x") + (at("width") - scale * width) / 2.0 - scale * left;
        let y = at("y") + (at("height") - scale * height) / 2.0 - scale * top;
        self.content.transform([scale, 0.0, 0.0, scale, x, y]);
        self.children(node, paint, [width, height])
    }

    fn use_paint(&mut self, paint: &Paint) {
        let opacity = [paint.fill_opacity, paint.stroke_opacity].map(|share| (share * 100.0).round() as u8);
        let state = self.opacities.iter().position(|known| *known == opacity).unwrap_or_else(|| {
            self.opacities.push(opacity);
            self.opacities.len() - 1
        });
        self.content.set_parameters(Name(format!("O{state}").as_bytes()));
        if let Some([red, green, blue]) = paint.fill {
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some([red, green, blue]) = paint.stroke {
            self.content.set_stroke_rgb(red, green, blue).set_line_width(paint.width);
        }
        if paint.has_round_ends {
            self.content.set_line_cap(LineCapStyle::RoundCap);
        }
        if !paint.dashes.is_empty() {
            self.content.set_dash_pattern(paint.dashes.iter().copied(), 0.0);
        }
    }

    fn document(self, [width, height]: [f32; 2]) -> std::io::Result<Vec<u8>> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        packed.write_all(self.content.finish().as_slice())?;
        let packed = packed.finish()?;
        let [catalogue, pages, page, content, regular, bold] = [1, 2, 3, 4, 5, 6].map(Ref::new);
        let mut pdf = Pdf::new();
        pdf.catalog(catalogue).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        let mut sheet = pdf.page(page);
        sheet.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
        let mut resources = sheet.resources();
        resources.fonts().pair(text::REGULAR, regular).pair(text::BOLD, bold);
        let mut states = resources.ext_g_states();
        for (index, [fill, stroke]) in self.opacities.iter().enumerate() {
            let mut state = states
                .insert(Name(format!("O{index}").as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.non_stroking_alpha(f32::from(*fill) / 100.0).stroking_alpha(f32::from(*stroke) / 100.0);
        }
        states.finish();
        resources.finish();
        sheet.finish();
        for (font, name) in [(regular, "Helvetica"), (bold, "Helvetica-Bold")] {
            pdf.type1_font(font).base_font(Name(name.as_bytes())).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
        Ok(pdf.finish())
    }
}

/// `rotate(degrees, x, y)`, the only transformation in our drawings, as a matrix.
fn turn(node: Node<'_, '_>) -> Result<Option<[f32; 6]>, String> {
    let Some(text) = node.attribute("transform") else { return Ok(None) };
    let wrong = || format!("there is no rule for transform=\"{text}\"");
    let inner = text.trim().strip_prefix("rotate(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(wrong)?;
    let &[degrees, x, y] = path::numbers(inner)?.as_slice() else { return Err(wrong()) };
    let (sine, cosine) = degrees.to_radians().sin_cos();
    Ok(Some([cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    /// The drawing commands of a document.
    fn commands(pdf: &[u8]) -> String {
        let find = |mark: &[u8]| pdf.windows(mark.len()).position(|window| window == mark).expect("a stream");
        let mut text = Vec::new();
        ZlibDecoder::new(&pdf[find(b"stream\n") + 7..]).read_to_end(&mut text).expect("packed commands");
        text.iter().map(|byte| char::from(*byte)).collect()
    }

    fn drawn(body: &str) -> Result<Vec<u8>, LabError> {
        pdf("test", &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"100\">{body}</svg>"))
    }

    #[test]
    fn shapes_keep_their_places_and_colours() {
        let pdf = drawn(
            "<rect x=\"10\" y=\"20\" width=\"30\" height=\"40\" fill=\"#ff0000\" stroke=\"none\"/>\
             <g stroke=\"#0000ff\" fill=\"none\" opacity=\".5\"><line x1=\"1\" y1=\"2\" x2=\"3\" y2=\"4\" stroke-width=\"7\"/></g>",
        )
        .unwrap();
        assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"));
        let commands = commands(&pdf);
        assert!(commands.starts_with("1 0 0 -1 0 100 cm"), "{commands}");
        assert!(commands.contains("1 0 0 rg\n10 20 30 40 re\nf\n"), "{commands}");
        assert!(commands.contains("0 0 1 RG\n7 w\n1 2 m\n3 4 l\nS\n"), "{commands}");
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.contains("/ca 1") && text.contains("/CA 0.5"), "both opacities");
    }

    #[test]
    fn text_stands_where_its_anchor_says() {
        // Two digits of Helvetica at size 10 are 11.12 wide.
        let words = |anchor: &str| {
            commands(
                &drawn(&format!("<text x=\"50\" y=\"60\" font-size=\"10\" text-anchor=\"{anchor}\">\n42\n</text>"))
                    .unwrap(),
            )
        };
        assert!(words("start").contains("1 0 0 -1 50 60 Tm\n(42) Tj"), "{}", words("start"));
        assert!(words("middle").contains("1 0 0 -1 44.44 60 Tm"), "{}", words("middle"));
        assert!(words("end").contains("1 0 0 -1 38.88 60 Tm"), "{}", words("end"));
    }

    #[test]
    fn a_drawing_in_a_drawing_stands_in_the_middle_of_its_place() {
        let commands = commands(
            &drawn("<svg x=\"10\" y=\"0\" width=\"100\" height=\"100\" viewBox=\"0 0 50 25\"><circle cx=\"0\" cy=\"0\" r=\"1\"/></svg>").unwrap(),
        );
        assert!(commands.contains("2 0 0 2 10 25 cm"), "{commands}");
    }

    #[test]
    fn what_has_no_rule_is_named() {
        for (body, reason) in [
            ("<image/>", "there is no rule for <image>"),
            ("<path d=\"M0 0a1 1 0 0 0 1 1\"/>", "there is no rule for the path command a"),
            ("<circle r=\"1\" fill=\"plaid\"/>", "there is no rule for the colour plaid"),
            ("<text transform=\"scale(2)\">a</text>", "there is no rule for transform=\"scale(2)\""),
        ] {
            assert_eq!(drawn(body).unwrap_err().to_string(), format!("cannot draw test.pdf: {reason}"));
        }
        assert!(pdf("test", "no drawing").is_err());
    }
}
