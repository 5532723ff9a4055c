//! What lists, the help page and the bench say about this game.

use plyground_core::{BenchBoard, LEVELS, OpponentInfo};

/// The rules for people who want to play.
pub(super) const RULES: &[(&str, &str)] = &[
    ("Goal", "Move one of your stones to the far corner, or capture all stones of your opponent."),
    (
        "Your turn",
        "Roll the die and move the stone with that number. If it has been captured, choose between your stones with the next higher and the next lower number.",
    ),
    (
        "Moves",
        "A stone moves one square towards the opposite corner, straight or diagonally: red right and down, blue left and up.",
    ),
    (
        "Captures",
        "Any stone on the target square is captured, even your own. That can be useful: with fewer stones each one moves more often.",
    ),
    ("Set-up", "Each player places six stones in their corner in any order; drag them before the first roll."),
];

/// Elo points of the levels above the first, and half of the 95 % intervals: `plyground levels einstein --games 800 --nodes 3000`.
const RATED: [OpponentInfo; LEVELS] =
    OpponentInfo::rated_levels([(0, 0), (93, 24), (160, 34), (242, 41), (317, 47), (372, 52), (422, 57), (464, 59)]);

/// Engines under plain names: the levels, weakest first, then players of other programs.
pub(super) const OPPONENTS: &[OpponentInfo] = &[
    RATED[0],
    RATED[1],
    RATED[2],
    RATED[3],
    RATED[4],
    RATED[5],
    RATED[6],
    RATED[7],
    OpponentInfo::new("MrBlack", "MrBlack(1)", "Rock'n'Roll's tables and one turn of look-ahead"),
    OpponentInfo::new(
        "Rock'n'Roll's champion",
        "MrMonte(2, 40, FarmerBoy(0))",
        "the strongest player of 2006: a search with play-outs at its leaves",
    ),
];

/// Boards and searches of the bench signature.
pub(super) const BENCH: &[BenchBoard] = &[BenchBoard {
    name: "standard",
    variant: None,
    searches: &[
        ("plain", "expectimax(pruning=none, table=off, depth=2)"),
        ("unified", "expectimax(pruning=unified, table=1MB, depth=3)"),
        ("star1", "expectimax(pruning=star1, table=1MB, depth=3)"),
        ("star2", "expectimax(pruning=star2, table=1MB, depth=3)"),
        ("unified-star", "expectimax(table=1MB, depth=3)"),
        ("mcts", "mcts(iterations=1000)"),
        ("rocknroll", "MrBlack(3)"),
    ],
}];

/// The strongest player known on boards that the learned evaluation knows.
pub(super) const BEST: &str = "expectimax(eval=net)";

/// The levels below `best`, weakest first: each wins most points against the one before, measured by `plyground levels einstein`.
/// Depths come before blunders, so that a weak level plays like a person who looks ahead a little; the top ones think as long
/// as they may and differ in blunders alone, so that the ladder holds at every time per move.
pub(super) const LEVEL_SPECS: [&str; LEVELS - 1] = [
    "random",
    "blunder(greedy, rate=0.72)",
    "blunder(greedy, rate=0.48)",
    "blunder(greedy, rate=0.3)",
    "blunder(expectimax(depth=2, endgame=off), rate=0.2)",
    "blunder(best, rate=0.18)",
    "blunder(best, rate=0.08)",
];
