//! The rules once more, slowly, straight from their wording: a grid of characters, loops over squares, no tables. It
//! shares no code with the fast game and is compared with it over many random games.

use plyground_core::{PlayerId, Turn};
use plyground_testkit::agreement::Rulebook;

/// The draw that the fast game adds to the rules, so that no game goes on for ever.
const STANDSTILL: usize = 100;

#[derive(Clone)]
pub struct Slow {
    /// Characters of the notation, by row and column.
    grid: Vec<Vec<char>>,
    mover: String,
    removes: bool,
    player: char,
    standstill: usize,
}

type Place = (usize, usize);

impl Slow {
    pub fn new(mover: &str, mode: &str, position: &str) -> Self {
        let fields: Vec<&str> = position.split(' ').collect();
        Slow {
            grid: fields[0].split('/').map(|row| row.chars().collect()).collect(),
            mover: mover.to_string(),
            removes: mode == "remove",
            player: fields[1].chars().next().unwrap(),
            standstill: fields.get(2).map_or(0, |number| number.parse().unwrap()),
        }
    }

    /// All sequences of exactly this many turns.
    pub fn count(&self, depth: u32) -> u64 {
        let moves = self.legal();
        if depth == 1 {
            return moves.len() as u64;
        }
        let replies = moves.into_iter().map(|mv| {
            let mut after = self.clone();
            after.play(&mv);
            after.count(depth - 1)
        });
        replies.sum()
    }

    fn places(&self) -> Vec<Place> {
        (0..self.grid.len()).flat_map(|row| (0..self.grid[0].len()).map(move |col| (row, col))).collect()
    }

    fn at(&self, (row, col): Place) -> char {
        self.grid[row][col]
    }

    fn free(&self, place: Place) -> bool {
        matches!(self.at(place), '.' | '+')
    }

    fn permanent(&self, place: Place) -> bool {
        matches!(self.at(place), '+' | 'x' | 'o')
    }

    fn piece(&self, player: char) -> Option<Place> {
        self.places().into_iter().find(|place| self.at(*place).to_ascii_uppercase() == player)
    }

    fn neighbour(&self, (row, col): Place, down: i32, right: i32) -> Option<Place> {
        let (row, col) = (row as i32 + down, col as i32 + right);
        let inside = row >= 0 && col >= 0 && row < self.grid.len() as i32 && col < self.grid[0].len() as i32;
        inside.then_some((row as usize, col as usize))
    }

    /// Where the player to move can put or move the piece.
    fn targets(&self) -> Vec<Place> {
        let Some(from) = self.piece(self.player) else {
            return self.places().into_iter().filter(|place| self.free(*place)).collect();
        };
        let mut targets = Vec::new();
        for down in -2i32..=2 {
            for right in -2i32..=2 {
                if self.mover == "knight" {
                    if down.abs() + right.abs() == 3
                        && let Some(place) = self.neighbour(from, down, right)
                        && self.free(place)
                    {
                        targets.push(place);
                    }
                } else if down.abs() < 2 && right.abs() < 2 && (down, right) != (0, 0) {
                    let mut here = from;
                    while let Some(next) = self.neighbour(here, down, right)
                        && self.free(next)
                    {
                        targets.push(next);
                        here = next;
                        if self.mover == "king" {
                            break;
                        }
                    }
                }
            }
        }
        targets
    }

    /// The board after the first half of a turn, with the square just left free again.
    fn stepped(&self, to: Place) -> Slow {
        let mut after = self.clone();
        if let Some(from) = self.piece(self.player) {
            after.grid[from.0][from.1] = if self.permanent(from) { '+' } else { '.' };
        }
        after.grid[to.0][to.1] = if self.permanent(to) { self.player.to_ascii_lowercase() } else { self.player };
        after
    }

    fn removable(&self) -> Vec<Place> {
        self.places().into_iter().filter(|place| self.at(*place) == '.').collect()
    }

    fn read(&self, name: &str) -> Place {
        let col = name.bytes().next().unwrap() - b'a';
        (name[1..].parse::<usize>().unwrap() - 1, usize::from(col))
    }
}

fn name((row, col): Place) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

impl Rulebook for Slow {
    fn turn(&self) -> Turn {
        match self.player {
            _ if self.targets().is_empty() || self.standstill >= STANDSTILL => Turn::Over,
            'X' => Turn::Player(PlayerId::FIRST),
            _ => Turn::Player(PlayerId::SECOND),
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.standstill >= STANDSTILL {
            return Vec::new();
        }
        let mark = if self.piece(self.player).is_none() { "@" } else { "" };
        let mut moves = Vec::new();
        for to in self.targets() {
            let choice = if self.removes { self.stepped(to).removable() } else { Vec::new() };
            if choice.is_empty() {
                moves.push(format!("{mark}{}", name(to)));
            }
            moves.extend(choice.into_iter().map(|block| format!("{mark}{}-{}", name(to), name(block))));
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let from = self.piece(self.player);
        let words: Vec<&str> = mv.trim_start_matches('@').split('-').collect();
        let to = self.read(words[0]);
        let between_permanent = from.is_some_and(|from| self.permanent(from)) && self.permanent(to);
        let blocked = match (self.removes, words.get(1)) {
            (true, picked) => picked.map(|name| self.read(name)),
            (false, _) => from,
        };
        *self = self.stepped(to);
        match blocked {
            Some((row, col)) => self.grid[row][col] = '#',
            None if between_permanent => self.standstill += 1,
            None => self.standstill = 0,
        }
        if blocked.is_some() {
            self.standstill = 0;
        }
        self.player = if self.player == 'X' { 'O' } else { 'X' };
    }

    fn position(&self) -> String {
        let rows: Vec<String> = self.grid.iter().map(|row| row.iter().collect()).collect();
        let standstill = if self.standstill > 0 { format!(" {}", self.standstill) } else { String::new() };
        format!("{} {}{standstill}", rows.join("/"), self.player)
    }

    fn payoffs(&self) -> Vec<f64> {
        match (self.targets().is_empty(), self.player) {
            (false, _) => vec![0.0, 0.0],
            (true, 'X') => vec![-1.0, 1.0],
            (true, _) => vec![1.0, -1.0],
        }
    }
}
