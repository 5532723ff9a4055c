//! What an engine answers.

use crate::ProtocolError;
use std::fmt;

/// More lines than this are no answer to anything that we ask.
pub const LONGEST_REPLY: usize = 1000;

/// An answer: success or failure, each with words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The number of the command.
    pub id: Option<u32>,
    /// What it came to.
    pub outcome: Result<String, String>,
}

/// As it goes over the wire, the empty line at its end included.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.outcome {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        self.id.map_or(Ok(()), |id| write!(f, "{id}"))?;
        if !text.is_empty() {
            write!(f, " {text}")?;
        }
        f.write_str("\n\n")
    }
}

/// Puts the lines of an answer together.
#[derive(Clone, Debug, Default)]
pub struct ReplyReader {
    lines: Vec<String>,
}

impl ReplyReader {
    /// Takes a line; the answer when it is complete.
    pub fn feed(&mut self, line: &str) -> Result<Option<Reply>, ProtocolError> {
        let line = line.trim_end();
        if line.is_empty() {
            let lines = std::mem::take(&mut self.lines);
            return Ok(lines.split_first().map(|(first, rest)| assemble(first, rest)));
        }
        if self.lines.is_empty() && !line.starts_with(['=', '?']) {
            return Err(ProtocolError::malformed(line, "an answer begins with `=` or `?`"));
        }
        if self.lines.len() >= LONGEST_REPLY {
            self.lines.clear();
            return Err(ProtocolError::malformed(line, format!("an answer has at most {LONGEST_REPLY} lines")));
        }
        self.lines.push(line.to_string());
        Ok(None)
    }
}

fn assemble(first: &str, rest: &[String]) -> Reply {
    let (sign, first) = first.split_at(1);
    let digits = first.len() - first.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let id = first[..digits].parse().ok();
    let mut text = first[digits..].trim_start().to_string();
    for line in rest {
        text.push('\n');
        text.push_str(line);
    }
    // A first line without words is no part of the text, nor are blanks in front of the second.
    let text = text.trim_start().to_string();
    Reply { id, outcome: if sign == "=" { Ok(text) } else { Err(text) } }
}
