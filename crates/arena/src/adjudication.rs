//! Games that end before their rules end them, by the players' own evaluations or because the result is certain.
//!
//! All rules are for two players and count a player's own moves, in the player's own unit:
//!
//! * **resign**: a player loses once they valued the position at `-score` or less in each of their last `moves` moves; two-sided, only if the
//!   opponent valued it at `score` or more in each of theirs as well;
//! * **draw**: from turn `after` on, the game is drawn once both players valued the position between `-score` and `score` in each of their last
//!   `moves` moves;
//! * **solved**: the game ends as soon as its rules show the winner without search ([`Game::early_result`](plyground_core::Game::early_result)).
//!
//! The record of a game says which rule ended it; see [`Termination`](crate::Termination).

use crate::{ArgumentError, Termination};
use plyground_core::{Payoffs, PlayerId};
use std::str::FromStr;

/// A rule that never fires within this many moves is a typing error.
const MOST_MOVES: u32 = 1000;

/// When games are adjudicated; never, by default.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// Lost positions.
    pub resign: Option<ResignRule>,
    /// Drawn positions.
    pub draw: Option<DrawRule>,
    /// Positions whose result is certain.
    pub solved: bool,
}

impl Adjudication {
    /// Whether any rule is set.
    pub fn is_set(&self) -> bool {
        *self != Adjudication::default()
    }
}

/// When a game counts as lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResignRule {
    /// Own moves in a row.
    pub moves: u32,
    /// The value below which (negated) a player despairs.
    pub score: f64,
    /// Whether the opponent has to agree.
    pub two_sided: bool,
}

/// When a game counts as drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawRule {
    /// Turns before the rule begins.
    pub after: u32,
    /// Own moves of each player in a row.
    pub moves: u32,
    /// The largest value that counts as even.
    pub score: f64,
}

/// The values of `key=value,…`; `None` where the text has another form.
fn values(text: &str, keys: &[&str]) -> Option<Vec<Option<f64>>> {
    let mut found = vec![None; keys.len()];
    for part in text.split(',') {
        let (key, value) = part.trim().split_once('=').unwrap_or((part.trim(), "1"));
        let place = keys.iter().position(|known| *known == key)?;
        let value: f64 = value.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0)?;
        if found[place].replace(value).is_some() {
            return None;
        }
    }
    Some(found)
}

fn count(value: f64) -> Option<u32> {
    (value.fract() == 0.0 && (1.0..=f64::from(MOST_MOVES)).contains(&value)).then_some(value as u32)
}

impl FromStr for ResignRule {
    type Err = ArgumentError;

    /// Reads `moves=3,score=400` or `moves=3,score=400,two-sided`.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let read = || {
            let found = values(text, &["moves", "score", "two-sided"])?;
            Some(ResignRule { moves: count(found[0]?)?, score: found[1]?, two_sided: found[2].is_some() })
        };
        let example = "moves=3,score=400 or moves=3,score=400,two-sided";
        read().ok_or_else(|| ArgumentError::Adjudication { text: text.to_string(), example })
    }
}

impl FromStr for DrawRule {
    type Err = ArgumentError;

    /// Reads `after=40,moves=8,score=10`; `after` may be left out.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let read = || {
            let found = values(text, &["after", "moves", "score"])?;
            let after = found[0].map_or(Some(0.0), |after| (after.fract() == 0.0).then_some(after))?;
            Some(DrawRule { after: after.min(f64::from(u32::MAX)) as u32, moves: count(found[1]?)?, score: found[2]? })
        };
        let example = "after=40,moves=8,score=10";
        read().ok_or_else(|| ArgumentError::Adjudication { text: text.to_string(), example })
    }
}

