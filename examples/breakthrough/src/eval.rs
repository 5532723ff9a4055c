//! Men count, and how far they have come.

use crate::{Breakthrough, Position, SIZE, Step};
use plyground::core::{EvalInfo, Evaluated, Evaluation, PlayerId};

/// Men and progress.
#[derive(Clone, Copy, Debug)]
pub struct Advance;

impl Evaluation<Breakthrough> for Advance {
    fn value(&mut self, _game: &Breakthrough, position: &Position, player: PlayerId) -> i32 {
        let worth = |player: PlayerId| -> i32 {
            let cells = (0..SIZE * SIZE).filter(|cell| position.men[player.index()] >> cell & 1 == 1);
            let rows = |cell: usize| if player == PlayerId::FIRST { cell / SIZE } else { SIZE - 1 - cell / SIZE };
            cells.map(|cell| 10 + (rows(cell) * rows(cell)) as i32).sum()
        };
        worth(player) - worth(player.opponent())
    }

    fn move_score(&mut self, _game: &Breakthrough, position: &Position, step: Step) -> i32 {
        i32::from(position.owner(usize::from(step.to)).is_some())
    }
}

impl Evaluated for Breakthrough {
    type Eval = Advance;

    fn evals(&self) -> &'static [EvalInfo] {
        &[EvalInfo { name: "advance", summary: "men, and how far they have come" }]
    }

    fn eval(&self, name: &str) -> Option<Advance> {
        (name == "advance").then_some(Advance)
    }

    fn best_spec(&self) -> Option<&'static str> {
        Some("search(eval=advance, reductions=on)")
    }
}
