//! The file of a run: a header, then one line per iteration. Each line carries a checksum of everything before it.

use super::plan::TunePlan;
use crate::{ArenaError, Fingerprint};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The first words of a file. The number is the version of the format.
const FIRST_WORDS: &str = "plyground-tune 1";
/// A million iterations of a hundred parameters stay below this.
const LARGEST: u64 = 4 << 30;

/// One finished iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneStep {
    /// Games won, drawn and lost by the plus side.
    pub results: [u64; 3],
    /// The values after it.
    pub values: Vec<f64>,
}

/// The file of run `run`, from 0, in a folder.
pub fn run_path(folder: &Path, run: u64) -> PathBuf {
    folder.join(format!("run-{}.tune", run + 1))
}

fn header(plan: &TunePlan, run: u64) -> String {
    let names: Vec<&str> = plan.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    format!("{FIRST_WORDS}\tplan {:016x}\trun {}\t{}\n", plan.fingerprint, run + 1, names.join("\t"))
}

fn line(step: &TuneStep) -> String {
    let [wins, draws, losses] = step.results;
    // Seventeen digits are read back as the same number.
    let values: Vec<String> = step.values.iter().map(|value| format!("{value:.17e}")).collect();
    format!("{wins}\t{draws}\t{losses}\t{}", values.join("\t"))
}

/// The finished iterations of a run; none where its file is not there.
pub fn read_run(plan: &TunePlan, folder: &Path, run: u64) -> Result<Vec<TuneStep>, ArenaError> {
    let path = run_path(folder, run);
    if !path.exists() {
        return Ok(Vec::new());
    }
    read(plan, &path, run).map(|(steps, _, _)| steps)
}

/// The iterations, how many bytes hold them, and the checksum of those bytes. A last line without an end was being written when
/// the program was killed; its iteration is played again.
fn read(plan: &TunePlan, path: &Path, run: u64) -> Result<(Vec<TuneStep>, u64, Fingerprint), ArenaError> {
    let text = crate::files::read_text(path, LARGEST).map_err(|error| ArenaError::file("read", path, error))?;
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if first != header(plan, run) {
        let whole = first.starts_with(FIRST_WORDS);
        let reason = if whole { "it belongs to another plan or run" } else { "this is not the file of a tuning" };
        return Err(ArenaError::content(path, format!("line 1: {reason}; move it away to begin anew")));
    }
    let mut sum = Fingerprint::default();
    sum.add(first.as_bytes());
    let (mut steps, mut keep) = (Vec::new(), first.len() as u64);
    for line in lines {
        if !line.ends_with('\n') {
            break;
        }
        let damaged = || ArenaError::content(path, format!("line {}: it is damaged; restore a copy", steps.len() + 2));
        let (content, check) = line.trim_end_matches('\n').rsplit_once('\t').ok_or_else(damaged)?;
        sum.add(content.as_bytes());
        let step = parse(content, plan.parameters.len()).filter(|_| check == format!("{:016x}", sum.value()));
        steps.push(step.ok_or_else(damaged)?);
        keep += line.len() as u64;
    }
    if steps.len() as u64 > plan.iterations {
        return Err(ArenaError::content(path, "it has more iterations than the plan"));
    }
    Ok((steps, keep, sum))
}

fn parse(content: &str, parameters: usize) -> Option<TuneStep> {
    let mut fields = content.split('\t');
    let mut count = || fields.next()?.parse().ok();
    let results = [count()?, count()?, count()?];
    let values: Option<Vec<f64>> =
        fields.map(|field| field.parse().ok().filter(|value: &f64| value.is_finite())).collect();
    values.filter(|values| values.len() == parameters).map(|values| TuneStep { results, values })
}

/// A run's file, open for its next iteration.
pub(super) struct RunFile {
    path: PathBuf,
    file: File,
    sum: Fingerprint,
}

impl RunFile {
    /// Opens the file of a run, or makes it, and returns what is in it.
    pub(super) fn open(plan: &TunePlan, folder: &Path, run: u64) -> Result<(Self, Vec<TuneStep>), ArenaError> {
        let path = run_path(folder, run);
        let failed = |error: io::Error| ArenaError::file("write", &path, error);
        fs::create_dir_all(folder).map_err(failed)?;
        if !path.exists() {
            crate::files::replace(&path, header(plan, run).as_bytes()).map_err(failed)?;
        }
        let (steps, keep, sum) = read(plan, &path, run)?;
        let open = || -> io::Result<File> {
            OpenOptions::new().write(true).open(&path)?.set_len(keep)?;
            OpenOptions::new().append(true).open(&path)
        };
        let file = open().map_err(failed)?;
        Ok((RunFile { path: path.clone(), file, sum }, steps))
    }

    /// Writes an iteration; it is on disk afterwards.
    pub(super) fn add(&mut self, step: &TuneStep) -> Result<(), ArenaError> {
        let content = line(step);
        self.sum.add(content.as_bytes());
        let whole = format!("{content}\t{:016x}\n", self.sum.value());
        let written = self.file.write_all(whole.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| ArenaError::file("write", &self.path, error))
    }
}
