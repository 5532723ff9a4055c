//! Finds what matters in a stream of bytes.

use super::program_message::{ASKS_MOVE, ASKS_SETUP, I_WIN, ILLEGAL, MINE, NO_MOVE, UNREADABLE, YOU_WIN, YOURS};
use super::{Cell, ProgramMessage};

/// The phrases, and what each of them means; moves are completed by what follows.
const PHRASES: [(&str, Meaning); 9] = [
    (ASKS_SETUP, Meaning::Plain(ProgramMessage::AsksSetup)),
    (ASKS_MOVE, Meaning::Plain(ProgramMessage::AsksMove)),
    (MINE, Meaning::Move(ProgramMessage::Mine)),
    (YOURS, Meaning::Move(ProgramMessage::Yours)),
    (UNREADABLE, Meaning::Plain(ProgramMessage::Unreadable)),
    (ILLEGAL, Meaning::Plain(ProgramMessage::Illegal)),
    (NO_MOVE, Meaning::Plain(ProgramMessage::NoMove)),
    (I_WIN, Meaning::Plain(ProgramMessage::IWin)),
    (YOU_WIN, Meaning::Plain(ProgramMessage::YouWin)),
];
/// No phrase is longer, so this much of what came before may still become one.
const LONGEST_PHRASE: usize = 40;
/// A move follows its phrase within this many bytes.
const LONGEST_MOVE: usize = 40;

#[derive(Clone, Copy)]
enum Meaning {
    Plain(ProgramMessage),
    Move(fn(Cell) -> ProgramMessage),
}

/// Listens to the program.
#[derive(Clone, Debug, Default)]
pub struct OutputParser {
    pending: Vec<u8>,
}

impl OutputParser {
    /// Takes more bytes and appends what they say. Memory does not grow with what is said.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<ProgramMessage>) {
        for chunk in bytes.chunks(4096) {
            self.pending.extend_from_slice(chunk);
            self.listen(out);
        }
    }

    fn listen(&mut self, out: &mut Vec<ProgramMessage>) {
        let mut from = 0;
        while let Some((at, length, meaning)) = first_phrase(&self.pending[from..]) {
            let end = from + at + length;
            match meaning {
                Meaning::Plain(said) => out.push(said),
                Meaning::Move(said) => match complete(&self.pending[end..]) {
                    Completion::Incomplete => {
                        self.pending.drain(..from + at);
                        return;
                    }
                    Completion::Cell(cell) => out.push(said(cell)),
                    // What follows may be a phrase of its own, `(nil nil)` for example.
                    Completion::None => {}
                },
            }
            from = end;
        }
        let kept = self.pending.len().saturating_sub(LONGEST_PHRASE).max(from);
        self.pending.drain(..kept);
    }
}

/// The first phrase in the text: where, how long, what.
fn first_phrase(text: &[u8]) -> Option<(usize, usize, Meaning)> {
    let found = PHRASES.iter().filter_map(|(phrase, meaning)| {
        let at = text.windows(phrase.len()).position(|window| window == phrase.as_bytes())?;
        Some((at, phrase.len(), *meaning))
    });
    found.min_by_key(|(at, ..)| *at)
}

enum Completion {
    Incomplete,
    Cell(Cell),
    None,
}

fn complete(after: &[u8]) -> Completion {
    let near = &after[..after.len().min(LONGEST_MOVE)];
    match near.iter().position(|byte| *byte == b')') {
        Some(end) => Cell::find(&String::from_utf8_lossy(&near[..end])).map_or(Completion::None, Completion::Cell),
        None if after.len() < LONGEST_MOVE => Completion::Incomplete,
        None => Completion::None,
    }
}
