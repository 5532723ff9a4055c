//! Positions in the words of exact solvers, which know squares and pieces but no game. A game whose positions can be put like this
//! says so by the hooks of [`Evaluated`](crate::Evaluated); code that has a solver asks the game.

use crate::PlayerId;

/// Two players on at most 8x8 squares with nothing but discs, which are placed and turned as in Othello. Bit 0 is the top left
/// square, bit 7 the top right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiscPosition<M> {
    /// Discs of player 1 and of player 2.
    pub discs: [u64; 2],
    /// Squares that exist.
    pub squares: u64,
    /// Who is to move.
    pub turn: PlayerId,
    /// The move on each square. It means nothing where there is no square.
    pub moves: [M; 64],
}

/// Two pieces on squares of which every turn removes one: a player steps, then removes a square that is not permanent. The player
/// who cannot step loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemovalPosition<M> {
    /// For each square that is left the ways that lead from it. A way is a row of squares, entered one after another until
    /// something stands in it.
    pub ways: Vec<Vec<Vec<u8>>>,
    /// How many squares are permanent: the last ones.
    pub permanent: usize,
    /// The square of the player to move.
    pub own: usize,
    /// The square of their opponent.
    pub other: usize,
    /// Who is to move.
    pub turn: PlayerId,
    /// The legal moves in the order of the rules.
    pub moves: Vec<RemovalMove<M>>,
}

/// A move of a [`RemovalPosition`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemovalMove<M> {
    /// The move in the game.
    pub mv: M,
    /// The square entered.
    pub to: usize,
    /// The square removed; none if only permanent squares are left.
    pub removed: Option<usize>,
}
