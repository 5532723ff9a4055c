//! `plyground lab`.

use crate::args::{LabCommand, LabCompareArgs, LabNewArgs, LabRunArgs};
use crate::opened_game::find_map;
use crate::print::{self, LiveLine};
use crate::{Answer, data, signal};
use anyhow::{Context, Result, bail};
use plyground_arena::{ArgumentError, Interrupt, Shard};
use plyground_lab::report::{ComparedFinding, compare_runs};
use plyground_lab::{RunOutcome, Size, Study, StudyFile, StudyOptions, StudyRunner};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Runs what was typed after `lab`.
pub fn run(command: &LabCommand) -> Result<Answer> {
    match command {
        LabCommand::List(flag) => list(flag.json),
        LabCommand::Run(args) => LabJob::new(args)?.run(),
        LabCommand::Compare(args) => compare(args),
        LabCommand::New(args) => new_study(args),
    }
}

/// Tells what changed between two runs. A changed verdict makes the answer no.
fn compare(args: &LabCompareArgs) -> Result<Answer> {
    let found = compare_runs(&args.before, &args.after)?;
    if args.json {
        let said = |said: &Option<(String, String)>| {
            said.as_ref().map(|(verdict, figures)| json!({"verdict": verdict, "figures": figures}))
        };
        let finding = |finding: &ComparedFinding| {
            let (before, after) = (said(&finding.before), said(&finding.after));
            json!({"claim": finding.claim, "change": finding.change(), "before": before, "after": after})
        };
        print::json(&json!({
            "study": found.study,
            "commands": found.commands,
            "origins": found.origins,
            "findings": found.findings.iter().map(finding).collect::<Vec<_>>(),
            "changed": found.has_changed(),
            "schema": "plyground-lab-compare-1",
        }))?;
    } else {
        let mut text = format!(
            "{}\nbefore: {} ({})\nafter:  {} ({})\n",
            found.study, found.commands[0], found.origins[0], found.commands[1], found.origins[1]
        );
        for finding in &found.findings {
            text.push_str(&format!("\n{}: {}\n", finding.change(), finding.claim));
            for (word, said) in [("before", &finding.before), ("after", &finding.after)] {
                if let (Some((verdict, figures)), true) = (said, finding.change() != "the same" || word == "after") {
                    text.push_str(&format!("  {word}: {verdict}: {figures}\n"));
                }
            }
        }
        print::text(&text)?;
    }
    Ok(if found.has_changed() { Answer::No } else { Answer::Yes })
}

