//! Files of shards. Every shard of a plan is a file of its own, so that shards can be played on different machines and
//! merged afterwards.

use super::plan::TournamentPlan;
use super::run::GameSink;
use super::shard_lines;
use crate::{Archive, ArenaError, ArgumentError, Fingerprint, GameRecord, Shard, files};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The first field of a file. Its number is the version of the format.
const FIRST_WORDS: &str = "plyground-shard 1";
const EXTENSION: &str = "games";
/// A line holds one game; no game needs more.
const LONGEST_LINE: u64 = 64 << 20;

/// The file of a shard in a folder.
pub fn shard_path(shard: Shard, folder: &Path) -> PathBuf {
    let (index, count) = (shard.index(), shard.count());
    let width = count.to_string().len();
    folder.join(format!("{index:0width$}-of-{count}.{EXTENSION}"))
}

/// The first line of a shard's file. `fingerprint` is the plan's, in hexadecimal digits.
fn header(shard: Shard, plan: &TournamentPlan, fingerprint: &str) -> String {
    let games = shard.range(plan.games());
    format!("{FIRST_WORDS}\tplan {fingerprint}\tshard {shard}\tgames {}..{}\n", games.start, games.end)
}

/// Whether the file of a shard is there, whole, and of this plan. A damaged file counts as missing.
pub fn is_finished(shard: Shard, plan: &TournamentPlan, folder: &Path) -> bool {
    read(&shard_path(shard, folder), plan).is_ok_and(|file| file.shard == shard)
}

/// Collects the games of a shard and writes its file when all are there.
#[derive(Debug)]
pub struct ShardSink<'a> {
    plan: &'a TournamentPlan,
    shard: Shard,
    folder: &'a Path,
    lines: Vec<(u64, String)>,
}

impl<'a> ShardSink<'a> {
    /// An empty sink. Removes drafts of killed runs from the folder.
    pub fn new(plan: &'a TournamentPlan, shard: Shard, folder: &'a Path) -> Self {
        files::sweep_drafts(folder);
        ShardSink { plan, shard, folder, lines: Vec::new() }
    }

    /// Writes the file: first as a draft that is synced to disk, then renamed. A damaged file of the same name is kept with
    /// another extension.
    pub fn finish(mut self) -> Result<PathBuf, ArenaError> {
        let path = shard_path(self.shard, self.folder);
        self.lines.sort_unstable_by_key(|(number, _)| *number);
        let mut text = header(self.shard, self.plan, &format!("{:016x}", self.plan.fingerprint));
        self.lines.iter().for_each(|(_, lines)| text.push_str(lines));
        let _ = writeln!(text, "end\t{}\t{:016x}", self.lines.len(), Fingerprint::of(&text));
        let write = || -> std::io::Result<()> {
            if path.exists() {
                fs::rename(&path, path.with_extension("damaged"))?;
            }
            files::replace(&path, text.as_bytes())
        };
        write().map_err(|error| ArenaError::file("write", &path, error))?;
        Ok(path)
    }
}

impl GameSink for ShardSink<'_> {
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError> {
        self.lines.push((record.number, shard_lines::write(&record)));
        Ok(())
    }
}

/// A shard file that was read and found whole.
struct ShardFile {
    shard: Shard,
    records: Vec<GameRecord>,
}

fn read(path: &Path, plan: &TournamentPlan) -> Result<ShardFile, ArenaError> {
    let damaged = |line: usize, reason: &str| ArenaError::content(path, format!("line {line}: {reason}"));
    let file = fs::File::open(path).map_err(|error| ArenaError::file("open", path, error))?;
    let mut reader = BufReader::new(file);
    let mut fingerprint = Fingerprint::default();
    let mut line = String::new();
    let mut shard = None;
    let mut records: Vec<GameRecord> = Vec::new();
    for number in 1.. {
        line.clear();
        let limited = std::io::Read::take(&mut reader, LONGEST_LINE).read_line(&mut line);
        if limited.map_err(|error| ArenaError::file("read", path, error))? == 0 || !line.ends_with('\n') {
            return Err(damaged(number, "the file ends too early; play this shard again"));
        }
        let content = line.trim_end_matches('\n');
        if let Some(sum) = content.strip_prefix("end\t") {
            let expected = format!("{}\t{:016x}", records.len(), fingerprint.value());
            let mut more = Vec::new();
            let rest = std::io::Read::take(&mut reader, 1).read_until(b'\n', &mut more);
            if sum != expected || !matches!(rest, Ok(0)) {
                return Err(damaged(number, "the checksum does not match; play this shard again"));
            }
            break;
        }
        fingerprint.add(line.as_bytes());
        match shard {
            None => shard = Some(check_header(content, plan).map_err(|error| damaged(number, &error.to_string()))?),
            Some(_) => shard_lines::read(content, &mut records)
                .ok_or_else(|| damaged(number, "this is not a line of a shard; play it again"))?,
        }
    }
    let shard = shard.ok_or_else(|| damaged(1, "the file is empty"))?;
    let expected = shard.range(plan.games());
    if !records.iter().map(|record| record.number).eq(expected) {
        return Err(damaged(1, "it does not hold the games that its header names"));
    }
    Ok(ShardFile { shard, records })
}

