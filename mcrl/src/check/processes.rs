//! Sequential processes to control points.
//!
//! What follows a choice, a conditional or a sum is compiled once and shared by their ends; it stands
//! outside of the scopes there, so that it captures no variable.

use frontend::{Diagnostic, Span};

use super::Checker;
use super::names::Meaning;
use super::terms::{Scope, Typed};
use crate::ast::{Definition, Name, Process, ProcessKind, Term};
use crate::codes;
use crate::specification::{self, Expr, Op, Point, PointId, ProcessId, ProcessStep, Slot, SortId};

/// A name in a process with its arguments resolved.
pub(super) type Resolved = (Meaning, Vec<Typed>);

impl<'s, 't> Checker<'s, 't> {
    /// All processes: those that are compositions to trees, the others to points.
    pub(super) fn processes(&mut self) {
        let definitions = self.definitions.clone();
        self.composed = self.compositions(&definitions);
        for (definition, _) in &definitions {
            self.out.processes.push(specification::Process {
                name: definition.name.text.to_owned(),
                n_slots: 0,
                body: PointId(0),
            });
        }
        self.trees.resize_with(definitions.len(), || None);
        for (index, (definition, sorts)) in definitions.iter().enumerate() {
            let process = ProcessId::new(index);
            let scope = self.parameters(definition, sorts);
            if self.composed[index] {
                self.trees[index] = Some(self.tree(&definition.body, &scope, process));
            } else {
                self.sequential(process, &definition.body, scope, sorts.len());
            }
        }
    }

    fn parameters(&mut self, definition: &'s Definition<'t>, sorts: &[SortId]) -> Scope<'t> {
        let mut scope = Scope::default();
        for (index, (&(name, _), &sort)) in definition.params.iter().zip(sorts).enumerate() {
            if self.variable(&mut scope, name, Slot::new(index), sort).is_some() {
                self.twice(name);
            }
        }
        scope
    }

    /// Which definitions are compositions: those that start with an operator of compositions, or only
    /// call one that does.
    fn compositions(&mut self, definitions: &[(&'s Definition<'t>, Vec<SortId>)]) -> Vec<bool> {
        self.report.quiet(true);
        let mut calls: Vec<Option<usize>> = Vec::new();
        let mut composed = Vec::new();
        for (definition, sorts) in definitions {
            let scope = self.parameters(definition, sorts);
            composed.push(is_composition(&definition.body));
            calls.push(match &definition.body.kind {
                ProcessKind::Name(name, args) => match self.resolve(*name, args, &scope) {
                    Some((Meaning::Process(process), _)) => Some(process.index()),
                    _ => None,
                },
                _ => None,
            });
        }
        self.report.quiet(false);
        for start in 0..composed.len() {
            let mut path = Vec::new();
            let mut next = start;
            while let (false, Some(callee)) = (composed[next], calls[next].take()) {
                path.push(next);
                next = callee;
            }
            if composed[next] {
                for caller in path {
                    composed[caller] = true;
                }
            }
        }
        composed
    }

    /// Compiles a sequential process.
    pub(super) fn sequential(
        &mut self,
        process: ProcessId,
        body: &'s Process<'t>,
        mut scope: Scope<'t>,
        n_params: usize,
    ) {
        let mut compiler = Compiler { checker: self, process, depth: n_params, n_slots: n_params };
        let body = compiler.process(body, &mut scope, None);
        let n_slots = compiler.n_slots;
        let compiled = &mut self.out.processes[process.index()];
        (compiled.body, compiled.n_slots) = (body, n_slots);
    }

    /// The action or process that a name with arguments is.
    pub(super) fn resolve(
        &mut self,
        name: Name<'t>,
        args: &[Term],
        scope: &Scope<'t>,
    ) -> Option<Resolved> {
        let args = self.terms(args, scope)?;
        let sorts: Vec<SortId> = args.iter().map(|arg| arg.sort).collect();
        let meaning = self.names.meaning(name.text, sorts.clone());
        let meaning = meaning.filter(|meaning| !matches!(meaning, Meaning::Function(_)));
        if meaning.is_none() {
            self.no_meaning(name, &sorts, "action or process");
        }
        meaning.map(|meaning| (meaning, args))
    }

    /// Notes what is wrong with a process if it is reached.
    pub(super) fn wrong(&mut self, process: ProcessId, error: Diagnostic) {
        if !self.report.is_full() && self.structure.len() < MAX_NOTED {
            self.structure.push((process, error));
        }
    }
}

