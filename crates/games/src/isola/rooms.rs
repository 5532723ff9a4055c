//! Two pieces that can no longer reach each other. Where a turn blocks nothing but the square just left, each of them
//! walks in a room of its own from then on, and who can walk longer wins.

use super::Isola;
use super::board::Board;
use super::rules::Position;
use super::square::Square;
use super::walk::Walk;
use super::walk_cache::{WalkAnswer, WalkCache, WalkQuestion, with_cache};
use super::word::Word;
use plyground_core::EarlyResult;

/// Squares that [`Isola::early_result_from_rooms`] looks at for the longest walk in each room.
pub(super) const FORESIGHT: u32 = 80;

/// The free squares that each piece can still reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rooms<W> {
    /// Of the player to move.
    pub own: W,
    /// Of the other player.
    pub other: W,
}

impl<W: Word> Isola<W> {
    /// Whether rooms can be told apart at all: with removals a player reaches into the other's room.
    #[inline]
    pub(super) fn has_rooms(&self, position: &Position<W>) -> bool {
        !self.removes() && position.own() != Square::NOWHERE && position.other() != Square::NOWHERE
    }

    /// The rooms of two pieces on the board, if these cannot reach each other.
    #[inline]
    pub(super) fn rooms(&self, position: &Position<W>) -> Option<Rooms<W>> {
        let steps = |piece| self.board.steps(piece, position.free);
        self.rooms_from(position.free, steps(position.own()), steps(position.other()))
    }

    /// The same where it is known already to which squares each of them can go.
    #[inline]
    pub(super) fn rooms_from(&self, free: W, own: W, other: W) -> Option<Rooms<W>> {
        let own = self.board.fill.region_without(own, free, other)?;
        Some(Rooms { own, other: self.board.fill.region(other, free) })
    }

    /// Who wins once the pieces are separated, where that can be told with little effort. The player to move needs the
    /// longer walk, the other one at least as long a one.
    pub(super) fn early_result_from_rooms(&self, position: &Position<W>) -> Option<EarlyResult> {
        if !self.has_rooms(position) {
            return None;
        }
        let rooms = self.rooms(position)?;
        let (own, other) = with_cache(|cache| {
            let own = CachedWalk::recalled(self, cache, position.own(), rooms.own);
            let other = CachedWalk::recalled(self, cache, position.other(), rooms.other);
            // First the player who has less room, since the other one only has to outlast them.
            if own.known.walk.upper <= other.known.walk.upper {
                let own = own.at_least(u32::MAX);
                (own, other.at_least(own.upper))
            } else {
                let other = other.at_least(u32::MAX);
                (own.at_least(other.upper + 1), other)
            }
        });
        self.longer(position, own, other)
    }

    fn longer(&self, position: &Position<W>, own: Walk, other: Walk) -> Option<EarlyResult> {
        if own.lower > other.upper {
            let [soonest, latest] = [other.lower, other.upper].map(|moves| 2 * moves + 1);
            Some(EarlyResult { winner: position.mover(), soonest, latest })
        } else if other.lower >= own.upper {
            let [soonest, latest] = [own.lower, own.upper].map(|moves| 2 * moves);
            Some(EarlyResult { winner: position.mover().opponent(), soonest, latest })
        } else {
            None
        }
    }
}

/// A piece alone with its room, and what this thread knows about its walks.
struct CachedWalk<'a, W: Word> {
    board: &'a Board<W>,
    cache: &'a WalkCache,
    question: WalkQuestion,
    room: W,
    known: WalkAnswer,
}

impl<'a, W: Word> CachedWalk<'a, W> {
    #[inline]
    fn recalled(game: &'a Isola<W>, cache: &'a WalkCache, from: Square, room: W) -> Self {
        let board = &*game.board;
        let question = WalkQuestion::new(from, room, game.variant.size, board.mover);
        let known = cache.recall(&question).unwrap_or_else(|| {
            let upper = board.walk_bound(from, room).0;
            WalkAnswer { walk: Walk { lower: 0, upper }, whole: false }
        });
        CachedWalk { board, cache, question, room, known }
    }

    /// The longest walk, or one of this length.
    fn at_least(&self, enough: u32) -> Walk {
        if self.known.whole || self.known.walk.lower >= enough {
            return self.known.walk;
        }
        let (from, upper) = (self.question.from(), self.known.walk.upper);
        let walk = self.board.longest_walk_below(upper, from, self.room, FORESIGHT, enough);
        // A search that was not content with less has looked at everything within its means.
        let whole = walk.lower < enough || walk.lower == walk.upper;
        self.cache.remember(self.question, WalkAnswer { walk, whole });
        walk
    }
}
