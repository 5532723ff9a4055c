//! Database files: what stands in front of the values, and how they are written.
//!
//! ```text
//! 8 bytes  PLYEWNDB
//! 4        version
//! 1        rows and columns of the board, then faces of the die
//! 2        labels of both classes, as sets of bits
//! 8        number of positions
//! 8        checksum of the checksums
//! 8        checksum of all of the above
//! 8 each   checksum of each block of 64 KB of values
//! 2 each   values, from 0 (certain loss) to 65535 (certain win) for the player about to roll
//! ```
//! All numbers begin with their lowest byte.

use crate::class::Classes;
use crate::layout::PairLayout;
use crate::reader::is_whole;
use std::io::{self, Write};
use std::path::Path;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"PLYEWNDB";
const VERSION: u32 = 1;
/// The only board and die there are databases for.
const BOARD: [u8; 2] = [5, 6];
/// Bytes in front of the checksums.
pub(crate) const HEADER: usize = 40;

/// Bytes of values that share a checksum: small enough to be checked in passing, large enough to need few sums.
pub(crate) const BLOCK: usize = 1 << 16;

/// Files that are being written begin like this; an old one is a leftover of a killed program.
pub(crate) const UNFINISHED: &str = ".unfinished-";

/// What is wrong with a file.
#[derive(Debug, Error)]
pub(crate) enum Problem {
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    #[error("is not a database of this version and this pair of stones")]
    Foreign,
    #[error("is cut off or has something behind its end")]
    Length,
    #[error("was damaged: a checksum is wrong")]
    Checksum,
}

impl Problem {
    /// Why reading failed: a file that ends too early was cut off after its length was looked at.
    pub(crate) fn of_read(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Problem::Length } else { Problem::Unreadable(error) }
    }
}

/// What stands in front of the checksums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileHeader {
    masks: [u8; 2],
    positions: u64,
}

impl FileHeader {
    /// The header of a pair of classes.
    pub(crate) fn of(layout: &PairLayout) -> Self {
        let list = &Classes::get().list;
        FileHeader { masks: layout.classes.map(|class| list[class].mask as u8), positions: layout.len() as u64 }
    }

    /// Reads a header; whether it is the expected one remains to be seen.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let start = bytes.get(..HEADER).ok_or(Problem::Foreign)?;
        let known = &start[..8] == MAGIC && start[8..12] == VERSION.to_le_bytes() && start[12..14] == BOARD;
        if !known {
            return Err(Problem::Foreign);
        }
        if number(bytes, HEADER - 8) != block_sum(&bytes[..HEADER - 8]) {
            return Err(Problem::Checksum);
        }
        Ok(FileHeader { masks: [start[14], start[15]], positions: number(bytes, 16) })
    }

    fn write(&self, sums: &[u64]) -> Vec<u8> {
        let sums: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(BOARD);
        bytes.extend(self.masks);
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(block_sum(&sums).to_le_bytes());
        bytes.extend(block_sum(&bytes).to_le_bytes());
        bytes.extend(sums);
        bytes
    }

    pub(crate) fn blocks(&self) -> usize {
        (2 * self.positions as usize).div_ceil(BLOCK)
    }

    pub(crate) fn data_start(&self) -> usize {
        HEADER + 8 * self.blocks()
    }

    pub(crate) fn file_bytes(&self) -> usize {
        self.data_start() + 2 * self.positions as usize
    }

    /// Whether the checksums themselves are right. `bytes` are header and checksums.
    pub(crate) fn check_sums(&self, bytes: &[u8]) -> Result<(), Problem> {
        let right = number(bytes, HEADER - 16) == block_sum(&bytes[HEADER..]);
        if right { Ok(()) } else { Err(Problem::Checksum) }
    }

    pub(crate) fn sum_of(&self, bytes: &[u8], block: usize) -> u64 {
        number(bytes, HEADER + 8 * block)
    }
}

fn number(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

/// A checksum that takes eight bytes at a time: finds accidents, not malice.
pub(crate) fn block_sum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut sum = FACTOR ^ bytes.len() as u64;
    for word in words {
        sum = (sum.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR);
    }
    for byte in rest {
        sum = (sum.rotate_left(23) ^ u64::from(*byte)).wrapping_mul(FACTOR);
    }
    sum ^ sum >> 32
}

/// The name of the file of a pair: the labels of both classes.
pub(crate) fn file_name(classes: [usize; 2]) -> String {
    let list = &Classes::get().list;
    let labels = |class: usize| -> String {
        let mask = list[class].mask;
        (0..6u8).filter(|label| mask >> label & 1 == 1).map(|label| char::from(b'1' + label)).collect()
    };
    format!("{}-{}.endgame", labels(classes[0]), labels(classes[1]))
}

/// Writes values to a file of this name: complete or not at all. A file that has the name already stays if it is right, and
/// is set aside under another name if it is not: it may be of a newer version, or worth a look.
pub(crate) fn write(path: &Path, header: &FileHeader, values: &[u16]) -> io::Result<u64> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    let mut sums = Vec::with_capacity(header.blocks());
    let mut bytes = Vec::with_capacity(BLOCK);
    for block in values.chunks(BLOCK / 2) {
        bytes.clear();
        bytes.extend(block.iter().flat_map(|value| value.to_le_bytes()));
        sums.push(block_sum(&bytes));
    }
    file.write_all(&header.write(&sums))?;
    for block in values.chunks(BLOCK / 2) {
        bytes.clear();
        bytes.extend(block.iter().flat_map(|value| value.to_le_bytes()));
        file.write_all(&bytes)?;
    }
    file.as_file().sync_all()?;
    if !is_whole(path, header) {
        set_aside(path)?;
        file.persist(path).map_err(|error| error.error)?;
    }
    Ok(header.file_bytes() as u64)
}

fn set_aside(path: &Path) -> io::Result<()> {
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let name = |number: u32| path.with_extension(format!("endgame.set-aside-{number}"));
    let free = (1..).map(name).find(|free| free.symlink_metadata().is_err());
    std::fs::rename(path, free.expect("some number is free"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_see_every_byte() {
        let bytes: Vec<u8> = (0..45).collect();
        let sum = block_sum(&bytes);
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert_ne!(block_sum(&changed), sum, "byte {place}");
        }
        assert_ne!(block_sum(&bytes[..44]), sum);
        assert_ne!(block_sum(&[]), block_sum(&[0]));
    }

    #[test]
    fn names_are_the_labels() {
        let classes = Classes::get();
        let pair = [classes.of(0b000100).class, classes.of(0b110001).class];
        assert_eq!(file_name(pair), "1-126.endgame", "labels 1, 5, 6 counted from the other end");
    }
}
