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
    "standard" => "Othello: the 8x8 board with nothing but stones",
    "billiard" => "a pool table: diagonals bounce off the cushions, straight shots come straight back, six pockets swallow",
    "crater" => "a round field with a void in the middle and neutral stones around its rim; few bombs, but heavy ones",
    "duel" => "two crossed openings on a small board and one override stone each: the quick game",
    "helix" => "one endless thread: the end of every row is the beginning of the next, with mirrors at both tips",
    "lattice" => "every second square is a hole and straight steps jump over it: a board turned by 45 degrees, no override stones",
    "moebius" => "a strip whose ends are joined with half a twist: leave at the top right, return at the bottom left",
    "river" => "a long winding river with six bridges of neutral stones; both ends of the land are joined",
    "skirmish" => "a small board with every special tile, an override stone and a bomb: all the rules in one short game",
    "spiral" => "two arms of a galaxy wind around each other; the tip of each arm is a short cut into the core",
    "carousel" => "a turning ring full of inversions, without bombs or override stones: what is yours now is your neighbour's next",
    "ring" => "a ring around a void, joined to itself across the middle and around the rim",
    "swamp" => "ragged ground, pools and will-o'-the-wisp paths that surface anywhere; nothing is symmetric",
    "torus" => "no border at all: three players on a doughnut, and everybody sees the same board",
    "bastion" => "four camps around a walled keep: neutral stones block the gates, the treasure lies behind them",
    "carpet" => "Sierpinski's carpet: holes within holes around one great void",
    "klein" => "a Klein bottle: around the short way you come back, around the long way you come back mirrored",
    "labyrinth" => "a maze of corridors two squares wide, the same from all four gates, and each gate leads to the one opposite",
    "metropolis" => "a city of blocks with passages through the houses, blind alleys, an underground and a ring road",
    "quarry" => "a pit full of neutral stones and twelve override stones for everybody: dig",
    "sieve" => "small holes everywhere, hardly a diagonal, and many bombs that punch out one square each",
    "archipelago" => "five islands, ferries to the neighbours and across the lagoon, no land in between",
    "bazaar" => "a round market of five stalls where swaps and bonuses lie at every corner",
    "cube" => "the six faces of a cube glued along all twelve edges; only diagonals die at the eight corners",
    "honeycomb" => "six cells of a comb: doors to both neighbours, to the cell opposite and to the one after the next",
    "heptarchy" => "seven kingdoms on a twisted torus, each bordering on all six others",
    "continent" => "a great island of bays and lakes with open borders between eight peoples and very heavy bombs",
    "minefield" => "a tight square for eight with a dozen bombs for each: the second half is a demolition",
    "octopus" => "eight arms meet in one square: from each arm the same way to the head, to both neighbours and to the arm opposite",
};

/// The map of the standard variant: Othello's board and opening.
pub const STANDARD: &str = include_str!("data/maps/standard.map");

/// The built-in map of this name.
pub fn find(name: &str) -> Option<&'static BuiltIn> {
    ALL.iter().find(|map| map.name == name)
}
