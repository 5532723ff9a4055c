//! Every game of the program: those that come with it, one line each, and those that a program of its own has added.

use plyground_core::sync::ignore_poison;
use plyground_core::{
    AnyGame, AnyPosition, Collection, GameInfo, GameKind, GameTypes, GameVisitor, NotationError, OpenError, Playable,
    RecordFormat, RecordedGame, Setup, SetupError, suggest,
};
use std::sync::RwLock;

mod built_in {
    plyground_core::registry! {
        #[cfg(feature = "reversixt")]
        reversixt => crate::reversixt::ReversiXt,
        #[cfg(feature = "einstein")]
        einstein => crate::einstein::Einstein,
        #[cfg(feature = "isola")]
        isola => crate::isola::Isola,
    }
}

/// A game that another crate adds: what its [`GameKind`] says, with its type hidden.
#[derive(Clone, Copy, Debug)]
pub struct AddedGame {
    name: &'static str,
    info: fn() -> GameInfo,
    open: fn(&Setup) -> Result<(AnyGame, AnyPosition), SetupError>,
    size: fn(&Setup) -> Option<(usize, usize)>,
    collections: fn() -> Vec<Collection>,
    record_formats: fn() -> Vec<RecordFormat>,
}

impl AddedGame {
    /// The game of this kind.
    pub fn of<K: GameKind>() -> Self {
        AddedGame {
            name: K::info().name,
            info: K::info,
            open: |setup| K::open(setup, Hide),
            size: K::size,
            collections: K::collections,
            record_formats: K::record_formats,
        }
    }
}

/// Hides the type of a game.
struct Hide;

impl GameVisitor for Hide {
    type Output = (AnyGame, AnyPosition);

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        (AnyGame::new(game), AnyGame::position::<G>(start))
    }
}

static ADDED: RwLock<Vec<AddedGame>> = RwLock::new(Vec::new());

/// Adds a game to all lists. False, changing nothing, if there is a game of this name already.
///
/// Players for it are built only once the engine knows its types; `plyground_engine::install` does both.
pub fn add(game: AddedGame) -> bool {
    let mut added = ignore_poison(ADDED.write());
    let is_new = !built_in::names().contains(&game.name) && added.iter().all(|other| other.name != game.name);
    if is_new {
        added.push(game);
    }
    is_new
}

fn added() -> Vec<AddedGame> {
    ignore_poison(ADDED.read()).clone()
}

fn find_added(name: &str) -> Option<AddedGame> {
    added().into_iter().find(|game| game.name == name)
}

/// The names of all games: those of the program first, then those that were added.
pub fn names() -> Vec<&'static str> {
    let mut names = built_in::names();
    names.extend(added().iter().map(|game| game.name));
    names
}

/// The sentence for a game that does not exist.
pub fn unknown(name: &str) -> String {
    unknown_error(name).to_string()
}

fn unknown_error(name: &str) -> OpenError {
    OpenError::Unknown { name: name.to_string(), hint: suggest::hint(name, names()) }
}

/// What the game of this name says of itself.
pub fn info(name: &str) -> Option<GameInfo> {
    match find_added(name) {
        Some(game) => Some((game.info)()),
        None => built_in::info(name),
    }
}

/// What each game says of itself.
pub fn infos() -> Vec<GameInfo> {
    let mut infos = built_in::infos();
    infos.extend(added().iter().map(|game| (game.info)()));
    infos
}

/// Every type of game that comes with the program.
pub fn types(list: &mut impl GameTypes) {
    built_in::types(list);
}

/// The named collections of openings of the game of this name; none when there is no such game.
pub fn collections(name: &str) -> Vec<Collection> {
    match find_added(name) {
        Some(game) => (game.collections)(),
        None => built_in::collections(name),
    }
}

/// The record formats of the game of this name; none when there is no such game.
pub fn record_formats(name: &str) -> Vec<RecordFormat> {
    match find_added(name) {
        Some(game) => (game.record_formats)(),
        None => built_in::record_formats(name),
    }
}

/// Reads a recorded game in a format that the game of this name knows; `None` when it knows no such format.
pub fn import(name: &str, text: &str) -> Option<Result<RecordedGame, NotationError>> {
    record_formats(name).into_iter().find_map(|format| (format.read)(text))
}

/// Columns and rows of a board, found without making it; `None` where they are not known or always few.
pub fn size(name: &str, setup: &Setup) -> Option<(usize, usize)> {
    match find_added(name) {
        Some(game) => (game.size)(setup),
        None => built_in::size(name, setup),
    }
}

/// Opens the game of this name. The visitor is compiled for every game of the program, and once more for all added ones,
/// which it sees as [`AnyGame`].
///
/// # Errors
/// When there is no such game, or when it cannot be set up like this.
pub fn visit<V: GameVisitor>(name: &str, setup: &Setup, visitor: V) -> Result<V::Output, OpenError> {
    match find_added(name) {
        Some(game) => Ok((game.open)(setup).map(|(game, start)| visitor.visit(game, start))?),
        None if built_in::names().contains(&name) => built_in::visit(name, setup, visitor),
        None => Err(unknown_error(name)),
    }
}

/// Opens the game of this name with its type hidden, for code that need not be compiled for each game.
///
/// # Errors
/// When there is no such game, or when it cannot be set up like this.
pub fn open(name: &str, setup: &Setup) -> Result<(AnyGame, AnyPosition), OpenError> {
    match find_added(name) {
        Some(game) => Ok((game.open)(setup)?),
        None => visit(name, setup, Hide),
    }
}
