//! Positions and moves as a picture.

use super::bitboard::{BitPosition, BitReversi, Square};
use super::capture;
use super::diagram::Diagram;
use super::game::{Move, ReversiGame, TAKE_BOMB};
use super::guidance;
use super::map::MapFile;
use super::position::Position;
use super::tile::{Phase, Tile};
use plyground_core::{Cell, CellKind, Click, ClickChoice, Drawable, Game, Link, Piece, PlayerId, Scene, SeatInfo};

const BOMB_ANSWER: &str = "take a bomb";
const OVERRIDE_ANSWER: &str = "take an override stone";

fn swap_answer(player: usize) -> String {
    format!("swap with player {player}")
}

impl Drawable for ReversiGame {
    fn scene(&self, position: &Position) -> Scene {
        draw(self.map(), &position.diagram())
    }

    fn clicks(&self, position: &Position, mv: Move) -> Vec<Click> {
        let mut clicks = vec![Click::Cell(mv.tile as usize)];
        let answer = match position.board()[mv.tile as usize] {
            _ if mv.special == 0 => None,
            Tile::CHOICE => Some(swap_answer(usize::from(mv.special))),
            _ if mv.special == TAKE_BOMB => Some(BOMB_ANSWER.to_string()),
            _ => Some(OVERRIDE_ANSWER.to_string()),
        };
        clicks.extend(answer.map(Click::Answer));
        clicks
    }

    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        let swaps = (1..=self.map().players()).map(swap_answer);
        let answers = swaps.chain([BOMB_ANSWER, OVERRIDE_ANSWER].map(String::from)).collect();
        vec![vec![ClickChoice::Cell], vec![ClickChoice::Cell, ClickChoice::Answer(answers)]]
    }

    /// One line per direction in which stones are turned, from the new stone to the old one that closes it.
    fn paths(&self, position: &Position, mv: Move) -> Vec<Vec<usize>> {
        let Some(mover) = position.turn.filter(|_| position.phase() == Phase::Building) else {
            return Vec::new();
        };
        let start = mv.tile as usize;
        let topology = &self.board.topology;
        let mut lines = Vec::new();
        for &heading in topology.around(start) {
            let mut line = vec![start];
            let turned =
                capture::walk(topology, &position.tiles, Tile::stone(mover), start, heading, |tile| line.push(tile));
            if turned > 0 {
                let end = (0..turned).fold(heading, |heading, _| topology.step(heading));
                line.push((end >> 3) as usize);
                lines.push(line);
            }
        }
        lines
    }

    fn ending(&self, position: &Position) -> Option<String> {
        Some(count(&position.diagram(), self.map().players()))
    }

    fn prompts(&self, position: &Position) -> Vec<String> {
        guidance::prompts(position)
    }

    fn refusal(&self, position: &Position, clicks: &[Click]) -> Option<String> {
        guidance::refusal(self, position, clicks)
    }

    fn notice(&self, position: &Position, mv: Move) -> Option<String> {
        guidance::notice(position, mv)
    }

    fn passed(&self, position: &Position, mv: Move) -> Vec<PlayerId> {
        let mut after = position.clone();
        self.make(&mut after, mv);
        guidance::passed(position, &after, self.map().players())
    }

    fn score(&self, position: &Position) -> Vec<i64> {
        PlayerId::all(self.map().players()).map(|player| position.stones(player) as i64).collect()
    }

    fn legend(&self) -> Vec<(char, &'static str)> {
        guidance::legend(self.map())
    }
}

impl Drawable for BitReversi {
    fn scene(&self, position: &BitPosition) -> Scene {
        draw(self.map(), &self.diagram(position))
    }

    fn clicks(&self, _position: &BitPosition, square: Square) -> Vec<Click> {
        vec![Click::Cell(self.to_move(square).tile as usize)]
    }

    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        vec![vec![ClickChoice::Cell]]
    }

    fn paths(&self, position: &BitPosition, square: Square) -> Vec<Vec<usize>> {
        self.general().paths(&self.general_position(position), self.to_move(square))
    }

    fn ending(&self, position: &BitPosition) -> Option<String> {
        Some(count(&self.diagram(position), self.map().players()))
    }

    fn prompts(&self, position: &BitPosition) -> Vec<String> {
        guidance::prompts(&self.general_position(position))
    }

    fn refusal(&self, position: &BitPosition, clicks: &[Click]) -> Option<String> {
        guidance::refusal(self.general(), &self.general_position(position), clicks)
    }

    fn passed(&self, position: &BitPosition, square: Square) -> Vec<PlayerId> {
        self.general().passed(&self.general_position(position), self.to_move(square))
    }

    fn score(&self, position: &BitPosition) -> Vec<i64> {
        self.general().score(&self.general_position(position))
    }
}

impl BitReversi {
    /// The position in the form that serves every map.
    fn general_position(&self, position: &BitPosition) -> Position {
        Position::from_diagram(&self.diagram(position), &self.general().board.keys)
    }
}

fn count(diagram: &Diagram, players: usize) -> String {
    let stones: Vec<String> = PlayerId::all(players).map(|player| diagram.stones(player).to_string()).collect();
    format!("{} stones", stones.join(" : "))
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

/// What a tile looks like.
pub(super) fn cell(tile: Tile) -> Cell {
    let ground = match tile {
        Tile::HOLE => CellKind::Hole,
        Tile::CHOICE | Tile::INVERSION | Tile::BONUS => CellKind::Special(tile.to_char()),
        _ => CellKind::Plain,
    };
    let label = if tile == Tile::EXPANSION { "x".to_string() } else { String::new() };
    let piece = tile.is_occupied().then(|| Piece { owner: tile.owner(), label });
    Cell { ground, piece, mark: None }
}

fn seat(diagram: &Diagram, player: PlayerId) -> SeatInfo {
    SeatInfo {
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
