//! A position as a picture: plain data that one front end can draw for every game, present and future.

use crate::change::{self, Change};
use crate::{Game, PlayerId};

/// What a board shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Width of the grid.
    pub cols: usize,
    /// Height of the grid.
    pub rows: usize,
    /// `cols * rows` cells, row by row from the top left.
    pub cells: Vec<Cell>,
    /// Joined cell sides that are no plain neighbours.
    pub links: Vec<Link>,
    /// One entry per player, in turn order.
    pub seats: Vec<SeatInfo>,
    /// The roll on the table, if any.
    pub die: Option<usize>,
    /// Column captions from the left; empty when columns are counted from 0.
    pub col_names: Vec<String>,
    /// Row captions from the top; empty when rows are counted from 0.
    pub row_names: Vec<String>,
}

/// One square of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// What the square itself is.
    pub ground: CellKind,
    /// What stands on it.
    pub piece: Option<Piece>,
    /// Something worth pointing out.
    pub mark: Option<Mark>,
}

/// The square under a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellKind {
    /// An ordinary square.
    #[default]
    Plain,
    /// Not part of the board: nothing is drawn.
    Hole,
    /// Part of the board, but closed for the rest of the game.
    Blocked,
    /// A square that can never be closed.
    Permanent,
    /// A square with an effect; the letter is its name in the game's notation.
    Special(char),
    /// The home of this player.
    Home(PlayerId),
    /// The goal of this player.
    Goal(PlayerId),
}

/// What stands on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose piece it is; `None` for one that belongs to nobody.
    pub owner: Option<PlayerId>,
    /// A short inscription, such as a stone's number; may be empty.
    pub label: String,
}

/// A highlighted square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The last move ended here.
    LastMove,
}

/// Two joined cell sides. Directions count clockwise from 0 = up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// One end: cell index and side.
    pub from: (usize, u8),
    /// The other end.
    pub to: (usize, u8),
}

/// What is known about one player besides the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatInfo {
    /// What the game calls the player: `X`, `red`, `player 3`.
    pub name: String,
    /// One character that tells the player's pieces apart without colour.
    pub symbol: char,
    /// Countable belongings: (`stones`, 12), (`bombs`, 2).
    pub holdings: Vec<(&'static str, i64)>,
    /// Whether the player has been excluded.
    pub eliminated: bool,
}

/// One thing to click while entering a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Click {
    /// A cell of the scene, by index.
    Cell(usize),
    /// An answer to a question that the game asks in place, such as `swap with player 2`.
    Answer(String),
}

/// What one click of a move may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClickChoice {
    /// Any cell of the scene.
    Cell,
    /// One of these answers.
    Answer(Vec<String>),
}

/// A game that can be drawn and clicked.
pub trait Drawable: Game {
    /// The picture of a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// The clicks that enter this move. Two legal moves of one position never have the same clicks.
    fn clicks(&self, position: &Self::Position, mv: Self::Move) -> Vec<Click>;

    /// The ways in which moves are entered: for each of them what its clicks may be, one after another. The clicks of every
    /// move fit exactly one of them, and together they number the moves of a board for programs that learn.
    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        vec![vec![ClickChoice::Cell], vec![ClickChoice::Cell, ClickChoice::Cell]]
    }

    /// The lines along which a move acts, cell by cell from where it begins: the captures of a stone, for example.
    fn paths(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Why a game that is over has ended, in a few words for people; `None` where there is nothing to tell.
    fn ending(&self, _position: &Self::Position) -> Option<String> {
        None
    }
    /// What a move does to the picture, in the order in which people would do it by hand. The default compares the pictures before and
    /// after; that is right for games whose pieces are set, moved, turned and taken, and whose squares vanish.
    fn changes(&self, position: &Self::Position, mv: Self::Move) -> Vec<Change> {
        let mut after = position.clone();
        self.make(&mut after, mv);
        let (before, after) = (self.scene(position), self.scene(&after));
        change::between(&before, &after, &self.clicks(position, mv), &self.paths(position, mv))
    }

    /// What the person to move is asked to do, one short sentence per click of a move; the last one also serves for later clicks. Empty
    /// where the board explains itself.
    fn prompts(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// Why no legal move begins with these clicks, in one sentence for the person who made the last of them; `None` where there is
    /// nothing to tell. The clicks before the last one begin a legal move.
    fn refusal(&self, _position: &Self::Position, _clicks: &[Click]) -> Option<String> {
        None
    }

    /// What a person should know before they make this move, such as what it costs; `None` for an ordinary move.
    fn notice(&self, _position: &Self::Position, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The players whose turn is skipped after this move because they have no move, in their order.
    fn passed(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<PlayerId> {
        Vec::new()
    }

    /// What each player has won so far, where the winner is the one with the most; empty for games that are not counted.
    fn score(&self, _position: &Self::Position) -> Vec<i64> {
        Vec::new()
    }

    /// What the letters of special squares mean, in a few words each.
    fn legend(&self) -> Vec<(char, &'static str)> {
        Vec::new()
    }
}
