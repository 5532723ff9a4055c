//! Exact answers: counts of sequences, solutions, endgame databases, luck.

use crate::board::Table;
use crate::errors::Failure;
use crate::supervise::Monitor;
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, Game, GameEvent, Notation, Playable, PlayedTurn, PlayerId, Turn, divide,
    perft as count, place_of_move,
};
use plyground_endgame::LARGEST;
use plyground_engine::census::Census;
use plyground_engine::luck::{Assessor, Judgement};
use plyground_engine::othello::{Counting, Endgame};
use plyground_engine::{Spec, SpecPolicy};
use plyground_search::expectimax::{self, Objective, Unsolved, solve_chance};
use plyground_search::solve::{Goal, Solution, SolveConfig, Solved, solve_watched};
use plyground_search::{Control, Limits, Method, SearchProgress, StopReason, Stopper};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How a solution is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Who wins, and when.
    Outcome,
    /// By how many points.
    Stones,
    /// By how many points, empty squares going to the winner.
    Othello,
}

/// What to solve, and how much it may cost.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest {
    /// How a solution is counted.
    pub score: Score,
    /// The most positions.
    pub nodes: u64,
    /// Bytes for the table.
    pub table: u64,
    /// Threads.
    pub threads: usize,
    /// Whether every move is solved, not only the position.
    pub moves: bool,
}

/// Passes progress on and ends a solution when it is told to.
struct Reporter {
    monitor: Monitor,
    next: Cell<Duration>,
}

const REPORT_EVERY: Duration = Duration::from_millis(200);

impl Stopper for Reporter {
    fn check(&self, progress: &SearchProgress) -> Option<StopReason> {
        if progress.elapsed >= self.next.get() {
            self.next.set(progress.elapsed + REPORT_EVERY);
            self.monitor.tell(json!({"nodes": progress.nodes, "seconds": progress.elapsed.as_secs_f64()}));
        }
        self.monitor.stop.is_set().then_some(StopReason::Asked)
    }
}

fn control(request: &SolveRequest, monitor: &Monitor) -> Control {
    let mut control = Control::new(&Limits::nodes(request.nodes));
    control.add(Reporter { monitor: monitor.clone(), next: Cell::new(REPORT_EVERY) });
    control
}

/// Solves a position, or says that it is too large.
pub fn solve<G: Playable>(
    game: &G,
    position: &G::Position,
    request: &SolveRequest,
    monitor: &Monitor,
) -> Result<Value, Failure> {
    SpecPolicy::machine().check_table(request.table).map_err(|reason| Failure::value(format!("table: {reason}")))?;
    let facts = game.facts();
    let method = if facts.chance { Method::SolveChance } else { Method::Solve };
    method.check(&facts).map_err(Failure::value)?;
    let begun = Instant::now();
    let document = if facts.chance {
        solve_dice(game, position, request, monitor)?
    } else {
        solve_plain(game, position, request, monitor)?
    };
    let Value::Object(mut fields) = document else { return Ok(document) };
    fields.insert("position".into(), game.position_text(position).into());
    fields.insert("seconds".into(), begun.elapsed().as_secs_f64().into());
    Ok(Value::Object(fields))
}

fn too_large(nodes: u64, monitor: &Monitor) -> Result<Value, Failure> {
    if monitor.stop.is_set() { Err(Failure::Interrupted) } else { Ok(json!({"solved": false, "nodes": nodes})) }
}

fn solve_plain<G: Playable>(
    game: &G,
    position: &G::Position,
    request: &SolveRequest,
    monitor: &Monitor,
) -> Result<Value, Failure> {
    let endgame = Endgame::of(game, position).filter(|_| request.score != Score::Outcome);
    if request.score == Score::Othello && endgame.is_none() {
        let sentence =
            "score=\"othello\" is for ReversiXT of two players on up to 8x8 tiles where nothing but stones is left";
        return Err(Failure::value(sentence));
    }
    let census = Census::of(game, position).filter(|census| {
        let affordable = census.bytes() <= request.table && census.positions() <= request.nodes;
        request.score == Score::Outcome && affordable
    });
    if let (None, Some(census)) = (&endgame, &census) {
        let solved = census.solve(game, position, request.moves, request.threads, &mut |done, of| {
            monitor.tell(json!({"done": done, "of": of}));
        });
        return Ok(solved_document(game, position, &solved, request));
    }
    let mut control = control(request, monitor);
    let solution = match &endgame {
        Some(endgame) => {
            let counting = if request.score == Score::Othello { Counting::Othello } else { Counting::Stones };
            let table = request.table as usize;
            endgame.solve(counting, request.moves, table, request.threads, &mut control).map_err(Failure::value)?
        }
        None => {
            let goal = if request.score == Score::Outcome { Goal::Outcome } else { Goal::Margin };
            let config = SolveConfig {
                goal,
                table_bytes: request.table as usize,
                moves: request.moves,
                threads: request.threads,
                ..SolveConfig::default()
            };
            let margin = |game: &G, position: &G::Position, player: PlayerId| {
                let payoffs = game.payoffs(position);
                payoffs.of(player) - payoffs.of(player.opponent())
            };
            let solution = solve_watched(game, position, &config, &mut control, margin, &Default::default());
            solution.map_err(Failure::value)?
        }
    };
    match solution {
        Solution::Solved(solved) => Ok(solved_document(game, position, &solved, request)),
        Solution::TooLarge { nodes } => too_large(nodes, monitor),
    }
}

