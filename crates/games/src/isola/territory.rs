//! Who reaches which square first, and what that is worth before the pieces are separated.

use super::Isola;
use super::board::Board;
use super::rooms::Rooms;
use super::rules::{Move, Position};
use super::square::Square;
use super::word::Word;

/// A square reached first.
const TERRITORY: i32 = 8;
/// A square that both reach in the same number of turns, for the player to move. Little: if they got all of them, every turn
/// would turn the value around, and depths of different parity could not be compared.
const TIE: i32 = 1;
/// A step.
const MOBILITY: i32 = 2;
/// Kings that remove squares live by their surroundings: a step, a square two steps away, a square reached first.
const REMOVAL: [i32; 3] = [16, 4, 1];
/// Separated pieces; above everything said about joined ones.
const SEPARATED: i32 = 20_000;
/// A move that one side can go on longer than the other.
const OUTLASTING: i32 = 1_000;
/// Separated pieces whose walks are known: above everything else.
const DECIDED: i32 = 500_000;
/// Rooms of at most this many squares are walked through rather than counted.
const SMALL_ROOM: u32 = 7;
/// Squares that such a walk looks at.
const SMALL_BUDGET: u32 = 60;

impl<W: Word> Isola<W> {
    /// Squares that the player to move reaches in no more turns than the other, each as if alone, less those where the
    /// other one is first. The same idea as territory in the game of Amazons.
    pub(super) fn territory(&self, position: &Position<W>) -> i32 {
        let steps = |piece| self.board.steps(piece, position.free);
        let mut race = Race::begun(position.free, steps(position.own()), steps(position.other()));
        while race.go(&self.board) {}
        race.balance
    }

    /// The value of the position for the player to move; outside `low` and `high` a bound.
    #[inline]
    pub(super) fn outlook(&self, position: &Position<W>, low: i32, high: i32) -> i32 {
        if position.own() == Square::NOWHERE || position.other() == Square::NOWHERE {
            return TERRITORY * self.territory(position);
        }
        if self.removes() {
            return self.surroundings(position);
        }
        let free = position.free;
        let own = self.board.steps(position.own(), free);
        let other = self.board.steps(position.other(), free);
        if let Some(rooms) = self.rooms_from(free, own, other) {
            return self.separated(position, rooms);
        }
        self.contest(free, [own, other], low, high, self.board.fill.has_short_slides())
    }

    /// What joined pieces are worth to the player to move that can go to these squares. Both spread over the board at the same
    /// time, each as if alone. The player who reaches a square first, or both at once, is also the first to go on from there,
    /// so only squares reached last need to be spread from. Where a wave is short work it pays to make both `at_once`, which the
    /// processor does while it would wait to learn which one is wanted.
    #[inline(always)]
    pub(super) fn contest(&self, free: W, steps: [W; 2], low: i32, high: i32, at_once: bool) -> i32 {
        let [mut own, mut other] = steps;
        let fill = &self.board.fill;
        let wave = |set: W, unclaimed: W| fill.spread(set, free) & unclaimed;
        let mut value = MOBILITY * (own.count() as i32 - other.count() as i32);
        let mut unclaimed = free & !(own | other);
        loop {
            value += TERRITORY * (own.count() as i32 - other.count() as i32) + TIE * (own & other).count() as i32;
            let open = TERRITORY * unclaimed.count() as i32;
            if open == 0 || value + open <= low || value - open >= high {
                return if value + open <= low { value + open } else { value - open };
            }
            // The wave of the player who seems better off alone often shows that they are.
            let both = at_once.then(|| [wave(own, unclaimed), wave(other, unclaimed)]);
            let worse = value < low.midpoint(high);
            let first = match both {
                Some([_, other]) if worse => other,
                Some([own, _]) => own,
                None => wave(if worse { other } else { own }, unclaimed),
            };
            let sure = value + TIE * first.count() as i32;
            let open = TERRITORY * (unclaimed & !first).count() as i32;
            if !worse && sure - open >= high {
                return sure - open;
            }
            if worse && sure + open <= low {
                return sure + open;
            }
            [own, other] = match both {
                Some(both) => both,
                None if worse => [wave(own, unclaimed), first],
                None => [first, wave(other, unclaimed)],
            };
            let new = own | other;
            if new.is_empty() {
                return value;
            }
            unclaimed &= !new;
        }
    }

    /// What separated pieces are worth to the player to move, who needs the longer walk.
    fn separated(&self, position: &Position<W>, rooms: Rooms<W>) -> i32 {
        let walk = |from: Square, room: W| {
            let size = room.count();
            if size > SMALL_ROOM {
                return (size as i32, false);
            }
            let walk = self.board.longest_walk(from, room, SMALL_BUDGET, u32::MAX);
            (walk.upper as i32, walk.lower == walk.upper)
        };
        let (own, own_known) = walk(position.own(), rooms.own);
        let (other, other_known) = walk(position.other(), rooms.other);
        let lead = if own > other { own - other } else { own - other - 1 };
        let base = if own_known && other_known { DECIDED } else { SEPARATED };
        lead.signum() * base + OUTLASTING * lead
    }

    /// Kings that remove squares: steps now, squares two steps away, and territory.
    fn surroundings(&self, position: &Position<W>) -> i32 {
        let fill = &self.board.fill;
        let free = position.free;
        let around = |piece: Square| {
            let near = self.board.steps(piece, free);
            let next = fill.spread(near, free);
            [near.count() as i32, next.count() as i32]
        };
        let (own, other) = (around(position.own()), around(position.other()));
        let [step, second, square] = REMOVAL;
        step * (own[0] - other[0]) + second * (own[1] - other[1]) + square * self.territory(position)
    }

    /// Removals are tried in the order of their distance from the opponent, among those that leave equally many steps.
    pub(super) fn removal_score(&self, position: &Position<W>, mv: Move, mobility: i32) -> i32 {
        if mv.block == Square::NOWHERE || position.other() == Square::NOWHERE {
            return 32 * mobility;
        }
        let place = |square| self.variant.size.place(square);
        let ((col, row), (other_col, other_row)) = (place(mv.block), place(position.other()));
        32 * mobility - col.abs_diff(other_col).max(row.abs_diff(other_row)) as i32
    }
}

/// Both pieces spread over the board in turn, each as if alone, and claim what nobody has claimed before. The player who claims
/// a square is also the first to go on from there, so only squares claimed last need to be spread from.
struct Race<W> {
    free: W,
    /// What each has claimed in their last turn; the player to move first.
    fresh: [W; 2],
    claimed: W,
    /// Squares claimed by the player to move less those of the other.
    balance: i32,
    turn: usize,
}

impl<W: Word> Race<W> {
    /// Each has had their first turn, and could go to these squares.
    #[inline]
    fn begun(free: W, own: W, other: W) -> Self {
        let fresh = [own, other & !own];
        let balance = fresh[0].count() as i32 - fresh[1].count() as i32;
        Race { free, fresh, claimed: own | other, balance, turn: 0 }
    }

    /// The next turn; false when nobody can claim any more.
    #[inline]
    fn go(&mut self, board: &Board<W>) -> bool {
        if self.fresh[self.turn].is_empty() {
            self.turn ^= 1;
            if self.fresh[self.turn].is_empty() {
                return false;
            }
        }
        let new = board.fill.spread(self.fresh[self.turn], self.free) & self.free & !self.claimed;
        self.claimed |= new;
        let count = new.count() as i32;
        self.balance += if self.turn == 0 { count } else { -count };
        self.fresh[self.turn] = new;
        self.turn ^= 1;
        true
    }
}
