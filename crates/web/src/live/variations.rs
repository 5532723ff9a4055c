//! The variations of a game, and every position in them.

use super::game::LiveGame;
use crate::error::ApiError;
use crate::messages::{
    ClickOn, LegalMove, NodePath, NodeView, ReadVariations, SaveVariations, TreeNode, TurnState, VariationDocument,
};
use plyground_arena::BookBoard;
use plyground_core::variations::{MAX_NODES, MAX_TREE_TEXT, TreeBuilder, VariationTree};
use plyground_core::{AnyGame, AnyPosition, Click, Drawable, Game, Notation, PlayerId, Turn};
use serde_json::Value;

/// Words of a path outside the played game.
const MAX_WORDS: usize = 4_000;

/// The variations of a game as they are saved.
#[derive(Clone, Default, Debug)]
pub(super) struct SavedTree {
    /// The tree as text; empty for the played game alone. Read again on every use, because most games never need it.
    pub text: String,
    /// Grows with every change, so that two pages do not overwrite each other's work unnoticed.
    pub revision: u64,
}

impl SavedTree {
    /// From a record. Texts beyond the limits are not kept.
    pub fn restore(document: &Value) -> Self {
        let text = document["variations"].as_str().filter(|text| text.len() <= MAX_TREE_TEXT).unwrap_or_default();
        let revision = document["web"]["variations_revision"].as_u64().unwrap_or_default();
        SavedTree { text: text.to_string(), revision }
    }

    /// Into a record; nothing for a game that was never analysed.
    pub fn record(&self, document: &mut Value) {
        if self.revision > 0 || !self.text.is_empty() {
            document["variations"] = self.text.as_str().into();
            document["web"]["variations_revision"] = self.revision.into();
        }
    }
}

impl LiveGame {
    /// The position at the end of a path, and the cells of the move that led there.
    pub(super) fn position_on(&self, path: &NodePath) -> Result<(AnyPosition, Vec<usize>), ApiError> {
        if path.ply > self.history.len() {
            return Err(ApiError::rejected(format!("the game has only {} turns", self.history.len())));
        }
        if path.words.split_whitespace().count() > MAX_WORDS {
            return Err(ApiError::rejected(format!("a variation has at most {MAX_WORDS} turns")));
        }
        let last = path.ply.checked_sub(1).map(|before| self.history[before].cells.clone());
        let mut last = last.unwrap_or_default();
        let mut builder = TreeBuilder::new(&self.game, self.position_at(path.ply));
        let mut node = 0;
        for word in path.words.split_whitespace() {
            let before = builder.position(node).map_err(ApiError::rejected)?.clone();
            node = builder.add(node, word).map_err(ApiError::rejected)?;
            last = cells_of(&self.game, &before, word).unwrap_or(last);
        }
        Ok((builder.position(node).map_err(ApiError::rejected)?.clone(), last))
    }

    /// A position of the analysis board.
    pub(super) fn node(&self, path: &NodePath) -> Result<NodeView, ApiError> {
        let (position, last) = self.position_on(path)?;
        let (game, turn) = (&self.game, self.game.turn(&position));
        let scene = game.scene(&position);
        let kind = match turn {
            Turn::Over => "over",
            Turn::Chance => "chance",
            Turn::Player(_) => "player",
        };
        let name = |player: PlayerId| scene.seats.get(player.index()).map_or("?", |seat| seat.name.as_str());
        let result = (turn == Turn::Over).then(|| {
            let winner = game.payoffs(&position).winner().map(|winner| format!("{} wins", name(winner)));
            let reason = game.ending(&position).map(|reason| format!(": {reason}"));
            format!("{}{}", winner.unwrap_or_else(|| "draw".to_string()), reason.unwrap_or_default())
        });
        let holdings = |seat: &plyground_core::SeatInfo| -> Vec<(String, i64)> {
            seat.holdings.iter().map(|(what, count)| (what.to_string(), *count)).collect()
        };
        Ok(NodeView {
            last,
            position: game.position_text(&position),
            phase: game.phase(&position).to_string(),
            turn: TurnState { kind, player: game.mover(&position).map(PlayerId::number) },
            legal: if turn.player().is_some() { legal_moves(game, &position) } else { Vec::new() },
            faces: if turn == Turn::Chance { game.outcomes(&position).to_vec() } else { Vec::new() },
            holdings: scene.seats.iter().map(holdings).collect(),
            result,
            can_pass: game.after_pass(&position).is_some(),
            scene: scene.into(),
        })
    }

    /// The board and the position at the end of a path, for the explorer.
    pub fn explored(&self, path: &NodePath) -> Result<(BookBoard, AnyPosition), ApiError> {
        let map = self.config.setup.map.as_ref().map(|map| map.text.clone());
        let board = BookBoard { name: self.config.game.clone(), game: self.game.clone(), map };
        Ok((board, self.position_on(path)?.0))
    }

