//! The rules once more, slowly, from the rule text: cells are names, the board is a map, and nothing of the fast game
//! is used. Only tests know it.

use plyground_core::{PlayerId, Turn};
use plyground_testkit::agreement::Rulebook;
use std::collections::BTreeMap;

/// A stone: `r` or `b`, and its number.
type Stone = (char, usize);

/// A board of cells such as `("c", 4)`, of which only the occupied ones are kept.
#[derive(Clone, Debug)]
pub struct SlowEinstein {
    size: usize,
    faces: usize,
    stones: BTreeMap<(char, usize), Stone>,
    mover: char,
    die: Option<usize>,
}

impl SlowEinstein {
    /// Sets up a position that is known to be valid.
    pub fn new(position: &str, faces: usize) -> Self {
        let words: Vec<&str> = position.split(' ').collect();
        let ranks: Vec<&str> = words[0].split('/').collect();
        let size = ranks.len();
        let mut stones = BTreeMap::new();
        for (down, rank) in ranks.iter().enumerate() {
            let mut files = ('a'..).take(size);
            let mut letters = rank.chars();
            while let Some(letter) = letters.next() {
                let file = files.next().expect("a file for every cell");
                if letter != '.' {
                    let number = letters.next().and_then(|digit| digit.to_digit(10)).expect("a number");
                    stones.insert((file, size - down), (letter, number as usize));
                }
            }
        }
        let die = words.get(2).and_then(|die| die.parse().ok());
        SlowEinstein { size, faces, stones, mover: words[1].chars().next().expect("a player"), die }
    }

    fn last_file(&self) -> char {
        ('a'..).nth(self.size - 1).expect("a file")
    }

    fn numbers_of(&self, player: char) -> Vec<usize> {
        let mut numbers: Vec<usize> =
            self.stones.values().filter(|stone| stone.0 == player).map(|stone| stone.1).collect();
        numbers.sort_unstable();
        numbers
    }

    fn winner(&self) -> Option<char> {
        let goal_of_red = self.stones.get(&(self.last_file(), 1));
        let goal_of_blue = self.stones.get(&('a', self.size));
        if goal_of_red.is_some_and(|stone| stone.0 == 'r') || self.numbers_of('b').is_empty() {
            Some('r')
        } else if goal_of_blue.is_some_and(|stone| stone.0 == 'b') || self.numbers_of('r').is_empty() {
            Some('b')
        } else {
            None
        }
    }

    /// The stone of the rolled number, or else the next lower and the next higher one.
    fn movable(&self) -> Vec<usize> {
        let Some(die) = self.die else { return Vec::new() };
        let numbers = self.numbers_of(self.mover);
        if numbers.contains(&die) {
            return vec![die];
        }
        let lower = numbers.iter().rfind(|number| **number < die);
        let higher = numbers.iter().find(|number| **number > die);
        lower.into_iter().chain(higher).copied().collect()
    }

    /// Right, down and right-down for Red; left, up and left-up for Blue.
    fn steps(&self, (file, rank): (char, usize)) -> Vec<(char, usize)> {
        let sideways = if self.mover == 'r' { next(file) } else { previous(file) };
        let onwards = if self.mover == 'r' { rank.checked_sub(1) } else { Some(rank + 1) };
        let on_board =
            |cell: &(char, usize)| ('a'..=self.last_file()).contains(&cell.0) && (1..=self.size).contains(&cell.1);
        let mut cells = Vec::new();
        if let Some(sideways) = sideways {
            cells.push((sideways, rank));
        }
        if let Some(onwards) = onwards {
            cells.push((file, onwards));
        }
        if let (Some(sideways), Some(onwards)) = (sideways, onwards) {
            cells.push((sideways, onwards));
        }
        cells.retain(on_board);
        cells
    }

    /// Counts sequences of pairs of face and move. Only for fair dice: every face counts.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        match self.turn() {
            Turn::Over => 0,
            Turn::Chance => (0..self.faces)
                .map(|face| {
                    let mut rolled = self.clone();
                    rolled.roll(face);
                    rolled.perft(depth)
                })
                .sum(),
            Turn::Player(_) => self
                .legal()
                .iter()
                .map(|mv| {
                    let mut after = self.clone();
                    after.play(mv);
                    after.perft(depth - 1)
                })
                .sum(),
        }
    }
}

fn next(letter: char) -> Option<char> {
    char::from_u32(letter as u32 + 1)
}

fn previous(letter: char) -> Option<char> {
    char::from_u32(letter as u32 - 1)
}

fn cell_of(text: &str) -> (char, usize) {
    (text.chars().next().expect("a file"), text[1..].parse().expect("a rank"))
}

impl Rulebook for SlowEinstein {
    fn turn(&self) -> Turn {
        match (self.winner(), self.die) {
            (Some(_), _) => Turn::Over,
            (None, None) => Turn::Chance,
            (None, Some(_)) => Turn::Player(PlayerId::from_index(if self.mover == 'r' { 0 } else { 1 })),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for number in self.movable() {
            let stone = (self.mover, number);
            let (from, _) = self.stones.iter().find(|(_, other)| **other == stone).expect("a stone on the board");
            for to in self.steps(*from) {
                let sign = if self.stones.contains_key(&to) { 'x' } else { '-' };
                moves.push(format!("{}{number}{}{}{sign}{}{}", self.mover, from.0, from.1, to.0, to.1));
            }
        }
        moves
    }

    fn roll(&mut self, outcome: usize) {
        self.die = Some(outcome + 1);
    }

    fn play(&mut self, mv: &str) {
        let stone = self.stones.remove(&cell_of(&mv[2..4])).expect("a stone to move");
        self.stones.insert(cell_of(&mv[5..7]), stone); // whatever stood there is gone
        self.mover = if self.mover == 'r' { 'b' } else { 'r' };
        self.die = None;
    }

    fn position(&self) -> String {
        let rank_text = |rank: usize| -> String {
            let cells = ('a'..=self.last_file()).map(|file| match self.stones.get(&(file, rank)) {
                Some((player, number)) => format!("{player}{number}"),
                None => ".".to_string(),
            });
            cells.collect()
        };
        let ranks: Vec<String> = (1..=self.size).rev().map(rank_text).collect();
        let die = self.die.map_or("-".to_string(), |die| die.to_string());
        format!("{} {} {die}", ranks.join("/"), self.mover)
    }

    fn payoffs(&self) -> Vec<f64> {
        match self.winner() {
            Some('r') => vec![1.0, -1.0],
            Some(_) => vec![-1.0, 1.0],
            None => vec![0.0, 0.0],
        }
    }
}
