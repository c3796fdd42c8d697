//! What one worker sends to another: some words, as a container of timely.
//!
//! Input: words, and who they are for. Output: the same words at that worker, which knows whom they are from. Each parcel is
//! sent by itself and counts as one record; it is for one worker only, so that nothing is cut into parts on the way.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// Bytes in front of the words: whom they are from, and how many there are.
const HEADER: usize = 8;

/// What is added to the number of the sender in the last parcel of a round.
const LAST: u32 = 1 << 31;

/// Words for a worker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parcel {
    /// None in a parcel that is nothing.
    pub(crate) to: Option<usize>,
    pub(crate) from: u32,
    /// Whether it is the last one of its sender in a round.
    pub(crate) is_last: bool,
    pub(crate) words: Vec<u32>,
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(self.to.is_some())
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        let word = |place: usize| -> u32 {
            let bytes = bytes.get(place..place + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes)
        };
        let n_words = word(4) as usize;
        let words = bytes.get(HEADER..HEADER + 4 * n_words).unwrap_or_default();
        let words = words.chunks_exact(4).map(|word| word.try_into().map_or(0, u32::from_le_bytes));
        let (from, is_last) = (word(0) & !LAST, word(0) & LAST != 0);
        Self { to: Some(usize::MAX), from, is_last, words: words.collect() }
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

/// Sends each parcel to the worker that it is for.
pub(crate) struct ToWorker;

impl Distributor<Parcel> for ToWorker {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        if let Some(pusher) = parcel.to.and_then(|to| pushers.get_mut(to)) {
            Message::push_at(parcel, stamp.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {
        // Nothing is kept back.
    }
}
