//! The rules of a game, as everything else sees them.

use crate::{Payoffs, PlayerId, Rng, Turn};
use std::fmt::Debug;
use std::hash::Hash;

/// Facts about a game on its chosen board, for algorithms that must refuse what they cannot play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Number of seats, 2 to 8.
    pub players: usize,
    /// Whether dice are rolled.
    pub chance: bool,
    /// Whether there are just two players with opposed interests: whatever raises one player's payoff over the other's
    /// is exactly as bad for the other. Algorithms compare payoff differences; the payoffs themselves need not add up
    /// to zero (a game scored by counting stones gives its counts).
    pub zero_sum: bool,
    /// Whether players strictly alternate, with nobody ever skipped.
    pub alternating: bool,
    /// An upper bound for the number of turns of any game.
    pub longest: usize,
}

/// What a game knows about a position before its end: who wins it, and between how many turns from now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EarlyResult {
    /// Who wins, whatever the other does.
    pub winner: PlayerId,
    /// With best play of both it takes no fewer turns than this: the winner hurries, the loser delays.
    pub soonest: u32,
    /// And no more than this. Equal to `soonest` where the distance is known exactly.
    pub latest: u32,
}

/// The rules on one board, and what never changes during play. Positions are separate values, so that a board chosen
/// at run time is shared by reference and copied by nobody.
///
/// Contracts, all checked by the conformance suite of the test kit:
///
/// * [`turn`](Game::turn) never names a player without a legal move: skipping is part of [`make`](Game::make);
/// * [`unmake`](Game::unmake) restores the position exactly;
/// * [`key`](Game::key) is kept up to date by `make`, and equals [`recomputed_key`](Game::recomputed_key);
/// * nothing here allocates per call once its buffers have grown.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// What changes during play. `Eq` means: same rights, same future.
    type Position: Clone + Eq + Debug + Send + Sync + 'static;
    /// A move, complete with every choice it asks for.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// What `unmake` needs to know; a small board may use a copy of itself.
    type Undo: Send;

    /// What algorithms may rely on.
    fn facts(&self) -> Facts;

    /// The usual first position.
    fn start(&self) -> Self::Position;

    /// A first position drawn by lot, where the rules or custom know of one (set-ups, for example).
    fn random_start(&self, _rng: &mut Rng) -> Self::Position {
        self.start()
    }

    /// What the position waits for.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// The player to move, or at a chance node the player about to roll. Games with dice override it.
    fn mover(&self, position: &Self::Position) -> Option<PlayerId> {
        self.turn(position).player()
    }

    /// The stage of the game, in a word for people and records.
    fn phase(&self, _position: &Self::Position) -> &'static str {
        "play"
    }

    /// Appends every legal move of the player to move; nothing unless it is a player's turn.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// How many moves [`moves`](Game::moves) would append. Override it where counting is cheaper than listing.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut out = Vec::new();
        self.moves(position, &mut out);
        out.len() as u64
    }

    /// Whether the move is among [`moves`](Game::moves).
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut out = Vec::new();
        self.moves(position, &mut out);
        out.contains(&mv)
    }

    /// Makes a legal move (unchecked) and passes the turn on to whoever can move next.
    fn make(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    /// The probabilities of the outcomes 0, 1, … where [`Turn::Chance`] is due; they add up to one. Outcomes of
    /// probability zero do not happen and are passed over by everyone.
    fn outcomes(&self, _position: &Self::Position) -> &[f64] {
        &[]
    }

    /// Reveals one outcome at a chance node.
    fn roll(&self, _position: &mut Self::Position, _outcome: usize) {
        unreachable!("a game without dice has no chance nodes")
    }

    /// Takes the roll back: the position is a chance node again.
    fn unroll(&self, _position: &mut Self::Position) {
        unreachable!("a game without dice has no chance nodes")
    }

    /// At a chance node, where the die only chooses *which groups of moves* are allowed (which stone may move): appends
    /// every move that any outcome allows exactly once, with its group (below 32). Returns false, appending nothing,
    /// when the game has no such structure. Moves listed here may be made straight from the chance node.
    fn grouped_moves(&self, _position: &Self::Position, _out: &mut Vec<(u8, Self::Move)>) -> bool {
        false
    }

    /// The groups that an outcome allows, as a set of bits; see [`grouped_moves`](Game::grouped_moves).
    fn outcome_groups(&self, _position: &Self::Position, _outcome: usize) -> u32 {
        0
    }

    /// What the game is worth to each player. Final only when the turn is [`Turn::Over`]; before that, how things
    /// would stand if play stopped now.
    fn payoffs(&self, position: &Self::Position) -> Payoffs;

    /// A result that is certain although the game goes on, where the rules allow to see one without search. Only for two
    /// players; `None` where nothing is certain. Searches that are told to have foresight ask for it.
    #[inline]
    fn early_result(&self, _position: &Self::Position) -> Option<EarlyResult> {
        None
    }

    /// Excludes a player for breaking the rules, if the game goes on without him; the turn moves on. False where it
    /// does not: then the game simply ends with his loss.
    fn disqualify(&self, _position: &mut Self::Position, _player: PlayerId) -> bool {
        false
    }

    /// A hash key of everything that matters for the future, kept up to date incrementally.
    fn key(&self, position: &Self::Position) -> u64;

    /// The same key computed from nothing: the slow reference for [`key`](Game::key).
    fn recomputed_key(&self, position: &Self::Position) -> u64;

    /// A key shared by positions that a symmetry of the board maps to each other; [`key`](Game::key) where no symmetry
    /// is known.
    fn symmetric_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }
}
