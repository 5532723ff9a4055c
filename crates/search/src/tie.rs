//! Which of equally good root moves is played.

use plyground_core::Rng;

/// Which of equally good root moves is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tie {
    /// The one that the rules list first, in whatever order the search looked at them.
    #[default]
    First,
    /// Any of them, each equally likely.
    Random,
}

impl Tie {
    /// All rules, for lists and errors.
    pub const ALL: [Tie; 2] = [Tie::First, Tie::Random];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Tie::First => "first",
            Tie::Random => "random",
        }
    }
}

/// A rule with its source of randomness.
#[derive(Clone, Debug)]
pub(crate) struct TieBreaker {
    rule: Tie,
    rng: Rng,
}

impl TieBreaker {
    pub(crate) fn new(rule: Tie, seed: u64) -> Self {
        TieBreaker { rule, rng: Rng::seeded(seed) }
    }

    pub(crate) fn rule(&self) -> Tie {
        self.rule
    }

    /// Which of several equally good moves is chosen.
    pub(crate) fn pick(&mut self, tied: usize) -> usize {
        match self.rule {
            Tie::Random if tied > 1 => self.rng.below(tied),
            _ => 0,
        }
    }
}
