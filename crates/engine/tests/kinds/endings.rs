//! `best` finishes Othello exactly.

use plyground_core::{Notation, WIN};
use plyground_engine::{Request, SearchRequest, build};
use plyground_games::reversixt::BitReversi;
use plyground_search::{Limits, StopReason};

#[test]
fn endgames_are_finished_exactly_when_the_limits_allow_and_left_to_the_search_when_not() {
    let game = BitReversi::standard();
    // The twelfth endgame of the solver's own.
    let text = "01111221/00112111/00212111/00212111/00222111/00222111/00211111/02211111 1 1 o=0,0 b=0,0 out=-";
    let position = game.parse_position(text).unwrap();
    let mut player = build(&"best".parse().unwrap(), &game, 1).unwrap();
    let mut think = |limits| player.think(Request::from(SearchRequest::new(&game, &position).within(limits)));
    let whole = think(Limits::nodes(10_000_000));
    assert_eq!((whole.exact, whole.stopped, whole.value), (true, StopReason::Solved, f64::from(WIN + 36)));
    assert_eq!(whole.best.map(|mv| game.move_text(&position, mv)).as_deref(), Some("1,1"));
    let hurried = think(Limits::nodes(2_000));
    assert!(!hurried.exact && hurried.best.is_some());
    assert!(!think(Limits::depth(3)).exact, "a depth is a promise");
}
