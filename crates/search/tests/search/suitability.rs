//! Every search with every kind of game: it plays, or it refuses with a sentence.

use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn};
use plyground_search::alphabeta::{self, AlphaBeta};
use plyground_search::expectimax::{self, Expectimax, Objective, Unsolved, solve_chance};
use plyground_search::montecarlo::{Flat, Mcts, MctsConfig, Uniform};
use plyground_search::multiplayer::{BestReply, MaxN};
use plyground_search::solve::{Solution, SolveConfig, SolveError, solve};
use plyground_search::table::TableConfig;
use plyground_search::{Control, Limits, Method, Search, Unsupported};
use plyground_testkit::hashed::HashEval;
use plyground_testkit::nim::{Nim, Take};

/// Nim as it is, or said to be played by players who are not against each other.
#[derive(Clone)]
struct Declared {
    nim: Nim,
    zero_sum: bool,
}

impl Game for Declared {
    type Position = <Nim as Game>::Position;
    type Move = Take;
    type Undo = <Nim as Game>::Undo;

    fn facts(&self) -> Facts {
        Facts { zero_sum: self.zero_sum, ..self.nim.facts() }
    }

    fn start(&self) -> Self::Position {
        self.nim.start()
    }

    fn turn(&self, position: &Self::Position) -> Turn {
        self.nim.turn(position)
    }

    fn moves(&self, position: &Self::Position, out: &mut Vec<Take>) {
        self.nim.moves(position, out);
    }

    fn make(&self, position: &mut Self::Position, mv: Take) -> Self::Undo {
        self.nim.make(position, mv)
    }

    fn unmake(&self, position: &mut Self::Position, mv: Take, undo: Self::Undo) {
        self.nim.unmake(position, mv, undo);
    }

    fn payoffs(&self, position: &Self::Position) -> Payoffs {
        self.nim.payoffs(position)
    }

    fn key(&self, position: &Self::Position) -> Option<u64> {
        self.nim.key(position)
    }

    fn mover(&self, position: &Self::Position) -> Option<PlayerId> {
        self.nim.mover(position)
    }

    fn outcomes(&self, position: &Self::Position) -> &[f64] {
        self.nim.outcomes(position)
    }

    fn roll(&self, position: &mut Self::Position, outcome: usize) -> Self::Undo {
        self.nim.roll(position, outcome)
    }

    fn unroll(&self, position: &mut Self::Position, outcome: usize, undo: Self::Undo) {
        self.nim.unroll(position, outcome, undo);
    }
}

const TABLE: usize = 1 << 16;

/// Whether the search answers with something, or what it says instead.
fn ask(method: Method, game: &Declared) -> Result<bool, Unsupported> {
    let start = game.start();
    let (depth, playouts) = (Limits::depth(2), Limits::iterations(200));
    let eval = HashEval::new(9);
    let report = match method {
        Method::AlphaBeta => {
            let config = alphabeta::Config { table: TableConfig::Bucketed { bytes: TABLE }, ..Default::default() };
            let mut search = AlphaBeta::with_config(config, eval).expect("a sensible configuration");
            search.best_move(game, &start, depth)?
        }
        Method::MaxN => MaxN::new(eval).best_move(game, &start, depth)?,
        Method::BestReply => {
            let mut search = BestReply::new(eval);
            search.best_move(game, &start, depth)?
        }
        Method::Expectimax => {
            let config = expectimax::Config { table_bytes: TABLE, ..Default::default() };
            let mut search = Expectimax::with_config(config, eval).expect("a small table");
            search.best_move(game, &start, depth)?
        }
        Method::Flat => {
            let mut search = Flat::new(Uniform::default());
            search.best_move(game, &start, playouts)?
        }
        Method::Mcts => Mcts::random(MctsConfig::default()).best_move(game, &start, playouts)?,
        Method::Solve => {
            let config = SolveConfig { table_bytes: TABLE, ..SolveConfig::default() };
            return match solve(game, &start, &config, &mut Control::new(&Limits::default())) {
                Ok(solution) => Ok(matches!(solution, Solution::Solved(_))),
                Err(SolveError::Unsupported(unsupported)) => Err(unsupported),
                Err(other) => panic!("{other}"),
            };
        }
        Method::SolveChance => {
            let mut control = Control::new(&Limits::default());
            return match solve_chance(game, &start, Objective::FirstPlace, TABLE, &mut control) {
                Ok(solution) => Ok(!solution.moves.is_empty() || !solution.outcomes.is_empty()),
                Err(Unsolved::Unsupported(unsupported)) => Err(unsupported),
                Err(other) => panic!("{other}"),
            };
        }
    };
    Ok(report.best.is_some() || report.by_outcome.iter().any(Option::is_some))
}

