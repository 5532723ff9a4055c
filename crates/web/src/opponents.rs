//! Engines under plain names.

use crate::messages::Opponent;

/// The opponents that a game offers to people who do not write specs, weakest first.
pub fn of_game(game: &str, chance: bool) -> Vec<Opponent> {
    let rows: &[(&str, &str, &str)] = match game {
        "einstein" => &[
            ("beginner", "MrRandom", "moves at random, but takes an immediate win"),
            ("club player", "MrBlack(1)", "Rock'n'Roll's tables and one turn of look-ahead"),
            (
                "Rock'n'Roll's champion",
                "MrMonte(2, 40, FarmerBoy(0))",
                "the strongest player of 2006: a search with play-outs at its leaves",
            ),
            ("strongest", "best", "a learned evaluation, deep search and exact endgames"),
        ],
        "isola" => &[
            ("beginner", "greedy", "maximises its mobility without looking ahead"),
            ("club player", "search(depth=3)", "looks three turns ahead"),
            ("the original program", "original(repaired)", "the player of the original program"),
            ("strongest", "best", "detects separated pieces and counts their remaining moves"),
        ],
        _ if chance => &[
            ("beginner", "greedy", "plays the move that looks best right now"),
            ("club player", "expectimax(depth=2)", "looks two turns ahead"),
            ("strongest", "best", "the strongest available player"),
        ],
        _ => &[
            ("beginner", "greedy", "plays the move that looks best right now"),
            ("club player", "search(depth=3)", "looks three turns ahead"),
            ("strongest", "best", "the strongest available player"),
        ],
    };
    let opponent = |(name, spec, summary): &(&str, &str, &str)| Opponent {
        name: (*name).to_string(),
        spec: (*spec).to_string(),
        summary: (*summary).to_string(),
    };
    rows.iter().map(opponent).collect()
}
