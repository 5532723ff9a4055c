//! Plays a recorded search again on the game, which knows the notation, the boards, the dice and the moves that were left
//! out. Only the positions on the way from the root to the current visit are kept.

use crate::bounds::{BoundRules, ValueBound};
use crate::recording::{BoardColumns, FaceGroups, TableRecord, VisitColumns};
use plyground_core::{Cell, Playable, Scene, Turn};
use plyground_search::trace::{Edge, Ending, RootTrace, TraceNode};
use serde_json::Value;
use std::collections::HashMap;

/// Boards are recorded for at most this many visits; the others are asked for when they are needed.
const MAX_BOARDS: usize = 10_000;
/// Boards are recorded up to this many cells in all.
const MAX_BOARD_CELLS: usize = 600_000;
/// The words of the column of endings, in this order.
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

/// How a cell is written; the pages have their own words for it.
pub type CellText = fn(&Cell) -> Value;

/// The words for why visits end, as the column numbers them.
pub(crate) fn ending_words() -> Vec<&'static str> {
    ENDINGS.iter().map(|ending| ending.name()).collect()
}

/// A value that JSON can hold, rounded where it has more digits than anyone reads.
pub(crate) fn rounded(value: f64) -> Option<f64> {
    let short = if value.fract() == 0.0 { value } else { (value * 1e6).round() / 1e6 };
    short.is_finite().then_some(short)
}

/// Who is to move, as columns number it.
pub(crate) fn player_number(turn: Turn) -> i8 {
    match turn {
        Turn::Player(player) => player.number() as i8,
        Turn::Chance => 0,
        Turn::Over => -1,
    }
}

/// Texts, each once.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) texts: Vec<String>,
    known: HashMap<String, usize>,
}

impl Texts {
    pub(crate) fn add(&mut self, text: String) -> usize {
        if let Some(index) = self.known.get(&text) {
            return *index;
        }
        self.texts.push(text.clone());
        self.known.insert(text, self.texts.len() - 1);
        self.texts.len() - 1
    }
}

/// The changes of boards, relative to the board above.
pub(crate) struct Boards {
    cell: CellText,
    most: usize,
    pub(crate) columns: BoardColumns,
}

impl Boards {
    pub(crate) fn new(root: &Scene, cell: CellText) -> Self {
        let most = MAX_BOARDS.min(MAX_BOARD_CELLS / root.cells.len().max(1));
        Boards { cell, most, columns: BoardColumns { count: 0, changes: Vec::new(), die: Vec::new() } }
    }

    pub(crate) fn has_room(&self) -> bool {
        self.columns.count < self.most
    }

    pub(crate) fn add(&mut self, before: &Scene, after: &Scene) {
        let changed = after.cells.iter().zip(&before.cells).enumerate().filter(|(_, (now, then))| now != then);
        self.columns.changes.push(changed.map(|(place, (now, _))| (place, (self.cell)(now))).collect());
        self.columns.die.push(after.die);
        self.columns.count += 1;
    }
}

/// A position on the way from the root to the current visit.
struct Level<G: Playable> {
    position: G::Position,
    scene: Option<Scene>,
    /// What may be played here; with the unified operator straight from a chance node.
    legal: Vec<G::Move>,
}

impl<G: Playable> Level<G> {
    fn new(game: &G, position: G::Position, scene: Option<Scene>, inner: bool) -> Self {
        let mut legal = Vec::new();
        match game.turn(&position) {
            Turn::Player(_) if inner => game.moves(&position, &mut legal),
            Turn::Chance if inner => {
                let mut grouped = Vec::new();
                if game.grouped_moves(&position, &mut grouped) {
                    legal.extend(grouped.into_iter().map(|(_, mv)| mv));
                }
            }
            _ => {}
        }
        Level { position, scene, legal }
    }

    /// Applies an edge: the position after it, its text, and the probability of a roll.
    fn follow(&self, game: &G, edge: Edge<G::Move>) -> (G::Position, String, Option<f64>) {
        let mut after = self.position.clone();
        match edge {
            Edge::Roll(outcome) => {
                let chance = game.outcomes(&after).get(outcome).copied();
                game.roll(&mut after, outcome);
                (after, roll_text(outcome), chance)
            }
            Edge::Move(mv) if self.legal.contains(&mv) => {
                let text = game.move_text(&after, mv);
                game.make(&mut after, mv);
                (after, text, None)
            }
            // A move that the rules do not list has no notation.
            Edge::Move(_) => (after, "…".to_string(), None),
        }
    }
}

/// The text of a roll.
pub(crate) fn roll_text(outcome: usize) -> String {
    format!("rolls {}", outcome + 1)
}

/// Everything that a replay finds out.
pub(crate) struct Replay<'a, G: Playable> {
    game: &'a G,
    pub(crate) moves: Texts,
    pub(crate) visits: VisitColumns,
    pub(crate) table: Vec<(usize, TableRecord)>,
    pub(crate) pruned: Vec<(i64, Vec<usize>)>,
    pub(crate) groups: Vec<(i64, FaceGroups)>,
    pub(crate) boards: Boards,
}

impl<'a, G: Playable> Replay<'a, G> {
    pub(crate) fn new(game: &'a G, start: &G::Position, cell: CellText) -> Self {
        Replay {
            game,
            moves: Texts::default(),
            visits: VisitColumns::default(),
            table: Vec::new(),
            pruned: Vec::new(),
            groups: Vec::new(),
            boards: Boards::new(&game.scene(start), cell),
        }
    }

