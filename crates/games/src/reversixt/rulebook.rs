//! The rules once more: slow, plain, written from the rule text and sharing no code with the game, not even the reader
//! of maps. What the two disagree about, one of them has wrong.

use plyground_core::{PlayerId, Turn};
use plyground_testkit::agreement::Rulebook;
use std::collections::HashMap;

const DELTA: [(i64, i64); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// A place and a direction.
type Facing = (i64, i64, usize);

/// The whole game in the words of the rules. Players are numbered from 1.
#[derive(Clone)]
pub(super) struct Book {
    players: usize,
    strength: usize,
    board: Vec<Vec<char>>,
    joined: HashMap<Facing, Facing>,
    overrides: Vec<u8>,
    bombs: Vec<u8>,
    out: Vec<bool>,
    phase: u8,
    mover: Option<usize>,
}

impl Book {
    /// Reads a map that is known to be good. Sides already joined stay as they are.
    pub(super) fn new(text: &str) -> Book {
        let mut words = text.split_whitespace();
        let mut number = || words.next().unwrap().parse::<i64>().unwrap();
        let (players, overrides, bombs) = (number() as usize, number() as u8, number() as u8);
        let (strength, height, width) = (number() as usize, number(), number());
        let mut row = || (0..width).map(|_| words.next().unwrap().chars().next().unwrap()).collect();
        let board = (0..height).map(|_| row()).collect();
        let rest: Vec<&str> = words.collect();
        let mut joined = HashMap::new();
        for line in rest.chunks(7) {
            let at = |index: usize| line[index].parse::<i64>().unwrap();
            let (one, two) = ((at(0), at(1), at(2) as usize), (at(4), at(5), at(6) as usize));
            joined.insert(one, two);
            joined.insert(two, one);
        }
        let mut book = Book {
            players,
            strength,
            board,
            joined,
            overrides: vec![overrides; players],
            bombs: vec![bombs; players],
            out: vec![false; players],
            phase: 1,
            mover: None,
        };
        book.pass_on(players);
        book
    }

    fn tile(&self, x: i64, y: i64) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.board.get(y));
        let tile = row.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get(x)));
        tile.copied().unwrap_or('-')
    }

    fn set(&mut self, x: i64, y: i64, tile: char) {
        self.board[y as usize][x as usize] = tile;
    }

    fn places(&self) -> Vec<(i64, i64)> {
        let (height, width) = (self.board.len() as i64, self.board[0].len() as i64);
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|(x, y)| self.tile(*x, *y) != '-').collect()
    }

    /// One step: through a transition if the side has one, else to the neighbour; nowhere if that is a hole.
    fn step(&self, (x, y, direction): Facing) -> Option<Facing> {
        let (x, y, direction) = match self.joined.get(&(x, y, direction)) {
            Some((x, y, entered)) => (*x, *y, (entered + 4) % 8),
            None => (x + DELTA[direction].0, y + DELTA[direction].1, direction),
        };
        (self.tile(x, y) != '-').then_some((x, y, direction))
    }

    fn stone(player: usize) -> char {
        char::from_digit(player as u32, 10).unwrap()
    }

    /// All tiles that the player captures from a tile.
    fn captured(&self, player: usize, x: i64, y: i64) -> Vec<(i64, i64)> {
        let mut all = Vec::new();
        for direction in 0..8 {
            let mut way = Vec::new();
            let mut here = (x, y, direction);
            let mut seen = Vec::new();
            while let Some(next) = self.step(here) {
                here = next;
                let tile = self.tile(here.0, here.1);
                if "0cib".contains(tile) || (here.0, here.1) == (x, y) || seen.contains(&here) {
                    break;
                }
                if tile == Book::stone(player) {
                    all.append(&mut way);
                    break;
                }
                seen.push(here);
                way.push((here.0, here.1));
            }
        }
        all
    }

    fn may_build(&self, player: usize, x: i64, y: i64) -> bool {
        match self.tile(x, y) {
            '0' | 'c' | 'i' | 'b' => !self.captured(player, x, y).is_empty(),
            'x' => self.overrides[player - 1] > 0,
            _ => self.overrides[player - 1] > 0 && !self.captured(player, x, y).is_empty(),
        }
    }

    fn can_move(&self, player: usize) -> bool {
        if self.out[player - 1] {
            return false;
        }
        if self.phase == 1 {
            self.places().iter().any(|(x, y)| self.may_build(player, *x, *y))
        } else {
            self.bombs[player - 1] > 0 && !self.places().is_empty()
        }
    }

    /// The turn goes to the first who can move, beginning with the one after `last`.
    fn pass_on(&mut self, last: usize) {
        let order: Vec<usize> = (last..last + self.players).map(|index| index % self.players + 1).collect();
        self.mover = order.iter().copied().find(|player| self.can_move(*player));
        if self.mover.is_none() && self.phase == 1 {
            self.phase = 2;
            self.mover = order.iter().copied().find(|player| self.can_move(*player));
        }
    }

    fn build(&mut self, player: usize, x: i64, y: i64, special: usize) {
        let before = self.tile(x, y);
        let captured = self.captured(player, x, y);
        if "12345678x".contains(before) {
            self.overrides[player - 1] -= 1;
        }
        for (x, y) in captured.into_iter().chain([(x, y)]) {
            self.set(x, y, Book::stone(player));
        }
        match before {
            'c' => self.rename(|owner| match owner {
                _ if owner == player => special,
                _ if owner == special => player,
                _ => owner,
            }),
            'i' => {
                let players = self.players;
                self.rename(|owner| owner % players + 1);
            }
            'b' if special == 20 => self.bombs[player - 1] = ((u32::from(self.bombs[player - 1]) + 1) % 256) as u8,
            'b' => self.overrides[player - 1] = ((u32::from(self.overrides[player - 1]) + 1) % 256) as u8,
            _ => {}
        }
    }

    /// Gives every stone a new owner.
    fn rename(&mut self, owner: impl Fn(usize) -> usize) {
        let change = |tile: &char| match tile.to_digit(10) {
            Some(number) if number > 0 => Book::stone(owner(number as usize)),
            _ => *tile,
        };
        self.board = self.board.iter().map(|row| row.iter().map(change).collect()).collect();
    }

    fn explode(&mut self, player: usize, x: i64, y: i64) {
        self.bombs[player - 1] -= 1;
        let mut reached = vec![(x, y)];
        for _ in 0..self.strength {
            let before = reached.len();
            for (x, y) in reached.clone() {
                for direction in 0..8 {
                    if let Some((x, y, _)) = self.step((x, y, direction))
                        && !reached.contains(&(x, y))
                    {
                        reached.push((x, y));
                    }
                }
            }
            if reached.len() == before {
                break;
            }
        }
        for (x, y) in reached {
            self.set(x, y, '-');
        }
    }

    /// Disqualifies a player.
    pub(super) fn disqualify(&mut self, player: usize) {
        self.out[player - 1] = true;
        self.overrides[player - 1] = 0;
        self.bombs[player - 1] = 0;
        if self.out.iter().filter(|out| !**out).count() == 1 {
            self.mover = None;
        } else if self.mover == Some(player) {
            self.pass_on(player);
        }
    }

    /// The number of sequences of exactly `depth` turns, by playing them all.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal();
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |mv: &String| {
            let mut next = self.clone();
            next.play(mv);
            next
        };
        moves.iter().map(|mv| after(mv).perft(depth - 1)).sum()
    }
}

