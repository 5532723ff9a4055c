//! One scale for the values of all searches: chances.

use crate::chance_table::{ChanceModel, ModelInput, ModelKey, PLAIN_ROW, ValueScale, parse_chance_tables};
use crate::{Bounds, Chances, Evaluated, Evaluation, MAX_PLAYERS, PlayerId, Turn, WIN};

/// The unit of values that are win probabilities already.
pub const WIN_PROBABILITY: &str = "win probability";
/// Where no table was fitted: this many points, or this many stones, tiles, moves or pieces, are odds of e to 1.
const PLAIN_POINTS: f64 = 100.0;
const PLAIN_PIECES: f64 = 5.0;

/// What a search found out about a position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchedValue<'a> {
    /// The value for the player to move, or about to roll.
    pub value: f64,
    /// Whether it is proven.
    pub exact: bool,
    /// The value for each player, from searches that keep them apart.
    pub by_player: &'a [f64],
}

/// Turns the values of one evaluation on one board into chances.
pub struct ChanceScale<G: Evaluated> {
    model: ChanceModel,
    is_probability: bool,
    bounds: Bounds,
    /// Rates the seats among several players.
    seat_eval: Option<G::Eval>,
    /// Divides what a play-out leaves to the others among them.
    others: ChanceModel,
    /// From [`ChanceTables::sureness`](crate::ChanceTables::sureness).
    sureness: f64,
}

impl<G: Evaluated> ChanceScale<G> {
    /// The scale for values of this evaluation in this unit. An empty name means that values come from no evaluation of the
    /// game.
    pub fn new(game: &G, evaluation: &str, unit: &str) -> Self {
        let model = fitted_model(game, evaluation).unwrap_or_else(|| plain_model(unit));
        ChanceScale::with_model(game, evaluation, unit, model)
    }

    /// The scale with a model of the caller's own.
    pub fn with_model(game: &G, evaluation: &str, unit: &str, model: ChanceModel) -> Self {
        let bounds = game.eval(evaluation).map_or(Bounds::WHOLE, |eval| eval.bounds());
        let many = game.facts().players > 2;
        let first = game.evals().first().map_or("", |info| info.name);
        let seat_eval = many.then(|| game.eval(evaluation).or_else(|| game.eval(first))).flatten();
        let others = fitted_model(game, first)
            .unwrap_or_else(|| plain_model(game.eval(first).map_or("points", |eval| eval.unit())));
        let sureness = game.chance_tables().map_or(1.0, |tables| tables.sureness);
        ChanceScale { model, is_probability: unit == WIN_PROBABILITY, bounds, seat_eval, others, sureness }
    }

    /// The chances of all players, given what a search found.
    pub fn chances(&mut self, game: &G, position: &G::Position, found: &SearchedValue<'_>) -> Chances {
        let players = game.facts().players;
        let mover = match game.turn(position) {
            Turn::Over => None,
            _ => game.mover(position),
        };
        let Some(mover) = mover else { return Chances::of_result(&game.payoffs(position)) };
        if let Some(known) = self.proven(players, mover, found) {
            return known;
        }
        let Some(input) = self.input(game, position, found) else {
            return Chances::of_result(&game.payoffs(position));
        };
        if self.is_probability && players > 2 {
            let chance = win_of_share(surer(found.value, self.sureness), players);
            let rest = self.others.chances(&ModelInput { searched: input.seats[mover.index()], ..input });
            return Chances::with_chance_of(mover, chance, rest.as_slice());
        }
        self.model.chances(&input)
    }

    /// What the model looks at; `None` once the game is over.
    pub fn input(&mut self, game: &G, position: &G::Position, found: &SearchedValue<'_>) -> Option<ModelInput> {
        let players = game.facts().players;
        let mover = game.mover(position)?;
        let mut seats = [0.0; MAX_PLAYERS];
        if players > 2 {
            for (player, seat) in PlayerId::all(players).zip(&mut seats) {
                *seat = match (found.by_player.get(player.index()), &mut self.seat_eval) {
                    (Some(value), _) if found.by_player.len() == players => *value,
                    (_, Some(eval)) => eval.expectation(game, position, player),
                    (_, None) => 0.0,
                };
            }
        }
        let progress = game.progress(position).clamp(0.0, 1.0);
        Some(ModelInput { mover, players, progress, searched: found.value, seats })
    }

