//! One file per study: its parameters, its runs, its plots.

pub mod aspiration;
pub mod calibration;
pub mod deepening_cost;
pub mod growth;
pub mod hash_size;
pub mod isola_techniques;
pub mod ladder;
pub mod move_sorting;
pub mod opponents;
pub mod schwarz;
pub mod setups;
pub mod star;
#[cfg(test)]
pub mod template;
pub mod time_prediction;
pub mod tournament24;
