//! What was played in a position before: the openings of all finished games of the server, those of people and those of tournaments, and
//! those of quick games that an engine plays against itself on request.

mod self_play;

use crate::engines::MemoryBudget;
use crate::error::ApiError;
use crate::messages::{ExploredMove, ExploredPosition};
use crate::store::GameStore;
use plyground_arena::{Archive, ArenaError, BookBoard, BookEntry, OpeningBook};
use plyground_core::AnyPosition;
use plyground_core::sync::lock;
use self_play::SelfPlay;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Games of people, and games of the archive, that are read; the newest first.
const MAX_GAMES: usize = 3_000;
/// Boards that are remembered, and for how long.
const MAX_BOOKS: usize = 8;
const BOOK_AGE: Duration = Duration::from_secs(60);
/// Moves in a response.
const MAX_MOVES: usize = 100;
/// Boards of which games of engines are kept, and positions of each.
const MAX_PLAYED_BOARDS: usize = 8;
const MAX_PLAYED_POSITIONS: usize = 100_000;
/// How long one request plays.
const PLAYING_TIME: Duration = Duration::from_millis(1500);

/// The openings of all boards.
pub struct Explorer {
    archive: PathBuf,
    books: Mutex<HashMap<String, Arc<DatedBook>>>,
    /// What engines played on request, by board.
    played: Mutex<HashMap<String, OpeningBook>>,
    /// Plays one request after another, so that pages cannot take all processors.
    self_play: Mutex<SelfPlay>,
}

/// The openings of one board, and when they were counted.
struct DatedBook {
    made: Instant,
    book: OpeningBook,
}

impl Explorer {
    /// An explorer of the games in this data folder.
    pub fn new(data: &Path, budget: &MemoryBudget) -> Self {
        Explorer {
            archive: data.join("archive.sqlite"),
            books: Mutex::default(),
            played: Mutex::default(),
            self_play: Mutex::new(SelfPlay::new(budget)),
        }
    }

    /// What was played in a position.
    pub fn explore(&self, store: &GameStore, board: &BookBoard, position: &AnyPosition) -> ExploredPosition {
        let moves = played_moves(&self.book(store, board).book, board, position);
        let played = lock(&self.played);
        let self_play = played.get(&board.key()).map(|book| played_moves(book, board, position)).unwrap_or_default();
        ExploredPosition { games: moves.iter().map(|mv| mv.games).sum(), moves, self_play }
    }

    /// Lets an engine play quick games against itself from a position, and counts them from now on.
    ///
    /// # Errors
    /// When the game is over there, or no engine can play it.
    pub fn play(&self, board: &BookBoard, position: &AnyPosition) -> Result<(), ApiError> {
        let games = lock(&self.self_play).games(&board.game, position, PLAYING_TIME)?;
        let mut played = lock(&self.played);
        if played.len() >= MAX_PLAYED_BOARDS && !played.contains_key(&board.key()) {
            played.clear();
        }
        let book = played.entry(board.key()).or_default();
        if book.positions() >= MAX_PLAYED_POSITIONS {
            *book = OpeningBook::default();
        }
        for game in games {
            game.count(&board.game, book);
        }
        Ok(())
    }

    fn book(&self, store: &GameStore, board: &BookBoard) -> Arc<DatedBook> {
        let key = board.key();
        if let Some(book) = lock(&self.books).get(&key).filter(|book| book.made.elapsed() < BOOK_AGE) {
            return Arc::clone(book);
        }
        let mut dated = DatedBook { made: Instant::now(), book: OpeningBook::default() };
        store.records(MAX_GAMES, |record| add_record(&mut dated.book, board, record));
        // An archive that cannot be read counts as none; its own page says what is wrong with it.
        let _ = self.add_archive(&mut dated.book, board);
        let dated = Arc::new(dated);
        let mut books = lock(&self.books);
        if books.len() >= MAX_BOOKS {
            books.retain(|_, other| other.made.elapsed() < BOOK_AGE);
        }
        if books.len() >= MAX_BOOKS {
            books.clear();
        }
        books.insert(key, Arc::clone(&dated));
        dated
    }

