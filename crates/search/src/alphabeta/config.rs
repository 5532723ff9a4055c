//! Every technique of the family, as a switch.

use crate::ordering::MoveOrdering;
use crate::table::{TableConfig, TableError};
use crate::time::Prediction;
use thiserror::Error;

/// The search itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// Everything is looked at: the reference that shows what pruning saves.
    Minimax,
    /// Fail-soft alpha-beta.
    AlphaBeta,
    /// Principal variation search (NegaScout): after the first move the others only have to prove that they are not
    /// better, and are searched again if they fail to.
    #[default]
    Pvs,
    /// MTD(f) (Plaat 1995): nothing but such proofs, closing in on the value from the guess of the last iteration.
    Mtdf,
}

/// The window around the value of the last iteration. For alpha-beta and PVS; the others have none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Aspiration {
    /// Always the open window.
    #[default]
    Off,
    /// 2018: half-width `b`; on failure one more search of all values below, or above.
    Fixed(i32),
    /// 2019: half-width `k·sigma`, sigma being the standard deviation of the exact values at the root in the last
    /// iteration. With fewer than two of them the window is open. Failures as with [`Aspiration::Fixed`].
    Sigma(f64),
    /// Half-width `b` that grows on the side that failed.
    Growing(i32),
}

/// Opponent-pruning paranoid search (OPPS; Baier and Kaisers 2020): between two turns of the root player only some opponents look at all
/// their moves. The others look at the most promising ones, as does everybody once enough have departed from those.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpponentPruning {
    /// How many opponents in a round may depart from their most promising moves.
    pub departures: u8,
    /// How many moves count as most promising.
    pub expected: u8,
}

/// How to search. The default is the strongest for one thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Minimax, alpha-beta, PVS or MTD(f).
    pub algorithm: Algorithm,
    /// In which order moves are tried.
    pub order: MoveOrdering,
    /// The window at the root.
    pub aspiration: Aspiration,
    /// Whether another iteration is worth beginning.
    pub prediction: Prediction,
    /// Whether shallower searches come first. Without them a search to a given depth begins with that depth, which
    /// shows what they are worth; a search without a given depth deepens anyway.
    pub deepening: bool,
    /// What is remembered about positions.
    pub table: TableConfig,
    /// Use only table entries of just the wanted depth. Deeper ones are better knowledge, but with them the value of
    /// a fixed depth depends on what was searched before; tests that compare values switch this on.
    pub exact_depth: bool,
    /// Positions that a symmetry of the board maps to each other share a table entry. Only for evaluations that
    /// respect the symmetries.
    pub symmetry: bool,
    /// Making and rating a move takes less time than one access to memory: nodes right above the horizon do without
    /// the table and without ranks. Changes speed, never values.
    pub thresholds: bool,
    /// Ask the game for results that are certain before the end, [`Game::early_result`](plyground_core::Game::early_result). Only
    /// in games of two players.
    pub early_results: bool,
    /// Moves that are tried late are first looked at less deeply, and fully only if they turn out better than expected.
    /// Deeper searches in the same time, but values of a fixed depth are no longer those of minimax.
    pub reductions: bool,
    /// Only this many moves per position are looked at: the best by the evaluation right after them.
    pub beam: Option<usize>,
    /// Inside the tree the beam goes by what is known without making a move (the game's guess, killers, history) rather than
    /// by the evaluation: for positions with hundreds of moves.
    pub guessed_beam: bool,
    /// Whether moves that the evaluation calls a [last resort](plyground_core::Evaluation::is_last_resort) are looked at inside the
    /// tree where there are others.
    pub last_resorts: bool,
    /// How many opponents look at all their moves; with two players it changes nothing.
    pub opponent_pruning: Option<OpponentPruning>,
    /// Threads that search together.
    pub threads: usize,
    /// So many of the best root moves get exact values; the others only have to be worse. More than one line leaves no
    /// use for aspiration windows, and MTD(f) knows only one.
    pub lines: usize,
    /// Stop after the first iteration when there is only one move, unless a depth is asked for.
    pub stop_when_forced: bool,
    /// Stop when looking further cannot change the value.
    pub stop_when_solved: bool,
}

/// Size of the table unless said otherwise.
const TABLE_BYTES: usize = 64 << 20;

impl Default for Config {
    fn default() -> Self {
        Config {
            algorithm: Algorithm::Pvs,
            order: MoveOrdering::default(),
            aspiration: Aspiration::Off,
            prediction: Prediction::Half,
            deepening: true,
            table: TableConfig::Bucketed { bytes: TABLE_BYTES },
            exact_depth: false,
            symmetry: false,
            thresholds: true,
            early_results: false,
            reductions: false,
            beam: None,
            guessed_beam: false,
            last_resorts: true,
            opponent_pruning: None,
            threads: 1,
            lines: 1,
            stop_when_forced: true,
            stop_when_solved: true,
        }
    }
}

/// The most threads one search may have.
pub const MAX_THREADS: usize = 256;

/// A search that cannot be built.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum ConfigError {
    /// The table.
    #[error(transparent)]
    TranspositionTable(#[from] TableError),
    /// No thread, or far too many.
    #[error("a search needs between 1 and {MAX_THREADS} threads, not {0}")]
    Threads(usize),
    /// A beam without moves.
    #[error("a beam of width 0 lets no move through: give at least 1, or switch the beam off")]
    Beam,
    /// Opponents without a move.
    #[error("opponents need at least 1 expected move each, not 0")]
    ExpectedMoves,
    /// No line at all.
    #[error("a search has at least 1 line, not 0")]
    Lines,
    /// A window that holds no value.
    #[error("an aspiration window of half-width {0} holds no value: give a number above 0, or switch it off")]
    Window(f64),
}

impl Config {
    /// Whether no move of a position is left out for good.
    pub(super) fn sees_all_moves(&self, players: usize) -> bool {
        self.beam.is_none() && self.last_resorts && (players == 2 || self.opponent_pruning.is_none())
    }

    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), ConfigError> {
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return Err(ConfigError::Threads(self.threads));
        }
        if self.beam == Some(0) {
            return Err(ConfigError::Beam);
        }
        if self.opponent_pruning.is_some_and(|pruning| pruning.expected == 0) {
            return Err(ConfigError::ExpectedMoves);
        }
        if self.lines == 0 {
            return Err(ConfigError::Lines);
        }
        match self.aspiration {
            Aspiration::Fixed(width) | Aspiration::Growing(width) if width <= 0 => {
                Err(ConfigError::Window(f64::from(width)))
            }
            Aspiration::Sigma(factor) if !factor.is_finite() || factor <= 0.0 => Err(ConfigError::Window(factor)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_settings_are_refused_with_a_sentence() {
        let said = |config: Config| config.check().unwrap_err().to_string();
        let base = Config::default();
        assert_eq!(base.check(), Ok(()));
        assert!(said(Config { threads: 0, ..base }).contains("between 1 and 256 threads, not 0"));
        assert!(said(Config { beam: Some(0), ..base }).contains("lets no move through"));
        let pruning = OpponentPruning { departures: 1, expected: 0 };
        assert!(said(Config { opponent_pruning: Some(pruning), ..base }).contains("at least 1 expected move"));
        assert!(said(Config { lines: 0, ..base }).contains("at least 1 line"));
        assert!(said(Config { aspiration: Aspiration::Fixed(0), ..base }).contains("half-width 0 holds no value"));
        assert!(said(Config { aspiration: Aspiration::Sigma(f64::NAN), ..base }).contains("half-width NaN"));
    }
}
