//! What was played in a position before: the openings of all finished games of the server, those of people and those of tournaments.

use crate::error::ApiError;
use crate::messages::{ExploredMove, ExploredPosition};
use crate::store::GameStore;
use plyground_arena::archive::Archive;
use plyground_core::sync::lock;
use plyground_core::{AnyGame, AnyPosition, Chances, Game, GameEvent, Notation, Payoffs, Turn, parse_moves};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Games of people, and games of the archive, that are read; the newest first.
const MAX_GAMES: usize = 3_000;
/// Turns of each game.
const MAX_TURNS: usize = 60;
/// Boards that are remembered, and for how long.
const MAX_BOOKS: usize = 8;
const BOOK_AGE: Duration = Duration::from_secs(60);
/// Moves in a response.
const MAX_MOVES: usize = 100;

/// A board: what games must have in common to be counted together.
#[derive(Clone)]
pub struct ExploredBoard {
    /// The game's name on the command line.
    pub name: String,
    /// The game.
    pub game: AnyGame,
    /// The text of its map, if it has one.
    pub map: Option<String>,
}

impl ExploredBoard {
    fn key(&self) -> String {
        format!("{} {} {}", self.name, self.game.variant_text(), self.map.as_deref().unwrap_or_default())
    }
}

/// The openings of all boards.
pub struct Explorer {
    archive: PathBuf,
    books: Mutex<HashMap<String, Arc<Book>>>,
}

/// The openings of one board, by hashes of positions.
struct Book {
    made: Instant,
    positions: HashMap<u64, HashMap<String, Tally>>,
}

/// How often something was played, and what every player got.
#[derive(Default)]
struct Tally {
    games: u64,
    scores: Vec<f64>,
}

impl Explorer {
    /// An explorer of the games in this data folder.
    pub fn new(data: &Path) -> Self {
        Explorer { archive: data.join("archive.sqlite"), books: Mutex::default() }
    }

    /// What was played in a position.
    pub fn explore(&self, store: &GameStore, board: &ExploredBoard, position: &AnyPosition) -> ExploredPosition {
        let book = self.book(store, board);
        let found = book.positions.get(&hash(&board.game, position));
        let mut moves: Vec<ExploredMove> =
            found.into_iter().flatten().map(|(word, tally)| tally.describe(word)).collect();
        moves.sort_by(|a, b| (b.games, &a.word).cmp(&(a.games, &b.word)));
        moves.truncate(MAX_MOVES);
        ExploredPosition { games: moves.iter().map(|mv| mv.games).sum(), moves }
    }

    fn book(&self, store: &GameStore, board: &ExploredBoard) -> Arc<Book> {
        let key = board.key();
        if let Some(book) = lock(&self.books).get(&key).filter(|book| book.made.elapsed() < BOOK_AGE) {
            return Arc::clone(book);
        }
        let mut book = Book { made: Instant::now(), positions: HashMap::new() };
        store.records(MAX_GAMES, |record| book.add_record(board, record));
        // An archive that cannot be read counts as none; its own page says what is wrong with it.
        let _ = book.add_archive(board, &self.archive);
        let book = Arc::new(book);
        let mut books = lock(&self.books);
        if books.len() >= MAX_BOOKS {
            books.retain(|_, other| other.made.elapsed() < BOOK_AGE);
        }
        if books.len() >= MAX_BOOKS {
            books.clear();
        }
        books.insert(key, Arc::clone(&book));
        book
    }
}

impl Tally {
    fn describe(&self, word: &str) -> ExploredMove {
        let mean = |score: &f64| score / self.games as f64;
        ExploredMove { word: word.to_string(), games: self.games, scores: self.scores.iter().map(mean).collect() }
    }

    fn add(&mut self, chances: &Chances) {
        self.games += 1;
        self.scores.resize(chances.as_slice().len(), 0.0);
        self.scores.iter_mut().zip(chances.as_slice()).for_each(|(sum, score)| *sum += score);
    }
}

