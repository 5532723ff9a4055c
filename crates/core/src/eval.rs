//! Opinions about unfinished positions. They sit beside the rules of their game, but the rules never ask them.

use crate::chance_scale::{share_of_value, share_of_win};
use crate::{ChanceTables, DiscPosition, Game, KnownEndgames, PlayerId, RemovalPosition};

/// What a won game is worth to searches with whole-number values: far above every opinion.
pub const WIN: i32 = 10_000_000;

/// The ends between which an evaluation keeps its real numbers, results of finished games included. Searches cut
/// branches because of them, so they must hold; ends that are too wide are harmless but cut less.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// No value is below this.
    pub low: f64,
    /// No value is above this.
    pub high: f64,
    /// The values of all players of one position never add up to more than this, where that is known. Rounding counts:
    /// thirds that add up to a hair above one need a sum a hair above one.
    pub sum: Option<f64>,
}

impl Bounds {
    /// What the whole-number scale guarantees: a million beyond [`WIN`] on either side.
    pub const WHOLE: Bounds = Bounds { low: -((WIN + 1_000_000) as f64), high: (WIN + 1_000_000) as f64, sum: None };

    /// For probabilities of a win: from 0 to 1, of which all players together have 1 and a hair for rounding.
    pub const PROBABILITY: Bounds = Bounds { low: 0.0, high: 1.0, sum: Some(1.0 + 1e-15) };
}

