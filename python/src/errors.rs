//! Errors of the library as Python exceptions: the sentence stays, the type is what Python users expect.

use plyground_arena::{ArenaError, ArgumentError};
use plyground_core::{NotationError, OpenError, SetupError};
use plyground_engine::SpecError;
use plyground_lab::LabError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::fmt;

/// Why a call failed.
#[derive(Debug)]
pub enum Failure {
    /// Something in the arguments is wrong; one sentence.
    Value(String),
    /// A file could not be read or written.
    File(String),
    /// Python code of the user raised this.
    Python(PyErr),
    /// Ctrl-C, or whatever else a signal handler raised, ended it.
    Interrupted,
}

impl Failure {
    /// Wrong arguments.
    pub fn value(sentence: impl fmt::Display) -> Self {
        Failure::Value(sentence.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Value(sentence) => PyValueError::new_err(sentence),
            Failure::File(sentence) => PyOSError::new_err(sentence),
            Failure::Python(error) => error,
            Failure::Interrupted => pyo3::exceptions::PyKeyboardInterrupt::new_err("interrupted"),
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Failure::Python(error)
    }
}

/// All of them say what is wrong with an argument.
macro_rules! values {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure::value(error)
            }
        })*
    };
}

values!(ArgumentError, NotationError, OpenError, SetupError, SpecError);

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::File { .. } => Failure::File(error.to_string()),
            _ => Failure::value(error),
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::File { .. } => Failure::File(error.to_string()),
            _ => Failure::value(error),
        }
    }
}
