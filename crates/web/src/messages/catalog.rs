//! What can be played, and the wish to play it.

use super::Scene;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// Everything the start page offers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Catalog {
    /// The games.
    pub games: Vec<CatalogGame>,
    /// Kinds of players, for those who write specs.
    pub players: Vec<PlayerKind>,
    /// Whether `process(…)` may be used.
    pub processes: bool,
}

/// A game on the start page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CatalogGame {
    /// The word on the command line.
    pub name: String,
    /// Its name among people.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// Whether dice are rolled.
    pub chance: bool,
    /// Whether first positions can be drawn by lot.
    pub deals: bool,
    /// Named variants; the first is the usual one.
    pub variants: Vec<NamedText>,
    /// Parameters of a variant of one's own.
    pub parameters: Vec<NamedText>,
    /// Boards that come with the program.
    pub boards: Vec<BoardChoice>,
    /// Engines by plain names, weakest first.
    pub opponents: Vec<Opponent>,
    /// A position worth looking at.
    pub picture: Scene,
}

/// A name with its meaning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NamedText {
    /// The word.
    pub name: String,
    /// One sentence.
    pub summary: String,
}

/// A board that comes with the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardChoice {
    /// Its name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Number of players.
    pub players: usize,
    /// Width.
    pub cols: usize,
    /// Height.
    pub rows: usize,
}

/// An engine by its plain name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Opponent {
    /// `beginner`, `strongest`, …
    pub name: String,
    /// What it is.
    pub spec: String,
    /// One sentence.
    pub summary: String,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerKind {
    /// The word in specs.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// The only game it plays, if it belongs to one.
    pub game: Option<String>,
    /// What can be said about it.
    pub params: Vec<PlayerParam>,
}

/// A parameter of a kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerParam {
    /// Its name.
    pub name: String,
    /// What it is unless said otherwise.
    pub default: String,
    /// What it may be.
    pub values: String,
    /// One sentence.
    pub summary: String,
}

/// A wish to play.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The word on the command line.
    pub game: String,
    /// A variant's name, or `key=value,…`.
    pub variant: Option<String>,
    /// The name of a board that comes with the program.
    pub map: Option<String>,
    /// A board of one's own.
    pub map_text: Option<String>,
    /// A position in the game's notation.
    pub position: Option<String>,
    /// One spec per seat, or `human`; seats beyond the list are taken by the strongest engine.
    pub seats: Vec<String>,
    /// What engines may use for a move, such as `1s`.
    pub time: Option<String>,
    /// An account for everybody instead, such as `5m+3s`.
    pub clock: Option<String>,
    /// Draw the first position by lot.
    pub deal: bool,
    /// Ask for every roll instead of rolling.
    pub real_die: bool,
    /// The least time between two moves of engines.
    pub pace_ms: Option<u64>,
    /// Governs everything random.
    pub seed: Option<u64>,
}

/// Where a new game is found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Created {
    /// Its address below `/game/`.
    pub id: String,
}

/// A game played earlier.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameSummary {
    /// Its address below `/game/`.
    pub id: String,
    /// The game's name among people.
    pub title: String,
    /// Its variant or map.
    pub variant: String,
    /// Turns made.
    pub plies: usize,
    /// Who plays.
    pub seats: Vec<String>,
    /// Whether it is over.
    pub over: bool,
    /// When it was last changed, in seconds since 1970.
    pub changed: u64,
}

/// A recorded game to be opened.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ImportWish {
    /// Of which game, if the text does not say it.
    pub game: Option<String>,
    /// A record of ours, one of the game's community, or a map.
    pub text: String,
}
