//! Questions in GTP.

use super::exam::{Case, Exam, random_game};
use super::{Answer, Trouble, bad, games, silent};
use plyground_core::{Playable, Turn};
use plyground_engine::players::process::{Deadline, Link, Match, Meaning};
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

pub(super) fn cases<G: Playable>() -> Vec<Case<G>> {
    vec![
        Case { question: "introduces itself", run: introduces },
        Case { question: "lists its commands", run: lists },
        Case { question: "repeats the numbers of commands", run: numbers },
        Case { question: "plays Othello on 8x8 and nothing else", run: chooses },
        Case { question: "refuses illegal moves", run: refuses },
        Case { question: "agrees on every position and the score", run: agrees },
        Case { question: "takes back", run: undoes },
        Case { question: "plays whole games with itself", run: plays_itself },
        Case { question: "plays whole games", run: games::play },
        Case { question: "quits when told", run: quits },
    ]
}

/// The program in conversation.
struct Talk {
    link: Link,
    time: std::time::Duration,
    commands: Vec<String>,
}

impl Talk {
    fn new<G: Playable>(exam: &Exam<G>) -> Result<Self, Trouble> {
        let mut talk = Talk { link: exam.link()?, time: exam.start, commands: Vec::new() };
        let commands = talk.must(&Command::ListCommands)?;
        talk.commands = commands.split_whitespace().map(String::from).collect();
        talk.time = exam.answer + exam.time;
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

    fn need(&self, command: &str) -> Result<(), Trouble> {
        if self.knows(command) { Ok(()) } else { Err(Trouble::Skipped(format!("it does not know `{command}`"))) }
    }

    /// Says a line and waits for the answer.
    fn line(&mut self, line: &str) -> Result<Reply, Trouble> {
        self.link.send(line);
        let mut reader = ReplyReader::default();
        let sought = self.link.wait_for(&Deadline::lasting(self.time), |line| match reader.feed(line) {
            Ok(Some(reply)) => Meaning::Wanted(reply),
            Ok(None) => Meaning::Useful,
            Err(_) => Meaning::None,
        })?;
        match sought {
            Match::Found(reply) => Ok(reply),
            Match::Missing => silent(line, self.time),
        }
    }

    fn ask(&mut self, command: &Command) -> Result<Result<String, String>, Trouble> {
        Ok(self.line(&command.to_string())?.outcome)
    }

    fn must(&mut self, command: &Command) -> Result<String, Trouble> {
        match self.ask(command)? {
            Ok(text) => Ok(text),
            Err(reason) => bad(format!("it refused `{command}`: {reason}")),
        }
    }

    fn must_not(&mut self, command: &Command) -> Result<(), Trouble> {
        match self.ask(command)? {
            Ok(_) => bad(format!("it should refuse `{command}` but accepted it")),
            Err(_) => Ok(()),
        }
    }

    /// Compares its board with ours, where it draws one that we can read.
    fn compare<G: Playable>(&mut self, exam: &Exam<G>, position: &G::Position) -> Result<bool, Trouble> {
        if !self.knows("showboard") {
            return Ok(false);
        }
        let text = exam.game.position_text(position);
        let ours = Board::from_position_text(&text).map_err(|error| Trouble::Bad(error.to_string()))?;
        match Board::read_picture(&self.must(&Command::ShowBoard)?) {
            Some(theirs) if theirs == ours => Ok(true),
            Some(theirs) => bad(format!("its board is {} where ours is `{text}`", theirs.setup_text())),
            None => Ok(false),
        }
    }

    /// Compares the final score.
    fn score<G: Playable>(&mut self, exam: &Exam<G>, position: &G::Position) -> Result<String, Trouble> {
        if !self.knows("final_score") {
            return Ok("no score".to_string());
        }
        let text = exam.game.position_text(position);
        let ours = Board::from_position_text(&text).map_err(|error| Trouble::Bad(error.to_string()))?.score();
        let said = self.must(&Command::FinalScore)?;
        match said.parse::<Score>() {
            Ok(theirs) if theirs == ours => Ok(ours.to_string()),
            _ => bad(format!("`final_score` is {ours} in `{text}`, not `{said}`")),
        }
    }

    /// Tells a pass, where somebody is passed over; whether it is accepted is the program's business.
    fn pass(&mut self, colour: Colour, last: Option<Colour>) -> Result<(), Trouble> {
        if last == Some(colour) {
            self.ask(&Command::Play(colour.opponent(), Vertex::Pass))?.ok();
        }
        Ok(())
    }
}

fn colour<G: Playable>(exam: &Exam<G>, position: &G::Position) -> Colour {
    let number = exam.game.mover(position).map_or(1, |player| player.number());
    Colour::from_number(number).unwrap_or(Colour::Black)
}

fn introduces<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
    let version = talk.must(&Command::ProtocolVersion)?;
    if version.trim() != "2" {
        return bad(format!("`protocol_version` is 2, not `{version}`"));
    }
    let (name, version) = (talk.must(&Command::Name)?, talk.must(&Command::Version)?);
    if name.trim().is_empty() { bad("its name is empty") } else { Ok(format!("as `{name}`, version `{version}`")) }
}

