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

impl Facts {
    /// Two players with opposed interests who strictly alternate, without dice: the facts of most board games. `longest`
    /// is an upper bound for the number of turns.
    pub const fn two_players(longest: usize) -> Self {
        Facts { players: 2, chance: false, zero_sum: true, alternating: true, longest }
    }

    /// These facts for a game with dice.
    #[must_use]
    pub const fn with_dice(self) -> Self {
        Facts { chance: true, ..self }
    }
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

/// The rules on one board, and what never changes during play. Positions are separate values, so a board chosen at run
/// time is shared by reference and never copied.
///
/// Seven methods are required: what every game has. Everything else is a hook with a default that is right for a game
/// without that feature: dice, hash keys, early results, disqualification. Hooks rather than traits of their own, because
/// searches, perft and the arena work for every game, and a game without dice should not have to say so five times.
///
/// Contracts, all checked by the conformance suite of the test kit:
///
/// * [`turn`](Game::turn) never names a player without a legal move: skipping is part of [`make`](Game::make);
/// * [`unmake`](Game::unmake) and [`unroll`](Game::unroll) restore the position exactly;
/// * [`key`](Game::key) depends on nothing but the position;
/// * nothing here allocates per call once its buffers have grown.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// What changes during play. `Eq` means: same rights, same future.
    type Position: Clone + Eq + Debug + Send + Sync + 'static;
    /// A move, complete with every choice it asks for.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// What is needed to take back a move or a roll; a small board may use a copy of itself.
    type Undo: Send + 'static;

    /// What algorithms may rely on.
    fn facts(&self) -> Facts;

    /// The usual first position.
    fn start(&self) -> Self::Position;

    /// What the position waits for.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends every legal move of the player to move; nothing unless it is a player's turn.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// Makes a legal move (unchecked) and passes the turn on to the next player who can move.
    fn make(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    /// What the game is worth to each player. Final only when the turn is [`Turn::Over`]; before that, how things
    /// would stand if play stopped now.
    fn payoffs(&self, position: &Self::Position) -> Payoffs;

    // Hash keys: for games that want a transposition table.

    /// A hash key of everything that matters for the future, best kept up to date by [`make`](Game::make). `None` (the
    /// default) where the game has no keys: searches then do without a transposition table.
    #[inline]
    fn key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// A key shared by positions that a symmetry of the board maps to each other; [`key`](Game::key) where no symmetry
    /// is known.
    #[inline]
    fn symmetric_key(&self, position: &Self::Position) -> Option<u64> {
        self.key(position)
    }

    // Dice: for games whose `turn` may be `Turn::Chance`.

    /// The probabilities of the outcomes 0, 1, … where [`Turn::Chance`] is due; they add up to one. Outcomes of
    /// probability zero never happen, and callers skip them.
    fn outcomes(&self, _position: &Self::Position) -> &[f64] {
        &[]
    }

    /// Reveals one outcome at a chance node.
    fn roll(&self, _position: &mut Self::Position, _outcome: usize) -> Self::Undo {
        unreachable!("a game without dice has no chance nodes")
    }

    /// Takes the roll back: the position is a chance node again.
    fn unroll(&self, _position: &mut Self::Position, _outcome: usize, _undo: Self::Undo) {
        unreachable!("a game without dice has no chance nodes")
    }

    /// The player to move, or at a chance node the player about to roll. Games with dice override it.
    fn mover(&self, position: &Self::Position) -> Option<PlayerId> {
        self.turn(position).player()
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

    // Other features that only some games have.

    /// A random first position, where rules or custom provide for one (random set-ups, for example).
    fn random_start(&self, _rng: &mut Rng) -> Self::Position {
        self.start()
    }

    /// A result that is certain although the game goes on, where the rules allow seeing one without search. Only for two
    /// players; `None` where nothing is certain. Searches ask for it when their configuration says so.
    #[inline]
    fn early_result(&self, _position: &Self::Position) -> Option<EarlyResult> {
        None
    }

    /// Excludes a player for breaking the rules, if the game goes on without them; the turn moves on. False where it
    /// does not: then the game simply ends with their loss.
    fn disqualify(&self, _position: &mut Self::Position, _player: PlayerId) -> bool {
        false
    }

    /// The position with the next player to move, as if the mover could pass: what would the opponents do? For people who look
    /// for threats; not a move of the game. `None` where no one else could move.
    fn after_pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    // Shortcuts: override them where a faster way exists.

    /// How many moves [`moves`](Game::moves) would append.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut out = Vec::new();
        self.moves(position, &mut out);
        out.len() as u64
    }

    /// Plays on at random until the end: faces by the die, every legal move equally likely. What the game is worth then,
    /// and how many turns it took.
    fn random_game(&self, position: &Self::Position, rng: &mut Rng) -> (Payoffs, u32) {
        let mut position = position.clone();
        let (mut moves, mut turns) = (Vec::new(), 0);
        loop {
            match self.turn(&position) {
                Turn::Over => return (self.payoffs(&position), turns),
                Turn::Chance => {
                    let face = rng.weighted(self.outcomes(&position));
                    self.roll(&mut position, face);
                }
                Turn::Player(_) => {
                    moves.clear();
                    self.moves(&position, &mut moves);
                    let mv = moves[rng.below(moves.len())];
                    self.make(&mut position, mv);
                    turns += 1;
                }
            }
        }
    }

    /// Whether the move is among [`moves`](Game::moves).
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut out = Vec::new();
        self.moves(position, &mut out);
        out.contains(&mv)
    }
}