fn solved_document<G: Playable>(
    game: &G,
    position: &G::Position,
    solved: &Solved<G::Move>,
    request: &SolveRequest,
) -> Value {
    let moves = solved.moves.iter().map(|solved| {
        json!({
            "move": game.move_text(position, solved.mv),
            "value": solved.worth.value,
            "winner": solved.worth.winner.map(|player| player.number()),
            "plies": solved.worth.plies,
        })
    });
    json!({
        "solved": true,
        "winner": solved.worth.winner.map(|player| player.number()),
        "plies": solved.worth.plies,
        "value": solved.worth.value,
        "unit": if request.score == Score::Outcome { "result" } else { "points" },
        "moves": moves.collect::<Vec<_>>(),
        "complete": solved.complete,
        "nodes": solved.nodes,
    })
}

fn solve_dice<G: Playable>(
    game: &G,
    position: &G::Position,
    request: &SolveRequest,
    monitor: &Monitor,
) -> Result<Value, Failure> {
    let mut control = control(request, monitor);
    let table = request.table as usize;
    let solution = match solve_chance(game, position, Objective::FirstPlace, table, &mut control) {
        Ok(solution) => solution,
        Err(Unsolved::TooLarge { nodes }) => return too_large(nodes, monitor),
        Err(error) => return Err(Failure::value(error)),
    };
    let listed = |position: &G::Position, moves: &[(G::Move, f64)]| -> Vec<Value> {
        moves.iter().map(|(mv, value)| json!({"move": game.move_text(position, *mv), "value": value})).collect()
    };
    let mut faces = Map::new();
    for (face, outcome) in solution.outcomes.iter().enumerate() {
        if let Some(outcome) = outcome {
            let mut rolled = position.clone();
            game.roll(&mut rolled, face);
            let moves = listed(&rolled, &outcome.moves);
            faces.insert((face + 1).to_string(), json!({"value": outcome.value, "moves": moves}));
        }
    }
    Ok(json!({
        "solved": true,
        "winner": decided(game, position, &solution),
        "plies": null,
        "value": solution.value,
        "unit": "win probability",
        "moves": listed(position, &solution.moves),
        "faces": faces,
        "complete": true,
        "nodes": solution.nodes,
    }))
}

/// What sums of a few dozen terms may be off by.
const ROUNDING: f64 = 1e-12;

/// The player who wins whatever is rolled, if there is one.
fn decided<G: Game>(game: &G, position: &G::Position, solution: &expectimax::Solution<G::Move>) -> Option<usize> {
    if game.turn(position) == Turn::Over {
        return game.payoffs(position).winner().map(|player| player.number());
    }
    if solution.value >= 1.0 - ROUNDING {
        Some(solution.player.number())
    } else if solution.value <= ROUNDING {
        Some(solution.player.opponent().number())
    } else {
        None
    }
}

/// Counts sequences of turns, depth by depth.
pub fn perft<G: Playable>(
    game: &G,
    position: &G::Position,
    depth: u32,
    divided: bool,
    monitor: &Monitor,
) -> Result<Value, Failure> {
    let mut position = position.clone();
    let begun = Instant::now();
    let mut counts = Vec::new();
    let mut rows = if depth == 0 { Vec::new() } else { divide(game, &mut position, 1) };
    for depth in 1..=depth {
        let mut total = 0;
        for (outcome, mv, below) in &mut rows {
            let mut after = position.clone();
            GameEvent::Turn((*outcome, *mv)).apply(game, &mut after);
            *below = count_below(game, &mut after, depth - 1, monitor).ok_or(Failure::Interrupted)?;
            total += *below;
        }
        counts.push(total);
        monitor.tell(json!({"done": depth, "seconds": begun.elapsed().as_secs_f64()}));
    }
    let mut document = json!({"counts": counts, "seconds": begun.elapsed().as_secs_f64()});
    if divided {
        let text = |(outcome, mv, below): &(Option<usize>, G::Move, u64)| {
            (GameEvent::Turn((*outcome, *mv)).text(game, &position), json!(below))
        };
        document["divide"] = Value::Object(rows.iter().map(text).collect());
    }
    Ok(document)
}

