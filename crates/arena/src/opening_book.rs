//! What was played in which position, counted over recorded games of one board: how often, and what every player got.

use crate::{Archive, ArenaError};
use plyground_core::{AnyGame, AnyPosition, Chances, Game, GameEvent, Notation, Payoffs, Turn, parse_moves};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Turns of each game that are counted.
const MAX_TURNS: usize = 60;

/// A board: what games must have in common to be counted together.
#[derive(Clone)]
pub struct BookBoard {
    /// The game's name on the command line.
    pub name: String,
    /// The game.
    pub game: AnyGame,
    /// The text of its map, if it has one.
    pub map: Option<String>,
}

impl BookBoard {
    /// Different for different boards.
    pub fn key(&self) -> String {
        format!("{} {} {}", self.name, self.game.variant_text(), self.map.as_deref().unwrap_or_default())
    }

    /// Whether a game with this name, variant and map was played on it.
    pub fn is_board_of(&self, name: &str, variant: Option<&str>, map: Option<&str>) -> bool {
        let same_variant = || self.map.is_some() || variant == Some(&self.game.variant_text());
        name == self.name && map == self.map.as_deref() && same_variant()
    }
}

/// How often something was played, and what every player got.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BookEntry {
    /// Games.
    pub games: u64,
    /// The sum of every player's scores.
    pub scores: Vec<f64>,
    /// The mover's chances with it, as searched: their sum, and how many there are.
    values: (f64, u64),
}

impl BookEntry {
    fn add(&mut self, chances: &Chances) {
        self.games += 1;
        self.scores.resize(chances.as_slice().len(), 0.0);
        self.scores.iter_mut().zip(chances.as_slice()).for_each(|(sum, score)| *sum += score);
    }

    /// The mover's mean chance with it, as far as searches told.
    pub fn mean_value(&self) -> Option<f64> {
        let (sum, count) = self.values;
        (count > 0).then(|| sum / count as f64)
    }

    /// Every player's mean score.
    pub fn means(&self) -> Vec<f64> {
        self.scores.iter().map(|sum| sum / self.games as f64).collect()
    }
}

/// The openings of one board, by hashes of positions.
#[derive(Clone, Debug, Default)]
pub struct OpeningBook {
    positions: HashMap<u64, HashMap<String, BookEntry>>,
}

impl OpeningBook {
    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Counts one roll or move of a game with this result, and the mover's chances with it where a search told them.
    pub fn add(&mut self, game: &AnyGame, position: &AnyPosition, word: String, result: &Chances, value: Option<f64>) {
        let entry = self.positions.entry(hash(game, position)).or_default().entry(word).or_default();
        entry.add(result);
        if let Some(value) = value {
            entry.values = (entry.values.0 + value, entry.values.1 + 1);
        }
    }

    /// What was played in a position, by words of a record; a roll is a word of its own, such as `4:`.
    pub fn played(&self, game: &AnyGame, position: &AnyPosition) -> impl Iterator<Item = (&String, &BookEntry)> {
        self.positions.get(&hash(game, position)).into_iter().flatten()
    }

    /// Counts the newest `most` games of an archive, as far as they were played on this board.
    pub fn add_archive(&mut self, board: &BookBoard, archive: &Archive, most: usize) -> Result<(), ArenaError> {
        let mut left = most;
        for tournament in archive.tournaments()?.into_iter().rev() {
            for number in (0..tournament.games).rev() {
                if left == 0 {
                    return Ok(());
                }
                left -= 1;
                let Some(found) = archive.archived_game(tournament.id, number)? else { continue };
                let map = found.setup.map.as_ref().map(|map| map.text.as_str());
                if !board.is_board_of(&found.game, found.setup.variant.as_deref(), map) {
                    continue;
                }
                let payoffs = found.record.outcome.payoffs.as_slice().to_vec();
                if let Ok(moves) = found.moves() {
                    self.add_game(board, Some(&found.record.start), &moves, &payoffs);
                }
            }
        }
        Ok(())
    }

    /// Counts a finished game of this board. One that cannot be read is left out.
    pub fn add_game(&mut self, board: &BookBoard, start: Option<&str>, moves: &str, payoffs: &[f64]) {
        let game = &board.game;
        if payoffs.len() != game.facts().players {
            return;
        }
        let Some(start) = start.map_or_else(|| Some(game.start()), |text| game.parse_position(text).ok()) else {
            return;
        };
        let opening: Vec<&str> = moves.split_whitespace().take(MAX_TURNS).collect();
        let Ok(events) = parse_moves(game, &mut start.clone(), &opening.join(" ")) else { return };
        let chances = Chances::of_result(&Payoffs::new(payoffs));
        let mut position = start;
        for event in events {
            if let GameEvent::Turn((face, mv)) = event {
                if let (Some(face), Turn::Chance) = (face, game.turn(&position)) {
                    self.add(game, &position, format!("{}:", face + 1), &chances, None);
                    game.roll(&mut position, face);
                }
                self.add(game, &position, game.move_text(&position, mv), &chances, None);
                game.make(&mut position, mv);
            } else {
                event.apply(game, &mut position);
            }
        }
    }
}

/// Positions are the same if their texts are.
fn hash(game: &AnyGame, position: &AnyPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.position_text(position).hash(&mut hasher);
    hasher.finish()
}
