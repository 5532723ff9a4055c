//! The table of techniques.

use plyground_core::Game;
use plyground_engine::techniques::{Plan, run};
use plyground_games::isola::Isola;

#[test]
fn every_row_is_a_search_of_its_own_and_the_table_repeats() {
    let game = Isola::columbia();
    let plan = Plan { depth: 3, nodes: 300, positions: 2, seed: 1 };
    let rows = run(&game, &game.start(), &plan, |_| {});
    assert_eq!(rows, run(&game, &game.start(), &plan, |_| {}));
    let specs: std::collections::HashSet<&str> = rows.iter().map(|row| row.spec.as_str()).collect();
    assert_eq!((specs.len(), rows.len()), (12, 12));
    assert_eq!(rows[0].spec, "search(eval=rooms, early-results=on, aspiration=growing:64, table=64MB)");
    assert_eq!(rows[8].spec, "search(algorithm=mtdf, eval=rooms, early-results=on, table=64MB)");
    assert!(rows.iter().all(|row| row.nodes > 0 && row.depth >= 1.0));
    let unordered = rows.iter().find(|row| row.name == "no ordering at all").unwrap();
    assert!(unordered.nodes > rows[0].nodes, "order saves nodes");
}
