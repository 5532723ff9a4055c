//! The folder in which runs are kept. Names come from addresses, so nothing but plain names is ever looked for.

use crate::messages::NewLabRun;
use crate::refusal::Refusal;
use plyground_arena::files;
use plyground_lab::{JOURNAL, REPORT};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What was asked for, beside what was measured.
const WISH: &str = "wish.json";
/// The kinds of files that may be taken away.
const KINDS: [&str; 3] = ["csv", "svg", "md"];
/// Reports and their tables stay far below.
const LARGEST: u64 = 64 << 20;

/// All runs there are.
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The runs below this folder.
    pub fn new(folder: PathBuf) -> Self {
        Shelf { folder }
    }

    /// Where a run is kept.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The names of all runs, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let mut names = names_in(&self.folder);
        names.retain(|name| self.check(name).is_ok());
        names
    }

    /// Whether there is such a run.
    pub fn check(&self, name: &str) -> Result<(), Refusal> {
        let there = is_plain(name) && self.folder(name).join(JOURNAL).is_file();
        // A run that has just been ordered has its wish first.
        if there || is_plain(name) && self.folder(name).join(WISH).is_file() {
            return Ok(());
        }
        Err(Refusal::missing(format!("there is no run `{name}`")))
    }

    /// Whether its report can be read.
    pub fn is_reported(&self, name: &str) -> bool {
        is_plain(name) && self.folder(name).join(REPORT).is_file()
    }

    /// How many pieces of work are done: the lines of the journal after its header.
    pub fn cells(&self, name: &str) -> usize {
        let path = self.folder(name).join(JOURNAL);
        // To open a pipe would mean to wait for its other end.
        let Some(file) = path.is_file().then(|| File::open(path).ok()).flatten() else { return 0 };
        BufReader::new(file).lines().map_while(Result::ok).count().saturating_sub(1)
    }

    /// Tables and plots of a run.
    pub fn files(&self, name: &str) -> Vec<String> {
        let mut files = names_in(&self.folder(name));
        files.retain(|file| is_plain(file) && has_kind(file));
        files
    }

    /// A file of a run.
    pub fn read(&self, name: &str, file: &str) -> Result<String, Refusal> {
        self.check(name)?;
        let missing = || Refusal::missing(format!("there is no `{file}` of `{name}`"));
        if !is_plain(file) || !(file == REPORT || has_kind(file)) {
            return Err(missing());
        }
        let path = self.folder(name).join(file);
        let size = fs::metadata(&path).map_err(|_| missing())?.len();
        if size > LARGEST {
            return Err(Refusal::new(format!("`{file}` is too large for a page; it lies in {}", path.display())));
        }
        files::read_text(&path, LARGEST).map_err(|_| missing())
    }

    /// Writes down what was asked for.
    pub fn keep_wish(&self, name: &str, wish: &NewLabRun) -> io::Result<()> {
        files::replace(&self.folder(name).join(WISH), serde_json::to_string(wish)?.as_bytes())
    }

    /// What was asked for.
    pub fn wish(&self, name: &str) -> Result<NewLabRun, Refusal> {
        self.check(name)?;
        let text = files::read_text(&self.folder(name).join(WISH), LARGEST).ok();
        let wish = text.and_then(|text| serde_json::from_str(&text).ok());
        wish.ok_or_else(|| Refusal::new("this run was begun in a terminal; the command that began it goes on with it"))
    }
}

/// Names of everything in a folder, sorted; nothing if it cannot be read.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

fn is_plain(name: &str) -> bool {
    let tame = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(tame)
}

fn has_kind(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, kind)| KINDS.contains(&kind))
}
