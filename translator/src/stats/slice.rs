//! The expressions that the modelled entry points reach, counted.
//!
//! An expression is unknown where the lowering gave it an unknown value; what it did not even look at
//! inside of such an expression is left out with it, and so are functions that are called from there only.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use frontend::ast::{Callee, Expr, ExprKind, Function, Pat, PatKind, Qualifier};
use frontend::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Construct, Count, Entry, Gap, Stats};
use crate::lower::analysis::effects::FunctionKey;
use crate::lower::analysis::shared::Shared;
use crate::machine::Machine;

/// The count of one module.
pub(crate) struct Slice<'a> {
    machine: &'a Machine<'a>,
    shared: &'a Shared<'a>,
    /// What is unknown, by its place.
    unknown: FxHashMap<Span, String>,
    constructs: BTreeMap<Construct, Count>,
    causes: BTreeMap<String, usize>,
    dead: usize,
    modelled: Vec<FunctionKey>,
    left_out: Vec<(FunctionKey, Cause)>,
    seen: FxHashSet<FunctionKey>,
}

/// An unknown expression.
#[derive(Clone, Debug)]
struct Cause {
    construct: Construct,
    what: String,
}

impl<'a> Slice<'a> {
    /// An empty count after everything has been lowered.
    pub(crate) fn new(machine: &'a Machine<'a>, shared: &'a Shared<'a>) -> Self {
        let mut unknown = FxHashMap::default();
        for origin in &shared.origins() {
            unknown.entry(origin.span).or_insert_with(|| origin.what.clone());
        }
        Self {
            machine,
            shared,
            unknown,
            constructs: BTreeMap::new(),
            causes: BTreeMap::new(),
            dead: 0,
            modelled: Vec::new(),
            left_out: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    /// What is not exact in a pattern.
    pub(crate) fn pattern_gaps(&self, pattern: &Pat) -> Vec<Gap> {
        let inexact = match &pattern.kind {
            PatKind::Wildcard
            | PatKind::Var(_)
            | PatKind::Nil
            | PatKind::Cons(..)
            | PatKind::List(..)
            | PatKind::Tuple(_)
            | PatKind::Alias(..) => None,
            _ => self.shared.inexact_pattern(pattern.span),
        };
        match inexact {
            Some(what) => vec![Gap { span: pattern.span, what }],
            None => {
                pattern.children().into_iter().flat_map(|part| self.pattern_gaps(part)).collect()
            }
        }
    }

    /// What is not exact in an expression.
    pub(crate) fn expr_gaps(&self, expr: &Expr) -> Vec<Gap> {
        let mut gaps = Vec::new();
        expr.for_each(&mut |expr| {
            if let Some(cause) = self.cause(expr) {
                gaps.push(Gap { span: expr.span, what: cause.what });
            }
        });
        gaps
    }

    /// Why an expression is unknown, if it is.
    fn cause(&self, expr: &Expr) -> Option<Cause> {
        let construct = Construct::of(self.machine, expr);
        let may_be = construct.can_be_unknown() || matches!(expr.kind, ExprKind::List(..));
        let what = self.unknown.get(&expr.span).filter(|_| may_be)?;
        self.shared.has_met(expr).then(|| Cause { construct, what: what.clone() })
    }

    /// The figures.
    pub(crate) fn finish(mut self, module: Name, entries: Vec<Entry>) -> Stats {
        let (modelled, others): (Vec<&Entry>, Vec<&Entry>) =
            entries.iter().partition(|entry| entry.modelled.is_some());
        self.modelled = modelled.iter().map(|entry| (entry.name.clone(), entry.arity)).collect();
        while let Some(key) = self.modelled.pop() {
            self.function(&key, None);
        }
        while let Some((key, cause)) = self.left_out.pop() {
            self.function(&key, Some(&cause));
        }
        let others = others.iter().map(|entry| (entry.name.clone(), entry.arity)).collect();
        let outside = self.outside(others);
        let mut causes: Vec<(String, usize)> = self.causes.into_iter().collect();
        causes.sort_by_key(|(_, n)| Reverse(*n));
        Stats { module, entries, constructs: self.constructs, causes, dead: self.dead, outside }
    }

    fn count(&mut self, construct: Construct) -> &mut Count {
        self.constructs.entry(construct).or_default()
    }

    fn of_module(&self, key: &FunctionKey) -> Option<&'a Function> {
        self.machine.module.function(key.0.as_str(), key.1)
    }

    fn function(&mut self, key: &FunctionKey, cause: Option<&Cause>) {
        let Some(function) = self.of_module(key).filter(|_| self.seen.insert(key.clone())) else {
            return;
        };
        for clause in &function.clauses {
            for pattern in &clause.params {
                self.pattern(pattern, cause);
            }
            for expr in clause.guard.alternatives.iter().flatten().chain(&clause.body) {
                self.expr(expr, cause, false);
            }
        }
    }

    fn pattern(&mut self, pattern: &Pat, cause: Option<&Cause>) {
        if let Some(cause) = cause {
            return self.inside(cause);
        }
        let gaps = self.pattern_gaps(pattern);
        for gap in &gaps {
            *self.causes.entry(gap.what.clone()).or_default() += 1;
        }
        let count = self.count(Construct::Pattern);
        if gaps.is_empty() { count.exact += 1 } else { count.unknown += 1 }
    }

    /// One more expression that is left out with an unknown one.
    fn inside(&mut self, cause: &Cause) {
        self.count(cause.construct).inside += 1;
        *self.causes.entry(cause.what.clone()).or_default() += 1;
    }

    /// Counts an expression, left out with the unknown one around it or not.
    ///
    /// A constant that was read where it stands is exact without having been lowered.
    fn expr(&mut self, expr: &'a Expr, around: Option<&Cause>, read: bool) {
        let cause = self.cause(expr);
        let met = self.shared.has_met(expr) || read;
        match (&cause, around) {
            (_, Some(around)) => self.inside(around),
            (Some(cause), None) => {
                self.count(cause.construct).unknown += 1;
                *self.causes.entry(cause.what.clone()).or_default() += 1;
            }
            (None, None) if met => {
                let construct = Construct::of(self.machine, expr);
                self.count(construct).exact += 1;
            }
            (None, None) => self.dead += 1,
        }
        let exact = met && cause.is_none();
        for part in parts(expr) {
            let skipped = cause.is_some() && !self.shared.has_met(part);
            let around = around.or(cause.as_ref().filter(|_| skipped));
            self.expr(part, around, exact && is_read_in(part, expr));
        }
        // The message of a `receive` is unknown, not what its clauses make of it.
        let hides = cause.as_ref().filter(|cause| cause.construct != Construct::Receive);
        for pattern in patterns(expr) {
            let around = around.or(hides);
            if around.is_some() || met {
                self.pattern(pattern, around);
            }
        }
        if let Some(key) = self.callee(expr) {
            match around.or(cause.as_ref()) {
                Some(cause) => self.left_out.push((key, cause.clone())),
                None if met => self.modelled.push(key),
                None => {}
            }
        }
    }

    /// The function of the module that an expression calls or names.
    fn callee(&self, expr: &Expr) -> Option<FunctionKey> {
        match &expr.kind {
            ExprKind::Call(Callee::Local(name), args) => Some((name.clone(), args.len())),
            ExprKind::Call(Callee::Remote(module, name, _), args)
                if *module == self.machine.name =>
            {
                Some((name.clone(), args.len()))
            }
            ExprKind::FunLocal(name, arity) => Some((name.clone(), usize::try_from(arity).ok()?)),
            _ => None,
        }
    }

    /// Expressions and patterns of functions that only these entry points reach.
    fn outside(&mut self, mut pending: Vec<FunctionKey>) -> usize {
        let mut n = 0;
        while let Some(key) = pending.pop() {
            let Some(function) = self.of_module(&key).filter(|_| self.seen.insert(key.clone()))
            else {
                continue;
            };
            for clause in &function.clauses {
                n += clause.params.len();
                for expr in clause.guard.alternatives.iter().flatten().chain(&clause.body) {
                    expr.for_each(&mut |expr| {
                        n += 1 + patterns(expr).len();
                        pending.extend(self.callee(expr));
                    });
                }
            }
        }
        n
    }
}

/// Whether a part is a constant that is read where it stands: the name of a record in a call, the guard
/// `true`.
fn is_read_in(part: &Expr, whole: &Expr) -> bool {
    matches!(whole.kind, ExprKind::Call(..) | ExprKind::If(_))
        && matches!(part.kind, ExprKind::Literal(_))
}

/// The expressions directly inside that are evaluated; of `M:F(..)` the parts `M` and `F`.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Call(Callee::Dynamic(callee), args)
            if matches!(callee.kind, ExprKind::Remote(..)) =>
        {
            callee.children().into_iter().chain(args).collect()
        }
        _ => expr.children(),
    }
}

