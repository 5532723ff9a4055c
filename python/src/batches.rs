//! Random games and self-play in batches, written straight into memory that numpy takes over.

use crate::errors::Failure;
use crate::learning::episodes::{EpisodePlan, FACTS};
use crate::learning::observation::Encoder;
use crate::learning::playouts::PlayoutPlan;
use crate::limits::limits;
use crate::matches::cores;
use crate::position::Position;
use crate::supervise::supervise;
use plyground_engine::{Spec, SpecPolicy, physical_memory};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use std::sync::Arc;

/// Refuses batches that cannot fit into memory before anything is allocated.
fn check_size(bytes: usize) -> PyResult<()> {
    match physical_memory() {
        Some(most) if bytes as u64 > most / 2 => {
            let gigabytes = bytes as f64 / 1e9;
            let sentence =
                format!("the batch would take {gigabytes:.1} GB, more than half of the memory; ask for fewer games");
            Err(PyValueError::new_err(sentence))
        }
        _ => Ok(()),
    }
}

fn count_threads(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(0) => Err(PyValueError::new_err("threads: at least 1 is expected")),
        Some(threads) => Ok(threads.min(256)),
        None => Ok(cores()),
    }
}

/// Plays random games: payoffs (a float of 4 bytes per game and player) and lengths (an integer of 4 bytes per game), one after
/// another in one buffer.
#[pyfunction]
#[pyo3(signature = (position, games, *, threads=None, seed=1, progress=None))]
pub fn playouts<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    games: usize,
    threads: Option<usize>,
    seed: u64,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let (opened, board) = {
        let position = position.borrow();
        (Arc::clone(&position.opened), position.board.detached())
    };
    if games == 0 {
        return Err(PyValueError::new_err("games: at least 1 is expected"));
    }
    let players = board.facts().players;
    let size = games.saturating_mul(4 * (players + 1));
    check_size(size)?;
    // Python's lock makes more threads useless for games written in Python.
    let threads = if opened.rules.is_some() { 1 } else { count_threads(threads)? };
    let plan = PlayoutPlan { threads, seed, games };
    PyByteArray::new_with(py, size, |buffer| {
        let (payoffs, lengths) = buffer.split_at_mut(4 * games * players);
        supervise(py, progress, &opened.pending, |monitor| {
            board.playouts(&plan, monitor, payoffs, lengths);
            if monitor.stop.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
        })
    })
}

/// Plays games and returns their positions as buffers: facts, payoffs, observations and masks.
#[pyfunction]
#[pyo3(signature = (
    position, players, games, *, threads=None, seed=1, random_turns=0, epsilon=0.0, random_starts=true, depth=None, nodes=None,
    time=None, iterations=None, observations=true, masks=true, progress=None
))]
#[allow(clippy::too_many_arguments)] // the keywords of Python
pub fn selfplay<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    players: Vec<String>,
    games: usize,
    threads: Option<usize>,
    seed: u64,
    random_turns: usize,
    epsilon: f64,
    random_starts: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<&Bound<'py, PyAny>>,
    iterations: Option<u64>,
    observations: bool,
    masks: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (opened, board) = {
        let position = position.borrow();
        (Arc::clone(&position.opened), position.board.detached())
    };
    let seats = board.facts().players;
    if players.len() != 1 && players.len() != seats {
        let sentence = format!("players: one for all seats or one for each of the {seats}, not {}", players.len());
        return Err(PyValueError::new_err(sentence));
    }
    if !(0.0..=1.0).contains(&epsilon) {
        return Err(PyValueError::new_err(format!("epsilon: a probability is expected, not {epsilon}")));
    }
    if games == 0 || games > u32::MAX as usize {
        return Err(PyValueError::new_err(format!("games: 1 to {} are expected", u32::MAX)));
    }
    let limits = limits(depth, nodes, time, iterations)?;
    let mut specs = Vec::new();
    for seat in 0..seats {
        let spec: Spec = players[seat.min(players.len() - 1)].parse().map_err(Failure::from)?;
        specs.push((spec, limits));
    }
    let threads = if opened.rules.is_some() { 1 } else { count_threads(threads)?.min(games) };
    let memory = specs.iter().map(|(spec, _)| SpecPolicy::memory_of(spec)).fold(0u64, u64::saturating_add);
    SpecPolicy::machine().check_games(memory, threads).map_err(Failure::value)?;
    let plan = EpisodePlan { players: specs, games, threads, seed, random_turns, epsilon, random_starts };
    let episodes = supervise(py, progress, &opened.pending, |monitor| board.episodes(&plan, monitor))?;
    let encoder: Arc<Encoder> = opened.encoder();
    let count = episodes.count();
    let mask_size = if masks { count.saturating_mul(encoder.actions()) } else { 0 };
    let observation_size = if observations { count.saturating_mul(4 * encoder.size()) } else { 0 };
    check_size(mask_size.saturating_add(observation_size))?;
    let buffers = PyDict::new(py);
    let fill = |name: &str, size: usize, write: &(dyn Fn(&mut [u8]) + Sync)| -> PyResult<()> {
        let buffer = PyByteArray::new_with(py, size, |buffer| {
            py.detach(|| write(buffer));
            Ok(())
        })?;
        buffers.set_item(name, buffer)
    };
    fill("facts", 4 * FACTS * count, &|buffer| episodes.write_facts(&encoder, buffer))?;
    fill("payoffs", 4 * seats * count, &|buffer| episodes.write_payoffs(buffer))?;
    if observations {
        fill("observations", observation_size, &|buffer| episodes.write_observations(&encoder, threads, buffer))?;
    }
    if masks {
        fill("masks", mask_size, &|buffer| episodes.write_masks(&encoder, threads, buffer))?;
    }
    buffers.set_item("count", count)?;
    opened.check()?;
    Ok(buffers)
}
