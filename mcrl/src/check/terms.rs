//! Terms: each symbol to its function, each variable to its slot.

use frontend::Diagnostic;
use rustc_hash::FxHashMap;

use super::Checker;
use super::names::Meaning;
use crate::ast::{Name, Node, Term};
use crate::codes;
use crate::specification::{Op, Slot, SortId};

/// The variables that a term may use.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'t> {
    pub(super) variables: FxHashMap<&'t str, (Slot, SortId)>,
}

/// A term with its sort.
pub(super) struct Typed {
    pub(super) ops: Vec<Op>,
    pub(super) sort: SortId,
}

/// Overloads that a message names at most.
const MAX_LISTED: usize = 4;

impl<'t> Checker<'_, 't> {
    /// Resolves a term; `None` if that was reported to be impossible.
    pub(super) fn term(&mut self, term: Term, scope: &Scope<'t>) -> Option<Typed> {
        let spec = self.spec;
        let mut ops = Vec::with_capacity(term.end - term.start);
        let mut sorts: Vec<Option<SortId>> = Vec::new();
        for node in &spec.nodes[term.start..term.end] {
            let args = sorts.split_off(sorts.len() - node.n_args);
            let variable = scope.variables.get(node.name.text).filter(|_| node.n_args == 0);
            if let Some(&(slot, sort)) = variable {
                ops.push(Op::Slot(slot));
                sorts.push(Some(sort));
                continue;
            }
            // What is wrong with an argument has been said.
            let args: Option<Vec<SortId>> = args.into_iter().collect();
            let function = args.and_then(|args| self.function(node, &args));
            sorts.push(function.map(|(op, sort)| {
                ops.push(op);
                sort
            }));
        }
        let sort = sorts.pop().flatten()?;
        (ops.len() == term.end - term.start).then_some(Typed { ops, sort })
    }

    fn function(&mut self, node: &Node<'t>, args: &[SortId]) -> Option<(Op, SortId)> {
        if let Some(function) = self.names.function(node.name.text, args) {
            return Some((Op::Call(function), self.out.functions[function.index()].result));
        }
        self.no_meaning(node.name, args, "function");
        None
    }

    /// Says that a name has no meaning for arguments of these sorts.
    pub(super) fn no_meaning(&mut self, name: Name<'t>, args: &[SortId], wanted: &str) {
        if self.report.is_full() || self.names.is_broken(name.text) {
            return;
        }
        let overloads = self.names.overloads(name.text);
        let domain = self.domain(args);
        let error = if let Some((meaning, _)) =
            overloads.iter().find(|(_, sorts)| sorts.as_slice() == args)
        {
            let what = match meaning {
                Meaning::Function(_) => "a function",
                Meaning::Action(_) => "an action",
                Meaning::Process(_) => "a process",
            };
            let message = format!("`{}` {domain} is {what}, and no {wanted}", name.text);
            Diagnostic::error(codes::BAD_SORT, message, name.span)
        } else if overloads.is_empty() {
            let message = format!("`{}` is not declared", name.text);
            let error = Diagnostic::error(codes::UNDECLARED, message, name.span);
            match self.names.nearest(name.text) {
                Some(near) => error.with_help(format!("did you mean `{near}`?")),
                None => error,
            }
        } else {
            let message = format!("there is no `{}` {domain}", name.text);
            let domains: Vec<String> =
                overloads.iter().take(MAX_LISTED).map(|(_, sorts)| self.domain(sorts)).collect();
            Diagnostic::error(codes::BAD_SORT, message, name.span)
                .with_help(format!("it is declared {}", domains.join("; ")))
        };
        self.report.push(error);
    }

    /// Resolves the arguments of an action or a process.
    pub(super) fn terms(&mut self, terms: &[Term], scope: &Scope<'t>) -> Option<Vec<Typed>> {
        let typed: Vec<Option<Typed>> = terms.iter().map(|term| self.term(*term, scope)).collect();
        typed.into_iter().collect()
    }

    /// Adds a variable to a scope; what it hides there.
    pub(super) fn variable(
        &mut self,
        scope: &mut Scope<'t>,
        name: Name<'t>,
        slot: Slot,
        sort: SortId,
    ) -> Option<(Slot, SortId)> {
        if let Some(other) = self.names.constant(name.text) {
            let message =
                format!("the variable `{}` has the name of something declared", name.text);
            let error = Diagnostic::error(codes::CLASH, message, name.span);
            let error = error.with_label(other, "declared here");
            self.report.push(error.with_help("give the variable another name"));
        }
        scope.variables.insert(name.text, (slot, sort))
    }

    /// Says that two variables of one list have the same name.
    pub(super) fn twice(&mut self, name: Name<'t>) {
        let message = format!("the variable `{}` is declared twice", name.text);
        let error = Diagnostic::error(codes::CLASH, message, name.span);
        self.report.push(error.with_help("give one of them another name"));
    }
}
