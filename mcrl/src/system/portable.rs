//! Terms of states as other processes understand them: the number of a function, which each process has from the same
//! text, and the numbers of the arguments.

use lts::portable::Portable;

use super::System;
use crate::specification::FunctionId;
use crate::store::{Head, TermId};

impl Portable for System<'_> {
    fn n_symbols(&self) -> usize {
        // Number 0 is no term, and fills places.
        self.rewriter.store.len() + 1
    }

    fn is_symbol(&self, place: usize, _: u32) -> bool {
        // The first word of each component is its control point.
        self.starts.binary_search(&place).is_err()
    }

    fn describe(&self, symbol: u32, bytes: &mut Vec<u8>, parts: &mut Vec<u32>) {
        let term = TermId(symbol);
        if term == TermId::default() {
            return;
        }
        // No state has a variable.
        if let Head::Function(function) = self.rewriter.store.head(term) {
            bytes.extend(function.0.to_le_bytes());
        }
        parts.extend(self.rewriter.store.args(term).iter().map(|arg| arg.0));
    }

    fn learn(&mut self, bytes: &[u8], parts: &[u32]) -> Option<u32> {
        if bytes.is_empty() {
            return parts.is_empty().then_some(TermId::default().0);
        }
        let function = FunctionId(u32::from_le_bytes(bytes.try_into().ok()?));
        let declared = self.spec.functions.get(function.index())?;
        let n_terms = self.n_symbols();
        let is_known = |part: &u32| (1..n_terms).contains(&(*part as usize));
        if declared.args.len() != parts.len() || !parts.iter().all(is_known) {
            return None;
        }
        let args: Vec<TermId> = parts.iter().map(|part| TermId(*part)).collect();
        Some(self.rewriter.store.intern(function, &args).0)
    }

    fn may_be_state(&self, words: &[u32]) -> bool {
        let n_terms = self.n_symbols();
        let components = self.starts.windows(2).map(|ends| words.get(ends[0]..ends[1]));
        components.into_iter().all(|component| {
            let Some([point, rest @ ..]) = component else { return false };
            let Some(point) = self.spec.points.get(*point as usize) else { return false };
            let Some(values) = rest.get(..point.live.len()) else { return false };
            values.iter().all(|term| (1..n_terms).contains(&(*term as usize)))
        })
    }
}