impl Rulebook for Book {
    fn turn(&self) -> Turn {
        self.mover.map_or(Turn::Over, |player| Turn::Player(PlayerId::from_number(player).unwrap()))
    }

    fn legal(&self) -> Vec<String> {
        let Some(player) = self.mover else { return Vec::new() };
        let mut moves = Vec::new();
        for (x, y) in self.places() {
            let tile = self.tile(x, y);
            if self.phase == 2 {
                moves.push(format!("{x},{y}"));
            } else if self.may_build(player, x, y) {
                match tile {
                    'c' => moves.extend((1..=self.players).map(|other| format!("{x},{y}:{other}"))),
                    'b' => moves.extend([format!("{x},{y}:20"), format!("{x},{y}:21")]),
                    _ => moves.push(format!("{x},{y}")),
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let numbers: Vec<i64> = mv.split([',', ':']).map(|word| word.parse().unwrap()).collect();
        let special = numbers.get(2).map_or(0, |special| *special as usize);
        let player = self.mover.unwrap();
        if self.phase == 1 {
            self.build(player, numbers[0], numbers[1], special);
        } else {
            self.explode(player, numbers[0], numbers[1]);
        }
        self.pass_on(player);
    }

    fn position(&self) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row.iter().collect()).collect();
        let list = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let out: Vec<String> = (1..=self.players).filter(|p| self.out[p - 1]).map(|p| p.to_string()).collect();
        format!(
            "{} {} {} o={} b={} out={}",
            rows.join("/"),
            self.phase,
            self.mover.map_or("-".to_string(), |player| player.to_string()),
            list(&self.overrides),
            list(&self.bombs),
            if out.is_empty() { "-".to_string() } else { out.join(",") }
        )
    }

    fn payoffs(&self) -> Vec<f64> {
        let stones = |player| self.board.iter().flatten().filter(|tile| **tile == Book::stone(player)).count() as f64;
        (1..=self.players).map(|player| if self.out[player - 1] { -1.0 } else { stones(player) }).collect()
    }
}
