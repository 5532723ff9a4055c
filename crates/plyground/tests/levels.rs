//! The levels of every game from the outside.

mod common;
use common::{json, refused, text};
use serde_json::Value;

#[test]
fn the_levels_of_a_game_are_measured_against_each_other() {
    let found = json(&["levels", "isola", "--variant", "cols=4,rows=4", "--games", "8", "--nodes", "40"]);
    let levels = found["levels"].as_array().expect("levels");
    assert_eq!(levels.len(), 8);
    assert_eq!((&levels[0]["against"], &levels[7]["against"]), (&"random".into(), &"level(7)".into()));
    let number = |level: &Value, name: &str| level[name].as_f64().expect("a number");
    for (below, level) in levels.iter().zip(&levels[1..]) {
        assert_eq!(level["games"], 8);
        let (score, step) = (number(level, "score"), number(level, "elo") - number(below, "elo"));
        assert!(score == 0.5 || (score > 0.5) == (step > 0.0), "{level}");
        assert!(number(level, "elo_error") > number(below, "elo_error"));
    }
    let table = text(&["levels", "isola", "--variant", "cols=4,rows=4", "--games", "2", "--nodes", "20"]);
    assert_eq!(table.lines().count(), 9, "{table}");
    refused(&["levels", "reversixt", "--map", "bastion"], "games of two players");
}

#[test]
fn levels_are_players_like_any_other() {
    let found = json(&[
        "match", "einstein", "--player", "level(4)", "--player", "level(1)", "--games", "60", "--nodes", "200",
        "--seed", "4",
    ]);
    let score = found["players"][0]["score"].as_f64().expect("a score");
    assert!(score > 0.6, "level 4 beats random moves: {score}");
    refused(&["match", "isola", "--player", "level(9)", "--player", "best"], "1 to 8");
}
