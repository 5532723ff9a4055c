//! `plyground solve`.

mod in_parts;

use crate::args::{Score, SolveArgs};
use crate::opened_game::{OpenedGame, open};
use crate::{Answer, print, signal};
use anyhow::{Result, anyhow, bail};
use in_parts::Splitting;
use plyground_arena::Interrupt;
use plyground_core::{GameVisitor, Playable, PlayerId, Turn};
use plyground_engine::SpecPolicy;
use plyground_engine::census::Census;
use plyground_engine::othello::{Counting, Endgame};
use plyground_search::expectimax::{self, Objective, Unsolved, solve_chance};
use plyground_search::solve::{Goal, Solution, SolveConfig, SolveProgress, Solved, Worth, solve_watched};
use plyground_search::{Control, Limits, Method, SearchProgress, StopReason, Stopper};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Solves a position, or says that it is too large.
pub fn run(args: &SolveArgs) -> Result<Answer> {
    SpecPolicy::machine().check_table(args.table).map_err(|reason| anyhow!("--table: {reason}"))?;
    let solve = Solve {
        score: args.score,
        nodes: args.nodes,
        table: args.table as usize,
        threads: usize::from(args.threads),
        bare: args.bare,
        json: args.json,
    };
    let splitting = Splitting::of(args)?;
    let opened = open(&args.place)?;
    opened.dispatch(SolveVisitor { solve, splitting, name: &opened.name })
}

/// Tells now and then how far a long solution has come, and ends it when Ctrl-C says so.
#[derive(Clone)]
struct Reporter {
    landmarks: Arc<SolveProgress>,
    interrupt: Interrupt,
    next: Cell<Duration>,
}

/// Short solutions need no progress report.
const REPORT_EVERY: Duration = Duration::from_secs(10);

impl Reporter {
    fn new() -> Self {
        Reporter {
            landmarks: Arc::default(),
            interrupt: signal::interrupt(signal::WORK),
            next: Cell::new(REPORT_EVERY),
        }
    }

    /// One for another position, which the same Ctrl-C ends.
    fn again(&self) -> Self {
        Reporter { landmarks: Arc::default(), interrupt: self.interrupt.clone(), next: Cell::new(REPORT_EVERY) }
    }

    /// Where the solution stands, as the rest of a sentence; solvers without landmarks leave it out.
    fn standing(&self) -> String {
        let (tried, moves) = self.landmarks.moves();
        match self.landmarks.questions() {
            0 => String::new(),
            question => format!(", question {question}, {tried} of {moves} first moves answered"),
        }
    }
}

impl Stopper for Reporter {
    fn check(&self, progress: &SearchProgress) -> Option<StopReason> {
        if progress.elapsed >= self.next.get() {
            self.next.set(progress.elapsed + REPORT_EVERY);
            let seconds = progress.elapsed.as_secs_f64();
            print::note(&format!(
                "{seconds:.0} s: {} M positions ({:.1} M/s){}",
                progress.nodes / 1_000_000,
                progress.nodes as f64 / seconds / 1e6,
                self.standing(),
            ));
        }
        self.interrupt.is_pressed().then_some(StopReason::Asked)
    }
}

struct Solve {
    score: Score,
    nodes: u64,
    table: usize,
    threads: usize,
    bare: bool,
    json: bool,
}

/// Solves with code compiled for the game, because a solution takes millions of positions.
struct SolveVisitor<'a> {
    solve: Solve,
    splitting: Option<Splitting>,
    name: &'a str,
}

impl GameVisitor for SolveVisitor<'_> {
    type Output = Result<Answer>;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> Result<Answer> {
        let facts = game.facts();
        let method = if facts.chance { Method::SolveChance } else { Method::Solve };
        method.check(&facts)?;
        // How the position came about does not matter to its solution.
        let start = position.clone();
        let opened = OpenedGame { name: self.name.to_string(), game, start, events: Vec::new(), position };
        match &self.splitting {
            Some(_) if facts.chance => bail!("--split is for games without dice"),
            Some(splitting) => in_parts::run(&self.solve, splitting, &opened),
            None if facts.chance => self.solve.with_dice(&opened),
            None => self.solve.without_dice(&opened),
        }
    }
}

