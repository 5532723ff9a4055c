//! Nets as bytes: a header with the command that made the net, the weights, a checksum.

use super::{Net, rows};
use std::fmt;

/// Names the format and the meaning of its rows; a net with other inputs gets another number.
const MAGIC: &[u8; 8] = b"PLYNET01";
/// More units than anybody will train, so that a wrong header cannot ask for memory.
const MOST_UNITS: usize = 4096;
/// More than any command line.
const LONGEST_NOTE: usize = 4096;

/// Why bytes are no net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadNet {
    /// They begin with something else.
    Foreign,
    /// The header asks for what no net has.
    Header,
    /// There are more or fewer of them than the header says.
    Length,
    /// They have changed since they were written.
    Checksum,
    /// A weight is not a number.
    Weight,
}

impl fmt::Display for BadNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadNet::Foreign => "not a net of EinStein of this version",
            BadNet::Header => "the header of the net makes no sense",
            BadNet::Length => "the net is cut off or has something behind its end",
            BadNet::Checksum => "the net was damaged: its checksum is wrong",
            BadNet::Weight => "the net holds a weight that is no number",
        })
    }
}

impl std::error::Error for BadNet {}

impl Net {
    /// The net as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.hidden as u32).to_le_bytes());
        bytes.extend((self.note.len() as u32).to_le_bytes());
        bytes.extend(self.note.as_bytes());
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Net::to_bytes) wrote, and believes nothing.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, BadNet> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BadNet::Foreign)?;
        let (hidden, rest) = rest.split_first_chunk::<4>().ok_or(BadNet::Length)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(BadNet::Length)?;
        let (hidden, length) = (u32::from_le_bytes(*hidden) as usize, u32::from_le_bytes(*length) as usize);
        let whole = hidden > 0 && hidden <= MOST_UNITS && hidden.is_multiple_of(super::LANES);
        if !whole || length > LONGEST_NOTE {
            return Err(BadNet::Header);
        }
        let count = rows() * hidden + 1;
        if rest.len() != length + 4 * count + 8 {
            return Err(BadNet::Length);
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(BadNet::Length)?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(BadNet::Checksum);
        }
        let note = String::from_utf8(rest[..length].to_vec()).map_err(|_| BadNet::Header)?;
        let chunks = rest[length..length + 4 * count].as_chunks::<4>().0;
        let weights: Vec<f32> = chunks.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect();
        if weights.iter().any(|weight| !weight.is_finite()) {
            return Err(BadNet::Weight);
        }
        Ok(Net { hidden, weights, note })
    }
}

/// FNV-1a of 64 bits (Fowler, Noll, Vo): finds accidents, not malice.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_as_the_same_net() {
        let mut net = Net::zero(16, "a command");
        net.weights.iter_mut().enumerate().for_each(|(index, weight)| *weight = index as f32 / 7.0 - 3.0);
        assert_eq!(Net::from_bytes(&net.to_bytes()), Ok(net));
    }

    #[test]
    fn wrong_bytes_are_refused() {
        let good = Net::zero(8, "x").to_bytes();
        assert_eq!(Net::from_bytes(b""), Err(BadNet::Foreign));
        assert_eq!(Net::from_bytes(&good[..20]), Err(BadNet::Length));
        assert_eq!(Net::from_bytes(&good[..good.len() - 1]), Err(BadNet::Length));
        for (place, byte, expected) in
            [(0, b'x', BadNet::Foreign), (8, 7, BadNet::Header), (11, 255, BadNet::Header), (15, 9, BadNet::Header)]
        {
            let mut bad = good.clone();
            bad[place] = byte;
            assert_eq!(Net::from_bytes(&bad), Err(expected), "byte {place}");
        }
        let mut bad = good.clone();
        bad[100] ^= 1;
        assert_eq!(Net::from_bytes(&bad), Err(BadNet::Checksum));
        let mut net = Net::zero(8, "x");
        net.weights[5] = f32::NAN;
        assert_eq!(Net::from_bytes(&net.to_bytes()), Err(BadNet::Weight));
    }
}
