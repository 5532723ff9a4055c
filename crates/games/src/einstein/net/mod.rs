//! A learned evaluation: the probability that the player about to roll wins.
//!
//! One hidden layer. Its inputs are, for each player, every stone as a pair of role and cell, and how likely
//! the race without captures is over after 1, 2, … own moves. Each hidden unit looks at the board twice, as it is and
//! reflected in the diagonal, with the same weights, so the symmetries of the game hold exactly: colours and labels by
//! the inputs, the diagonal by the sum.
//!
//! What a unit sees of one player does not depend on the other, and a search meets few arrangements of each player in
//! many combinations. So the sums of both players are remembered apart; most positions cost two look-ups and
//! one pass over the hidden layer. The sums are always added up from nothing, so a value never depends on what was
//! asked before.

mod cache;
mod file;
mod role;
mod several;

pub use file::BadNet;
pub use role::ROLES;
pub use several::AT_ONCE;

use super::board::Board;
use super::position::Position;
use super::stones::Stones;
use super::{BLUE, Einstein, MAX_STONES, RED};
use cache::EvalCache;
use plyground_core::PlayerId;
use std::sync::{Arc, OnceLock};

/// Cells of the only board that the net knows.
const CELLS: usize = 25;
/// How many moves ahead the race is described.
const RACE: usize = 8;
/// Floats that one step of a loop takes together; hidden layers are a multiple of it.
const LANES: usize = 8;

/// Rows of weights, each as long as the hidden layer: stones of the player about to roll, stones of the other one, the
/// race of both, the bias, and the weights of the output.
pub const fn rows() -> usize {
    2 * ROLES * CELLS + 2 * RACE + 2
}

/// Whose stones are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The player about to roll.
    Rolling,
    /// The other one.
    Waiting,
}

/// One player's stones as the net sees them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inputs {
    /// Role and cell of each stone, the cell as seen from the player's own corner; the first `count` are meant.
    stones: [(u8, u8); MAX_STONES],
    count: usize,
    /// The probability of having arrived after 1, 2, … own moves.
    race: [f32; RACE],
}

impl Inputs {
    /// What the net sees of this player.
    pub fn new(game: &Einstein, position: &Position, player: PlayerId) -> Self {
        Inputs::of(game, seen_from_home(game.board(), position.stones(player), player))
    }

    fn of(game: &Einstein, stones: Stones) -> Self {
        let roles = &role::ROLE[stones.mask()];
        let mut inputs = Inputs { stones: [(0, 0); MAX_STONES], count: 0, race: [0.0; RACE] };
        for (stone, cell) in stones.iter() {
            inputs.stones[inputs.count] = (roles[stone], cell);
            inputs.count += 1;
        }
        let mut arrived = 0.0;
        let times = game.finish_times().of(RED, stones);
        for (index, slot) in inputs.race.iter_mut().enumerate() {
            arrived += times.get(index).unwrap_or(&0.0);
            *slot = arrived as f32;
        }
        inputs
    }

    /// The rows of weights of the stones for one half of the hidden layer, and for the reflected half.
    pub fn rows(&self, seat: Role) -> impl Iterator<Item = (usize, usize)> {
        let first = if seat == Role::Rolling { 0 } else { ROLES * CELLS };
        let row = move |role: u8, cell: usize| first + role as usize * CELLS + cell;
        self.stones[..self.count].iter().map(move |(role, cell)| {
            let cell = *cell as usize;
            (row(*role, cell), row(*role, cell % 5 * 5 + cell / 5))
        })
    }

    /// The rows of weights of the race, with what they are multiplied by; both halves share them.
    pub fn race(&self, seat: Role) -> impl Iterator<Item = (usize, f32)> {
        let first = 2 * ROLES * CELLS + if seat == Role::Rolling { 0 } else { RACE };
        self.race.iter().enumerate().map(move |(index, arrived)| (first + index, *arrived))
    }
}

/// A player's stones with the own corner at the top left, for either player.
fn seen_from_home(board: &Board, stones: Stones, player: PlayerId) -> Stones {
    if player == BLUE { stones.half_turned(board.goal(RED)) } else { stones }
}

/// The weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    hidden: usize,
    /// [`rows`] rows of `hidden` weights, then the bias of the output.
    weights: Vec<f32>,
    note: String,
}

impl Net {
    /// A net of this many units that knows nothing. Units come in multiples of 8.
    ///
    /// # Panics
    /// If they do not.
    pub fn zero(hidden: usize, note: &str) -> Self {
        assert!(hidden > 0 && hidden.is_multiple_of(LANES), "units come in multiples of {LANES}");
        Net { hidden, weights: vec![0.0; rows() * hidden + 1], note: note.to_string() }
    }

