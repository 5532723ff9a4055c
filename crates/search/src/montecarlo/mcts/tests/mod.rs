mod convergence;
mod hop;
mod limits;
mod puct;
mod reuse;
mod threads;
mod tree;

use super::tree::{ROOT, Tree};
use super::{Mcts, MctsConfig, Prior, Step};
use crate::montecarlo::Policy;
use crate::{Limits, Report, Search, SearchRequest};
use plyground_core::Game;
use plyground_testkit::nim::Nim;

pub fn nim(heaps: &[u8]) -> Nim {
    Nim::new(heaps).expect("valid heaps")
}

/// A search with limits of its own and nobody listening.
pub fn think<G: Game, P: Policy<G> + Clone, B: Prior<G>>(
    player: &mut Mcts<G, P, B>,
    game: &G,
    position: &G::Position,
    limits: Limits,
) -> Report<G::Move> {
    player.search(SearchRequest::new(game, position).within(limits)).expect("it plays every game")
}

/// A new player's first search.
pub fn search<G: Game>(game: &G, position: &G::Position, config: MctsConfig, iterations: u64) -> Report<G::Move> {
    think(&mut Mcts::random(config), game, position, Limits::iterations(iterations))
}

pub fn without_proofs() -> MctsConfig {
    MctsConfig { proofs: false, ..MctsConfig::default() }
}

/// Walks the whole tree: steps are legal and complete, links agree, visits and rewards add up, nothing is under way.
pub fn check_tree<G: Game, P, B>(player: &Mcts<G, P, B>, game: &G) {
    let (tree, root) = player.memory.as_ref().expect("there has been a search");
    let mut position = root.clone();
    let seen = check_node(game, tree, &mut position, ROOT);
    assert_eq!(position, *root);
    assert_eq!(seen, tree.len(), "every node hangs in the tree once");
}

fn check_node<G: Game>(game: &G, tree: &Tree<G::Move>, position: &mut G::Position, index: u32) -> usize {
    let node = *tree.node(index);
    assert_eq!(node.pending, 0, "no play-out is under way");
    assert!(!node.kept);
    assert!(node.total >= 0.0 && node.total <= f64::from(node.visits), "rewards lie between 0 and 1");
    if node.count == 0 {
        return 1;
    }
    assert_eq!(node.turn, Some(game.turn(position)));
    let mut below = 0;
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut seen = 1;
    for child in tree.children(index) {
        assert!(child > index, "children lie behind their parents");
        assert_eq!(tree.node(child).parent, index);
        below += tree.node(child).visits;
        match tree.node(child).step {
            Step::Root => panic!("the root is nobody's child"),
            Step::Roll(outcome) => {
                assert_eq!(tree.node(child).prior, game.outcomes(position)[outcome as usize] as f32);
                let undo = game.roll(position, outcome as usize);
                seen += check_node(game, tree, position, child);
                game.unroll(position, outcome as usize, undo);
            }
            Step::Move(mv) => {
                let before = moves.len();
                moves.retain(|other| *other != mv);
                assert_eq!(moves.len(), before - 1, "{mv:?} is a legal move, and only once");
                let undo = game.make(position, mv);
                seen += check_node(game, tree, position, child);
                game.unmake(position, mv, undo);
            }
        }
    }
    assert_eq!(moves.is_empty(), node.complete, "every move has a child, unless a beam left some out");
    assert!(below <= node.visits, "children are visited through their parents");
    seen
}