/// The patterns directly inside an expression.
fn patterns(expr: &Expr) -> Vec<&Pat> {
    match &expr.kind {
        ExprKind::Match(pattern, _) | ExprKind::MaybeMatch(pattern, _) => vec![pattern],
        ExprKind::Case(_, clauses) | ExprKind::Receive(clauses, _) => {
            clauses.iter().map(|clause| &clause.pattern).collect()
        }
        ExprKind::Maybe(_, otherwise) => {
            let clauses = otherwise.iter().flat_map(|(clauses, _)| clauses);
            clauses.map(|clause| &clause.pattern).collect()
        }
        ExprKind::Try(parts) => {
            let of = parts.of.iter().map(|clause| &clause.pattern);
            of.chain(parts.catch.iter().map(|clause| &clause.pattern)).collect()
        }
        ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
            clauses.iter().flat_map(|clause| &clause.params).collect()
        }
        ExprKind::ListComprehension(_, qualifiers)
        | ExprKind::BinComprehension(_, qualifiers)
        | ExprKind::MapComprehension(_, qualifiers) => {
            qualifiers.iter().flat_map(generated).collect()
        }
        _ => Vec::new(),
    }
}

fn generated(qualifier: &Qualifier) -> Vec<&Pat> {
    match qualifier {
        Qualifier::Filter(_) => Vec::new(),
        Qualifier::Generator(generator) => {
            let key = generator.key.iter().map(|(key, _)| key);
            key.chain([&generator.pattern]).collect()
        }
        Qualifier::Zip(qualifiers) => qualifiers.iter().flat_map(generated).collect(),
    }
}
