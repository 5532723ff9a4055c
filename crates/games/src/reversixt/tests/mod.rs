//! Tests of the whole game, and the helpers that their files share.

mod agreement;
mod examples;
mod laws;
mod loading;
mod rulings;
mod text;

use super::{Loaded, MapError, MapFile, Position, Reading, ReversiGame};
use plyground_core::{Game, Notation, PlayerId, Turn};
use std::path::PathBuf;

/// Reads a map in one line, with slashes for line ends.
fn read(text: &str, reading: Reading) -> Result<Loaded, MapError> {
    MapFile::parse(&text.replace('/', "\n"), reading)
}

/// The game on a map written in one line.
fn game(text: &str) -> ReversiGame {
    ReversiGame::new(read(text, Reading::Strict).unwrap().map, "map=test")
}

fn player(number: usize) -> PlayerId {
    PlayerId::from_number(number).unwrap()
}

/// The legal moves as texts, in their order.
fn legal<G: Notation>(game: &G, position: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.iter().map(|mv| game.move_text(position, *mv)).collect()
}

/// The position after these moves, each of which must be legal.
fn after(game: &ReversiGame, moves: &str) -> Position {
    play(game, game.start(), moves)
}

/// The position after these moves from another one, each of which must be legal.
fn play(game: &ReversiGame, mut position: Position, moves: &str) -> Position {
    for word in moves.split_whitespace() {
        let mv = game.parse_move(&position, word).unwrap();
        assert!(game.is_legal(&position, mv));
        game.make(&mut position, mv);
    }
    position
}

/// Only the rows of the position's text.
fn rows(game: &ReversiGame, position: &Position) -> String {
    game.position_text(position).split(' ').next().unwrap().to_string()
}

fn to_move(game: &ReversiGame, position: &Position) -> Option<usize> {
    match game.turn(position) {
        Turn::Player(player) => Some(player.number()),
        _ => None,
    }
}

/// A folder of other people's data that lies beside the checkout, if it is there.
fn shared(folder: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let root = std::env::var_os("PLYGROUND_SHARED").map_or(PathBuf::from(beside), PathBuf::from);
    let path = root.join(folder);
    if !path.exists() {
        eprintln!("SKIPPED: {} is not there; set PLYGROUND_SHARED to the folder that has it", path.display());
        return None;
    }
    Some(path)
}

/// All map files of a folder, by name.
fn map_files(folder: &std::path::Path) -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}
