//! Drives the dialogue of the original Isola program, knowing its traps: prompts have no line end, it does not notice
//! that it has lost, its input must never end before it does, and one process plays one game.

use crate::driver::{Driver, MoveRequest, clip, legal, stalled};
use crate::link::{Deadline, Link};
use crate::path::path;
use crate::{Failure, FailureKind, ProcessSettings};
use plyground_core::{Playable, Turn};
use plyground_protocol::isola_pipe::{Cell, OutputParser, ProgramMessage, UserInput};
use plyground_search::{Iteration, Report, StopReason};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Bytes without a word that matters; a whole game with all its boards has a tenth of that.
const MOST_NOISE: usize = 1 << 20;

pub(crate) struct IsolaPipe<G: Playable> {
    game: G,
    listener: OutputParser,
    received: VecDeque<ProgramMessage>,
    /// What the program thinks stands on the board; `None` before the game has begun.
    board: Option<G::Position>,
}

impl<G: Playable> IsolaPipe<G> {
    pub(crate) fn new(game: &G) -> Self {
        IsolaPipe { game: game.clone(), listener: OutputParser::default(), received: VecDeque::new(), board: None }
    }

    /// Waits until the program says something that `wanted` has a use for.
    fn wait<T>(
        &mut self,
        link: &mut Link,
        deadline: &Deadline,
        mut wanted: impl FnMut(ProgramMessage) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let mut noise = 0;
        loop {
            while let Some(said) = self.received.pop_front() {
                link.note(said);
                if let Some(found) = wanted(said) {
                    return Ok(Some(found));
                }
            }
            let Some(bytes) = link.receive_bytes(deadline)? else { return Ok(None) };
            noise += bytes.len();
            if noise > MOST_NOISE {
                let what = format!("wrote {noise} bytes without a word of the dialogue");
                return Err(link.failure(FailureKind::Garbage, what));
            }
            let mut received = Vec::new();
            self.listener.feed(&bytes, &mut received);
            self.received.extend(received);
        }
    }

    /// Waits for a prompt and types a line. A complaint on the way is about the line before, which was a legal move.
    fn answer(&mut self, link: &mut Link, prompt: ProgramMessage, line: &str, time: Duration) -> Result<(), Failure> {
        let asked = self.wait(link, &Deadline::lasting(time), |said| match said {
            said if said == prompt => Some(Ok(())),
            ProgramMessage::Illegal | ProgramMessage::Unreadable => Some(Err(said)),
            _ => None,
        })?;
        match asked {
            Some(Ok(())) => link.send(line),
            Some(Err(said)) => return Err(refused(link, said)),
            None => return Err(stalled(link, "the question before", time)),
        }
        Ok(())
    }

    /// Types a move when asked for one.
    fn enter(&mut self, link: &mut Link, mv: &str, time: Duration) -> Result<(), Failure> {
        let cell = Cell::from_name(mv).expect("the board has eight rows and columns");
        self.answer(link, ProgramMessage::AsksMove, &UserInput::Move(cell).to_string(), time)
    }

    /// Leads the program to the position through its opening questions.
    fn begin(&mut self, link: &mut Link, time: Duration, question: MoveRequest<'_, G>) -> Result<(), Failure> {
        let start = self.game.start();
        let moves = question.moves_from_start().ok_or_else(|| {
            let what = "cannot be shown this position: it knows moves only, and those that lead there are not known";
            link.failure(FailureKind::Unasked, what)
        })?;
        let mut words = Vec::new();
        let mut position = start;
        for mv in moves {
            words.push(self.game.move_text(&position, mv));
            self.game.make(&mut position, mv);
        }
        // As player 2 the program asks for its opponent's last move after the set-up, whose length must be even.
        let last = if question.mover() == 2 { words.pop() } else { None };
        if words.is_empty() {
            self.answer(link, ProgramMessage::AsksSetup, "n", time)?;
        } else {
            self.answer(link, ProgramMessage::AsksSetup, "y", time)?;
            for word in &words {
                self.enter(link, word, time)?;
            }
            self.answer(link, ProgramMessage::AsksMove, &UserInput::EndOfSetup.to_string(), time)?;
        }
        last.map_or(Ok(()), |word| self.enter(link, &word, time))
    }

    /// The program claims to have won as soon as its opponent is shut in, without the move that our rules still ask of
    /// it. Where such a move exists the claim is right.
    fn winning_move(&self, link: &mut Link, position: &G::Position) -> Result<String, Failure> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let wins = |mv: &&G::Move| {
            let mut after = position.clone();
            self.game.make(&mut after, **mv);
            self.game.turn(&after) == Turn::Over && self.game.payoffs(&after).winner() == self.game.mover(position)
        };
        match moves.iter().find(wins) {
            Some(mv) => Ok(self.game.move_text(position, *mv)),
            None => Err(link.failure(FailureKind::IllegalMove, "claimed to have won where no move wins at once")),
        }
    }

    /// Tells the move that the opponent made since.
    fn go_on(&mut self, link: &mut Link, time: Duration, from: &G::Position, to: &G::Position) -> Result<(), Failure> {
        match path(&self.game, from, to).as_deref() {
            Some([mv]) => {
                let text = self.game.move_text(from, *mv);
                self.enter(link, &text, time)
            }
            _ => {
                let what = "cannot be shown this position: it does not follow from the last one by one move";
                Err(link.failure(FailureKind::Unasked, what))
            }
        }
    }
}

