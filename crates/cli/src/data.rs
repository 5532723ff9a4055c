//! Where the program keeps what outlives a run.

use anyhow::{Result, anyhow};
use std::path::{Path, PathBuf};

/// The data directory: the one that was named, that of the environment, or where the system keeps data of programs.
pub fn folder(named: Option<&Path>) -> Result<PathBuf> {
    let named = named.map(Path::to_path_buf).or_else(|| std::env::var_os("PLYGROUND_DATA").map(PathBuf::from));
    let folder = named.or_else(|| Some(directories::ProjectDirs::from("", "", "plyground")?.data_dir().to_path_buf()));
    folder.ok_or_else(|| anyhow!("your system has no place for data; say where with --data"))
}
