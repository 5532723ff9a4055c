//! Makes a record of a search: replays what it visited on the game, which knows the notation, the boards, the dice and the
//! moves that were left out.

use crate::recording::{
    BoardColumns, FaceGroups, IterationRecord, RootRecord, SearchRecord, TableRecord, VisitColumns,
};
use plyground_core::{Cell, NotationError, Playable, Turn};
use plyground_engine::{Player, Request, Spec};
use plyground_search::trace::{Edge, Ending, Recorder, TraceNode};
use plyground_search::{Basis, Iteration, Limits, Report, SearchRequest};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// Visits recorded per search.
pub const MAX_VISITS: usize = 100_000;
/// Nothing deeper is recorded.
const MAX_PLIES: u32 = 24;
/// Boards are recorded up to this many cells in all; the others are asked for when they are needed.
const MAX_BOARD_CELLS: usize = 400_000;
/// Boards recorded per search.
const MAX_BOARDS: usize = 3000;
/// The words of the column, in this order.
const ENDINGS: [Ending; 11] = [
    Ending::Complete,
    Ending::Alpha,
    Ending::Beta,
    Ending::Table,
    Ending::Known,
    Ending::Star,
    Ending::Probe,
    Ending::Depth,
    Ending::Terminal,
    Ending::Beam,
    Ending::Stopped,
];
/// What a visit was for, as the column numbers it.
const NULL_WINDOW: u8 = 1;
const REDUCED: u8 = 2;
const RESEARCH: u8 = 3;
const PROBE: u8 = 4;

/// How cells are written; the pages have their own words for them.
pub type CellText = fn(&Cell) -> Value;

/// Searches a position with a player and records it.
pub fn record_search<G: Playable>(
    game: &G,
    position: &G::Position,
    spec: &Spec,
    player: &mut dyn Player<G>,
    limits: Limits,
    ceiling: Duration,
    cell: CellText,
) -> SearchRecord {
    let mut recorder = Recorder::new(MAX_VISITS, MAX_PLIES).with_all_roots();
    let request = SearchRequest::new(game, position).within(limits).recording(&mut recorder);
    let report = player.think(Request::from(request).at_most(ceiling));
    let replay = Replay::of(game, position, recorder.nodes());
    let family = family(spec, game.facts().players);
    let visits = replay.columns(recorder.nodes(), &recorder, family != "expectimax");
    let roots = roots(&recorder, &report, &visits);
    let iteration = |one: &Iteration<G::Move>| iteration_record(game, position, one, &roots, &replay, &visits);
    let iterations = report.iterations.iter().map(iteration).collect();
    let boards = replay.boards(position, recorder.nodes(), cell);
    SearchRecord {
        player: spec.to_string(),
        label: spec.to_string(),
        family,
        unit: player.unit().to_string(),
        best: report.best.map(|mv| game.move_text(position, mv)),
        value: report.value,
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        stopped: format!("{:?}", report.stopped).to_lowercase(),
        iterations,
        table: table(&visits),
        pruned: replay.pruned,
        groups: replay.groups,
        boards,
        growth: None,
        omitted: recorder.omitted(),
        reason: recorder.nodes().is_empty().then(|| no_tree_reason(&report, spec)),
        roots,
        visits,
        moves: replay.moves.texts,
        endings: ENDINGS.iter().map(|ending| ending.name()).collect(),
    }
}

/// Why there is no tree.
fn no_tree_reason<M>(report: &Report<M>, spec: &Spec) -> String {
    match (report.exact, report.basis) {
        (true, _) => "The position was solved exactly, without a search tree.".to_string(),
        (false, Basis::Static) => "The move was chosen without a search, so there is no tree.".to_string(),
        (false, Basis::Search) => format!("`{}` does not record its tree.", spec.name),
    }
}

