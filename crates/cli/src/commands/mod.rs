//! One module per command.

mod analyze;
mod archive;
mod bench;
mod calibrate;
mod einstein;
mod engine;
mod facts;
mod games;
mod isola;
mod lab;
mod levels;
mod matches;
mod perft;
mod play;
mod players;
mod record;
mod replay;
mod reversixt;
mod show;
mod solve;
mod sprt;
mod tournament;
mod tune;
mod web;
mod xray;

pub use einstein::DEFAULT_GAMES;

use crate::args::{Cli, Command};
use crate::{Answer, print};
use anyhow::Result;
use clap::CommandFactory;

/// Runs what was typed.
pub fn run(cli: Cli) -> Result<Answer> {
    let style = cli.color.style();
    if !matches!(cli.command, Some(Command::Einstein(_))) {
        crate::data::offer_endgames(None); // those commands have a flag of their own
    }
    match cli.command {
        None => web::run_alone(),
        Some(Command::Serve(args)) => web::run(&args),
        Some(Command::Games(flag)) => games::run(flag.json),
        Some(Command::Players(args)) => players::run(&args),
        Some(Command::Play(args)) => play::run(&args, style),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Xray(args)) => xray::run(&args),
        Some(Command::Facts(args)) => facts::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Bench(flag)) => bench::run(flag.json),
        Some(Command::Show(args)) => show::run(&args, style),
        Some(Command::Replay(args)) => replay::run(&args, style),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Levels(args)) => levels::run(&args),
        Some(Command::Sprt(args)) => sprt::run(&args),
        Some(Command::Tournament(command)) => tournament::run(&command),
        Some(Command::Archive(command)) => archive::run(&command),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Einstein(command)) => einstein::run(&command),
        Some(Command::Isola(command)) => isola::run(&command),
        Some(Command::Lab(command)) => lab::run(&command),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Reversixt(command)) => reversixt::run(&command),
        Some(Command::Completions { shell }) => completions(shell),
        Some(Command::Man) => man(),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "plyground", &mut script);
    print::text(&String::from_utf8_lossy(&script))?;
    Ok(Answer::Yes)
}

/// One page: the program, then every command with its options.
fn man() -> Result<Answer> {
    let mut page = Vec::new();
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands() {
        let name = format!("plyground-{}", sub.get_name());
        clap_mangen::Man::new(sub.clone().name(name)).render(&mut page)?;
    }
    print::text(&String::from_utf8_lossy(&page))?;
    Ok(Answer::Yes)
}
