//! What one worker sends to another: some words, as timely sends bytes.
//!
//! Input: words. Output: the same words at the other worker, which knows whom they are from, and whether more of that round come
//! from there.

use std::io::Write;

use timely_bytes::arc::Bytes;
use timely_communication::Bytesable;

/// Bytes in front of the words: whom they are from, and how many there are.
const HEADER: usize = 8;

/// What is added to the number of the sender in the last parcel of a round.
pub(crate) const LAST: u32 = 1 << 31;

/// Words for a worker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parcel {
    pub(crate) from: u32,
    /// Whether it is the last one of its sender in a round.
    pub(crate) is_last: bool,
    pub(crate) words: Vec<u32>,
}

impl Bytesable for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        let word = |place: usize| -> u32 {
            let bytes = bytes.get(place..place + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes)
        };
        let n_words = word(4) as usize;
        let words = bytes.get(HEADER..HEADER + 4 * n_words).unwrap_or_default();
        let words = words.chunks_exact(4).map(|word| word.try_into().map_or(0, u32::from_le_bytes));
        let (from, is_last) = (word(0) & !LAST, word(0) & LAST != 0);
        Self { from, is_last, words: words.collect() }
    }

    fn length_in_bytes(&self) -> usize {
        HEADER + (4 * self.words.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let n_words = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let padding = &[0; 4][..4 * (self.words.len() % 2)];
        // Room was made for all of it, and memory takes what is written to it.
        let from = if self.is_last { self.from | LAST } else { self.from };
        let _ = writer.write_all(&from.to_le_bytes());
        let _ = writer.write_all(&n_words.to_le_bytes());
        if cfg!(target_endian = "little") {
            let _ = writer.write_all(bytemuck::cast_slice(&self.words));
        } else {
            for word in &self.words {
                let _ = writer.write_all(&word.to_le_bytes());
            }
        }
        let _ = writer.write_all(padding);
    }
}
