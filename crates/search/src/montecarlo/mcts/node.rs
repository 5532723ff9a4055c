//! One node of the tree.

use crate::montecarlo::Rewards;
use plyground_core::{PlayerId, Turn};

/// How a parent reaches a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step<M> {
    /// The root comes from nowhere.
    Root,
    /// This outcome of the roll.
    Roll(u32),
    /// This move.
    Move(M),
}

/// What is certain about a node, whatever the play-outs say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Nothing.
    Open,
    /// Best play of both players ends in a draw; only ever said of two players.
    Draw,
    /// This player can force a lone first place against everything the others do.
    Win(PlayerId),
}

impl Proof {
    /// What a finished game proves.
    pub fn of(rewards: &Rewards, players: usize) -> Proof {
        match PlayerId::all(players).find(|player| rewards.of(*player) == 1.0) {
            Some(winner) => Proof::Win(winner),
            None if players == 2 => Proof::Draw,
            None => Proof::Open,
        }
    }

    /// The rewards that the proof promises, if players are two.
    pub fn rewards(self) -> Option<Rewards> {
        match self {
            Proof::Open => None,
            Proof::Draw => Some(Rewards::draw()),
            Proof::Win(winner) => Some(Rewards::win(winner)),
        }
    }
}

/// A position of the tree; the position itself is found by following the steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub step: Step<M>,
    pub parent: u32,
    /// The first child; children lie side by side behind their parent.
    pub children: u32,
    /// How many children; none for a leaf.
    pub count: u32,
    /// Play-outs that went through here.
    pub visits: u32,
    /// Play-outs under way. They count as lost, so that threads spread (virtual loss).
    pub pending: u32,
    /// Rewards of all visits, for the owner.
    pub total: f64,
    /// The prior of a move, or the probability of an outcome; with PUCT the prior probability of a move.
    pub prior: f32,
    /// What a move is expected to be worth before it is tried; only PUCT asks.
    pub rating: f32,
    /// Whose choice this node was; below a chance node, who is to roll.
    pub owner: PlayerId,
    /// What the position waits for, once someone has been there.
    pub turn: Option<Turn>,
    pub proof: Proof,
    /// Whether all moves of the position are children: a beam may have left some out, which could be better.
    pub complete: bool,
    /// Survives the change of root that is under way.
    pub kept: bool,
}

impl<M> Node<M> {
    pub fn new(step: Step<M>, parent: u32, owner: PlayerId, prior: f32) -> Self {
        Node {
            step,
            parent,
            children: 0,
            count: 0,
            visits: 0,
            pending: 0,
            total: 0.0,
            prior,
            rating: prior,
            owner,
            turn: None,
            proof: Proof::Open,
            complete: true,
            kept: false,
        }
    }

    /// Mean reward of the owner; without a visit nothing is known: half a win.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.total / f64::from(self.visits) }
    }
}