/// Rates positions for one player. Larger is better for that player.
///
/// A value may keep scratch memory, hence `&mut self`; it must not depend on what was rated before.
pub trait Evaluation<G: Game>: Clone + Send + Sync + 'static {
    /// The value of an unfinished position in whole units, well within ±1,000,000 so that proven wins stand above it.
    fn value(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32;

    /// The same where only values strictly between `low` and `high` matter. Outside of them any bound will do that lies on
    /// the same side: at most `low` and no less than the value, or at least `high` and no more than the value. An
    /// evaluation that comes in steps can stop early.
    #[inline]
    fn value_between(&mut self, game: &G, position: &G::Position, player: PlayerId, _low: i32, _high: i32) -> i32 {
        self.value(game, position, player)
    }

    /// The same opinion as a real number, for searches that average over dice. [`unit`](Evaluation::unit) says what
    /// it measures.
    fn expectation(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        f64::from(self.value(game, position, player))
    }

    /// How many positions [`expectations`](Evaluation::expectations) should get at once because that is quicker than asking for them one by one; 1 where
    /// it is not. A search then also asks for values that it may turn out not to need.
    #[inline]
    fn at_once(&self) -> usize {
        1
    }

    /// The [`expectation`](Evaluation::expectation) of each of these unfinished positions, added to `values` in their order.
    #[inline]
    fn expectations(&mut self, game: &G, positions: &[G::Position], player: PlayerId, values: &mut Vec<f64>) {
        values.extend(positions.iter().map(|position| self.expectation(game, position, player)));
    }

    /// What an unfinished position is worth for certain, in the same unit, where that is known: searches that average
    /// over dice ask before they look further, and take the answer for proven.
    #[inline]
    fn known(&mut self, _game: &G, _position: &G::Position, _player: PlayerId) -> Option<f64> {
        None
    }

    /// What [`expectation`](Evaluation::expectation) counts: `points`, `win probability`, …
    fn unit(&self) -> &'static str {
        "points"
    }

    /// The ends between which [`expectation`](Evaluation::expectation) and
    /// [`expected_result`](Evaluation::expected_result) lie. An evaluation that overrides one of these overrides this.
    fn bounds(&self) -> Bounds {
        Bounds::WHOLE
    }

    /// The value of a finished position: ±[`WIN`] for a lone first place or anything worse, 0 for a
    /// shared first place. A game may override it to prefer better places or larger margins, staying within a million
    /// of `±WIN`, or within a million of 0 for results in between.
    fn result(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32 {
        let payoffs = game.payoffs(position);
        let mine = payoffs.of(player);
        let others = PlayerId::all(payoffs.as_slice().len()).filter(|other| *other != player);
        let best_other = others.map(|other| payoffs.of(other)).fold(f64::NEG_INFINITY, f64::max);
        match mine.total_cmp(&best_other) {
            std::cmp::Ordering::Greater => WIN,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => -WIN,
        }
    }

    /// The value of a finished position in the unit of [`expectation`](Evaluation::expectation).
    fn expected_result(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        f64::from(self.result(game, position, player))
    }

    /// The share of the opponents that a player can expect to leave behind in an unfinished position, from 0 to 1, where an equal
    /// place counts half: what searches by play-outs average, so that this may stand in for a play-out. Where an evaluation does
    /// not say it otherwise, its value is taken for log odds in the usual unit.
    fn expected_share(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        let value = self.expectation(game, position, player);
        if self.bounds() == Bounds::PROBABILITY {
            return share_of_win(value, game.facts().players);
        }
        share_of_value(value, self.unit())
    }

    /// The expected shares of all players in turn order, `shares` being as long as there are players: an evaluation may know them all
    /// for little more than one.
    fn expected_shares(&mut self, game: &G, position: &G::Position, shares: &mut [f64]) {
        for (player, share) in PlayerId::all(shares.len()).zip(shares) {
            *share = self.expected_share(game, position, player);
        }
    }

    /// A guess, without making the move, how good it is for the player to move. Only its order matters.
    fn move_score(&mut self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Whether a player hardly ever makes this move while there are others, so that a search may leave it out inside its tree.
    #[inline]
    fn is_last_resort(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }
}

/// Levels of strength in every game. Each wins most points against the one below; the first plays anything.
pub const LEVELS: usize = 8;

/// A game that comes with evaluations.
pub trait Evaluated: Game {
    /// One type for all evaluations of the game; an enum where there are several, so that nothing is boxed.
    type Eval: Evaluation<Self>;

    /// Names and meanings; the first is the default.
    fn evals(&self) -> &'static [EvalInfo];

    /// The spec of the strongest player known for this board, such as `search(reductions=on)`; `None` where the general
    /// choice by the facts of the game will do.
    fn best_spec(&self) -> Option<&'static str> {
        None
    }

    /// The specs of the levels below the highest, weakest first; `None` where the general ones will do. The highest is the
    /// strongest player.
    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]> {
        None
    }

    /// The evaluation of this name, built for this board; `None` for a name that [`evals`](Evaluated::evals) lacks, and
    /// for an evaluation that does not know this board. The first knows every board.
    fn eval(&self, name: &str) -> Option<Self::Eval>;

    /// The tables that turn values on this board into chances, which `plyground calibrate` fits; `None` where the usual
    /// logistic curve will do.
    fn chance_tables(&self) -> Option<ChanceTables> {
        None
    }

    /// The share of the game that is over, from 0 to 1, as far as the position shows it. Chances depend on it.
    fn progress(&self, _position: &Self::Position) -> f64 {
        0.0
    }

    /// What the features of the evaluation say against a move of this position, compared with a better one, most telling
    /// first: clauses such as `lets the opponent take a corner`. Empty where they show no difference.
    fn flaws(&self, _position: &Self::Position, _played: Self::Move, _better: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// What databases know about positions with up to `most` pieces; `None` where there are none of this game or board.
    fn known_endgames(&self, _most: usize) -> Option<KnownEndgames<Self>> {
        None
    }

    /// The position for a solver of Othello endgames, if nothing else is left of the game.
    fn disc_position(&self, _position: &Self::Position) -> Option<DiscPosition<Self::Move>> {
        None
    }

    /// Whether play on this board may come to a [`disc_position`](Evaluated::disc_position).
    fn may_reach_disc_position(&self) -> bool {
        false
    }

    /// The position for a solver that counts all positions of a board which loses a square with every turn.
    fn removal_position(&self, _position: &Self::Position) -> Option<RemovalPosition<Self::Move>> {
        None
    }
}

/// One evaluation, for lists and errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalInfo {
    /// The word used in player specs.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}
