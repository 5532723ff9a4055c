//! Opinions about unfinished positions: `chances`, which stands in `ground.rs` and what it rests on, and simple ones that can be explained
//! in a sentence each.
//!
//! The simple ones compare a player with his opponents: what he has, times the number of opponents, minus what they have
//! together. With two players that is the plain difference. Players who were disqualified do not count.

mod chances;
mod ground;
mod signs;
mod terrain;
#[cfg(test)]
mod tests;
mod tracker;

use super::bitboard::{BitPosition, BitReversi};
use super::game::{Move, ReversiGame};
use super::position::Position;
use super::tile::{Phase, Tile};
use plyground_core::{EvalInfo, Evaluated, Evaluation, MAX_PLAYERS, PlayerId, WIN};
pub use signs::SIGNS;
use std::sync::Arc;
use terrain::Terrain;
pub use tracker::Tracker;

/// No opinion leaves this range.
const LIMIT: i64 = 999_999;
/// Worth of a stone by the number of lines through its tile along which it can never be turned, because one end of the
/// line is a wall. On a plain board a corner has four such lines and an edge tile three.
const SAFETY: [i64; 5] = [0, 1, 2, 4, 20];
/// Worth of an override stone and of a bomb in hand, in the units of the mixed evaluation.
const OVERRIDE: i64 = 40;
const BOMB: i64 = 20;

const EVALS: &[EvalInfo] = &[
    EvalInfo {
        name: "chances",
        summary: "the chance to end before each opponent: stones, freedom, safe tiles, what is in hand, what special tiles will change",
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
    Mixed(Arc<Places>),
    /// The chance to end before each opponent.
    Chances(Arc<Ground>, Box<Tracker>),
}

/// What the map says, and on a plain map the same as sets of squares.
#[derive(Debug)]
pub struct Ground {
    terrain: Terrain,
    corners: u64,
    edges: u64,
    /// Each safe square with the squares that give it away.
    givers: Vec<(u64, u64)>,
}

impl Ground {
    fn new(game: &ReversiGame) -> Self {
        Ground { terrain: Terrain::new(game), corners: 0, edges: 0, givers: Vec::new() }
    }

    fn on_bits(game: &BitReversi) -> Self {
        let mut ground = Ground::new(game.general());
        for (square, tile) in game.squares() {
            match ground.terrain.walls[tile] {
                4 => {
                    ground.corners |= 1 << square.0;
                    let gives = game.squares().filter(|(_, other)| ground.terrain.beside(*other) == Some(tile));
                    ground.givers.push((1 << square.0, gives.map(|(giver, _)| 1 << giver.0).sum()));
                }
                3 => ground.edges |= 1 << square.0,
                _ => {}
            }
        }
        ground
    }
}

/// How safe each tile of a board is.
#[derive(Debug)]
pub struct Places {
    /// Per tile: lines that end at a wall, 0 to 4.
    lines: Vec<u8>,
    /// On a plain map: the squares with 0, 1, … 4 such lines.
    masks: [u64; 5],
}

impl Places {
    fn new(game: &ReversiGame) -> Self {
        let area = game.map().tiles().len();
        let is_wall = |heading: u32| heading as usize >= area * 8;
        let lines = |tile| {
            let around = game.board.topology.around(tile);
            (0..4).filter(|axis| is_wall(around[*axis]) || is_wall(around[axis + 4])).count() as u8
        };
        Places { lines: (0..area).map(lines).collect(), masks: [0; 5] }
    }
}

/// What an evaluation needs to know about each player.
#[derive(Clone, Copy, Default)]
struct Tally {
    stones: i64,
    safety: i64,
    mobility: i64,
    in_hand: i64,
}

/// The tallies of all active players and how far the board is filled, in percent.
struct Survey {
    tallies: [Option<Tally>; MAX_PLAYERS],
    filled: i64,
    phase: Phase,
}

impl ReversiEval {
    fn build(name: &str, places: impl FnOnce() -> Places, ground: impl FnOnce() -> Ground) -> Option<Self> {
        match name {
            "chances" => Some(ReversiEval::Chances(Arc::new(ground()), Box::default())),
            "stones" => Some(ReversiEval::Stones),
            "mobility" => Some(ReversiEval::Mobility),
            "mixed" => Some(ReversiEval::Mixed(Arc::new(places()))),
            _ => None,
        }
    }

    fn wants_mobility(&self, phase: Phase) -> bool {
        !matches!(self, ReversiEval::Stones) && phase == Phase::Building
    }

    fn rate(&self, survey: &Survey, player: PlayerId) -> i32 {
        let worth = |tally: &Tally| match self {
            ReversiEval::Mobility if survey.phase == Phase::Building => tally.mobility,
            ReversiEval::Mixed(_) if survey.phase == Phase::Building => {
                10 * tally.safety
                    + (100 - survey.filled) * tally.mobility / 10
                    + survey.filled * tally.stones / 20
                    + tally.in_hand
            }
            _ => tally.stones,
        };
        let Some(own) = &survey.tallies[player.index()] else { return -LIMIT as i32 };
        let all = survey.tallies.iter().flatten();
        let (count, sum) = all.fold((0, 0), |(count, sum), tally| (count + 1, sum + worth(tally)));
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
    ) -> Option<([f32; SIGNS], f32)> {
        let ReversiEval::Chances(ground, _) = self else { return None };
        Some(ground.compare(game, position, one, other))
    }
}

impl Evaluated for ReversiGame {
    type Eval = ReversiEval;

    fn evals() -> &'static [EvalInfo] {
        EVALS
    }

    fn eval(&self, name: &str) -> Option<ReversiEval> {
        ReversiEval::build(name, || Places::new(self), || Ground::new(self))
    }
}

