//! The transitions of the states that a worker has in one level.
//!
//! For each state, in the order of its numbers there: how many transitions it has, or that it was not expanded; for each
//! transition the label and the owner of its target, in the order of the steps; for each owner the numbers of those targets at
//! that owner, in that order: as they come back from there. The owner behind the last one stands for a state that
//! follows itself.

use super::{Broken, bytes_of, pop_short, push_short, words_of};

/// The rows of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowBlock {
    pub(crate) n_rows: u32,
    pub(crate) n_edges: u64,
    /// One more than the number of transitions, or 0 where the state was not expanded.
    degrees: Vec<u8>,
    labels: Vec<u8>,
    owners: Vec<u8>,
    pub(crate) targets: Vec<Vec<u32>>,
}

/// Rows with their targets, as owner and number there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Where the transitions of each state end; `None` where it was not expanded.
    pub(crate) ends: Vec<(usize, bool)>,
    pub(crate) edges: Vec<(u32, u8, u32)>,
}

impl RowBlock {
    /// No rows; so many workers.
    pub(crate) fn new(n_workers: usize) -> Self {
        Self { targets: vec![Vec::new(); n_workers], ..Self::default() }
    }

    /// The owner that stands for the state itself.
    pub(crate) fn itself(&self) -> usize {
        self.targets.len()
    }

    /// Adds a transition to the row under way.
    pub(crate) fn push(&mut self, label: u32, owner: usize) {
        push_short(&mut self.labels, label);
        self.owners.push(u8::try_from(owner).unwrap_or(u8::MAX));
        self.n_edges += 1;
    }

    /// Ends a row with so many transitions, or none that are known.
    pub(crate) fn end_row(&mut self, degree: Option<usize>) {
        let degree = degree.map_or(0, |degree| u32::try_from(degree + 1).unwrap_or(u32::MAX));
        push_short(&mut self.degrees, degree);
        self.n_rows += 1;
    }

    /// The contents of a block.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(self.n_rows.to_le_bytes());
        out.extend(self.n_edges.to_le_bytes());
        for part in [&self.degrees, &self.labels, &self.owners] {
            out.extend((part.len() as u64).to_le_bytes());
            out.extend(part);
        }
        for targets in &self.targets {
            out.extend((targets.len() as u64).to_le_bytes());
            out.extend(bytes_of(targets));
        }
        out
    }

    /// The rows of a block; those of worker `own`, whose first state of that level has this number.
    pub(crate) fn rows(bytes: &[u8], (own, first): (usize, u32)) -> Result<Row, Broken> {
        let mut rest = bytes;
        let n_rows = u32::from_le_bytes(taken(&mut rest)?);
        let n_edges = u64::from_le_bytes(taken(&mut rest)?);
        let mut parts = [&[][..]; 3];
        for part in &mut parts {
            *part = part_of(&mut rest)?;
        }
        let [mut degrees, mut labels, owners] = parts;
        let mut targets = Vec::new();
        while !rest.is_empty() {
            let n_words = u64::from_le_bytes(taken(&mut rest)?);
            let n_bytes = usize::try_from(n_words).ok().and_then(|n| n.checked_mul(4));
            let (words, behind) =
                n_bytes.and_then(|n| rest.split_at_checked(n)).ok_or(Broken::Garbled)?;
            rest = behind;
            targets.push(words_of(words)?.into_iter());
        }
        if owners.len() as u64 != n_edges {
            return Err(Broken::Garbled);
        }
        let mut row = Row::default();
        let mut owners = owners.iter();
        for number in 0..n_rows {
            let degree = pop_short(&mut degrees)?;
            for _ in 1..degree {
                let label = pop_short(&mut labels)?;
                let owner = *owners.next().ok_or(Broken::Garbled)?;
                let edge = if usize::from(owner) == targets.len() {
                    (label, u8::try_from(own).unwrap_or(u8::MAX), first + number)
                } else {
                    let targets = targets.get_mut(usize::from(owner)).ok_or(Broken::Garbled)?;
                    (label, owner, targets.next().ok_or(Broken::Garbled)?)
                };
                row.edges.push(edge);
            }
            row.ends.push((row.edges.len(), degree > 0));
        }
        Ok(row)
    }
}

fn taken<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], Broken> {
    let (front, rest) = bytes.split_first_chunk().ok_or(Broken::Garbled)?;
    *bytes = rest;
    Ok(*front)
}

/// A part with its length in front.
fn part_of<'b>(bytes: &mut &'b [u8]) -> Result<&'b [u8], Broken> {
    let n_bytes =
        usize::try_from(u64::from_le_bytes(taken(bytes)?)).map_err(|_| Broken::Garbled)?;
    let (part, rest) = bytes.split_at_checked(n_bytes).ok_or(Broken::Garbled)?;
    *bytes = rest;
    Ok(part)
}
