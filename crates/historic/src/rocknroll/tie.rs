//! Which of equally good moves is played. The report does not say, and it matters: up to ten points between two players.

use plyground_core::Rng;
use plyground_games::einstein::{Move, Step};

/// Values closer than this are equal, whatever rounding made of them.
const MARGIN: f64 = 1e-9;

/// Which of equally good moves is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// The lower stone; of one stone the diagonal step, then the horizontal one. This is the order of move lists.
    Diagonal,
    /// The lower stone; of one stone straight steps before the diagonal one.
    Straight,
    /// The higher stone; of one stone the diagonal step.
    Higher,
    /// The last of the list.
    Last,
    /// Any of them, by chance.
    Random,
}

impl Tie {
    /// All of them.
    pub const ALL: [Tie; 5] = [Tie::Diagonal, Tie::Straight, Tie::Higher, Tie::Last, Tie::Random];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Tie::Diagonal => "diagonal",
            Tie::Straight => "straight",
            Tie::Higher => "higher",
            Tie::Last => "last",
            Tie::Random => "random",
        }
    }

    /// Whether a later move of the list is preferred to an equally good earlier one, the `tied`th of them.
    fn prefers(self, later: Move, earlier: Move, tied: usize, rng: &mut Rng) -> bool {
        let straight = |mv: Move| mv.step() != Step::Diagonal;
        match self {
            Tie::Diagonal => false,
            Tie::Straight => later.stone() == earlier.stone() && straight(later) && !straight(earlier),
            Tie::Higher => later.stone() > earlier.stone(),
            Tie::Last => true,
            // The k-th of equals replaces its predecessor with probability 1/k, so each is left with the same chance.
            Tie::Random => rng.below(tied) == 0,
        }
    }
}

/// Takes moves in the order of the list and remembers the best.
pub(super) struct BestChoice<'a> {
    rule: Tie,
    rng: &'a mut Rng,
    best: Option<(Move, f64)>,
    tied: usize,
}

impl<'a> BestChoice<'a> {
    pub(super) fn new(rule: Tie, rng: &'a mut Rng) -> Self {
        BestChoice { rule, rng, best: None, tied: 0 }
    }

    #[inline]
    pub(super) fn offer(&mut self, mv: Move, value: f64) {
        match self.best {
            Some((_, best)) if value < best - MARGIN => {}
            Some((earlier, best)) if value <= best + MARGIN => {
                self.tied += 1;
                if self.rule.prefers(mv, earlier, self.tied, self.rng) {
                    self.best = Some((mv, best));
                }
            }
            _ => {
                self.best = Some((mv, value));
                self.tied = 1;
            }
        }
    }

    /// The chosen move and its value; `None` if nothing was offered.
    #[inline]
    pub(super) fn best(&self) -> Option<(Move, f64)> {
        self.best
    }
}
