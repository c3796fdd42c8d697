//! Labels that all workers number alike.
//!
//! Input: the table of each worker. Output: at each worker the common number of each of its labels; at worker 0 the labels. The
//! internal action is 0 for all.

use lts::label::LabelTable;

use super::rounds::{Ended, Rounds, garbled};
use super::rows::interned;
use crate::folder::blocks::{bytes_of, label_block, labels_of};

/// Agrees on numbers of labels: those of the labels of this worker, and, at worker 0, the table of all.
pub(crate) fn common(
    rounds: &mut Rounds<'_>,
    labels: &LabelTable,
) -> Result<(Vec<u32>, LabelTable), Ended> {
    let mut out = rounds.nothing();
    out[0] = packed(&label_block(labels, 0));
    let (told, _) = rounds.swap(out, 0)?;
    let mut table = LabelTable::default();
    let mut out = rounds.nothing();
    if rounds.index() == 0 {
        for (worker, words) in told.into_iter().enumerate() {
            let (_, labels) = unpacked(&words)
                .and_then(|bytes| labels_of(&bytes).ok())
                .ok_or_else(|| garbled(worker))?;
            let numbers = labels.into_iter().map(|label| interned(&mut table, label).0);
            out[worker] = numbers.collect();
        }
    }
    let (mut told, _) = rounds.swap(out, 0)?;
    let numbers = std::mem::take(&mut told[0]);
    if numbers.len() != labels.len() || numbers.first() != Some(&0) {
        return Err(garbled(0).into());
    }
    Ok((numbers, table))
}

/// Bytes as words, with their number in front.
fn packed(bytes: &[u8]) -> Vec<u32> {
    let mut words = vec![u32::try_from(bytes.len()).unwrap_or(u32::MAX)];
    words.extend(
        bytes
            .chunks(4)
            .map(|part| part.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))),
    );
    words
}

fn unpacked(words: &[u32]) -> Option<Vec<u8>> {
    let (&n_bytes, words) = words.split_first()?;
    let mut bytes = bytes_of(words);
    if bytes.len().checked_sub(n_bytes as usize)? >= 4 {
        return None;
    }
    bytes.truncate(n_bytes as usize);
    Some(bytes)
}
