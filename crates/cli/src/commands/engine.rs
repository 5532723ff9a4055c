//! `plyground engine`: our players for other people's programs, and theirs for our check.

use super::play::clock_seed;
use crate::args::{EngineArgs, EngineCheckArgs, EngineCommand, Where};
use crate::opened_game::open;
use crate::{Answer, print};
use anyhow::{Result, anyhow, bail};
use plyground_arena::EngineList;
use plyground_core::suggest::hint;
use plyground_host::check::{self, CheckResult, CheckVerdict, EngineCheck};
use plyground_host::{Engine, Protocol, parse_command, serve};
use serde_json::{Value, json};
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

/// The game of a protocol, where the protocol leaves no choice.
fn game_of(protocol: Protocol, game: Option<&str>) -> Result<&str> {
    match (protocol, game) {
        (_, Some(game)) => Ok(game),
        (Protocol::Ugi, None) => bail!("say which game the engine plays: plyground engine check COMMAND GAME"),
        (Protocol::Gtp, None) => Ok("reversixt"),
        (Protocol::Ntu, None) => Ok("einstein"),
        (Protocol::IsolaPipe, None) => Ok("isola"),
    }
}

/// Puts another engine through its questions. One bad answer makes the answer no.
fn check(args: &EngineCheckArgs) -> Result<Answer> {
    if let Some(file) = &args.engines {
        return check_all(args, &EngineList::load(file)?);
    }
    let command = args.command.as_deref().unwrap_or_default();
    let protocol = protocol(&args.protocol)?;
    let game = game_of(protocol, args.game.as_deref())?;
    let place = Where { variant: args.variant.clone(), map: args.map.clone(), ..anywhere(game) };
    let findings = questions(args, command, protocol, &place, |finding| {
        if !args.json {
            // Each as it comes, because some take a while; a closed output shows at the end.
            let _ = print::text(&line(finding));
        }
    })?;
    let bad = bad_answers(&findings);
    if args.json {
        let mut document = findings_json(&findings);
        document["command"] = json!(command);
        document["protocol"] = json!(args.protocol);
        document["game"] = json!(game);
        document["schema"] = json!("plyground-engine-check-1");
        print::json(&document)?;
    } else {
        print::text(&match bad {
            0 => "nothing is wrong\n".to_string(),
            1 => "one bad answer\n".to_string(),
            _ => format!("{bad} bad answers\n"),
        })?;
    }
    Ok(if bad == 0 { Answer::Yes } else { Answer::No })
}

fn questions(
    args: &EngineCheckArgs,
    command: &str,
    protocol: Protocol,
    place: &Where,
    tell: impl FnMut(&CheckResult),
) -> Result<Vec<CheckResult>> {
    let words = parse_command(command).map_err(|reason| anyhow!("`{command}`: {reason}"))?;
    let opened = open(place)?;
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
    Ok(check::run(&engine_check, tell)?)
}

fn bad_answers(findings: &[CheckResult]) -> usize {
    findings.iter().filter(|finding| matches!(finding.verdict, CheckVerdict::Bad(_))).count()
}

fn findings_json(findings: &[CheckResult]) -> Value {
    let question = |finding: &CheckResult| json!({"question": finding.question, "verdict": finding.verdict.name(), "text": finding.verdict.text()});
    json!({"questions": findings.iter().map(question).collect::<Vec<_>>(), "bad": bad_answers(findings)})
}

/// Checks all engines of a list, one after the other. One that cannot even be started is bad, and the others are still checked.
fn check_all(args: &EngineCheckArgs, list: &EngineList) -> Result<Answer> {
    let header = ["engine", "protocol", "game", "questions", "bad", "first bad answer"].map(String::from);
    let mut rows = vec![header.to_vec()];
    let mut documents = Vec::new();
    let mut all_bad = 0;
    for engine in &list.engines {
        let protocol = protocol(&engine.protocol)?;
        let key = |reason: anyhow::Error| anyhow!("{}: engine.{}: {reason}", list.file.display(), engine.name);
        let game = game_of(protocol, engine.game.as_deref())
            .map_err(|_| key(anyhow!("say which game it plays: game = \"NAME\"")))?;
        let place = Where { variant: engine.variant.clone(), map: engine.map.clone(), ..anywhere(game) };
        open(&place).map_err(key)?;
        let found = questions(args, &engine.command, protocol, &place, |_| {});
        let (asked, bad, first, mut document) = match &found {
            Ok(findings) => {
                let first = findings.iter().find(|finding| matches!(finding.verdict, CheckVerdict::Bad(_)));
                let first = first.map(|finding| format!("{}: {}", finding.question, finding.verdict.text()));
                (findings.len(), bad_answers(findings), first.unwrap_or_default(), findings_json(findings))
            }
            Err(error) => {
                let text = error.to_string();
                let question = json!({"question": "starts", "verdict": "bad", "text": text});
                (1, 1, text, json!({"questions": [question], "bad": 1}))
            }
        };
        all_bad += bad;
        document["engine"] = json!(engine.name);
        document["command"] = json!(engine.command);
        document["protocol"] = json!(engine.protocol);
        document["game"] = json!(game);
        documents.push(document);
        let cells = [&engine.name, &engine.protocol, game, &asked.to_string(), &bad.to_string(), &first];
        rows.push(cells.map(|cell| cell.replace('\n', " ")).to_vec());
    }
    if args.json {
        let file = list.file.display().to_string();
        let schema = "plyground-engines-check-1";
        print::json(&json!({"file": file, "engines": documents, "bad": all_bad, "schema": schema}))?;
    } else {
        print::text(&print::columns(&rows))?;
    }
    Ok(if all_bad == 0 { Answer::Yes } else { Answer::No })
}

fn line(finding: &CheckResult) -> String {
    format!("{:<8} {}: {}\n", finding.verdict.name(), finding.question, finding.verdict.text())
}
