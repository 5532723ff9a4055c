//! The kinds of players, through what the crate shows to others: these tests would compile every player for every game a second time
//! if they stood inside the crate.

mod bench;
mod builders;
mod chances;
mod endings;
mod knowledge;
mod levels;
mod luck;
mod original;
mod process;
mod rocknroll;
mod techniques;
