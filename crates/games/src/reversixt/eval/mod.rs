//! Opinions about unfinished positions: `chances`, which stands in `place_eval.rs` and what it rests on, and simple ones that can be explained
//! in a sentence each.
//!
//! The simple ones compare a player with their opponents: what they have, times the number of opponents, minus what they have
//! together. With two players that is the plain difference. Players who were disqualified do not count.

mod expected_shares;
mod features;
mod flaws;
mod incremental;
mod map_features;
mod place_eval;
mod playouts;
#[cfg(test)]
mod tests;
mod win_odds;

use super::bitboard::{BitPosition, BitReversi, Square};
use super::catalog;
use super::game::{Move, ReversiGame};
use super::position::Position;
use super::tile::{Phase, Tile};
pub use features::FEATURES;
pub use incremental::FeatureTracker;
use map_features::MapFeatures;
use plyground_core::{
    ChanceTables, DiscPosition, EvalInfo, Evaluated, Evaluation, LEVELS, MAX_PLAYERS, PlayerId, WIN, share_of_value,
};
use std::sync::Arc;
use win_odds::Weights;

/// No opinion leaves this range.
const LIMIT: i64 = 999_999;
/// Worth of a stone by the number of lines through its tile along which it can never be turned, because one end of the
/// line is a wall. On a plain board a corner has four such lines and an edge tile three.
const SAFETY: [i64; 5] = [0, 1, 2, 4, 20];
/// Worth of an override stone and of a bomb in hand, in the units of the mixed evaluation.
const OVERRIDE: i64 = 40;
const BOMB: i64 = 20;

/// From values to chances, fitted by `plyground calibrate`.
const CHANCES: &str = include_str!("../chances.txt");
/// The part of a game's progress that phase 1 is; phase 2 begins well above it, so that the tables of the two do not mix.
const BUILDING: f64 = 0.8;

const EVALS: &[EvalInfo] = &[
    EvalInfo {
        name: "chances",
        summary: "the chance to end before each opponent: stones, freedom, safe tiles, what is in hand, what special tiles will change (chances:first:0.2:stones.2:8 with other weights)",
    },
    EvalInfo {
        name: "mixed",
        summary: "safe tiles, mobility while there is room, stones as the board fills, and what is in hand",
    },
    EvalInfo { name: "stones", summary: "own stones minus the opponents' (times their number, if several)" },
    EvalInfo { name: "mobility", summary: "free tiles one could play on, minus the opponents'; in phase 2 stones" },
];

/// The evaluations of the game, for both of its representations.
#[derive(Clone, Debug)]
pub enum ReversiEval {
    /// Counts stones.
    Stones,
    /// Counts tiles to play on.
    Mobility,
    /// A mixture that shifts with the progress of the game.
    Mixed(Arc<SafeLines>),
    /// The chance to end before each opponent.
    Chances(Arc<PlaceEval>, Box<FeatureTracker>),
}

/// What the map says, and on a plain map the same as sets of squares.
#[derive(Debug)]
pub struct PlaceEval {
    map_features: MapFeatures,
    weights: Weights,
    corners: u64,
    edges: u64,
    /// Each safe square with the squares that give it away.
    givers: Vec<(u64, u64)>,
}

impl PlaceEval {
    fn new(game: &ReversiGame) -> Self {
        PlaceEval {
            map_features: MapFeatures::new(game),
            weights: Weights::among(game.map().players()),
            corners: 0,
            edges: 0,
            givers: Vec::new(),
        }
    }

    fn on_bits(game: &BitReversi) -> Self {
        let mut place_eval = PlaceEval::new(game.general());
        for (square, tile) in game.squares() {
            match place_eval.map_features.walls[tile] {
                4 => {
                    place_eval.corners |= 1 << square.0;
                    let gives =
                        game.squares().filter(|(_, other)| place_eval.map_features.beside(*other) == Some(tile));
                    place_eval.givers.push((1 << square.0, gives.map(|(giver, _)| 1 << giver.0).sum()));
                }
                3 => place_eval.edges |= 1 << square.0,
                _ => {}
            }
        }
        place_eval
    }
}

/// How safe each tile of a board is.
#[derive(Debug)]
pub struct SafeLines {
    /// Per tile: lines that end at a wall, 0 to 4.
    lines: Vec<u8>,
    /// On a plain map: the squares with 0, 1, … 4 such lines.
    masks: [u64; 5],
}

impl SafeLines {
    fn new(game: &ReversiGame) -> Self {
        let area = game.map().tiles().len();
        let is_wall = |heading: u32| heading as usize >= area * 8;
        let lines = |tile| {
            let around = game.board.topology.around(tile);
            (0..4).filter(|axis| is_wall(around[*axis]) || is_wall(around[axis + 4])).count() as u8
        };
        SafeLines { lines: (0..area).map(lines).collect(), masks: [0; 5] }
    }
}

