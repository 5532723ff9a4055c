//! A game that is nothing but numbers: four to eleven moves everywhere, each with a gain of its own, positions that can be reached in
//! several ways, and an estimate that is right only on average.

use super::Foreign;
use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, key_for};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomTree;

/// A position: a number that decides its moves, how many moves led there, and what the first player has gained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    name: u64,
    ply: u8,
    gained: i16,
}

const LENGTH: u8 = 40;
/// Different positions of one ply, so that ways meet.
const NAMES: u64 = 1 << 22;

impl Node {
    fn mover(&self) -> PlayerId {
        PlayerId::from_index(usize::from(self.ply % 2))
    }

    fn random(&self, salt: u64) -> u64 {
        key_for(self.name << 8 | u64::from(self.ply), salt)
    }

    /// What the move gains for its player: -8 to 7.
    fn gain(&self, mv: u8) -> i16 {
        (self.random(100 + u64::from(mv)) >> 60) as i16 - 8
    }
}

impl Game for RandomTree {
    type Position = Node;
    type Move = u8;
    type Undo = Node;

    fn facts(&self) -> Facts {
        Facts::two_players(usize::from(LENGTH))
    }
    fn start(&self) -> Node {
        Node { name: 1, ply: 0, gained: 0 }
    }
    fn turn(&self, node: &Node) -> Turn {
        if node.ply == LENGTH { Turn::Over } else { Turn::Player(node.mover()) }
    }
    fn moves(&self, node: &Node, out: &mut Vec<u8>) {
        if node.ply < LENGTH {
            out.extend(0..4 + (node.random(1) >> 61) as u8);
        }
    }
    fn make(&self, node: &mut Node, mv: u8) -> Node {
        let gain = node.gain(mv);
        let signed = if node.ply.is_multiple_of(2) { gain } else { -gain };
        let name = node.random(200 + u64::from(mv)) % NAMES;
        std::mem::replace(node, Node { name, ply: node.ply + 1, gained: node.gained + signed })
    }
    fn unmake(&self, node: &mut Node, _mv: u8, before: Node) {
        *node = before;
    }
    fn payoffs(&self, node: &Node) -> Payoffs {
        match node.gained.cmp(&0) {
            std::cmp::Ordering::Greater => Payoffs::win(PlayerId::FIRST),
            std::cmp::Ordering::Less => Payoffs::win(PlayerId::SECOND),
            std::cmp::Ordering::Equal => Payoffs::new(&[0.0, 0.0]),
        }
    }
    fn key(&self, node: &Node) -> Option<u64> {
        Some(node.random(node.gained as u64))
    }
}

impl Foreign for RandomTree {
    const NAME: &'static str = "random tree";
    const DEPTH: u32 = 13;

    /// What was gained, and a little noise.
    fn estimate(&self, node: &Node) -> i32 {
        let gained = i32::from(node.gained) * 4 + (node.random(2) >> 62) as i32;
        if node.ply.is_multiple_of(2) { gained } else { -gained }
    }
    fn to_move(node: &Node) -> PlayerId {
        node.mover()
    }
    fn index(mv: u8) -> u16 {
        u16::from(mv)
    }
}
