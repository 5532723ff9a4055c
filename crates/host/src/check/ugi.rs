//! Questions in UGI.

use super::engine_check::{CheckCase, EngineCheck, Ply, random_game};
use super::{CaseResult, CheckFailure, bad, games, silent};
use plyground_core::{Game, Playable, Turn};
use plyground_process::{Deadline, Link, Meaning, Received, WaitOutcome};
use plyground_protocol::ugi::{Answer as UgiAnswer, Command, Go, Position, Query, Start};
use std::time::Duration;

/// Long enough for an endless thought to be noticed if it ends.
const WHILE: Duration = Duration::from_millis(300);

pub(super) fn cases<G: Playable>() -> Vec<CheckCase<G>> {
    vec![
        CheckCase { question: "introduces itself", run: introduces },
        CheckCase { question: "is ready when asked", run: is_ready },
        CheckCase { question: "finds a first move", run: first_move },
        CheckCase { question: "answers queries by the rules", run: queries },
        CheckCase { question: "thinks until stopped, and listens meanwhile", run: stops },
        CheckCase { question: "survives nonsense", run: nonsense },
        CheckCase { question: "plays whole games", run: games::play },
        CheckCase { question: "quits when told", run: quits },
        CheckCase { question: "ends with its input", run: ends },
    ]
}

/// Waits for an answer that `wanted` has a use for; everything else that is UGI is passed over.
fn seek<T>(
    link: &mut Link,
    request: &str,
    time: Duration,
    mut wanted: impl FnMut(UgiAnswer) -> Option<T>,
) -> Result<T, CheckFailure> {
    let sought = link.wait_for(&Deadline::lasting(time), |line| match line.parse() {
        Ok(said) => wanted(said).map_or(Meaning::Useful, Meaning::Wanted),
        Err(_) => Meaning::None,
    })?;
    match sought {
        WaitOutcome::Found(found) => Ok(found),
        WaitOutcome::Missing => silent(request, time),
    }
}

fn greet<G: Playable>(check: &EngineCheck<G>) -> Result<Link, CheckFailure> {
    let mut link = check.link()?;
    link.send(Command::Ugi);
    seek(&mut link, "ugi", check.start, |said| (said == UgiAnswer::UgiOk).then_some(()))?;
    ready(check, &mut link)?;
    Ok(link)
}

fn ready<G: Playable>(check: &EngineCheck<G>, link: &mut Link) -> Result<(), CheckFailure> {
    link.send(Command::IsReady);
    seek(link, "isready", check.start, |said| (said == UgiAnswer::ReadyOk).then_some(()))
}

fn introduces<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = check.link()?;
    link.send(Command::Ugi);
    let mut name = None;
    let mut options = 0;
    let mut stray = None;
    loop {
        match link.receive(&Deadline::lasting(check.start))? {
            Received::Nothing => return silent("ugi", check.start),
            Received::Line(line) => match line.parse() {
                Ok(UgiAnswer::UgiOk) => break,
                Ok(UgiAnswer::Name(text)) => name = Some(text),
                Ok(UgiAnswer::Option(_)) => options += 1,
                Ok(_) => {}
                Err(_) if line.trim().is_empty() => {}
                Err(error) => stray = stray.or(Some(error)),
            },
        }
    }
    if let Some(error) = stray {
        return bad(format!("between `ugi` and `ugiok` it said what is no UGI: {error}"));
    }
    match name {
        Some(name) => Ok(format!("as `{name}`, with {options} options")),
        None => bad("it never said `id name …`"),
    }
}

fn is_ready<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = greet(check)?;
    link.send(Command::NewGame);
    ready(check, &mut link)?;
    Ok("before and after `uginewgame`".to_string())
}

/// A position by its moves; with the roll apart, as UGI announces it.
fn position_of<G: Playable>(plies: &[Ply<G>], dice: Option<usize>) -> Command {
    let moves = plies.iter().map(|ply| ply.word.clone()).collect();
    Command::Position(Position { start: Start::Usual, moves, dice })
}

/// The face that was rolled, counted from 1.
fn face<G: Game>(ply: &Ply<G>) -> Option<usize> {
    ply.word.split_once(':').filter(|_| ply.before != ply.rolled).and_then(|(face, _)| face.parse().ok())
}