fn new_study(args: &LabNewArgs) -> Result<Answer> {
    let text =
        if args.toml { plyground_lab::new_study_file(&args.name)? } else { plyground_lab::new_study(&args.name)? };
    match &args.out {
        None => print::text(&text)?,
        Some(path) => {
            let mut file = File::create_new(path).with_context(|| format!("cannot create {}", path.display()))?;
            file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(Answer::Yes)
}

fn list(json: bool) -> Result<Answer> {
    let facts: Vec<_> = plyground_lab::all().iter().map(|study| study.facts()).collect();
    if json {
        let studies: Vec<Value> = facts
            .iter()
            .map(|facts| {
                json!({
                    "name": facts.name,
                    "question": facts.question,
                    "source": facts.source,
                    "timed": facts.timed,
                    "games": facts.takes_games,
                    "maps": facts.takes_maps,
                    "player": facts.takes_player,
                    "shard": facts.takes_shard,
                })
            })
            .collect();
        print::json(&json!({"studies": studies}))?;
        return Ok(Answer::Yes);
    }
    let mut text = String::new();
    for facts in facts {
        let options = [
            ("--games", facts.takes_games),
            ("--maps", facts.takes_maps),
            ("--player", facts.takes_player),
            ("--shard", facts.takes_shard),
        ];
        let options: Vec<&str> = options.iter().filter(|(_, taken)| *taken).map(|(option, _)| *option).collect();
        text.push_str(&format!("{} ({})\n  {}\n", facts.name, facts.source, facts.question));
        if !options.is_empty() {
            text.push_str(&format!("  takes {}\n", options.join(", ")));
        }
    }
    print::text(&text)?;
    Ok(Answer::Yes)
}

struct LabJob<'a> {
    args: &'a LabRunArgs,
    options: StudyOptions,
    studies: Vec<Box<dyn Study>>,
    shard: Option<Shard>,
}

impl<'a> LabJob<'a> {
    fn new(args: &'a LabRunArgs) -> Result<Self> {
        let all = args.name == "all";
        if all && (!args.maps.is_empty() || args.player.is_some() || args.shard.is_some()) {
            bail!("--maps, --player and --shard belong to single studies, not to `all`");
        }
        let studies = match args.name.as_str() {
            "all" => plyground_lab::all().iter().map(|study| Box::new(*study) as Box<dyn Study>).collect(),
            file if file.ends_with(".toml") => vec![Box::new(StudyFile::load(Path::new(file))?) as Box<dyn Study>],
            name => vec![Box::new(plyground_lab::find(name)?) as Box<dyn Study>],
        };
        let shard = args.shard.as_deref().map(parse_shard).transpose().context("--shard")?;
        let maps: Result<Vec<_>> = args.maps.iter().map(|map| find_map(plyground_lab::map_game()?.name, map)).collect();
        let options = StudyOptions {
            size: if args.quick { Size::Quick } else { Size::Full },
            games: args.games,
            maps: maps?,
            map_words: args.maps.clone(),
            player: args.player.clone(),
            seed: args.seed,
        };
        Ok(LabJob { args, options, studies, shard })
    }

    fn run(&self) -> Result<Answer> {
        let interrupt = signal::interrupt("finishing what is being measured; once more stops at once");
        let all = self.studies.len() > 1;
        let (mut documents, mut answer) = (Vec::new(), Answer::Yes);
        for study in &self.studies {
            let (document, finished) = self.one(study.as_ref(), all, &interrupt)?;
            documents.push(document);
            if !finished {
                answer = Answer::Unfinished;
                break;
            }
        }
        if self.args.json {
            let document = if all { json!({"studies": documents}) } else { documents.pop().unwrap_or_default() };
            print::json(&document)?;
        }
        Ok(answer)
    }

    /// One study: its document, and whether it is finished.
    fn one(&self, study: &dyn Study, all: bool, interrupt: &Interrupt) -> Result<(Value, bool)> {
        let facts = study.facts();
        let mut options = self.options.clone();
        if all && !facts.takes_games {
            options.games = None; // it is meant for those that play games
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.args.threads.map_or(cores, usize::from);
        let out = self.folder(&options, facts.name, all)?;
        let mut line = LiveLine::default();
        let run = StudyRunner { study, options, out, threads, shard: self.shard };
        let outcome = run.run(interrupt, |progress| {
            line.show(|| {
                let left = progress.left.map_or(String::new(), |left| format!(", about {} s left", left.as_secs()));
                format!("{}: {} of {} cells{left} ({})", facts.name, progress.done, progress.of, progress.cell)
            });
        });
        line.wipe();
        self.tell(facts.name, &run, outcome?)
    }

    fn folder(&self, options: &StudyOptions, name: &str, all: bool) -> Result<PathBuf> {
        Ok(match &self.args.out {
            Some(out) if all => out.join(name),
            Some(out) => out.clone(),
            None => data::folder(self.args.data.as_deref())?.join("lab").join(options.folder_name(name)),
        })
    }

    fn tell(&self, name: &str, run: &StudyRunner<'_>, outcome: RunOutcome) -> Result<(Value, bool)> {
        Ok(match outcome {
            RunOutcome::Reported(written) => {
                if !self.args.json {
                    let mut text = format!("{name}: {}\n", written.html.display());
                    for finding in &written.findings {
                        text.push_str(&format!("  {} [{}] {}\n", finding.claim, finding.verdict, finding.figures));
                    }
                    print::text(&text)?;
                }
                let findings = written.findings.iter().map(|finding| {
                    json!({
                        "claim": finding.claim,
                        "verdict": finding.verdict.to_string(),
                        "figures": finding.figures,
                    })
                });
                let findings: Vec<Value> = findings.collect();
                let files: Vec<String> = written.files.iter().map(|path| path.display().to_string()).collect();
                let report = written.html.display().to_string();
                let command = run.options.command(&run.study.command_word());
                let document = json!({
                    "study": name, "finished": true, "command": command, "report": report, "files": files,
                    "findings": findings,
                });
                (document, true)
            }
            RunOutcome::ShardComplete { journal } => {
                let journal = journal.display().to_string();
                if !self.args.json {
                    print::text(&format!("{name}: this shard is complete: {journal}\n"))?;
                }
                (json!({"study": name, "finished": true, "journal": journal}), true)
            }
            RunOutcome::Interrupted { done, of } => {
                print::note(&format!("{name}: stopped after {done} of {of} cells; go on with: {}", typed()));
                (json!({"study": name, "finished": false, "cells": done, "of": of}), false)
            }
        })
    }
}

/// Reads a shard. Earlier versions counted the shards of studies from 1; their name of the last one, `N/N`, is still read.
fn parse_shard(text: &str) -> Result<Shard, ArgumentError> {
    match text.parse::<Shard>() {
        Err(ArgumentError::ShardIndex { index, count }) if index == count && count > 0 => {
            let shard = Shard::new(count - 1, count)?;
            print::note(&format!("shards now count from 0; {text} is taken for the last shard, {shard}"));
            Ok(shard)
        }
        _ => Shard::parse(text, |name| std::env::var(name).ok()),
    }
}

/// The command as it was typed, ready to be typed again.
fn typed() -> String {
    let words = std::env::args().skip(1).map(|word| {
        let tame = |character: char| character.is_alphanumeric() || "-_./=,:".contains(character);
        if !word.is_empty() && word.chars().all(tame) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    });
    std::iter::once("plyground".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}
