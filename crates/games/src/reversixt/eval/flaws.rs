//! What a move does worse than another, in words.

use super::SafeLines;
use super::map_features::LINES;
use crate::reversixt::capture;
use crate::reversixt::fills::bits;
use crate::reversixt::game::{Move, ReversiGame};
use crate::reversixt::position::Position;
use crate::reversixt::tile::Phase;
use plyground_core::{Game, MAX_PLAYERS, PlayerId};

/// Places to play on that differ by less mean the same.
const NOTABLE_PLACES: u32 = 3;
/// From here on stones count for themselves: this share of the tiles is filled.
const LATE: f64 = 0.75;

/// What matters after a move.
struct Features {
    stones: [usize; MAX_PLAYERS],
    /// Places where each player could play without an override stone.
    places: [u32; MAX_PLAYERS],
    /// The mover's stones on tiles that no line captures.
    safe: usize,
    /// Such tiles that another player can take now, and who.
    offered: Vec<(usize, PlayerId)>,
    overrides: u8,
}

impl Features {
    fn after(game: &ReversiGame, position: &Position, mv: Move, mover: PlayerId, lines: &SafeLines) -> Self {
        let mut after = position.clone();
        game.make(&mut after, mv);
        let players = game.map().players();
        let mut stones = [0; MAX_PLAYERS];
        PlayerId::all(players).for_each(|player| stones[player.index()] = after.stones(player));
        let (mut safe, mut offered) = (0, Vec::new());
        for (tile, content) in
            after.board().iter().enumerate().filter(|(tile, _)| usize::from(lines.lines[*tile]) == LINES)
        {
            safe += usize::from(content.owner() == Some(mover));
            if content.is_free() && after.phase() == Phase::Building {
                let captors = u64::from(capture::captors(&game.board.topology, &after.tiles, tile));
                let others = bits(captors).filter_map(|index| PlayerId::from_number(usize::from(index) + 1));
                offered.extend(
                    others.filter(|player| *player != mover && after.is_active(*player)).map(|player| (tile, player)),
                );
            }
        }
        Features { stones, places: game.open_tiles(&after), safe, offered, overrides: after.overrides(mover) }
    }

    /// Places of everybody else together.
    fn others(&self, mover: PlayerId) -> u32 {
        self.places.iter().sum::<u32>() - self.places[mover.index()]
    }

    /// Stones of the strongest other player.
    fn rival(&self, mover: PlayerId) -> usize {
        let others = self.stones.iter().enumerate().filter(|(index, _)| *index != mover.index());
        others.map(|(_, stones)| *stones).max().unwrap_or(0)
    }
}

pub(super) fn flaws(game: &ReversiGame, position: &Position, played: Move, better: Move) -> Vec<String> {
    let Some(mover) = game.turn(position).player() else { return Vec::new() };
    let lines = SafeLines::new(game);
    let [played, better] = [played, better].map(|mv| Features::after(game, position, mv, mover, &lines));
    if position.phase() == Phase::Bombing {
        return flaws_of_bomb(mover, &played, &better);
    }
    let others = if game.map().players() == 2 { "the opponent" } else { "the others" };
    let mut flaws = Vec::new();
    let spends = |after: &Features| after.overrides < position.overrides(mover);
    if spends(&played) && !spends(&better) {
        let free = game.open_tiles(position)[mover.index()] > 0;
        flaws.push(format!("spends an override stone{}", if free { " while free moves remain" } else { "" }));
    }
    let new = played.offered.iter().find(|offer| !better.offered.iter().any(|other| other.0 == offer.0));
    if let Some((_, player)) = new {
        let who = if game.map().players() == 2 { "the opponent".to_string() } else { format!("player {player}") };
        flaws.push(format!("lets {who} take a corner"));
    }
    if played.safe < better.safe {
        flaws.push(format!("passes up a corner: {} safe tiles instead of {}", played.safe, better.safe));
    }
    let own = [&played, &better].map(|after| after.places[mover.index()]);
    if own[0] + NOTABLE_PLACES <= own[1] {
        flaws.push(format!("leaves {} places to play on instead of {}", own[0], own[1]));
    }
    if played.others(mover) >= better.others(mover) + NOTABLE_PLACES {
        flaws.push(format!("gives {others} {} places instead of {}", played.others(mover), better.others(mover)));
    }
    let filled = 1.0 - position.free() as f64 / position.standing().max(1) as f64;
    let stones = [&played, &better].map(|after| after.stones[mover.index()]);
    if filled >= LATE && stones[0] < stones[1] {
        flaws.push(format!("holds {} stones instead of {}", stones[0], stones[1]));
    }
    flaws
}

fn flaws_of_bomb(mover: PlayerId, played: &Features, better: &Features) -> Vec<String> {
    let mut flaws = Vec::new();
    let own = [played, better].map(|after| after.stones[mover.index()]);
    if own[0] < own[1] {
        flaws.push(format!("costs own stones: {} are left instead of {}", own[0], own[1]));
    }
    let rival = [played, better].map(|after| after.rival(mover));
    if rival[0] > rival[1] {
        flaws.push(format!("leaves the strongest rival {} stones instead of {}", rival[0], rival[1]));
    }
    flaws
}

#[cfg(test)]
mod tests {
    use crate::registry;
    use plyground_core::{Evaluated, Notation, Setup};

    #[test]
    fn a_stone_beside_a_corner_gives_it_away() {
        let (game, _) = registry::open("reversixt", &Setup::default()).expect("the game");
        let text = "00000000/00000000/00200000/00011000/00002000/00000000/00000000/00000000 1 1 o=0,0 b=0,0 out=-";
        let position = game.parse_position(text).expect("a position");
        let [beside, away] = ["1,1", "4,5"].map(|text| game.parse_move(&position, text).expect("a move"));
        assert_eq!(game.flaws(&position, beside, away)[0], "lets the opponent take a corner");
        assert!(!game.flaws(&position, away, beside).iter().any(|flaw| flaw.contains("corner")));
    }
}
