//! What a search made of a literal tree, in five numbers.

use crate::literal::LiteralTree;
use crate::recording::SearchRecord;
use std::collections::HashSet;

/// The result of a search and the leaves that it looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeSummary {
    /// The value for the player at the root.
    pub value: f64,
    /// The best branch of the root, from 1; `None` where nobody chooses there.
    pub best: Option<usize>,
    /// The leaves that were looked at; `None` for searches that visit no leaves but play out.
    pub leaves: Option<VisitedLeaves>,
}

/// The leaves that the last iteration looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisitedLeaves {
    /// How many.
    pub visited: usize,
    /// How many it never looked at. Together with `visited` these are all leaves.
    pub pruned: usize,
    /// Their values in the order in which they were looked at, again where one was looked at again.
    pub order: Vec<i32>,
}

/// Which node of the tree every visit of a recorded search is.
pub(crate) fn nodes_of_visits(tree: &LiteralTree, search: &SearchRecord) -> Vec<usize> {
    let mut nodes: Vec<usize> = Vec::with_capacity(search.visits.parent.len());
    for (parent, mv) in search.visits.parent.iter().zip(&search.visits.r#move) {
        let above = usize::try_from(*parent).map_or(0, |parent| nodes[parent]);
        nodes.push(child_of(tree, above, &search.moves[*mv]).unwrap_or(above));
    }
    nodes
}

/// The child that a move such as `2`, or a roll such as `rolls 2`, leads to.
pub(crate) fn child_of(tree: &LiteralTree, node: usize, text: &str) -> Option<usize> {
    let number: usize = text.rsplit(' ').next()?.parse().ok()?;
    tree.nodes()[node].children.get(number.checked_sub(1)?).copied()
}

impl TreeSummary {
    /// Of a search of this tree.
    pub fn new(tree: &LiteralTree, search: &SearchRecord) -> Self {
        let best = search.best.as_ref().and_then(|text| text.parse().ok());
        if let Some(value) = tree.nodes()[0].value {
            let leaves = Some(VisitedLeaves { visited: 1, pruned: 0, order: vec![value] });
            return TreeSummary { value: f64::from(value), best: None, leaves };
        }
        let leaves = (!search.visits.parent.is_empty()).then(|| visited_leaves(tree, search));
        TreeSummary { value: search.value, best, leaves }
    }
}

fn visited_leaves(tree: &LiteralTree, search: &SearchRecord) -> VisitedLeaves {
    let nodes = nodes_of_visits(tree, search);
    let last = search.roots.last().map_or(0, |root| root.depth);
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    for root in search.roots.iter().filter(|root| root.depth == last) {
        for &node in &nodes[root.first..root.first + root.count] {
            if let Some(value) = tree.nodes()[node].value {
                seen.insert(node);
                order.push(value);
            }
        }
    }
    let all = tree.nodes().iter().filter(|node| node.value.is_some()).count();
    VisitedLeaves { visited: seen.len(), pruned: all - seen.len(), order }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{TREE_PLAYER, record_tree};

    fn summary(text: &str, spec: &str) -> TreeSummary {
        let tree = LiteralTree::parse(text).expect("a tree");
        let specs = [spec.parse().expect("a spec")];
        let recording = record_tree(&tree, &specs, None, String::new()).expect("a search");
        TreeSummary::new(&tree, &recording.searches[0])
    }

    fn leaves(visited: usize, pruned: usize, order: &[i32]) -> Option<VisitedLeaves> {
        Some(VisitedLeaves { visited, pruned, order: order.to_vec() })
    }

    #[test]
    fn the_textbook_tree_is_cut_as_in_the_textbook() {
        let found = summary("((3 12 8) (2 4 6) (14 5 2))", TREE_PLAYER);
        assert_eq!((found.value, found.best), (3.0, Some(1)));
        assert_eq!(found.leaves, leaves(7, 2, &[3, 12, 8, 2, 14, 5, 2]));
        let all = summary(
            "((3 12 8) (2 4 6) (14 5 2))",
            "search(algorithm=minimax, ordering=none, table=off, deepening=off)",
        );
        assert_eq!(all.leaves, leaves(9, 0, &[3, 12, 8, 2, 4, 6, 14, 5, 2]));
    }

    #[test]
    fn leaves_at_different_depths_and_single_leaves() {
        // Max has 3 at once; Min would answer 8, or 2.
        let found = summary("(3 (12 8) (2 4 6))", TREE_PLAYER);
        assert_eq!((found.value, found.best), (8.0, Some(2)));
        assert_eq!(found.leaves, leaves(4, 2, &[3, 12, 8, 2]));
        let one = summary("-7", TREE_PLAYER);
        assert_eq!((one.value, one.best, one.leaves), (-7.0, None, leaves(1, 0, &[-7])));
    }

    #[test]
    fn dice_are_averaged() {
        let found = summary("([0.5:3 0.5:(8 2)] [0.25:(1 7) 0.75:4])", "expectimax(pruning=none, table=off)");
        // (3 + 2) / 2 = 2.5 against (1 + 3 · 4) / 4 = 3.25.
        assert_eq!((found.value, found.best), (3.25, Some(2)));
        assert_eq!(found.leaves.map(|leaves| (leaves.visited, leaves.pruned)), Some((6, 0)));
    }

    #[test]
    fn play_outs_visit_no_leaves() {
        let found = summary("((3 -12) (2 4))", "mcts(iterations=50)");
        assert_eq!((found.best, found.leaves), (Some(2), None));
    }
}
