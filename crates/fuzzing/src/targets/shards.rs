//! The lines of a shard file.

use super::text;
use plyground_arena::tournament::{read_shard_line, write_shard_lines};

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut records = Vec::new();
    for line in text.split('\n') {
        if read_shard_line(line, &mut records).is_none() {
            break;
        }
    }
    for record in &records {
        let finite = record.outcome.payoffs.as_slice().iter().all(|payoff| payoff.is_finite());
        assert!(finite, "a payoff that is no number: {:?}", record.outcome.payoffs);
        let printed = write_shard_lines(record);
        let mut again = Vec::new();
        for line in printed.lines() {
            read_shard_line(line, &mut again).unwrap_or_else(|| panic!("our own line is not read: {line}"));
        }
        assert_eq!(again, std::slice::from_ref(record));
        record.fingerprint();
    }
}
