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
        None if built_in::names().contains(&name) => built_in::visit(name, setup, Hide),
        None => Err(unknown_error(name)),
    }
}

/// Runs the visitor compiled for the type of the game inside: the way back from [`open`] to code that must be fast. For games of
/// other crates it sees the [`AnyGame`] itself.
pub fn dispatch<V: GameVisitor>(game: &AnyGame, position: &AnyPosition, visitor: V) -> V::Output {
    let mut dispatch = Dispatch { game, position, visitor: Some(visitor), output: None };
    built_in::types(&mut dispatch);
    let Dispatch { visitor, output, .. } = dispatch;
    let unknown = || visitor.map(|visitor| visitor.visit(game.clone(), position.clone()));
    output.or_else(unknown).expect("a visitor that is gone has left its output")
}

/// Runs a visitor as soon as the type of the game is found.
struct Dispatch<'a, V: GameVisitor> {
    game: &'a AnyGame,
    position: &'a AnyPosition,
    visitor: Option<V>,
    output: Option<V::Output>,
}

impl<V: GameVisitor> GameTypes for Dispatch<'_, V> {
    fn add<G: Playable>(&mut self) {
        if let (Some(game), Some(position)) = (self.game.downcast::<G>(), self.position.downcast::<G>())
            && let Some(visitor) = self.visitor.take()
        {
            self.output = Some(visitor.visit(game.clone(), position.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{Evaluated, Game, Notation};
    use std::any::type_name;

    /// The type that a visitor is compiled for, and the position that it gets.
    struct Seen;

    impl GameVisitor for Seen {
        type Output = (&'static str, String);

        fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
            (type_name::<G>(), game.position_text(&start))
        }
    }

    #[test]
    fn dispatch_reaches_the_code_that_visit_would_have_run() {
        for name in built_in::names() {
            let direct = visit(name, &Setup::default(), Seen).expect("every game has a usual board");
            let (game, start) = open(name, &Setup::default()).expect("every game has a usual board");
            assert_eq!(dispatch(&game, &start, Seen), direct, "{name}");
            assert_ne!(direct.0, type_name::<AnyGame>(), "{name}");
        }
    }

    #[test]
    fn positions_are_taken_apart_and_put_together_again() {
        let boards = [
            ("reversixt", "standard"),
            ("reversixt", "map=skirmish"),
            ("reversixt", "map=bastion"),
            ("einstein", "standard"),
            ("isola", "columbia"),
            ("isola", "isolation-queen"),
        ];
        for (name, variant) in boards {
            let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
            let (game, mut position) = open(name, &setup).expect("a board");
            let form = game.setup_form().expect("every game of ours has a form");
            let mut rng = plyground_core::Rng::seeded(5);
            for _ in 0..200 {
                let text = game.position_text(&position);
                let parts = form.read(&text).unwrap_or_else(|| panic!("{name} {variant}: {text}"));
                assert_eq!(form.write(&parts), text, "{name} {variant}");
                let scene = plyground_core::Drawable::scene(&game, &position);
                assert_eq!((parts.cells.len(), form.cols), (scene.cells.len(), scene.cols), "{name} {variant}");
                match game.turn(&position) {
                    plyground_core::Turn::Over => break,
                    plyground_core::Turn::Chance => {
                        let face = rng.weighted(game.outcomes(&position));
                        game.roll(&mut position, face);
                    }
                    plyground_core::Turn::Player(_) => {
                        let mut moves = Vec::new();
                        game.moves(&position, &mut moves);
                        let mv = moves[rng.below(moves.len())];
                        assert!(game.flaws(&position, mv, mv).is_empty(), "a move is no worse than itself");
                        game.make(&mut position, mv);
                    }
                }
            }
        }
    }

    #[test]
    fn the_cell_that_spoils_a_position_is_found() {
        let (game, start) = open("isola", &Setup::default()).expect("a board");
        let form = game.setup_form().expect("a form");
        let mut parts = form.read(&game.position_text(&start)).expect("of this form");
        let free = parts.cells.iter().rposition(|cell| cell == ".").expect("a free square");
        parts.cells[free] = "X".to_string();
        assert!(game.parse_position(&form.write(&parts)).is_err(), "a second piece of X");
        let blamed = form.cell_to_blame(&game, &parts).expect("one of both pieces");
        assert!(parts.cells[blamed] == "X");
    }

    #[test]
    fn an_opened_position_plays_like_the_game_inside() {
        // Lists of moves are kept in the position, so they must be forgotten with every change of it.
        for name in built_in::names() {
            let (game, mut position) = open(name, &Setup::default()).expect("every game has a usual board");
            for ply in 0..20 {
                let text = game.position_text(&position);
                if let plyground_core::Turn::Chance = game.turn(&position) {
                    let undo = game.roll(&mut position, ply % 6);
                    game.unroll(&mut position, ply % 6, undo);
                    assert_eq!(game.position_text(&position), text, "{name}");
                    game.roll(&mut position, ply % 6);
                }
                let fresh = game.parse_position(&game.position_text(&position)).expect("its own text");
                let (mut moves, mut expected) = (Vec::new(), Vec::new());
                game.moves(&position, &mut moves);
                game.moves(&fresh, &mut expected);
                let texts: Vec<String> = moves.iter().map(|mv| game.move_text(&position, *mv)).collect();
                let expected: Vec<String> = expected.iter().map(|mv| game.move_text(&fresh, *mv)).collect();
                assert_eq!(texts, expected, "{name} {text}");
                let Some(mv) = moves.get(ply % moves.len().max(1)) else { break };
                let undo = game.make(&mut position, *mv);
                game.unmake(&mut position, *mv, undo);
                assert_eq!(game.count_moves(&position), moves.len() as u64, "{name} {text}");
                game.make(&mut position, *mv);
            }
        }
    }
}