/// What a game is called, the game, whether its players are against each other, which searches refuse it and why.
type Row = (&'static str, Nim, bool, &'static [(Method, Unsupported)]);

#[test]
fn every_search_plays_a_game_or_refuses_it_in_a_sentence() {
    use Method::{AlphaBeta, BestReply, Expectimax, Solve, SolveChance};
    use Unsupported::{Dice, NotZeroSum, Players};
    let nim = || Nim::new(&[2, 3]).expect("small heaps");
    let die = [0.5, 0.5];
    let table: [Row; 6] = [
        ("two players", nim(), true, &[]),
        ("dice", nim().with_die(&die), true, &[(AlphaBeta, Dice(AlphaBeta)), (Solve, Dice(Solve))]),
        ("three players", nim().for_players(3), false, &[(Solve, Players(3)), (SolveChance, Players(3))]),
        (
            "three players and dice",
            nim().for_players(3).with_die(&die),
            false,
            &[(AlphaBeta, Dice(AlphaBeta)), (Solve, Dice(Solve)), (SolveChance, Players(3))],
        ),
        (
            "two players who are not against each other",
            nim(),
            false,
            &[
                (AlphaBeta, NotZeroSum(AlphaBeta)),
                (BestReply, NotZeroSum(BestReply)),
                (Expectimax, NotZeroSum(Expectimax)),
                (Solve, NotZeroSum(Solve)),
                (SolveChance, NotZeroSum(SolveChance)),
            ],
        ),
        (
            "two such players and dice",
            nim().with_die(&die),
            false,
            &[
                (AlphaBeta, Dice(AlphaBeta)),
                (BestReply, NotZeroSum(BestReply)),
                (Expectimax, NotZeroSum(Expectimax)),
                (Solve, Dice(Solve)),
                (SolveChance, NotZeroSum(SolveChance)),
            ],
        ),
    ];
    for (name, nim, zero_sum, refused) in table {
        let game = Declared { nim, zero_sum };
        for method in Method::ALL {
            let reason = refused.iter().find(|(refusing, _)| *refusing == method).map(|(_, reason)| *reason);
            let expected = reason.map_or(Ok(true), Err);
            assert_eq!(ask(method, &game), expected, "{method:?} with {name}");
            assert_eq!(method.check(&game.facts()).err(), reason, "{method:?} with {name}");
        }
    }
}

#[test]
fn refusals_say_what_would_do() {
    assert_eq!(
        Unsupported::Dice(Method::AlphaBeta).to_string(),
        "alpha-beta knows no dice; use expectimax or Monte Carlo search"
    );
    assert_eq!(
        Unsupported::Dice(Method::Solve).to_string(),
        "the solver of forced results knows no dice; use the solver of games with dice"
    );
    assert_eq!(Unsupported::Players(3).to_string(), "only games of two players can be solved; this one has 3");
    assert_eq!(
        Unsupported::NotZeroSum(Method::Expectimax).to_string(),
        "expectimax needs two players with opposed interests; use max^n or Monte Carlo search"
    );
}
