//! A small recorded tree as a drawing, as textbooks show it: triangles that point up choose the highest value, triangles
//! that point down the lowest, circles roll dice. What was never looked at is grey.

use crate::bounds::ValueBound;
use crate::literal::LiteralTree;
use crate::recording::{Recording, SearchRecord};
use crate::tree_summary::nodes_of_visits;
use std::collections::HashMap;
use std::fmt::Write;
use thiserror::Error;

/// Larger trees cannot be read on paper.
pub const MOST_DRAWN: usize = 400;

const COLUMN: f64 = 44.0;
const ROW: f64 = 84.0;
const MARGIN: f64 = 40.0;
const HEADER: f64 = 46.0;
const RADIUS: f64 = 13.0;

/// Why there is no drawing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SvgError {
    /// The tree is too large.
    #[error("a drawing holds at most {MOST_DRAWN} nodes, and this tree has {0}: search less deep, or write .html")]
    TooLarge(usize),
    /// There is no tree.
    #[error("this search has no tree to draw: {0}")]
    NoTree(String),
}

/// What there is to say about a node.
#[derive(Clone, PartialEq, Debug)]
struct DrawnNode {
    parent: Option<usize>,
    /// The move that leads here.
    edge: String,
    /// 1 for max, 2 for the others, 0 for dice, -1 for leaves.
    shape: i8,
    value: String,
    /// Whether the search looked at it.
    visited: bool,
    /// Whether it was left before all its moves were looked at.
    cut: bool,
    /// On the expected line.
    best: bool,
}

/// The drawing of the first search of a recording: the tree of its last search of the root.
///
/// # Errors
/// When there is no tree, or one that is too large.
pub fn svg(recording: &Recording) -> Result<String, SvgError> {
    let search = recording.searches.first().ok_or_else(|| SvgError::NoTree("nothing was searched".to_string()))?;
    let tree = recording.tree.as_ref().and_then(|tree| LiteralTree::parse(&tree.text).ok());
    if search.visits.parent.is_empty() && tree.is_none() {
        let reason = search.reason.clone();
        return Err(SvgError::NoTree(
            reason.unwrap_or_else(|| "it grows a tree of play-outs; write .html".to_string()),
        ));
    }
    let count = search.roots.last().map_or(0, |root| root.count);
    if tree.is_none() && count > MOST_DRAWN {
        return Err(SvgError::TooLarge(count));
    }
    let nodes = match &tree {
        Some(tree) => literal_nodes(tree, search),
        None => visited_nodes(recording, search),
    };
    if nodes.len() > MOST_DRAWN && tree.is_none() {
        return Err(SvgError::TooLarge(nodes.len()));
    }
    Ok(draw(&nodes, &heading(recording, search)))
}

fn heading(recording: &Recording, search: &SearchRecord) -> [String; 2] {
    let best = search.best.as_ref().map_or_else(String::new, |best| format!(", best {best}"));
    let result = format!("{}: value {}{best}, {} maximises", recording.title, search.value, recording.maximises);
    [result, search.player.clone()]
}

/// The range of the last search of the root.
fn last_root(search: &SearchRecord) -> std::ops::Range<usize> {
    search.roots.last().map_or(0..0, |root| root.first..root.first + root.count)
}

/// The value of a visit, with what is known about it beyond.
fn value_text(search: &SearchRecord, visit: usize) -> String {
    let Some(value) = search.visits.value[visit] else { return "?".to_string() };
    let bound = match search.visits.bound[visit] {
        ValueBound::Upper => "≤",
        ValueBound::Lower => "≥",
        ValueBound::Exact | ValueBound::None => "",
    };
    format!("{bound}{value}")
}

/// Whether moves or rolls were left out there. A cut after the last move leaves out nothing.
fn is_cut(search: &SearchRecord, visit: usize) -> bool {
    let moves = search.pruned.iter().any(|(pruned, _)| *pruned == visit as i64);
    moves || search.endings[search.visits.ending[visit]] == "star"
}

