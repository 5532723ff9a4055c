//! Random games and self-play in batches, written straight into the memory of numpy arrays.

use crate::errors::Failure;
use crate::game::Opened;
use crate::learning::episodes::{EpisodePlan, Episodes, FACTS};
use crate::learning::playouts::PlayoutPlan;
use crate::limits::limits;
use crate::matches::cores;
use crate::position::Position;
use crate::supervise::supervise;
use numpy::{Element, PyArray1, PyArrayMethods};
use plyground_engine::{Spec, SpecPolicy, physical_memory};
use plyground_search::Limits;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A new array of zeros, which `write` fills. The system hands out its pages as they are written, by whichever thread.
pub fn numbers<'py, T: Element>(
    py: Python<'py>,
    size: usize,
    write: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    py.import("numpy")?; // a sentence where it is missing
    let array = PyArray1::zeros(py, size, false);
    write(array.try_readwrite()?.as_slice_mut()?)?;
    Ok(array)
}

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

/// Plays random games: their payoffs, game by game and player by player, and their lengths in turns.
#[pyfunction]
#[pyo3(signature = (position, games, *, threads=None, seed=1, progress=None))]
pub fn playouts<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    games: usize,
    threads: Option<usize>,
    seed: u64,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<RandomGames<'py>> {
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
    let lengths = PyArray1::zeros(py, games, false);
    let payoffs = numbers(py, games * players, |payoffs: &mut [f32]| {
        let mut borrowed = lengths.try_readwrite()?;
        let lengths: &mut [u32] = borrowed.as_slice_mut()?;
        supervise(py, progress, &opened.pending, |monitor| {
            board.playouts(&plan, monitor, payoffs, lengths);
            if monitor.stop.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
        })
    })?;
    Ok((payoffs, lengths))
}

/// Payoffs and lengths.
type RandomGames<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<u32>>);

/// Plays games and returns their positions as flat arrays: facts, payoffs, observations and masks.
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
    check_games(games, epsilon)?;
    let limits = limits(depth, nodes, time, iterations)?;
    let players = seat_players(&players, board.facts().players, limits)?;
    let threads = if opened.rules.is_some() { 1 } else { count_threads(threads)?.min(games) };
    let memory = players.iter().map(|(spec, _)| SpecPolicy::memory_of(spec)).fold(0u64, u64::saturating_add);
    SpecPolicy::machine().check_games(memory, threads).map_err(Failure::value)?;
    let plan = EpisodePlan { players, games, threads, seed, random_turns, epsilon, random_starts };
    let episodes = supervise(py, progress, &opened.pending, |monitor| board.episodes(&plan, monitor))?;
    let arrays = write_arrays(py, episodes.as_ref(), &opened, threads, observations, masks)?;
    opened.check()?;
    Ok(arrays)
}

/// What a game takes at least while it is kept, in bytes.
const LEAST_PER_GAME: usize = 256;

/// Refuses numbers that make no sense, before anything is allocated.
fn check_games(games: usize, epsilon: f64) -> PyResult<()> {
    if !(0.0..=1.0).contains(&epsilon) {
        return Err(PyValueError::new_err(format!("epsilon: a probability is expected, not {epsilon}")));
    }
    if games == 0 || games > i32::MAX as usize {
        return Err(PyValueError::new_err(format!("games: 1 to {} are expected", i32::MAX)));
    }
    check_size(games.saturating_mul(LEAST_PER_GAME))
}

/// One player for each seat.
fn seat_players(players: &[String], seats: usize, limits: Limits) -> PyResult<Vec<(Spec, Limits)>> {
    if players.len() != 1 && players.len() != seats {
        let sentence = format!("players: one for all seats or one for each of the {seats}, not {}", players.len());
        return Err(PyValueError::new_err(sentence));
    }
    let mut seated = Vec::with_capacity(seats);
    for seat in 0..seats {
        let spec: Spec = players[seat.min(players.len() - 1)].parse().map_err(Failure::from)?;
        seated.push((spec, limits));
    }
    Ok(seated)
}

fn write_arrays<'py>(
    py: Python<'py>,
    episodes: &dyn Episodes,
    opened: &Opened,
    threads: usize,
    observations: bool,
    masks: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let encoder = opened.encoder();
    let (count, seats) = (episodes.count(), opened.first.facts().players);
    let mask_size = if masks { count.saturating_mul(encoder.actions()) } else { 0 };
    let plane_size = if observations { count.saturating_mul(encoder.size()) } else { 0 };
    check_size(mask_size.saturating_add(plane_size.saturating_mul(4)))?;
    let arrays = PyDict::new(py);
    let facts = numbers(py, FACTS * count, |buffer| {
        py.detach(|| episodes.write_facts(&encoder, threads, buffer));
        Ok(())
    })?;
    arrays.set_item("facts", facts)?;
    let payoffs = numbers(py, seats * count, |buffer| {
        py.detach(|| episodes.write_payoffs(buffer));
        Ok(())
    })?;
    arrays.set_item("payoffs", payoffs)?;
    if observations {
        let planes = numbers(py, plane_size, |buffer| {
            py.detach(|| episodes.write_observations(&encoder, threads, buffer));
            Ok(())
        })?;
        arrays.set_item("observations", planes)?;
    }
    if masks {
        let masks = numbers(py, mask_size, |buffer| {
            py.detach(|| episodes.write_masks(&encoder, threads, buffer));
            Ok(())
        })?;
        arrays.set_item("masks", masks)?;
    }
    arrays.set_item("count", count)?;
    Ok(arrays)
}
