//! How a tree of play-outs grew: its nodes in the order of creation, and where each play-out began.

use super::Edge;
use plyground_core::Turn;

/// A node of the final tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GrowthNode<M> {
    /// The node above; `None` for the root.
    pub parent: Option<usize>,
    /// What leads here; `None` for the root.
    pub edge: Option<Edge<M>>,
    /// What the position waits for, as far as the search has found out.
    pub turn: Option<Turn>,
    /// The probability of a roll.
    pub chance: Option<f64>,
}

/// One play-out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GrowthStep {
    /// The node where it began.
    pub node: usize,
    /// What it brought the root player: 1 for a win, 0 for a loss.
    pub reward: f64,
    /// How many moves it took from there to the end.
    pub length: u32,
}

/// How a tree grew.
#[derive(Clone, PartialEq, Debug)]
pub struct Growth<M> {
    /// The nodes in the order of creation; the root is the first.
    pub nodes: Vec<GrowthNode<M>>,
    /// The play-outs in their order.
    pub steps: Vec<GrowthStep>,
    /// The weight of the exploration term, where there is one.
    pub exploration: Option<f64>,
    /// Nodes and play-outs that the bounds kept from the record, or that other threads made.
    pub omitted: u64,
}

impl<M> Growth<M> {
    /// No more than this many nodes, and this many play-outs. What begins below the last node counts for the deepest node kept
    /// above it.
    pub(super) fn within(mut self, most: usize) -> Self {
        let ancestors: Vec<usize> = self
            .nodes
            .iter()
            .enumerate()
            .map(|(index, node)| if index < most { index } else { node.parent.unwrap_or(0) })
            .collect();
        self.omitted += (self.nodes.len().saturating_sub(most) + self.steps.len().saturating_sub(most)) as u64;
        self.nodes.truncate(most);
        self.steps.truncate(most);
        for step in &mut self.steps {
            while step.node >= most && most > 0 {
                step.node = ancestors[step.node];
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_below_the_last_node_kept_count_for_the_one_above() {
        let node =
            |parent: Option<usize>| GrowthNode { parent, edge: parent.map(Edge::Move), turn: None, chance: None };
        let step = |node| GrowthStep { node, reward: 1.0, length: 3 };
        let nodes = vec![node(None), node(Some(0)), node(Some(1)), node(Some(2))];
        let growth = Growth { nodes, steps: vec![step(1), step(3)], exploration: None, omitted: 0 }.within(2);
        assert_eq!(growth.steps, vec![step(1), step(1)]);
        assert_eq!((growth.nodes.len(), growth.omitted), (2, 2));
    }
}