/// All nodes of a literal tree, visited or not.
fn literal_nodes(tree: &LiteralTree, search: &SearchRecord) -> Vec<DrawnNode> {
    let shapes = tree.nodes().iter().map(|node| match node.children.is_empty() {
        true => -1,
        false if node.is_chance() => 0,
        false => (node.turn % 2) as i8 + 1,
    });
    let mut drawn: Vec<DrawnNode> = tree
        .nodes()
        .iter()
        .zip(shapes)
        .map(|(node, shape)| DrawnNode {
            parent: node.parent,
            edge: String::new(),
            shape,
            value: node.value.map_or_else(String::new, |value| value.to_string()),
            visited: false,
            cut: false,
            best: false,
        })
        .collect();
    for node in tree.nodes() {
        for (chance, child) in node.chances.iter().zip(&node.children) {
            drawn[*child].edge = chance.to_string();
        }
    }
    let nodes = nodes_of_visits(tree, search);
    for visit in last_root(search) {
        let node = &mut drawn[nodes[visit]];
        node.visited = true;
        node.cut |= is_cut(search, visit);
        node.value = value_text(search, visit);
    }
    drawn[0].visited = true;
    drawn[0].value = search.value.to_string();
    mark_best(&mut drawn, search, |node, text| crate::tree_summary::child_of(tree, node, text));
    drawn
}

/// The nodes that the last search of the root visited, each line of moves once, and the moves that it left out.
fn visited_nodes(recording: &Recording, search: &SearchRecord) -> Vec<DrawnNode> {
    let shape = |player: i8| match player {
        player if player <= 0 => player,
        player if player as usize == recording.root_player => 1,
        _ => 2,
    };
    let root_shape = if recording.root_chance { 0 } else { 1 };
    let new = |parent, edge: &str, shape| DrawnNode {
        parent,
        edge: edge.to_string(),
        shape,
        value: String::new(),
        visited: true,
        cut: false,
        best: false,
    };
    let mut drawn = vec![new(None, "", root_shape)];
    drawn[0].value = search.value.to_string();
    let mut known: HashMap<(usize, usize), usize> = HashMap::new();
    let mut of_visit: HashMap<i64, usize> = HashMap::from([(-1, 0)]);
    for visit in last_root(search) {
        let above = of_visit.get(&search.visits.parent[visit]).copied().unwrap_or(0);
        let mv = search.visits.r#move[visit];
        let node = *known.entry((above, mv)).or_insert_with(|| {
            drawn.push(new(Some(above), &search.moves[mv], shape(search.visits.player[visit])));
            drawn.len() - 1
        });
        of_visit.insert(visit as i64, node);
        drawn[node].value = value_text(search, visit);
        drawn[node].cut |= is_cut(search, visit);
    }
    for (visit, left_out) in &search.pruned {
        let Some(&above) = of_visit.get(visit) else { continue };
        for mv in left_out {
            if !known.contains_key(&(above, *mv)) {
                drawn.push(DrawnNode { visited: false, ..new(Some(above), &search.moves[*mv], -1) });
            }
        }
    }
    let by_text: HashMap<(usize, String), usize> =
        drawn.iter().enumerate().filter_map(|(index, node)| Some(((node.parent?, node.edge.clone()), index))).collect();
    mark_best(&mut drawn, search, |node, text| by_text.get(&(node, text.to_string())).copied());
    drawn
}

/// Marks the chosen move at the root.
fn mark_best(drawn: &mut [DrawnNode], search: &SearchRecord, child: impl Fn(usize, &str) -> Option<usize>) {
    if let Some(node) = search.best.as_ref().and_then(|best| child(0, best)) {
        drawn[node].best = true;
    }
}

/// Where the nodes lie: leaves side by side, everything else above the middle of what is below it.
fn places(nodes: &[DrawnNode]) -> (Vec<(f64, f64)>, f64, f64) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut level = vec![0usize; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
            level[index] = level[parent] + 1;
        }
    }
    let mut column = vec![0.0; nodes.len()];
    let mut next = 0.0;
    // Leaves from left to right, by a walk in the order of the children.
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        if children[index].is_empty() {
            column[index] = next;
            next += 1.0;
        }
        open.extend(children[index].iter().rev());
    }
    for index in (0..nodes.len()).rev() {
        if let (Some(first), Some(last)) = (children[index].first(), children[index].last()) {
            column[index] = (column[*first] + column[*last]) / 2.0;
        }
    }
    let deepest = level.iter().max().copied().unwrap_or(0);
    let place = |index: usize| (MARGIN + column[index] * COLUMN, HEADER + MARGIN + level[index] as f64 * ROW);
    let width = 2.0 * MARGIN + (next - 1.0).max(0.0) * COLUMN;
    ((0..nodes.len()).map(place).collect(), width, HEADER + 2.0 * MARGIN + deepest as f64 * ROW)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn draw(nodes: &[DrawnNode], heading: &[String; 2]) -> String {
    let (places, width, height) = places(nodes);
    let longest = heading.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = width.max(2.0 * MARGIN + 7.0 * longest as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (line, text) in heading.iter().enumerate() {
        let (y, fill) = (20 + 18 * line, if line == 0 { "#111" } else { "#666" });
        let _ = writeln!(out, "<text x=\"12\" y=\"{y}\" fill=\"{fill}\">{}</text>", escaped(text));
    }
    for (index, node) in nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let ((x, y), (px, py)) = (places[index], places[parent]);
        let style = match (node.visited, node.best) {
            (false, _) => "stroke=\"#bbb\" stroke-dasharray=\"3 4\"",
            (true, true) => "stroke=\"#1a6\" stroke-width=\"3\"",
            (true, false) => "stroke=\"#555\"",
        };
        let _ = writeln!(out, "<line x1=\"{px}\" y1=\"{}\" x2=\"{x}\" y2=\"{}\" {style}/>", py + RADIUS, y - RADIUS);
        if !node.edge.is_empty() {
            let (mx, my) = ((x * 2.0 + px) / 3.0, (y * 2.0 + py) / 3.0);
            let _ = writeln!(
                out,
                "<text x=\"{mx}\" y=\"{my}\" text-anchor=\"middle\" font-size=\"10\" fill=\"#666\">{}</text>",
                escaped(&node.edge)
            );
        }
    }
    for (node, place) in nodes.iter().zip(&places) {
        draw_node(&mut out, node, *place);
    }
    out.push_str("</svg>\n");
    out
}