/// Variables that are needed, summed over all points, at most.
const MAX_LIVE: usize = 20_000_000;

/// No more notes on processes that may not be reached.
const MAX_NOTED: usize = 1000;

/// Whether the outermost operator is one of compositions.
pub(super) fn is_composition(process: &Process<'_>) -> bool {
    matches!(
        process.kind,
        ProcessKind::Parallel(_)
            | ProcessKind::Encap(..)
            | ProcessKind::Hide(..)
            | ProcessKind::Rename(..)
    )
}

struct Compiler<'c, 's, 't> {
    checker: &'c mut Checker<'s, 't>,
    process: ProcessId,
    /// Slots in use: those of sums side by side are the same.
    depth: usize,
    /// Slots in use at most.
    n_slots: usize,
}

impl<'s, 't> Compiler<'_, 's, 't> {
    fn process(
        &mut self,
        process: &'s Process<'t>,
        scope: &mut Scope<'t>,
        next: Option<PointId>,
    ) -> PointId {
        let span = process.span;
        match &process.kind {
            ProcessKind::Delta => self.point(ProcessStep::Delta, span),
            ProcessKind::Tau => {
                let next = self.next(next, span);
                self.point(ProcessStep::Tau(next), span)
            }
            ProcessKind::Name(name, args) => self.name(*name, args, scope, next, span),
            ProcessKind::Choice(items) => {
                let points = items.iter().map(|item| self.process(item, scope, next)).collect();
                self.point(ProcessStep::Choice(points), span)
            }
            ProcessKind::Sequence(items) => self.sequence(items, scope, next),
            ProcessKind::If(condition, both) => {
                self.conditional((*condition, both), scope, next, span)
            }
            ProcessKind::Sum(name, sort, body) => {
                let Some(sort) = self.checker.sort(*sort) else {
                    return self.point(ProcessStep::Delta, span);
                };
                let slot = Slot::new(self.depth);
                self.depth += 1;
                self.n_slots = self.n_slots.max(self.depth);
                let hidden = self.checker.variable(scope, *name, slot, sort);
                let body = self.process(body, scope, next);
                self.depth -= 1;
                match hidden {
                    Some(hidden) => scope.variables.insert(name.text, hidden),
                    None => scope.variables.remove(name.text),
                };
                self.point(ProcessStep::Sum(slot, sort, body), name.span)
            }
            ProcessKind::Parallel(items) => {
                for item in items {
                    self.process(item, scope, next);
                }
                self.mixed("`||`", span)
            }
            ProcessKind::Encap(_, body) => {
                self.process(body, scope, next);
                self.mixed("`encap`", span)
            }
            ProcessKind::Hide(_, body) => {
                self.process(body, scope, next);
                self.mixed("`hide`", span)
            }
            ProcessKind::Rename(_, body) => {
                self.process(body, scope, next);
                self.mixed("`rename`", span)
            }
            ProcessKind::Foreign(operator) => {
                let error = unsupported(operator, span);
                self.checker.wrong(self.process, error);
                self.point(ProcessStep::Delta, span)
            }
        }
    }

    /// `p <| c |> q`
    fn conditional(
        &mut self,
        (condition, both): (Term, &'s [Process<'t>; 2]),
        scope: &mut Scope<'t>,
        next: Option<PointId>,
        span: Span,
    ) -> PointId {
        let checked = self.condition(condition, scope);
        let [yes, no] = [0, 1].map(|side| self.process(&both[side], scope, next));
        match checked {
            Some(checked) => self.point(ProcessStep::If(checked, yes, no), condition.span),
            None => self.point(ProcessStep::Delta, span),
        }
    }

    /// `p.q. ..`, from the right.
    fn sequence(
        &mut self,
        items: &'s [Process<'t>],
        scope: &mut Scope<'t>,
        next: Option<PointId>,
    ) -> PointId {
        let mut next = next;
        for item in items.iter().rev() {
            next = Some(self.process(item, scope, next));
        }
        self.next(next, self.checker.spec.end)
    }

    fn name(
        &mut self,
        name: Name<'t>,
        args: &[Term],
        scope: &Scope<'t>,
        next: Option<PointId>,
        span: Span,
    ) -> PointId {
        let Some((meaning, args)) = self.checker.resolve(name, args, scope) else {
            return self.point(ProcessStep::Delta, span);
        };
        let args: Box<[Expr]> = args.iter().map(|arg| self.checker.out.expr(&arg.ops)).collect();
        match meaning {
            Meaning::Action(action) => {
                let next = self.next(next, span);
                self.point(ProcessStep::Act(action, args, next), span)
            }
            Meaning::Process(callee) => {
                if next.is_some() {
                    let message = format!("something follows the call of process `{}`", name.text);
                    let error = Diagnostic::error(codes::SEQUENTIAL, message, span);
                    let error = error.with_help("a process that is called does not come back");
                    self.checker.wrong(self.process, error);
                }
                if self.checker.composed[callee.index()] {
                    return self.mixed(&format!("the composition `{}`", name.text), span);
                }
                self.point(ProcessStep::Call(callee, args), span)
            }
            Meaning::Function(_) => self.point(ProcessStep::Delta, span),
        }
    }

    fn condition(&mut self, condition: Term, scope: &Scope<'t>) -> Option<Expr> {
        let typed = self.checker.term(condition, scope)?;
        let sort = &self.checker.out.sorts[typed.sort.index()].name;
        if sort != "Bool" {
            let message = format!("this condition is of sort {sort}");
            let error = Diagnostic::error(codes::BAD_SORT, message, condition.span);
            self.checker.report.push(error.with_help("compare terms with `eq`"));
            return None;
        }
        Some(self.checker.out.expr(&typed.ops))
    }

    /// What follows an action; a process does not end behind one.
    fn next(&mut self, next: Option<PointId>, span: Span) -> PointId {
        next.unwrap_or_else(|| {
            let message = "the process terminates behind this";
            let error = Diagnostic::error(codes::TERMINATES, message, span);
            let error = error.with_help("go on with a process, or with `delta`");
            self.checker.wrong(self.process, error);
            self.point(ProcessStep::Delta, span)
        })
    }

    fn mixed(&mut self, operator: &str, span: Span) -> PointId {
        let message = format!("{operator} inside of a sequential process");
        let error = Diagnostic::error(codes::MIXED, message, span);
        let error = error.with_help("compose processes in `init`, or in a process of their own");
        self.checker.wrong(self.process, error);
        self.point(ProcessStep::Delta, span)
    }

    fn point(&mut self, step: ProcessStep, span: Span) -> PointId {
        let mut live = self.live(&step);
        self.checker.n_live += live.len();
        if self.checker.n_live > MAX_LIVE {
            live = Box::default();
            let message = "there are too many variables in too many places";
            self.checker.report.push(Diagnostic::error(codes::TOO_LARGE, message, span));
        }
        let points = &mut self.checker.out.points;
        points.push(Point { process: self.process, step, live, span });
        PointId::new(points.len() - 1)
    }

    /// The variables that are needed at a point.
    fn live(&self, step: &ProcessStep) -> Box<[Slot]> {
        let out = &self.checker.out;
        let mut live: Vec<Slot> = Vec::new();
        let exprs = |live: &mut Vec<Slot>, exprs: &[Expr]| {
            for op in exprs.iter().flat_map(|expr| out.ops(*expr)) {
                if let Op::Slot(slot) = op {
                    live.push(*slot);
                }
            }
        };
        let at = |point: PointId| out.points[point.index()].live.iter().copied();
        match step {
            ProcessStep::Delta => {}
            ProcessStep::Tau(next) => live.extend(at(*next)),
            ProcessStep::Act(_, args, next) => {
                exprs(&mut live, args);
                live.extend(at(*next));
            }
            ProcessStep::Choice(points) => live.extend(points.iter().flat_map(|point| at(*point))),
            ProcessStep::If(condition, yes, no) => {
                exprs(&mut live, &[*condition]);
                live.extend(at(*yes).chain(at(*no)));
            }
            ProcessStep::Sum(slot, _, body) => live.extend(at(*body).filter(|live| live != slot)),
            ProcessStep::Call(_, args) => exprs(&mut live, args),
        }
        live.sort_unstable();
        live.dedup();
        live.into_boxed_slice()
    }
}

/// The error for an operator that is parsed only.
pub(super) fn unsupported(operator: &str, span: Span) -> Diagnostic {
    let message = format!("the operator `{operator}` is not supported");
    Diagnostic::error(codes::UNSUPPORTED, message, span)
        .with_help("say it with `||`, `comm` and `encap`; time is not modelled")
}
