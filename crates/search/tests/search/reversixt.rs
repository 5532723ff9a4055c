//! Max^n and best-reply search on a real game for many, where players are skipped and run out of stones.

use plyground_core::{Evaluated, Evaluation, GameVisitor, Notation, Playable, PlayerId, Rng, Setup, Turn};
use plyground_games::reversixt::{MapFile, Reading, ReversiGame};
use plyground_search::alphabeta::AlphaBeta;
use plyground_search::multiplayer::{BestReply, BestReplyConfig, MaxN, MaxNConfig, Replies};
use plyground_search::{Limits, Search, SearchRequest};
use plyground_testkit::naive;

/// Plays a random game and compares the searches with naive ones on the way. Returns the turns, and how often somebody
/// was skipped.
struct Compare {
    seed: u64,
}

impl GameVisitor for Compare {
    type Output = (usize, usize);

    fn visit<G: Playable>(self, game: G, start: G::Position) -> (usize, usize) {
        let mut rng = Rng::seeded(self.seed);
        let mut position = start;
        let (mut skipped, mut turn) = (0, 0);
        while let Turn::Player(player) = game.turn(&position) {
            if turn % 3 == 0 {
                compare(&game, &position);
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
            let expected = (player.index() + 1) % game.facts().players;
            skipped += usize::from(game.turn(&position).player().is_some_and(|next| next.index() != expected));
            turn += 1;
        }
        (turn, skipped)
    }
}

fn compare<G: Playable>(game: &G, position: &G::Position) {
    let Turn::Player(me) = game.turn(position) else { return };
    let name = game.evals()[0].name;
    let mut eval = game.eval(name).expect("an evaluation");
    let limits = Limits::depth(2);
    let mut search = MaxN::with_config(MaxNConfig::default(), eval.clone());
    let report = search.search(SearchRequest::new(game, position).within(limits)).expect("max^n plays every game");
    assert_eq!(report.by_player, naive::maxn(game, &mut eval, position, report.depth));
    let limits = Limits::depth(3);
    for replies in Replies::ALL {
        let usual = if replies == Replies::Greedy { naive::Replies::Greedy } else { naive::Replies::MoveScore };
        let mut search = BestReply::with_config(BestReplyConfig { replies, ..Default::default() }, eval.clone());
        let report = search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search");
        let truth = naive::best_reply(game, &mut eval, position, report.depth, me, usual);
        assert_eq!(report.value, truth, "{replies:?} in {}", game.position_text(position));
    }
}

#[test]
fn searches_for_many_players_agree_with_naive_ones() {
    let (mut turns, mut skipped) = (0, 0);
    for (seed, players) in [(1, 3), (2, 4), (3, 5)] {
        let variant = format!("seed={seed},players={players},cols=10,rows=9,stones=30,overrides=1,bombs=1");
        let setup = Setup { variant: Some(variant), ..Setup::default() };
        let visited = plyground_games::registry::visit("reversixt", &setup, Compare { seed });
        let game = visited.expect("a map");
        turns += game.0;
        skipped += game.1;
    }
    eprintln!("{turns} turns, {skipped} times somebody was skipped");
    assert!(turns > 100 && skipped > 0, "{turns} turns, {skipped} skipped");
}

/// Override stones are all that is left to play. Counted like those of an opening, with 16 logits of 5,000 points each on a full board of this size, they made
/// the value of the first board swing between -73,209, -17,781, -67,541 and -24,253 points at depths 1 to 4, depending on who had spent last before the horizon.
#[test]
fn values_of_override_endings_do_not_swing_with_the_horizon() {
    let boards = ["121212/212121/112212/221121/121221/212112", "111222/222111/121212/212121/112211/221122"];
    for board in boards {
        let rows: Vec<String> =
            board.split('/').map(|row| row.chars().map(|tile| format!("{tile} ")).collect()).collect();
        let map = format!("2 4 0 0 6 6 {}", rows.concat());
        let game = ReversiGame::new(MapFile::parse(&map, Reading::Strict).unwrap().map, "map=test");
        let mut eval = game.eval("chances").unwrap();
        for turn in [1, 2] {
            let position = game.parse_position(&format!("{board} 1 {turn} o=4,4 b=0,0 out=-")).unwrap();
            assert!(eval.value(&game, &position, PlayerId::FIRST).abs() < 60_000);
            let value = |depth| {
                let mut search = AlphaBeta::new(eval.clone());
                search.best_move(&game, &position, Limits::depth(depth)).unwrap().value
            };
            let values: Vec<f64> = (1..5).map(value).collect();
            assert!(values.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 25_000.0), "{values:?}");
        }
    }
}
