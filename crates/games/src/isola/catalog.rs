//! What lists, the help page and the bench say about this game.

use plyground_core::{BenchBoard, LEVELS, OpponentInfo};

/// The rules for people who want to play.
pub(super) const RULES: &[(&str, &str)] = &[
    ("Goal", "Be the last player who can move. A player who cannot move on their turn loses."),
    (
        "Your turn",
        "Move your piece; in the standard game it moves like a chess queen, any distance along a free line. It cannot pass closed or occupied squares.",
    ),
    (
        "The board shrinks",
        "In games with a trail the square you leave is closed. In others you close any free square after your move: click the move first, then the square.",
    ),
    ("Separated", "Once the pieces are separated, the player with more moves left wins. The engine counts them."),
    (
        "Variants",
        "Variants differ in board size, pieces (king, queen, knight), start squares, and how the board shrinks.",
    ),
];

/// Elo points of the levels above the first, and half of the 95 % intervals: `plyground levels isola --games 400 --nodes 10000`.
const RATED: [OpponentInfo; LEVELS] =
    OpponentInfo::rated_levels([(0, 0), (145, 37), (255, 51), (396, 64), (484, 73), (617, 81), (727, 87), (904, 95)]);

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
    OpponentInfo::new("the original program", "original(repaired)", "the player of the original program"),
];

/// Boards and searches of the bench signature.
pub(super) const BENCH: &[BenchBoard] = &[
    BenchBoard {
        name: "columbia",
        variant: None,
        searches: &[
            ("minimax", "search(algorithm=minimax, ordering=none, table=off, depth=3)"),
            ("alphabeta", "search(algorithm=alphabeta, table=1MB, depth=5)"),
            ("unordered", "search(algorithm=alphabeta, ordering=none, table=off, depth=4)"),
            ("pvs", "search(table=1MB, depth=6)"),
            ("mtdf", "search(algorithm=mtdf, table=1MB, depth=5)"),
            ("aspiration", "search(aspiration=sigma:1, table=1MB, replacement=pair, depth=5)"),
            ("beam", "search(beam=5, table=1MB, depth=6)"),
            ("rooms", "search(eval=rooms, early-results=on, reductions=on, table=1MB, depth=7)"),
            ("mcts", "mcts(iterations=1000)"),
            ("montecarlo", "montecarlo(iterations=1000, allocation=halving)"),
        ],
    },
    BenchBoard {
        name: "classic",
        variant: Some("classic"),
        searches: &[("pvs", "search(table=1MB, depth=2)"), ("mcts", "mcts(iterations=500)")],
    },
];

/// The strongest players known, chosen by the matches in docs/isola-trials.md. Pieces that leave a trail end up in rooms of their
/// own, and the result is known before they are full.
pub(super) const BEST_WITH_TRAIL: &str = "search(eval=rooms, early-results=on, reductions=on, symmetry=on)";
/// Where squares are removed nothing is known early, and most of the hundreds of moves are not worth a look.
pub(super) const BEST_WITH_REMOVALS: &str = "search(eval=rooms, reductions=on, beam=guess:90)";

/// The levels below `best`, weakest first: each wins most points against the one before, measured by `plyground levels isola`.
/// Depths come before blunders, so that a weak level plays like a person who looks ahead a little; the top ones think as long
/// as they may and differ in blunders alone, so that the ladder holds at every time per move.
pub(super) const LEVEL_SPECS: [&str; LEVELS - 1] = [
    "random",
    "blunder(search(depth=1), rate=0.5)",
    "blunder(search(depth=1), rate=0.1)",
    "blunder(search(depth=3, nodes=30000), rate=0.2)",
    "blunder(search(depth=3, nodes=30000), rate=0.03)",
    "blunder(best, rate=0.22)",
    "blunder(best, rate=0.09)",
];
