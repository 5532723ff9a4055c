//! Opinions about heaps: Bouton's theory (1901), and one that only counts.

use super::rules::{Nim, Position, Take};
use plyground_core::{EvalInfo, Evaluated, Evaluation, PlayerId};

/// What a position that theory calls won is worth.
const WON: i32 = 100;

/// The evaluations of Nim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// The player to move wins unless the exclusive or of all heaps is zero; exact for two players without a die.
    Theory,
    /// Objects left, as if few were good for the player to move. Nearly worthless, as a beginner's opinion should be.
    Count,
}

impl Evaluation<Nim> for Eval {
    fn value(&mut self, _game: &Nim, position: &Position, player: PlayerId) -> i32 {
        let for_mover = match self {
            Eval::Theory if nim_sum(position) == 0 => -WON,
            Eval::Theory => WON,
            Eval::Count => -position.heaps().iter().map(|count| i32::from(*count)).sum::<i32>(),
        };
        if player == position.player { for_mover } else { -for_mover }
    }

    fn move_score(&mut self, _game: &Nim, position: &Position, mv: Take) -> i32 {
        let before = position.heaps()[usize::from(mv.heap)];
        match self {
            Eval::Theory => i32::from(nim_sum(position) ^ before ^ (before - mv.count) == 0),
            Eval::Count => i32::from(mv.count),
        }
    }
}

impl Evaluated for Nim {
    type Eval = Eval;

    fn evals(&self) -> &'static [EvalInfo] {
        &[
            EvalInfo { name: "theory", summary: "Bouton's theory: won unless the heaps cancel out in binary" },
            EvalInfo { name: "count", summary: "the fewer objects are left, the better" },
        ]
    }

    fn eval(&self, name: &str) -> Option<Eval> {
        match name {
            "theory" => Some(Eval::Theory),
            "count" => Some(Eval::Count),
            _ => None,
        }
    }
}

/// The exclusive or of all heaps.
pub fn nim_sum(position: &Position) -> u8 {
    position.heaps().iter().fold(0, |sum, count| sum ^ count)
}
