//! Questions in UGI.

use super::exam::{Case, Exam, Ply, random_game};
use super::{Answer, Trouble, bad, games, silent};
use plyground_core::{Game, Playable, Turn};
use plyground_engine::players::process::{Deadline, Link, Match, Meaning, Received};
use plyground_protocol::ugi::{Answer as Said, Command, Go, Position, Query, Start};
use std::time::Duration;

/// Long enough for an endless thought to be noticed if it ends.
const WHILE: Duration = Duration::from_millis(300);

pub(super) fn cases<G: Playable>() -> Vec<Case<G>> {
    vec![
        Case { question: "introduces itself", run: introduces },
        Case { question: "is ready when asked", run: is_ready },
        Case { question: "finds a first move", run: first_move },
        Case { question: "answers queries by the rules", run: queries },
        Case { question: "thinks until stopped, and listens meanwhile", run: stops },
        Case { question: "survives nonsense", run: nonsense },
        Case { question: "plays whole games", run: games::play },
        Case { question: "quits when told", run: quits },
        Case { question: "ends with its input", run: ends },
    ]
}

/// Waits for an answer that `wanted` has a use for; everything else that is UGI is passed over.
fn seek<T>(
    link: &mut Link,
    request: &str,
    time: Duration,
    mut wanted: impl FnMut(Said) -> Option<T>,
) -> Result<T, Trouble> {
    let sought = link.wait_for(&Deadline::lasting(time), |line| match line.parse() {
        Ok(said) => wanted(said).map_or(Meaning::Useful, Meaning::Wanted),
        Err(_) => Meaning::None,
    })?;
    match sought {
        Match::Found(found) => Ok(found),
        Match::Missing => silent(request, time),
    }
}

fn greet<G: Playable>(exam: &Exam<G>) -> Result<Link, Trouble> {
    let mut link = exam.link()?;
    link.send(Command::Ugi);
    seek(&mut link, "ugi", exam.start, |said| (said == Said::UgiOk).then_some(()))?;
    ready(exam, &mut link)?;
    Ok(link)
}

fn ready<G: Playable>(exam: &Exam<G>, link: &mut Link) -> Result<(), Trouble> {
    link.send(Command::IsReady);
    seek(link, "isready", exam.start, |said| (said == Said::ReadyOk).then_some(()))
}

fn introduces<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = exam.link()?;
    link.send(Command::Ugi);
    let mut name = None;
    let mut options = 0;
    let mut stray = None;
    loop {
        match link.receive(&Deadline::lasting(exam.start))? {
            Received::Nothing => return silent("ugi", exam.start),
            Received::Line(line) => match line.parse() {
                Ok(Said::UgiOk) => break,
                Ok(Said::Name(text)) => name = Some(text),
                Ok(Said::Option(_)) => options += 1,
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

fn is_ready<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = greet(exam)?;
    link.send(Command::NewGame);
    ready(exam, &mut link)?;
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

fn first_move<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = greet(exam)?;
    let (plies, _) = random_game(&exam.game, &exam.game.start(), exam.seed);
    let first = &plies[0];
    link.send(Command::NewGame);
    link.send(position_of::<G>(&[], face(first)));
    let go = Command::Go(Box::new(Go { movetime: Some(exam.time), ..Go::default() }));
    link.send(&go);
    let said = best_move(&mut link, &go.to_string(), exam.time + exam.answer)?;
    match exam.game.parse_move(&first.rolled, &said) {
        Ok(_) => Ok(said),
        Err(error) => bad(format!("`bestmove {said}`: {}", error.reason())),
    }
}

fn best_move(link: &mut Link, request: &str, time: Duration) -> Result<String, Trouble> {
    let said = seek(link, request, time, |said| match said {
        Said::BestMove(mv) => Some(mv),
        _ => None,
    })?;
    said.map_or_else(|| bad("it said `bestmove none` although there are moves"), Ok)
}

fn queries<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = greet(exam)?;
    let (plies, end) = random_game(&exam.game, &exam.game.start(), exam.seed);
    for count in 0..=plies.len() {
        let command = position_of(&plies[..count], None);
        link.send(&command);
        let position = plies.get(count).map_or(&end, |ply| &ply.before);
        for (query, expected) in expectations(&exam.game, position) {
            let request = Command::Query(query);
            link.send(&request);
            let said = seek(&mut link, &request.to_string(), exam.answer, |said| match said {
                Said::Response(text) => Some(text),
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

fn stops<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = greet(exam)?;
    let (plies, _) = random_game(&exam.game, &exam.game.start(), exam.seed);
    link.send(position_of::<G>(&[], face(&plies[0])));
    link.send(Command::Go(Box::new(Go { infinite: true, ..Go::default() })));
    let early = link.wait_for(&Deadline::lasting(WHILE), |line| match line.parse() {
        Ok(Said::BestMove(_)) => Meaning::Wanted(()),
        Ok(_) => Meaning::Useful,
        Err(_) => Meaning::None,
    })?;
    if early == Match::Found(()) {
        return bad("after `go infinite` it said `bestmove` before anybody said `stop`");
    }
    ready(exam, &mut link)?;
    link.send(Command::Stop);
    let said = best_move(&mut link, "stop", exam.answer)?;
    match exam.game.parse_move(&plies[0].rolled, &said) {
        Ok(_) => Ok(format!("`isready` was answered while it thought, `stop` with {said}")),
        Err(error) => bad(format!("after `stop` it said `bestmove {said}`: {}", error.reason())),
    }
}

fn nonsense<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = greet(exam)?;
    let long = "x".repeat(10_000);
    for line in
        ["", "hello", "position", "position fen nonsense", "go depth much", "setoption", "query", "\u{fffd}", &long]
    {
        link.send(line);
        if line.starts_with("go") {
            link.send(Command::Stop);
        }
        ready(exam, &mut link)?;
    }
    Ok("`isready` was answered after each of 9 wrong lines".to_string())
}

fn quits<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = greet(exam)?;
    link.send(Command::Quit);
    exam.ends(link)
}

fn ends<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut link = greet(exam)?;
    link.close_input();
    exam.ends(link)
}