/// What an evaluation needs to know about each player.
#[derive(Clone, Copy, Default)]
struct PlayerCounts {
    stones: i64,
    safety: i64,
    mobility: i64,
    in_hand: i64,
}

/// The counts of all active players and how far the board is filled, in percent.
struct PositionCounts {
    counts: [Option<PlayerCounts>; MAX_PLAYERS],
    filled: i64,
    phase: Phase,
}

impl ReversiEval {
    fn build(
        name: &str,
        safe_lines: impl FnOnce() -> SafeLines,
        place_eval: impl FnOnce() -> PlaceEval,
    ) -> Option<Self> {
        if let Some(list) = name.strip_prefix("chances:") {
            let place_eval = place_eval();
            let weights = place_eval.weights.with(list)?;
            return Some(ReversiEval::Chances(Arc::new(PlaceEval { weights, ..place_eval }), Box::default()));
        }
        match name {
            "chances" => Some(ReversiEval::Chances(Arc::new(place_eval()), Box::default())),
            "stones" => Some(ReversiEval::Stones),
            "mobility" => Some(ReversiEval::Mobility),
            "mixed" => Some(ReversiEval::Mixed(Arc::new(safe_lines()))),
            _ => None,
        }
    }

    fn wants_mobility(&self, phase: Phase) -> bool {
        !matches!(self, ReversiEval::Stones) && phase == Phase::Building
    }

    fn rate(&self, survey: &PositionCounts, player: PlayerId) -> i32 {
        let worth = |count: &PlayerCounts| match self {
            ReversiEval::Mobility if survey.phase == Phase::Building => count.mobility,
            ReversiEval::Mixed(_) if survey.phase == Phase::Building => {
                10 * count.safety
                    + (100 - survey.filled) * count.mobility / 10
                    + survey.filled * count.stones / 20
                    + count.in_hand
            }
            _ => count.stones,
        };
        let Some(own) = &survey.counts[player.index()] else { return -LIMIT as i32 };
        let all = survey.counts.iter().flatten();
        let (count, sum) = all.fold((0, 0), |(players, sum), count| (players + 1, sum + worth(count)));
        (worth(own) * count - sum).clamp(-LIMIT, LIMIT) as i32
    }
}

impl ReversiEval {
    /// What the evaluation by chances sees in two players of a position in phase 1, and how full the board is; `None` for the other
    /// evaluations. For fitting its weights.
    pub fn comparison(
        &self,
        game: &ReversiGame,
        position: &Position,
        one: PlayerId,
        other: PlayerId,
    ) -> Option<([f32; FEATURES], f32)> {
        let ReversiEval::Chances(place_eval, _) = self else { return None };
        Some(place_eval.compare(game, position, one, other))
    }
}

impl Evaluated for ReversiGame {
    type Eval = ReversiEval;

    fn evals(&self) -> &'static [EvalInfo] {
        EVALS
    }

    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]> {
        Some(&catalog::LEVEL_SPECS)
    }

    fn best_spec(&self) -> Option<&'static str> {
        Some(if self.map().players() > 2 { catalog::BEST_AMONG_SEVERAL } else { catalog::BEST })
    }

    fn chance_tables(&self) -> Option<ChanceTables> {
        Some(ChanceTables { text: CHANCES, board: "general", sureness: averages_are_surer(self.map().players()) })
    }

    fn progress(&self, position: &Position) -> f64 {
        if position.phase == Phase::Bombing {
            let all = (self.map().players() * usize::from(self.map().bombs())).max(1) as f64;
            let left: f64 = position.bombs.iter().map(|bombs| f64::from(*bombs)).sum();
            return 0.9 + 0.1 * (1.0 - left / all).clamp(0.0, 1.0);
        }
        BUILDING * (1.0 - position.free() as f64 / position.standing().max(1) as f64)
    }

    fn flaws(&self, position: &Position, played: Move, better: Move) -> Vec<String> {
        flaws::flaws(self, position, played, better)
    }

    fn eval(&self, name: &str) -> Option<ReversiEval> {
        ReversiEval::build(name, || SafeLines::new(self), || PlaceEval::new(self))
    }

    fn disc_position(&self, position: &Position) -> Option<DiscPosition<Move>> {
        self.plain(position)
    }

    fn may_reach_disc_position(&self) -> bool {
        self.map().players() == 2 && self.map().transitions().is_empty()
    }
}

impl Evaluated for BitReversi {
    type Eval = ReversiEval;

