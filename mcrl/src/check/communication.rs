//! Communications, and the equality that they need.

use std::collections::BTreeMap;

use frontend::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::names::Meaning;
use crate::ast::{Communication, Section};
use crate::codes;
use crate::specification::{ActionId, Expr, Node, Op, PointId, ProcessStep, Slot, SortId};

/// For each action that a part of the system can do: which arguments may be terms, not only
/// variables of sums.
type Offered = BTreeMap<ActionId, Vec<bool>>;

impl<'t> Checker<'_, 't> {
    pub(super) fn communications(&mut self) {
        let spec = self.spec;
        let mut seen: FxHashMap<(&'t str, &'t str), Span> = FxHashMap::default();
        for section in &spec.sections {
            let Section::Communications(all) = section else { continue };
            for row in all {
                let (left, right) = (row.left.text, row.right.text);
                let span = row.left.span.to(row.result.span);
                let first = seen.insert((left, right), span).or(seen.insert((right, left), span));
                match first.filter(|first| *first != span) {
                    Some(first) => {
                        let message =
                            format!("what `{left}` and `{right}` communicate to is said twice");
                        let error = Diagnostic::error(codes::BAD_COMMUNICATION, message, span);
                        self.report.push(error.with_label(first, "here"));
                    }
                    None => self.communication(row, span),
                }
            }
        }
        self.associativity();
    }

    fn communication(&mut self, row: &Communication<'t>, span: Span) {
        let lefts: Vec<ActionId> = self.names.actions(row.left.text).collect();
        for name in [row.left, row.right, row.result] {
            if self.names.actions(name.text).next().is_none() {
                return self.no_action(name);
            }
        }
        let mut some = false;
        for left in lefts {
            let sorts = self.out.actions[left.index()].args.clone();
            let action = |name| match self.names.meaning(name, sorts.clone()) {
                Some(Meaning::Action(action)) => Some(action),
                _ => None,
            };
            let (right, result) = (action(row.right.text), action(row.result.text));
            match (right, result) {
                (Some(right), Some(result)) => {
                    some = true;
                    self.out.communications.insert((left, right), result);
                    self.out.communications.insert((right, left), result);
                }
                (Some(_), None) => {
                    return self.disagree(row.result.text, &sorts, span);
                }
                (None, _) => {}
            }
        }
        if !some {
            let first = self.names.actions(row.left.text).next();
            let sorts = first.map(|first| self.out.actions[first.index()].args.clone());
            self.disagree(row.right.text, &sorts.unwrap_or_default(), span);
        }
    }

    fn disagree(&mut self, name: &str, sorts: &[SortId], span: Span) {
        let domain = self.domain(sorts);
        let message = format!("there is no action `{name}` {domain}");
        let error = Diagnostic::error(codes::BAD_COMMUNICATION, message, span);
        self.report.push(error.with_help("actions that communicate take the same sorts"));
    }

    /// Reports three actions whose communication depends on which two of them meet first.
    fn associativity(&mut self) {
        let communications = &self.out.communications;
        let mut pairs: Vec<(ActionId, ActionId)> = communications.keys().copied().collect();
        pairs.sort_unstable();
        let mut thirds: BTreeMap<ActionId, Vec<ActionId>> = BTreeMap::new();
        for &(left, right) in &pairs {
            thirds.entry(left).or_default().push(right);
        }
        let mut errors = Vec::new();
        for &(a, b) in &pairs {
            let both = communications[&(a, b)];
            for &c in thirds.get(&both).into_iter().flatten() {
                let other =
                    communications.get(&(b, c)).and_then(|both| communications.get(&(a, *both)));
                if other != communications.get(&(both, c)) {
                    errors.push([a, b, c]);
                }
            }
        }
        for names in errors {
            let text = names.map(|action| self.out.actions[action.index()].name.as_str()).join("|");
            let message = format!("the communication of {text} depends on who meets first");
            let error = Diagnostic::error(codes::BAD_COMMUNICATION, message, self.comm_place());
            self.report.push(error.with_help("let the results of communications not communicate"));
        }
    }

    /// The first line under `comm`.
    fn comm_place(&self) -> Span {
        let rows = self.spec.sections.iter().filter_map(|section| match section {
            Section::Communications(rows) => rows.first(),
            _ => None,
        });
        let mut places = rows.map(|row| row.left.span.to(row.result.span));
        places.next().unwrap_or(self.spec.end)
    }

    /// Reports sorts on which two terms may meet, and that have no `eq`.
    pub(super) fn equalities(&mut self) {
        let mut all: Vec<Offered> = Vec::new();
        let mut missing: FxHashSet<(SortId, ActionId)> = FxHashSet::default();
        for node in &self.out.nodes {
            let offered = match node {
                Node::Leaf(component) => self.offered_by(*component),
                Node::Parallel(left, right) => {
                    let (left, right) = (&all[left.index()], &all[right.index()]);
                    self.meet(left, right, &mut missing)
                }
                Node::Encap(set, body) | Node::Hide(set, body) => {
                    let inner = all[body.index()].clone();
                    inner.into_iter().filter(|(action, _)| !set.contains(action)).collect()
                }
                Node::Rename(pairs, body) => {
                    let mut renamed = Offered::new();
                    for (action, terms) in &all[body.index()] {
                        let action = pairs.get(action).unwrap_or(action);
                        add(&mut renamed, *action, terms);
                    }
                    renamed
                }
            };
            all.push(offered);
        }
        let mut missing: Vec<(SortId, ActionId)> = missing.into_iter().collect();
        missing.sort_unstable();
        for (sort, action) in missing {
            let sort = &self.out.sorts[sort.index()].name;
            let action = &self.out.actions[action.index()].name;
            let message = format!(
                "terms of sort {sort} are compared where processes communicate to `{action}`, and \
                 there is no `eq: {sort} # {sort} -> Bool`"
            );
            let error = Diagnostic::error(codes::NO_EQUALITY, message, self.comm_place());
            self.report.push(error.with_help("declare it under `map`, with its rules"));
        }
    }

    /// What two parts that run in parallel can do.
    fn meet(
        &self,
        left: &Offered,
        right: &Offered,
        missing: &mut FxHashSet<(SortId, ActionId)>,
    ) -> Offered {
        let mut both = left.clone();
        for (action, terms) in right {
            add(&mut both, *action, terms);
        }
        for (a, left) in left {
            for (b, right) in right {
                let Some(&result) = self.out.communications.get(&(*a, *b)) else { continue };
                let sorts = &self.out.actions[result.index()].args;
                for (position, &sort) in sorts.iter().enumerate() {
                    let compared = left[position] && right[position];
                    let sort_of = &self.out.sorts[sort.index()];
                    // T and F are told apart without it.
                    if compared && sort_of.equality.is_none() && sort_of.name != "Bool" {
                        missing.insert((sort, result));
                    }
                }
                let terms: Vec<bool> = left.iter().zip(right).map(|(a, b)| *a || *b).collect();
                add(&mut both, result, &terms);
            }
        }
        both
    }

    /// The actions of all processes that a component may become.
    fn offered_by(&self, component: usize) -> Offered {
        let mut offered = Offered::new();
        let mut seen: FxHashSet<(PointId, Vec<Slot>)> = FxHashSet::default();
        let process = self.out.components[component].process;
        let mut pending = vec![(self.out.processes[process.index()].body, Vec::new())];
        // Variables of sums that no action has passed yet stand for themselves.
        while let Some((point, free)) = pending.pop() {
            if !seen.insert((point, free.clone())) {
                continue;
            }
            match &self.out.points[point.index()].step {
                ProcessStep::Delta => {}
                ProcessStep::Tau(next) => pending.push((*next, Vec::new())),
                ProcessStep::Act(action, args, next) => {
                    let is_term = |arg: &Expr| match self.out.ops(*arg) {
                        [Op::Slot(slot)] => !free.contains(slot),
                        _ => true,
                    };
                    let terms: Vec<bool> = args.iter().map(is_term).collect();
                    add(&mut offered, *action, &terms);
                    pending.push((*next, Vec::new()));
                }
                ProcessStep::Choice(points) => {
                    pending.extend(points.iter().map(|point| (*point, free.clone())));
                }
                ProcessStep::If(_, yes, no) => {
                    pending.push((*yes, free.clone()));
                    pending.push((*no, free));
                }
                ProcessStep::Sum(slot, _, body) => {
                    let mut free = free;
                    free.push(*slot);
                    pending.push((*body, free));
                }
                ProcessStep::Call(callee, args) => {
                    let is_free = |arg: &Expr| matches!(self.out.ops(*arg), [Op::Slot(slot)] if free.contains(slot));
                    let slots = args.iter().enumerate().filter(|(_, arg)| is_free(arg));
                    let free = slots.map(|(index, _)| Slot::new(index)).collect();
                    pending.push((self.out.processes[callee.index()].body, free));
                }
            }
        }
        offered
    }
}

fn add(offered: &mut Offered, action: ActionId, terms: &[bool]) {
    let flags = offered.entry(action).or_insert_with(|| vec![false; terms.len()]);
    for (flag, term) in flags.iter_mut().zip(terms) {
        *flag |= term;
    }
}
