//! Opinions that rest on the map: the evaluation by chances, and which moves to try first.

use super::PlaceEval;
use super::features::{FEATURES, Features, PlayerFeatures};
use super::incremental::FeatureTracker;
use super::win_odds::{bombing_odds, odds, total};
use crate::reversixt::bitboard::{BitPosition, BitReversi};
use crate::reversixt::game::{Move, ReversiGame};
use crate::reversixt::position::Position;
use crate::reversixt::tile::{Phase, Tile};
use plyground_core::{MAX_PLAYERS, PlayerId};

/// Worth of a disqualified player's position.
const LOST: i32 = -999_999;

/// How early moves are tried: on safe tiles, on tiles that only one line captures, beside a free safe tile, for a gift, for a swap, and at
/// the cost of an override stone.
const ON_CORNER: i32 = 700;
const ON_EDGE: i32 = 50;
const GIVES_CORNER: i32 = -150;
const GIFT: i32 = 400;
const SWAP: i32 = 260;
const SPENDS: i32 = -340;

impl PlaceEval {
    /// What each of the player's opponents is to them in numbers; for fitting the weights.
    pub(super) fn compare(
        &self,
        game: &ReversiGame,
        position: &Position,
        one: PlayerId,
        other: PlayerId,
    ) -> ([f32; FEATURES], f32) {
        let features = Features::count(game, position, &self.map_features);
        (features.compare(&features.inherited(), &self.map_features, one, other, &self.weights), features.filled)
    }

    pub(super) fn value(
        &self,
        tracker: &mut FeatureTracker,
        game: &ReversiGame,
        position: &Position,
        player: PlayerId,
    ) -> i32 {
        if !position.is_active(player) {
            return LOST;
        }
        let others = PlayerId::all(game.map().players());
        let others = others.filter(|other| *other != player && position.is_active(*other));
        if position.phase == Phase::Bombing {
            return total(&self.weights, others.map(|other| bombing_odds(position, &self.map_features, player, other)));
        }
        self.weigh(&self.features(tracker, game, position), player)
    }

    /// Everything that is counted in a position of phase 1.
    pub(super) fn features(&self, tracker: &mut FeatureTracker, game: &ReversiGame, position: &Position) -> Features {
        if game.board.topology.is_reversible() {
            tracker.features(game, position, &self.map_features)
        } else {
            Features::count(game, position, &self.map_features)
        }
    }

    fn weigh(&self, features: &Features, player: PlayerId) -> i32 {
        let (by_player, weights) = (features.inherited(), &self.weights);
        let others = PlayerId::all(features.players).filter(|other| *other != player && features.is_active(*other));
        let compared = |other| features.compare(&by_player, &self.map_features, player, other, weights);
        total(weights, others.map(|other| odds(weights, &compared(other), features.filled)))
    }

    pub(super) fn value_on_bits(&self, game: &BitReversi, position: &BitPosition, player: PlayerId) -> i32 {
        if position.out >> player.index() & 1 == 1 {
            return LOST;
        }
        let mut features = Features::blank(2, position.turn, !position.out);
        let empty = game.valid() & !(position.stones[0] | position.stones[1]);
        let near = beside(empty);
        let given = self.givers.iter().filter(|(safe, _)| safe & empty != 0).fold(0, |set, (_, givers)| set | givers);
        let count = |set: u64| set.count_ones() as f32;
        for other in PlayerId::all(2) {
            let own = position.stones[other.index()];
            features.by_player[other.index()] = PlayerFeatures {
                stones: count(own),
                open: count(game.open(position, other)),
                bonuses: 0.0,
                frontier: count(own & near),
                corners: count(own & self.corners),
                edges: count(own & self.edges),
                danger: count(own & given),
            };
        }
        features.filled = self.map_features.filled(count(empty));
        self.weigh(&features, player)
    }

    pub(super) fn move_score(&self, game: &ReversiGame, position: &Position, mv: Move) -> i32 {
        let tile = mv.tile as usize;
        if position.phase == Phase::Bombing {
            return self.bomb_promise(game, position, tile);
        }
        let content = position.tiles[tile];
        let place = match self.map_features.walls[tile] {
            4 => ON_CORNER,
            3 => ON_EDGE,
            _ => 0,
        };
        let gives = self.map_features.beside(tile).is_some_and(|safe| position.tiles[safe].is_free());
        let extra = match content {
            Tile::BONUS => GIFT,
            Tile::CHOICE => SWAP,
            content if content.is_occupied() => SPENDS,
            _ => 0,
        };
        place + extra + if gives { GIVES_CORNER } else { 0 }
    }

    /// Stones of near rivals count for more than those of players far ahead or behind.
    fn bomb_promise(&self, game: &ReversiGame, position: &Position, target: usize) -> i32 {
        let Some(mover) = position.turn else { return 0 };
        let mut weights = [0.0; MAX_PLAYERS];
        for other in PlayerId::all(game.map().players()).filter(|other| *other != mover && position.is_active(*other)) {
            let odds = bombing_odds(position, &self.map_features, mover, other).clamp(-15.0, 15.0);
            let chance = 1.0 / (1.0 + (-odds).exp());
            weights[other.index()] = 0.02 + chance * (1.0 - chance);
        }
        weights[mover.index()] = -weights.iter().sum::<f32>();
        let mut gain = 0.0;
        for tile in self.map_features.ball(target) {
            if let Some(owner) = position.tiles[*tile as usize].owner() {
                gain += weights[owner.index()];
            }
        }
        (gain * 1000.0) as i32
    }

    pub(super) fn promise_on_bits(&self, position: &BitPosition, square: u64) -> i32 {
        if square & self.corners != 0 {
            return ON_CORNER;
        }
        let taken = position.stones[0] | position.stones[1];
        let gives = self.givers.iter().any(|(safe, givers)| safe & taken == 0 && givers & square != 0);
        let place = if square & self.edges != 0 { ON_EDGE } else { 0 };
        place + if gives { GIVES_CORNER } else { 0 }
    }
}

/// Squares next to a set.
fn beside(set: u64) -> u64 {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = (set << 1) & NOT_FIRST | (set >> 1) & NOT_LAST;
    let wide = set | row;
    row | wide << 8 | wide >> 8
}
