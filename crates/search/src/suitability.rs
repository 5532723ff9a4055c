//! Which games a search can play: the one place that says so.
//!
//! Every search asks [`Method::check`] before it looks at a position, and answers with the error instead of a move that means nothing.

use plyground_core::Facts;
use thiserror::Error;

/// The searches of this crate, as far as they differ in what they ask of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// [`AlphaBeta`](crate::alphabeta::AlphaBeta).
    AlphaBeta,
    /// [`MaxN`](crate::multiplayer::MaxN).
    MaxN,
    /// [`BestReply`](crate::multiplayer::BestReply).
    BestReply,
    /// [`Expectimax`](crate::expectimax::Expectimax).
    Expectimax,
    /// [`Flat`](crate::montecarlo::Flat).
    Flat,
    /// [`Mcts`](crate::montecarlo::Mcts).
    Mcts,
    /// [`solve`](crate::solve::solve) and its relatives.
    Solve,
    /// [`solve_chance`](crate::expectimax::solve_chance).
    SolveChance,
}

/// Why a search cannot play a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum Unsupported {
    /// The game has dice.
    #[error("{} knows no dice; use {}", .0.name(), .0.instead_with_dice())]
    Dice(Method),
    /// The game has not just two players.
    #[error("only games of two players can be solved; this one has {0}")]
    Players(usize),
    /// Two players whose interests are not opposed: what is good for one need not be bad for the other.
    #[error("{} needs two players with opposed interests; use max^n or Monte Carlo search", .0.name())]
    NotZeroSum(Method),
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 8] = [
        Method::AlphaBeta,
        Method::MaxN,
        Method::BestReply,
        Method::Expectimax,
        Method::Flat,
        Method::Mcts,
        Method::Solve,
        Method::SolveChance,
    ];

    /// The name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Method::AlphaBeta => "alpha-beta",
            Method::MaxN => "max^n",
            Method::BestReply => "best-reply search",
            Method::Expectimax => "expectimax",
            Method::Flat => "flat Monte Carlo",
            Method::Mcts => "Monte Carlo tree search",
            Method::Solve => "the solver of forced results",
            Method::SolveChance => "the solver of games with dice",
        }
    }

    fn instead_with_dice(self) -> &'static str {
        match self {
            Method::Solve => "the solver of games with dice",
            _ => "expectimax or Monte Carlo search",
        }
    }

    /// Whether the search can play games with these facts.
    pub fn check(self, facts: &Facts) -> Result<(), Unsupported> {
        match self {
            Method::AlphaBeta => self.no_dice(facts).and_then(|()| self.opposed(facts)),
            // With more than two players these two take the paranoid view: everyone against the root player.
            Method::Expectimax | Method::BestReply => self.opposed(facts),
            // Everyone looks after themselves, and rolls are averaged or sampled: that fits every game.
            Method::MaxN | Method::Flat | Method::Mcts => Ok(()),
            Method::Solve => self.no_dice(facts).and_then(|()| two_players(facts)).and_then(|()| self.opposed(facts)),
            Method::SolveChance => two_players(facts).and_then(|()| self.opposed(facts)),
        }
    }

    fn no_dice(self, facts: &Facts) -> Result<(), Unsupported> {
        if facts.chance { Err(Unsupported::Dice(self)) } else { Ok(()) }
    }

    /// A single opponent is an enemy. (More than two are not, and taking them for a bloc is a view, not a claim.)
    fn opposed(self, facts: &Facts) -> Result<(), Unsupported> {
        if facts.players == 2 && !facts.zero_sum { Err(Unsupported::NotZeroSum(self)) } else { Ok(()) }
    }
}

fn two_players(facts: &Facts) -> Result<(), Unsupported> {
    if facts.players == 2 { Ok(()) } else { Err(Unsupported::Players(facts.players)) }
}
