//! A process together with whatever it starts itself.
//!
//! It gets a process group of its own: a Ctrl-C at the terminal then reaches us alone, and when it must go, its helpers
//! go with it. It is looked at without being reaped, so that its number cannot belong to anybody else when it is killed.

use std::fmt;
use std::process::{Child, Command};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Code(code) => write!(f, "ended with exit code {code}"),
            Ending::Signal(signal) => write!(f, "was ended by signal {signal}"),
        }
    }
}

#[cfg(unix)]
mod system {
    use super::{Child, Command, Ending};
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;

    pub(in super::super) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    pub(in super::super) fn ending(child: &mut Child) -> Option<Ending> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), options).ok()??;
        let code = status.exit_status().map(Ending::Code);
        code.or_else(|| status.terminating_signal().map(Ending::Signal))
    }

    pub(in super::super) fn kill(child: &mut Child) {
        // The group may be gone already; then there is nobody left to kill.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Child, Command, Ending};

    pub(in super::super) fn own_group(_command: &mut Command) {}

    pub(in super::super) fn ending(child: &mut Child) -> Option<Ending> {
        let status = child.try_wait().ok()??;
        Some(Ending::Code(status.code().unwrap_or(-1)))
    }

    pub(in super::super) fn kill(child: &mut Child) {
        let _ = child.kill();
        let _ = child.wait();
    }
}

pub(super) use system::{ending, kill, own_group};