/// Why a first line is not that of a shard of this plan.
#[derive(Debug, Error)]
enum HeaderError {
    #[error("expected `{FIRST_WORDS}`; this is not a shard, or one of another version")]
    NoShard,
    #[error("it belongs to another plan ({found}, not {wanted:016x})")]
    OtherPlan { found: String, wanted: u64 },
    #[error(transparent)]
    Number(#[from] ArgumentError),
    #[error("its games are not those of the shard")]
    OtherGames,
}

fn check_header(line: &str, plan: &TournamentPlan) -> Result<Shard, HeaderError> {
    let mut fields = line.split('\t');
    if fields.next() != Some(FIRST_WORDS) {
        return Err(HeaderError::NoShard);
    }
    let fingerprint = fields.next().and_then(|field| field.strip_prefix("plan ")).unwrap_or_default();
    if !plan.is_fingerprint(fingerprint) {
        return Err(HeaderError::OtherPlan { found: fingerprint.to_string(), wanted: plan.fingerprint });
    }
    let shard = fields.next().and_then(|field| field.strip_prefix("shard ")).unwrap_or_default();
    let shard: Shard = shard.parse()?;
    let expected = header(shard, plan, fingerprint);
    if expected.trim_end() == line { Ok(shard) } else { Err(HeaderError::OtherGames) }
}

fn shard_files(folder: &Path) -> Result<Vec<PathBuf>, ArenaError> {
    let list = || -> std::io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    };
    list().map_err(|error| ArenaError::file("list", folder, error))
}

/// The number of shards of a folder, taken from the names of its files.
fn count_of(folder: &Path) -> Result<u64, ArenaError> {
    let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let count = |path: &PathBuf| name(path)?.split_once("-of-")?.1.parse().ok();
    let mut counts: Vec<u64> = shard_files(folder)?.iter().filter_map(count).collect();
    counts.sort_unstable();
    counts.dedup();
    match counts[..] {
        [count] => Ok(count),
        [] => Err(ArenaError::content(folder, "there is no shard yet; give their number (--shards N)")),
        _ => Err(ArenaError::content(
            folder,
            format!("shards of different divisions: {counts:?}; give their number (--shards N)"),
        )),
    }
}

/// The shards that still have to be played, such as `4,7-9`, counted from 0; empty when none is missing.
pub fn missing(plan: &TournamentPlan, folder: &Path, count: Option<u64>) -> Result<String, ArenaError> {
    let count = count.map_or_else(|| count_of(folder), Ok)?;
    let is_open = |index: &u64| !Shard::new(*index, count).is_ok_and(|shard| is_finished(shard, plan, folder));
    Ok(ranges(&(0..count).filter(is_open).collect::<Vec<u64>>()))
}

fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| run.first().zip(run.last()));
    let words: Vec<String> =
        runs.map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") }).collect();
    words.join(",")
}

/// Copies all shards of a folder into the archive. Gaps, shards of other plans, damaged shards and two different results
/// for one game are refused before the archive is changed. Returns the number of games.
pub fn merge(plan: &TournamentPlan, folder: &Path, archive: &mut Archive) -> Result<u64, ArenaError> {
    let files = shard_files(folder)?;
    check(plan, folder, &files, archive)?;
    let tournament = archive.add_tournament(plan)?;
    for path in &files {
        for record in read(path, plan)?.records {
            archive.add(tournament, &record)?;
        }
    }
    archive.save()?;
    Ok(plan.games())
}

/// Reads everything once and keeps only a fingerprint per game, so that a large tournament need not fit into memory.
fn check(plan: &TournamentPlan, folder: &Path, files: &[PathBuf], archive: &Archive) -> Result<(), ArenaError> {
    let played = match archive.find_plan(plan)? {
        Some(tournament) => Some((tournament, archive.missing(tournament, plan.games())?)),
        None => None,
    };
    let mut seen = vec![None; usize::try_from(plan.games()).unwrap_or(0)];
    for path in files {
        for record in read(path, plan)?.records {
            let mark = record.fingerprint();
            let slot = &mut seen[record.number as usize];
            let mut known = *slot;
            if let Some((tournament, missing)) = &played
                && !missing.contains(record.number)
            {
                known = archive.game(*tournament, record.number, record.opening)?.map(|old| old.fingerprint());
            }
            if known.is_some_and(|known| known != mark) {
                let reason =
                    format!("game {} has a different result in another shard or in the archive", record.number + 1);
                return Err(ArenaError::content(path, reason));
            }
            *slot = Some(mark);
        }
    }
    if let Some(gap) = seen.iter().position(Option::is_none) {
        let open = missing(plan, folder, None).map(|open| format!("; missing shards: {open}")).unwrap_or_default();
        return Err(ArenaError::content(folder, format!("game {} has not been played{open}", gap + 1)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_what_schedulers_read() {
        assert_eq!(ranges(&[4, 7, 8, 9]), "4,7-9");
        assert_eq!(ranges(&[0]), "0");
        assert_eq!(ranges(&[]), "");
    }
}
