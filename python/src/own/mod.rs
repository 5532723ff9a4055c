//! Games, evaluations and players that users write in Python.

pub mod custom;
pub mod python_game;
pub mod python_player;
mod python_scene;
