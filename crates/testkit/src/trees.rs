//! Games that are nothing but a tree, written down or chosen at random. A search bug becomes one line of text.
//!
//! ```
//! use plyground_core::Game;
//! use plyground_testkit::trees::Tree;
//! // Player a chooses, then player b; finished games show what they are worth to a.
//! let tree = Tree::literal("a(b(3 12 8) b(2 4 6) b(14 5 2))");
//! assert_eq!(tree.facts().longest, 2);
//! ```

use plyground_core::{Evaluation, Facts, Game, MAX_PLAYERS, Payoffs, PlayerId, Rng, Turn, WIN, key_for};
use std::sync::Arc;

/// A payoff of this size is a proven win (or loss) in the eyes of [`TreeEval`]; smaller ones are points.
pub const DECISIVE: f64 = 1000.0;

/// The game.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Arc<[Node]>,
    players: usize,
    longest: usize,
    salt: u64,
}

#[derive(Clone, Debug)]
struct Node {
    player: Option<PlayerId>,
    children: Vec<u32>,
    payoffs: Payoffs,
    opinions: [i32; MAX_PLAYERS],
}

/// A place in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot(u32);

/// What random trees look like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Seats.
    pub players: usize,
    /// Longest game.
    pub depth: usize,
    /// Most moves of a position.
    pub width: usize,
    /// Different paths lead to the same positions, also paths of different length.
    pub shared: bool,
    /// Turns do not go round: anyone may be next.
    pub skips: bool,
    /// How many different values opinions and results have.
    pub levels: usize,
    /// How many of a hundred finished games are proven wins or losses rather than points.
    pub decisive: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { players: 2, depth: 6, width: 4, shared: false, skips: false, levels: 7, decisive: 25 }
    }
}

impl Tree {
    /// Reads a tree: `a(…)` is a position with player a to move and what their moves lead to; `a[5](…)` adds an opinion
    /// about it. A finished game is the payoff of the first of two players, or the payoffs of all, separated by
    /// commas; `W` and `L` are a proven win and loss of the first of two players.
    ///
    /// # Panics
    /// With the place, when the text is no tree.
    pub fn literal(text: &str) -> Tree {
        let mut reader = Reader { text: text.as_bytes(), at: 0, nodes: Vec::new() };
        reader.node();
        reader.skip_blanks();
        assert_eq!(reader.at, text.len(), "text after the tree: `{}`", &text[reader.at..]);
        let seats = |node: &Node| {
            let mover = node.player.map_or(2, PlayerId::number);
            mover.max(node.payoffs.as_slice().len())
        };
        let players = reader.nodes.iter().map(seats).max().unwrap_or(2);
        for node in &mut reader.nodes {
            let mut payoffs = node.payoffs.as_slice().to_vec();
            payoffs.resize(players, 0.0);
            node.payoffs = Payoffs::new(&payoffs);
        }
        Tree::from_nodes(reader.nodes, players, 0)
    }

    /// Draws a tree.
    pub fn random(shape: Shape, rng: &mut Rng) -> Tree {
        let salt = rng.bits();
        let nodes = if shape.shared { shared_nodes(shape, rng) } else { separate_nodes(shape, rng) };
        Tree::from_nodes(nodes, shape.players, salt)
    }

    fn from_nodes(nodes: Vec<Node>, players: usize, salt: u64) -> Tree {
        // Children stand behind their parents, so one pass from the end knows every height.
        let mut height = vec![0; nodes.len()];
        for index in (0..nodes.len()).rev() {
            height[index] = nodes[index].children.iter().map(|child| height[*child as usize] + 1).max().unwrap_or(0);
        }
        Tree { longest: height[0], nodes: nodes.into(), players, salt }
    }

    /// Number of different positions.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    fn at(&self, spot: &Spot) -> &Node {
        &self.nodes[spot.0 as usize]
    }
}

