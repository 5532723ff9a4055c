//! Opinions about unfinished positions. None of them looks at the roll on the table.

use super::Einstein;
use super::catalog;
use super::net::{AT_ONCE, Net, NetEval};
use super::position::{Move, Position};
use super::tables::{Fields, FinishTimes, Schwarz};
use plyground_core::{Bounds, ChanceTables, EvalInfo, Evaluated, Evaluation, Game, KnownEndgames, LEVELS, PlayerId};
use std::sync::{Arc, OnceLock};

/// Whole units per move or per field point.
const FINE: f64 = 1000.0;
/// Whole units between an even race and a certain one.
const CERTAIN: f64 = 100_000.0;

/// What a won game counts among expected moves and field points: Rock'n'Roll's number, large enough that a certain win
/// beats a probable one.
const DECIDED: f64 = 1000.0;

/// An evaluation of the game.
#[derive(Clone, Debug)]
pub enum Eval {
    /// The probability of winning the race if nobody captures anything (distributions of finish times).
    Distribution(Arc<FinishTimes>),
    /// How many moves the opponent is expected to arrive later.
    Schwarz(Arc<Schwarz>),
    /// Mean field value of the own stones minus that of the opponent's.
    Farmer(Arc<Fields>),
    /// The learned probability of winning.
    Net(Box<NetEval>),
}

/// Databases of positions with up to this many stones, if they know this board.
pub type EndgameSource = fn(&Einstein, usize) -> Option<KnownEndgames<Einstein>>;

static ENDGAMES: OnceLock<EndgameSource> = OnceLock::new();

/// Lets the game answer [`known_endgames`](Evaluated::known_endgames) from these databases, which are a crate of their own. The
/// first source counts.
pub fn set_endgame_source(source: EndgameSource) {
    let _ = ENDGAMES.set(source);
}

impl Evaluated for Einstein {
    type Eval = Eval;

    fn known_endgames(&self, most: usize) -> Option<KnownEndgames<Einstein>> {
        ENDGAMES.get().and_then(|source| source(self, most))
    }

    fn level_specs(&self) -> Option<&'static [&'static str; LEVELS - 1]> {
        Some(&catalog::LEVEL_SPECS)
    }

    fn best_spec(&self) -> Option<&'static str> {
        Net::knows(self).then_some(catalog::BEST)
    }

    fn flaws(&self, position: &Position, played: Move, better: Move) -> Vec<String> {
        super::flaws::flaws(self, position, played, better)
    }

    /// The net's values are chances already; the tables are for the other evaluations.
    fn chance_tables(&self) -> Option<ChanceTables> {
        Some(ChanceTables { text: include_str!("chances.txt"), board: "any", sureness: 1.0 })
    }

    fn evals(&self) -> &'static [EvalInfo] {
        &[
            EvalInfo {
                name: "distribution",
                summary: "win probability of a race without captures, from the distributions of both finish times",
            },
            EvalInfo { name: "schwarz", summary: "difference of the expected numbers of moves to the goal" },
            EvalInfo { name: "farmer", summary: "difference of the mean field values of the stones" },
            EvalInfo {
                name: "net",
                summary: "win probability by a net that learned from its own games, on the standard board with a fair die",
            },
        ]
    }

    fn eval(&self, name: &str) -> Option<Eval> {
        match name {
            "distribution" => Some(Eval::Distribution(self.finish_times().clone())),
            "schwarz" => Some(Eval::Schwarz(self.schwarz().clone())),
            "farmer" => Some(Eval::Farmer(self.fields().clone())),
            "net" => Net::knows(self).then(|| Eval::Net(Box::new(NetEval::new(Net::embedded().clone())))),
            _ => None,
        }
    }
}

