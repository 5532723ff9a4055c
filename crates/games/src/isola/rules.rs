//! The rules: step, block, and lose when there is no step left.

use super::Isola;
use super::seats::Seats;
use super::square::{SLOTS, Square};
use super::variant::Mode;
use super::word::Word;
use super::zobrist;
use plyground_core::{EarlyResult, Facts, Game, Payoffs, PlayerId, Turn};

/// With permanent squares a game might never end: once every other square is blocked, both players may be able to go
/// to and fro between permanent squares for ever, and nothing in the rules stops them. So after this many turns in a
/// row that only led from one permanent square to another, with nothing left to block, the game is drawn. Nothing
/// changes for boards on which no two permanent squares are a step apart, all named variants among them.
pub const IDLE_LIMIT: u8 = 100;

/// Where the pieces are, what is left of the board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W> {
    /// Squares that a piece may enter: neither blocked nor occupied.
    pub(super) free: W,
    /// Squares that are never blocked.
    pub(super) permanent: W,
    pub(super) key: u64,
    pub(super) seats: Seats,
}

impl<W: Word> Position<W> {
    /// Where a player's piece stands, once it is on the board.
    pub fn piece(&self, player: PlayerId) -> Option<Square> {
        Some(self.at(player)).filter(|square| *square != Square::NOWHERE)
    }

    /// Whether a piece may enter this square of the board.
    pub fn is_free(&self, square: Square) -> bool {
        self.free.has(square)
    }

    /// Whether this square of the board is never blocked.
    pub fn is_permanent(&self, square: Square) -> bool {
        self.permanent.has(square)
    }

    /// The player whose turn it is, or who has just lost because it is their turn.
    #[inline]
    pub fn mover(&self) -> PlayerId {
        self.seats.mover()
    }

    /// The piece of the player to move.
    #[inline]
    pub(super) fn own(&self) -> Square {
        self.seats.own()
    }

    /// The piece of the other player.
    #[inline]
    pub(super) fn other(&self) -> Square {
        self.seats.other()
    }

    /// Turns in a row without any progress; see [`IDLE_LIMIT`].
    #[inline]
    pub(super) fn idle(&self) -> u8 {
        self.seats.idle()
    }

    /// Free squares as a set.
    pub fn free(&self) -> W {
        self.free
    }

    #[inline]
    pub(super) fn at(&self, player: PlayerId) -> Square {
        if player == self.mover() { self.own() } else { self.other() }
    }
}

/// What a move changes in a [`Position`]. Not the whole position: read back as one long word while its parts are still being
/// written, it would have to wait for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo<W> {
    free: W,
    key: u64,
    seats: Seats,
}

/// A step or placement, and the square blocked with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub(super) to: Square,
    /// [`Square::NOWHERE`] if the player has nothing to choose.
    pub(super) block: Square,
}

impl Move {
    /// Where the piece goes.
    pub fn to(self) -> Square {
        self.to
    }

    /// The square that the player picks to be blocked, if the turn includes that.
    pub fn block(self) -> Option<Square> {
        Some(self.block).filter(|square| *square != Square::NOWHERE)
    }
}

impl<W: Word> Isola<W> {
    #[inline]
    pub(super) fn removes(&self) -> bool {
        self.variant.mode == Mode::Remove
    }

    /// Where the piece of a player could go if it were their turn.
    #[inline]
    pub fn steps(&self, position: &Position<W>, player: PlayerId) -> W {
        self.board.steps(position.at(player), position.free)
    }

    #[inline]
    fn can_step(&self, position: &Position<W>) -> bool {
        self.board.can_step(position.own(), position.free)
    }

    /// What may be removed after some step: the square just left is free again, the square entered is to be taken out.
    #[inline]
    pub(super) fn removable(&self, position: &Position<W>) -> W {
        (position.free | self.board.bit(position.own())) & !position.permanent
    }

    /// The number of moves where each step comes with a choice of squares to remove.
    // Inlined by force, like `remove`: a call would push the position out of registers wherever moves are made in a
    // loop, trails included, at the price of a third of the speed.
    #[inline(always)]
    fn count_removals(&self, position: Position<W>, steps: W) -> u64 {
        if position.idle() >= IDLE_LIMIT {
            return 0;
        }
        // A step onto a square that could have been removed leaves one choice less; no choice is one way to move.
        let choices = u64::from(self.removable(&position).count());
        let onto_permanent = u64::from((steps & position.permanent).count());
        let elsewhere = u64::from(steps.count()) - onto_permanent;
        onto_permanent * choices.max(1) + elsewhere * choices.saturating_sub(1).max(1)
    }

    fn list_removals(&self, position: &Position<W>, steps: W, out: &mut Vec<Move>) {
        if position.idle() >= IDLE_LIMIT {
            return;
        }
        let removable = self.removable(position);
        for to in steps.squares() {
            let choice = removable & !W::of(to);
            if choice.is_empty() {
                out.push(Move { to, block: Square::NOWHERE });
            }
            out.extend(choice.counted().map(|block| Move { to, block }));
        }
    }

    /// The second half of a turn in which the player picks the square to block: `position` after the step.
    #[inline(always)]
    fn remove(&self, mut position: Position<W>, from: Square, mv: Move) -> Position<W> {
        let left = self.board.bit(from);
        let blocked = self.board.bit(mv.block);
        position.free = (position.free | left) & !blocked;
        if from != Square::NOWHERE {
            position.key ^= zobrist::FREE[from.slot()];
        }
        if mv.block != Square::NOWHERE {
            position.key ^= zobrist::FREE[mv.block.slot()];
        }
        let shuttled = blocked.is_empty() && !left.is_empty() && position.permanent.has(mv.to);
        let idle = if shuttled { position.idle().saturating_add(1) } else { 0 };
        if idle != position.idle() {
            position.key ^= zobrist::idle(position.idle()) ^ zobrist::idle(idle);
            position.seats = position.seats.with_idle(idle);
        }
        position
    }
}

