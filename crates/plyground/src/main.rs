//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::app::main_with(|| {})
}