fn drawn_node(shape: Shape, ply: usize, rng: &mut Rng) -> Node {
    let mut level = || rng.below(shape.levels) as i32 - shape.levels as i32 / 2;
    let opinions = std::array::from_fn(|_| level());
    let mut payoffs: Vec<f64> = (0..shape.players).map(|_| f64::from(level())).collect();
    if shape.players == 2 {
        payoffs[1] = -payoffs[0];
    }
    if rng.below(100) < shape.decisive {
        let winner = rng.below(shape.players);
        payoffs = (0..shape.players).map(|player| if player == winner { DECISIVE } else { -DECISIVE }).collect();
    }
    let player = if shape.skips { rng.below(shape.players) } else { ply % shape.players };
    Node { player: Some(PlayerId::from_index(player)), children: Vec::new(), payoffs: Payoffs::new(&payoffs), opinions }
}

/// One position in this many is a game that ends early.
const EARLY_END: usize = 8;

fn separate_nodes(shape: Shape, rng: &mut Rng) -> Vec<Node> {
    let mut nodes = vec![drawn_node(shape, 0, rng)];
    let mut layer = 0..1;
    for ply in 0..shape.depth {
        for parent in layer.clone() {
            if ply > 0 && rng.below(EARLY_END) == 0 {
                continue;
            }
            for _ in 0..=rng.below(shape.width) {
                let child = nodes.len() as u32;
                nodes[parent].children.push(child);
                nodes.push(drawn_node(shape, ply + 1, rng));
            }
        }
        layer = layer.end..nodes.len();
    }
    finish(nodes)
}

fn shared_nodes(shape: Shape, rng: &mut Rng) -> Vec<Node> {
    let breadth = 3 * shape.width;
    let mut nodes = vec![drawn_node(shape, 0, rng)];
    for layer in 1..=shape.depth {
        nodes.extend((0..breadth).map(|_| drawn_node(shape, layer, rng)));
    }
    let first_of = |layer: usize| if layer == 0 { 0 } else { 1 + (layer - 1) * breadth };
    for layer in 0..shape.depth {
        for parent in &mut nodes[first_of(layer)..first_of(layer + 1)] {
            if layer > 0 && rng.below(EARLY_END) == 0 {
                continue;
            }
            for _ in 0..=rng.below(shape.width) {
                // One edge in four jumps over a layer, so that paths of different length meet.
                let jump = usize::from(layer + 2 <= shape.depth && rng.below(4) == 0);
                let child = first_of(layer + 1 + jump) + rng.below(breadth);
                parent.children.push(child as u32);
            }
        }
    }
    finish(nodes)
}

fn finish(mut nodes: Vec<Node>) -> Vec<Node> {
    for node in &mut nodes {
        if node.children.is_empty() {
            node.player = None;
        }
    }
    nodes
}

impl Game for Tree {
    type Position = Spot;
    type Move = u16;
    type Undo = Spot;

    fn facts(&self) -> Facts {
        Facts {
            players: self.players,
            chance: false,
            zero_sum: self.players == 2,
            alternating: false,
            longest: self.longest,
        }
    }

    fn start(&self) -> Spot {
        Spot(0)
    }

    fn turn(&self, spot: &Spot) -> Turn {
        self.at(spot).player.map_or(Turn::Over, Turn::Player)
    }

    fn moves(&self, spot: &Spot, out: &mut Vec<u16>) {
        out.extend(0..self.at(spot).children.len() as u16);
    }

    fn make(&self, spot: &mut Spot, mv: u16) -> Spot {
        let next = Spot(self.at(spot).children[mv as usize]);
        std::mem::replace(spot, next)
    }

    fn unmake(&self, spot: &mut Spot, _mv: u16, undo: Spot) {
        *spot = undo;
    }

    fn payoffs(&self, spot: &Spot) -> Payoffs {
        self.at(spot).payoffs
    }

    fn key(&self, spot: &Spot) -> Option<u64> {
        Some(key_for(self.salt, u64::from(spot.0)))
    }
}

/// Believes the opinions written in the tree, and takes payoffs at face value.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeEval;

