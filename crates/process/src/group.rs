//! A process together with whatever it starts itself.
//!
//! It gets a process group of its own: a Ctrl-C at the terminal then reaches us alone, and when it must go, its helpers
//! go with it. It is looked at without being reaped, so that its number cannot belong to anybody else when it is killed.
//!
//! Should we be killed ourselves, nobody is left to do that. So each process has a guard, a shell that waits at the end of a pipe
//! from us: the system closes the pipe whatever ends us, and the guard kills the group. (Linux can send a signal when a
//! parent dies, but its parent is the *thread* that started the process, and threads of ours may end before a game does.)

use std::fmt;
use std::process::{Child, Command};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
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
    use std::process::Stdio;

    pub(in super::super) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the group of a process when we are gone; ends itself when it is told to.
    pub(in super::super) struct Guard(Child);

    impl Guard {
        /// `None` where no shell can be started; then a process may outlive us.
        pub(in super::super) fn of(child: &Child) -> Option<Self> {
            // `read` fails at the end of the pipe, and only there: nothing is ever written to it.
            let script = "read -r line || kill -s KILL -- \"-$1\"";
            let mut command = Command::new("sh");
            command.args(["-c", script, "plyground-guard", &child.id().to_string()]);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            own_group(&mut command);
            command.spawn().ok().map(Guard)
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
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

    /// There are no groups here to be killed.
    pub(in super::super) struct Guard;

    impl Guard {
        pub(in super::super) fn of(_child: &Child) -> Option<Self> {
            None
        }
    }

    pub(in super::super) fn ending(child: &mut Child) -> Option<Ending> {
        let status = child.try_wait().ok()??;
        Some(Ending::Code(status.code().unwrap_or(-1)))
    }

    pub(in super::super) fn kill(child: &mut Child) {
        let _ = child.kill();
        let _ = child.wait();
    }
}

pub(super) use system::{Guard, ending, kill, own_group};
