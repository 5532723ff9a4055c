//! Journals of the lab.

use plyground_lab::{Journal, JournalHeader};
use std::fs;

/// The header of all journals in the corpus.
fn header() -> JournalHeader {
    let [study, parameters, version, plan] = ["star", "quick", "1", "abc"].map(String::from);
    JournalHeader { study, parameters, version, plan }
}

pub(super) fn check(bytes: &[u8]) {
    let folder = super::scratch();
    let path = folder.path().join("cells.jsonl");
    fs::write(&path, bytes).expect("a scratch file is written");
    let read_only = Journal::read_only(&path, &header());
    assert_eq!(fs::read(&path).ok().as_deref(), Some(bytes), "looking at a journal changes it");
    let opened = Journal::open(&path, &header()).map(|(_, known)| known);
    let after = fs::read(&path).expect("a scratch file is read");
    let known = match opened {
        Ok(known) => known,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return assert_eq!(after, bytes, "a journal that is refused is left alone");
        }
    };
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let kept = bytes.starts_with(&after) || after.starts_with(&bytes[..whole]);
    assert!(kept && after.ends_with(b"\n"), "whole lines are kept");
    assert_eq!(
        Journal::read_only(&path, &header()).ok().as_ref(),
        Some(&known),
        "the same journal tells something else"
    );
    if let Ok(read_only) = read_only {
        assert_eq!(read_only, known);
    }
}
