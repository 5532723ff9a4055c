//! What can be known about a player's race to the goal when the opponent is left out: J. Schwarz's table of expected
//! moves, Theo van der Storm's extension of it to whole distributions, and the field values of a simple player.
//!
//! Both tables depend only on how far each stone is from the goal, the larger of ranks and files, so a 5x5 board with
//! six stones has 5^6 entries. They are built by one pass in order of their numbers, since every step leads to a
//! smaller number.

use super::MAX_STONES;
use super::board::{Board, CELLS};
use super::die::{CHOICES, Die};
use super::heuristic::{Heuristic, Weights};
use super::stones::Stones;
use plyground_core::PlayerId;

/// Expectations closer than this count as equal, whatever rounding made of them.
const TIE: f64 = 1e-12;

/// Numbers the vectors of distances: one digit per stone, 0 for a stone that is off the board. A stone on its goal
/// has no digit of its own, since the game is over then.
#[derive(Clone, Debug)]
struct Code {
    size: usize,
    stones: usize,
    weights: Weights,
    powers: [usize; MAX_STONES],
}

impl Code {
    fn new(board: &Board) -> Self {
        let size = board.size();
        let powers: [usize; MAX_STONES] = std::array::from_fn(|stone| size.pow(stone as u32));
        let digit = |player, stone: usize, cell| (board.distance(player, cell) * powers[stone]) as u32;
        Code { size, stones: board.home(PlayerId::FIRST).len(), weights: Weights::new(board, digit), powers }
    }

    fn len(&self) -> usize {
        self.size.pow(self.stones as u32)
    }

    #[inline]
    fn of(&self, player: PlayerId, stones: Stones) -> usize {
        self.weights.sum(player, stones) as usize
    }

    /// The number of distances from outside; `None` unless there is one for each stone, all below the board's size,
    /// and some stone is left.
    fn of_distances(&self, distances: &[Option<usize>]) -> Option<usize> {
        let fits = distances.len() == self.stones
            && distances.iter().flatten().all(|distance| (1..self.size).contains(distance))
            && distances.iter().any(Option::is_some);
        let digits = distances.iter().zip(self.powers).map(|(distance, power)| distance.unwrap_or(0) * power);
        fits.then(|| digits.sum())
    }

    fn digits_of(&self, number: usize) -> [usize; MAX_STONES] {
        std::array::from_fn(|stone| if stone < self.stones { number / self.powers[stone] % self.size } else { 0 })
    }
}

fn mask_of(digits: &[usize; MAX_STONES]) -> usize {
    (0..MAX_STONES).filter(|stone| digits[*stone] > 0).fold(0, |mask, stone| mask | 1 << stone)
}

fn stones_in(set: u8) -> impl Iterator<Item = usize> {
    (0..MAX_STONES).filter(move |stone| set >> stone & 1 == 1)
}

/// The expected number of own moves until some stone arrives, with the best choices, without captures and opponent.
#[derive(Clone, Debug)]
pub struct Schwarz {
    code: Code,
    expected: Vec<f64>,
}

impl Schwarz {
    pub(super) fn new(board: &Board, die: &Die) -> Self {
        let code = Code::new(board);
        let mut table = Schwarz { expected: vec![0.0; code.len()], code };
        for number in 1..table.expected.len() {
            let digits = table.code.digits_of(number);
            let mask = mask_of(&digits);
            let mut expected = 1.0;
            for (face, probability) in die.probabilities().iter().enumerate().filter(|(_, p)| **p > 0.0) {
                let choices = stones_in(CHOICES[mask][face]).map(|stone| table.after_step(number, &digits, stone));
                expected += probability * choices.fold(f64::INFINITY, f64::min);
            }
            table.expected[number] = expected;
        }
        table
    }

    /// The expectation after a step of this stone.
    fn after_step(&self, number: usize, digits: &[usize; MAX_STONES], stone: usize) -> f64 {
        if digits[stone] == 1 { 0.0 } else { self.expected[number - self.code.powers[stone]] }
    }

    /// The stone to step with after a roll, and the expectation after it; of equals the lower stone.
    fn choose(&self, number: usize, digits: &[usize; MAX_STONES], face: usize) -> Option<(usize, f64)> {
        let mut best = None;
        for stone in stones_in(CHOICES[mask_of(digits)][face]) {
            let expected = self.after_step(number, digits, stone);
            if best.is_none_or(|(_, least)| expected < least - TIE) {
                best = Some((stone, expected));
            }
        }
        best
    }

