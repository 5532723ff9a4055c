//! Questions by the dialogue of the Isola program.

use super::engine_check::{CheckCase, EngineCheck};
use super::{CaseResult, CheckFailure, bad, games};
use plyground_core::Playable;
use plyground_process::{Deadline, Link};
use plyground_protocol::isola_pipe::{OutputParser, ProgramMessage};
use std::collections::VecDeque;

pub(super) fn cases<G: Playable>() -> Vec<CheckCase<G>> {
    vec![
        CheckCase { question: "asks again after a wrong line", run: asks_again },
        CheckCase { question: "takes moves before the game", run: sets_up },
        CheckCase { question: "plays whole games", run: games::play },
    ]
}

struct IsolaDialogue {
    link: Link,
    listener: OutputParser,
    received: VecDeque<ProgramMessage>,
    time: std::time::Duration,
}

impl IsolaDialogue {
    fn new<G: Playable>(check: &EngineCheck<G>, player: usize) -> Result<Self, CheckFailure> {
        let words: Vec<String> = check.words.iter().cloned().chain([player.to_string(), "1".to_string()]).collect();
        // Its one second per move, and a table to clear before the first.
        let time = check.start + check.answer + std::time::Duration::from_secs(1);
        Ok(IsolaDialogue {
            link: Link::start(&words)?,
            listener: OutputParser::default(),
            received: VecDeque::new(),
            time,
        })
    }

    /// Waits until it says this.
    fn wait(&mut self, wanted: impl Fn(ProgramMessage) -> bool, words: &str) -> Result<ProgramMessage, CheckFailure> {
        let deadline = Deadline::lasting(self.time);
        loop {
            while let Some(said) = self.received.pop_front() {
                self.link.note(said);
                if wanted(said) {
                    return Ok(said);
                }
            }
            let Some(bytes) = self.link.receive_bytes(&deadline)? else {
                let text = format!("it did not say `{words}` within {:.1} s", self.time.as_secs_f64());
                return Err(CheckFailure::Silent(text));
            };
            let mut received = Vec::new();
            self.listener.feed(&bytes, &mut received);
            self.received.extend(received);
        }
    }

    fn prompt(&mut self, prompt: ProgramMessage, line: &str) -> Result<(), CheckFailure> {
        self.wait(|said| said == prompt, prompt.to_string().trim())?;
        self.link.send(line);
        Ok(())
    }
}

fn asks_again<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = IsolaDialogue::new(check, 2)?;
    talk.prompt(ProgramMessage::AsksSetup, "n")?;
    for (line, complaint) in
        [("nonsense", ProgramMessage::Unreadable), ("8 8", ProgramMessage::Illegal), ("2 3", ProgramMessage::Illegal)]
    {
        talk.prompt(ProgramMessage::AsksMove, line)?;
        talk.wait(|said| said == complaint, complaint.to_string().trim())?;
    }
    talk.prompt(ProgramMessage::AsksMove, "(4 4)")?;
    talk.wait(|said| matches!(said, ProgramMessage::Mine(_)), "I MOVE TO:")?;
    Ok("after nonsense and illegal moves".to_string())
}

fn sets_up<G: Playable>(check: &EngineCheck<G>) -> CaseResult {
    let mut talk = IsolaDialogue::new(check, 1)?;
    talk.prompt(ProgramMessage::AsksSetup, "y")?;
    for line in ["4 4", "5 5", "#"] {
        talk.prompt(ProgramMessage::AsksMove, line)?;
    }
    let ProgramMessage::Mine(cell) = talk.wait(|said| matches!(said, ProgramMessage::Mine(_)), "I MOVE TO:")? else {
        return bad("it did not move");
    };
    let mut position = check.game.start();
    for word in ["d4", "e5"] {
        let mv = check.game.parse_move(&position, word).map_err(|error| CheckFailure::Bad(error.to_string()))?;
        check.game.make(&mut position, mv);
    }
    match check.game.parse_move(&position, &cell.name()) {
        Ok(_) => Ok(format!("then it moved to {}", cell.name())),
        Err(error) => bad(format!("after 4 4 and 5 5 it moved to ({cell}): {}", error.reason())),
    }
}
