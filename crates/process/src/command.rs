//! A command line as people type it, cut into words without the help of a shell.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// A command line that starts no program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The text ends within an escape.
    #[error("nothing follows the last backslash")]
    DanglingBackslash,
    /// There is no word.
    #[error("the command to start is missing, as in process(\"./engine --fast\")")]
    Missing,
    /// The text ends within quotation marks of this kind.
    #[error("a quotation mark {0} is not closed")]
    Unclosed(char),
    /// The first word names no file.
    #[error("there is no program `{0}`")]
    UnknownProgram(String),
}

/// Cuts a command line into words, and makes sure that there is such a program.
pub fn parse_command(text: &str) -> Result<Vec<String>, CommandError> {
    let words = split(text)?;
    match find_program(&words[0]) {
        Some(_) => Ok(words),
        None => Err(CommandError::UnknownProgram(words[0].clone())),
    }
}

/// Cuts at blanks; quotes and backslashes mean what they mean in a shell, nothing else does.
fn split(text: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' => quote(&mut characters, word.get_or_insert_default(), false)?,
            '"' => quote(&mut characters, word.get_or_insert_default(), true)?,
            '\\' => match characters.next() {
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err(CommandError::DanglingBackslash),
            },
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err(CommandError::Missing),
    }
}

fn quote(characters: &mut std::str::Chars<'_>, word: &mut String, double: bool) -> Result<(), CommandError> {
    let end = if double { '"' } else { '\'' };
    while let Some(character) = characters.next() {
        match character {
            character if character == end => return Ok(()),
            '\\' if double => word.extend(characters.next()),
            other => word.push(other),
        }
    }
    Err(CommandError::Unclosed(end))
}

/// The program that a first word names: a path if it contains a slash, else a file in a folder of `PATH`.
fn find_program(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 || path.is_absolute() {
        return path.is_file().then(|| path.to_path_buf());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_as_a_shell_would_cut_them() {
        for (text, words) in [
            ("/usr/games/gtp-rhino -l 1", vec!["/usr/games/gtp-rhino", "-l", "1"]),
            ("sh -c 'echo \"a b\"; exit'", vec!["sh", "-c", "echo \"a b\"; exit"]),
            ("a\\ b  \"c \\\" d\"e ''", vec!["a b", "c \" de", ""]),
            ("  $HOME ~ *", vec!["$HOME", "~", "*"]),
        ] {
            assert_eq!(
                split(text).as_deref(),
                Ok(words.into_iter().map(String::from).collect::<Vec<_>>().as_slice()),
                "{text}"
            );
        }
        for text in ["", "  ", "''", "a 'b", "a \"b", "a \\"] {
            assert!(split(text).is_err(), "{text}");
        }
    }

    #[test]
    fn programs_are_found_by_name_and_by_path() {
        let shell = find_program("sh").expect("every system has a shell");
        assert_eq!(find_program(&shell.to_string_lossy()), Some(shell));
        assert_eq!(find_program("no-program-has-this-name"), None);
        assert_eq!(find_program("/no/such/program"), None);
    }
}
