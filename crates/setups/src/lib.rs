//! Which set-ups of EinStein win: against the average of all, one against each other, and in which mixture when both
//! players choose secretly.
//!
//! * [`SetupStudy`]: answers by playing games with any player; an interrupted study is resumed;
//! * [`ExactSetups`]: answers by searching to the end of the game, where the board is small enough;
//! * [`equilibrium`]: the optimal mixture, by linear programming.
//!
//! In a unit of two games the same two set-ups meet with the same dice, and each begins once. Every set-up meets the
//! same opponents with the same dice in the same round, so that differences between set-ups show sooner.
//!
//! ```
//! use plyground_games::einstein::{Einstein, Variant};
//! use plyground_setups::{PayoffMatrix, classes, equilibrium};
//!
//! let game = Einstein::new(Variant::parse("tiny").expect("a named variant"));
//! assert_eq!(classes(&game).len(), 2, "three stones, told apart by which one stands in the corner");
//! // Matching pennies: mix both evenly.
//! let pennies = PayoffMatrix::new(2, |row, column| if row == column { 1.0 } else { 0.0 });
//! let mixture = equilibrium(&pennies).expect("a small linear programme");
//! assert!((mixture.value - 0.5).abs() < 1e-6 && (mixture.rows[0] - 0.5).abs() < 1e-6);
//! ```
//!
//! This crate neither prints nor knows how players choose their moves; its only files are those of its progress, in the
//! folder that it is given.

mod exact;
mod nash;
mod progress;
mod sample;
mod study;
#[cfg(test)]
mod tests;

pub use exact::{ExactSetups, SolveLimits};
pub use nash::{Equilibrium, PayoffMatrix, equilibrium};
pub use sample::{SetupSample, SetupScore};
pub use study::SetupStudy;

use plyground_games::einstein::Einstein;
use plyground_games::einstein::setup::{self, Placement};
use std::fmt;

/// What a study asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupQuestion {
    /// How good every class of set-ups is against the average of all.
    Rank,
    /// How good one set-up is against each other.
    Versus(Placement),
    /// How good every class is against every other.
    Nash,
}

impl fmt::Display for SetupQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupQuestion::Rank => f.write_str("rank"),
            SetupQuestion::Versus(placement) => write!(f, "versus {placement}"),
            SetupQuestion::Nash => f.write_str("nash"),
        }
    }
}

/// Two set-ups that meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupPairing {
    /// Whose score is counted.
    pub own: Placement,
    /// Whom it meets; `None` for a random set-up in every round.
    pub other: Option<Placement>,
}

impl SetupQuestion {
    /// Everything that has to meet to answer the question.
    pub fn pairings(self, game: &Einstein) -> Vec<SetupPairing> {
        let classes = classes(game);
        match self {
            SetupQuestion::Rank => classes.into_iter().map(|own| SetupPairing { own, other: None }).collect(),
            SetupQuestion::Versus(own) => {
                opponents(game).into_iter().map(|other| SetupPairing { own, other: Some(other) }).collect()
            }
            SetupQuestion::Nash => {
                let below = |index: usize| classes[index..].iter().map(move |other| (index, *other));
                let pairs = (0..classes.len()).flat_map(below);
                pairs.map(|(index, other)| SetupPairing { own: classes[index], other: Some(other) }).collect()
            }
        }
    }
}

/// The first set-up of every class.
pub fn classes(game: &Einstein) -> Vec<Placement> {
    let variant = game.variant();
    setup::classes_with(variant.stones(), variant.die().is_reversible())
}

/// Every set-up that differs from all others as the opponent of a fixed one: reflection would turn both, but labels can
/// be reversed for one player alone.
pub fn opponents(game: &Einstein) -> Vec<Placement> {
    let reversible = game.variant().die().is_reversible();
    let all = setup::all(game.variant().stones());
    all.filter(|placement| !reversible || *placement <= placement.reversed()).collect()
}

/// Every set-up that is as good as this one.
pub fn members(game: &Einstein, placement: &Placement) -> Vec<Placement> {
    placement.class_with(game.variant().die().is_reversible())
}
