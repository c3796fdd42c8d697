//! Names, sorts and structure: a syntax tree to a specification.
//!
//! Input: a tree. Output: the specification, or what is wrong with it. The rules are those of the
//! classic toolset's linearizer (translation.md 2.3), found out by trying. Processes that are never
//! reached are only looked at for names and sorts, as there.

mod communication;
mod composition;
mod expand;
mod names;
mod processes;
mod recursion;
mod report;
mod rules;
mod terms;

use frontend::{Diagnostic, Outcome};

use crate::ast::{Definition, Process, Section, Spec};
use crate::codes;
use crate::specification::{ProcessId, SortId, Specification, Truth};
use composition::Tree;
use names::Names;
use report::Report;

/// Checks a specification.
pub(crate) fn check(spec: &Spec<'_>) -> Outcome<Option<Specification>> {
    let mut checker = Checker {
        spec,
        out: Specification::default(),
        names: Names::default(),
        definitions: Vec::new(),
        composed: Vec::new(),
        trees: Vec::new(),
        report: Report::default(),
        structure: Vec::new(),
        n_live: 0,
    };
    checker.declarations();
    checker.truth();
    checker.communications();
    checker.rules();
    checker.processes();
    if let Some(initial) = checker.initial() {
        checker.system(initial);
    }
    let diagnostics = checker.report.finish();
    let value = diagnostics.is_empty().then_some(checker.out);
    Outcome { value, diagnostics }
}

struct Checker<'s, 't> {
    spec: &'s Spec<'t>,
    out: Specification,
    names: Names<'t>,
    /// The processes by number, with the sorts of their parameters.
    definitions: Vec<(&'s Definition<'t>, Vec<SortId>)>,
    /// Which processes are compositions.
    composed: Vec<bool>,
    /// What they are.
    trees: Vec<Option<Tree>>,
    report: Report,
    /// What is wrong with a process if it is reached.
    structure: Vec<(ProcessId, Diagnostic)>,
    /// Variables that are needed, summed over all points.
    n_live: usize,
}

impl<'s, 't> Checker<'s, 't> {
    /// The constructors of sort `Bool`.
    fn truth(&mut self) {
        let Some(bool) = self.names.sort("Bool") else {
            let message = "there is no sort Bool with constructors T and F";
            return self.no_bool(message);
        };
        let constructor = |name| {
            let function = self.names.function(name, &[])?;
            let declared = &self.out.functions[function.index()];
            (declared.is_constructor && declared.result == bool).then_some(function)
        };
        match (constructor("T"), constructor("F")) {
            (Some(holds), Some(fails)) => self.out.truth = Some(Truth { holds, fails }),
            _ => self.no_bool("sort Bool has no constructors T and F"),
        }
    }

    /// Conditions of components that run in parallel are put together with these.
    fn connectives(&mut self) {
        let Some(bool) = self.names.sort("Bool") else { return };
        let is_missing = |(name, n_args): &(&'static str, usize)| {
            let function = self.names.function(name, &vec![bool; *n_args]);
            function.is_none_or(|function| self.out.functions[function.index()].result != bool)
        };
        let missing: Vec<String> = [("and", 2), ("or", 2), ("not", 1)]
            .into_iter()
            .filter(is_missing)
            .map(|(name, n_args)| {
                format!("`{name}: {} -> Bool`", ["Bool"; 2][..n_args].join(" # "))
            })
            .collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            self.no_bool(&format!("processes run in parallel, but there is no {missing}"));
        }
    }

    fn no_bool(&mut self, message: &str) {
        let error = Diagnostic::error(codes::NO_BOOL, message, self.spec.end);
        self.report.push(error.with_help("declare it: `erl2lts explain E0606` has the text"));
    }

    /// The one initial process.
    fn initial(&mut self) -> Option<&'s Process<'t>> {
        let mut initial = None;
        let mut place = None;
        for section in &self.spec.sections {
            let Section::Init(process, span) = section else { continue };
            if let Some(first) = place {
                let error = Diagnostic::error(codes::NO_INIT, "a second `init`", *span);
                self.report.push(error.with_label(first, "the first one"));
                return None;
            }
            (initial, place) = (Some(process), Some(*span));
        }
        if initial.is_none() {
            let message = "there is no `init`";
            let error = Diagnostic::error(codes::NO_INIT, message, self.spec.end);
            self.report.push(error.with_help("say how the system starts: `init P`"));
        }
        initial
    }

    /// The composition with all that must hold where processes are reached.
    fn system(&mut self, initial: &'s Process<'t>) {
        let Some(tree) = self.initial_tree(initial) else { return };
        // A wrong name is no part of the structure that was meant.
        if !self.report.is_empty() {
            return;
        }
        let expanded = self.expand(&tree);
        if self.out.components.len() > 1 {
            self.connectives();
        }
        let reached = self.reached();
        for (process, error) in std::mem::take(&mut self.structure) {
            if reached[process.index()] {
                self.report.push(error);
            }
        }
        if !self.unguarded(&reached) && expanded && self.report.is_empty() {
            self.equalities();
        }
    }
}
