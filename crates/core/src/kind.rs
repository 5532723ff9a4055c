//! How text from outside becomes a game, and how code that works for every game meets the game at hand.

use crate::{Drawable, Evaluated, Game, LEVELS, Notation, NotationError, SetupError, UnknownMap, suggest};

/// Everything the program needs of a game. Implemented for whatever has the parts.
pub trait Playable: Game + Notation + Drawable + Evaluated {}
impl<G: Game + Notation + Drawable + Evaluated> Playable for G {}

/// What the user said about where play begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// A variant's name, or `key=value,…`.
    pub variant: Option<String>,
    /// A position in the game's notation.
    pub position: Option<String>,
    /// A board drawn in text, for games that have such.
    pub map: Option<MapText>,
    /// Forgive what a strict reader refuses.
    pub lenient: bool,
}

/// The text of a map, already read from wherever it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapText {
    /// What to call it.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// A kind of game: facts for lists, and a constructor.
pub trait GameKind {
    /// Facts for lists and help.
    fn info() -> GameInfo;

    /// Builds the game that the set-up describes and hands it, with its first position, to the visitor. The visitor
    /// is compiled for each type of game, so whatever it does runs at the speed of code written for that game.
    fn open<V: GameVisitor>(setup: &Setup, visitor: V) -> Result<V::Output, SetupError>;

    /// Columns and rows of the board that the set-up describes, found without making it; `None` where it describes none, or
    /// where boards of this game are always small.
    fn size(_setup: &Setup) -> Option<(usize, usize)> {
        None
    }

    /// Names every type of game that [`open`](GameKind::open) may hand to its visitor.
    fn types(list: &mut impl GameTypes);

    /// Collections of openings that custom or research has given a name, for matches and tournaments.
    fn collections() -> Vec<Collection> {
        Vec::new()
    }

    /// The formats in which the community of this game records its games, besides the program's own.
    fn record_formats() -> Vec<RecordFormat> {
        Vec::new()
    }
}

/// A named list of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// What to call it.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// For each opening the `key=value,…` that, added to a variant, begins with it.
    pub openings: Vec<String>,
}

/// A format of recorded games that belongs to one game.
#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// The ending of its files, which is also its name.
    pub extension: &'static str,
    /// What it is called, in a few words.
    pub summary: &'static str,
    /// Reads a record; `None` when the text is not meant to be in this format.
    pub read: fn(&str) -> Option<Result<RecordedGame, NotationError>>,
    /// Writes a game, or says why the format cannot hold it.
    pub write: fn(&RecordedGame) -> Result<String, NotationError>,
}

/// A recorded game in our own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// Where play began.
    pub setup: Setup,
    /// The turns, as [`parse_moves`](crate::parse_moves) reads them.
    pub moves: String,
}

/// Code that works for every game.
pub trait GameVisitor {
    /// What it comes back with.
    type Output;

    /// Receives the game and the position where play begins.
    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output;
}

/// A list of types of games.
pub trait GameTypes {
    /// Puts a type on the list.
    fn add<G: Playable>(&mut self);
}

/// What lists and help say about a kind of game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameInfo {
    /// The word on the command line.
    pub name: &'static str,
    /// The name of the game among people.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// Whether dice are rolled.
    pub chance: bool,
    /// Named variants; the first is the default.
    pub variants: Vec<VariantInfo>,
    /// The parameters of `--variant key=value,…`: name and meaning.
    pub parameters: Vec<(&'static str, &'static str)>,
    /// Boards that come with the program.
    pub boards: Vec<BoardInfo>,
    /// An example move, for help texts.
    pub example_move: &'static str,
    /// The rules for people who want to play: short headings with a paragraph each.
    pub rules: &'static [(&'static str, &'static str)],
    /// Opponents for people who do not write specs, weakest first; empty where the general ones will do.
    pub opponents: &'static [OpponentInfo],
    /// Boards and searches whose node counts are part of the bench signature.
    pub bench: &'static [BenchBoard],
    /// A minute of playing for people who have never seen the game; empty where there is none.
    pub introduction: &'static [IntroductionStep],
    /// What the game says in other languages, for the pages: the code of the language, such as `de`, and a JSON object from
    /// English sentences to its own. `{name}` stands for a value. What is missing stays English.
    pub translations: &'static [(&'static str, &'static str)],
}

/// One position of an introduction: a move for the reader to make, and what to say about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntroductionStep {
    /// The variant, where it is not the usual one.
    pub variant: Option<&'static str>,
    /// The text of the map, where there is one.
    pub map: Option<&'static str>,
    /// The position, where it is not the start.
    pub position: Option<&'static str>,
    /// What to do, in one or two sentences.
    pub task: &'static str,
    /// The moves that do it, in the game's notation; empty if every legal move does.
    pub moves: &'static [&'static str],
    /// What to say after another move, which is taken back.
    pub hint: &'static str,
    /// What has happened, in one or two sentences.
    pub outcome: &'static str,
}

impl IntroductionStep {
    /// The board to open for it.
    pub fn setup(&self) -> Setup {
        Setup {
            variant: self.variant.map(String::from),
            map: self.map.map(|text| MapText { name: "introduction".to_string(), text: text.to_string() }),
            position: self.position.map(String::from),
            lenient: false,
        }
    }
}

/// An engine under a plain name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpponentInfo {
    /// What people call it.
    pub name: &'static str,
    /// The player spec.
    pub spec: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Measured strength: Elo points above the weakest level, and half of the 95 % interval.
    pub elo: Option<(i16, i16)>,
}

impl OpponentInfo {
    /// An opponent whose strength has not been measured.
    pub const fn new(name: &'static str, spec: &'static str, summary: &'static str) -> Self {
        OpponentInfo { name, spec, summary, elo: None }
    }