    /// Plays one search of the root and adds its visits to the columns. Moves left out at the root are noted for the last
    /// search only.
    pub(crate) fn add(&mut self, start: &G::Position, search: &RootTrace<G::Move>, last: bool) {
        let first = self.visits.parent.len();
        let mut children: Vec<Vec<Edge<G::Move>>> = vec![Vec::new(); search.nodes.len()];
        let mut tops = Vec::new();
        for node in &search.nodes {
            node.parent.map_or(&mut tops, |parent| &mut children[parent]).push(node.edge);
        }
        let root = Level::new(self.game, start.clone(), Some(self.game.scene(start)), true);
        if last {
            // Where visits are missing it is not known which moves were left out.
            if search.value.is_some() && search.omitted == 0 {
                self.note_pruned(-1, &root, &tops);
            }
            self.note_groups(-1, &root.position, &tops);
        }
        let mut levels = vec![root];
        for (index, node) in search.nodes.iter().enumerate() {
            levels.truncate(node.ply as usize);
            let above = levels.last().expect("the root stays, and plies grow by one");
            let (after, text, chance) = above.follow(self.game, node.edge);
            let visit = (first + index) as i64;
            let scene = self.boards.has_room().then(|| self.game.scene(&after));
            if let (Some(before), Some(after)) = (&above.scene, &scene) {
                self.boards.add(before, after);
            }
            let turn = self.game.turn(&after);
            self.push_visit(node, first, text, chance, turn);
            let level = Level::new(self.game, after, scene, !children[index].is_empty());
            if search.omitted == 0 && matches!(node.ending, Ending::Alpha | Ending::Beta) {
                self.note_pruned(visit, &level, &children[index]);
            }
            self.note_groups(visit, &level.position, &children[index]);
            levels.push(level);
        }
    }

    fn push_visit(&mut self, node: &TraceNode<G::Move>, first: usize, text: String, chance: Option<f64>, turn: Turn) {
        let text = self.moves.add(text);
        let visits = &mut self.visits;
        if let Some(answer) = node.table {
            let (depth, bound) = (answer.depth, answer.bound.name());
            let value = rounded(answer.value).unwrap_or_default();
            self.table.push((visits.parent.len(), TableRecord { value, depth, bound }));
        }
        visits.parent.push(node.parent.map_or(-1, |parent| (first + parent) as i64));
        visits.r#move.push(text);
        visits.player.push(player_number(turn));
        visits.low.push(rounded(node.window.0));
        visits.high.push(rounded(node.window.1));
        visits.value.push(node.value.and_then(rounded));
        visits.ending.push(ENDINGS.iter().position(|ending| *ending == node.ending).unwrap_or_default());
        visits.depth.push(node.depth);
        visits.kind.push(node.kind.number());
        visits.chance.push(chance.and_then(rounded));
    }

    /// Says how every value is to be read, once all visits are known. `complete`: no visit is missing.
    pub(crate) fn read_bounds(&mut self, root_player: usize, family: &str, complete: bool) {
        let cut = || self.pruned.iter().filter_map(|(visit, _)| usize::try_from(*visit).ok()).collect();
        let endings = ending_words();
        let table: HashMap<usize, &str> = self.table.iter().map(|(visit, entry)| (*visit, entry.bound)).collect();
        let rules = BoundRules {
            endings: &endings,
            root_player,
            adversarial: matches!(family, "alphabeta" | "paranoid"),
            cut: complete.then(cut),
        };
        let said = |visit: usize| table.get(&visit).copied().and_then(ValueBound::named);
        self.visits.bound = rules.read(&self.visits, said);
    }

    /// The legal moves that were never tried.
    fn note_pruned(&mut self, visit: i64, level: &Level<G>, tried: &[Edge<G::Move>]) {
        if self.game.turn(&level.position).player().is_none() || tried.is_empty() {
            return;
        }
        let left_out = level.legal.iter().filter(|mv| !tried.contains(&Edge::Move(**mv)));
        let texts: Vec<String> = left_out.map(|mv| self.game.move_text(&level.position, *mv)).collect();
        if !texts.is_empty() {
            let indexes = texts.into_iter().map(|text| self.moves.add(text)).collect();
            self.pruned.push((visit, indexes));
        }
    }

    /// Which moves each face allows, at a chance node where moves are rated before the roll.
    fn note_groups(&mut self, visit: i64, position: &G::Position, tried: &[Edge<G::Move>]) {
        if self.game.turn(position) != Turn::Chance || !matches!(tried.first(), Some(Edge::Move(_))) {
            return;
        }
        let mut grouped = Vec::new();
        if !self.game.grouped_moves(position, &mut grouped) {
            return;
        }
        let mut faces = Vec::new();
        for (outcome, probability) in self.game.outcomes(position).to_vec().into_iter().enumerate() {
            let allowed = self.game.outcome_groups(position, outcome);
            let moves = grouped.iter().filter(|(group, _)| allowed >> group & 1 == 1);
            let texts: Vec<String> = moves.map(|(_, mv)| self.game.move_text(position, *mv)).collect();
            let indexes = texts.into_iter().map(|text| self.moves.add(text)).collect();
            faces.push((rounded(probability).unwrap_or_default(), indexes));
        }
        self.groups.push((visit, FaceGroups { faces }));
    }
}