    /// What to do with each face that can come up, from these distances, as for
    /// [`of_distances`](Schwarz::of_distances).
    pub fn policy(&self, die: &Die, distances: &[Option<usize>]) -> Option<Vec<Advice>> {
        let number = self.code.of_distances(distances)?;
        let digits = self.code.digits_of(number);
        let shown = (0..die.faces()).filter(|face| die.shows(*face));
        shown
            .map(|face| {
                let movable = stones_in(CHOICES[mask_of(&digits)][face]);
                let options = movable.map(|stone| (stone, self.after_step(number, &digits, stone))).collect();
                let (stone, _) = self.choose(number, &digits, face)?;
                Some(Advice { face, probability: die.probabilities()[face], options, stone })
            })
            .collect()
    }

    /// Expected moves of a player whose stones stand like this.
    #[inline]
    pub fn of(&self, player: PlayerId, stones: Stones) -> f64 {
        self.expected[self.code.of(player, stones)]
    }

    /// Expected moves from these distances, stone 1 first, `None` for a stone off the board. `None` if the distances
    /// do not fit the board or no stone is left.
    pub fn of_distances(&self, distances: &[Option<usize>]) -> Option<f64> {
        self.code.of_distances(distances).map(|number| self.expected[number])
    }
}

/// What the table says about one face.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The face, counted from 0.
    pub face: usize,
    /// How likely it is.
    pub probability: f64,
    /// The stones that may move, counted from 0, and how many more moves are expected after a step of each.
    pub options: Vec<(usize, f64)>,
    /// The one to take.
    pub stone: usize,
}

/// Few moves to go are worth more than many.
impl Heuristic for Schwarz {
    #[inline]
    fn weights(&self) -> &Weights {
        &self.code.weights
    }

    #[inline]
    fn worth(&self, sum: u32) -> f64 {
        -self.expected[sum as usize]
    }
}

/// The probabilities that a player who follows [`Schwarz`]'s choices arrives after 1, 2, … own moves. Of two choices
/// with the same expectation the lower stone is taken.
#[derive(Clone, Debug)]
pub struct FinishTimes {
    code: Code,
    /// Where each row begins; one more than rows.
    starts: Vec<u32>,
    masses: Vec<f64>,
}

impl FinishTimes {
    pub(super) fn new(schwarz: &Schwarz, die: &Die) -> Self {
        let code = schwarz.code.clone();
        let starts = row_starts(&code);
        let total = *starts.last().expect("the end of the last row") as usize;
        let mut table = FinishTimes { masses: vec![0.0; total], starts, code };
        for number in 1..table.code.len() {
            let digits = table.code.digits_of(number);
            let shares = shares(schwarz, die, number, &digits);
            for stone in (0..MAX_STONES).filter(|stone| shares[*stone] > 0.0) {
                table.add_step(number, &digits, stone, shares[stone]);
            }
        }
        table
    }

    /// With probability `share` this stone steps first; then one move has been made and the shorter row follows.
    fn add_step(&mut self, number: usize, digits: &[usize; MAX_STONES], stone: usize, share: f64) {
        let start = self.starts[number] as usize;
        if digits[stone] == 1 {
            self.masses[start] += share;
            return;
        }
        let next = number - self.code.powers[stone];
        let (known, row) = self.masses.split_at_mut(start);
        let known = &known[self.starts[next] as usize..self.starts[next + 1] as usize];
        for (mass, later) in row[1..].iter_mut().zip(known) {
            *mass += share * later;
        }
    }