/// Counts of fewer turns than this take no time worth an interruption.
const SHORT: u32 = 4;

/// The number of sequences of exactly `depth` turns, or `None` when it was stopped. Near the leaves the count of the
/// library takes over, which does not stop.
fn count_below<G: Playable>(game: &G, position: &mut G::Position, depth: u32, monitor: &Monitor) -> Option<u64> {
    if monitor.stop.is_set() {
        return None;
    }
    if depth < SHORT {
        return Some(count(game, position, depth));
    }
    let mut total = 0;
    for (outcome, mv, _) in divide(game, position, 1) {
        let mut after = position.clone();
        GameEvent::Turn((outcome, mv)).apply(game, &mut after);
        total += count_below(game, &mut after, depth - 1, monitor)?;
    }
    Some(total)
}

/// The chance of winning of the player to move by the databases, where they know the position.
pub fn probe<G: Playable>(game: &G, position: &G::Position) -> Option<f64> {
    plyground_endgame::offer();
    let player = game.mover(position)?;
    game.known_endgames(LARGEST)?.oracle.win(game, position, player)
}

/// Luck and errors of the turns that led to the position of a table.
pub fn luck<G: Playable>(
    table: &Table<G>,
    spec: &Spec,
    seed: u64,
    nodes: u64,
    monitor: &Monitor,
) -> Result<Value, Failure> {
    let game = &AnyGame::new(table.game.clone());
    let mut assessor = Assessor::new(spec, game, seed, nodes)?;
    let turns = listed_turns(table);
    let mut position = AnyGame::position::<G>(table.first().clone());
    let start = assessor.chance_of_first(game, &position);
    let (mut luck, mut error, mut rows) = ([0.0; 2], [0.0; 2], Vec::new());
    for (index, turn) in turns.iter().enumerate() {
        if monitor.stop.is_set() {
            return Err(Failure::Interrupted);
        }
        let judgement = assessor.judge(game, &position, *turn);
        luck[judgement.player.index()] += judgement.luck();
        error[judgement.player.index()] += judgement.error();
        rows.push(turn_document(game, &position, *turn, &judgement));
        GameEvent::Turn(*turn).apply(game, &mut position);
        monitor.tell(json!({"done": index + 1, "of": turns.len()}));
    }
    let end = assessor.chance_of_first(game, &position);
    let drift = end - start - (luck[0] - luck[1]) + (error[0] - error[1]);
    Ok(json!({"turns": rows, "luck": luck, "error": error, "start": start, "end": end, "drift": drift}))
}

/// The turns of a table with their moves as places in the lists of legal moves.
fn listed_turns<G: Playable>(table: &Table<G>) -> Vec<PlayedTurn<AnyMove>> {
    let mut position = table.first().clone();
    let mut turns = Vec::new();
    for (face, mv) in table.events().iter().filter_map(GameEvent::turn) {
        if let (Some(face), Turn::Chance) = (face, table.game.turn(&position)) {
            table.game.roll(&mut position, face);
        }
        let place = place_of_move(&table.game, &position, mv);
        turns.push((face, place.expect("a table holds legal moves only")));
        table.game.make(&mut position, mv);
    }
    turns
}

fn turn_document(
    game: &AnyGame,
    position: &AnyPosition,
    turn: PlayedTurn<AnyMove>,
    judgement: &Judgement<AnyMove>,
) -> Value {
    let mut rolled = position.clone();
    if let (Some(face), Turn::Chance) = (turn.0, game.turn(position)) {
        game.roll(&mut rolled, face);
    }
    json!({
        "text": GameEvent::Turn(turn).text(game, position),
        "player": judgement.player.number(),
        "before": judgement.before,
        "after_roll": judgement.after_roll,
        "after_move": judgement.after_move,
        "luck": judgement.luck(),
        "error": judgement.error(),
        "best": judgement.best.map(|mv| game.move_text(&rolled, mv)),
        "exact": judgement.exact,
    })
}
