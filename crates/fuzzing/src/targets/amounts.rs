//! Short words with a meaning of their own.

use super::{survives_printing, text};
use plyground_arena::{FischerClock, OpeningRule, Shard};
use plyground_engine::{format_bytes, format_duration, parse_bytes, parse_duration};
use plyground_process::parse_command;

/// The first line is read as everything there is.
pub(super) fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Ok(duration) = parse_duration(text) {
        assert_eq!(parse_duration(&format_duration(duration)), Ok(duration), "{text}");
    }
    if let Ok(size) = parse_bytes(text) {
        assert_eq!(parse_bytes(&format_bytes(size)), Ok(size), "{text}");
    }
    survives_printing::<FischerClock>(text);
    survives_printing::<OpeningRule>(text);
    if let Ok(shard) = Shard::parse(text, |_| None) {
        assert_eq!(Shard::parse(&shard.to_string(), |_| None), Ok(shard));
        assert!(shard.range(u64::MAX).start <= shard.range(u64::MAX).end);
    }
    // Only looks for the program, starts nothing.
    let _ = parse_command(text);
}