fn lists<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
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

fn numbers<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
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

fn chooses<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
    talk.must_not(&Command::BoardSize(7))?;
    talk.need("set_game")?;
    talk.must_not(&Command::SetGame("Nonsense".to_string()))?;
    Ok("other sizes and games are refused".to_string())
}

fn refuses<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
    let play = |colour, vertex: &str| Command::Play(colour, vertex.parse().expect("a vertex"));
    talk.must_not(&play(Colour::Black, "a1"))?;
    talk.must_not(&play(Colour::Black, "d4"))?;
    talk.must(&play(Colour::Black, "d3"))?;
    talk.must_not(&play(Colour::White, "d3"))?;
    Ok("empty, occupied and useless squares".to_string())
}

fn agrees<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut boards = 0;
    let mut scores = Vec::new();
    for number in 0..exam.games {
        let mut talk = Talk::new(exam)?;
        let (plies, end) = random_game(&exam.game, &exam.game.start(), exam.seed + number as u64);
        let mut last = None;
        for ply in &plies {
            boards += usize::from(talk.compare(exam, &ply.rolled)?);
            let colour = colour(exam, &ply.rolled);
            talk.pass(colour, last)?;
            let text = exam.game.move_text(&ply.rolled, ply.mv);
            let vertex = Vertex::from_move_text(&text).map_err(|error| Trouble::Bad(error.to_string()))?;
            talk.must(&Command::Play(colour, vertex))?;
            last = Some(colour);
        }
        boards += usize::from(talk.compare(exam, &end)?);
        scores.push(talk.score(exam, &end)?);
    }
    Ok(format!("{} random games, {boards} boards compared, scores {}", exam.games, scores.join(" ")))
}

fn undoes<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
    talk.need("undo")?;
    for command in ["play black d3", "play white c3", "undo", "undo"] {
        talk.must(&command.parse().expect("a command"))?;
    }
    talk.compare(exam, &exam.game.start())?;
    talk.must(&"play black d3".parse().expect("a command"))?;
    Ok("two moves, and one of them was played again".to_string())
}

fn plays_itself<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
    let (mut position, mut last, mut moves) = (exam.game.start(), None, 0);
    while exam.game.turn(&position) != Turn::Over {
        let colour = colour(exam, &position);
        talk.pass(colour, last)?;
        let said = talk.must(&Command::GenMove(colour))?;
        let text = said.parse::<Vertex>().ok().and_then(Vertex::move_text).unwrap_or_else(|| said.clone());
        let Ok(mv) = exam.game.parse_move(&position, &text) else {
            return bad(format!("`genmove {colour}` gave `{said}` in `{}`", exam.game.position_text(&position)));
        };
        exam.game.make(&mut position, mv);
        talk.compare(exam, &position)?;
        (last, moves) = (Some(colour), moves + 1);
    }
    Ok(format!("{moves} moves, score {}", talk.score(exam, &position)?))
}

fn quits<G: Playable>(exam: &Exam<G>) -> Answer {
    let mut talk = Talk::new(exam)?;
    talk.must(&Command::Quit)?;
    exam.ends(talk.link)
}
