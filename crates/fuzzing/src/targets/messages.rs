//! What pages send.

use super::text;

/// The first byte chooses where it arrives, the rest is what is sent.
pub(super) fn check(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    plyground_web::fuzzing::receive(*first, text);
}
