//! What the other workers send, taken as it comes.
//!
//! Input: parcels, whose last word says what they are. Output: states that are found or added, with their numbers sent back;
//! numbers of what was sent; symbols that are learnt; reports.

use super::{Channel, Explorer, Fault, Report, garbled};
use crate::parcel::Parcel;

/// States to be found or added.
pub(super) const CANDIDATES: u32 = 0;
/// What symbols are made of.
pub(super) const SYMBOLS: u32 = 1;
/// Numbers of candidates, in their order.
const NUMBERS: u32 = 2;
/// How many words of candidates were taken, where nobody wants numbers.
const TAKEN: u32 = 3;
/// How a worker stands behind a level.
const REPORT: u32 = 4;
/// Labels with their transitions.
pub(super) const LABELS: u32 = 5;
/// States of which is asked whether a way leads on from there.
pub(super) const ASK: u32 = 6;
/// The answers, a bit for each.
pub(super) const TOLD: u32 = 7;

/// A report as a parcel.
pub(super) fn report(report: &Report) -> Vec<u32> {
    let mut words = report.words();
    words.push(REPORT);
    words
}

impl Explorer<'_> {
    /// Takes all that has arrived.
    pub(super) fn take_arrivals(&mut self) -> Result<(), Fault> {
        for channel in [Channel::Answers, Channel::Candidates] {
            while let Some(parcel) = self.exchange.next(channel) {
                let from = parcel.from as usize;
                self.take(parcel).ok_or_else(|| garbled(from))?;
            }
        }
        Ok(())
    }

    /// Takes a parcel; `None` where it makes no sense.
    fn take(&mut self, parcel: Parcel) -> Option<()> {
        let Parcel { from, mut words, .. } = parcel;
        let from = from as usize;
        let kind = words.pop()?;
        match kind {
            CANDIDATES => self.take_candidates(from, words),
            SYMBOLS => self.heard.get_mut(from)?.hear(self.system, &words).ok(),
            NUMBERS => self.take_numbers(from, &words),
            TAKEN => self.free(from, *words.first()? as usize),
            REPORT => {
                self.reports.get_mut(from)?.push_back(Report::of(&words)?);
                Some(())
            }
            LABELS => self.take_labels(&words),
            ASK => self.answer(from, words),
            TOLD => self.take_answer(from, &words),
            _ => None,
        }
    }

    /// Finds or adds states, and answers with their numbers.
    fn take_candidates(&mut self, from: usize, mut words: Vec<u32>) -> Option<()> {
        let width = self.states.width().max(1);
        self.heard.get(from)?.translate(self.system, &mut words, width).ok()?;
        let n_words = u32::try_from(words.len()).ok()?;
        let mut numbers = Vec::with_capacity(words.len() / width + 1);
        self.states.insert_all(&words, &mut numbers);
        let answer = if self.storage.is_some() {
            numbers.push(NUMBERS);
            numbers
        } else {
            vec![n_words, TAKEN]
        };
        self.exchange.send(Channel::Answers, from, answer);
        Some(())
    }

    fn take_numbers(&mut self, from: usize, numbers: &[u32]) -> Option<()> {
        self.rows.targets.get_mut(from)?.extend_from_slice(numbers);
        self.free(from, numbers.len() * self.states.width().max(1))
    }

    /// So many words of candidates are answered.
    pub(super) fn free(&mut self, from: usize, n_words: usize) -> Option<()> {
        let awaited = self.awaited.get_mut(from)?;
        *awaited = awaited.checked_sub(n_words)?;
        Some(())
    }
}