fn first_move<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = greet(check)?;
    let (plies, _) = random_game(&check.game, &check.game.start(), check.seed);
    let first = &plies[0];
    link.send(Command::NewGame);
    link.send(position_of::<G>(&[], face(first)));
    let go = Command::Go(Box::new(Go { movetime: Some(check.time), ..Go::default() }));
    link.send(&go);
    let said = best_move(&mut link, &go.to_string(), check.time + check.answer)?;
    match check.game.parse_move(&first.rolled, &said) {
        Ok(_) => Ok(said),
        Err(error) => bad(format!("`bestmove {said}`: {}", error.reason())),
    }
}

fn best_move(link: &mut Link, request: &str, time: Duration) -> Result<String, CheckFailure> {
    let said = seek(link, request, time, |said| match said {
        UgiAnswer::BestMove(mv) => Some(mv),
        _ => None,
    })?;
    said.map_or_else(|| bad("it said `bestmove none` although there are moves"), Ok)
}

fn queries<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = greet(check)?;
    let (plies, end) = random_game(&check.game, &check.game.start(), check.seed);
    for count in 0..=plies.len() {
        let command = position_of(&plies[..count], None);
        link.send(&command);
        let position = plies.get(count).map_or(&end, |ply| &ply.before);
        for (query, expected) in expectations(&check.game, position) {
            let request = Command::Query(query);
            link.send(&request);
            let said = seek(&mut link, &request.to_string(), check.answer, |said| match said {
                UgiAnswer::Response(text) => Some(text),
                _ => None,
            })?;
            if said != expected {
                return bad(format!("after `{command}` the answer to `{request}` is `{expected}`, not `{said}`"));
            }
        }
    }
    Ok(format!("in all {} positions of a random game", plies.len() + 1))
}

fn expectations<G: Game>(game: &G, position: &G::Position) -> Vec<(Query, String)> {
    let over = game.turn(position) == Turn::Over;
    let first = !over && game.mover(position).is_some_and(|player| player.number() == 1);
    let result = match game.payoffs(position).winner() {
        _ if !over => "none".to_string(),
        Some(winner) => format!("p{winner}win"),
        None => "draw".to_string(),
    };
    let mut expected = vec![(Query::GameOver, over.to_string()), (Query::Result, result)];
    if !over {
        expected.push((Query::Turn(1), first.to_string()));
    }
    expected
}

fn stops<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = greet(check)?;
    let (plies, _) = random_game(&check.game, &check.game.start(), check.seed);
    link.send(position_of::<G>(&[], face(&plies[0])));
    link.send(Command::Go(Box::new(Go { infinite: true, ..Go::default() })));
    let early = link.wait_for(&Deadline::lasting(WHILE), |line| match line.parse() {
        Ok(UgiAnswer::BestMove(_)) => Meaning::Wanted(()),
        Ok(_) => Meaning::Useful,
        Err(_) => Meaning::None,
    })?;
    if early == WaitOutcome::Found(()) {
        return bad("after `go infinite` it said `bestmove` before `stop`");
    }
    ready(check, &mut link)?;
    link.send(Command::Stop);
    let said = best_move(&mut link, "stop", check.answer)?;
    match check.game.parse_move(&plies[0].rolled, &said) {
        Ok(_) => Ok(format!("`isready` was answered while it thought, `stop` with {said}")),
        Err(error) => bad(format!("after `stop` it said `bestmove {said}`: {}", error.reason())),
    }
}

fn nonsense<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = greet(check)?;
    let long = "x".repeat(10_000);
    for line in
        ["", "hello", "position", "position fen nonsense", "go depth much", "setoption", "query", "\u{fffd}", &long]
    {
        link.send(line);
        if line.starts_with("go") {
            link.send(Command::Stop);
        }
        ready(check, &mut link)?;
    }
    Ok("`isready` was answered after each of 9 wrong lines".to_string())
}

fn quits<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = greet(check)?;
    link.send(Command::Quit);
    check.ends(link)
}

fn ends<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut link = greet(check)?;
    link.close_input();
    check.ends(link)
}