/// The family of a search, for the words and shapes of the pictures.
fn family(spec: &Spec, players: usize) -> &'static str {
    let text = spec.to_string();
    let has = |value: &str| text.contains(value);
    match spec.name.as_str() {
        "search" if has("opponents=maxn") => "maxn",
        "search" if has("opponents=brs") => "brs",
        "search" if has("algorithm=minimax") => "minimax",
        "search" | "best" if players > 2 => "paranoid",
        "expectimax" => "expectimax",
        "mcts" => "mcts",
        "montecarlo" => "montecarlo",
        _ => "alphabeta",
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// A dictionary of texts.
#[derive(Default)]
struct Texts {
    texts: Vec<String>,
    known: HashMap<String, usize>,
}

impl Texts {
    fn add(&mut self, text: String) -> usize {
        if let Some(index) = self.known.get(&text) {
            return *index;
        }
        self.texts.push(text.clone());
        self.known.insert(text, self.texts.len() - 1);
        self.texts.len() - 1
    }
}

/// The visited positions.
struct Replay<'a, G: Playable> {
    game: &'a G,
    positions: Vec<G::Position>,
    edges: Vec<usize>,
    chances: Vec<Option<f64>>,
    children: Vec<Vec<usize>>,
    moves: Texts,
    pruned: Vec<(usize, Vec<usize>)>,
    groups: Vec<(i64, FaceGroups)>,
}

impl<'a, G: Playable> Replay<'a, G> {
    fn of(game: &'a G, start: &G::Position, nodes: &[TraceNode<G::Move>]) -> Self {
        let mut replay = Replay {
            game,
            positions: Vec::with_capacity(nodes.len()),
            edges: Vec::with_capacity(nodes.len()),
            chances: Vec::with_capacity(nodes.len()),
            children: vec![Vec::new(); nodes.len()],
            moves: Texts::default(),
            pruned: Vec::new(),
            groups: Vec::new(),
        };
        for (index, node) in nodes.iter().enumerate() {
            let mut after = node.parent.map_or(start, |parent| &replay.positions[parent]).clone();
            let chance = match node.edge {
                Edge::Roll(outcome) => game.outcomes(&after).get(outcome).copied(),
                Edge::Move(_) => None,
            };
            let text = apply(game, &mut after, node.edge);
            let text = replay.moves.add(text);
            replay.edges.push(text);
            replay.chances.push(chance);
            replay.positions.push(after);
            if let Some(parent) = node.parent {
                replay.children[parent].push(index);
            }
        }
        for index in 0..nodes.len() {
            if matches!(nodes[index].ending, Ending::Alpha | Ending::Beta) {
                replay.add_pruned(nodes, index);
            }
            if game.turn(&replay.positions[index]) == Turn::Chance {
                let position = replay.positions[index].clone();
                let moves =
                    replay.children[index].first().is_some_and(|child| matches!(nodes[*child].edge, Edge::Move(_)));
                if moves {
                    replay.add_groups(index as i64, &position);
                }
            }
        }
        let tops = nodes.iter().find(|node| node.parent.is_none());
        if game.turn(start) == Turn::Chance && tops.is_some_and(|node| matches!(node.edge, Edge::Move(_))) {
            replay.add_groups(-1, start);
        }
        replay
    }

    /// The legal moves that a cut-off left out.
    fn add_pruned(&mut self, nodes: &[TraceNode<G::Move>], index: usize) {
        let position = &self.positions[index];
        if self.game.turn(position).player().is_none() {
            return;
        }
        let tried: HashSet<G::Move> = self.children[index]
            .iter()
            .filter_map(|child| match nodes[*child].edge {
                Edge::Move(mv) => Some(mv),
                Edge::Roll(_) => None,
            })
            .collect();
        let mut legal = Vec::new();
        self.game.moves(position, &mut legal);
        let texts: Vec<String> =
            legal.iter().filter(|mv| !tried.contains(mv)).map(|mv| self.game.move_text(position, *mv)).collect();
        if !texts.is_empty() {
            let left_out = texts.into_iter().map(|text| self.moves.add(text)).collect();
            self.pruned.push((index, left_out));
        }
    }

    /// Which moves each face allows, at a chance node where moves are rated before the roll.
    fn add_groups(&mut self, visit: i64, position: &G::Position) {
        let mut grouped = Vec::new();
        if !self.game.grouped_moves(position, &mut grouped) {
            return;
        }
        let mut faces = Vec::new();
        for (outcome, probability) in self.game.outcomes(position).to_vec().into_iter().enumerate() {
            let allowed = self.game.outcome_groups(position, outcome);
            let moves = grouped.iter().filter(|(group, _)| allowed >> group & 1 == 1);
            let texts: Vec<String> = moves.map(|(_, mv)| self.game.move_text(position, *mv)).collect();
            faces.push((probability, texts.into_iter().map(|text| self.moves.add(text)).collect()));
        }
        self.groups.push((visit, FaceGroups { faces }));
    }

