//! Searches recorded for people: what was visited when, with which window, and why each visit ended; and lessons that
//! explain such recordings.

pub mod lessons;
pub mod literal;
pub mod positions;
pub mod record;
pub mod recording;
