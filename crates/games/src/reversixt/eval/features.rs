//! What can be counted in a position, per player, and what it says about two players who compete for a place.

use super::map_features::MapFeatures;
use super::win_odds::Weights;
use crate::reversixt::capture;
use crate::reversixt::fills::bits;
use crate::reversixt::game::ReversiGame;
use crate::reversixt::position::Position;
use crate::reversixt::tile::Tile;
use plyground_core::{MAX_PLAYERS, PlayerId};

/// How likely it is that an inversion tile will still be played, and a choice tile.
const INVERSION_COMES: f32 = 0.92;
const CHOICE_COMES: f32 = 0.31;
/// Override stones count one by one, but hardly beyond this number: nobody can use hundreds of them well.
const MANY_OVERRIDES: f32 = 24.0;

/// What lies on the board in one colour.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct PlayerFeatures {
    /// Stones.
    pub(super) stones: f32,
    /// Free tiles where this colour could be set.
    pub(super) open: f32,
    /// Bonus tiles among them.
    pub(super) bonuses: f32,
    /// Stones beside a free tile.
    pub(super) frontier: f32,
    /// Stones that no line captures, and those that one line does.
    pub(super) corners: f32,
    pub(super) edges: f32,
    /// Stones beside a safe tile that is still free.
    pub(super) danger: f32,
}

impl PlayerFeatures {
    /// Counts a stone on a tile.
    #[inline]
    fn add(&mut self, map_features: &MapFeatures, tiles: &[Tile], tile: usize, is_frontier: bool) {
        match map_features.walls[tile] {
            4 => self.corners += 1.0,
            3 => self.edges += 1.0,
            _ => {}
        }
        if is_frontier {
            self.frontier += 1.0;
            self.danger += f32::from(u8::from(map_features.beside(tile).is_some_and(|safe| tiles[safe].is_free())));
        }
    }
}

/// Everything that is counted.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    pub(super) by_player: [PlayerFeatures; MAX_PLAYERS],
    pub(super) overrides: [f32; MAX_PLAYERS],
    pub(super) bombs: [f32; MAX_PLAYERS],
    /// How much of the reachable board is filled, 0 to 1.
    pub(super) filled: f32,
    /// Inversion tiles and choice tiles that are left.
    pub(super) inversions: u32,
    pub(super) choices: u32,
    pub(super) turn: Option<PlayerId>,
    pub(super) active: u8,
    pub(super) players: usize,
}

/// Numbers that compare two players.
pub const FEATURES: usize = 9;

impl Features {
    /// Counts everything in a position of phase 1. [`FeatureTracker`](super::FeatureTracker) knows the same sooner.
    pub(super) fn count(game: &ReversiGame, position: &Position, map_features: &MapFeatures) -> Self {
        let mut features = Features::of(game, position, map_features);
        let (topology, tiles) = (&game.board.topology, &position.tiles);
        for (tile, content) in position.board().iter().enumerate() {
            if let Some(owner) = content.owner() {
                let is_frontier = topology.around(tile).iter().any(|side| tiles[(side >> 3) as usize].is_free());
                features.by_player[owner.index()].add(map_features, tiles, tile, is_frontier);
            } else if content.is_free() {
                let captors = u64::from(capture::captors(topology, tiles, tile));
                let bonus = f32::from(u8::from(*content == Tile::BONUS));
                for player in bits(captors) {
                    let colour = &mut features.by_player[usize::from(player)];
                    colour.open += 1.0;
                    colour.bonuses += bonus;
                }
            }
        }
        features
    }

    /// What a position of phase 1 tells without a look at its tiles.
    pub(super) fn of(game: &ReversiGame, position: &Position, map_features: &MapFeatures) -> Self {
        let mut features = Features::blank(game.map().players(), position.turn, !position.out);
        for player in PlayerId::all(features.players) {
            features.by_player[player.index()].stones = position.stones(player) as f32;
            features.overrides[player.index()] = f32::from(position.overrides(player));
            features.bombs[player.index()] = f32::from(position.bombs(player));
        }
        features.inversions = position.counts[Tile::INVERSION.code()];
        features.choices = position.counts[Tile::CHOICE.code()];
        features.filled = map_features.filled(position.free() as f32);
        features
    }

    /// Nothing counted yet.
    pub(super) fn blank(players: usize, turn: Option<PlayerId>, active: u8) -> Self {
        Features {
            by_player: [PlayerFeatures::default(); MAX_PLAYERS],
            overrides: [0.0; MAX_PLAYERS],
            bombs: [0.0; MAX_PLAYERS],
            filled: 0.0,
            inversions: 0,
            choices: 0,
            turn,
            active,
            players,
        }
    }

    /// Whether a player is still in the game.
    pub(super) fn is_active(&self, player: PlayerId) -> bool {
        self.active >> player.index() & 1 == 1
    }

