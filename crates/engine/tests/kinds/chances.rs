//! Chances of a game that says nothing about its values.

use crate::builders::admit_nim;
use plyground_core::Game;
use plyground_engine::chances::{chances_of_report, scale_of};
use plyground_engine::{Request, SearchRequest, build};
use plyground_search::Limits;
use plyground_testkit::nim::Nim;

#[test]
fn a_game_that_states_nothing_has_chances_from_every_search() {
    admit_nim();
    let heaps = || Nim::new(&[3, 2]).expect("heaps");
    let games = [heaps(), heaps().for_players(3), heaps().with_die(&[0.5, 0.5])];
    for game in games {
        let start = game.start();
        let mut asked = 0;
        for spec in ["first", "greedy", "search", "expectimax", "search(opponents=maxn)", "mcts", "montecarlo", "best"]
        {
            let Ok(mut player) = build(&spec.parse().expect("a spec"), &game, 1) else { continue };
            let limits = Limits { depth: Some(2), nodes: Some(500), iterations: Some(20), ..Limits::default() };
            let report = player.think(Request::from(SearchRequest::new(&game, &start).within(limits)));
            let chances = chances_of_report(&mut scale_of(&game, player.as_ref()), &game, &start, &report);
            let sum: f64 = chances.as_slice().iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{spec}: {chances:?}");
            assert_eq!(chances.as_slice().len(), game.facts().players);
            asked += 1;
        }
        assert!(asked >= 5);
    }
}
