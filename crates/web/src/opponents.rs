//! Engines by plain names.

use crate::messages::Opponent;

/// Who can be played against without knowing what a spec is, weakest first.
pub fn of_game(game: &str, chance: bool) -> Vec<Opponent> {
    let rows: &[(&str, &str, &str)] = match game {
        "einstein" => &[
            ("beginner", "MrRandom", "moves at random, but takes a win that lies on the table"),
            ("club player", "MrBlack(1)", "races by Rock'n'Roll's tables and looks one turn ahead"),
            (
                "Rock'n'Roll's champion",
                "MrMonte(2, 40, FarmerBoy(0))",
                "the strongest player of 2006: play-outs behind a search",
            ),
            ("strongest", "best", "a learned evaluation, deep search and exact endgames"),
        ],
        "isola" => &[
            ("beginner", "greedy", "likes room to move and looks no further"),
            ("club player", "search(depth=3)", "looks three turns ahead"),
            ("the original program", "original(repaired)", "the player of the program this game came from"),
            ("strongest", "best", "sees separated pieces and counts their walks"),
        ],
        _ if chance => &[
            ("beginner", "greedy", "plays what looks best at once"),
            ("club player", "expectimax(depth=2)", "looks two turns ahead"),
            ("strongest", "best", "the strongest player there is"),
        ],
        _ => &[
            ("beginner", "greedy", "plays what looks best at once"),
            ("club player", "search(depth=3)", "looks three turns ahead"),
            ("strongest", "best", "the strongest player there is"),
        ],
    };
    let opponent = |(name, spec, summary): &(&str, &str, &str)| Opponent {
        name: (*name).to_string(),
        spec: (*spec).to_string(),
        summary: (*summary).to_string(),
    };
    rows.iter().map(opponent).collect()
}