    fn columns(&self, nodes: &[TraceNode<G::Move>], recorder: &Recorder<G::Move>, whole: bool) -> VisitColumns {
        let mut columns = VisitColumns::default();
        let mut depths: Vec<u32> = Vec::with_capacity(nodes.len());
        // The last visit of every move of every parent, to know a second search of the same move.
        let mut before: HashMap<(usize, Option<usize>, usize), usize> = HashMap::new();
        for (index, node) in nodes.iter().enumerate() {
            let root = recorder.roots().partition_point(|root| root.first <= index).saturating_sub(1);
            let top = recorder.roots().get(root).map_or(recorder.depth(), |root| root.depth);
            let above = node.parent.map_or(top, |parent| depths[parent]);
            let left = if matches!(node.edge, Edge::Move(_)) { above.saturating_sub(1) } else { above };
            depths.push(left);
            let null = whole && node.window.1 - node.window.0 <= 1.0;
            let mut kind = if null { NULL_WINDOW } else { 0 };
            if let Some(earlier) = before.insert((root, node.parent, self.edges[index]), index) {
                if columns.kind[earlier] == NULL_WINDOW && null && nodes[earlier].window == node.window {
                    columns.kind[earlier] = REDUCED;
                } else {
                    kind = RESEARCH;
                }
            }
            columns.parent.push(node.parent.map_or(-1, |parent| parent as i64));
            columns.r#move.push(self.edges[index]);
            columns.player.push(match self.game.turn(&self.positions[index]) {
                Turn::Player(player) => player.number() as i8,
                Turn::Chance => 0,
                Turn::Over => -1,
            });
            columns.low.push(finite(node.window.0));
            columns.high.push(finite(node.window.1));
            columns.value.push(node.value.and_then(finite));
            columns.ending.push(ENDINGS.iter().position(|ending| *ending == node.ending).unwrap_or_default());
            columns.depth.push(left);
            columns.kind.push(if node.ending == Ending::Probe { PROBE } else { kind });
            columns.chance.push(self.chances[index]);
        }
        columns
    }

    /// What changes on the board with each of the first visits.
    fn boards(&self, start: &G::Position, nodes: &[TraceNode<G::Move>], cell: CellText) -> Option<BoardColumns> {
        let root = self.game.scene(start);
        let count = nodes.len().min(MAX_BOARDS).min(MAX_BOARD_CELLS / root.cells.len().max(1));
        if count == 0 {
            return None;
        }
        let scenes: Vec<_> = self.positions[..count].iter().map(|position| self.game.scene(position)).collect();
        let mut boards = BoardColumns { count, changes: Vec::with_capacity(count), die: Vec::with_capacity(count) };
        for (index, scene) in scenes.iter().enumerate() {
            let before = nodes[index].parent.map_or(&root, |parent| &scenes[parent]);
            let changed = scene.cells.iter().zip(&before.cells).enumerate().filter(|(_, (now, then))| now != then);
            boards.changes.push(changed.map(|(place, (now, _))| (place, cell(now))).collect());
            boards.die.push(scene.die);
        }
        Some(boards)
    }
}

/// Applies an edge to a position and returns its notation.
fn apply<G: Playable>(game: &G, position: &mut G::Position, edge: Edge<G::Move>) -> String {
    let turn = game.turn(position);
    match edge {
        Edge::Roll(outcome) if turn == Turn::Chance => {
            game.roll(position, outcome);
            format!("rolls {}", outcome + 1)
        }
        // With the unified operator moves follow a chance node directly, before the dice are considered.
        Edge::Move(mv) if game.is_legal(position, mv) || turn == Turn::Chance && is_grouped(game, position, mv) => {
            let text = game.move_text(position, mv);
            game.make(position, mv);
            text
        }
        // A search may pass for a player who cannot move; such edges have no notation.
        _ => "…".to_string(),
    }
}

fn is_grouped<G: Playable>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut grouped = Vec::new();
    game.grouped_moves(position, &mut grouped) && grouped.iter().any(|(_, listed)| *listed == mv)
}

