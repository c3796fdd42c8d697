//! Source clauses taken on a path.
//!
//! Input: clauses, one after the other. Output: all of them, in order. A path may pass thousands of hidden steps and is copied
//! at each of them, so each clause knows the one before it, and paths that fork share what they have in common.

use std::rc::Rc;

use frontend::Span;

/// Clauses, the last one first.
#[derive(Clone, Default)]
pub(crate) struct Clauses(Option<Rc<Clause>>);

struct Clause {
    span: Span,
    before: Clauses,
}

impl Clauses {
    /// Adds a clause behind all others.
    pub(crate) fn push(&mut self, span: Span) {
        let before = std::mem::take(self);
        self.0 = Some(Rc::new(Clause { span, before }));
    }

    /// The clauses in the order in which they were taken.
    pub(crate) fn to_vec(&self) -> Vec<Span> {
        let last = self.0.as_deref();
        let mut spans: Vec<Span> = std::iter::successors(last, |clause| clause.before.0.as_deref())
            .map(|clause| clause.span)
            .collect();
        spans.reverse();
        spans
    }
}

impl Drop for Clauses {
    /// One after the other, as there may be more than fit on the stack.
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(mut clause) = last.and_then(Rc::into_inner) {
            last = clause.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use frontend::FileId;

    use super::*;

    #[test]
    fn paths_that_fork_keep_their_own_clauses() {
        let span = |start| Span { file: FileId(0), start, end: start };
        let mut first = Clauses::default();
        first.push(span(1));
        let mut second = first.clone();
        first.push(span(2));
        second.push(span(3));
        drop(first.clone());
        assert_eq!(first.to_vec(), [span(1), span(2)]);
        assert_eq!(second.to_vec(), [span(1), span(3)]);
    }

    #[test]
    fn a_million_clauses_are_dropped() {
        let mut clauses = Clauses::default();
        for _ in 0..1_000_000 {
            clauses.push(Span { file: FileId(0), start: 0, end: 0 });
        }
        assert_eq!(clauses.to_vec().len(), 1_000_000);
    }
}
