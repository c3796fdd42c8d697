//! A folder of segments in memory, with the vectors of its states as a system has them.
//!
//! Input: a folder with its rows, the files with its states, a system that is ready. Output: the transitions, and the vector of
//! each state, numbered as one process numbers them.

use std::io::Read;

use lts::portable::Portable;
use lts::{Lts, StateStore};

use crate::dictionary::Heard;
use crate::folder::blocks::{self, Block, Broken, Kind, words_of};
use crate::folder::merged::{Merged, Unreadable, lts};
use crate::warm_up::Warm;

/// Reads all of a folder; there is an input with states for each worker.
pub fn system<R: Read>(
    merged: &mut Merged<R>,
    states: Vec<R>,
    (system, warm): (&mut dyn Portable, &Warm),
) -> Result<(Lts, StateStore), Unreadable> {
    let lts = lts(merged)?;
    let width = system.width().max(1);
    let mut all = vec![0; lts.n_states() * width];
    for (worker, mut input) in states.into_iter().enumerate() {
        let numbers = &merged.numbers[worker];
        let read = read((system, warm), &mut input, numbers, &mut all);
        read.map_err(|broken| Unreadable::of(worker, broken))?;
    }
    let mut store = StateStore::new(system.width());
    for state in all.chunks_exact(width) {
        store.insert(state);
    }
    let is_whole = store.len() == lts.n_states();
    if is_whole { Ok((lts, store)) } else { Err(Unreadable::of(0, Broken::Garbled)) }
}

/// Reads the states of a worker, each to its place among all.
fn read(
    (system, warm): (&mut dyn Portable, &Warm),
    input: &mut dyn Read,
    numbers: &[u32],
    all: &mut [u32],
) -> Result<(), Broken> {
    let width = system.width().max(1);
    let mut heard = Heard::new(warm.n_common);
    let mut numbers = numbers.iter();
    while let Some(Block { kind, bytes, .. }) = blocks::next(input)? {
        let mut words = words_of(&bytes)?;
        match kind {
            Kind::Symbols => heard.hear(system, &words).map_err(|_| Broken::Garbled)?,
            Kind::States => {
                heard.translate(system, &mut words, width).map_err(|_| Broken::Garbled)?;
                for state in words.chunks_exact(width) {
                    let number = *numbers.next().ok_or(Broken::Garbled)? as usize;
                    let place = all.get_mut(number * width..(number + 1) * width);
                    place.ok_or(Broken::Garbled)?.copy_from_slice(state);
                }
            }
            Kind::Labels | Kind::Rows => return Err(Broken::Garbled),
        }
    }
    Ok(())
}