impl<W: Word> Isola<W> {
    /// The key from nothing: what [`Game::key`] keeps up to date move by move.
    pub(super) fn recomputed_key(&self, position: &Position<W>) -> u64 {
        let keys = |set: W, table: &[u64; SLOTS]| set.squares().fold(0, |key, square| key ^ table[square.slot()]);
        keys(position.free, &zobrist::FREE)
            ^ keys(position.permanent, &zobrist::PERMANENT)
            ^ zobrist::PIECE[0][position.at(PlayerId::FIRST).slot()]
            ^ zobrist::PIECE[1][position.at(PlayerId::SECOND).slot()]
            ^ if position.mover() == PlayerId::SECOND { zobrist::TURN } else { 0 }
            ^ zobrist::idle(position.idle())
    }
}

impl<W: Word> Game for Isola<W> {
    type Position = Position<W>;
    type Move = Move;
    type Undo = Undo<W>;

    fn facts(&self) -> Facts {
        // In a trail every turn closes a square or is a placement, and two squares stay occupied. Removing is the same
        // until nothing is left to remove; from then on at most three turns are progress: one onto the last free
        // square and one off each square that a piece stands on.
        let squares = self.variant.size.squares();
        let shuttling = if self.removes() { 4 * (usize::from(IDLE_LIMIT) + 1) } else { 0 };
        Facts { players: 2, chance: false, zero_sum: true, alternating: true, longest: squares + shuttling }
    }

    fn start(&self) -> Position<W> {
        let pieces = self.variant.start.unwrap_or([Square::NOWHERE; 2]);
        let occupied = self.board.bit(pieces[0]) | self.board.bit(pieces[1]);
        self.position(pieces, self.board.all & !occupied, W::from_wide(self.variant.permanent))
    }

    #[inline]
    fn turn(&self, position: &Position<W>) -> Turn {
        if self.can_step(position) && position.idle() < IDLE_LIMIT {
            Turn::Player(position.mover())
        } else {
            Turn::Over
        }
    }

    #[inline]
    fn moves(&self, position: &Position<W>, out: &mut Vec<Move>) {
        let steps = self.board.steps(position.own(), position.free);
        if !self.removes() {
            out.extend(steps.counted().map(|to| Move { to, block: Square::NOWHERE }));
        } else {
            self.list_removals(position, steps, out);
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        let steps = self.board.steps(position.own(), position.free);
        if !self.removes() {
            return u64::from(steps.count());
        }
        self.count_removals(*position, steps)
    }

    fn is_legal(&self, position: &Position<W>, mv: Move) -> bool {
        if mv.to.index() >= self.variant.size.squares() || position.idle() >= IDLE_LIMIT {
            return false;
        }
        let choice = if self.removes() { self.removable(position) & !W::of(mv.to) } else { W::EMPTY };
        let blocks = if choice.is_empty() {
            mv.block == Square::NOWHERE
        } else {
            !(choice & self.board.bit(mv.block)).is_empty()
        };
        blocks && self.board.steps(position.own(), position.free).has(mv.to)
    }

    #[inline]
    fn make(&self, position: &mut Position<W>, mv: Move) -> Undo<W> {
        let before = Undo { free: position.free, key: position.key, seats: position.seats };
        let (from, piece) = (before.seats.own(), &zobrist::PIECE[before.seats.mover().index() % 2]);
        let keys = zobrist::FREE[mv.to.slot()] ^ piece[from.slot()] ^ piece[mv.to.slot()] ^ zobrist::TURN;
        // In a trail the square just left goes from occupied to blocked: either way it is not free.
        position.free = before.free ^ W::of(mv.to);
        position.key = before.key ^ keys;
        position.seats = before.seats.after_step(mv.to);
        if self.removes() {
            *position = self.remove(*position, from, mv);
        }
        before
    }

    #[inline]
    fn unmake(&self, position: &mut Position<W>, _mv: Move, undo: Undo<W>) {
        (position.free, position.key, position.seats) = (undo.free, undo.key, undo.seats);
    }

    fn payoffs(&self, position: &Position<W>) -> Payoffs {
        if self.can_step(position) { Payoffs::new(&[0.0, 0.0]) } else { Payoffs::win(position.mover().opponent()) }
    }

    fn after_pass(&self, position: &Position<W>) -> Option<Position<W>> {
        let after = Position { seats: position.seats.after_pass(), key: position.key ^ zobrist::TURN, ..*position };
        (self.can_step(position) && self.can_step(&after)).then_some(after)
    }

    fn early_result(&self, position: &Position<W>) -> Option<EarlyResult> {
        self.early_result_from_rooms(position)
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> Option<u64> {
        Some(position.key)
    }

    fn symmetric_key(&self, position: &Position<W>) -> Option<u64> {
        let mut keys = self.board.mirrored_free_keys(position.free);
        let mut add = |square: Square, table: &[u64; SLOTS]| {
            for (key, image) in keys.iter_mut().zip(self.board.images(square)) {
                *key ^= table[image.slot()];
            }
        };
        position.permanent.squares().for_each(|square| add(square, &zobrist::PERMANENT));
        add(position.at(PlayerId::FIRST), &zobrist::PIECE[0]);
        add(position.at(PlayerId::SECOND), &zobrist::PIECE[1]);
        // The rest looks the same from every side.
        let common =
            if position.mover() == PlayerId::SECOND { zobrist::TURN } else { 0 } ^ zobrist::idle(position.idle());
        Some(keys.into_iter().min().unwrap_or_default() ^ common)
    }
}