    /// Chances that no model has a say in.
    fn proven(&self, players: usize, mover: PlayerId, found: &SearchedValue<'_>) -> Option<Chances> {
        let won = |chance: f64| Some(Chances::with_chance_of(mover, chance, &vec![1.0; players]));
        let SearchedValue { value, exact, .. } = *found;
        if self.is_probability {
            return (players == 2 && (exact || value <= 0.0 || value >= 1.0)).then(|| won(value)).flatten();
        }
        let decided = if self.bounds == Bounds::WHOLE { f64::from(WIN) / 2.0 } else { self.bounds.high };
        match players {
            _ if value >= decided => won(1.0),
            2 if value <= -decided => won(0.0),
            2 if exact && value == 0.0 => won(0.5),
            // What is averaged over dice lies in between.
            2 if exact && self.bounds != Bounds::WHOLE => won(0.5 + 0.5 * value / decided),
            _ => None,
        }
    }
}

/// The model that was fitted for this board and evaluation; for a number of players that has none, that of the nearest number.
fn fitted_model<G: Evaluated>(game: &G, evaluation: &str) -> Option<ChanceModel> {
    let tables = game.chance_tables()?;
    let players = game.facts().players;
    let sections = parse_chance_tables(tables.text).ok()?;
    let fits = |key: &ModelKey| {
        key.board == tables.board && key.evaluation == evaluation && (key.players > 2) == (players > 2)
    };
    let fitting = sections.into_iter().filter(|section| fits(&section.key) && !section.model.rows.is_empty());
    fitting.min_by_key(|section| section.key.players.abs_diff(players)).map(|section| section.model)
}

/// The model of games that state nothing.
fn plain_model(unit: &str) -> ChanceModel {
    let scale = match unit {
        WIN_PROBABILITY => ValueScale::LogOdds,
        unit => ValueScale::Unit(points_per_logit(unit)),
    };
    ChanceModel { scale, rows: vec![PLAIN_ROW] }
}

/// A value as the share of the opponents that its player can expect to leave behind: the usual logistic curve, with which
/// nothing was fitted.
pub fn share_of_value(value: f64, unit: &str) -> f64 {
    1.0 / (1.0 + (-value / points_per_logit(unit)).exp())
}

/// The share with its log odds times this factor.
fn surer(share: f64, factor: f64) -> f64 {
    let (with, without) = (share.clamp(0.0, 1.0).powf(factor), (1.0 - share).clamp(0.0, 1.0).powf(factor));
    with / (with + without)
}

/// The chance to end before everybody of a player who leaves this share of the opponents behind. Among equals the share is ½ and the
/// chance 1 of the number of players.
fn win_of_share(share: f64, players: usize) -> f64 {
    share.clamp(0.0, 1.0).powf((players as f64).log2())
}

/// The share of the opponents left behind by a player who wins with this chance.
pub(crate) fn share_of_win(chance: f64, players: usize) -> f64 {
    chance.clamp(0.0, 1.0).powf(1.0 / (players.max(2) as f64).log2())
}

/// How much of a unit makes one logit where nothing was fitted.
fn points_per_logit(unit: &str) -> f64 {
    if unit == "points" { PLAIN_POINTS } else { PLAIN_PIECES }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_of_log_odds_keeps_halves_and_ends_and_moves_the_rest_outwards() {
        for (share, factor, expected) in [
            (0.5, 3.0, 0.5),
            (0.0, 2.0, 0.0),
            (1.0, 2.0, 1.0),
            (0.75, 1.0, 0.75),
            (0.75, 2.0, 0.9),
            (0.2, 2.0, 1.0 / 17.0),
        ] {
            assert!((surer(share, factor) - expected).abs() < 1e-12, "{share} {factor}");
        }
    }

    #[test]
    fn equal_chances_are_half_of_the_opponents_and_back() {
        for players in 2..=MAX_PLAYERS {
            let equal = 1.0 / players as f64;
            assert!((share_of_win(equal, players) - 0.5).abs() < 1e-12);
            assert!((win_of_share(0.5, players) - equal).abs() < 1e-12);
            for chance in [0.0, 0.1, 0.6, 1.0] {
                assert!((win_of_share(share_of_win(chance, players), players) - chance).abs() < 1e-12);
            }
        }
        assert_eq!(share_of_win(0.3, 2), 0.3, "of two players the winner leaves everybody behind");
    }
}
