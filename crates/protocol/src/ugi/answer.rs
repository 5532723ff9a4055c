//! What an engine says to a runner.

use super::words::Words;
use super::{Info, OptionInfo};
use crate::ProtocolError;
use std::fmt;
use std::str::FromStr;

const WORDS: [&str; 7] = ["id", "option", "ugiok", "readyok", "info", "bestmove", "response"];

/// A message from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `option name … type …`.
    Option(OptionInfo),
    /// `ugiok`: introduced.
    UgiOk,
    /// `readyok`: ready.
    ReadyOk,
    /// `info …`: news while thinking.
    Info(Info),
    /// `bestmove …`; `None` is written `none`, where there is nothing to move.
    BestMove(Option<String>),
    /// `response …`: the answer to a query.
    Response(String),
}

impl FromStr for Answer {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let mut words = Words::new(text);
        match words.next().unwrap_or_default() {
            "id" => match words.next() {
                Some("name") => Ok(Answer::Name(words.until(&[]))),
                Some("author") => Ok(Answer::Author(words.until(&[]))),
                _ => Err(words.wrong("`id` is followed by `name` or `author`")),
            },
            "option" => OptionInfo::parse(&mut words).map(Answer::Option),
            "ugiok" => Ok(Answer::UgiOk),
            "readyok" => Ok(Answer::ReadyOk),
            "info" => Ok(Answer::Info(Info::parse(&mut words))),
            // UCI allows more after the move (`ponder …`), which is of no use here.
            "bestmove" => match words.next() {
                Some("none" | "(none)") => Ok(Answer::BestMove(None)),
                Some(mv) => Ok(Answer::BestMove(Some(mv.to_string()))),
                None => Err(words.wrong("the move after `bestmove` is missing")),
            },
            "response" => match words.until(&[]) {
                answer if answer.is_empty() => Err(words.wrong("the answer after `response` is missing")),
                answer => Ok(Answer::Response(answer)),
            },
            word => Err(ProtocolError::unknown(word, WORDS)),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Name(name) => write!(f, "id name {name}"),
            Answer::Author(author) => write!(f, "id author {author}"),
            Answer::Option(option) => write!(f, "option {option}"),
            Answer::UgiOk => f.write_str("ugiok"),
            Answer::ReadyOk => f.write_str("readyok"),
            Answer::Info(info) => write!(f, "info{info}"),
            Answer::BestMove(mv) => write!(f, "bestmove {}", mv.as_deref().unwrap_or("none")),
            Answer::Response(answer) => write!(f, "response {answer}"),
        }
    }
}
