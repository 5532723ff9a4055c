//! The maps that come with the program.

/// A map that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// The word after `--map`.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The map file.
    pub text: &'static str,
}

/// One row per file of `data/maps`: name and a sentence.
macro_rules! table {
    ($($name:literal => $summary:literal,)*) => {
        &[$(BuiltIn { name: $name, summary: $summary, text: include_str!(concat!("data/maps/", $name, ".map")) }),*]
    };
}

/// All built-in maps.
pub const ALL: &[BuiltIn] = table! {
    "duel" => "two players on a small board with every special tile, override stones and bombs",
    "ring" => "three players around a hole, with transitions that close the ring on itself",
};

/// The map of the standard variant: Othello's board and opening.
pub const STANDARD: &str = include_str!("data/standard.map");

/// The built-in map of this name.
pub fn find(name: &str) -> Option<&'static BuiltIn> {
    ALL.iter().find(|map| map.name == name)
}
