//! The tree that play-outs grew, in columns.

use crate::recording::{GrowthColumns, StepColumns};
use crate::replay::{Boards, Texts, player_number, roll_text, rounded};
use plyground_core::{Playable, Turn};
use plyground_search::trace::{Edge, Growth};

/// The columns of a tree, and the boards of its nodes.
pub(crate) fn columns<G: Playable>(
    game: &G,
    start: &G::Position,
    growth: &Growth<G::Move>,
    moves: &mut Texts,
    boards: &mut Boards,
) -> GrowthColumns {
    let mut columns = GrowthColumns {
        parent: Vec::new(),
        r#move: Vec::new(),
        player: Vec::new(),
        chance: Vec::new(),
        visits: vec![0; growth.nodes.len()],
        mean: vec![0.5; growth.nodes.len()],
        steps: StepColumns::default(),
        exploration: growth.exploration.unwrap_or_default(),
    };
    for (index, node) in growth.nodes.iter().enumerate() {
        let before = position_at(game, start, growth, node.parent.unwrap_or(0));
        let mut after = before.clone();
        let text = node.edge.map(|edge| moves.add(follow(game, &mut after, edge)));
        if boards.has_room() {
            boards.add(&game.scene(&before), &game.scene(&after));
        }
        columns.parent.push(if index == 0 { -1 } else { node.parent.map_or(-1, |parent| parent as i64) });
        columns.r#move.push(text.map_or(-1, |text| text as i64));
        columns.player.push(player_number(node.turn.unwrap_or_else(|| game.turn(&after))));
        columns.chance.push(node.chance.and_then(rounded));
    }
    back_up(growth, &mut columns);
    columns
}

/// The position of a node, found by following the way from the root.
fn position_at<G: Playable>(game: &G, start: &G::Position, growth: &Growth<G::Move>, node: usize) -> G::Position {
    let mut way = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        way.extend(growth.nodes[node].edge);
        at = growth.nodes[node].parent;
    }
    let mut position = start.clone();
    for edge in way.into_iter().rev() {
        follow(game, &mut position, edge);
    }
    position
}

/// Applies an edge of a tree of play-outs, which has legal moves and rolls only, and returns its text.
fn follow<G: Playable>(game: &G, position: &mut G::Position, edge: Edge<G::Move>) -> String {
    match edge {
        Edge::Roll(outcome) if game.turn(position) == Turn::Chance => {
            game.roll(position, outcome);
            roll_text(outcome)
        }
        Edge::Roll(outcome) => roll_text(outcome),
        Edge::Move(mv) => {
            let text = game.move_text(position, mv);
            game.make(position, mv);
            text
        }
    }
}

/// Visits and means after all play-outs: each counts for every node from where it began up to the root.
fn back_up<M>(growth: &Growth<M>, columns: &mut GrowthColumns) {
    let mut totals = vec![0.0; growth.nodes.len()];
    for step in &growth.steps {
        columns.steps.node.push(step.node);
        columns.steps.reward.push(rounded(step.reward).unwrap_or_default());
        columns.steps.length.push(step.length);
        let mut at = Some(step.node);
        while let Some(node) = at {
            columns.visits[node] += 1;
            totals[node] += step.reward;
            at = growth.nodes[node].parent;
        }
    }
    for (node, total) in totals.into_iter().enumerate().filter(|(node, _)| growth.nodes.len() > *node) {
        if columns.visits[node] > 0 {
            columns.mean[node] = rounded(total / f64::from(columns.visits[node])).unwrap_or(0.5);
        }
    }
}
