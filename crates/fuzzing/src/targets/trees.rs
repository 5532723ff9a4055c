//! Literal trees, as people type them.

use super::text;
use plyground_xray::literal::LiteralTree;
use plyground_xray::record::{CHANCE_TREE_PLAYER, TREE_PLAYER, record_tree};

/// Trees of more nodes only have to survive printing.
const SEARCHED_NODES: usize = 60;

/// The value of a node by definition.
fn minimax(tree: &LiteralTree, index: usize) -> f64 {
    let node = &tree.nodes()[index];
    let children = node.children.iter().map(|child| minimax(tree, *child));
    match node.value {
        Some(value) => f64::from(value),
        None if node.is_chance() => children.zip(&node.chances).map(|(value, chance)| value * chance).sum(),
        None if node.turn.is_multiple_of(2) => children.fold(f64::NEG_INFINITY, f64::max),
        None => children.fold(f64::INFINITY, f64::min),
    }
}

/// A tree is read back from what it prints, and the search of textbooks finds its value.
pub(super) fn check(bytes: &[u8]) {
    let Some(Ok(tree)) = text(bytes).map(LiteralTree::parse) else { return };
    assert_eq!(LiteralTree::parse(&tree.text()).as_ref(), Ok(&tree), "{}", tree.text());
    if tree.nodes().len() > SEARCHED_NODES {
        return;
    }
    let spec = if tree.has_chance() { CHANCE_TREE_PLAYER } else { TREE_PLAYER };
    let spec = spec.parse().expect("our own spec");
    let recording = record_tree(&tree, &[spec], None, String::new()).expect("the usual player searches every tree");
    let (found, value) = (recording.searches[0].value, minimax(&tree, 0));
    // Recordings round values; sums of products may differ in their last digits.
    assert!((found - value).abs() <= 1e-3 * value.abs().max(1.0), "{found} is not {value} in {}", tree.text());
}
