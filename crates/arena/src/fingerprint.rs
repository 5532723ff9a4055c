//! A short name for a text, to tell two apart. No secret depends on it.

/// FNV-1a with 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// The fingerprint of a text.
    pub fn of(text: &str) -> u64 {
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(text.as_bytes());
        fingerprint.value()
    }

    /// Takes more bytes into account.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The fingerprint of all bytes so far.
    pub fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_are_met() {
        assert_eq!(Fingerprint::of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fingerprint::of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fingerprint::of("foobar"), 0x8594_4171_f739_67e8);
    }
}