    /// The net inside the program.
    pub fn embedded() -> &'static Arc<Net> {
        static NET: OnceLock<Arc<Net>> = OnceLock::new();
        NET.get_or_init(|| {
            let bytes = include_bytes!("../data/net.bin");
            Arc::new(Net::from_bytes(bytes).expect("the net in the program is whole, which a test checks"))
        })
    }

    /// Whether the net knows the board, the stones and the die of this game.
    pub fn knows(game: &Einstein) -> bool {
        let variant = game.variant();
        variant.size() == 5 && variant.stones() == MAX_STONES && variant.die().is_fair()
    }

    /// Hidden units; each looks at the board twice.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// The command that made it.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// All weights: [`rows`] rows of [`hidden`](Net::hidden), then the bias of the output.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// All weights, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// One row of weights.
    #[inline]
    pub fn row(&self, row: usize) -> &[f32] {
        &self.weights[row * self.hidden..(row + 1) * self.hidden]
    }

    /// What the hidden layer sees of one player: first the board as it is, then reflected. The bias belongs to the
    /// player about to roll. `sums` is twice as long as the hidden layer.
    pub fn see(&self, inputs: &Inputs, seat: Role, sums: &mut [f32]) {
        let (plain, reflected) = sums.split_at_mut(self.hidden);
        match seat {
            Role::Rolling => plain.copy_from_slice(self.row(rows() - 2)),
            Role::Waiting => plain.fill(0.0),
        }
        for (row, arrived) in inputs.race(seat).filter(|(_, arrived)| *arrived > 0.0) {
            add_multiple(plain, self.row(row), arrived);
        }
        reflected.copy_from_slice(plain);
        for (row, mirrored) in inputs.rows(seat) {
            add(plain, self.row(row));
            add(reflected, self.row(mirrored));
        }
    }

    /// The output before it is squashed into a probability, from what the hidden layer sees of both players.
    #[inline]
    pub fn output(&self, rolling: &[f32], waiting: &[f32]) -> f32 {
        let out = self.row(rows() - 1);
        let (plain, reflected) = rolling.split_at(self.hidden);
        let (other_plain, other_reflected) = waiting.split_at(self.hidden);
        let sum = relu(plain, other_plain, out) + relu(reflected, other_reflected, out);
        sum + self.weights[self.weights.len() - 1]
    }
}

/// Squashes an output into a probability.
#[inline]
pub fn probability(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[inline]
fn add(sums: &mut [f32], row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
}

#[inline]
fn add_multiple(sums: &mut [f32], row: &[f32], factor: f32) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += factor * weight);
}

/// The positive part of each unit's sum, weighed. Several partial sums side by side, since additions of real numbers
/// may not be reordered behind our back.
#[inline]
fn relu(one: &[f32], other: &[f32], out: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let chunks = one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0).zip(out.as_chunks::<LANES>().0);
    for ((one, other), out) in chunks {
        for lane in 0..LANES {
            sums[lane] += (one[lane] + other[lane]).max(0.0) * out[lane];
        }
    }
    sums.iter().sum()
}

/// A net with its memory of sums, ready to rate positions.
#[derive(Clone, Debug)]
pub struct NetEval {
    net: Arc<Net>,
    rolling: EvalCache,
    waiting: EvalCache,
}

impl NetEval {
    /// Rates by this net.
    pub fn new(net: Arc<Net>) -> Self {
        let memory = EvalCache::new(2 * net.hidden());
        NetEval { rolling: memory.clone(), waiting: memory, net }
    }

    /// The probability that the player about to roll wins. The game is one that the net [knows](Net::knows).
    #[inline]
    pub fn win_of_rolling(&mut self, game: &Einstein, position: &Position) -> f64 {
        let [rolling, waiting] = arrangements(game, position);
        let rolling =
            self.rolling.place(rolling.bits(), |sums| self.net.see(&Inputs::of(game, rolling), Role::Rolling, sums));
        let waiting =
            self.waiting.place(waiting.bits(), |sums| self.net.see(&Inputs::of(game, waiting), Role::Waiting, sums));
        f64::from(probability(self.net.output(self.rolling.sums(rolling), self.waiting.sums(waiting))))
    }

    /// The same for up to [`AT_ONCE`] positions; bit by bit the same numbers.
    #[inline]
    pub fn wins_of_rolling(&mut self, game: &Einstein, positions: &[Position]) -> [f64; AT_ONCE] {
        match positions {
            [] => [0.0; AT_ONCE],
            [one] => [self.win_of_rolling(game, one); AT_ONCE],
            [one, two] => self.side_by_side(game, [one, two]),
            [one, two, three] => self.side_by_side(game, [one, two, three]),
            [one, two, three, four, ..] => self.side_by_side(game, [one, two, three, four]),
        }
    }

    #[inline]
    fn side_by_side<const N: usize>(&mut self, game: &Einstein, positions: [&Position; N]) -> [f64; AT_ONCE] {
        let mut wins = [0.0; AT_ONCE];
        let (mut keys, mut places) = ([[0; N]; 2], [[0; N]; 2]);
        for index in 0..N {
            let [rolling, waiting] = arrangements(game, positions[index]);
            keys[0][index] = rolling.bits();
            keys[1][index] = waiting.bits();
            places[0][index] = self
                .rolling
                .place(rolling.bits(), |sums| self.net.see(&Inputs::of(game, rolling), Role::Rolling, sums));
            places[1][index] = self
                .waiting
                .place(waiting.bits(), |sums| self.net.see(&Inputs::of(game, waiting), Role::Waiting, sums));
        }
        // One of them may have taken the place of another.
        let kept = (0..N).all(|index| {
            self.rolling.holds(places[0][index], keys[0][index]) && self.waiting.holds(places[1][index], keys[1][index])
        });
        let outputs = if kept { self.net.outputs(places, &self.rolling, &self.waiting) } else { None };
        match outputs {
            Some(outputs) => {
                wins.iter_mut().zip(outputs).for_each(|(win, output)| *win = f64::from(probability(output)))
            }
            None => {
                wins.iter_mut().zip(positions).for_each(|(win, position)| *win = self.win_of_rolling(game, position))
            }
        }
        wins
    }
}

/// The stones of the player about to roll and of the other one, each seen from the own corner.
#[inline]
fn arrangements(game: &Einstein, position: &Position) -> [Stones; 2] {
    let mover = position.mover();
    [mover, mover.opponent()].map(|player| seen_from_home(game.board(), position.stones(player), player))
}