    fn evals(&self) -> &'static [EvalInfo] {
        EVALS
    }

    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]> {
        Some(&catalog::LEVEL_SPECS)
    }

    fn best_spec(&self) -> Option<&'static str> {
        Some(catalog::BEST_ON_PLAIN_MAPS)
    }

    fn chance_tables(&self) -> Option<ChanceTables> {
        Some(ChanceTables { text: CHANCES, board: "plain", sureness: 1.0 })
    }

    fn progress(&self, position: &BitPosition) -> f64 {
        let taken = (position.stones[0] | position.stones[1]).count_ones();
        BUILDING * f64::from(taken) / f64::from(self.valid().count_ones().max(1))
    }

    fn flaws(&self, position: &BitPosition, played: Square, better: Square) -> Vec<String> {
        let general = self.general();
        match general.position(&self.diagram(position)) {
            Ok(position) => flaws::flaws(general, &position, self.to_move(played), self.to_move(better)),
            Err(_) => Vec::new(),
        }
    }

    fn eval(&self, name: &str) -> Option<ReversiEval> {
        let safe_lines = || {
            let mut safe_lines = SafeLines::new(self.general());
            for (square, tile) in self.squares() {
                safe_lines.masks[usize::from(safe_lines.lines[tile])] |= 1 << square.0;
            }
            safe_lines
        };
        ReversiEval::build(name, safe_lines, || PlaceEval::on_bits(self))
    }

    fn disc_position(&self, position: &BitPosition) -> Option<DiscPosition<Square>> {
        self.plain(position)
    }

    fn may_reach_disc_position(&self) -> bool {
        true
    }
}

impl Evaluation<ReversiGame> for ReversiEval {
    fn value(&mut self, game: &ReversiGame, position: &Position, player: PlayerId) -> i32 {
        if let ReversiEval::Chances(place_eval, tracker) = self {
            return place_eval.value(tracker, game, position, player);
        }
        let mut counts = [None; MAX_PLAYERS];
        for other in PlayerId::all(game.map().players()).filter(|other| position.is_active(*other)) {
            let in_hand = OVERRIDE * i64::from(position.overrides(other)) + BOMB * i64::from(position.bombs(other));
            let stones = position.stones(other) as i64;
            counts[other.index()] = Some(PlayerCounts { stones, in_hand, ..PlayerCounts::default() });
        }
        if self.wants_mobility(position.phase) {
            for (count, open) in counts.iter_mut().zip(game.open_tiles(position)) {
                if let Some(count) = count {
                    count.mobility = i64::from(open);
                }
            }
        }
        if let ReversiEval::Mixed(safe_lines) = self {
            for (tile, lines) in position.board().iter().zip(&safe_lines.lines) {
                if let Some(count) = tile.owner().and_then(|owner| counts[owner.index()].as_mut()) {
                    count.safety += SAFETY[usize::from(*lines)];
                }
            }
        }
        let standing = position.standing().max(1) as i64;
        let filled = 100 - 100 * position.free() as i64 / standing;
        self.rate(&PositionCounts { counts, filled, phase: position.phase }, player)
    }

    fn expected_share(&mut self, game: &ReversiGame, position: &Position, player: PlayerId) -> f64 {
        if let ReversiEval::Chances(place_eval, tracker) = self {
            let players = game.map().players();
            return place_eval.counted(tracker, game, position).share(player, players);
        }
        share_of_value(self.expectation(game, position, player), unit(self))
    }

    fn expected_shares(&mut self, game: &ReversiGame, position: &Position, shares: &mut [f64]) {
        if let ReversiEval::Chances(place_eval, tracker) = self {
            return place_eval.counted(tracker, game, position).shares(shares);
        }
        for (player, share) in PlayerId::all(shares.len()).zip(shares) {
            *share = self.expected_share(game, position, player);
        }
    }

    fn unit(&self) -> &'static str {
        unit(self)
    }

    fn result(&mut self, game: &ReversiGame, position: &Position, player: PlayerId) -> i32 {
        let stones = |player: PlayerId| if position.is_active(player) { position.stones(player) as i32 } else { -1 };
        let others = PlayerId::all(game.map().players()).filter(|other| *other != player);
        place_value(stones(player), others.map(stones))
    }

    /// Safe tiles first, then what a special tile brings. Bombs by what they destroy.
    fn move_score(&mut self, game: &ReversiGame, position: &Position, mv: Move) -> i32 {
        let safe_lines = match self {
            ReversiEval::Mixed(safe_lines) => safe_lines,
            ReversiEval::Chances(place_eval, _) => return place_eval.move_score(game, position, mv),
            _ => return 0,
        };
        let tile = mv.tile as usize;
        let gift = if position.tiles[tile] == Tile::BONUS { OVERRIDE } else { 0 };
        (10 * SAFETY[usize::from(safe_lines.lines[tile])] + gift) as i32
    }

    /// Override stones are kept for the end.
    fn is_last_resort(&self, _game: &ReversiGame, position: &Position, mv: Move) -> bool {
        position.phase == Phase::Building && position.tiles[mv.tile as usize].is_occupied()
    }
}