fn refused(link: &mut Link, said: ProgramMessage) -> Failure {
    link.failure(FailureKind::Garbage, format!("refused a legal move: {}", clip(said.to_string().trim())))
}

/// Whole seconds, at least one.
fn seconds(time: Option<Duration>) -> u64 {
    time.map_or(1, |time| time.as_secs().max(1))
}

impl<G: Playable> Driver<G> for IsolaPipe<G> {
    fn starts_late(&self) -> bool {
        true
    }

    fn arguments(&self, question: MoveRequest<'_, G>) -> Vec<String> {
        vec![question.mover().to_string(), seconds(question.limits.time).to_string()]
    }

    fn open(&mut self, _link: &mut Link, _settings: &ProcessSettings) -> Result<(), Failure> {
        (self.listener, self.board) = (OutputParser::default(), None);
        self.received.clear();
        Ok(())
    }

    fn new_game(&mut self, _link: &mut Link, _settings: &ProcessSettings, _seed: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(
        &mut self,
        link: &mut Link,
        settings: &ProcessSettings,
        question: MoveRequest<'_, G>,
        _news: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, Failure> {
        let begun = Instant::now();
        let mut time = Duration::from_secs(seconds(question.limits.time)) + settings.answer;
        match self.board.take() {
            Some(board) => self.go_on(link, settings.answer, &board, question.position)?,
            None => {
                self.begin(link, settings.start, question)?;
                // It clears a table of a gigabyte before its first move.
                time += settings.start;
            }
        }
        let deadline = Deadline::until(time, question.stop);
        let said = self.wait(link, &deadline, |said| match said {
            ProgramMessage::Mine(cell) => Some(Ok(cell)),
            ProgramMessage::Illegal | ProgramMessage::Unreadable | ProgramMessage::NoMove | ProgramMessage::IWin => {
                Some(Err(said))
            }
            _ => None,
        })?;
        let text = match said {
            Some(Ok(cell)) => cell.name(),
            Some(Err(ProgramMessage::IWin)) => self.winning_move(link, question.position)?,
            Some(Err(ProgramMessage::NoMove)) => {
                return Err(link.failure(FailureKind::IllegalMove, "found no move although it has one"));
            }
            Some(Err(said)) => return Err(refused(link, said)),
            None => return Err(stalled(link, "its move", begun.elapsed())),
        };
        let mv = legal(&self.game, question.position, &text, &text, link)?;
        let mut after = question.position.clone();
        self.game.make(&mut after, mv);
        self.board = Some(after);
        let mut report = Report::empty(StopReason::Time);
        (report.best, report.line, report.time) = (Some(mv), vec![mv], begun.elapsed());
        Ok(report)
    }

    fn quit(&self) -> Option<&'static str> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Restart;
    use plyground_core::{GameKind, GameVisitor, Setup};
    use plyground_games::isola::Isola;
    use plyground_search::Limits;

    /// After O's step from h7 to h8 the program, which is X, says that it has won.
    struct Claim(&'static str);

    impl GameVisitor for Claim {
        type Output = Result<String, FailureKind>;

        fn visit<G: Playable>(self, game: G, before: G::Position) -> Self::Output {
            let mut position = before.clone();
            let step = game.parse_move(&before, self.0).unwrap();
            game.make(&mut position, step);
            let script =
                "printf \"Please enter a move (row col):  \"; read -r line; echo \"!!! I win !!!\"; sleep 1000";
            let mut link = Link::start(&["sh".to_string(), "-c".to_string(), script.to_string()]).unwrap();
            let mut driver = IsolaPipe { board: Some(before), ..IsolaPipe::new(&game) };
            let time = Duration::from_secs(20);
            let settings = ProcessSettings {
                command: Vec::new(),
                start: time,
                answer: time,
                quit: time,
                restart: Restart::Never,
                options: Vec::new(),
            };
            let history = crate::History::default();
            let question =
                MoveRequest { game: &game, stop: None, history, position: &position, limits: Limits::default() };
            let report = driver.choose(&mut link, &settings, question, &mut |_| {});
            report.map(|report| game.move_text(&position, report.best.unwrap())).map_err(|failure| failure.kind)
        }
    }

    #[test]
    fn a_claim_to_have_won_is_a_move_where_it_is_right() {
        let open = |position: &str, step| {
            let setup = Setup { position: Some(position.to_string()), ..Setup::default() };
            Isola::open(&setup, Claim(step)).unwrap()
        };
        let corner = "X......./......../......../......../......../......../......#O/......#. O";
        assert!(open(corner, "h8").is_ok(), "g7, g8 and h7 are blocked after the step");
        assert_eq!(open(corner, "h6"), Err(FailureKind::IllegalMove), "O can still move");
    }
}
