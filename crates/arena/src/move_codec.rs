//! Turns as bytes: small enough for millions of games.
//!
//! A turn is one number, `rank × outcomes + outcome`, where the rank counts the legal moves in their sorted order, and
//! `outcomes` is the number of faces of the die (1 without a roll). Numbers are written seven bits at a time, lowest
//! first, as in LEB128, so a turn of most games takes one byte.

use crate::Fault;
use plyground_core::{NotationError, Playable, PlayedTurn, Turn};

/// No die has more faces, no position more moves, than leave room below this.
const LARGEST: u64 = 1 << 56;

/// The turns of a game as bytes. `faults` tells where a player had to leave.
pub fn encode_turns<G: Playable>(
    game: &G,
    start: &G::Position,
    turns: &[PlayedTurn<G::Move>],
    faults: &[Fault],
) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(turns.len());
    let mut moves = Vec::new();
    let mut position = start.clone();
    for (index, &(outcome, mv)) in turns.iter().enumerate() {
        expel(game, &mut position, faults, index);
        let mut outcomes = 1;
        if let (Some(face), Turn::Chance) = (outcome, game.turn(&position)) {
            outcomes = game.outcomes(&position).len() as u64;
            game.roll(&mut position, face);
        }
        moves.clear();
        game.moves(&position, &mut moves);
        let rank = moves.iter().filter(|other| **other < mv).count() as u64;
        push(&mut bytes, rank * outcomes + outcome.filter(|_| outcomes > 1).unwrap_or(0) as u64);
        game.make(&mut position, mv);
    }
    bytes
}

/// The turns that [`encode_turns`] wrote. Bytes that are no game from this start are refused.
pub fn decode_turns<G: Playable>(
    game: &G,
    start: &G::Position,
    bytes: &[u8],
    faults: &[Fault],
) -> Result<Vec<PlayedTurn<G::Move>>, NotationError> {
    let refuse = |index: usize| {
        let name = game.position_text(start);
        NotationError::new(name, format!("the recorded turn {} is not possible in a game from here", index + 1))
    };
    let players = game.facts().players;
    if let Some(fault) = faults.iter().find(|fault| fault.seat.index() >= players) {
        let reason = format!("player {} had to leave, but {players} play", fault.seat);
        return Err(NotationError::new(game.position_text(start), reason));
    }
    let mut turns = Vec::new();
    let mut moves = Vec::new();
    let mut position = start.clone();
    let mut rest = bytes;
    while !rest.is_empty() {
        let index = turns.len();
        expel(game, &mut position, faults, index);
        let mut number = pull(&mut rest).ok_or_else(|| refuse(index))?;
        let mut outcome = None;
        match game.turn(&position) {
            Turn::Over => return Err(refuse(index)),
            Turn::Player(_) => {}
            Turn::Chance => {
                let probabilities = game.outcomes(&position);
                let face = (number % probabilities.len() as u64) as usize;
                if probabilities[face] <= 0.0 {
                    return Err(refuse(index));
                }
                number /= probabilities.len() as u64;
                game.roll(&mut position, face);
                outcome = Some(face);
            }
        }
        moves.clear();
        game.moves(&position, &mut moves);
        moves.sort_unstable();
        let mv = *usize::try_from(number).ok().and_then(|rank| moves.get(rank)).ok_or_else(|| refuse(index))?;
        game.make(&mut position, mv);
        turns.push((outcome, mv));
    }
    Ok(turns)
}

fn expel<G: Playable>(game: &G, position: &mut G::Position, faults: &[Fault], turn: usize) {
    for fault in faults.iter().filter(|fault| fault.turn == turn) {
        game.disqualify(position, fault.seat);
    }
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn pull(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..56).step_by(7) {
        let (first, others) = rest.split_first()?;
        *rest = others;
        number |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return (number < LARGEST).then_some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Termination;
    use plyground_core::{Game, PlayerId};
    use plyground_games::reversixt::{MapFile, Reading, ReversiGame, maps};

    #[test]
    fn a_player_who_does_not_take_part_cannot_have_left() {
        let map = MapFile::parse(maps::find("skirmish").unwrap().text, Reading::Strict).unwrap().map;
        let game = ReversiGame::new(map, "map=skirmish");
        let fault = |number: usize| Fault {
            seat: PlayerId::from_number(number).unwrap(),
            kind: Termination::Crash,
            turn: 1,
            detail: String::new(),
        };
        let start = game.start();
        assert_eq!(decode_turns(&game, &start, &[2], &[fault(2)]).map(|turns| turns.len()), Ok(1));
        let error = decode_turns(&game, &start, &[2], &[fault(7)]).unwrap_err().to_string();
        assert!(error.contains("player 7 had to leave, but 2 play"), "{error}");
    }
}
