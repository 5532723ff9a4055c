//! `best` finishes Othello exactly, and otherwise is the player it was.

use plyground_core::{GameVisitor, Notation, Playable, Setup, Turn, WIN};
use plyground_engine::players::WithExactEndings;
use plyground_engine::{Player, Request, SearchRequest, Spec, build, infos};
use plyground_games::registry;
use plyground_games::reversixt::BitReversi;
use plyground_search::trace::Recorder;
use plyground_search::{Iteration, Limits, StopReason};

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

/// What a player told and recorded, and everything else that can be asked of one.
fn heard<G: Playable>(player: &mut dyn Player<G>, game: &G, position: &G::Position) -> String {
    let limits = Limits { depth: Some(2), nodes: Some(3000), iterations: Some(60), ..Limits::default() };
    let mut recorder = Recorder::new(500, 20);
    let mut told = Vec::new();
    let mut sink = |iteration: &Iteration<G::Move>| told.push((iteration.depth, iteration.value, iteration.nodes));
    let request =
        Request::from(SearchRequest::new(game, position).within(limits).recording(&mut recorder).telling(&mut sink));
    let report = player.think(request);
    let (best, moves, failure) = (report.best, report.by_outcome, player.failure());
    player.new_game(3);
    let choice = player.choose(Request::from(SearchRequest::new(game, position).within(limits)));
    let values = (player.unit(), player.evaluation());
    format!("{:?} {told:?} {best:?} {moves:?} {failure:?} {choice:?} {values:?}", recorder.nodes())
}

struct WrappedAndBare;

impl GameVisitor for WrappedAndBare {
    type Output = (usize, usize);

    fn visit<G: Playable>(self, game: G, start: G::Position) -> (usize, usize) {
        let (mut compared, mut recorded) = (0, 0);
        let mut position = start;
        if game.turn(&position) == Turn::Chance {
            game.roll(&mut position, 0);
        }
        for kind in infos().into_iter().filter(|kind| kind.name != "process") {
            let Ok(mut bare) = build(&Spec::named(kind.name), &game, 1) else { continue };
            let inner = build(&Spec::named(kind.name), &game, 1).expect("the same again");
            let mut wrapped = WithExactEndings::new(inner, 64 << 20);
            let said = heard(bare.as_mut(), &game, &position);
            assert_eq!(heard(&mut wrapped, &game, &position), said, "{}", kind.name);
            compared += 1;
            recorded += usize::from(!said.starts_with("[] "));
        }
        (compared, recorded)
    }
}

#[test]
fn a_wrapped_player_of_every_kind_tells_and_records_what_the_bare_one_does() {
    for (game, least) in [("reversixt", 2), ("einstein", 2), ("isola", 2)] {
        let visited = registry::visit(game, &Setup::default(), WrappedAndBare);
        let (compared, recorded) = visited.unwrap();
        assert!(compared >= 7 && recorded >= least, "{game}: {compared} compared, {recorded} recorded");
    }
}