    fn add_archive(&self, book: &mut OpeningBook, board: &BookBoard) -> Result<(), ArenaError> {
        if self.archive.exists() {
            book.add_archive(board, &Archive::open_to_read(&self.archive)?, MAX_GAMES)?;
        }
        Ok(())
    }
}

/// What was played in a position, the most frequent first.
fn played_moves(book: &OpeningBook, board: &BookBoard, position: &AnyPosition) -> Vec<ExploredMove> {
    let explored = |(word, entry): (&String, &BookEntry)| ExploredMove {
        word: word.clone(),
        games: entry.games,
        scores: entry.means(),
        value: entry.mean_value(),
    };
    let mut moves: Vec<ExploredMove> = book.played(&board.game, position).map(explored).collect();
    moves.sort_by(|a, b| (b.games, &a.word).cmp(&(a.games, &b.word)));
    moves.truncate(MAX_MOVES);
    moves
}

/// Counts a saved game, if it is over and of this board.
fn add_record(book: &mut OpeningBook, board: &BookBoard, record: &Value) {
    let text = |key: &str| record[key].as_str();
    let is_board = board.is_board_of(text("game").unwrap_or_default(), text("variant"), record["map"]["text"].as_str());
    // The copy of a tournament's game is counted in the archive.
    let is_copy = record["web"]["source"]["kind"] == "tournament";
    if is_board && !is_copy && record["over"] == true {
        let payoffs: Vec<f64> = record["payoffs"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        book.add_game(board, text("position"), text("moves").unwrap_or_default(), &payoffs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards;
    use plyground_core::{Game, Notation, Setup};
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
        let explorer = Explorer::new(folder.path(), &MemoryBudget::default());
        let board = BookBoard { name: "isola".to_string(), game: game.clone(), map: None };
        let found = explorer.explore(&store, &board, &start);
        let explored = |word: &String, games, scores: [f64; 2]| ExploredMove {
            word: word.clone(),
            games,
            scores: scores.to_vec(),
            value: None,
        };
        assert_eq!(found.games, 3);
        assert_eq!(found.moves, [explored(&first, 2, [0.5, 0.5]), explored(&second, 1, [1.0, 0.0])]);
        let mut later = start;
        game.make(&mut later, moves[0]);
        assert_eq!(explorer.explore(&store, &board, &later).games, 0, "no game went on");
    }

    #[test]
    fn games_of_an_engine_against_itself_are_counted_with_their_values() {
        let setup = Setup { variant: Some("cols=4,rows=4".to_string()), ..Setup::default() };
        let (game, start) = boards::open("isola", &setup).expect("a board");
        let folder = tempfile::tempdir().expect("a folder");
        let store = GameStore::open(folder.path()).expect("a store");
        let explorer = Explorer::new(folder.path(), &MemoryBudget::default());
        let board = BookBoard { name: "isola".to_string(), game, map: None };
        assert!(explorer.explore(&store, &board, &start).self_play.is_empty());
        explorer.play(&board, &start).expect("games");
        let found = explorer.explore(&store, &board, &start);
        assert!(found.moves.is_empty(), "nobody played");
        assert!(!found.self_play.is_empty());
        for mv in &found.self_play {
            let value = mv.value.expect("a value");
            assert!((0.0..=1.0).contains(&value), "{value}");
            assert!((mv.scores.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{:?}", mv.scores);
        }
        // The tree goes on below the moves that were played.
        let mut later = start.clone();
        let word = &found.self_play[0].word;
        let mv = board.game.parse_move(&later, word).expect("a legal move");
        board.game.make(&mut later, mv);
        let below = explorer.explore(&store, &board, &later).self_play;
        assert_eq!(below.iter().map(|mv| mv.games).sum::<u64>(), found.self_play[0].games);
    }

    #[test]
    fn no_game_is_played_where_it_is_over() {
        let (game, mut position) = boards::open("isola", &Setup::default()).expect("a board");
        let mut moves = Vec::new();
        while game.mover(&position).is_some() {
            moves.clear();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[0]);
        }
        let folder = tempfile::tempdir().expect("a folder");
        let explorer = Explorer::new(folder.path(), &MemoryBudget::default());
        let board = BookBoard { name: "isola".to_string(), game, map: None };
        let refused = explorer.play(&board, &position).expect_err("nothing to play").to_string();
        assert!(refused.contains("over"), "{refused}");
    }
}