impl Book {
    fn add_record(&mut self, board: &ExploredBoard, record: &Value) {
        let text = |key: &str| record[key].as_str();
        let same_board = match &board.map {
            Some(map) => record["map"]["text"].as_str() == Some(map),
            None => record["map"].is_null() && text("variant") == Some(&board.game.variant_text()),
        };
        if text("game") != Some(&board.name) || !same_board || record["over"] != true {
            return;
        }
        let payoffs: Vec<f64> = record["payoffs"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        self.add_game(board, text("position"), text("moves").unwrap_or_default(), &payoffs);
    }

    fn add_archive(&mut self, board: &ExploredBoard, path: &Path) -> Result<(), ApiError> {
        if !path.exists() {
            return Ok(());
        }
        let archive = Archive::open_to_read(path).map_err(ApiError::internal)?;
        let mut left = MAX_GAMES;
        for tournament in archive.tournaments().map_err(ApiError::internal)?.into_iter().rev() {
            for number in (0..tournament.games).rev() {
                if left == 0 {
                    return Ok(());
                }
                left -= 1;
                let found = archive.archived_game(tournament.id, number).map_err(ApiError::internal)?;
                let Some(found) = found.filter(|found| found.game == board.name) else { continue };
                let map = found.setup.map.as_ref().map(|map| &map.text);
                let variant = found.setup.variant.as_deref();
                if map != board.map.as_ref() || map.is_none() && variant != Some(&board.game.variant_text()) {
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

    fn add_game(&mut self, board: &ExploredBoard, start: Option<&str>, moves: &str, payoffs: &[f64]) {
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
                    self.count(game, &position, format!("{}:", face + 1), &chances);
                    game.roll(&mut position, face);
                }
                self.count(game, &position, game.move_text(&position, mv), &chances);
                game.make(&mut position, mv);
            } else {
                event.apply(game, &mut position);
            }
        }
    }

    fn count(&mut self, game: &AnyGame, position: &AnyPosition, word: String, chances: &Chances) {
        let moves = self.positions.entry(hash(game, position)).or_default();
        moves.entry(word).or_default().add(chances);
    }
}

/// Positions are the same if their texts are.
fn hash(game: &AnyGame, position: &AnyPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.position_text(position).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards;
    use plyground_core::Setup;
    use serde_json::json;

    #[test]
    fn finished_games_of_the_same_board_are_counted() {
        let setup = Setup { variant: Some("cols=4,rows=4".to_string()), ..Setup::default() };
        let (game, start) = boards::open("isola", &setup).expect("a board");
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        let [first, second] = [0, 1].map(|index| game.move_text(&start, moves[index]));
        let folder = tempfile::tempdir().expect("a folder");
        let store = GameStore::open(folder.path()).expect("a store");
        let variant = game.variant_text();
        let records = [
            json!({"game": "isola", "variant": variant, "moves": first, "over": true, "payoffs": [1.0, 0.0]}),
            json!({"game": "isola", "variant": variant, "moves": first, "over": true, "payoffs": [0.0, 1.0]}),
            json!({"game": "isola", "variant": variant, "moves": second, "over": true, "payoffs": [1.0, 0.0]}),
            json!({"game": "isola", "variant": variant, "moves": second, "over": false, "payoffs": null}),
            json!({"game": "isola", "variant": "classic", "moves": second, "over": true, "payoffs": [1.0, 0.0]}),
            json!({"game": "isola", "variant": variant, "moves": "zz", "over": true, "payoffs": [1.0, 0.0]}),
        ];
        for (number, record) in records.into_iter().enumerate() {
            store.create(&format!("{number:032x}"), record).expect("saved");
        }
        let explorer = Explorer::new(folder.path());
        let board = ExploredBoard { name: "isola".to_string(), game: game.clone(), map: None };
        let found = explorer.explore(&store, &board, &start);
        let explored = |word: &String, games, scores: [f64; 2]| ExploredMove {
            word: word.clone(),
            games,
            scores: scores.to_vec(),
        };
        assert_eq!(found.games, 3);
        assert_eq!(found.moves, [explored(&first, 2, [0.5, 0.5]), explored(&second, 1, [1.0, 0.0])]);
        let mut later = start;
        game.make(&mut later, moves[0]);
        assert_eq!(explorer.explore(&store, &board, &later).games, 0, "no game went on");
    }
}
