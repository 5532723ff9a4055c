//! A program that is only started and ended: it talks to us in some other way, such as over a socket.

use crate::group::{self, Ending, Guard};
use std::fs::File;
use std::io;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a program that should end is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// A running program. It and everything that it started are killed when this value is dropped.
pub struct Program {
    process: Child,
    /// Ended before the process is buried, so that it never meets a stranger of the same number.
    guard: Option<Guard>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("process", &self.process.id()).finish_non_exhaustive()
    }
}

impl Program {
    /// Starts the program of these words with its arguments. What it prints goes to the file, or nowhere.
    ///
    /// # Errors
    /// The system's reason why it cannot be started.
    pub fn start(words: &[String], output: Option<File>) -> io::Result<Self> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command has no words"));
        };
        let (printed, complaints) = match output {
            Some(file) => (file.try_clone()?.into(), file.into()),
            None => (Stdio::null(), Stdio::null()),
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(printed).stderr(complaints);
        group::own_group(&mut command);
        let process = command.spawn()?;
        let guard = Guard::of(&process);
        Ok(Program { process, guard })
    }

    /// How it ended; `None` while it runs.
    pub fn ending(&mut self) -> Option<Ending> {
        group::ending(&mut self.process)
    }

    /// Gives it this long to end by itself and kills it then.
    pub fn end_within(mut self, time: Duration) {
        let begun = Instant::now();
        while self.ending().is_none() && begun.elapsed() < time {
            std::thread::sleep(GLANCE);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.guard = None;
        group::kill(&mut self.process);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn words(script: &str) -> Vec<String> {
        ["sh", "-c", script].map(String::from).to_vec()
    }

    #[test]
    fn an_ending_is_told_and_a_runaway_is_killed() {
        let mut short = Program::start(&words("exit 7"), None).expect("there is a shell");
        let begun = Instant::now();
        while short.ending().is_none() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(GLANCE);
        }
        assert_eq!(short.ending(), Some(Ending::Code(7)));
        let long = Program::start(&words("sleep 1000 & echo $!; wait"), None).expect("there is a shell");
        let number = long.process.id();
        long.end_within(Duration::from_millis(50));
        assert!(!std::path::Path::new(&format!("/proc/{number}")).exists() || cfg!(not(target_os = "linux")));
    }

    #[test]
    fn a_program_that_is_none_is_an_error() {
        assert!(Program::start(&["/no/such/program".to_string()], None).is_err());
        assert!(Program::start(&[], None).is_err());
    }
}
