//! A segment that was left behind, taken up again.
//!
//! Input: its files, and how many levels all workers have kept. Output: what the worker knew then, and how long its files
//! were: what is behind that is to be cut off. Symbols and labels have other numbers from then on, and are described anew
//! where they are met.

use std::io::Read;

use lts::StateStore;
use lts::portable::Portable;

use crate::dictionary::Heard;
use crate::exploration::Report;
use crate::folder::blocks::{self, Block, Broken, Kind, RowBlock, words_of};
use crate::warm_up::Warm;

/// What a worker knew.
#[derive(Debug)]
pub struct Restored {
    pub(crate) states: StateStore,
    pub(crate) level_start: usize,
    pub(crate) levels: Vec<u64>,
    pub(crate) own: Report,
    /// Bytes of the files with states and rows that count.
    pub lengths: [u64; 2],
}

/// Takes a segment up that was kept when these levels were known, the last one of which was not expanded; or says what is wrong.
pub fn restore(
    (system, warm): (&mut dyn Portable, &Warm),
    worker: usize,
    levels: &[u64],
    [states, rows]: [&mut dyn Read; 2],
) -> Result<Restored, String> {
    let mut restored = Restored {
        states: StateStore::new(system.width()),
        level_start: 0,
        levels: levels.to_vec(),
        own: Report::default(),
        lengths: [0; 2],
    };
    let last = u32::try_from(levels.len() - 1).unwrap_or(u32::MAX);
    restored.read_states((system, warm), last, states).map_err(|broken| said(&broken))?;
    restored.read_rows(worker, last, rows).map_err(|broken| said(&broken))?;
    Ok(restored)
}

fn said(broken: &Broken) -> String {
    match broken {
        Broken::Io(error) => error.to_string(),
        Broken::Garbled => "it is not what was written".to_owned(),
    }
}

impl Restored {
    /// Reads the states up to those of a level.
    fn read_states(
        &mut self,
        (system, warm): (&mut dyn Portable, &Warm),
        last: u32,
        input: &mut dyn Read,
    ) -> Result<(), Broken> {
        let width = system.width().max(1);
        let mut heard = Heard::new(warm.n_common);
        let (mut numbers, mut next) = (Vec::new(), 0);
        // What stands behind the last level may never have come to the disk.
        while next <= last
            && let Some(Block { kind, level, bytes }) = blocks::next(input)?
        {
            self.lengths[0] += blocks::length(bytes.len());
            let mut words = words_of(&bytes)?;
            match kind {
                Kind::Symbols => heard.hear(system, &words).map_err(|_| Broken::Garbled)?,
                Kind::States => {
                    heard.translate(system, &mut words, width).map_err(|_| Broken::Garbled)?;
                    self.level_start = self.states.len();
                    numbers.clear();
                    self.states.insert_all(&words, &mut numbers);
                    let is_new = (self.level_start..).zip(&numbers).all(|(n, m)| n == *m as usize);
                    if !is_new || level != next {
                        return Err(Broken::Garbled);
                    }
                    next += 1;
                }
                Kind::Labels | Kind::Rows => return Err(Broken::Garbled),
            }
        }
        if next > last { Ok(()) } else { Err(Broken::Garbled) }
    }

    /// Reads the rows of the levels before that.
    fn read_rows(&mut self, worker: usize, last: u32, input: &mut dyn Read) -> Result<(), Broken> {
        let (mut next, mut first) = (0, 0);
        while next < last
            && let Some(Block { kind, level, bytes }) = blocks::next(input)?
        {
            self.lengths[1] += blocks::length(bytes.len());
            match kind {
                // From now on they are numbered anew.
                Kind::Labels => {}
                Kind::Rows if level == next => {
                    let rows = RowBlock::rows(&bytes, (worker, first))?;
                    first += u32::try_from(rows.ends.len()).unwrap_or(u32::MAX);
                    self.count(&rows);
                    next += 1;
                }
                _ => return Err(Broken::Garbled),
            }
        }
        if next == last { Ok(()) } else { Err(Broken::Garbled) }
    }

    fn count(&mut self, rows: &blocks::Row) {
        self.own.transitions += rows.edges.len() as u64;
        let mut start = 0;
        for &(end, is_expanded) in &rows.ends {
            self.own.deadlocks += u64::from(is_expanded && end == start);
            self.own.unexpanded += u64::from(!is_expanded);
            start = end;
        }
    }
}
