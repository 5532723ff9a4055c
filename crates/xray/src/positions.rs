//! Positions on which a search is worth watching: the data file `positions.json`.

use serde::{Deserialize, Serialize};

/// A position and what it shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstructivePosition {
    /// The name of the game.
    pub game: String,
    /// A variant's name, or `key=value,…`; absent for the default.
    #[serde(default)]
    pub variant: Option<String>,
    /// The name of a built-in map; absent for the default.
    #[serde(default)]
    pub map: Option<String>,
    /// The position; absent for the start.
    #[serde(default)]
    pub position: Option<String>,
    /// A short name.
    pub title: String,
    /// What to look for.
    pub why: String,
}

/// All of them, in the order of the list.
pub fn positions() -> Vec<InstructivePosition> {
    serde_json::from_str(include_str!("../positions.json")).expect("a test reads the file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read() {
        let list = positions();
        assert!(list.len() >= 5);
        assert!(list.iter().all(|one| one.why.ends_with('.') && !one.title.is_empty()));
    }
}
