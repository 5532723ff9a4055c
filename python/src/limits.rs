//! Limits as Python gives them.

use plyground_engine::parse_duration;
use plyground_search::Limits;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::time::Duration;

/// A time as text (`"250ms"`) or in seconds.
pub fn time(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = value.extract::<&str>() {
        return parse_duration(text).map_err(|error| PyValueError::new_err(format!("time: {error}")));
    }
    let seconds: f64 = match value.extract() {
        Ok(seconds) => seconds,
        Err(_) if value.hasattr("total_seconds")? => value.call_method0("total_seconds")?.extract()?,
        Err(_) => {
            return Err(PyTypeError::new_err("time: a text such as \"250ms\", or a number of seconds is expected"));
        }
    };
    if seconds <= 0.0 {
        return Err(PyValueError::new_err(format!("time: {seconds} seconds are no time to think")));
    }
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("time: {seconds} seconds are too many")))
}

/// Any mixture; the first reached ends a search.
pub fn limits(
    depth: Option<u32>,
    nodes: Option<u64>,
    time_limit: Option<&Bound<'_, PyAny>>,
    iterations: Option<u64>,
) -> PyResult<Limits> {
    for (name, zero) in
        [("depth", depth == Some(0)), ("nodes", nodes == Some(0)), ("iterations", iterations == Some(0))]
    {
        if zero {
            return Err(PyValueError::new_err(format!("{name}: at least 1 is expected")));
        }
    }
    Ok(Limits { depth, nodes, time: time_limit.map(time).transpose()?, soft: None, iterations })
}
