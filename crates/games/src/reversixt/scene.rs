//! Positions and moves as a picture.

use super::bitboard::{BitPosition, BitReversi, Square};
use super::diagram::Diagram;
use super::game::{Move, ReversiGame, TAKE_BOMB};
use super::map::MapFile;
use super::position::Position;
use super::tile::Tile;
use plyground_core::{Cell, Click, Ground, Link, Piece, PlayerId, Scene, Scenery, Seat};

impl Scenery for ReversiGame {
    fn scene(&self, position: &Position) -> Scene {
        draw(self.map(), &position.diagram())
    }

    fn clicks(&self, position: &Position, mv: Move) -> Vec<Click> {
        let mut clicks = vec![Click::Cell(mv.tile as usize)];
        let answer = match position.board()[mv.tile as usize] {
            _ if mv.special == 0 => None,
            Tile::CHOICE => Some(format!("swap with player {}", mv.special)),
            _ if mv.special == TAKE_BOMB => Some("take a bomb".to_string()),
            _ => Some("take an override stone".to_string()),
        };
        clicks.extend(answer.map(Click::Answer));
        clicks
    }
}

impl Scenery for BitReversi {
    fn scene(&self, position: &BitPosition) -> Scene {
        draw(self.map(), &self.diagram(position))
    }

    fn clicks(&self, _position: &BitPosition, square: Square) -> Vec<Click> {
        vec![Click::Cell(self.to_move(square).tile as usize)]
    }
}

fn draw(map: &MapFile, diagram: &Diagram) -> Scene {
    let is_standing = |tile: usize| diagram.tiles[tile] != Tile::HOLE;
    let ends = map.transitions().iter().map(|joined| {
        let end = |side| (map.index(side), side.direction);
        Link { from: end(joined.from), to: end(joined.to) }
    });
    Scene {
        cols: map.width(),
        rows: map.height(),
        cells: diagram.tiles.iter().map(|tile| cell(*tile)).collect(),
        // A transition into a hole leads nowhere.
        links: ends.filter(|link| is_standing(link.from.0) && is_standing(link.to.0)).collect(),
        seats: PlayerId::all(map.players()).map(|player| seat(diagram, player)).collect(),
        ..Scene::default()
    }
}

fn cell(tile: Tile) -> Cell {
    let ground = match tile {
        Tile::HOLE => Ground::Hole,
        Tile::CHOICE | Tile::INVERSION | Tile::BONUS => Ground::Special(tile.to_char()),
        _ => Ground::Plain,
    };
    let label = if tile == Tile::EXPANSION { "x".to_string() } else { String::new() };
    let piece = tile.is_occupied().then(|| Piece { owner: tile.owner(), label });
    Cell { ground, piece, mark: None }
}

fn seat(diagram: &Diagram, player: PlayerId) -> Seat {
    Seat {
        name: format!("player {player}"),
        symbol: Tile::stone(player).to_char(),
        holdings: vec![
            ("stones", diagram.stones(player) as i64),
            ("overrides", i64::from(diagram.overrides[player.index()])),
            ("bombs", i64::from(diagram.bombs[player.index()])),
        ],
        eliminated: diagram.is_out(player),
    }
}