/// The searches of the root. Their window is that of the first move, which gets all of it; their value is what came of
/// their moves.
fn roots<M>(recorder: &Recorder<M>, report: &Report<M>, visits: &VisitColumns) -> Vec<RootRecord> {
    let beam = ENDINGS.iter().position(|ending| *ending == Ending::Beam).unwrap_or_default();
    let ends = recorder.roots().iter().skip(1).map(|root| root.first).chain([recorder.nodes().len()]);
    let mut found: Vec<RootRecord> = Vec::new();
    for (root, end) in recorder.roots().iter().zip(ends) {
        let tops: Vec<usize> =
            (root.first..end).filter(|visit| visits.parent[*visit] < 0 && visits.ending[*visit] != beam).collect();
        let window = tops.first().map_or((None, None), |first| (visits.low[*first], visits.high[*first]));
        let stopped = tops.iter().any(|visit| visits.value[*visit].is_none());
        let weighted = tops.iter().any(|visit| visits.chance[*visit].is_some());
        let values = tops.iter().filter_map(|visit| {
            visits.value[*visit].map(|value| value * if weighted { visits.chance[*visit].unwrap_or(0.0) } else { 1.0 })
        });
        let value = if weighted { values.reduce(|sum, part| sum + part) } else { values.reduce(f64::max) };
        let outcome = match (value, window) {
            _ if stopped => "stopped",
            (Some(value), (Some(low), _)) if value <= low => "fail_low",
            (Some(value), (_, Some(high))) if value >= high => "fail_high",
            _ => "exact",
        };
        found.push(RootRecord {
            depth: root.depth,
            window,
            first: root.first,
            count: end - root.first,
            outcome,
            value,
        });
    }
    if let Some(last) = found.last_mut()
        && last.outcome == "exact"
        && last.depth == report.depth
    {
        last.value = finite(report.value);
    }
    found
}

fn iteration_record<G: Playable>(
    game: &G,
    position: &G::Position,
    iteration: &Iteration<G::Move>,
    roots: &[RootRecord],
    replay: &Replay<'_, G>,
    visits: &VisitColumns,
) -> IterationRecord {
    let mut order: Vec<String> = Vec::new();
    if let Some(root) = roots.iter().find(|root| root.depth == iteration.depth) {
        for visit in (root.first..root.first + root.count).filter(|visit| visits.parent[*visit] < 0) {
            let text = &replay.moves.texts[visits.r#move[visit]];
            if !order.contains(text) {
                order.push(text.clone());
            }
        }
    }
    IterationRecord {
        depth: iteration.depth,
        value: iteration.value,
        best: iteration.best.map(|mv| game.move_text(position, mv)),
        nodes: iteration.nodes,
        seconds: iteration.time.as_secs_f64(),
        predicted: iteration.predicted.map(|time| time.as_secs_f64()),
        window: iteration.window.map(|window| (window.low, window.high)),
        fail_low: iteration.fail_low,
        fail_high: iteration.fail_high,
        order,
    }
}

/// What the table knew where it answered: its value decides on which side of the window it lies.
fn table(visits: &VisitColumns) -> Vec<(usize, TableRecord)> {
    let table = ENDINGS.iter().position(|ending| *ending == Ending::Table).unwrap_or_default();
    let answered = (0..visits.parent.len()).filter(|visit| visits.ending[*visit] == table);
    let entry = |visit: usize| {
        let value = visits.value[visit]?;
        let bound = match (visits.low[visit], visits.high[visit]) {
            (Some(low), _) if value <= low => "upper",
            (_, Some(high)) if value >= high => "lower",
            _ => "exact",
        };
        Some((visit, TableRecord { value, depth: visits.depth[visit], bound }))
    };
    answered.filter_map(entry).collect()
}

/// Plays a line of texts as recordings write them: moves in the game's notation, rolls as `rolls 3`.
///
/// # Errors
/// The first text that is neither a roll nor a legal move.
pub fn play_line<G: Playable>(game: &G, position: &mut G::Position, line: &[String]) -> Result<(), NotationError> {
    for text in line {
        let turn = game.turn(position);
        let outcome = text.strip_prefix("rolls ").and_then(|face| face.parse::<usize>().ok());
        match outcome {
            Some(face) if turn == Turn::Chance && (1..=game.outcomes(position).len()).contains(&face) => {
                game.roll(position, face - 1);
            }
            _ if turn == Turn::Chance => {
                // A move that was rated before the roll.
                let mut grouped = Vec::new();
                game.grouped_moves(position, &mut grouped);
                let found = grouped.iter().find(|(_, mv)| game.move_text(position, *mv) == *text);
                let mv = found.ok_or_else(|| NotationError::new(text, "a roll is written `rolls 3`"))?.1;
                game.make(position, mv);
            }
            _ => {
                let mv = game.parse_move(position, text)?;
                game.make(position, mv);
            }
        }
    }
    Ok(())
}