    /// How likely a player's stones will be their own in the end, or those of the player `shift` seats before them: inversions pass
    /// all stones on.
    fn heirs(&self) -> [f32; MAX_PLAYERS] {
        let mut heirs = [0.0; MAX_PLAYERS];
        heirs[0] = 1.0;
        // Beyond a few the odds do not change any more.
        for _ in 0..self.inversions.min(6) {
            let before = heirs;
            for shift in 0..self.players {
                let from = (shift + self.players - 1) % self.players;
                heirs[shift] = (1.0 - INVERSION_COMES) * before[shift] + INVERSION_COMES * before[from];
            }
        }
        heirs
    }

    /// The by_player as their owners can expect to have them in the end.
    pub(super) fn inherited(&self) -> [PlayerFeatures; MAX_PLAYERS] {
        if self.inversions == 0 {
            return self.by_player;
        }
        let heirs = self.heirs();
        let mut expected = self.by_player;
        for (player, inherits) in expected.iter_mut().enumerate().take(self.players) {
            let mut sum = PlayerFeatures {
                open: self.by_player[player].open,
                bonuses: self.by_player[player].bonuses,
                frontier: self.by_player[player].frontier,
                ..PlayerFeatures::default()
            };
            for (shift, share) in heirs.iter().enumerate().take(self.players) {
                let colour = &self.by_player[(player + self.players - shift) % self.players];
                sum.stones += share * colour.stones;
                sum.corners += share * colour.corners;
                sum.edges += share * colour.edges;
                sum.danger += share * colour.danger;
            }
            *inherits = sum;
        }
        expected
    }

    /// What one player has over another: each number is 0 when they stand alike and grows with the first one's advantage.
    pub(super) fn compare(
        &self,
        by_player: &[PlayerFeatures; MAX_PLAYERS],
        map_features: &MapFeatures,
        one: PlayerId,
        other: PlayerId,
        weights: &Weights,
    ) -> [f32; FEATURES] {
        let (a, b) = (&by_player[one.index()], &by_player[other.index()]);
        let share = |a: f32, b: f32, few: f32| (a - b) / (a + b + few);
        let tiles = map_features.reachable as f32;
        // A player who may still swap stones with anyone makes what lies on the board worth less.
        let keeps = (1.0 - CHOICE_COMES).powi(self.choices.min(4) as i32);
        let safe = (map_features.corners as f32 + 1.0).sqrt();
        let bombs = |player: PlayerId| (self.bombs[player.index()] * map_features.ball).min(tiles);
        let overrides = |player: PlayerId| {
            let count = self.overrides[player.index()];
            count.min(MANY_OVERRIDES) + (count - MANY_OVERRIDES).max(0.0).sqrt()
        };
        let tempo = |player: PlayerId| if self.turn == Some(player) { 1.0 } else { 0.0 };
        [
            keeps * share(a.stones, b.stones, 1.0),
            share(a.open, b.open, 4.0),
            share(b.frontier, a.frontier, 4.0),
            keeps * (a.corners - b.corners) / safe,
            keeps * (a.edges - b.edges) / (map_features.edges as f32 + 1.0).sqrt(),
            keeps * (b.danger - a.danger) / safe,
            (self.override_lead(weights, one, other, (overrides(one) - overrides(other), a.open + b.open))
                + weights.bonus_in_reach * (a.bonuses.min(weights.most_bonuses) - b.bonuses.min(weights.most_bonuses)))
                * 4.0
                / tiles.sqrt(),
            (bombs(one) - bombs(other)) / tiles,
            tempo(one) - tempo(other),
        ]
    }

    /// By how many override stones one player is ahead of another. While there is room that is the difference in hand. When the free tiles run out both
    /// have to spend theirs, and it no longer matters who has spent last, but who will have the last word.
    fn override_lead(&self, weights: &Weights, one: PlayerId, other: PlayerId, (in_hand, open): (f32, f32)) -> f32 {
        let late = (2.0 * self.filled - 0.5).clamp(0.0, 1.0);
        let ending = (1.0 - open / weights.room.max(1.0)).max(0.0) * late;
        if ending == 0.0 {
            return in_hand;
        }
        (1.0 - ending) * in_hand + ending * weights.unanswered * self.last_word(weights, one, other)
    }

    /// Where override stones are all that can be played, two players spend them in turn until one has none left: how many the other then
    /// sets without an answer, negative where these are not the first player's.
    fn last_word(&self, weights: &Weights, one: PlayerId, other: PlayerId) -> f32 {
        let turn = self.turn.map_or(0, |player| player.index());
        let wait = |player: PlayerId| (player.index() + self.players - turn) % self.players;
        let (first, second) = if wait(one) < wait(other) { (one, other) } else { (other, one) };
        let (a, b) = (self.overrides[first.index()], self.overrides[second.index()]);
        // The first to spend runs out first, unless they have more.
        let unanswered = if a > b || a == 0.0 { a - b } else { a - b - 1.0 };
        // What they are about to turn is still to come.
        let unanswered = if a > 0.0 { unanswered + weights.about_to_turn } else { unanswered };
        if first == one { unanswered } else { -unanswered }
    }
}
