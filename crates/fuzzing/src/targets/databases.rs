//! Files of numbers: nets and endgame databases of EinStein.

use plyground_endgame::list;
use plyground_games::einstein::net::Net;
use std::fs;

pub(super) fn net(bytes: &[u8]) {
    match Net::from_bytes(bytes) {
        Ok(net) => assert!(net.to_bytes() == bytes, "a net is written as other bytes than it was read from"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The smallest database: one stone each.
const NAME: &str = "1-1.endgame";

pub(super) fn endgame(bytes: &[u8]) {
    let folder = super::scratch();
    fs::write(folder.path().join(NAME), bytes).expect("a scratch file is written");
    let listed = list(folder.path(), 2, true);
    let [listed] = &listed[..] else { panic!("there is one pair of single stones") };
    assert_eq!((listed.name.as_str(), listed.bytes), (NAME, Some(bytes.len() as u64)));
    if listed.problem.is_none() {
        // Header and one checksum, then two bytes for every position.
        assert_eq!(bytes.len() as u64, 48 + 2 * listed.positions);
        assert_eq!(&bytes[..8], b"PLYEWNDB");
    }
}
