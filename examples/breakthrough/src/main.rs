//! Breakthrough on a 6x6 board, a game that Plyground does not know, with all of Plyground:
//! `cargo run --release --package breakthrough -- play breakthrough`, and `-- serve` for the pages.

use plyground::engine;
use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::app::main_with(|| {
        engine::install::<breakthrough::Breakthrough>();
    })
}
