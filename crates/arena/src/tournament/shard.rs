//! Shards: fixed slices of a plan, each in a file of its own. The files are the truth; whoever wrote them, on whatever
//! machine, they fit together.

use super::plan::Plan;
use super::run::Sink;
use super::strip;
use crate::{Archive, ArenaError, Fingerprint, GameRecord, files};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

const FIRST_WORDS: &str = "plyground-shard 1";
const EXTENSION: &str = "games";
/// More slices than any scheduler takes.
const MOST: u64 = 1_000_000;
/// A line holds one game; no game needs more.
const LONGEST_LINE: u64 = 64 << 20;

/// Where batch systems say which task of an array this is, and what they call the first.
const TASKS: [(&str, u64); 5] =
    [("SLURM_ARRAY_TASK_ID", 0), ("HQ_TASK_ID", 0), ("PBS_ARRAY_INDEX", 0), ("SGE_TASK_ID", 1), ("LSB_JOBINDEX", 1)];

/// Slice `index` (from 0) of `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Shard {
    /// Reads `i/n`, counted from 0, or `auto/n`, where a batch system's variable says which.
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no shard; write 0/20 to 19/20, or auto/20 inside a batch system");
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let count: u64 = count.parse().map_err(|_| wrong())?;
        let index = match index {
            "auto" => task(variable)?,
            number => number.parse().map_err(|_| wrong())?,
        };
        if count == 0 || count > MOST || index >= count {
            return Err(format!("there is no shard {index} of {count}; shards are counted from 0"));
        }
        Ok(Shard { index, count })
    }

    /// The numbers of its games, of so many in all.
    pub fn games(&self, all: u64) -> Range<u64> {
        let cut = |index: u64| (u128::from(all) * u128::from(index) / u128::from(self.count)) as u64;
        cut(self.index)..cut(self.index + 1)
    }

    /// Its file in a folder.
    pub fn file(&self, folder: &Path) -> PathBuf {
        let width = self.count.to_string().len();
        folder.join(format!("{:0width$}-of-{}.{EXTENSION}", self.index, self.count))
    }

    /// The first line of its file. `fingerprint` is the plan's, in hexadecimal digits.
    fn header(&self, plan: &Plan, fingerprint: &str) -> String {
        let games = self.games(plan.games());
        format!("{FIRST_WORDS}\tplan {fingerprint}\tshard {self}\tgames {}..{}\n", games.start, games.end)
    }

    /// Whether its file is there, whole, and of this plan. A damaged file counts as missing.
    pub fn is_finished(&self, plan: &Plan, folder: &Path) -> bool {
        read(&self.file(folder), plan).is_ok_and(|found| found.shard == *self)
    }
}

fn task(variable: impl Fn(&str) -> Option<String>) -> Result<u64, String> {
    for (name, first) in TASKS {
        // Grid Engine says "undefined" outside of arrays.
        if let Some(number) = variable(name).and_then(|value| value.trim().parse::<u64>().ok()) {
            return number.checked_sub(first).ok_or_else(|| format!("{name} is {number}, but begins with {first}"));
        }
    }
    let names = TASKS.map(|(name, _)| name).join(", ");
    Err(format!("auto needs a batch system's task number, but none of {names} is set"))
}

/// Collects the games of a shard and writes its file when all are there.
#[derive(Debug)]
pub struct ShardSink<'a> {
    plan: &'a Plan,
    shard: Shard,
    folder: &'a Path,
    lines: Vec<(u64, String)>,
}

impl<'a> ShardSink<'a> {
    /// Nothing yet. Drafts of runs that were killed are removed from the folder.
    pub fn new(plan: &'a Plan, shard: Shard, folder: &'a Path) -> Self {
        files::sweep_drafts(folder);
        ShardSink { plan, shard, folder, lines: Vec::new() }
    }

    /// Writes the file: under another name first, forced to disk, then renamed. A damaged file of the same name is kept
    /// beside it.
    pub fn finish(mut self) -> Result<PathBuf, ArenaError> {
        let path = self.shard.file(self.folder);
        self.lines.sort_unstable_by_key(|(number, _)| *number);
        let mut text = self.shard.header(self.plan, &format!("{:016x}", self.plan.fingerprint));
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

impl Sink for ShardSink<'_> {
    fn add(&mut self, record: GameRecord) -> Result<(), ArenaError> {
        self.lines.push((record.number, strip::write(&record)));
        Ok(())
    }
}

/// A shard file that was read and found whole.
struct Found {
    shard: Shard,
    records: Vec<GameRecord>,
}

fn read(path: &Path, plan: &Plan) -> Result<Found, ArenaError> {
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
                return Err(damaged(number, "the checksum does not fit; play this shard again"));
            }
            break;
        }
        fingerprint.add(line.as_bytes());
        match shard {
            None => shard = Some(check_header(content, plan).map_err(|reason| damaged(number, &reason))?),
            Some(_) => strip::read(content, &mut records)
                .ok_or_else(|| damaged(number, "this is no line of a shard; play it again"))?,
        }
    }
    let shard = shard.ok_or_else(|| damaged(1, "the file is empty"))?;
    let expected = shard.games(plan.games());
    if !records.iter().map(|record| record.number).eq(expected) {
        return Err(damaged(1, "it does not hold the games that it promises"));
    }
    Ok(Found { shard, records })
}

