//! What lists, the help page and the bench say about this game.

use plyground_core::{BenchBoard, OpponentInfo};

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

/// Engines under plain names, weakest first.
pub(super) const OPPONENTS: &[OpponentInfo] = &[
    OpponentInfo { name: "beginner", spec: "MrRandom", summary: "moves at random, but takes an immediate win" },
    OpponentInfo {
        name: "club player",
        spec: "MrBlack(1)",
        summary: "Rock'n'Roll's tables and one turn of look-ahead",
    },
    OpponentInfo {
        name: "Rock'n'Roll's champion",
        spec: "MrMonte(2, 40, FarmerBoy(0))",
        summary: "the strongest player of 2006: a search with play-outs at its leaves",
    },
    OpponentInfo { name: "strongest", spec: "best", summary: "a learned evaluation, deep search and exact endgames" },
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
