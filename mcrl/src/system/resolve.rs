//! Steps of several components to transitions: values for variables, conditions, targets.

use std::rc::Rc;

use frontend::{Diagnostic, Span};
use lts::LabelId;
use lts::next_state::{StepError, Successors};
use rustc_hash::FxHashMap;

use super::combine::Part;
use super::offer::Offer;
use super::{CONDITION, System};
use crate::codes;
use crate::finite::elements;
use crate::specification::{ActionId, SortId};
use crate::store::{Head, TermId};

/// Values of the variables of each part, by number.
type Bindings = Vec<Vec<Option<TermId>>>;

/// The parts of a step.
type Parts<'a> = [(usize, &'a Offer)];

/// Steps of rewriting that take about as long as one way to bind the variables of a step.
const COST: u64 = 16;

impl System<'_> {
    /// Appends the transitions of a step.
    pub(super) fn resolve(
        &mut self,
        state: &[u32],
        action: Option<ActionId>,
        parts: &[Part],
        offers: &[Rc<[Offer]>],
        out: &mut Successors,
    ) -> Result<(), StepError> {
        let parts: Vec<(usize, &Offer)> = parts
            .iter()
            .map(|&(component, number)| (component, &offers[component][number]))
            .collect();
        let none: Bindings =
            parts.iter().map(|(_, offer)| vec![None; offer.variables.len()]).collect();
        let mut pending = vec![none];
        while let Some(mut bindings) = pending.pop() {
            self.rewriter.charge(self.spec, COST)?;
            if !self.solve(&parts, &mut bindings)? {
                continue;
            }
            match unbound(&parts, &bindings) {
                None => self.transition(state, action, &parts, &bindings, out)?,
                Some((part, number)) => {
                    let variable = &parts[part].1.variables[number];
                    let values = self.elements_of(variable.sort, variable.span)?;
                    for value in values.into_iter().rev() {
                        let mut bindings = bindings.clone();
                        bindings[part][number] = Some(value);
                        pending.push(bindings);
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds the values that communication and conditions determine; false if there are none.
    fn solve(&mut self, parts: &Parts<'_>, bindings: &mut Bindings) -> Result<bool, StepError> {
        let n_args = parts.first().map_or(0, |(_, offer)| offer.args.len());
        loop {
            let before = n_bound(bindings);
            if parts.len() > 1 {
                for position in 0..n_args {
                    if !self.agree(parts, position, bindings)? {
                        return Ok(false);
                    }
                }
            }
            // Conditions wait for the values that communication determines.
            if n_bound(bindings) > before {
                continue;
            }
            for (part, (_, offer)) in parts.iter().enumerate() {
                for condition in &offer.conditions {
                    let Some(term) = self.close(condition.term, &bindings[part])? else { continue };
                    if self.holds(term, CONDITION, condition.span)? != condition.expected {
                        return Ok(false);
                    }
                }
            }
            return Ok(true);
        }
    }

    /// Whether all parts can have the same argument in one place.
    fn agree(
        &mut self,
        parts: &Parts<'_>,
        position: usize,
        bindings: &mut Bindings,
    ) -> Result<bool, StepError> {
        let mut value = None;
        for (part, (_, offer)) in parts.iter().enumerate() {
            value = value.or(self.close(offer.args[position], &bindings[part])?);
        }
        let Some(value) = value else { return Ok(true) };
        // Actions that communicate take the same sorts.
        let action = parts.first().and_then(|(_, offer)| offer.action);
        let sort = self.sort_of(action, position);
        for (part, (_, offer)) in parts.iter().enumerate() {
            let arg = offer.args[position];
            if let Some(other) = self.close(arg, &bindings[part])? {
                if !self.equal(value, other, sort, offer.span)? {
                    return Ok(false);
                }
            } else if !self.fit(arg, value, offer.span, &mut bindings[part])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn sort_of(&self, action: Option<ActionId>, position: usize) -> Option<SortId> {
        self.spec.actions[action?.index()].args.get(position).copied()
    }

    /// Whether two values of a sort are the same for its `eq`.
    fn equal(
        &mut self,
        left: TermId,
        right: TermId,
        sort: Option<SortId>,
        span: Span,
    ) -> Result<bool, StepError> {
        if left == right {
            return Ok(true);
        }
        let Some(equality) = sort.and_then(|sort| self.spec.sorts[sort.index()].equality) else {
            return Ok(false);
        };
        let result = self.rewriter.apply(self.spec, equality, &[left, right])?;
        self.holds(result, "the comparison of what is communicated", span)
    }

    /// Gives the variables of a term the values that make it this one; false if there are none.
    ///
    /// What is under a function with rules waits until its variables have values.
    fn fit(
        &mut self,
        pattern: TermId,
        value: TermId,
        span: Span,
        bindings: &mut [Option<TermId>],
    ) -> Result<bool, StepError> {
        let mut pending = vec![(pattern, value)];
        while let Some((pattern, value)) = pending.pop() {
            if let Some(closed) = self.close(pattern, bindings)? {
                let sort = match self.rewriter.store.head(value) {
                    Head::Function(function) => Some(self.spec.functions[function.index()].result),
                    Head::Variable(_) => None,
                };
                if !self.equal(closed, value, sort, span)? {
                    return Ok(false);
                }
                continue;
            }
            match self.rewriter.store.head(pattern) {
                Head::Variable(number) => bindings[number as usize] = Some(value),
                Head::Function(function) => {
                    if !self.spec.functions[function.index()].is_free() {
                        continue;
                    }
                    if self.rewriter.store.head(value) != Head::Function(function) {
                        return Ok(false);
                    }
                    let store = &self.rewriter.store;
                    let args = store.args(pattern).iter().zip(store.args(value));
                    pending.extend(args.rev().map(|(pattern, value)| (*pattern, *value)));
                }
            }
        }
        Ok(true)
    }

    /// The normal form of a term, if all of its variables have values.
    fn close(
        &mut self,
        term: TermId,
        bindings: &[Option<TermId>],
    ) -> Result<Option<TermId>, StepError> {
        if !self.rewriter.store.is_open(term) {
            return Ok(Some(term));
        }
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            let store = &self.rewriter.store;
            let value = match store.head(next) {
                _ if !store.is_open(next) || done.contains_key(&next) => {
                    pending.pop();
                    continue;
                }
                Head::Variable(number) => match bindings[number as usize] {
                    Some(value) => value,
                    None => return Ok(None),
                },
                Head::Function(function) => {
                    let args = store.args(next);
                    let is_left = |arg: &&TermId| store.is_open(**arg) && !done.contains_key(*arg);
                    let left = pending.len();
                    pending.extend(args.iter().filter(is_left));
                    if pending.len() > left {
                        continue;
                    }
                    let closed = |arg: &TermId| done.get(arg).copied().unwrap_or(*arg);
                    let args: Vec<TermId> = args.iter().map(closed).collect();
                    self.rewriter.apply(self.spec, function, &args)?
                }
            };
            done.insert(next, value);
            pending.pop();
        }
        Ok(done.get(&term).copied())
    }

    /// The terms of a sort that a variable ranges over.
    fn elements_of(&mut self, sort: SortId, span: Span) -> Result<Vec<TermId>, StepError> {
        if self.finite[sort.index()] {
            return elements(self.spec, &mut self.rewriter, sort, &mut self.elements);
        }
        let name = &self.spec.sorts[sort.index()].name;
        let message = format!("nobody gives this variable a value, and sort {name} is not finite");
        let error = Diagnostic::error(codes::UNBOUNDED_SUM, message, span);
        let help = "let `encap` hold the action, so that it waits for a partner";
        Err(StepError::Refused(Box::new(error.with_help(help))))
    }

    /// Appends a transition all of whose variables have values.
    fn transition(
        &mut self,
        state: &[u32],
        action: Option<ActionId>,
        parts: &Parts<'_>,
        bindings: &Bindings,
        out: &mut Successors,
    ) -> Result<(), StepError> {
        let label = match (action, parts.first()) {
            (Some(action), Some((_, offer))) => {
                let mut args = Vec::with_capacity(offer.args.len());
                for arg in &offer.args {
                    args.extend(self.close(*arg, &bindings[0])?);
                }
                self.label(action, &args)?
            }
            _ => LabelId(0),
        };
        let mut target = state.to_vec();
        for ((component, offer), bindings) in parts.iter().zip(bindings) {
            let words = &mut target[self.starts[*component]..self.starts[*component + 1]];
            if let Some(computed) = offer.target.get() {
                words.copy_from_slice(computed);
                continue;
            }
            let entered = self.behind(offer, bindings)?;
            words.fill(0);
            words[..entered.len()].copy_from_slice(&entered);
            if offer.variables.is_empty() {
                // It has not been set in between, so that this succeeds.
                let _ = offer.target.set(Box::from(&*words));
            }
        }
        out.push(label, &target);
        Ok(())
    }

    /// The words of a component behind its step.
    fn behind(
        &mut self,
        offer: &Offer,
        bindings: &[Option<TermId>],
    ) -> Result<Vec<u32>, StepError> {
        let mut words = Vec::new();
        if offer.variables.is_empty() {
            self.enter(offer.next, &offer.env, &mut words)?;
            return Ok(words);
        }
        let mut env = vec![TermId::default(); offer.env.len()];
        for slot in &self.spec.points[offer.next.index()].live {
            env[slot.index()] =
                self.close(offer.env[slot.index()], bindings)?.ok_or(StepError::Stuck)?;
        }
        self.enter(offer.next, &env, &mut words)?;
        Ok(words)
    }
}

fn n_bound(bindings: &Bindings) -> usize {
    bindings.iter().flatten().flatten().count()
}

/// The first variable that something depends on and that has no value.
fn unbound(parts: &Parts<'_>, bindings: &Bindings) -> Option<(usize, usize)> {
    let mut all = parts.iter().enumerate().flat_map(|(part, (_, offer))| {
        offer.variables.iter().enumerate().map(move |(number, variable)| (part, number, variable))
    });
    all.find(|(part, number, variable)| variable.is_needed && bindings[*part][*number].is_none())
        .map(|(part, number, _)| (part, number))
}