    #[inline]
    fn row(&self, number: usize) -> &[f64] {
        &self.masses[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The distribution of a player whose stones stand like this: the first entry is the probability of one move.
    #[inline]
    pub fn of(&self, player: PlayerId, stones: Stones) -> &[f64] {
        self.row(self.code.of(player, stones))
    }

    /// The distribution from these distances, as for [`Schwarz::of_distances`]: the first entry is the probability of
    /// one move.
    pub fn of_distances(&self, distances: &[Option<usize>]) -> Option<&[f64]> {
        self.code.of_distances(distances).map(|number| self.row(number))
    }

    /// The probability that `player`, who waits for the opponent's next move, arrives first: strictly fewer moves.
    #[inline]
    pub fn win_of_waiting(&self, player: PlayerId, own: Stones, hostile: Stones) -> f64 {
        let own = self.row(self.code.of(player, own));
        let hostile = self.row(self.code.of(player.opponent(), hostile));
        race(own, hostile)
    }
}

/// The probability that the first of two independent numbers of moves is the smaller one.
#[inline]
pub(super) fn race(own: &[f64], hostile: &[f64]) -> f64 {
    let mut arrived = 0.0;
    let mut won = 0.0;
    for (index, now) in hostile.iter().enumerate() {
        won += arrived * now;
        arrived += own.get(index).unwrap_or(&0.0);
    }
    won
}

/// No race is longer than one move more than all stones can make without arriving.
fn row_starts(code: &Code) -> Vec<u32> {
    let mut starts = Vec::with_capacity(code.len() + 1);
    let mut end = 0;
    for number in 0..code.len() {
        starts.push(end);
        let idle: usize = code.digits_of(number).iter().map(|digit| digit.saturating_sub(1)).sum();
        end += if number == 0 { 0 } else { idle as u32 + 1 };
    }
    starts.push(end);
    starts
}

/// How often each stone is the one to step.
fn shares(schwarz: &Schwarz, die: &Die, number: usize, digits: &[usize; MAX_STONES]) -> [f64; MAX_STONES] {
    let mut shares = [0.0; MAX_STONES];
    for (face, probability) in die.probabilities().iter().enumerate() {
        if let Some((stone, _)) = schwarz.choose(number, digits, face) {
            shares[stone] += probability;
        }
    }
    shares
}

/// What a stone is worth on each cell, in the simplest opinion about the game.
#[derive(Clone, Debug)]
pub struct Fields {
    values: [[f64; CELLS]; 2],
    /// Half points, and in the low bits a one, so that a sum also tells how many stones it is of.
    weights: Weights,
}

/// Room for the number of stones below their half points.
const COUNT_BITS: u32 = 3;
const _: () = assert!(MAX_STONES < 1 << COUNT_BITS);

impl Fields {
    pub(super) fn new(board: &Board) -> Self {
        let mut values = [[0.0; CELLS]; 2];
        for player in PlayerId::all(2) {
            for cell in 0..board.cells() as u8 {
                let (row, col) = board.travelled(player, cell);
                values[player.index()][cell as usize] = field_value(board.size(), row, col);
            }
        }
        // All field values are multiples of a half: a quarter more is added only to even numbers.
        let halves = |player: PlayerId, _, cell| (2.0 * values[player.index()][cell as usize]) as u32;
        let weights = Weights::new(board, |player, stone, cell| halves(player, stone, cell) << COUNT_BITS | 1);
        Fields { values, weights }
    }

    /// The value of one cell.
    pub fn of_cell(&self, player: PlayerId, cell: u8) -> f64 {
        self.values[player.index()][cell as usize]
    }

    /// The mean value of the cells of a player's stones; 0 without stones.
    #[inline]
    pub fn of(&self, player: PlayerId, stones: Stones) -> f64 {
        let sum: f64 = stones.iter().map(|(_, cell)| self.values[player.index()][cell as usize]).sum();
        sum / stones.count().max(1) as f64
    }
}

impl Heuristic for Fields {
    #[inline]
    fn weights(&self) -> &Weights {
        &self.weights
    }

    #[inline]
    fn worth(&self, sum: u32) -> f64 {
        let count = sum & ((1 << COUNT_BITS) - 1);
        f64::from(sum >> COUNT_BITS) / f64::from(2 * count)
    }
}

/// Rock'n'Roll's 5x5 values as a formula, so that other sizes have some too: they double with every step along the
/// diagonal, the last rank and file are worth a quarter more, and the own corner nothing.
fn field_value(size: usize, row: usize, col: usize) -> f64 {
    let (near, far) = (row.min(col), row.max(col));
    let doubled = f64::from(1u32 << near);
    match near {
        0 if far == 0 => 0.0,
        0 => 1.0,
        _ if far == size - 1 && near < far => 1.25 * doubled,
        _ => doubled,
    }
}
