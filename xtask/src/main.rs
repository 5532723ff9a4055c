//! House-keeping. `cargo xtask test` is the whole test run; `cargo xtask` alone lists the verbs.

mod bench;
mod cpu_load;
mod deadlines;
mod dist;
mod features;
mod fuzz;
mod houserules;
mod network_soak;
mod packages;
mod python;
mod soak;
mod sockets;
mod steps;
mod targets;
mod webclient;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask VERB

  test        install what the tests need, then check everything (what CI runs)
  fast        format, lints, house rules and the tests in Rust
  tidy        house rules only: arrows between crates, printing, size of files, retired names
  bless       rewrite golden files from what the program does now; read the diff before you commit it
  features    check the library with each game alone, without warnings and without what belongs to the others; part of `test`
  targets     check core, games and search for the browser and for 32 bits, where those targets are installed
  dist        in target/dist an archive (the program, static where musl is installed; completions, manual, licences) and a Python wheel
  python      build the Python wheel and run its tests in a virtual environment; `test` runs them without the wheel
  bench       [--json]: run the benchmarks of all crates, then print one table of their ratios (name, anchor, ours, ratio)
  fuzz        [TARGET] [--seconds N]: hostile input for everything that reads, by cargo-fuzz; needs no nightly
  soak        reversixt [--games N] [--millis N] [--busy N]: network games with our server and clients, beside N busy loops;
                is any client of ours disqualified?
              deadlines [--games N] [--busy N,N]: games by UGI, GTP and NTU with clocks kept outside; is any move late?
              arena [--kills N]: a tournament that is killed again and again; is its table that of an undisturbed run?
              sockets [--sockets N] [--seconds N]: pages that play and analyse; how soon are clicks answered?
              memory [--seconds N]: 50 games and 50 analyses; how much memory does the server take?
              kills [--kills N]: the web server, killed right after a move was shown; is the move still there?
              fuzz [--minutes N]: all targets of the fuzzer in turn; is a promise broken?
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let result = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => packages::install().and_then(|()| steps::test()),
        ["fast"] => packages::install().and_then(|()| steps::fast()),
        ["tidy"] => houserules::check(),
        // Golden files are written by the tests, so they need what the tests need.
        ["bless"] => packages::install().and_then(|()| steps::bless()),
        ["features"] => features::check(),
        ["targets"] => targets::check(),
        ["dist"] => root().and_then(dist::run),
        ["python"] => root().and_then(python::test),
        ["bench", rest @ ..] => bench::run(rest),
        ["fuzz", rest @ ..] => root().and_then(|root| fuzz::run(root, rest)),
        ["soak", ..] => soak::run(&words[1..]),
        ["test" | "fast" | "tidy" | "bless" | "features" | "targets" | "dist" | "python", word, ..] => {
            Err(format!("`{}` takes no arguments, so `{word}` means nothing\n\n{HELP}", words[0]))
        }
        [other, ..] => Err(format!("there is no verb `{other}`\n\n{HELP}")),
        [] => Err(HELP.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::from(2)
        }
    }
}

/// The folder of the workspace.
fn root() -> Result<&'static Path, String> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or_else(|| "xtask lives in the workspace".to_string())
}
