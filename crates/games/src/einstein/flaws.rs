//! What a move does worse than another, in words.

use super::position::{Move, Position};
use super::{Einstein, player_name};
use plyground_core::{Game, PlayerId};

/// Chances that differ by less mean the same.
const NOTABLE: f64 = 0.02;
/// Expected moves that differ by less mean the same.
const NOTABLE_MOVES: f64 = 0.05;

/// What matters after a move.
struct Features {
    won: bool,
    /// The share of rolls with which the opponent wins at once.
    danger: f64,
    /// The share of rolls with which the opponent can take a stone, and the label of the one in greatest danger.
    exposed: (f64, usize),
    /// Moves to the goal if nobody interfered, on the average.
    moves_left: f64,
    /// Hostile stones taken.
    taken: usize,
}

impl Features {
    fn after(game: &Einstein, position: &Position, mv: Move, mover: PlayerId) -> Self {
        let opponent = mover.opponent();
        let mut after = *position;
        game.make(&mut after, mv);
        let own = after.stones(mover);
        let won = after.winner() == Some(mover);
        let taken = position.stones(opponent).count() - after.stones(opponent).count();
        let mut features = Features { won, danger: 0.0, exposed: (0.0, 0), moves_left: 0.0, taken };
        if after.winner().is_some() {
            return features;
        }
        features.moves_left = game.schwarz().of(mover, own);
        let mut taken_with = vec![0.0; own.iter().map(|(stone, _)| stone + 1).max().unwrap_or(0)];
        for (face, chance) in game.outcomes(&after).iter().enumerate() {
            if *chance <= 0.0 {
                continue;
            }
            let mut rolled = after;
            game.roll(&mut rolled, face);
            let mut moves = Vec::new();
            game.moves(&rolled, &mut moves);
            let mut wins = false;
            let mut takes = vec![false; taken_with.len()];
            for reply in moves {
                let mut next = rolled;
                game.make(&mut next, reply);
                wins |= next.winner() == Some(opponent);
                own.iter()
                    .filter(|(stone, _)| next.stones(mover).get(*stone).is_none())
                    .for_each(|(stone, _)| takes[stone] = true);
            }
            features.danger += if wins { *chance } else { 0.0 };
            taken_with.iter_mut().zip(takes).filter(|(_, takes)| *takes).for_each(|(sum, _)| *sum += chance);
        }
        let worst = taken_with.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
        features.exposed = worst.map_or((0.0, 0), |(stone, chance)| (*chance, stone + 1));
        features
    }
}

pub(super) fn flaws(game: &Einstein, position: &Position, played: Move, better: Move) -> Vec<String> {
    let mover = position.mover();
    let [played, better] = [played, better].map(|mv| Features::after(game, position, mv, mover));
    let opponent = player_name(mover.opponent());
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let mut flaws = Vec::new();
    if better.won && !played.won {
        flaws.push("misses the win".to_string());
        return flaws;
    }
    if played.danger > better.danger + NOTABLE {
        let (now, then) = (percent(played.danger), percent(better.danger));
        flaws.push(format!("lets {opponent} win next turn with {now} of the rolls instead of {then}"));
    }
    if better.taken > played.taken {
        flaws.push("leaves a stone that could be taken".to_string());
    }
    if played.exposed.0 > better.exposed.0 + NOTABLE {
        let (chance, label) = played.exposed;
        flaws.push(format!("leaves the {label} to be taken with {} of the rolls", percent(chance)));
    }
    if played.moves_left > better.moves_left + NOTABLE_MOVES {
        flaws.push(format!(
            "is slower: {:.1} moves to the goal on average instead of {:.1}",
            played.moves_left, better.moves_left
        ));
    }
    flaws
}

#[cfg(test)]
mod tests {
    use crate::registry;
    use plyground_core::{Evaluated, Notation, Setup};

    fn flaws(position: &str, played: &str, better: &str) -> Vec<String> {
        let (game, start) = registry::open("einstein", &Setup::default()).expect("the game");
        let position = game.parse_position(position).unwrap_or_else(|error| panic!("{error}: {start:?}"));
        let [played, better] = [played, better].map(|text| game.parse_move(&position, text).expect("a move"));
        game.flaws(&position, played, better)
    }

    #[test]
    fn a_win_at_hand_is_missed() {
        let position = "...../...../...../...r1./b1.... r 1";
        assert_eq!(flaws(position, "r1d2-e2", "r1d2-e1"), ["misses the win"]);
        assert!(flaws(position, "r1d2-e2", "r1d2-e2").is_empty());
    }

    #[test]
    fn danger_is_counted_in_rolls() {
        // Blue's 1 wins with a 1 only: all other faces move the 2.
        let position = "r1..../.b1.../...../...../....b2 r 1";
        let found = flaws(position, "r1a5-b5", "r1a5xb4");
        assert_eq!(found[0], "lets blue win next turn with 17 % of the rolls instead of 0 %", "{found:?}");
        assert_eq!(found[1], "leaves a stone that could be taken");
    }
}
