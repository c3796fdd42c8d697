//! Files of segments: blocks one after another, each with its length and a checksum.
//!
//! Input: what a level has brought. Output: a block of bytes, and back. A block is the words `E2LS`, its kind, the number of
//! the level, the checksum and (in two words) the length of what follows. The checksum is of all that but itself. Words are written with the lowest byte first. What is
//! cut off at the end of a file, as when its writer was killed, ends it.

mod labels;
mod rows;

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

pub(crate) use labels::{label_block, labels_of};
pub(crate) use rows::{Row, RowBlock};

use crate::words::whole;

/// The first bytes of a block.
const MAGIC: [u8; 4] = *b"E2LS";

/// Bytes in front of those of a block.
const HEADER: usize = 24;

/// Where the checksum is in a header.
const CHECKSUM: Range<usize> = 12..16;

/// Bytes of a block at most: a length beyond that is none.
const MAX_BLOCK: u64 = 1 << 36;

/// What is in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Symbols,
    States,
    Labels,
    Rows,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Symbols, Self::States, Self::Labels, Self::Rows];
}

/// A block that was read.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    /// The level with which it was written.
    pub(crate) level: u32,
    pub(crate) bytes: Vec<u8>,
}

/// That a file is not what was written.
#[derive(Debug)]
pub(crate) enum Broken {
    /// It cannot be read.
    Io(io::Error),
    /// It holds something else.
    Garbled,
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The bytes of a block in a file.
pub(crate) fn block(kind: Kind, level: u32, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADER + bytes.len());
    out.extend(MAGIC);
    out.extend((kind as u32).to_le_bytes());
    out.extend(level.to_le_bytes());
    out.extend([0; CHECKSUM.end - CHECKSUM.start]);
    out.extend((bytes.len() as u64).to_le_bytes());
    let checksum = checksum(&out, bytes).to_le_bytes();
    out[CHECKSUM].copy_from_slice(&checksum);
    out.extend(bytes);
    out
}

/// The checksum of a block, of which this is the header.
fn checksum(header: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header[..CHECKSUM.start]);
    hasher.update(&header[CHECKSUM.end..]);
    hasher.update(bytes);
    hasher.finalize()
}

/// The next block of a file; `None` where it ends, or what is there is not whole.
pub(crate) fn next(input: &mut dyn Read) -> Result<Option<Block>, Broken> {
    let mut header = [0; HEADER];
    if !filled(input, &mut header)? {
        return Ok(None);
    }
    let word = |place: usize| {
        let bytes = header.get(place..place + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    };
    let n_bytes = whole([word(16), word(20)]);
    if header[..4] != MAGIC || n_bytes > MAX_BLOCK {
        return Err(Broken::Garbled);
    }
    let kind = Kind::ALL.into_iter().find(|kind| *kind as u32 == word(4)).ok_or(Broken::Garbled)?;
    // A length is believed as far as there are bytes.
    let mut bytes = Vec::new();
    let n_read = input.take(n_bytes).read_to_end(&mut bytes)?;
    if (n_read as u64) < n_bytes {
        return Ok(None);
    }
    if checksum(&header, &bytes) != word(CHECKSUM.start) {
        return Err(Broken::Garbled);
    }
    Ok(Some(Block { kind, level: word(8), bytes }))
}

/// Bytes of a block in a file, whose contents have this length.
pub(crate) fn length(n_bytes: usize) -> u64 {
    (HEADER + n_bytes) as u64
}

/// Reads so many bytes; false where there are not as many.
fn filled(input: &mut dyn Read, mut bytes: &mut [u8]) -> io::Result<bool> {
    while !bytes.is_empty() {
        match input.read(bytes) {
            Ok(0) => return Ok(false),
            Ok(n_read) => bytes = &mut bytes[n_read..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

/// Words as bytes.
pub(crate) fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Bytes as words.
pub(crate) fn words_of(bytes: &[u8]) -> Result<Vec<u32>, Broken> {
    if !bytes.len().is_multiple_of(4) {
        return Err(Broken::Garbled);
    }
    let words = bytes.chunks_exact(4).map(|word| word.try_into().map_or(0, u32::from_le_bytes));
    Ok(words.collect())
}

/// Appends a number in as few bytes as it takes.
pub(crate) fn push_short(out: &mut Vec<u8>, mut number: u32) {
    while number >= 1 << 7 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Takes a number from the front of some bytes.
pub(crate) fn pop_short(bytes: &mut &[u8]) -> Result<u32, Broken> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(Broken::Garbled)?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 1 << 7 {
            return Ok(number);
        }
    }
    Err(Broken::Garbled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_and_what_is_cut_ends_the_file() {
        let mut file = block(Kind::States, 7, b"some bytes");
        file.extend(block(Kind::Rows, 8, b""));
        let read = |bytes: &[u8]| {
            let (mut input, mut found) = (bytes, Vec::new());
            while let Some(block) = next(&mut input).ok().flatten() {
                found.push((block.kind, block.level, block.bytes));
            }
            found
        };
        assert_eq!(read(&file).len(), 2);
        assert_eq!(read(&file)[0], (Kind::States, 7, b"some bytes".to_vec()));
        for len in 0..file.len() {
            assert_eq!(read(&file[..len]).len(), usize::from(len >= HEADER + 10));
        }
        for place in 0..file.len() {
            let mut wrong = file.clone();
            wrong[place] ^= 0x41;
            let found = read(&wrong);
            // Neither is a block what it was, nor something else.
            assert!(found.len() < 2 && found[..] == read(&file)[..found.len()], "{place}");
        }
    }

    #[test]
    fn short_numbers_come_back() {
        for number in [0, 1, 127, 128, 16_384, u32::MAX - 1, u32::MAX] {
            let mut bytes = Vec::new();
            push_short(&mut bytes, number);
            assert_eq!(pop_short(&mut &bytes[..]).ok(), Some(number));
        }
        assert!(pop_short(&mut &[0x80_u8][..]).is_err());
    }
}
