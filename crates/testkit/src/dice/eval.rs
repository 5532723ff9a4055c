//! Opinions about made-up trees.

use super::{Literal, LiteralPosition, RandomTree, TreeMove, TreePosition};
use plyground_core::{Bounds, Evaluation, Game, PlayerId};

/// Opinions about a [`RandomTree`], of several characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceEval {
    /// Two players: whole numbers up to this far from zero, one's gain the other's loss; results are up to twice as far.
    Even(u32),
    /// Shares of one whole: a probability for each player.
    Share,
    /// This many coins dealt among the players and a bank, but nobody keeps more than half of them: few different
    /// values, a greatest value that is often reached, and a greatest sum that is seldom reached.
    Coins(u32),
    /// Whole numbers below this, each player for themselves: no sum is known.
    Selfish(u32),
    /// Small real opinions under results of ±[`WIN`](plyground_core::WIN), as evaluations have it by default: bounds
    /// that dwarf the opinions.
    Dwarf,
}

const OPINION: u64 = 100;
const RESULT: u64 = 200;
const PROMISE: u64 = 300;

impl DiceEval {
    fn rate(self, game: &RandomTree, position: &TreePosition, player: PlayerId, question: u64) -> f64 {
        let seat = player.index() as u64;
        let draw = |detail: u64| game.draw(position, question, detail);
        let unit = |detail: u64| (draw(detail) >> 11) as f64 / (1u64 << 53) as f64;
        let against = |value: f64| if seat == 0 { value } else { -value };
        match self {
            DiceEval::Even(far) => {
                let far = i64::from(far) * if question == RESULT { 2 } else { 1 };
                against(((draw(0) % (2 * far as u64 + 1)) as i64 - far) as f64)
            }
            DiceEval::Share if game.facts().players == 2 => {
                let first = if question == RESULT { (draw(0) % 2) as f64 } else { unit(0) };
                if seat == 0 { first } else { 1.0 - first }
            }
            DiceEval::Share => {
                let weights = (0..game.facts().players as u64).map(unit);
                unit(seat) / weights.sum::<f64>()
            }
            DiceEval::Coins(coins) => {
                let holders = game.facts().players as u64 + 1;
                (0..u64::from(coins))
                    .filter(|coin| draw(*coin) % holders == seat)
                    .count()
                    .min(coins.div_ceil(2) as usize) as f64
            }
            DiceEval::Selfish(below) => (draw(seat) % u64::from(below)) as f64,
            DiceEval::Dwarf => against(unit(0) - 0.5),
        }
    }
}

impl Evaluation<RandomTree> for DiceEval {
    fn value(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> i32 {
        (1000.0 * self.rate(game, position, player, OPINION)) as i32
    }

    fn expectation(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> f64 {
        self.rate(game, position, player, OPINION)
    }

    fn expected_result(&mut self, game: &RandomTree, position: &TreePosition, player: PlayerId) -> f64 {
        match self {
            DiceEval::Dwarf => f64::from(self.result(game, position, player)),
            _ => self.rate(game, position, player, RESULT),
        }
    }

    fn bounds(&self) -> Bounds {
        match *self {
            DiceEval::Even(far) => Bounds { low: -2.0 * f64::from(far), high: 2.0 * f64::from(far), sum: Some(0.0) },
            DiceEval::Share => Bounds::PROBABILITY,
            DiceEval::Coins(coins) => {
                Bounds { low: 0.0, high: f64::from(coins.div_ceil(2)), sum: Some(f64::from(coins)) }
            }
            DiceEval::Selfish(below) => Bounds { low: 0.0, high: f64::from(below) - 1.0, sum: None },
            DiceEval::Dwarf => Bounds::WHOLE,
        }
    }

    fn move_score(&mut self, game: &RandomTree, position: &TreePosition, mv: TreeMove) -> i32 {
        (game.draw(position, PROMISE, u64::from(mv.0)) % 5) as i32
    }
}

/// The opinions written into a [`Literal`], between these bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LiteralEval(pub Bounds);

impl Evaluation<Literal> for LiteralEval {
    fn value(&mut self, game: &Literal, position: &LiteralPosition, player: PlayerId) -> i32 {
        game.worth_of(position, player) as i32
    }

    fn expectation(&mut self, game: &Literal, position: &LiteralPosition, player: PlayerId) -> f64 {
        game.worth_of(position, player)
    }

    fn expected_result(&mut self, game: &Literal, position: &LiteralPosition, player: PlayerId) -> f64 {
        game.worth_of(position, player)
    }

    fn bounds(&self) -> Bounds {
        self.0
    }
}
