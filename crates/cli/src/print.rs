//! Words and documents on standard output and standard error.

use anyhow::{Error, Result};
use plyground_picture::terminal::Style;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};

/// Writes a finished text to standard output, whole or not at all as far as we are concerned.
pub fn text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON document.
pub fn json(document: &Value) -> Result<()> {
    text(&format!("{document}\n"))
}

/// One sentence about what went wrong, on standard error.
pub fn complain(error: &Error) {
    let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
    // Nothing is left to do if even standard error is closed.
    let _ = writeln!(io::stderr(), "plyground: {}", causes.join(": "));
}

/// Something worth knowing that is no failure.
pub fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "plyground: warning: {text}");
}

/// A word about what is going on, on standard error.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "plyground: {text}");
}

/// One JSON document about progress, on standard error.
pub fn progress(document: &Value) {
    let _ = writeln!(io::stderr(), "{document}");
}

/// A line that replaces itself, on a terminal; nothing elsewhere.
#[derive(Debug, Default)]
pub struct LiveLine {
    shown: Option<std::time::Instant>,
    width: usize,
}

impl LiveLine {
    /// Often enough to look alive, seldom enough to cost nothing.
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(200);

    /// Shows what `text` says, unless it was shown just now.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= Self::PAUSE);
        if is_due && io::stderr().is_terminal() {
            let text = text();
            let _ = write!(io::stderr(), "\r{text:<width$}", width = self.width);
            self.width = text.chars().count();
            self.shown = Some(std::time::Instant::now());
        }
    }

    /// Wipes the line.
    pub fn wipe(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{:<width$}\r", "", width = self.width);
            self.width = 0;
        }
    }
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// How to draw boards on standard output.
    pub fn style(self) -> Style {
        let colour = match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        };
        Style { colour, unicode: speaks_unicode() }
    }
}

/// Whether the locale promises that more than ASCII can be shown.
fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    locale.is_some_and(|value| {
        let value = value.to_string_lossy().to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

/// Columns padded to their widest cell, two blanks between them.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width + 2 - cell.chars().count()));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