fn draw_node(out: &mut String, node: &DrawnNode, (x, y): (f64, f64)) {
    let (fill, stroke) = match (node.visited, node.cut) {
        (false, _) => ("#f4f4f4", "#bbb"),
        (true, true) => ("#fde3d0", "#c60"),
        (true, false) => ("#e3eefc", "#357"),
    };
    let (left, right, top, bottom) = (x - RADIUS, x + RADIUS, y - RADIUS, y + RADIUS);
    let shape = match node.shape {
        1 => format!("<polygon points=\"{x},{top} {right},{bottom} {left},{bottom}\""),
        2 => format!("<polygon points=\"{left},{top} {right},{top} {x},{bottom}\""),
        0 => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\""),
        _ => format!("<rect x=\"{left}\" y=\"{top}\" width=\"{0}\" height=\"{0}\"", 2.0 * RADIUS),
    };
    let _ = writeln!(out, "{shape} fill=\"{fill}\" stroke=\"{stroke}\"/>");
    let ink = if node.visited { "#111" } else { "#aaa" };
    let (tx, ty, anchor) = if node.shape < 0 { (x, y + 4.0, "middle") } else { (right + 3.0, y + 4.0, "start") };
    let value = escaped(&node.value);
    let _ = writeln!(out, "<text x=\"{tx}\" y=\"{ty}\" text-anchor=\"{anchor}\" fill=\"{ink}\">{value}</text>");
    if node.cut {
        let (x, y) = (right + 3.0, y + 17.0);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" fill=\"#c60\">cut off</text>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{TREE_PLAYER, record_tree};

    fn drawing(text: &str, spec: &str) -> Result<String, SvgError> {
        let tree = LiteralTree::parse(text).expect("a tree");
        let specs = [spec.parse().expect("a spec")];
        svg(&record_tree(&tree, &specs, None, String::new()).expect("a search"))
    }

    #[test]
    fn the_textbook_figure() {
        let drawn = drawing("((3 12 8) (2 4 6) (14 5 2))", TREE_PLAYER).expect("a drawing");
        let count = |text: &str| drawn.matches(text).count();
        assert_eq!(count("<polygon"), 4, "a root and three branches");
        assert_eq!(count("<rect x="), 9, "nine leaves");
        assert_eq!(count("fill=\"#f4f4f4\""), 2, "two of them were never looked at");
        assert_eq!((count(">cut off<"), count(">≤2<")), (1, 1), "of the second branch not everything is known");
        assert_eq!(count(">2<"), 3, "two leaves and the third branch");
        assert!(drawn.contains("Literal tree: value 3, best 1, Max maximises"));
    }

    #[test]
    fn a_leaf_and_dice_are_drawn() {
        assert!(drawing("5", TREE_PLAYER).expect("a drawing").contains(">5<"));
        let dice = drawing("([0.5:3 0.5:8] 4)", "expectimax(pruning=none)").expect("a drawing");
        assert_eq!((dice.matches("<circle").count(), dice.matches(">0.5<").count()), (1, 2));
        assert!(dice.contains(">5.5<"));
    }

    #[test]
    fn text_from_outside_cannot_leave_its_element() {
        assert_eq!(escaped("<b> & </text>"), "&lt;b&gt; &amp; &lt;/text&gt;");
    }
}
