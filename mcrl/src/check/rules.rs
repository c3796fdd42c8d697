//! Rewrite rules, with their order.
//!
//! Of two rules that both match, the classic rewriter takes the more specific one, whatever their order
//! in the text. Found out by trying: left sides are compared symbol by symbol, those of the arguments
//! from left to right, then those of their arguments and so on; where they first differ, a symbol goes
//! before a variable. Only rules that agree in all of these are tried in the order of the text.

use std::collections::VecDeque;

use frontend::Diagnostic;
use rustc_hash::FxHashMap;

use super::Checker;
use super::terms::{Scope, Typed};
use crate::ast::{Equation, Section, Variables};
use crate::codes;
use crate::specification::{FunctionId, Op, Rule, Slot};

/// The symbols of a left side by levels; variables come last.
type Specificity = Vec<Option<std::cmp::Reverse<u32>>>;

impl<'t> Checker<'_, 't> {
    pub(super) fn rules(&mut self) {
        let spec = self.spec;
        let mut rules: Vec<(FunctionId, Specificity, Rule)> = Vec::new();
        for section in &spec.sections {
            if let Section::Rules(variables, equations) = section {
                let scope = self.scope_of(variables);
                let of_section =
                    equations.iter().filter_map(|equation| self.rule(equation, &scope));
                rules.extend(of_section);
            }
        }
        // A stable sort: the order of the text decides last.
        rules.sort_by(|(f, left, _), (g, right, _)| (f, right).cmp(&(g, left)));
        for (position, (function, _, rule)) in rules.into_iter().enumerate() {
            let position = u32::try_from(position).unwrap_or(u32::MAX);
            let range = &mut self.out.functions[function.index()].rules;
            let start = if range.start == range.end { position } else { range.start };
            *range = start..position + 1;
            self.out.rules.push(rule);
        }
    }

    fn scope_of(&mut self, variables: &[Variables<'t>]) -> Scope<'t> {
        let mut scope = Scope::default();
        for row in variables {
            let sort = self.sort(row.sort);
            for &name in &row.names {
                if scope.variables.contains_key(name.text) {
                    self.twice(name);
                } else if let Some(sort) = sort {
                    let slot = Slot::new(scope.variables.len());
                    self.variable(&mut scope, name, slot, sort);
                }
            }
        }
        scope
    }

    fn rule(
        &mut self,
        equation: &Equation,
        scope: &Scope<'t>,
    ) -> Option<(FunctionId, Specificity, Rule)> {
        let left = self.term(equation.left, scope);
        let right = self.term(equation.right, scope);
        let (left, right) = (left?, right?);
        let Some(&Op::Call(function)) = left.ops.last() else {
            let message = "the left side of this rule is a variable";
            let error = Diagnostic::error(codes::BAD_RULE, message, equation.left.span);
            self.report.push(error.with_help("write the function that the rule computes"));
            return None;
        };
        if left.sort != right.sort {
            let name = |typed: &Typed| self.out.sorts[typed.sort.index()].name.clone();
            let message = format!(
                "the left side is of sort {}, the right one of {}",
                name(&left),
                name(&right)
            );
            let span = equation.left.span.to(equation.right.span);
            self.report.push(Diagnostic::error(codes::BAD_SORT, message, span));
            return None;
        }
        let slots = self.slots(equation, &left)?;
        let right = self.renamed(equation, &right, &slots)?;
        let key = self.specificity(&left.ops);
        let heads = [0, 1].map(|position| self.head(&left.ops, position));
        let rename = |op: &Op| match op {
            Op::Slot(slot) => slots.get(slot).map_or(*op, |&slot| Op::Slot(slot)),
            Op::Call(_) => *op,
        };
        let rule = Rule {
            function,
            pattern: left.ops.iter().rev().skip(1).map(rename).collect(),
            heads,
            n_variables: slots.len(),
            right: self.out.expr(&right),
            span: equation.left.span,
        };
        Some((function, key, rule))
    }

    /// The variables of a left side, each once.
    fn slots(&mut self, equation: &Equation, left: &Typed) -> Option<FxHashMap<Slot, Slot>> {
        let nodes = &self.spec.nodes[equation.left.start..];
        let mut slots = FxHashMap::default();
        for (op, node) in left.ops.iter().zip(nodes) {
            let Op::Slot(slot) = *op else { continue };
            let fresh = Slot::new(slots.len());
            if slots.insert(slot, fresh).is_some() {
                let message = format!("the left side has the variable `{}` twice", node.name.text);
                let error = Diagnostic::error(codes::NOT_LINEAR, message, node.span);
                self.report.push(error.with_help("take two variables, and compare them with `eq`"));
                return None;
            }
        }
        Some(slots)
    }

    /// A right side in terms of the variables of its left side.
    fn renamed(
        &mut self,
        equation: &Equation,
        right: &Typed,
        slots: &FxHashMap<Slot, Slot>,
    ) -> Option<Vec<Op>> {
        let nodes = &self.spec.nodes[equation.right.start..];
        let mut ops = Vec::with_capacity(right.ops.len());
        for (op, node) in right.ops.iter().zip(nodes) {
            ops.push(match op {
                Op::Call(_) => *op,
                Op::Slot(slot) => {
                    let Some(&place) = slots.get(slot) else {
                        let name = node.name.text;
                        let message = format!("the left side does not have the variable `{name}`");
                        let error = Diagnostic::error(codes::UNBOUND, message, node.span);
                        self.report.push(error.with_label(equation.left.span, "the left side"));
                        return None;
                    };
                    Op::Slot(place)
                }
            });
        }
        Some(ops)
    }

    fn n_args(&self, op: Op) -> usize {
        match op {
            Op::Slot(_) => 0,
            Op::Call(function) => self.out.functions[function.index()].args.len(),
        }
    }

    /// For each symbol of a term in postfix order, where its first symbol stands.
    fn starts(&self, ops: &[Op]) -> Vec<usize> {
        let mut starts: Vec<usize> = Vec::with_capacity(ops.len());
        let mut open: Vec<usize> = Vec::new();
        for (position, &op) in ops.iter().enumerate() {
            let below = open.len() - self.n_args(op).min(open.len());
            let start = open.get(below).copied().unwrap_or(position);
            open.truncate(below);
            open.push(start);
            starts.push(start);
        }
        starts
    }

    /// The positions of the arguments of the symbol at this position.
    fn args(&self, ops: &[Op], starts: &[usize], position: usize) -> Vec<usize> {
        let mut args = Vec::new();
        let mut end = position;
        for _ in 0..self.n_args(ops[position]) {
            args.push(end - 1);
            end = starts[end - 1];
        }
        args.reverse();
        args
    }

    fn specificity(&self, ops: &[Op]) -> Specificity {
        let starts = self.starts(ops);
        let mut level: VecDeque<usize> = VecDeque::from([ops.len() - 1]);
        let mut key = Vec::with_capacity(ops.len());
        while let Some(position) = level.pop_front() {
            key.push(match ops[position] {
                Op::Slot(_) => None,
                Op::Call(function) => Some(std::cmp::Reverse(function.0)),
            });
            level.extend(self.args(ops, &starts, position));
        }
        key
    }

    /// The outermost symbol of an argument.
    fn head(&self, ops: &[Op], argument: usize) -> Option<FunctionId> {
        let starts = self.starts(ops);
        let position = *self.args(ops, &starts, ops.len() - 1).get(argument)?;
        match ops[position] {
            Op::Slot(_) => None,
            Op::Call(function) => Some(function),
        }
    }
}