impl Solve {
    fn without_dice<G: Playable>(&self, opened: &OpenedGame<G>) -> Result<Answer> {
        let begun = Instant::now();
        let reporter = Reporter::new();
        match self.solution(opened, !self.bare, &reporter)? {
            Solution::Solved(solved) => self.tell(opened, &solved, begun),
            Solution::TooLarge { nodes } => self.give_up(opened, &reporter, nodes, begun),
        }
    }

    /// Solves by what fits the position best.
    fn solution<G: Playable>(
        &self,
        opened: &OpenedGame<G>,
        moves: bool,
        reporter: &Reporter,
    ) -> Result<Solution<G::Move>> {
        let mut control = Control::new(&Limits::nodes(self.nodes));
        control.add(reporter.clone());
        let endgame = Endgame::of(&opened.game, &opened.position).filter(|_| self.score != Score::Outcome);
        if let Some(endgame) = endgame {
            return Ok(endgame.solve(self.counting(), moves, self.table, self.threads, &mut control)?);
        }
        if self.score == Score::Othello {
            bail!(
                "`--score othello` is for ReversiXT of two players on up to 8x8 tiles where nothing but stones is left"
            );
        }
        let census = Census::of(&opened.game, &opened.position).filter(|census| self.can_count(census));
        if let Some(census) = census {
            return Ok(Solution::Solved(self.count(&census, opened, moves)));
        }
        let goal = if self.score == Score::Outcome { Goal::Outcome } else { Goal::Margin };
        let config =
            SolveConfig { goal, table_bytes: self.table, moves, threads: self.threads, ..SolveConfig::default() };
        let margin = |game: &G, position: &G::Position, player: PlayerId| {
            let payoffs = game.payoffs(position);
            payoffs.of(player) - payoffs.of(player.opponent())
        };
        Ok(solve_watched(&opened.game, &opened.position, &config, &mut control, margin, &reporter.landmarks)?)
    }

    fn tell<G: Playable>(&self, opened: &OpenedGame<G>, solved: &Solved<G::Move>, begun: Instant) -> Result<Answer> {
        let seconds = begun.elapsed().as_secs_f64();
        if self.json {
            print::json(&self.as_json(opened, solved, seconds))?;
        } else {
            print::text(&self.as_text(opened, solved, seconds))?;
        }
        Ok(Answer::Yes)
    }

    /// Whether counting all positions stays within the limits.
    fn can_count(&self, census: &Census) -> bool {
        self.score == Score::Outcome && census.bytes() <= self.table as u64 && census.positions() <= self.nodes
    }

    fn count<G: Playable>(&self, census: &Census, opened: &OpenedGame<G>, moves: bool) -> Solved<G::Move> {
        let (begun, mut next) = (Instant::now(), REPORT_EVERY);
        census.solve(&opened.game, &opened.position, moves, self.threads, &mut |done, of| {
            if begun.elapsed() >= next {
                next = begun.elapsed() + REPORT_EVERY;
                print::note(&format!("{} s: {done} of {of} levels counted", begun.elapsed().as_secs()));
            }
        })
    }

    fn as_json<G: Playable>(&self, opened: &OpenedGame<G>, solved: &Solved<G::Move>, seconds: f64) -> Value {
        let number = |worth: &Worth| worth.winner.map(|player| player.number());
        let moves = solved.moves.iter().map(|solved| move_json(opened, solved.mv, &solved.worth));
        json!({
            "game": opened.name,
            "position": opened.game.position_text(&opened.position),
            "winner": number(&solved.worth),
            "plies": solved.worth.plies,
            "value": solved.worth.value,
            "unit": self.unit(),
            "moves": moves.collect::<Vec<_>>(),
            "complete": solved.complete,
            "nodes": solved.nodes,
            "seconds": seconds,
            "schema": "plyground-solve-1",
        })
    }

