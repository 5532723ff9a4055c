//! Real sockets on loopback: whole games, scripted peers, hostile crowds.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod common;
mod games;
mod hostile;
mod scripted_client;
mod scripted_server;
