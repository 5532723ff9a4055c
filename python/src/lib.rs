//! Plyground as a Python package. The classes here are the fast half; `plyground/*.py` wraps their plain documents.

mod batches;
mod board;
mod chance;
mod document;
mod errors;
mod exact;
mod game;
mod learning;
mod limits;
mod matches;
mod own;
mod player;
mod position;
mod supervise;
mod think;
mod tournaments;

use pyo3::prelude::*;

/// The compiled half of the package `plyground`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batches::{playouts, selfplay};
    #[pymodule_export]
    use super::chance::seed;
    #[pymodule_export]
    use super::game::{Game, game_infos};
    #[pymodule_export]
    use super::matches::play_match;
    #[pymodule_export]
    use super::player::{Player, luck_of, perft, player_infos, probe, solve, with_lines};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::tournaments::{
        archive_games, archive_standings, archive_tournaments, run_study, run_tournament, study_infos,
    };
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        plyground_engine::register::<crate::own::custom::Custom>();
        if let Some(folders) = data_folder() {
            plyground_endgame::use_folder(folders.join("einstein-endgame"));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Where the program keeps its data.
fn data_folder() -> Option<std::path::PathBuf> {
    let named = std::env::var_os("PLYGROUND_DATA").map(std::path::PathBuf::from);
    named.or_else(|| Some(directories::ProjectDirs::from("", "", "plyground")?.data_dir().to_path_buf()))
}
