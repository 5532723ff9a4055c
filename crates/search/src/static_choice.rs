//! A move without a search, for requests that end before one turn could be searched.
//!
//! Moves are ranked by the evaluation's guess, which does not make them, and the first few by the evaluation of the
//! position after them. That is a bounded amount of work, however many moves there are: the deadline has passed already.

use crate::{Basis, Report, RootMove};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// So many moves are made and rated.
const RATED: usize = 8;

/// What a position is worth to a player, in the unit that the search reports.
type Rate<G, E> = fn(&mut E, &G, &<G as Game>::Position, PlayerId) -> f64;

/// Rates a position in whole units, as the alpha-beta family does.
pub(crate) fn whole_value<G: Game, E: Evaluation<G>>(
    eval: &mut E,
    game: &G,
    position: &G::Position,
    player: PlayerId,
) -> f64 {
    f64::from(match game.turn(position) {
        Turn::Over => eval.result(game, position, player),
        _ => eval.value(game, position, player),
    })
}

/// Rates a position in real numbers, as searches that average do.
pub fn real_value<G: Game, E: Evaluation<G>>(eval: &mut E, game: &G, position: &G::Position, player: PlayerId) -> f64 {
    match game.turn(position) {
        Turn::Over => eval.expected_result(game, position, player),
        _ => eval.expectation(game, position, player),
    }
}

/// Chooses without a search where no depth was completed although a player is to move or to roll. All other reports stay
/// as they are.
pub fn settle_statically<G: Game, E: Evaluation<G>>(
    report: &mut Report<G::Move>,
    game: &G,
    position: &G::Position,
    eval: &mut E,
    rate: Rate<G, E>,
) {
    if report.depth > 0 || report.exact {
        return;
    }
    let mut position = position.clone();
    match game.turn(&position) {
        Turn::Over => return,
        Turn::Player(player) => {
            report.moves = rank(game, &mut position, player, eval, rate);
            report.best = report.moves.first().map(|root| root.mv);
            report.value = report.moves.first().map_or(0.0, |root| root.value);
            report.line = report.best.into_iter().collect();
        }
        Turn::Chance => settle_outcomes(report, game, &mut position, eval, rate),
    }
    report.by_player.clear();
    report.plies_to_end = None;
    report.basis = Basis::Static;
}

fn settle_outcomes<G: Game, E: Evaluation<G>>(
    report: &mut Report<G::Move>,
    game: &G,
    position: &mut G::Position,
    eval: &mut E,
    rate: Rate<G, E>,
) {
    report.by_outcome.clear();
    report.outcome_values.clear();
    report.value = 0.0;
    for (outcome, probability) in game.outcomes(position).to_vec().into_iter().enumerate() {
        let mut best = None;
        if probability > 0.0 {
            let undo = game.roll(position, outcome);
            if let Turn::Player(player) = game.turn(position) {
                best = rank(game, position, player, eval, rate).first().copied();
            }
            game.unroll(position, outcome, undo);
        }
        report.by_outcome.push(best.map(|root| root.mv));
        report.outcome_values.push(best.map(|root| root.value));
        report.value += best.map_or(0.0, |root| probability * root.value);
    }
}

/// The moves that were rated, best first, then all others in the order of the guess. Those were not looked at, so their
/// value is no more than that of the last one rated.
fn rank<G: Game, E: Evaluation<G>>(
    game: &G,
    position: &mut G::Position,
    player: PlayerId,
    eval: &mut E,
    rate: Rate<G, E>,
) -> Vec<RootMove<G::Move>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    // Stable sorts: of equals the order of the rules decides.
    moves.sort_by_cached_key(|mv| std::cmp::Reverse(eval.move_score(game, position, *mv)));
    let mut rated = Vec::with_capacity(moves.len());
    for &mv in moves.iter().take(RATED) {
        let undo = game.make(position, mv);
        let value = rate(eval, game, position, player);
        game.unmake(position, mv, undo);
        rated.push(RootMove { mv, value, exact: false, effort: 1 });
    }
    rated.sort_by(|a, b| b.value.total_cmp(&a.value));
    let least = rated.last().map_or(0.0, |root| root.value);
    rated.extend(moves.iter().skip(RATED).map(|&mv| RootMove { mv, value: least, exact: false, effort: 0 }));
    rated
}