/// The state of the rules during one game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row with a losing, winning and even value, by seat.
    losing: [u32; 2],
    winning: [u32; 2],
    even: [u32; 2],
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Adjudicator { rules, ..Adjudicator::default() }
    }

    pub(crate) fn is_set(&self) -> bool {
        self.rules.is_set()
    }

    pub(crate) fn wants_solved(&self) -> bool {
        self.rules.solved
    }

    /// Takes the value of a move and answers with the end of the game, if a rule ends it. `turns` counts the moves made.
    pub(crate) fn judge(&mut self, player: PlayerId, value: f64, turns: usize) -> Option<AdjudicatedEnd> {
        let seat = player.index().min(1);
        let other = 1 - seat;
        let streak = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            self.losing[seat] = streak(self.losing[seat], value <= -rule.score);
            self.winning[seat] = streak(self.winning[seat], value >= rule.score);
            for (loser, winner) in [(seat, other), (other, seat)] {
                let agreed = !rule.two_sided || self.winning[winner] >= rule.moves;
                if self.losing[loser] >= rule.moves && agreed {
                    return Some(AdjudicatedEnd::Lost(PlayerId::from_index(loser)));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            self.even[seat] = streak(self.even[seat], value.abs() <= rule.score);
            let long_enough = self.even.iter().all(|count| *count >= rule.moves);
            if long_enough && turns >= rule.after as usize {
                return Some(AdjudicatedEnd::Drawn);
            }
        }
        None
    }
}

/// How a rule ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AdjudicatedEnd {
    Lost(PlayerId),
    Drawn,
    Solved { winner: PlayerId },
}

impl AdjudicatedEnd {
    /// The termination and the payoffs, from those of the position.
    pub(crate) fn result(
        self,
        payoffs: Payoffs,
        loss_of: impl Fn(PlayerId, Payoffs) -> Payoffs,
    ) -> (Termination, Payoffs) {
        match self {
            AdjudicatedEnd::Lost(loser) => (Termination::ResignRule, loss_of(loser, payoffs)),
            AdjudicatedEnd::Solved { winner } => {
                let loser = PlayerId::from_index(1 - winner.index().min(1));
                (Termination::SolvedRule, loss_of(loser, payoffs))
            }
            AdjudicatedEnd::Drawn => {
                let shares = payoffs.as_slice();
                let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
                (Termination::DrawRule, Payoffs::new(&vec![mean; shares.len()]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: PlayerId = PlayerId::FIRST;
    const SECOND: PlayerId = PlayerId::SECOND;

    fn adjudicator(resign: &str, draw: Option<&str>) -> Adjudicator {
        let resign = Some(resign.parse().unwrap());
        Adjudicator::new(Adjudication { resign, draw: draw.map(|draw| draw.parse().unwrap()), solved: false })
    }

    #[test]
    fn a_player_resigns_after_moves_in_a_row() {
        let mut judge = adjudicator("moves=2,score=100", None);
        for (player, value, end) in [
            (FIRST, -100.0, None),
            (SECOND, 20.0, None),
            (FIRST, -99.0, None),
            (SECOND, 500.0, None),
            (FIRST, -100.0, None),
            (SECOND, 0.0, None),
            (FIRST, -300.0, Some(AdjudicatedEnd::Lost(FIRST))),
        ] {
            assert_eq!(judge.judge(player, value, 0), end, "{player} {value}");
        }
    }

    #[test]
    fn two_sided_needs_both() {
        let mut judge = adjudicator("moves=1,score=100,two-sided", None);
        assert_eq!(judge.judge(FIRST, -200.0, 0), None);
        assert_eq!(judge.judge(SECOND, 50.0, 1), None);
        assert_eq!(judge.judge(FIRST, -200.0, 2), None);
        assert_eq!(judge.judge(SECOND, 100.0, 3), Some(AdjudicatedEnd::Lost(FIRST)));
    }

    #[test]
    fn draws_need_both_and_time() {
        let mut judge = adjudicator("moves=9,score=1000", Some("after=5,moves=2,score=10"));
        let ends: Vec<bool> = (1..=6)
            .map(|turn| judge.judge(if turn % 2 == 1 { FIRST } else { SECOND }, -10.0, turn).is_some())
            .collect();
        assert_eq!(ends, [false, false, false, false, true, true]);
    }

    #[test]
    fn rules_are_read_with_limits() {
        assert_eq!("moves=3, score=4.5".parse(), Ok(ResignRule { moves: 3, score: 4.5, two_sided: false }));
        assert_eq!("moves=8,score=0".parse(), Ok(DrawRule { after: 0, moves: 8, score: 0.0 }));
        for text in
            ["", "moves=0,score=1", "score=1", "moves=1", "moves=1.5,score=1", "moves=1,score=-1", "moves=1,score=nan"]
        {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
        assert!("moves=1,moves=2,score=1".parse::<ResignRule>().is_err());
    }
}
