//! What a move does worse than another, in words.

use super::Isola;
use super::rules::{Move, Position};
use super::word::Word;
use plyground_core::{Game, PlayerId};

/// What matters after a move.
struct Features {
    /// Where the mover's piece could step to.
    steps: u32,
    /// Where the opponent's could.
    hostile_steps: u32,
    /// Squares that the mover reaches first less those where the opponent is first.
    territory: i32,
    /// Squares of the mover's own room, and of the opponent's, once the pieces are separated.
    rooms: Option<[u32; 2]>,
}

impl Features {
    fn after<W: Word>(game: &Isola<W>, position: &Position<W>, mv: Move, mover: PlayerId) -> Self {
        let mut after = *position;
        game.make(&mut after, mv);
        let steps = |player| game.steps(&after, player).count();
        let rooms = if game.has_rooms(&after) { game.rooms(&after) } else { None };
        Features {
            steps: steps(mover),
            hostile_steps: steps(mover.opponent()),
            // The opponent is to move now.
            territory: -game.territory(&after),
            rooms: rooms.map(|rooms| [rooms.other.count(), rooms.own.count()]),
        }
    }
}

pub(super) fn flaws<W: Word>(game: &Isola<W>, position: &Position<W>, played: Move, better: Move) -> Vec<String> {
    let mover = position.mover();
    let [played, better] = [played, better].map(|mv| Features::after(game, position, mv, mover));
    let mut flaws = Vec::new();
    // By how much the own room is the larger one.
    let lead = |rooms: [u32; 2]| i64::from(rooms[0]) - i64::from(rooms[1]);
    match (played.rooms, better.rooms) {
        (Some(rooms @ [own, other]), then) if own < other && then.is_none_or(|then| lead(then) > lead(rooms)) => {
            flaws.push(format!("shuts itself into a room of {}, against {}", squares(own), squares(other)));
        }
        (None, Some([own, other])) if own > other => {
            flaws.push(format!(
                "does not shut the opponent into the smaller room: {}, against {}",
                squares(other),
                squares(own)
            ));
        }
        _ => {}
    }
    if played.steps < better.steps {
        flaws.push(format!("leaves its own piece {} instead of {}", steps(played.steps), better.steps));
    }
    if played.hostile_steps > better.hostile_steps {
        flaws.push(format!("leaves the opponent {} instead of {}", steps(played.hostile_steps), better.hostile_steps));
    }
    let lost = better.territory - played.territory;
    if lost > 0 && played.rooms.is_none() && better.rooms.is_none() {
        flaws.push(format!("gives up territory worth {}", squares(lost.unsigned_abs())));
    }
    flaws
}

fn squares(count: u32) -> String {
    if count == 1 { "1 square".to_string() } else { format!("{count} squares") }
}

fn steps(count: u32) -> String {
    match count {
        0 => "no step".to_string(),
        1 => "1 step".to_string(),
        count => format!("{count} steps"),
    }
}

#[cfg(test)]
mod tests {
    use crate::registry;
    use plyground_core::{Evaluated, Notation, Setup};

    #[test]
    fn the_edge_has_fewer_steps_than_the_middle() {
        let setup = Setup { variant: Some("cols=5,rows=5".to_string()), ..Setup::default() };
        let (game, start) = registry::open("isola", &setup).expect("a board");
        let [edge, middle] = ["b1", "c3"].map(|text| game.parse_move(&start, text).expect("a move"));
        // Counted by hand: at b1 three steps east, four south, one and three diagonally; at c3 two in most directions, but
        // the corner just left and the opponent's cut two of them short. The opponent loses two squares behind c3.
        let expected = ["leaves its own piece 11 steps instead of 14", "leaves the opponent 11 steps instead of 9"];
        assert_eq!(game.flaws(&start, edge, middle)[..2], expected);
        assert!(game.flaws(&start, middle, middle).is_empty());
    }
}