impl Evaluated for BitReversi {
    type Eval = ReversiEval;

    fn evals() -> &'static [EvalInfo] {
        EVALS
    }

    fn eval(&self, name: &str) -> Option<ReversiEval> {
        let places = || {
            let mut places = Places::new(self.general());
            for (square, tile) in self.squares() {
                places.masks[usize::from(places.lines[tile])] |= 1 << square.0;
            }
            places
        };
        ReversiEval::build(name, places, || Ground::on_bits(self))
    }
}

impl Evaluation<ReversiGame> for ReversiEval {
    fn value(&mut self, game: &ReversiGame, position: &Position, player: PlayerId) -> i32 {
        if let ReversiEval::Chances(ground, tracker) = self {
            return ground.value(tracker, game, position, player);
        }
        let mut tallies = [None; MAX_PLAYERS];
        for other in PlayerId::all(game.map().players()).filter(|other| position.is_active(*other)) {
            let in_hand = OVERRIDE * i64::from(position.overrides(other)) + BOMB * i64::from(position.bombs(other));
            let stones = position.stones(other) as i64;
            tallies[other.index()] = Some(Tally { stones, in_hand, ..Tally::default() });
        }
        if self.wants_mobility(position.phase) {
            for (tally, open) in tallies.iter_mut().zip(game.open_tiles(position)) {
                if let Some(tally) = tally {
                    tally.mobility = i64::from(open);
                }
            }
        }
        if let ReversiEval::Mixed(places) = self {
            for (tile, lines) in position.board().iter().zip(&places.lines) {
                if let Some(tally) = tile.owner().and_then(|owner| tallies[owner.index()].as_mut()) {
                    tally.safety += SAFETY[usize::from(*lines)];
                }
            }
        }
        let standing = position.standing().max(1) as i64;
        let filled = 100 - 100 * position.free() as i64 / standing;
        self.rate(&Survey { tallies, filled, phase: position.phase }, player)
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
    fn promise(&mut self, game: &ReversiGame, position: &Position, mv: Move) -> i32 {
        let places = match self {
            ReversiEval::Mixed(places) => places,
            ReversiEval::Chances(ground, _) => return ground.promise(game, position, mv),
            _ => return 0,
        };
        let tile = mv.tile as usize;
        let gift = if position.tiles[tile] == Tile::BONUS { OVERRIDE } else { 0 };
        (10 * SAFETY[usize::from(places.lines[tile])] + gift) as i32
    }
}

impl Evaluation<BitReversi> for ReversiEval {
    fn value(&mut self, game: &BitReversi, position: &BitPosition, player: PlayerId) -> i32 {
        if let ReversiEval::Chances(ground, _) = self {
            return ground.value_on_bits(game, position, player);
        }
        let mut tallies = [None; MAX_PLAYERS];
        for other in PlayerId::all(2).filter(|other| position.out >> other.index() & 1 == 0) {
            let own = position.stones[other.index()];
            let mut tally = Tally { stones: i64::from(own.count_ones()), ..Tally::default() };
            if self.wants_mobility(Phase::Building) {
                tally.mobility = i64::from(game.open(position, other).count_ones());
            }
            if let ReversiEval::Mixed(places) = self {
                let safety = places.masks.iter().zip(SAFETY);
                tally.safety = safety.map(|(mask, worth)| i64::from((own & mask).count_ones()) * worth).sum();
            }
            tallies[other.index()] = Some(tally);
        }
        let standing = i64::from(game.valid().count_ones());
        let free = i64::from((game.valid() & !(position.stones[0] | position.stones[1])).count_ones());
        let filled = 100 - 100 * free / standing;
        self.rate(&Survey { tallies, filled, phase: Phase::Building }, player)
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

    fn promise(&mut self, _game: &BitReversi, position: &BitPosition, square: super::Square) -> i32 {
        let places = match self {
            ReversiEval::Mixed(places) => places,
            ReversiEval::Chances(ground, _) => return ground.promise_on_bits(position, 1 << (square.0 & 63)),
            _ => return 0,
        };
        let lines = places.masks.iter().position(|mask| mask >> (square.0 & 63) & 1 == 1).unwrap_or(0);
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
        (chances::SHARE * behind as f32 / count as f32) as i32 + margin / MARGIN
    }
}
