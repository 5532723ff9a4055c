//! What the game tells the people who play it: what to do, why a click does nothing, what a move costs, who had to pass.

use super::IllegalMove;
use super::game::{Move, ReversiGame};
use super::map::MapFile;
use super::position::Position;
use super::tile::{Phase, Tile};
use plyground_core::{Click, PlayerId};

/// What the letters of special tiles mean.
pub(super) const LEGEND: [(char, &str); 3] = [
    ('c', "choice: swap all stones with a player"),
    ('i', "inversion: everyone's stones go to the next player"),
    ('b', "bonus: take a bomb or an override stone"),
];

/// The special tiles that a map has.
pub(super) fn legend(map: &MapFile) -> Vec<(char, &'static str)> {
    let is_here = |(letter, _): &(char, &str)| map.tiles().iter().any(|tile| tile.to_char() == *letter);
    LEGEND.into_iter().filter(is_here).collect()
}

pub(super) fn prompts(position: &Position) -> Vec<String> {
    let first = match position.phase() {
        Phase::Building => "Place a stone on a marked square",
        Phase::Bombing => "No more stones can be placed: choose a square to bomb",
    };
    vec![first.to_string(), "Now choose what it does".to_string()]
}

/// Why nothing can be played on the clicked tile.
pub(super) fn refusal(game: &ReversiGame, position: &Position, clicks: &[Click]) -> Option<String> {
    let &[Click::Cell(cell)] = clicks else {
        return None;
    };
    let width = game.map().width();
    let content = *position.board().get(cell)?;
    let reason = match game.raw_move(position, cell % width, cell / width, 0) {
        Err(IllegalMove::Hole) => "There is no square.",
        Err(IllegalMove::NoOverride(_)) => "That square is taken, and you have no override stone.",
        Err(IllegalMove::NoCapture(_)) if content.is_occupied() => {
            "Even an override stone has to capture something, and it would not there."
        }
        Err(IllegalMove::NoCapture(_)) => {
            "A stone there would capture nothing: it has to enclose stones of others between itself and one of yours."
        }
        _ => return None,
    };
    Some(reason.to_string())
}

pub(super) fn notice(position: &Position, mv: Move) -> Option<String> {
    let mover = position.turn.filter(|_| position.phase() == Phase::Building)?;
    let notice = match position.board()[mv.tile as usize] {
        Tile::INVERSION => "Inversion: everyone's stones go to the next player.",
        content if content.is_occupied() && position.overrides(mover) == 1 => "This costs your last override stone.",
        content if content.is_occupied() => "This costs an override stone.",
        _ => return None,
    };
    Some(notice.to_string())
}

/// The players between the mover and the next one who are in the game and could not place a stone.
pub(super) fn passed(before: &Position, after: &Position, players: usize) -> Vec<PlayerId> {
    let (Some(mover), Some(next)) = (before.turn, after.turn) else {
        return Vec::new();
    };
    if after.phase() == Phase::Bombing {
        return Vec::new(); // nobody can place a stone any more, which the next prompt says
    }
    let following = (1..players).map(|step| PlayerId::from_index((mover.index() + step) % players));
    following.take_while(|player| *player != next).filter(|player| after.is_active(*player)).collect()
}
