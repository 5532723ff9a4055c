//! What players say about positions, as chances and in words.

use crate::Player;
use plyground_core::{ChanceScale, Chances, Evaluated, PlayerId, SearchedValue};
use plyground_search::{Report, RootMove};

/// Two chances closer than this to each other's are told as even.
const ABOUT_EVEN: f64 = 0.02;

/// The scale that turns a player's values into chances.
pub fn scale_of<G: Evaluated>(game: &G, player: &dyn Player<G>) -> ChanceScale<G> {
    ChanceScale::new(game, player.evaluation(), player.unit())
}

/// The chances of all players after a search.
pub fn chances_of_report<G: Evaluated>(
    scale: &mut ChanceScale<G>,
    game: &G,
    position: &G::Position,
    report: &Report<G::Move>,
) -> Chances {
    let found = SearchedValue { value: report.value, exact: report.exact, by_player: &report.by_player };
    scale.chances(game, position, &found)
}

/// The chances of all players if this move is made, for what the search thinks of it.
pub fn chances_of_move<G: Evaluated>(
    scale: &mut ChanceScale<G>,
    game: &G,
    position: &G::Position,
    root: &RootMove<G::Move>,
) -> Chances {
    // Whether a single move is proven is not known; certain values are recognised by their size.
    scale.chances(game, position, &SearchedValue { value: root.value, exact: false, by_player: &[] })
}

/// Chances in words: `X wins in 15 turns`, `about even`, `53 % for red`. `turns` is the distance to a proven end.
pub fn describe(chances: &Chances, names: &[String], turns: Option<u32>) -> String {
    let name = |player: PlayerId| names.get(player.index()).cloned().unwrap_or_else(|| format!("player {player}"));
    let leader = chances.leader();
    let best = chances.of(leader);
    let players = chances.as_slice().len();
    if best >= 1.0 {
        return match turns {
            Some(1) => format!("{} wins in 1 turn", name(leader)),
            Some(turns) => format!("{} wins in {turns} turns", name(leader)),
            None => format!("{} wins", name(leader)),
        };
    }
    if best - 1.0 / (players as f64) < ABOUT_EVEN {
        return "about even".to_string();
    }
    if players == 2 {
        return format!("{} % for {}", percent(best), name(leader));
    }
    let mut order: Vec<PlayerId> = PlayerId::all(players).collect();
    order.sort_by(|a, b| chances.of(*b).total_cmp(&chances.of(*a)));
    let all = order.into_iter().map(|player| format!("{} % for {}", percent(chances.of(player)), name(player)));
    all.collect::<Vec<_>>().join(", ")
}

/// A reason is worth giving for moves that lost at least this much of a player's chances.
pub const NOTABLE_LOSS: f64 = 0.02;
/// Reasons beyond this many only blur the first.
const REASONS: usize = 2;

/// Why a move of this position is worse than another, by the features of the game's evaluation; `None` where they show no
/// difference.
pub fn reason<G: Evaluated>(game: &G, position: &G::Position, played: G::Move, better: G::Move) -> Option<String> {
    let flaws: Vec<String> = game.flaws(position, played, better).into_iter().take(REASONS).collect();
    (!flaws.is_empty()).then(|| flaws.join("; "))
}

/// Whole per cents; what is not certain is neither 0 nor 100.
fn percent(chance: f64) -> u32 {
    let rounded = (100.0 * chance).round() as u32;
    match chance {
        chance if chance <= 0.0 => 0,
        chance if chance >= 1.0 => 100,
        _ => rounded.clamp(1, 99),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn chances_are_told_in_words() {
        let two = names(&["red", "blue"]);
        let say =
            |chance: f64, turns| describe(&Chances::with_chance_of(PlayerId::FIRST, chance, &[1.0, 1.0]), &two, turns);
        assert_eq!(say(1.0, Some(15)), "red wins in 15 turns");
        assert_eq!(say(0.0, Some(1)), "blue wins in 1 turn");
        assert_eq!(say(0.0, None), "blue wins");
        assert_eq!(say(0.51, None), "about even");
        assert_eq!(say(0.53, None), "53 % for red");
        assert_eq!(say(0.001, None), "99 % for blue");
        let three = names(&["A", "B", "C"]);
        assert_eq!(
            describe(&Chances::proportional(&[1.0, 5.0, 4.0]), &three, None),
            "50 % for B, 40 % for C, 10 % for A"
        );
        assert_eq!(describe(&Chances::proportional(&[1.0, 1.0, 1.0]), &three, None), "about even");
    }
}