    /// The levels of a game whose ladder has been measured by `plyground levels`: Elo points above the first level, and half
    /// of the 95 % interval, for each.
    pub const fn rated_levels(elo: [(i16, i16); LEVELS]) -> [Self; LEVELS] {
        let mut levels = LEVEL_OPPONENTS;
        let mut level = 0;
        while level < LEVELS {
            levels[level].elo = Some(elo[level]);
            level += 1;
        }
        levels
    }
}

/// The levels as opponents, for every game.
pub const LEVEL_OPPONENTS: [OpponentInfo; LEVELS] = [
    OpponentInfo::new("newcomer", "level(1)", "plays anything"),
    OpponentInfo::new("beginner", "level(2)", "looks at the next move, but often plays anything"),
    OpponentInfo::new("casual player", "level(3)", "looks at the next move and slips now and then"),
    OpponentInfo::new("steady player", "level(4)", "looks a little ahead and slips often"),
    OpponentInfo::new("club player", "level(5)", "looks a little ahead and slips sometimes"),
    OpponentInfo::new("strong player", "level(6)", "thinks deeply, with a slip every few moves"),
    OpponentInfo::new("expert", "level(7)", "thinks deeply and slips rarely"),
    OpponentInfo::new("strongest", "best", "the strongest player we know"),
];

/// A board of the bench and the searches that run on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchBoard {
    /// What to call the board.
    pub name: &'static str,
    /// Its variant, where it is not the usual one.
    pub variant: Option<&'static str>,
    /// The searches: name and player spec.
    pub searches: &'static [(&'static str, &'static str)],
}

impl GameInfo {
    /// The built-in map of this name.
    pub fn map(&self, name: &str) -> Result<MapText, UnknownMap> {
        let found = self.boards.iter().find(|board| board.name == name);
        let found = found.map(|board| MapText { name: board.name.to_string(), text: board.text.to_string() });
        found.ok_or_else(|| UnknownMap {
            name: name.to_string(),
            hint: suggest::hint(name, self.boards.iter().map(|board| board.name)),
        })
    }
}

/// A named variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantInfo {
    /// The word after `--variant`.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A board that comes with the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardInfo {
    /// The word after `--map`.
    pub name: &'static str,
    /// Number of players.
    pub players: usize,
    /// Width.
    pub cols: usize,
    /// Height.
    pub rows: usize,
    /// One sentence.
    pub summary: String,
    /// The map itself.
    pub text: &'static str,
}

/// Lists kinds of games, one line each, and generates what the rest of the program asks: `names()`,
/// `unknown(name)`, `infos()`, `types(list)`, `collections(name)`, `record_formats(name)`,
/// `size(name, setup)` and `visit(name, setup, visitor)`.
///
/// ```ignore
/// plyground_core::registry! {
///     isola => crate::isola::Isola,
/// }
/// ```
#[macro_export]
macro_rules! registry {
    ($($(#[$attribute:meta])* $name:ident => $kind:ty),* $(,)?) => {
        /// The names of all registered games, in the order of the registry.
        pub fn names() -> Vec<&'static str> {
            vec![$($(#[$attribute])* stringify!($name)),*]
        }

        /// The sentence for a game that is not registered.
        pub fn unknown(name: &str) -> String {
            format!("there is no game `{name}`; {}", $crate::suggest::hint(name, names()))
        }

        /// What the game of this name says of itself.
        pub fn info(name: &str) -> Option<$crate::GameInfo> {
            infos().into_iter().find(|info| info.name == name)
        }

        /// What each registered game says of itself.
        pub fn infos() -> Vec<$crate::GameInfo> {
            vec![$($(#[$attribute])* <$kind as $crate::GameKind>::info()),*]
        }

        /// Every type of game that [`visit`] may open.
        pub fn types(list: &mut impl $crate::GameTypes) {
            $($(#[$attribute])* <$kind as $crate::GameKind>::types(list);)*
            let _ = list;
        }

        /// The named collections of openings of the game of this name; none when there is no such game.
        pub fn collections(name: &str) -> Vec<$crate::Collection> {
            match name {
                $($(#[$attribute])* stringify!($name) => <$kind as $crate::GameKind>::collections(),)*
                _ => Vec::new(),
            }
        }

        /// The record formats of the game of this name; none when there is no such game.
        pub fn record_formats(name: &str) -> Vec<$crate::RecordFormat> {
            match name {
                $($(#[$attribute])* stringify!($name) => <$kind as $crate::GameKind>::record_formats(),)*
                _ => Vec::new(),
            }
        }

        /// Columns and rows of a board, found without making it; `None` where they are not known or always few.
        pub fn size(name: &str, setup: &$crate::Setup) -> Option<(usize, usize)> {
            match name {
                $($(#[$attribute])* stringify!($name) => <$kind as $crate::GameKind>::size(setup),)*
                _ => {
                    let _ = setup;
                    None
                }
            }
        }

        /// Opens the game of this name.
        ///
        /// # Errors
        /// When there is no such game, or when it cannot be set up like this.
        pub fn visit<V: $crate::GameVisitor>(
            name: &str,
            setup: &$crate::Setup,
            visitor: V,
        ) -> Result<V::Output, $crate::OpenError> {
            match name {
                $($(#[$attribute])* stringify!($name) => Ok(<$kind as $crate::GameKind>::open(setup, visitor)?),)*
                _ => {
                    let _ = (setup, visitor);
                    Err($crate::OpenError::Unknown {
                        name: name.to_string(),
                        hint: $crate::suggest::hint(name, names()),
                    })
                }
            }
        }
    };
}