    /// The saved variations, with the game as it was played.
    pub fn variations(&self) -> VariationDocument {
        let mut builder = TreeBuilder::new(&self.game, &self.start);
        let error = builder.read(&self.tree.text).err().map(|error| error.to_string());
        let mut played = vec![0];
        for turn in &self.history {
            match builder.add(played[played.len() - 1], &turn.text) {
                Ok(node) => played.push(node),
                Err(error) => return self.describe(builder.finish(), played, Some(error.to_string())),
            }
        }
        if let Some(face) = self.roll {
            // A full tree has no place for the roll on the table, which can be entered again.
            let _ = builder.add(played[played.len() - 1], &format!("{}:", face + 1));
        }
        self.describe(builder.finish(), played, error)
    }

    /// Reads variations from a text without saving them, up to the first error.
    pub fn read_variations(&self, request: &ReadVariations) -> VariationDocument {
        let document: Value = serde_json::from_str(&request.text).unwrap_or_default();
        let field = |key: &str| document[key].as_str();
        let mut builder = TreeBuilder::new(&self.game, &self.start);
        let own = self.document();
        let other =
            ["game", "variant", "position"].into_iter().find(|key| document.is_object() && document[*key] != own[*key]);
        if let Some(key) = other {
            let error = format!("this record has another {key}; open it as a game of its own");
            return self.describe(builder.finish(), Vec::new(), Some(error));
        }
        let text = if document.is_object() {
            field("variations").or(field("moves")).unwrap_or_default()
        } else {
            request.text.as_str()
        };
        let error = builder.read(text).err().map(|error| error.to_string());
        self.describe(builder.finish(), Vec::new(), error)
    }

    fn describe(&self, tree: VariationTree, played: Vec<usize>, error: Option<String>) -> VariationDocument {
        let node = |node: &plyground_core::variations::VariationNode| TreeNode {
            parent: node.parent,
            word: node.word.clone(),
            player: node.player.map(PlayerId::number),
            comment: node.comment.clone(),
        };
        VariationDocument {
            revision: self.tree.revision,
            text: tree.text(),
            nodes: tree.nodes().iter().map(node).collect(),
            played,
            error,
        }
    }

    /// Replaces the saved variations. Returns the new revision.
    pub fn save_variations(&mut self, request: &SaveVariations) -> Result<u64, ApiError> {
        if request.revision != self.tree.revision {
            return Err(ApiError::rejected("another page has changed the variations of this game"));
        }
        if request.nodes.len() > MAX_NODES {
            return Err(ApiError::rejected(format!("a tree has at most {MAX_NODES} nodes")));
        }
        let mut builder = TreeBuilder::new(&self.game, &self.start);
        // Where the nodes of the request are in the tree.
        let mut places: Vec<usize> = Vec::with_capacity(request.nodes.len());
        for (number, node) in request.nodes.iter().enumerate() {
            let failed = |error| ApiError::rejected(format!("node {number} (`{}`): {error}", node.word));
            let place = match number {
                0 => 0,
                _ => {
                    let parent = places.get(node.parent).copied().ok_or_else(|| {
                        ApiError::rejected(format!("node {number} comes before its parent {}", node.parent))
                    })?;
                    builder.add(parent, &node.word).map_err(failed)?
                }
            };
            builder.comment(place, &node.comment).map_err(failed)?;
            places.push(place);
        }
        let text = builder.finish().text();
        if text.len() > MAX_TREE_TEXT {
            return Err(ApiError::rejected(format!("a tree has at most {MAX_TREE_TEXT} bytes of text")));
        }
        self.tree.text = text;
        self.tree.revision += 1;
        Ok(self.tree.revision)
    }
}

/// The cells clicked to enter a move; `None` for a roll.
fn cells_of(game: &AnyGame, before: &AnyPosition, word: &str) -> Option<Vec<usize>> {
    let (mut position, mut text) = (before.clone(), word);
    if let (Turn::Chance, Some((face, rest))) = (game.turn(&position), word.split_once(':')) {
        game.roll(&mut position, face.parse::<usize>().ok()?.checked_sub(1)?);
        text = rest;
    }
    let mv = game.parse_move(&position, text).ok()?;
    let cell = |click| if let Click::Cell(cell) = click { Some(cell) } else { None };
    Some(game.clicks(&position, mv).into_iter().filter_map(cell).collect())
}

/// The legal moves where a player is to move.
pub(super) fn legal_moves(game: &AnyGame, position: &AnyPosition) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let message = |mv| LegalMove {
        text: game.move_text(position, mv),
        clicks: game.clicks(position, mv).into_iter().map(ClickOn::from).collect(),
        notice: game.notice(position, mv),
    };
    moves.into_iter().map(message).collect()
}