impl Evaluation<Einstein> for Eval {
    /// Thousandths of a move or of a field point; for probabilities a scale from -100,000 (certain loss) to 100,000.
    /// What one player gains in it the other loses.
    fn value(&mut self, game: &Einstein, position: &Position, player: PlayerId) -> i32 {
        // Rounded from the waiting player's point of view, so that both views are exact opposites.
        let waiting = position.mover().opponent();
        let value = match self {
            Eval::Distribution(_) | Eval::Net(_) => CERTAIN * (2.0 * self.static_eval(game, position, waiting) - 1.0),
            Eval::Schwarz(_) | Eval::Farmer(_) => FINE * self.static_eval(game, position, waiting),
        };
        let value = value.round() as i32;
        if player == waiting { value } else { -value }
    }

    fn expectation(&mut self, game: &Einstein, position: &Position, player: PlayerId) -> f64 {
        let waiting = position.mover().opponent();
        match self {
            Eval::Distribution(_) | Eval::Net(_) if player != waiting => {
                1.0 - self.static_eval(game, position, waiting)
            }
            _ => self.static_eval(game, position, player),
        }
    }

    /// The net's pass over its hidden layer waits for memory and for its own sums; several side by side fill that time.
    #[inline]
    fn at_once(&self) -> usize {
        if matches!(self, Eval::Net(_)) { AT_ONCE } else { 1 }
    }

    fn expectations(&mut self, game: &Einstein, positions: &[Position], player: PlayerId, values: &mut Vec<f64>) {
        let Eval::Net(net) = self else {
            values.extend(positions.iter().map(|position| self.expectation(game, position, player)));
            return;
        };
        for several in positions.chunks(AT_ONCE) {
            let wins = net.wins_of_rolling(game, several);
            values.extend(several.iter().zip(wins).map(|(position, win)| {
                let waiting = 1.0 - win;
                if player == position.mover() { 1.0 - waiting } else { waiting }
            }));
        }
    }

    fn expected_result(&mut self, _game: &Einstein, position: &Position, player: PlayerId) -> f64 {
        let won = position.winner() == Some(player);
        match self {
            Eval::Distribution(_) | Eval::Net(_) => f64::from(u8::from(won)),
            Eval::Schwarz(_) | Eval::Farmer(_) => {
                if won {
                    DECIDED
                } else {
                    -DECIDED
                }
            }
        }
    }

    fn bounds(&self) -> Bounds {
        match self {
            Eval::Distribution(_) | Eval::Net(_) => Bounds::PROBABILITY,
            Eval::Schwarz(_) | Eval::Farmer(_) => Bounds { low: -DECIDED, high: DECIDED, sum: Some(0.0) },
        }
    }

    fn unit(&self) -> &'static str {
        match self {
            Eval::Distribution(_) | Eval::Net(_) => "win probability",
            Eval::Schwarz(_) => "moves",
            Eval::Farmer(_) => "points",
        }
    }

    /// Winning steps first, then captures of hostile stones, then diagonal steps; taking an own stone comes last.
    fn move_score(&mut self, game: &Einstein, position: &Position, mv: Move) -> i32 {
        let player = position.mover();
        let from = position.stones(player).cell(mv.stone());
        let Some(to) = game.board().target(player, from, mv.step()) else { return 0 };
        let mut after = *position;
        game.make(&mut after, mv);
        let nearer = game.board().distance(player, from) - game.board().distance(player, to);
        let won = 1000 * i32::from(after.winner().is_some());
        let taken = position.stones(player.opponent()).find(to).is_some();
        let lost = position.stones(player).find(to).is_some();
        won + 10 * i32::from(taken) - 5 * i32::from(lost) + 2 * nearer as i32
    }
}

impl Eval {
    /// The opinion from one player's point of view; probabilities are only known for the player who waits.
    #[inline]
    fn static_eval(&mut self, game: &Einstein, position: &Position, player: PlayerId) -> f64 {
        let opponent = player.opponent();
        let (own, hostile) = (position.stones(player), position.stones(opponent));
        match self {
            Eval::Distribution(times) => times.win_of_waiting(player, own, hostile),
            Eval::Schwarz(table) => table.of(opponent, hostile) - table.of(player, own),
            Eval::Farmer(fields) => fields.of(player, own) - fields.of(opponent, hostile),
            Eval::Net(net) => 1.0 - net.win_of_rolling(game, position),
        }
    }
}
