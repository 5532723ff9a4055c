//! Databases are found through the game.

use plyground_core::Notation;
use plyground_engine::{Request, SearchRequest, SpecError, build};
use plyground_games::einstein::{Einstein, Variant};
use plyground_search::Limits;

#[test]
fn databases_are_found_through_the_game_and_only_for_boards_they_know() {
    let game = Einstein::standard();
    let position = game.parse_position("r1..../...../...../...../....b1 r -").expect("a position");
    let exact = |spec: &str| {
        let mut player = build(&spec.parse().expect("a spec"), &game, 1).expect("a player");
        let request = SearchRequest::new(&game, &position).within(Limits::depth(1));
        player.think(Request::from(request)).exact
    };
    assert!(exact("expectimax(endgame=2)"), "the database proves what lies beyond the horizon");
    assert!(!exact("expectimax(endgame=off)"));
    let large = Einstein::new(Variant::parse("size=6").expect("a variant"));
    let refused = build(&"expectimax(endgame=2)".parse().expect("a spec"), &large, 1).err();
    assert!(matches!(refused, Some(SpecError::Value { hint, .. }) if hint.contains("no databases")));
}
