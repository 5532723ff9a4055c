//! What can be played, and the request to play it.

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
    /// The name of the game that is hosted for network clients.
    pub network_game: String,
    /// The name of the game that the map editor draws maps for.
    pub map_editor_game: String,
}

/// A game on the start page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CatalogGame {
    /// The name on the command line.
    pub name: String,
    /// The display name.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// Whether dice are rolled.
    pub chance: bool,
    /// Whether start positions can be random.
    pub deals: bool,
    /// Named variants; the first is the default.
    pub variants: Vec<NamedText>,
    /// Parameters of a custom variant.
    pub parameters: Vec<NamedText>,
    /// Built-in maps.
    pub boards: Vec<BoardChoice>,
    /// Formats of records that belong to this game: the ending of their files and what they are.
    pub record_formats: Vec<NamedText>,
    /// Engines under plain names, weakest first.
    pub opponents: Vec<Opponent>,
    /// Whether there is an introduction to play.
    pub introduced: bool,
    /// Whether positions can be put together by hand.
    pub set_up: bool,
    /// The rules: headings with a paragraph each.
    pub rules: Vec<NamedText>,
    /// A picture of a game in progress.
    pub picture: Scene,
}

/// A name with its meaning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NamedText {
    /// The name.
    pub name: String,
    /// One sentence.
    pub summary: String,
}

/// A built-in map.
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

/// A variant or a built-in map as the gallery of the start page shows it. One of the names is given, as in a request for a new
/// game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardPicture {
    /// The variant's name.
    pub variant: Option<String>,
    /// The map's name.
    pub map: Option<String>,
    /// The start position, or one after some turns where the start has no pieces.
    pub scene: Scene,
    /// The squares that the player to move may click first.
    pub offers: Vec<usize>,
}

/// An engine under a plain name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Opponent {
    /// `beginner`, `strongest`, …
    pub name: String,
    /// The player spec.
    pub spec: String,
    /// One sentence.
    pub summary: String,
    /// Elo points above the weakest level, and half of the 95 % interval, where they were measured.
    pub elo: Option<[i16; 2]>,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerKind {
    /// The name in specs.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// The only game it plays, if it belongs to one.
    pub game: Option<String>,
    /// The parameters.
    pub params: Vec<PlayerParam>,
}

/// A parameter of a kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerParam {
    /// Its name.
    pub name: String,
    /// The default.
    pub default: String,
    /// The possible values.
    pub values: String,
    /// One sentence.
    pub summary: String,
}

/// A request for a new game.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The name on the command line.
    pub game: String,
    /// A variant's name, or `key=value,…`.
    pub variant: Option<String>,
    /// The name of a built-in map.
    pub map: Option<String>,
    /// A custom map.
    pub map_text: Option<String>,
    /// A position in the game's notation.
    pub position: Option<String>,
    /// One spec per seat, or `human`; the strongest engine takes seats beyond the list.
    pub seats: Vec<String>,
    /// Time per move for engines, such as `1s`.
    pub time: Option<String>,
    /// Time per move of single seats where it differs, in their order; empty texts for the general one.
    pub times: Vec<String>,
    /// A clock for every player instead, such as `5m+3s`.
    pub clock: Option<String>,
    /// Start from a random position.
    pub deal: bool,
    /// Let people enter the rolls of a real die.
    pub real_die: bool,
    /// The minimum time between two engine moves.
    pub pace_ms: Option<u64>,
    /// Seeds everything random.
    pub seed: Option<u64>,
}

/// The ID of something that was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Created {
    /// For a game, its path below `/game/`.
    pub id: String,
}

/// A recorded game to open.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The name of the game, if the text does not contain it.
    pub game: Option<String>,
    /// A record of ours, a record in another format, or a map.
    pub text: String,
    /// Whether to open a record with an illegal turn up to that turn.
    #[serde(default)]
    pub legal_part: bool,
}
