//! The folder with the runs of studies. Names come from URLs, so only plain names are looked up.

use crate::error::ApiError;
use crate::messages::NewLabRun;
use plyground_arena::files;
use plyground_lab::{JOURNAL, REPORT};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What was requested, next to what was measured. The name is part of the file format.
const REQUEST_FILE: &str = "wish.json";
/// File types that can be downloaded.
const EXTENSIONS: [&str; 3] = ["csv", "svg", "md"];
/// Reports and their tables are far smaller.
const MAX_BYTES: u64 = 64 << 20;

/// The runs of studies on disk.
pub struct StudyStore {
    folder: PathBuf,
}

impl StudyStore {
    /// The runs below this folder.
    pub fn new(folder: PathBuf) -> Self {
        StudyStore { folder }
    }

    /// The folder of a run.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The names of all runs, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let mut names = names_in(&self.folder);
        names.retain(|name| self.check(name).is_ok());
        names
    }

    /// Fails if there is no such run.
    pub fn check(&self, name: &str) -> Result<(), ApiError> {
        let exists = is_plain(name) && self.folder(name).join(JOURNAL).is_file();
        // A run that has just been requested has no journal yet.
        if exists || is_plain(name) && self.folder(name).join(REQUEST_FILE).is_file() {
            return Ok(());
        }
        Err(ApiError::not_found(format!("there is no run `{name}`")))
    }

    /// Whether the report exists.
    pub fn is_reported(&self, name: &str) -> bool {
        is_plain(name) && self.folder(name).join(REPORT).is_file()
    }

    /// How many cells are done: the lines of the journal after its header.
    pub fn cells(&self, name: &str) -> usize {
        let path = self.folder(name).join(JOURNAL);
        // Opening a named pipe would block.
        let Some(file) = path.is_file().then(|| File::open(path).ok()).flatten() else { return 0 };
        BufReader::new(file).lines().map_while(Result::ok).count().saturating_sub(1)
    }

    /// The tables and plots of a run.
    pub fn files(&self, name: &str) -> Vec<String> {
        let mut files = names_in(&self.folder(name));
        files.retain(|file| is_plain(file) && is_downloadable(file));
        files
    }

    /// The text of a file of a run.
    pub fn read(&self, name: &str, file: &str) -> Result<String, ApiError> {
        self.check(name)?;
        let missing = || ApiError::not_found(format!("run `{name}` has no file `{file}`"));
        if !is_plain(file) || !(file == REPORT || is_downloadable(file)) {
            return Err(missing());
        }
        let path = self.folder(name).join(file);
        let size = fs::metadata(&path).map_err(|_| missing())?.len();
        if size > MAX_BYTES {
            return Err(ApiError::rejected(format!("`{file}` is too large for a page; find it at {}", path.display())));
        }
        files::read_text(&path, MAX_BYTES).map_err(|_| missing())
    }

    /// Saves what was requested.
    pub fn save_request(&self, name: &str, request: &NewLabRun) -> io::Result<()> {
        files::replace(&self.folder(name).join(REQUEST_FILE), serde_json::to_string(request)?.as_bytes())
    }

    /// What was requested.
    pub fn request(&self, name: &str) -> Result<NewLabRun, ApiError> {
        self.check(name)?;
        let text = files::read_text(&self.folder(name).join(REQUEST_FILE), MAX_BYTES).ok();
        let request = text.and_then(|text| serde_json::from_str(&text).ok());
        request.ok_or_else(|| {
            ApiError::rejected("this run was started in a terminal; continue it with the command that started it")
        })
    }
}

/// The names of everything in a folder, sorted; empty if it cannot be read.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

fn is_plain(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(plain)
}

fn is_downloadable(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}
