//! Minimax for one player against all others: the meaning of the whole alpha-beta family, for two players and for
//! the paranoid view of many.

use plyground_core::{Evaluation, Game, PlayerId, Turn, WIN};

/// What is searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax {
    /// Turns looked ahead.
    pub depth: u32,
    /// Only this many moves per position are looked at: the best ones by the evaluation right after them.
    pub beam: Option<usize>,
}

impl Minimax {
    /// All moves, `depth` turns ahead.
    pub fn new(depth: u32) -> Self {
        Minimax { depth, beam: None }
    }

    /// The value of the position for the player to move, who is the root player; 0 when nobody is to move.
    pub fn value<G: Game, E: Evaluation<G>>(self, game: &G, position: &G::Position, eval: &mut E) -> i32 {
        self.moves(game, position, eval).into_iter().map(|(_, value)| value).max().unwrap_or(0)
    }

    /// Every move (the beam's moves, if there is one) with its value for the player to move, in the order of the
    /// rules. At least one turn is looked ahead.
    pub fn moves<G: Game, E: Evaluation<G>>(
        self,
        game: &G,
        position: &G::Position,
        eval: &mut E,
    ) -> Vec<(G::Move, i32)> {
        let Turn::Player(root) = game.turn(position) else { return Vec::new() };
        let mut tree = NaiveSearch { game, eval, root, beam: self.beam };
        tree.chosen(position, true, 0)
            .into_iter()
            .map(|mv| (mv, tree.value(&after(game, position, mv), self.depth.saturating_sub(1), 1)))
            .collect()
    }
}

struct NaiveSearch<'a, G: Game, E: Evaluation<G>> {
    game: &'a G,
    eval: &'a mut E,
    root: PlayerId,
    beam: Option<usize>,
}

impl<G: Game, E: Evaluation<G>> NaiveSearch<'_, G, E> {
    /// Always from the root player's point of view.
    fn value(&mut self, position: &G::Position, depth: u32, ply: i32) -> i32 {
        match self.game.turn(position) {
            Turn::Over => self.result(position, ply),
            Turn::Player(player) if depth > 0 => {
                let ours = player == self.root;
                let values = self
                    .chosen(position, ours, ply)
                    .into_iter()
                    .map(|mv| self.value(&after(self.game, position, mv), depth - 1, ply + 1));
                let values: Vec<i32> = values.collect();
                let best = if ours { values.iter().max() } else { values.iter().min() };
                *best.expect("a player to move has a move")
            }
            _ => self.eval.value(self.game, position, self.root),
        }
    }

    /// The end of the game; proven results are better for being near (wins) or far away (losses).
    fn result(&mut self, position: &G::Position, ply: i32) -> i32 {
        match self.eval.result(self.game, position, self.root) {
            value if value >= WIN / 2 => value - ply,
            value if value <= -WIN / 2 => value + ply,
            value => value,
        }
    }

    fn chosen(&mut self, position: &G::Position, ours: bool, ply: i32) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if let Some(width) = self.beam {
            // A stable sort: of equal moves the one listed first stays.
            moves.sort_by_key(|mv| {
                let value = self.value(&after(self.game, position, *mv), 0, ply + 1);
                if ours { -value } else { value }
            });
            moves.truncate(width);
        }
        moves
    }
}

fn after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = position.clone();
    game.make(&mut next, mv);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::{Tree, TreeEval};

    #[test]
    fn the_textbook_tree_is_worth_three() {
        let tree = Tree::literal("a(b(3 12 8) b(2 4 6) b(14 5 2))");
        let values = Minimax::new(2).moves(&tree, &tree.start(), &mut TreeEval);
        assert_eq!(values, vec![(0, 3), (1, 2), (2, 2)]);
        assert_eq!(Minimax::new(2).value(&tree, &tree.start(), &mut TreeEval), 3);
    }

    #[test]
    fn opinions_count_only_at_the_horizon() {
        let tree = Tree::literal("a(b[7](3 12) b[9](2 4))");
        assert_eq!(Minimax::new(1).value(&tree, &tree.start(), &mut TreeEval), 9);
        assert_eq!(Minimax::new(2).value(&tree, &tree.start(), &mut TreeEval), 3);
    }

    #[test]
    fn the_others_are_one_team_and_turns_may_be_skipped() {
        let tree = Tree::literal("a(b(c(5,0,9 1,9,0) a(7,0,0 8,0,0)) c(4,0,0 6,0,0))");
        assert_eq!(Minimax::new(3).moves(&tree, &tree.start(), &mut TreeEval), vec![(0, 1), (1, 4)]);
    }

    #[test]
    fn nearer_wins_and_farther_losses_are_better() {
        let tree = Tree::literal("a(b(W) W b(a(L)) L)");
        let values = Minimax::new(4).moves(&tree, &tree.start(), &mut TreeEval);
        assert_eq!(values, vec![(0, WIN - 2), (1, WIN - 1), (2, -WIN + 3), (3, -WIN + 1)]);
    }

    #[test]
    fn a_beam_sees_only_the_moves_that_look_best() {
        let tree = Tree::literal("a(b[1](9 8) b[5](2 4) b[5](7 7))");
        let beam = |width| Minimax { depth: 2, beam: Some(width) }.value(&tree, &tree.start(), &mut TreeEval);
        assert_eq!((beam(1), beam(2), beam(3)), (2, 7, 8), "of equal looks the first listed stays");
    }
}
