//! Drawings compared with golden files, and with what every drawing must be.

mod scenes;

use plyground_core::{CellKind, Scene};
use plyground_picture::{svg, terminal};
use std::path::Path;

/// Set this variable (to anything) and the golden files are rewritten instead of compared.
const BLESS: &str = "PLYGROUND_BLESS";

const PLAIN: terminal::Style = terminal::Style { colour: false, unicode: false };
const SIGNS: terminal::Style = terminal::Style { colour: false, unicode: true };
const COLOURS: terminal::Style = terminal::Style { colour: true, unicode: true };

fn check(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(&file, found).unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
        return;
    }
    let expected = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("cannot read {}: {error} (set {BLESS}=1 to write it)", file.display()));
    for (number, (old, new)) in expected.lines().zip(found.lines()).enumerate() {
        assert_eq!(new, old, "{name} line {}", number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{name} has another length");
}

fn drawn(scene: &Scene) -> String {
    svg::draw(scene, &svg::Options::default())
}

/// Parses, and refuses everything that would run or load something.
fn parse(text: &str) -> roxmltree::Document<'_> {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(document.root_element().tag_name().name(), "svg");
    for element in document.descendants().filter(roxmltree::Node::is_element) {
        let name = element.tag_name().name();
        assert!(["svg", "g", "path", "rect", "circle", "text", "title"].contains(&name), "unexpected <{name}>");
        for attribute in element.attributes() {
            assert!(!attribute.name().starts_with("on") && !attribute.name().contains("href"), "{}", attribute.name());
            assert!(!attribute.value().contains("url("), "{}", attribute.value());
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{}", attribute.value());
        }
    }
    document
}

fn texts(document: &roxmltree::Document<'_>) -> Vec<String> {
    let is_text = |node: &roxmltree::Node<'_, '_>| node.has_tag_name(("http://www.w3.org/2000/svg", "text"));
    document.descendants().filter(is_text).map(|node| node.text().unwrap_or_default().to_string()).collect()
}

#[test]
fn golden_text() {
    for (name, scene) in [("dice", scenes::dice()), ("pawns", scenes::pawns()), ("islands", scenes::islands())] {
        let styles = [("ascii", PLAIN), ("unicode", SIGNS), ("colour", COLOURS)];
        for (style_name, style) in styles {
            check(&format!("{name}.{style_name}.txt"), &terminal::draw(&scene, style));
        }
    }
}

#[test]
fn golden_drawings() {
    for (name, scene) in [("dice", scenes::dice()), ("pawns", scenes::pawns()), ("islands", scenes::islands())] {
        check(&format!("{name}.svg"), &drawn(&scene));
    }
}

#[test]
fn plain_text_is_plain() {
    for scene in [scenes::dice(), scenes::pawns(), scenes::islands(), scenes::crowd(5)] {
        assert!(terminal::draw(&scene, PLAIN).is_ascii());
        assert!(!terminal::draw(&scene, SIGNS).contains('\u{1b}'));
        assert!(terminal::draw(&scene, COLOURS).contains('\u{1b}'));
    }
}

#[test]
fn colours_change_nothing_but_colours() {
    for scene in [scenes::dice(), scenes::pawns(), scenes::islands()] {
        let coloured = terminal::draw(&scene, COLOURS);
        let mut bare = String::new();
        for part in coloured.split('\u{1b}') {
            bare.push_str(if bare.is_empty() { part } else { part.split_once('m').unwrap_or_default().1 });
        }
        let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
        assert_eq!(trimmed(&bare), trimmed(&terminal::draw(&scene, SIGNS)));
    }
}

#[test]
fn fifty_columns_fit_on_a_wide_terminal() {
    let text = terminal::draw(&scenes::crowd(0), PLAIN);
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(110), "{widest:?} columns");
    let tens = "1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4";
    assert_eq!(text.lines().filter(|line| line.trim() == tens).count(), 2, "captions above and below");
}

#[test]
fn drawings_are_well_formed() {
    for scene in [scenes::dice(), scenes::pawns(), scenes::islands(), scenes::crowd(30)] {
        parse(&drawn(&scene));
    }
}

#[test]
fn text_from_outside_is_escaped() {
    let mut scene = scenes::islands();
    scene.seats[0].name = "<script>alert('&\"')</script>".to_string();
    scene.seats[1].symbol = '<';
    scene.col_names = vec!["&".to_string(), "\u{1b}[1m".to_string(), "]]>".to_string()];
    scene.cells[0].ground = CellKind::Special('"');
    let picture = drawn(&scene);
    let document = parse(&picture);
    let found = texts(&document);
    for wanted in ["<script>alert('&\"')</script>", "<", "&", "?[1m", "]]>", "\""] {
        assert!(found.iter().any(|text| text == wanted), "{wanted} in {found:?}");
    }
    assert!(!terminal::draw(&scene, SIGNS).contains('\u{1b}'), "a name steers the terminal");
}

#[test]
fn holes_are_not_drawn() {
    let scene = scenes::islands();
    let picture = drawn(&scene);
    let squares =
        picture.lines().filter(|line| line.contains("stroke=\"#b8b09f\"")).map(|line| line.matches('M').count());
    assert_eq!(squares.sum::<usize>(), scene.cells.iter().filter(|cell| cell.ground != CellKind::Hole).count());
}

#[test]
fn both_ends_of_a_link_carry_its_number_and_few_links_are_curves() {
    let options = svg::Options { show_coordinates: false, ..svg::Options::default() };
    let mut scene = scenes::crowd(0);
    scene.cells.iter_mut().for_each(|cell| cell.piece = None);
    scene.seats.clear();
    for (links, curves) in [(40, 40), (41, 0)] {
        scene.links = (0..links).map(|n| plyground_core::Link { from: (n, 0), to: (2450 + n, 4) }).collect();
        let picture = svg::draw(&scene, &options);
        let numbers = texts(&parse(&picture));
        for number in 1..=links {
            assert_eq!(numbers.iter().filter(|text| **text == number.to_string()).count(), 2, "link {number}");
        }
        assert_eq!(picture.matches('C').count(), curves);
        let hidden = svg::draw(&scene, &svg::Options { show_links: false, ..options });
        assert_eq!(texts(&parse(&hidden)), Vec::<String>::new());
    }
}

#[test]
fn a_mirror_has_one_tab() {
    let picture = drawn(&scenes::islands());
    let titles: Vec<&str> = picture.lines().filter(|line| line.contains("turns back")).collect();
    assert_eq!(titles, ["<title>3: 0,0 up turns back</title>", "<title>4: 0,2 down-left turns back</title>"]);
    assert_eq!(texts(&parse(&picture)).iter().filter(|text| *text == "4").count(), 2, "column 4 and link 4");
}

#[test]
fn the_largest_boards_stay_handy() {
    let picture = drawn(&scenes::crowd(2500));
    parse(&picture);
    assert!(picture.len() < 2_000_000, "{} bytes", picture.len());
}

#[test]
fn nonsense_is_drawn_as_far_as_it_goes() {
    for scene in scenes::nonsense() {
        let picture = drawn(&scene);
        parse(&picture);
        for style in [PLAIN, SIGNS] {
            assert!(!terminal::draw(&scene, style).contains(['\u{1b}', '\u{7}']));
        }
        for cell in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e300] {
            parse(&svg::draw(&scene, &svg::Options { cell, ..svg::Options::default() }));
        }
    }
    assert_eq!(terminal::draw(&Scene::default(), PLAIN), "");
}
