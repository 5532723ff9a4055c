//! Opens the game of a map and converts moves of the wire format. Only this file connects messages with the rules.

use crate::wire::RawMove;
use plyground_core::{Game, Playable};
use plyground_games::reversixt::{BitReversi, IllegalMove, MapFile, Move, Phase, ReversiGame};

/// A representation of ReversiXT that can be played over the network.
pub(crate) trait WireGame: Playable {
    /// The legal move with these coordinates.
    fn read_move(&self, position: &Self::Position, raw: RawMove) -> Result<Self::Move, IllegalMove>;

    /// The coordinates of a move.
    fn write_move(&self, mv: Self::Move) -> RawMove;

    /// Whether the bombing phase has begun (or the game ended in it).
    fn is_bombing(&self, position: &Self::Position) -> bool {
        self.phase(position) == Phase::Bombing.name()
    }
}

impl WireGame for ReversiGame {
    fn read_move(&self, position: &Self::Position, raw: RawMove) -> Result<Move, IllegalMove> {
        self.raw_move(position, raw.x.into(), raw.y.into(), raw.special)
    }

    fn write_move(&self, mv: Move) -> RawMove {
        let (x, y) = self.coordinates(mv);
        RawMove { x: x as u16, y: y as u16, special: mv.special }
    }
}

impl WireGame for BitReversi {
    fn read_move(&self, position: &Self::Position, raw: RawMove) -> Result<Self::Move, IllegalMove> {
        self.raw_move(position, raw.x.into(), raw.y.into(), raw.special)
    }

    fn write_move(&self, mv: Self::Move) -> RawMove {
        self.general().write_move(self.to_move(mv))
    }
}

/// A game in the fastest representation for its map. Sessions are compiled for both: they answer within a server's time.
pub(crate) enum MapGame {
    Plain(BitReversi),
    General(ReversiGame),
}

/// Opens the game of a map.
pub(crate) fn open(map: MapFile, variant: &str) -> MapGame {
    let general = ReversiGame::new(map, variant);
    BitReversi::new(general.clone()).map_or(MapGame::General(general), MapGame::Plain)
}

/// The first legal move and the number of moves: an answer that needs no search.
pub(crate) fn first_move<G: Game>(game: &G, position: &G::Position) -> Option<(G::Move, usize)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    Some((*moves.first()?, moves.len()))
}