    fn counting(&self) -> Counting {
        if self.score == Score::Othello { Counting::Othello } else { Counting::Stones }
    }

    fn unit(&self) -> &'static str {
        match self.score {
            Score::Outcome => "result",
            Score::Stones | Score::Othello => "points",
        }
    }

    fn as_text<G: Playable>(&self, opened: &OpenedGame<G>, solved: &Solved<G::Move>, seconds: f64) -> String {
        let describe = |worth: &Worth| match (worth.winner, self.score) {
            (Some(player), Score::Stones | Score::Othello) => {
                format!("{} wins by {}", opened.player_name(player), worth.value.abs())
            }
            _ => outcome_text(opened, worth),
        };
        let mut text = format!("{}\n", describe(&solved.worth));
        for solved in &solved.moves {
            let mv = opened.game.move_text(&opened.position, solved.mv);
            let _ = writeln!(text, "  {mv:<10} {}", describe(&solved.worth));
        }
        if !solved.complete && !self.bare {
            text.push_str("  (stopped before the other moves were solved)\n");
        }
        let speed = solved.nodes as f64 / seconds.max(1e-9) / 1e6;
        let _ = writeln!(text, "{} nodes, {seconds:.3} s ({speed:.1} M nodes/s)", solved.nodes);
        text
    }

    fn with_dice<G: Playable>(&self, opened: &OpenedGame<G>) -> Result<Answer> {
        if self.threads > 1 {
            let note = "the solver of games with dice works with one thread";
            print::note(&format!("{note}; --threads {} changes nothing here", self.threads));
        }
        let begun = Instant::now();
        let reporter = Reporter::new();
        let mut control = Control::new(&Limits::nodes(self.nodes));
        control.add(reporter.clone());
        let solved = solve_chance(&opened.game, &opened.position, Objective::FirstPlace, self.table, &mut control);
        let seconds = begun.elapsed().as_secs_f64();
        match solved {
            Ok(solution) if self.json => print::json(&dice_json(opened, &solution, seconds))?,
            Ok(solution) => print::text(&dice_text(opened, &solution, seconds))?,
            Err(Unsolved::TooLarge { nodes }) => return self.give_up(opened, &reporter, nodes, begun),
            Err(error) => return Err(error.into()),
        }
        Ok(Answer::Yes)
    }

    /// Says what is known although the position is not solved.
    fn give_up<G: Playable>(
        &self,
        opened: &OpenedGame<G>,
        reporter: &Reporter,
        nodes: u64,
        begun: Instant,
    ) -> Result<Answer> {
        let stopped = reporter.interrupt.is_pressed();
        let winner = reporter.landmarks.winner();
        if self.json {
            print::json(&json!({
                "game": opened.name,
                "position": opened.game.position_text(&opened.position),
                "winner": winner.map(|player| player.number()),
                "plies": null,
                "value": null,
                "unit": null,
                "too_large": !stopped,
                "stopped": stopped,
                "moves": [],
                "nodes": nodes,
                "seconds": begun.elapsed().as_secs_f64(),
                "schema": "plyground-solve-1",
            }))?;
        } else {
            let known = winner.map_or(String::new(), |player| {
                format!("{} wins; in how many plies is not known\n", opened.player_name(player))
            });
            let end = match stopped {
                true => format!("stopped after {nodes} positions{}", reporter.standing()),
                false => {
                    let advice = "allow more with --nodes, or give more memory with --table";
                    format!("too large: not solved after {nodes} positions; {advice}")
                }
            };
            print::text(&format!("{known}{end}\n"))?;
        }
        Ok(if stopped { Answer::Unfinished } else { Answer::No })
    }
}