impl Evaluation<BitReversi> for ReversiEval {
    fn value(&mut self, game: &BitReversi, position: &BitPosition, player: PlayerId) -> i32 {
        if let ReversiEval::Chances(place_eval, _) = self {
            return place_eval.value_on_bits(game, position, player);
        }
        let mut counts = [None; MAX_PLAYERS];
        for other in PlayerId::all(2).filter(|other| position.out >> other.index() & 1 == 0) {
            let own = position.stones[other.index()];
            let mut count = PlayerCounts { stones: i64::from(own.count_ones()), ..PlayerCounts::default() };
            if self.wants_mobility(Phase::Building) {
                count.mobility = i64::from(game.open(position, other).count_ones());
            }
            if let ReversiEval::Mixed(safe_lines) = self {
                let safety = safe_lines.masks.iter().zip(SAFETY);
                count.safety = safety.map(|(mask, worth)| i64::from((own & mask).count_ones()) * worth).sum();
            }
            counts[other.index()] = Some(count);
        }
        let standing = i64::from(game.valid().count_ones());
        let free = i64::from((game.valid() & !(position.stones[0] | position.stones[1])).count_ones());
        let filled = 100 - 100 * free / standing;
        self.rate(&PositionCounts { counts, filled, phase: Phase::Building }, player)
    }

    fn expected_share(&mut self, game: &BitReversi, position: &BitPosition, player: PlayerId) -> f64 {
        let value = self.expectation(game, position, player);
        match self {
            ReversiEval::Chances(..) => expected_shares::share_of_two(value),
            _ => share_of_value(value, unit(self)),
        }
    }

    fn unit(&self) -> &'static str {
        unit(self)
    }

    fn result(&mut self, _game: &BitReversi, position: &BitPosition, player: PlayerId) -> i32 {
        let stones = |player: PlayerId| {
            let is_out = position.out >> player.index() & 1 == 1;
            if is_out { -1 } else { position.stones[player.index()].count_ones() as i32 }
        };
        place_value(stones(player), std::iter::once(stones(player.opponent())))
    }

    fn move_score(&mut self, _game: &BitReversi, position: &BitPosition, square: super::Square) -> i32 {
        let safe_lines = match self {
            ReversiEval::Mixed(safe_lines) => safe_lines,
            ReversiEval::Chances(place_eval, _) => return place_eval.promise_on_bits(position, 1 << (square.0 & 63)),
            _ => return 0,
        };
        let lines = safe_lines.masks.iter().position(|mask| mask >> (square.0 & 63) & 1 == 1).unwrap_or(0);
        (10 * SAFETY[lines]) as i32
    }
}

fn unit(eval: &ReversiEval) -> &'static str {
    match eval {
        ReversiEval::Stones => "stones",
        ReversiEval::Mobility => "tiles",
        ReversiEval::Mixed(_) | ReversiEval::Chances(..) => "points",
    }
}

/// A margin of one stone in results.
const MARGIN: i32 = 100;

/// Evaluations of leaves believe their odds by half (`expected_shares.rs`), and averages over a tree are milder still. Among many the
/// weights are surer to begin with. Set by `plyground calibrate reversixt --check --variant "seed={},players=3"` and so on; docs/chances.md has
/// the errors that remain.
fn averages_are_surer(players: usize) -> f64 {
    match players {
        3 => 1.75,
        4 => 1.25,
        _ => 1.0,
    }
}

/// What a final place is worth: a lone first place is a win, and the last of two a loss; everything in between counts the opponents left
/// behind. Larger margins are better wins and smaller ones better losses.
fn place_value(mine: i32, others: impl Iterator<Item = i32>) -> i32 {
    let (mut behind, mut count, mut best) = (0, 0, i32::MIN);
    for other in others {
        behind += (mine - other).signum();
        best = best.max(other);
        count += 1;
    }
    let margin = ((mine - best) * MARGIN).clamp(-LIMIT as i32 / 2, LIMIT as i32 / 2);
    if mine > best {
        WIN + margin
    } else if count == 1 {
        if mine == best { 0 } else { -WIN + margin }
    } else {
        (win_odds::SHARE * behind as f32 / count as f32) as i32 + margin / MARGIN
    }
}
