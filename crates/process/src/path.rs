//! The moves between two positions, for programs that must be told moves and cannot be shown positions.

use plyground_core::{Game, Turn};

/// Enough for the longest opening that anybody would search for: seven plies of Othello, four of Isola.
const MOST_NODES: usize = 200_000;

/// Moves that lead from one position to another, as few as possible. `None` if there are none within the limits, or if
/// a die is rolled on the way.
pub(crate) fn path<G: Game>(game: &G, from: &G::Position, to: &G::Position) -> Option<Vec<G::Move>> {
    let mut search = Path { game, to, nodes: 0, moves: Vec::new() };
    for plies in 0..=game.facts().longest {
        let mut position = from.clone();
        if search.find(&mut position, plies) {
            return Some(search.moves);
        }
        if search.nodes >= MOST_NODES {
            return None;
        }
    }
    None
}

struct Path<'a, G: Game> {
    game: &'a G,
    to: &'a G::Position,
    nodes: usize,
    moves: Vec<G::Move>,
}

impl<G: Game> Path<'_, G> {
    fn find(&mut self, position: &mut G::Position, plies: usize) -> bool {
        self.nodes += 1;
        if plies == 0 {
            return position == self.to;
        }
        if self.nodes >= MOST_NODES || !matches!(self.game.turn(position), Turn::Player(_)) {
            return false;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        for mv in moves {
            self.moves.push(mv);
            let undo = self.game.make(position, mv);
            let found = self.find(position, plies - 1);
            self.game.unmake(position, mv, undo);
            if found {
                return true;
            }
            self.moves.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{GameVisitor, Playable, Setup, parse_moves};
    use plyground_games::registry;

    struct Find(&'static str, &'static str);

    impl GameVisitor for Find {
        type Output = Option<usize>;
        fn visit<G: Playable>(self, game: G, start: G::Position) -> Option<usize> {
            let (mut from, mut to) = (start.clone(), start);
            parse_moves(&game, &mut from, self.0).unwrap();
            parse_moves(&game, &mut to, self.1).unwrap();
            let moves = path(&game, &from, &to)?;
            for mv in &moves {
                game.make(&mut from, *mv);
            }
            assert_eq!(from, to);
            Some(moves.len())
        }
    }

    fn find(game: &str, from: &'static str, to: &'static str) -> Option<usize> {
        registry::visit(game, &Setup::default(), Find(from, to)).unwrap()
    }

    #[test]
    fn short_ways_are_found_and_others_are_not() {
        assert_eq!(find("reversixt", "", ""), Some(0));
        assert_eq!(find("reversixt", "", "3,2 2,4 3,5 4,6 4,5 5,3"), Some(6));
        assert_eq!(find("reversixt", "3,2", "3,2 2,4"), Some(1));
        assert_eq!(find("reversixt", "3,2", ""), None, "no move leads back");
        assert_eq!(find("isola", "", "d4 e5 d5"), Some(3));
    }

    #[test]
    fn a_roll_on_the_way_ends_the_search() {
        assert_eq!(find("einstein", "", "6:r6c5-d4"), None);
        assert_eq!(find("einstein", "", ""), Some(0));
    }
}
