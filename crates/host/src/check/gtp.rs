//! Questions in GTP.

use super::engine_check::{CheckCase, EngineCheck, random_game};
use super::{CaseResult, CheckFailure, bad, games, silent};
use plyground_core::{Playable, Turn};
use plyground_process::{Deadline, Link, Meaning, WaitOutcome};
use plyground_protocol::gtp::{Board, Colour, Command, GAME, Reply, ReplyReader, Request, Score, Vertex};

/// What GTP 2 demands of every engine.
const REQUIRED: [&str; 10] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

pub(super) fn cases<G: Playable>() -> Vec<CheckCase<G>> {
    vec![
        CheckCase { question: "introduces itself", run: introduces },
        CheckCase { question: "lists its commands", run: lists },
        CheckCase { question: "repeats the numbers of commands", run: numbers },
        CheckCase { question: "plays Othello on 8x8 and nothing else", run: chooses },
        CheckCase { question: "refuses illegal moves", run: refuses },
        CheckCase { question: "agrees on every position and the score", run: agrees },
        CheckCase { question: "takes back", run: undoes },
        CheckCase { question: "plays whole games with itself", run: plays_itself },
        CheckCase { question: "plays whole games", run: games::play },
        CheckCase { question: "quits when told", run: quits },
    ]
}

/// The program in conversation.
struct GtpDialogue {
    link: Link,
    time: std::time::Duration,
    commands: Vec<String>,
}

impl GtpDialogue {
    fn new<G: Playable>(check: &EngineCheck<G>) -> Result<Self, CheckFailure> {
        let mut talk = GtpDialogue { link: check.link()?, time: check.start, commands: Vec::new() };
        let commands = talk.must(&Command::ListCommands)?;
        talk.commands = commands.split_whitespace().map(String::from).collect();
        talk.time = check.answer + check.time;
        if talk.knows("set_game") {
            talk.must(&Command::SetGame(GAME.to_string()))?;
        }
        talk.must(&Command::BoardSize(8))?;
        talk.must(&Command::ClearBoard)?;
        Ok(talk)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    fn need(&self, command: &str) -> Result<(), CheckFailure> {
        if self.knows(command) { Ok(()) } else { Err(CheckFailure::Skipped(format!("it does not know `{command}`"))) }
    }

    /// Says a line and waits for the answer.
    fn line(&mut self, line: &str) -> Result<Reply, CheckFailure> {
        self.link.send(line);
        let mut reader = ReplyReader::default();
        let sought = self.link.wait_for(&Deadline::lasting(self.time), |line| match reader.feed(line) {
            Ok(Some(reply)) => Meaning::Wanted(reply),
            Ok(None) => Meaning::Useful,
            Err(_) => Meaning::None,
        })?;
        match sought {
            WaitOutcome::Found(reply) => Ok(reply),
            WaitOutcome::Missing => silent(line, self.time),
        }
    }

    fn ask(&mut self, command: &Command) -> Result<Result<String, String>, CheckFailure> {
        Ok(self.line(&command.to_string())?.outcome)
    }

    fn must(&mut self, command: &Command) -> Result<String, CheckFailure> {
        match self.ask(command)? {
            Ok(text) => Ok(text),
            Err(reason) => bad(format!("it refused `{command}`: {reason}")),
        }
    }

    fn must_not(&mut self, command: &Command) -> Result<(), CheckFailure> {
        match self.ask(command)? {
            Ok(_) => bad(format!("it should refuse `{command}` but accepted it")),
            Err(_) => Ok(()),
        }
    }

    /// Compares its board with ours, where it draws one that we can read.
    fn compare<G: Playable>(&mut self, check: &EngineCheck<G>, position: &G::Position) -> Result<bool, CheckFailure> {
        if !self.knows("showboard") {
            return Ok(false);
        }
        let text = check.game.position_text(position);
        let ours = Board::from_position_text(&text).map_err(|error| CheckFailure::Bad(error.to_string()))?;
        match Board::read_picture(&self.must(&Command::ShowBoard)?) {
            Some(theirs) if theirs == ours => Ok(true),
            Some(theirs) => bad(format!("its board is {} where ours is `{text}`", theirs.setup_text())),
            None => Ok(false),
        }
    }

    /// Compares the final score.
    fn score<G: Playable>(&mut self, check: &EngineCheck<G>, position: &G::Position) -> Result<String, CheckFailure> {
        if !self.knows("final_score") {
            return Ok("no score".to_string());
        }
        let text = check.game.position_text(position);
        let ours = Board::from_position_text(&text).map_err(|error| CheckFailure::Bad(error.to_string()))?.score();
        let said = self.must(&Command::FinalScore)?;
        match said.parse::<Score>() {
            Ok(theirs) if theirs == ours => Ok(ours.to_string()),
            _ => bad(format!("`final_score` is {ours} in `{text}`, not `{said}`")),
        }
    }

    /// Sends a pass where a player has to pass; whether it is accepted is the program's business.
    fn pass(&mut self, colour: Colour, last: Option<Colour>) -> Result<(), CheckFailure> {
        if last == Some(colour) {
            self.ask(&Command::Play(colour.opponent(), Vertex::Pass))?.ok();
        }
        Ok(())
    }
}

fn colour<G: Playable>(check: &EngineCheck<G>, position: &G::Position) -> Colour {
    let number = check.game.mover(position).map_or(1, |player| player.number());
    Colour::from_number(number).unwrap_or(Colour::Black)
}

fn introduces<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    let version = talk.must(&Command::ProtocolVersion)?;
    if version.trim() != "2" {
        return bad(format!("`protocol_version` is 2, not `{version}`"));
    }
    let (name, version) = (talk.must(&Command::Name)?, talk.must(&Command::Version)?);
    if name.trim().is_empty() { bad("its name is empty") } else { Ok(format!("as `{name}`, version `{version}`")) }
}

