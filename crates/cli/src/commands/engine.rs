//! `plyground engine`: our players for other people's programs, and theirs for our check.

use super::play::clock_seed;
use crate::args::{EngineArgs, EngineCheckArgs, EngineCommand, Where};
use crate::opened_game::open;
use crate::{Answer, print};
use anyhow::{Result, anyhow, bail};
use plyground_core::suggest::hint;
use plyground_host::check::{self, CheckResult, CheckVerdict, EngineCheck};
use plyground_host::{Engine, Protocol, parse_command, serve};
use serde_json::json;
use std::io::{self, BufReader};

/// Speaks, or checks who speaks.
pub fn run(args: &EngineArgs) -> Result<Answer> {
    if let Some(EngineCommand::Check(args)) = &args.command {
        return check(args);
    }
    let place = args.place.as_ref().ok_or_else(|| anyhow!("the game is missing: plyground engine GAME"))?;
    let (spec, limits) = (args.player.parse()?, args.limits.limits());
    let seed = args.seed.unwrap_or_else(clock_seed);
    if args.protocol == CODINGAME {
        return super::isola::codingame(place, spec, limits, seed);
    }
    let protocol = protocol(&args.protocol)?;
    let opened = open(place)?;
    let engine = Engine::new(opened.game, opened.position, spec, limits, seed)?;
    serve(engine, protocol, BufReader::new(io::stdin()), &mut io::stdout().lock())?;
    Ok(Answer::Yes)
}

/// A language that only bots speak: nobody can be asked in it.
const CODINGAME: &str = "codingame";

fn protocol(name: &str) -> Result<Protocol> {
    let found = Protocol::NAMED.iter().find(|(known, _)| *known == name);
    let names = Protocol::NAMED.iter().map(|(name, _)| *name).chain([CODINGAME]);
    found.map(|(_, protocol)| *protocol).ok_or_else(|| anyhow!("there is no protocol `{name}`; {}", hint(name, names)))
}

/// A game where play begins as usual.
pub(super) fn anywhere(game: &str) -> Where {
    Where { game: game.to_string(), variant: None, position: None, map: None, lenient: false, moves: None }
}

/// Puts another engine through its questions. One bad answer makes the answer no.
fn check(args: &EngineCheckArgs) -> Result<Answer> {
    let protocol = protocol(&args.protocol)?;
    let game = match (protocol, args.game.as_deref()) {
        (_, Some(game)) => game,
        (Protocol::Ugi, None) => bail!("say which game the engine plays: plyground engine check COMMAND GAME"),
        (Protocol::Gtp, None) => "reversixt",
        (Protocol::Ntu, None) => "einstein",
        (Protocol::IsolaPipe, None) => "isola",
    };
    let words = parse_command(&args.command).map_err(|reason| anyhow!("`{}`: {reason}", args.command))?;
    let place = Where { variant: args.variant.clone(), map: args.map.clone(), ..anywhere(game) };
    let opened = open(&place)?;
    let engine_check = EngineCheck {
        game: opened.game,
        position: opened.position,
        words,
        protocol,
        start: args.start,
        answer: args.answer,
        quit: args.quit,
        time: args.time,
        games: usize::try_from(args.games)?,
        seed: args.seed,
    };
    let findings = check::run(&engine_check, |finding| {
        if !args.json {
            // Each as it comes, because some take a while; a closed output shows at the end.
            let _ = print::text(&line(finding));
        }
    });
    let findings = findings?;
    let bad = findings.iter().filter(|finding| matches!(finding.verdict, CheckVerdict::Bad(_))).count();
    if args.json {
        print::json(&json!({
            "command": args.command,
            "protocol": args.protocol,
            "game": opened.name,
            "questions": findings.iter().map(|finding| json!({
                "question": finding.question,
                "verdict": finding.verdict.name(),
                "text": finding.verdict.text(),
            })).collect::<Vec<_>>(),
            "bad": bad,
            "schema": "plyground-engine-check-1",
        }))?;
    } else {
        print::text(&match bad {
            0 => "nothing is wrong\n".to_string(),
            1 => "one bad answer\n".to_string(),
            _ => format!("{bad} bad answers\n"),
        })?;
    }
    Ok(if bad == 0 { Answer::Yes } else { Answer::No })
}

fn line(finding: &CheckResult) -> String {
    format!("{:<8} {}: {}\n", finding.verdict.name(), finding.question, finding.verdict.text())
}
