//! Max^n and best-reply search on a real game for many, where players are skipped and run out of stones.

use plyground_core::{GameVisitor, Playable, Rng, Setup, Turn};
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