fn lists<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    for command in REQUIRED {
        if !talk.knows(command) {
            return bad(format!("`list_commands` lacks `{command}`"));
        }
    }
    for (command, expected) in [("genmove", "true"), ("plyground-nonsense", "false")] {
        let said = talk.must(&Command::KnownCommand(command.to_string()))?;
        if said.trim() != expected {
            return bad(format!("`known_command {command}` is {expected}, not `{said}`"));
        }
    }
    Ok(format!("{} of them", talk.commands.len()))
}

fn numbers<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    let numbered = Request { id: Some(42), command: Ok(Command::Name) }.to_string();
    for (line, good) in [(numbered.as_str(), true), ("42 plyground-nonsense", false)] {
        let reply = talk.line(line)?;
        if reply.id != Some(42) {
            return bad(format!("the answer to `{line}` does not begin with =42 or ?42"));
        }
        if reply.outcome.is_ok() != good {
            return bad(format!("the answer to `{line}` begins with the wrong sign"));
        }
    }
    talk.link.send("# a comment");
    talk.link.send("");
    let reply = talk.line("43 name")?;
    if reply.id != Some(43) {
        return bad("comments and empty lines must not be answered");
    }
    Ok("in good answers and bad ones; comments are passed over".to_string())
}

fn chooses<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    talk.must_not(&Command::BoardSize(7))?;
    talk.need("set_game")?;
    talk.must_not(&Command::SetGame("Nonsense".to_string()))?;
    Ok("other sizes and games are refused".to_string())
}

fn refuses<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    let play = |colour, vertex: &str| Command::Play(colour, vertex.parse().expect("a vertex"));
    talk.must_not(&play(Colour::Black, "a1"))?;
    talk.must_not(&play(Colour::Black, "d4"))?;
    talk.must(&play(Colour::Black, "d3"))?;
    talk.must_not(&play(Colour::White, "d3"))?;
    Ok("empty, occupied and useless squares".to_string())
}

fn agrees<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut boards = 0;
    let mut scores = Vec::new();
    for number in 0..check.games {
        let mut talk = GtpDialogue::new(check)?;
        let (plies, end) = random_game(&check.game, &check.game.start(), check.seed + number as u64);
        let mut last = None;
        for ply in &plies {
            boards += usize::from(talk.compare(check, &ply.rolled)?);
            let colour = colour(check, &ply.rolled);
            talk.pass(colour, last)?;
            let text = check.game.move_text(&ply.rolled, ply.mv);
            let vertex = Vertex::from_move_text(&text).map_err(|error| CheckFailure::Bad(error.to_string()))?;
            talk.must(&Command::Play(colour, vertex))?;
            last = Some(colour);
        }
        boards += usize::from(talk.compare(check, &end)?);
        scores.push(talk.score(check, &end)?);
    }
    Ok(format!("{} random games, {boards} boards compared, scores {}", check.games, scores.join(" ")))
}

fn undoes<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    talk.need("undo")?;
    for command in ["play black d3", "play white c3", "undo", "undo"] {
        talk.must(&command.parse().expect("a command"))?;
    }
    talk.compare(check, &check.game.start())?;
    talk.must(&"play black d3".parse().expect("a command"))?;
    Ok("two moves, and one of them was played again".to_string())
}

fn plays_itself<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    let (mut position, mut last, mut moves) = (check.game.start(), None, 0);
    while check.game.turn(&position) != Turn::Over {
        let colour = colour(check, &position);
        talk.pass(colour, last)?;
        let said = talk.must(&Command::GenMove(colour))?;
        let text = said.parse::<Vertex>().ok().and_then(Vertex::move_text).unwrap_or_else(|| said.clone());
        let Ok(mv) = check.game.parse_move(&position, &text) else {
            return bad(format!("`genmove {colour}` gave `{said}` in `{}`", check.game.position_text(&position)));
        };
        check.game.make(&mut position, mv);
        talk.compare(check, &position)?;
        (last, moves) = (Some(colour), moves + 1);
    }
    Ok(format!("{moves} moves, score {}", talk.score(check, &position)?))
}

fn quits<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = GtpDialogue::new(check)?;
    talk.must(&Command::Quit)?;
    check.ends(talk.link)
}
