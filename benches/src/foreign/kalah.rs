//! Kalah with six pits and four seeds. A player who moves again makes the other one pass, so that turns alternate.

use super::Foreign;
use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, key_for};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kalah;

/// The seeds: pits 0 to 5 and the store 6 of each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    seeds: [[u8; 7]; 2],
    mover: PlayerId,
    /// The player to move must pass, because the other one moves again.
    passes: bool,
}

const PASS: u8 = 6;
const ALL: u8 = 48;

impl Board {
    fn is_over(&self) -> bool {
        self.seeds.iter().any(|side| side[..6].iter().all(|pit| *pit == 0) || side[6] > ALL / 2)
    }

    /// What a player has if the game ends now: seeds left on a side belong to its player.
    fn total(&self, player: usize) -> i32 {
        self.seeds[player].iter().map(|pit| i32::from(*pit)).sum()
    }

    fn sow(&mut self, pit: u8) {
        let own = self.mover.index();
        let mut hand = std::mem::take(&mut self.seeds[own][pit as usize]);
        let (mut side, mut at) = (own, pit as usize);
        while hand > 0 {
            at += 1;
            if at == 7 || at == 6 && side != own {
                (side, at) = (1 - side, 0);
            }
            self.seeds[side][at] += 1;
            hand -= 1;
        }
        let across = 5usize.wrapping_sub(at);
        if side == own && at < 6 && self.seeds[own][at] == 1 && self.seeds[1 - own][across] > 0 {
            let won = std::mem::take(&mut self.seeds[1 - own][across]) + std::mem::take(&mut self.seeds[own][at]);
            self.seeds[own][6] += won;
        }
        self.passes = side == own && at == 6;
    }
}

impl Game for Kalah {
    type Position = Board;
    type Move = u8;
    type Undo = Board;

    fn facts(&self) -> Facts {
        Facts::two_players(400)
    }
    fn start(&self) -> Board {
        Board { seeds: [[4, 4, 4, 4, 4, 4, 0]; 2], mover: PlayerId::FIRST, passes: false }
    }
    fn turn(&self, board: &Board) -> Turn {
        if board.is_over() { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        if board.passes {
            out.push(PASS);
        } else {
            // Pits near the store first: they are the likeliest to end in it.
            out.extend((0..6).rev().filter(|pit| board.seeds[board.mover.index()][usize::from(*pit)] > 0));
        }
    }
    fn make(&self, board: &mut Board, pit: u8) -> Board {
        let before = *board;
        if pit == PASS {
            board.passes = false;
        } else {
            board.sow(pit);
        }
        board.mover = board.mover.opponent();
        before
    }
    fn unmake(&self, board: &mut Board, _pit: u8, before: Board) {
        *board = before;
    }
    fn payoffs(&self, board: &Board) -> Payoffs {
        match board.total(0).cmp(&board.total(1)) {
            std::cmp::Ordering::Greater => Payoffs::win(PlayerId::FIRST),
            std::cmp::Ordering::Less => Payoffs::win(PlayerId::SECOND),
            std::cmp::Ordering::Equal => Payoffs::new(&[0.0, 0.0]),
        }
    }
    fn key(&self, board: &Board) -> Option<u64> {
        let half = |side: &[u8; 7]| side.iter().fold(0, |word, pit| word << 8 | u64::from(*pit));
        let extra = u64::from(board.passes) << 57 | (board.mover.index() as u64) << 56;
        Some(key_for(half(&board.seeds[0]) | extra, half(&board.seeds[1])))
    }
}

impl Foreign for Kalah {
    const NAME: &'static str = "Kalah 6 pits, 4 seeds";
    const DEPTH: u32 = 20;

    /// The difference of the stores.
    fn estimate(&self, board: &Board) -> i32 {
        let mover = board.mover.index();
        i32::from(board.seeds[mover][6]) - i32::from(board.seeds[1 - mover][6])
    }
    fn to_move(board: &Board) -> PlayerId {
        board.mover
    }
    fn index(pit: u8) -> u16 {
        u16::from(pit)
    }
}
