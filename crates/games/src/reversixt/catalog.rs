//! What lists, the help page and the bench say about this game.

use plyground_core::{BenchBoard, LEVELS, OpponentInfo};

/// The rules for people who want to play.
pub(super) const RULES: &[(&str, &str)] = &[
    (
        "Goal",
        "Have the most stones at the end. With more than two players every place counts: second is better than third.",
    ),
    (
        "Your turn",
        "Place a stone so that a straight line of other players' stones lies between it and another stone of yours; all of them become yours, in all eight directions at once. Players who cannot move are skipped.",
    ),
    (
        "Joined sides",
        "A bar on the side of a square is a way out to a far square: point at the square to see the number of the pair at both ends. A line that leaves through one end enters at the other and goes on in the direction in which it enters.",
    ),
    (
        "Special tiles",
        "c (choice): swap stones with a player of your choice. i (inversion): all stones pass to the next player. b (bonus): take a bomb or an override stone. x (expansion): a neutral stone that can be captured and overridden.",
    ),
    ("Override stones", "An override stone may be placed on any stone, even your own; on x even without a capture."),
    (
        "Bombs",
        "When no player can place a stone, players throw bombs. A bomb turns every tile within its strength into a hole, counted in steps, also through joined sides.",
    ),
    ("The end", "The game ends when no player can move and all bombs are used."),
];

/// Elo points of the levels above the first, and half of the 95 % intervals: `plyground levels reversixt --games 300 --nodes 5000`.
const RATED: [OpponentInfo; LEVELS] = OpponentInfo::rated_levels([
    (0, 0),
    (186, 45),
    (293, 59),
    (488, 74),
    (705, 87),
    (883, 96),
    (1065, 105),
    (1254, 113),
]);

/// Engines under plain names: the levels, weakest first, then players of other programs.
pub(super) const OPPONENTS: &[OpponentInfo] =
    &[RATED[0], RATED[1], RATED[2], RATED[3], RATED[4], RATED[5], RATED[6], RATED[7]];

/// Boards and searches of the bench signature.
pub(super) const BENCH: &[BenchBoard] = &[
    BenchBoard {
        name: "standard",
        variant: None,
        searches: &[
            ("alphabeta", "search(algorithm=alphabeta, table=1MB, depth=5)"),
            ("pvs", "search(table=1MB, depth=6)"),
            ("mtdf", "search(algorithm=mtdf, table=1MB, depth=5)"),
            ("mcts", "mcts(iterations=500)"),
        ],
    },
    BenchBoard {
        name: "bastion",
        variant: Some("map=bastion"),
        searches: &[
            ("paranoid", "search(table=1MB, depth=3)"),
            ("maxn", "search(opponents=maxn, depth=2)"),
            ("brs", "search(opponents=brs, depth=3)"),
            ("mcts", "mcts(iterations=30, horizon=40)"),
        ],
    },
];

/// The strongest players known, chosen by the matches in docs/reversixt-trials.md. On plain maps nodes are cheap and moves
/// are few.
pub(super) const BEST_ON_PLAIN_MAPS: &str = "search(reductions=on)";
/// Elsewhere override stones and bombs bring hundreds of moves, most of which are not worth a look.
pub(super) const BEST: &str = "search(beam=guess:30)";
/// With several opponents: everybody plays for themselves, and lines of play get as deep as they are likely.
pub(super) const BEST_AMONG_SEVERAL: &str =
    "mcts(selection=puct, prior=share, leaf=value, exploration=0.5, beam=20, last-resorts=off)";

/// The levels below `best`, weakest first: each wins most points against the one before, measured by `plyground levels reversixt`.
/// Depths come before blunders, so that a weak level plays like a person who looks ahead a little; the top ones think as long
/// as they may and differ in blunders alone, so that the ladder holds at every time per move.
pub(super) const LEVEL_SPECS: [&str; LEVELS - 1] = [
    "random",
    "blunder(search(depth=1), rate=0.72)",
    "blunder(search(depth=1), rate=0.47)",
    "blunder(search(depth=2, nodes=30000), rate=0.35)",
    "blunder(search(depth=3, nodes=30000), rate=0.22)",
    "blunder(best, rate=0.2)",
    "blunder(best, rate=0.08)",
];
