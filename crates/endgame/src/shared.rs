//! The databases that the whole program uses.

use crate::library::Library;
use plyground_core::{KnownEndgames, Oracle, PlayerId};
use plyground_games::einstein::eval::set_endgame_source;
use plyground_games::einstein::{Einstein, Position};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

static FOLDER: OnceLock<PathBuf> = OnceLock::new();
static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();

/// Says where the databases of this program are, before they are first used. Without it only those are used that
/// need no files. The first folder named counts.
pub fn use_folder(folder: PathBuf) {
    let _ = FOLDER.set(folder);
}

/// All databases there are, opened once.
pub fn shared() -> &'static Arc<Library> {
    LIBRARY.get_or_init(|| match FOLDER.get() {
        Some(folder) => Arc::new(Library::open(folder)),
        None => Library::small().clone(),
    })
}

/// Lets the game answer from all databases there are. They are opened when it is first asked.
pub fn offer() {
    set_endgame_source(|game, most| {
        if !Library::knows(game) {
            return None;
        }
        let library = shared();
        let oracle = if library.stones() > most { Arc::new(library.up_to(most)) } else { library.clone() };
        Some(KnownEndgames { pieces: oracle.stones(), oracle })
    });
}

impl Oracle<Einstein> for Library {
    fn win(&self, _game: &Einstein, position: &Position, player: PlayerId) -> Option<f64> {
        if position.die().is_some() {
            return None; // the databases know what positions are worth before the roll
        }
        let value = self.value(position)?;
        Some(if player == position.mover() { value } else { 1.0 - value })
    }
}