impl Evaluation<Tree> for TreeEval {
    fn value(&mut self, game: &Tree, spot: &Spot, player: PlayerId) -> i32 {
        game.at(spot).opinions[player.index()]
    }

    fn result(&mut self, game: &Tree, spot: &Spot, player: PlayerId) -> i32 {
        match game.at(spot).payoffs.of(player) {
            payoff if payoff >= DECISIVE => WIN,
            payoff if payoff <= -DECISIVE => -WIN,
            payoff => payoff as i32,
        }
    }

    fn move_score(&mut self, game: &Tree, spot: &Spot, mv: u16) -> i32 {
        let node = game.at(spot);
        let player = node.player.map_or(0, PlayerId::index);
        game.at(&Spot(node.children[mv as usize])).opinions[player]
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: u8) {
        assert_eq!(self.peek(), wanted, "`{}` expected at byte {} of the tree", wanted as char, self.at);
        self.at += 1;
    }

    fn node(&mut self) -> u32 {
        self.skip_blanks();
        let index = self.nodes.len();
        let blank = Node { player: None, children: Vec::new(), payoffs: Payoffs::new(&[]), opinions: [0; MAX_PLAYERS] };
        self.nodes.push(blank);
        match self.peek() {
            letter @ b'a'..=b'h' => {
                self.at += 1;
                self.nodes[index].player = Some(PlayerId::from_index((letter - b'a') as usize));
                if self.peek() == b'[' {
                    self.at += 1;
                    let opinions = self.numbers();
                    self.take(b']');
                    for (slot, opinion) in self.nodes[index].opinions.iter_mut().zip(opinions) {
                        *slot = opinion as i32;
                    }
                }
                self.take(b'(');
                while self.peek() != b')' {
                    let child = self.node();
                    self.nodes[index].children.push(child);
                    self.skip_blanks();
                }
                self.take(b')');
                assert!(!self.nodes[index].children.is_empty(), "a player without moves before byte {}", self.at);
            }
            _ => self.nodes[index].payoffs = Payoffs::new(&self.numbers()),
        }
        index as u32
    }

    /// One number stands for two of opposite sign.
    fn numbers(&mut self) -> Vec<f64> {
        let start = self.at;
        while matches!(self.peek(), b'0'..=b'9' | b'-' | b',' | b'W' | b'L') {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.text[start..self.at]).expect("only ASCII was taken");
        let number = |part: &str| match part {
            "W" => DECISIVE,
            "L" => -DECISIVE,
            _ => part.parse().unwrap_or_else(|_| panic!("`{part}` is no number, at byte {start} of the tree")),
        };
        match word.split(',').map(number).collect::<Vec<f64>>()[..] {
            [one] => vec![one, -one],
            ref all => all.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::perft;

    #[test]
    fn literal_trees_say_what_they_say() {
        let tree = Tree::literal("a[4](b(1 a(2 3)) -7 c(1,2,3))");
        assert_eq!(tree.facts().players, 3);
        assert_eq!((1..=4).map(|depth| perft(&tree, &mut tree.start(), depth)).collect::<Vec<_>>(), vec![3, 3, 2, 0]);
        assert_eq!(TreeEval.value(&tree, &tree.start(), PlayerId::SECOND), -4);
    }

    #[test]
    fn random_trees_repeat_and_keep_their_shape() {
        for (players, shared, skips) in [(2, false, false), (2, true, true), (4, true, false), (3, false, true)] {
            let shape = Shape { players, shared, skips, ..Shape::default() };
            let mut tree = Tree::random(shape, &mut Rng::seeded(11));
            let again = Tree::random(shape, &mut Rng::seeded(11));
            assert_eq!(tree.size(), again.size());
            assert!(tree.facts().longest <= shape.depth);
            assert!(tree.size() > 20, "{}", tree.size());
            tree.salt ^= 1;
            assert_ne!(tree.key(&tree.start()), again.key(&again.start()));
        }
    }
}
