//! What timely reads from a line, looked at before that: the numbers in it are indices and lengths, which timely takes on trust, and panics
//! or asks for any amount of memory where they make no sense.
//!
//! Input: bytes as they come. Output: whether they are messages of the worker at the other end to this one, with parcels that name no other
//! sender. A message is a header of six numbers, the parcel behind it; a header of length 0 is the last one, and nothing follows.
//! Words of a parcel are checked where they are read (`exploration/arrivals.rs`, `reduction`).

use crate::parcel::LAST;

/// Bytes of a header.
const HEADER: usize = 48;

/// Bytes of a header, and of the name of the sender in the parcel behind it.
const BEGINNING: usize = HEADER + 4;

/// Channels that there are.
pub(crate) const N_CHANNELS: usize = 3;

/// Bytes of a message at most.
const MOST: u64 = 1 << 32;

/// The messages of a line.
#[derive(Debug)]
pub(super) struct Messages {
    peer: u64,
    own: u64,
    beginning: [u8; BEGINNING],
    n_known: usize,
    /// Bytes of the message under way that are still to come.
    n_left: u64,
    has_ended: bool,
}

impl Messages {
    pub(super) fn new(peer: usize, own: usize) -> Self {
        let (peer, own) = (peer as u64, own as u64);
        let beginning = [0; BEGINNING];
        Self { peer, own, beginning, n_known: 0, n_left: 0, has_ended: false }
    }

    /// Whether the last message has come.
    pub(super) fn have_ended(&self) -> bool {
        self.has_ended
    }

    /// Takes bytes that follow those before; whether they make sense.
    pub(super) fn take(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.has_ended {
                return false;
            }
            let n_here = bytes.len() as u64;
            if self.n_left > 0 {
                let n_taken = self.n_left.min(n_here);
                self.n_left -= n_taken;
                bytes = &bytes[usize::try_from(n_taken).unwrap_or(bytes.len())..];
                continue;
            }
            let wanted = if self.n_known < HEADER { HEADER } else { BEGINNING };
            let n_taken = (wanted - self.n_known).min(bytes.len());
            let (taken, rest) = bytes.split_at(n_taken);
            self.beginning[self.n_known..self.n_known + n_taken].copy_from_slice(taken);
            self.n_known += n_taken;
            bytes = rest;
            if !self.begins() {
                return false;
            }
        }
        true
    }

    /// Whether what is known of the beginning of a message makes sense.
    fn begins(&mut self) -> bool {
        let number = |place: usize| {
            let bytes = self.beginning[8 * place..].first_chunk::<8>();
            bytes.map_or(0, |bytes| u64::from_be_bytes(*bytes))
        };
        if self.n_known == HEADER {
            let [channel, source, first, end, length] = [0, 1, 2, 3, 4].map(number);
            self.has_ended = length == 0;
            let is_between = source == self.peer && first == self.own && end == self.own + 1;
            let is_message = channel < N_CHANNELS as u64 && (8..=MOST).contains(&length);
            return self.has_ended || is_between && is_message;
        }
        if self.n_known == BEGINNING {
            (self.n_known, self.n_left) = (0, number(4) - 4);
            let sender = self.beginning[HEADER..].first_chunk::<4>();
            let sender = sender.map_or(0, |bytes| u32::from_le_bytes(*bytes));
            return u64::from(sender & !LAST) == self.peer;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header of these numbers, and a parcel of 8 bytes of this sender.
    fn message(numbers: [u64; 6], sender: u32) -> Vec<u8> {
        let header = numbers.iter().flat_map(|number| number.to_be_bytes());
        header.chain(sender.to_le_bytes()).chain([0; 4]).collect()
    }

    fn makes_sense(bytes: &[u8]) -> bool {
        // However it is cut.
        let whole = Messages::new(2, 1).take(bytes);
        let mut messages = Messages::new(2, 1);
        let is_each = bytes.chunks(5).all(|part| messages.take(part));
        assert_eq!(whole, is_each);
        whole
    }

    #[test]
    fn what_timely_would_take_on_trust_is_looked_at() {
        let good = message([0, 2, 1, 2, 8, 7], 2);
        let end = [0; HEADER];
        assert!(makes_sense(&[&good[..], &message([2, 2, 1, 2, 8, 8], 2 | LAST), &end].concat()));
        for (numbers, sender) in [
            ([3, 2, 1, 2, 8, 0], 2),
            ([0, 0, 1, 2, 8, 0], 2),
            ([0, 2, 77, 78, 8, 0], 2),
            ([0, 2, 1, 3, 8, 0], 2),
            ([0, 2, 1, 2, u64::MAX - 47, 0], 2),
            ([0, 2, 1, 2, 1 << 40, 0], 2),
            ([0, 2, 1, 2, 8, 0], 5),
        ] {
            assert!(!makes_sense(&message(numbers, sender)), "{numbers:?} {sender}");
        }
        assert!(!makes_sense(&[&end[..], &good].concat()));
    }
}
