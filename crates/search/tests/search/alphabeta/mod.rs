//! The alpha-beta family against naive minimax.

mod agreement;
mod bounds;
mod early_results;
mod games;
mod limits;
mod opponents;
mod settings;