fn check_header(line: &str, plan: &Plan) -> Result<Shard, String> {
    let mut fields = line.split('\t');
    if fields.next() != Some(FIRST_WORDS) {
        return Err(format!("expected `{FIRST_WORDS}`; this is no shard, or one of another version"));
    }
    let fingerprint = fields.next().and_then(|field| field.strip_prefix("plan ")).unwrap_or_default();
    if !plan.is_fingerprint(fingerprint) {
        return Err(format!("it belongs to another plan ({fingerprint}, not {:016x})", plan.fingerprint));
    }
    let shard = fields.next().and_then(|field| field.strip_prefix("shard ")).unwrap_or_default();
    let shard = Shard::parse(shard, |_| None)?;
    let expected = shard.header(plan, fingerprint);
    if expected.trim_end() == line { Ok(shard) } else { Err("its games are not those of the shard".into()) }
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

/// The number of shards that the files in a folder speak of, by their names.
fn count_of(folder: &Path) -> Result<u64, ArenaError> {
    let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let count = |path: &PathBuf| name(path)?.split_once("-of-")?.1.parse().ok();
    let mut counts: Vec<u64> = shard_files(folder)?.iter().filter_map(count).collect();
    counts.sort_unstable();
    counts.dedup();
    match counts[..] {
        [count] => Ok(count),
        [] => Err(ArenaError::content(folder, "there is no shard yet; say how many there should be (--shards N)")),
        _ => Err(ArenaError::content(
            folder,
            format!("shards of different divisions: {counts:?}; say which (--shards N)"),
        )),
    }
}

/// The shards that still have to be played, such as `4,7-9`; empty when none is missing.
pub fn missing(plan: &Plan, folder: &Path, count: Option<u64>) -> Result<String, ArenaError> {
    let count = count.map_or_else(|| count_of(folder), Ok)?;
    let open: Vec<u64> = (0..count).filter(|index| !Shard { index: *index, count }.is_finished(plan, folder)).collect();
    Ok(ranges(&open))
}

fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| run.first().zip(run.last()));
    let words: Vec<String> =
        runs.map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") }).collect();
    words.join(",")
}

/// Puts all shards of a folder into the archive. Gaps, shards of other plans, damaged shards and two different results
/// for one game are refused before the archive is touched. Returns the number of games.
pub fn merge(plan: &Plan, folder: &Path, archive: &mut Archive) -> Result<u64, ArenaError> {
    let files = shard_files(folder)?;
    check(plan, folder, &files, archive)?;
    let tournament = archive.enrol(plan)?;
    for path in &files {
        for record in read(path, plan)?.records {
            archive.add(tournament, &record)?;
        }
    }
    archive.save()?;
    Ok(plan.games())
}

/// Reads everything once. A fingerprint per game is all that is remembered, so that a large tournament need not fit into
/// memory.
fn check(plan: &Plan, folder: &Path, files: &[PathBuf], archive: &Archive) -> Result<(), ArenaError> {
    let played = match archive.find_plan(plan)? {
        Some(tournament) => Some((tournament, archive.finished(tournament, plan.games())?)),
        None => None,
    };
    let mut seen = vec![None; usize::try_from(plan.games()).unwrap_or(0)];
    for path in files {
        for record in read(path, plan)?.records {
            let mark = record.fingerprint();
            let slot = &mut seen[record.number as usize];
            let mut known = *slot;
            if let Some((tournament, finished)) = &played
                && finished[record.number as usize]
            {
                known = archive.game(*tournament, record.number, record.opening)?.map(|old| old.fingerprint());
            }
            if known.is_some_and(|known| known != mark) {
                let reason = format!("game {} has another result elsewhere", record.number + 1);
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
    fn slices_cover_everything_once() {
        for (all, count) in [(10, 3), (7, 20), (1000, 7), (1, 1), (1_000_000_000, 999_999)] {
            let slices = (0..count).map(|index| Shard { index, count }.games(all));
            let mut next = 0;
            for slice in slices {
                assert_eq!(slice.start, next);
                next = slice.end;
            }
            assert_eq!(next, all);
        }
    }

    #[test]
    fn batch_systems_name_the_task() {
        let set =
            |name: &'static str, value: &'static str| move |asked: &str| (asked == name).then(|| value.to_string());
        assert_eq!(Shard::parse("auto/20", set("SLURM_ARRAY_TASK_ID", "7")), Ok(Shard { index: 7, count: 20 }));
        assert_eq!(Shard::parse("auto/20", set("SGE_TASK_ID", "7")), Ok(Shard { index: 6, count: 20 }));
        assert!(Shard::parse("auto/20", set("SGE_TASK_ID", "undefined")).is_err());
        assert!(Shard::parse("auto/20", set("HQ_TASK_ID", "20")).unwrap_err().contains("no shard 20 of 20"));
        assert!(Shard::parse("auto/20", set("LSB_JOBINDEX", "0")).is_err());
        for text in ["", "3", "20/20", "-1/20", "0/0", "1/2/3", "x/20", "auto"] {
            assert!(Shard::parse(text, |_| None).is_err(), "{text}");
        }
        assert_eq!(Shard::parse("0/1", |_| None).unwrap().to_string(), "0/1");
    }

    #[test]
    fn ranges_are_what_schedulers_read() {
        assert_eq!(ranges(&[4, 7, 8, 9]), "4,7-9");
        assert_eq!(ranges(&[0]), "0");
        assert_eq!(ranges(&[]), "");
    }
}
