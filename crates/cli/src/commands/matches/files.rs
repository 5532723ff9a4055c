//! Files of a match: records of games, and what each player thought.

use super::MatchCommand;
use crate::opened_game::OpenedGame;
use anyhow::{Context, Result, anyhow, bail};
use plyground_arena::stats::Tally;
use plyground_arena::{Fault, Lineup, Outcome, PlayedGame, RecordDocument, RefereeDetails, Seeds, Termination};
use plyground_core::{Payoffs, Playable, PlayerId, parse_moves};
use serde_json::{Value, json};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A record is one line; no game needs more.
const LONGEST_LINE: u64 = 64 << 20;

/// A file of JSON lines.
pub struct Lines {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Lines {
    /// An empty file.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Lines { path: path.to_path_buf(), file: BufWriter::new(file) })
    }

    /// A file that keeps its first bytes.
    fn append(path: &Path, keep: u64) -> Result<Self> {
        let open = || -> io::Result<File> {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            file.set_len(keep)?;
            drop(file);
            OpenOptions::new().append(true).open(path)
        };
        let file = open().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Lines { path: path.to_path_buf(), file: BufWriter::new(file) })
    }

    /// Adds a line.
    pub fn write(&mut self, line: &Value) -> Result<()> {
        writeln!(self.file, "{line}").with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Hands what was written to the system, so that a killed program loses nothing that it told.
    pub fn flush(&mut self) -> Result<()> {
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Forces everything to disk.
    pub fn finish(mut self) -> Result<()> {
        let finish = |file: &mut BufWriter<File>| -> io::Result<()> {
            file.flush()?;
            file.get_ref().sync_all()
        };
        // Pipes and terminals cannot be synced, and need not be.
        match finish(&mut self.file) {
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                Err(error).with_context(|| format!("cannot write {}", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}

/// The thoughts of each player in a file of its own.
pub struct PlayerLogs(Vec<Lines>);

impl PlayerLogs {
    /// Empty files, named after the players.
    pub fn create(folder: &Path, names: &[String]) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let file = |(number, name): (usize, &String)| {
            let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
            let name: String = name.chars().take(60).map(plain).collect();
            Lines::create(&folder.join(format!("{}-{name}.jsonl", number + 1)))
        };
        Ok(PlayerLogs(names.iter().enumerate().map(file).collect::<Result<_>>()?))
    }

    /// Writes the moves of a game to the logs of those who made them.
    pub fn write(&mut self, lineup: Lineup, number: u64, played: &PlayedGame) -> Result<()> {
        let Some(moves) = played.moves.as_deref() else { return Ok(()) };
        let seated = lineup.seated(number);
        let words = moves.text.split_ascii_whitespace().filter(|word| !word.starts_with("out="));
        for (turn, ((word, thought), seat)) in words.zip(&moves.evaluations).zip(&moves.seats).enumerate() {
            let line = json!({
                "game": number + 1,
                "turn": turn + 1,
                "seat": seat + 1,
                "move": word,
                "value": thought.value,
                "chance": thought.chance,
                "depth": thought.depth,
                "nodes": thought.nodes,
                "seconds": thought.time.as_secs_f64(),
            });
            self.0[seated[usize::from(*seat)]].write(&line)?;
        }
        Ok(())
    }

    /// Forces everything to disk.
    pub fn finish(self) -> Result<()> {
        self.0.into_iter().try_for_each(Lines::finish)
    }
}

impl MatchCommand<'_> {
    /// The record of one game, which `replay` reads.
    pub(super) fn record<G: Playable>(
        &self,
        opened: &OpenedGame<G>,
        tally: &Tally,
        number: u64,
        played: &PlayedGame,
    ) -> Value {
        let lineup = tally.lineup();
        let specs = self.specs();
        let players: Vec<String> = lineup.seated(number).into_iter().map(|player| specs[player].clone()).collect();
        let named = self.is_named.then(|| lineup.seated(number));
        let names: Option<Vec<String>> =
            named.map(|seated| seated.into_iter().map(|player| self.names[player].clone()).collect());
        let moves = played.moves.as_deref();
        let document = RecordDocument {
            game: &opened.name,
            variant: &opened.game.variant_text(),
            map: self.map.as_ref(),
            start: moves.map_or("", |moves| &moves.start),
            players: &players,
            moves: moves.map_or("", |moves| &moves.text),
            payoffs: None,
        };
        let mut record = document.to_json_with(&RefereeDetails {
            outcome: &played.outcome,
            names: names.as_deref(),
            event: None,
            number,
            unit: Some(lineup.unit(number)),
            seed: played.seed,
            evaluations: moves.filter(|_| self.args.thoughts).map_or(&[], |moves| &moves.evaluations),
        });
        if self.args.final_positions
            && let Some(moves) = moves
        {
            record["final"] = final_position(&opened.game, &moves.start, &moves.text).into();
        }
        record
    }

    /// The file of games: a new one, or the one to go on with and the outcomes of its games.
    pub(super) fn open_records<G: Playable>(
        &self,
        opened: &OpenedGame<G>,
        lineup: Lineup,
    ) -> Result<(Option<Lines>, Vec<Outcome>)> {
        let Some(path) = self.args.out.as_deref() else { return Ok((None, Vec::new())) };
        if !self.args.resume || !path.exists() {
            return Ok((Some(Lines::create(path)?), Vec::new()));
        }
        let (played, keep) = self.read_records(path, opened, lineup)?;
        Ok((Some(Lines::append(path, keep)?), played))
    }

    /// The outcomes in a file of this match, and how many bytes hold them. A last line without an end was being written when the
    /// program was killed; its game is played again.
    fn read_records<G: Playable>(
        &self,
        path: &Path,
        opened: &OpenedGame<G>,
        lineup: Lineup,
    ) -> Result<(Vec<Outcome>, u64)> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let mut reader = BufReader::new(file);
        let (mut played, mut keep) = (Vec::new(), 0);
        let mut line = String::new();
        loop {
            line.clear();
            let bytes = (&mut reader).take(LONGEST_LINE).read_line(&mut line);
            let bytes = bytes.with_context(|| format!("cannot read {name}"))? as u64;
            if !line.ends_with('\n') {
                return Ok((played, keep));
            }
            let number = played.len() as u64;
            let outcome = self.outcome_of(&line, number, opened, lineup);
            played.push(outcome.with_context(|| format!("{name}, line {}", number + 1))?);
            keep += bytes;
        }
    }

    fn outcome_of<G: Playable>(
        &self,
        line: &str,
        number: u64,
        opened: &OpenedGame<G>,
        lineup: Lineup,
    ) -> Result<Outcome> {
        let record: Value = serde_json::from_str(line)?;
        let specs = self.specs();
        let players: Vec<&String> = lineup.seated(number).into_iter().map(|player| &specs[player]).collect();
        let is_ours = record["game"] == opened.name
            && record["number"] == number + 1
            && record["seed"] == Seeds::new(self.plan.seed).game(number)
            && record["players"] == json!(players)
            && (self.map.is_some() || record["variant"] == opened.game.variant_text());
        if !is_ours {
            bail!("this is not game {} of this match; --resume needs the same board, players and seed", number + 1);
        }
        let damaged = || anyhow!("this record is damaged");
        let kind = |value: &Value| Termination::ALL.into_iter().find(|kind| value == kind.name()).ok_or_else(damaged);
        let payoffs: Option<Vec<f64>> =
            record["payoffs"].as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
        let payoffs = payoffs.filter(|list| list.len() == lineup.seats).ok_or_else(damaged)?;
        let fault = |value: &Value| -> Result<Fault> {
            let seat = value["seat"].as_u64().filter(|seat| (1..=lineup.seats as u64).contains(seat));
            let seat = PlayerId::from_index(seat.ok_or_else(damaged)? as usize - 1);
            let turn = value["turn"].as_u64().ok_or_else(damaged)? as usize;
            let detail = value["detail"].as_str().unwrap_or_default().to_string();
            Ok(Fault { seat, kind: kind(&value["kind"])?, turn, detail })
        };
        Ok(Outcome {
            payoffs: Payoffs::new(&payoffs),
            termination: kind(&record["termination"])?,
            faults: record["faults"].as_array().into_iter().flatten().map(fault).collect::<Result<_>>()?,
            ..Outcome::default()
        })
    }
}

/// The position after all moves of a game.
pub(in crate::commands) fn final_position<G: Playable>(game: &G, start: &str, moves: &str) -> Option<String> {
    let mut position = game.parse_position(start).ok()?;
    parse_moves(game, &mut position, moves).ok()?;
    Some(game.position_text(&position))
}
