//! A literal tree as a game: branches are moves, leaves are results.

use super::{LiteralTree, MOST_LEVELS, TreePosition};
use plyground_core::{
    Bounds, Cell, Click, Drawable, EvalInfo, Evaluated, Evaluation, Facts, Game, Notation, NotationError, Payoffs,
    PlayerId, Scene, SeatInfo, Turn, key_for,
};

/// Distinguishes the keys of literal trees from those of other games.
const SALT: u64 = 0x7ee5;

impl Game for LiteralTree {
    type Position = TreePosition;
    /// The number of the branch, from 0.
    type Move = u16;
    type Undo = ();

    fn facts(&self) -> Facts {
        let facts = Facts::two_players(self.longest);
        if self.has_chance() { facts.with_dice() } else { facts }
    }

    fn start(&self) -> TreePosition {
        TreePosition(0)
    }

    fn turn(&self, position: &TreePosition) -> Turn {
        match self.at(position) {
            node if node.children.is_empty() => Turn::Over,
            node if node.is_chance() => Turn::Chance,
            node => Turn::Player(PlayerId::from_index(node.turn % 2)),
        }
    }

    fn moves(&self, position: &TreePosition, out: &mut Vec<u16>) {
        let node = self.at(position);
        if !node.is_chance() {
            out.extend(0..node.children.len() as u16);
        }
    }

    fn make(&self, position: &mut TreePosition, mv: u16) {
        position.0 = self.at(position).children[usize::from(mv)];
    }

    fn unmake(&self, position: &mut TreePosition, _mv: u16, (): ()) {
        position.0 = self.at(position).parent.expect("a move led here, so there is a node above");
    }

    fn payoffs(&self, position: &TreePosition) -> Payoffs {
        let value = f64::from(self.value_for(position, PlayerId::FIRST));
        Payoffs::new(&[value, -value])
    }

    fn outcomes(&self, position: &TreePosition) -> &[f64] {
        &self.at(position).chances
    }

    fn roll(&self, position: &mut TreePosition, outcome: usize) {
        position.0 = self.at(position).children[outcome];
    }

    fn unroll(&self, position: &mut TreePosition, _outcome: usize, (): ()) {
        position.0 = self.at(position).parent.expect("a roll led here, so there is a node above");
    }

    fn mover(&self, position: &TreePosition) -> Option<PlayerId> {
        let node = self.at(position);
        (!node.children.is_empty()).then(|| PlayerId::from_index(node.turn % 2))
    }

    fn key(&self, position: &TreePosition) -> Option<u64> {
        Some(key_for(SALT, position.0 as u64))
    }
}

/// Takes the leaves at face value, and the mean of those below for everything else.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeafValues {
    bounds: Bounds,
}

impl Evaluation<LiteralTree> for LeafValues {
    fn value(&mut self, game: &LiteralTree, position: &TreePosition, player: PlayerId) -> i32 {
        game.value_for(position, player)
    }

    fn result(&mut self, game: &LiteralTree, position: &TreePosition, player: PlayerId) -> i32 {
        game.value_for(position, player)
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }

    fn move_score(&mut self, game: &LiteralTree, position: &TreePosition, mv: u16) -> i32 {
        let node = game.at(position);
        game.value_for(&TreePosition(node.children[usize::from(mv)]), PlayerId::from_index(node.turn % 2))
    }
}

impl Evaluated for LiteralTree {
    type Eval = LeafValues;

    fn evals(&self) -> &'static [EvalInfo] {
        &[EvalInfo { name: "leaves", summary: "the values of the leaves, and their mean inside the tree" }]
    }

    fn eval(&self, name: &str) -> Option<LeafValues> {
        let values = || self.nodes.iter().filter_map(|node| node.value);
        // Values of both players lie between these, so that what one has the other lacks.
        let most = f64::from(values().map(i32::abs).max().unwrap_or(0));
        let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let bounds = match self.has_chance() {
            true => Bounds { low: f64::from(low), high: f64::from(high), sum: None },
            false => Bounds { low: -most, high: most, sum: Some(0.0) },
        };
        (name == "leaves").then_some(LeafValues { bounds })
    }
}

impl Notation for LiteralTree {
    fn position_text(&self, position: &TreePosition) -> String {
        let mut path = Vec::new();
        let mut at = position.0;
        while let Some(parent) = self.nodes[at].parent {
            let number = self.nodes[parent].children.iter().position(|child| *child == at).map_or(0, |place| place + 1);
            path.push(number.to_string());
            at = parent;
        }
        path.reverse();
        if path.is_empty() { "root".to_string() } else { path.join(" ") }
    }

    fn parse_position(&self, text: &str) -> Result<TreePosition, NotationError> {
        let mut position = self.start();
        if text.trim() != "root" {
            for word in text.split_whitespace().take(MOST_LEVELS + 1) {
                position = TreePosition(self.at(&position).children[usize::from(self.parse_move(&position, word)?)]);
            }
        }
        Ok(position)
    }

    fn move_text(&self, _position: &TreePosition, mv: u16) -> String {
        (mv + 1).to_string()
    }

    fn parse_move(&self, position: &TreePosition, text: &str) -> Result<u16, NotationError> {
        let branches = self.at(position).children.len();
        let number = text.parse::<usize>().ok().filter(|number| (1..=branches).contains(number));
        let reason = match branches {
            0 => "this is a leaf".to_string(),
            _ => format!("a branch is a number from 1 to {branches}"),
        };
        number.map(|number| (number - 1) as u16).ok_or_else(|| NotationError::new(text, reason))
    }

    fn variant_text(&self) -> String {
        self.text()
    }
}

impl Drawable for LiteralTree {
    /// There is no board; a picture of the tree says more than a cell.
    fn scene(&self, _position: &TreePosition) -> Scene {
        let seat = |name: &str, symbol| SeatInfo { name: name.to_string(), symbol, ..SeatInfo::default() };
        Scene {
            cols: 1,
            rows: 1,
            cells: vec![Cell::default()],
            seats: vec![seat("Max", '+'), seat("Min", '-')],
            ..Scene::default()
        }
    }

    fn clicks(&self, _position: &TreePosition, mv: u16) -> Vec<Click> {
        vec![Click::Answer((mv + 1).to_string())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_alternate_and_moves_go_both_ways() {
        let tree = LiteralTree::parse("((3 12 8) (2 (4 6)) 5)").expect("a tree");
        let mut position = tree.start();
        assert_eq!(tree.turn(&position), Turn::Player(PlayerId::FIRST));
        for (text, player) in [("2", Some(PlayerId::SECOND)), ("2", Some(PlayerId::FIRST)), ("1", None)] {
            let mv = tree.parse_move(&position, text).expect("a branch");
            tree.make(&mut position, mv);
            assert_eq!(tree.turn(&position), player.map_or(Turn::Over, Turn::Player));
        }
        assert_eq!(tree.payoffs(&position).of(PlayerId::SECOND), -4.0);
        assert_eq!(tree.position_text(&position), "2 2 1");
        assert_eq!(tree.parse_position("2 2 1").expect("a position"), position);
        assert!(tree.parse_position("2 4").is_err() && tree.parse_position("3 1").is_err());
        tree.unmake(&mut position, 0, ());
        assert_eq!(tree.position_text(&position), "2 2");
    }
}
