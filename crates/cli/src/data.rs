//! Where the program keeps its data.

use anyhow::{Result, anyhow};
use std::path::{Path, PathBuf};

/// The folder that was named, else the one of the environment, else where the system keeps data of programs.
pub fn folder(named: Option<&Path>) -> Result<PathBuf> {
    let named = named.map(Path::to_path_buf).or_else(|| std::env::var_os("PLYGROUND_DATA").map(PathBuf::from));
    let folder = named.or_else(|| Some(directories::ProjectDirs::from("", "", "plyground")?.data_dir().to_path_buf()));
    folder.ok_or_else(|| anyhow!("your system has no place for data; say where with --data"))
}

/// The folder of the endgame databases.
pub fn endgames(named: Option<&Path>) -> Result<PathBuf> {
    Ok(folder(named)?.join("einstein-endgame"))
}

/// Lets players use the databases of this data directory, if there are any.
pub fn offer_endgames(named: Option<&Path>) {
    if let Ok(folder) = endgames(named) {
        plyground_endgame::use_folder(folder);
    }
}