/// A first move and what it is worth.
fn move_json<G: Playable>(opened: &OpenedGame<G>, mv: G::Move, worth: &Worth) -> Value {
    json!({
        "move": opened.game.move_text(&opened.position, mv),
        "value": worth.value,
        "winner": worth.winner.map(|player| player.number()),
        "plies": worth.plies,
    })
}

/// Who wins, and how soon.
fn outcome_text<G: Playable>(opened: &OpenedGame<G>, worth: &Worth) -> String {
    match (worth.winner, worth.plies) {
        (None, _) => "draw".to_string(),
        (Some(player), Some(plies)) => format!("{} wins in {plies} plies", opened.player_name(player)),
        (Some(player), None) => format!("{} wins", opened.player_name(player)),
    }
}

fn dice_json<G: Playable>(opened: &OpenedGame<G>, solution: &expectimax::Solution<G::Move>, seconds: f64) -> Value {
    let text_in = |position: &G::Position, moves: &[(G::Move, f64)]| -> Vec<Value> {
        moves.iter().map(|(mv, value)| json!({"move": opened.game.move_text(position, *mv), "value": value})).collect()
    };
    let mut rolled = opened.position.clone();
    let mut faces = Map::new();
    for (face, outcome) in solution.outcomes.iter().enumerate() {
        if let Some(outcome) = outcome {
            let undo = opened.game.roll(&mut rolled, face);
            let moves = text_in(&rolled, &outcome.moves);
            faces.insert((face + 1).to_string(), json!({"value": outcome.value, "moves": moves}));
            opened.game.unroll(&mut rolled, face, undo);
        }
    }
    json!({
        "game": opened.name,
        "position": opened.game.position_text(&opened.position),
        "winner": decided(opened, solution),
        "plies": null,
        "value": solution.value,
        "unit": "win probability",
        "moves": text_in(&opened.position, &solution.moves),
        "faces": faces,
        "nodes": solution.nodes,
        "seconds": seconds,
        "schema": "plyground-solve-1",
    })
}

/// What sums of a few dozen terms may be off by.
const ROUNDING: f64 = 1e-12;

/// The player who wins whatever is rolled, if there is one.
fn decided<G: Playable>(opened: &OpenedGame<G>, solution: &expectimax::Solution<G::Move>) -> Option<usize> {
    if opened.game.turn(&opened.position) == Turn::Over {
        return opened.game.payoffs(&opened.position).winner().map(|player| player.number());
    }
    // Six sixths of a certain win add up to a hair less than one.
    if solution.value >= 1.0 - ROUNDING {
        Some(solution.player.number())
    } else if solution.value <= ROUNDING {
        Some(solution.player.opponent().number())
    } else {
        None
    }
}

fn dice_text<G: Playable>(opened: &OpenedGame<G>, solution: &expectimax::Solution<G::Move>, seconds: f64) -> String {
    let name = opened.player_name(solution.player);
    let mut text = format!("{name} wins with probability {}\n", solution.value);
    let mut rolled = opened.position.clone();
    let mut list = |position: &G::Position, moves: &[(G::Move, f64)]| {
        let mut moves = moves.to_vec();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (mv, value) in moves {
            let _ = writeln!(text, "  {:<10} {value}", opened.game.move_text(position, mv));
        }
    };
    list(&opened.position, &solution.moves);
    for (face, outcome) in solution.outcomes.iter().enumerate() {
        if let Some(outcome) = outcome {
            let undo = opened.game.roll(&mut rolled, face);
            let best = outcome.moves.iter().max_by(|a, b| a.1.total_cmp(&b.1));
            let best = best.map(|(mv, _)| opened.game.move_text(&rolled, *mv)).unwrap_or_default();
            let _ = writeln!(text, "  {}: {best:<10} {}", face + 1, outcome.value);
            opened.game.unroll(&mut rolled, face, undo);
        }
    }
    let _ = writeln!(text, "{} nodes, {seconds:.3} s", solution.nodes);
    text
}
