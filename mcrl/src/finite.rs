//! Sorts with finitely many terms, and their terms.

use lts::next_state::{Cycle, StepError};
use rustc_hash::FxHashSet;

use crate::rewrite::Rewriter;
use crate::specification::{SortId, Specification};
use crate::store::TermId;

/// Terms of a sort at most.
const MAX_ELEMENTS: usize = 100_000;

/// For each sort, whether its constructors make finitely many terms.
///
/// A sort without constructors has terms that are unknown, so it is not finite.
pub(crate) fn finite_sorts(spec: &Specification) -> Vec<bool> {
    // What each sort waits for: arguments of its constructors whose sorts are not known to be finite.
    let mut waits: Vec<usize> = vec![0; spec.sorts.len()];
    let mut waiting: Vec<Vec<SortId>> = vec![Vec::new(); spec.sorts.len()];
    for (index, sort) in spec.sorts.iter().enumerate() {
        for constructor in &sort.constructors {
            for arg in &spec.functions[constructor.index()].args {
                waits[index] += 1;
                waiting[arg.index()].push(SortId::new(index));
            }
        }
    }
    let mut finite = vec![false; spec.sorts.len()];
    let all = (0..spec.sorts.len()).map(SortId::new);
    let mut pending: Vec<SortId> = all
        .filter(|sort| {
            waits[sort.index()] == 0 && !spec.sorts[sort.index()].constructors.is_empty()
        })
        .collect();
    while let Some(sort) = pending.pop() {
        finite[sort.index()] = true;
        for waiter in &waiting[sort.index()] {
            waits[waiter.index()] -= 1;
            if waits[waiter.index()] == 0 {
                pending.push(*waiter);
            }
        }
    }
    finite
}

/// The terms of a finite sort in normal form, by constructors in their order.
pub(crate) fn elements(
    spec: &Specification,
    rewriter: &mut Rewriter,
    sort: SortId,
    elements: &mut Vec<Option<Vec<TermId>>>,
) -> Result<Vec<TermId>, StepError> {
    elements.resize(spec.sorts.len(), None);
    // Sorts of arguments first; a finite sort does not lead back to itself.
    let mut pending = vec![sort];
    while let Some(&next) = pending.last() {
        if elements[next.index()].is_some() {
            pending.pop();
            continue;
        }
        let constructors = &spec.sorts[next.index()].constructors;
        let args = constructors.iter().flat_map(|c| &spec.functions[c.index()].args);
        let missing = args.copied().find(|arg| elements[arg.index()].is_none());
        if let Some(missing) = missing {
            pending.push(missing);
            continue;
        }
        let made = made_of(spec, rewriter, next, elements)?;
        elements[next.index()] = Some(made);
    }
    Ok(elements[sort.index()].clone().unwrap_or_default())
}

/// The terms of a sort, the sorts of whose arguments are known.
fn made_of(
    spec: &Specification,
    rewriter: &mut Rewriter,
    sort: SortId,
    elements: &[Option<Vec<TermId>>],
) -> Result<Vec<TermId>, StepError> {
    let mut seen = FxHashSet::default();
    let mut made = Vec::new();
    for &constructor in &spec.sorts[sort.index()].constructors {
        let sorts = &spec.functions[constructor.index()].args;
        let choices: Vec<&[TermId]> = sorts
            .iter()
            .map(|sort| elements[sort.index()].as_deref().unwrap_or_default())
            .collect();
        if choices.iter().any(|choice| choice.is_empty()) {
            continue;
        }
        let mut at = vec![0; choices.len()];
        loop {
            let args: Vec<TermId> =
                at.iter().zip(&choices).map(|(&at, choice)| choice[at]).collect();
            let term = rewriter.apply(spec, constructor, &args)?;
            if seen.insert(term) {
                made.push(term);
            }
            if made.len() > MAX_ELEMENTS {
                return Err(StepError::TooLarge(Cycle::default()));
            }
            let Some(next) = (0..at.len()).rev().find(|&i| at[i] + 1 < choices[i].len()) else {
                break;
            };
            at[next] += 1;
            at[next + 1..].fill(0);
        }
    }
    Ok(made)
}
