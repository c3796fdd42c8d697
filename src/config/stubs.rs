//! Lists of stubs as terms to what calls of other modules do.
//!
//! Input: the value of `{stubs, List}` or `--stubs`. Output: stubs with their places, or a message
//! that points at the wrong part; warnings for stubs of functions that a module never calls. Which calls a stub with
//! a place is for stands in `sites`.

pub(crate) mod sites;

use frontend::ast::{Callee, Expr, ExprKind};
use frontend::{Diagnostic, Module, Name, Span};
use lts::Term;
use lts::semantics::constant;
use lts::term::parse::{SpannedKind, SpannedTerm};
use model::Class;
use translator::library::stubs::{CallEnd, Site, Stub};

use crate::codes;
use crate::config::stubs::sites::may_call;

/// Stubs, each with the place of its function.
pub(crate) type Stubs = Vec<(Stub, Span)>;

/// A function of another module: its module, name and arity.
type Called<'n> = (&'n Name, &'n Name, usize);

/// The stubs that a term describes.
pub(crate) fn stubs(term: &SpannedTerm) -> Result<Stubs, Diagnostic> {
    let SpannedKind::List(items, None) = &term.kind else {
        return Err(bad(term, "stubs are a list"));
    };
    let mut stubs: Stubs = Vec::new();
    for item in items {
        let (stub, span) = stub(item)?;
        let called = called(&stub);
        let is_other =
            |(other, _): &(Stub, Span)| self::called(other) == called && other.site == stub.site;
        if stubs.iter().any(is_other) {
            let message = format!("`{}` has two stubs", written(called));
            return Err(Diagnostic::error(codes::BAD_STUBS, message, span)
                .with_help("list all that it may do in one of them"));
        }
        stubs.push((stub, span));
    }
    Ok(stubs)
}

/// `{{Module, Function, Arity}, [End]}`, also `{{Module, Function, Arity, Where}, [End]}`.
fn stub(item: &SpannedTerm) -> Result<(Stub, Span), Diagnostic> {
    let wrong = || bad(item, "a stub is written `{{Module, Function, Arity}, [Value]}`");
    let [key, ends] = tuple(item).ok_or_else(wrong)? else { return Err(wrong()) };
    let wrong = || bad(key, "expected `{Module, Function, Arity}`");
    let (module, function, arity, place) = match tuple(key).ok_or_else(wrong)? {
        [module, function, arity] => (module, function, arity, None),
        [module, function, arity, place] => (module, function, arity, Some(place)),
        _ => return Err(wrong()),
    };
    let site = place.map(site).transpose()?;
    let (SpannedKind::Atom(module), SpannedKind::Atom(function)) = (&module.kind, &function.kind)
    else {
        return Err(wrong());
    };
    let number = match &arity.kind {
        SpannedKind::Integer(number) => usize::try_from(number).ok(),
        _ => None,
    };
    let number = number.ok_or_else(|| bad(arity, "the arity is a number of arguments"))?;
    let SpannedKind::List(items, None) = &ends.kind else {
        return Err(bad(ends, "expected the list of what the call may do"));
    };
    // It may be that no other process sends a message; every call does something.
    if items.is_empty() && !is_receive(module, function) {
        return Err(bad(ends, "a call does something: list a value or an exception"));
    }
    let mut distinct = Vec::new();
    for item in items {
        let end = end(item)?;
        if !distinct.contains(&end) {
            distinct.push(end);
        }
    }
    let (module, function) = (module.clone(), function.clone());
    Ok((Stub { module, function, arity: number, site, ends: distinct }, key.span))
}

/// `{line, N}` or `{in, Function, Arity}`: the calls that are meant.
fn site(item: &SpannedTerm) -> Result<Site, Diagnostic> {
    let wrong = || bad(item, "a place is written `{line, N}` or `{in, Function, Arity}`");
    let number = |term: &SpannedTerm| match &term.kind {
        SpannedKind::Integer(number) => usize::try_from(number).ok(),
        _ => None,
    };
    match tuple(item).ok_or_else(wrong)? {
        [tag, line] if tag.term() == Term::atom("line") => {
            number(line).filter(|line| *line > 0).map(Site::Line).ok_or_else(wrong)
        }
        [tag, function, arity] if tag.term() == Term::atom("in") => {
            match (&function.kind, number(arity)) {
                (SpannedKind::Atom(name), Some(arity)) => Ok(Site::Function(name.clone(), arity)),
                _ => Err(wrong()),
            }
        }
        _ => Err(wrong()),
    }
}

/// A value, or `{raise, Class, Reason}`; no tuple that starts with `raise` is a value.
fn end(item: &SpannedTerm) -> Result<CallEnd, Diagnostic> {
    let value = |term: &SpannedTerm| {
        constant(&term.term()).ok_or_else(|| bad(term, "a fun as value is not supported yet"))
    };
    match tuple(item) {
        Some([tag, class, reason]) if tag.term() == Term::atom("raise") => {
            let kind = Class::ALL.into_iter().find(|kind| class.term() == Term::atom(kind.name()));
            let class = kind.ok_or_else(|| {
                bad(class, "the class of an exception is `error`, `exit` or `throw`")
            })?;
            Ok(CallEnd::Raise(class, value(reason)?))
        }
        // A tuple that starts so is meant as an exception, and never as a value.
        Some([tag, ..]) if tag.term() == Term::atom("raise") => {
            Err(bad(item, "an exception is written `{raise, Class, Reason}`"))
        }
        _ => Ok(CallEnd::Return(value(item)?)),
    }
}

fn tuple(term: &SpannedTerm) -> Option<&[SpannedTerm]> {
    match &term.kind {
        SpannedKind::Tuple(items) => Some(items),
        _ => None,
    }
}

fn bad(term: &SpannedTerm, message: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_STUBS, message, term.span)
        .with_help("see `erl2lts explain E0511` for how stubs are written")
}

/// Whether a stub says which messages others send.
fn is_receive(module: &Name, function: &Name) -> bool {
    module.as_str() == "erlang" && function.as_str() == "receive"
}

/// Warnings for stubs without an effect: of functions that the module never calls, or whose results are computed.
pub(crate) fn unmatched(stubs: &Stubs, module: &Module) -> Vec<Diagnostic> {
    let calls = calls(module);
    let is_called = |stub: &Stub| {
        calls.contains(&called(stub))
            || is_called_unqualified(module, &stub.function, stub.arity)
            || is_called_somewhere(module, stub)
            || is_receive(&stub.module, &stub.function) && receives(module, stub.arity)
    };
    let everywhere = stubs.iter().filter(|(stub, _)| stub.site.is_none());
    everywhere
        .filter(|(stub, _)| !is_called(stub) || is_computed(stub))
        .map(|(stub, span)| {
            if is_called(stub) {
                let message = format!(
                    "what `{}` returns is computed: a stub has no effect",
                    written(called(stub))
                );
                return Diagnostic::warning(codes::STUB_UNUSED, message, *span);
            }
            let message = format!("the module never calls `{}`", written(called(stub)));
            let warning = Diagnostic::warning(codes::STUB_UNUSED, message, *span);
            match nearest(called(stub), &calls) {
                Some(near) => warning.with_help(format!("did you mean `{}`?", written(near))),
                None => warning,
            }
        })
        .collect()
}

/// Whether it is known what a function returns, whatever a stub says.
fn is_computed(stub: &Stub) -> bool {
    translator::library_computes(stub.module.as_str(), stub.function.as_str(), stub.arity)
}

/// Whether a module calls a built-in or imported function without the name of its module.
fn is_called_unqualified(module: &Module, function: &Name, arity: usize) -> bool {
    let is_call = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => name == function && args.len() == arity,
        _ => false,
    };
    let clauses = module.functions().flat_map(|function| &function.clauses);
    let mut exprs = clauses.flat_map(|clause| &clause.body);
    module.function(function.as_str(), arity).is_none()
        && exprs.any(|expr| expr.any(&mut |expr| is_call(expr)))
}

/// Whether a module waits for messages, with `after` or without.
fn receives(module: &Module, arity: usize) -> bool {
    let is_it = |expr: &Expr| match &expr.kind {
        ExprKind::Receive(_, after) => usize::from(after.is_some()) == arity,
        _ => false,
    };
    let clauses = module.functions().flat_map(|function| &function.clauses);
    let mut exprs = clauses.flat_map(|clause| &clause.body);
    exprs.any(|expr| expr.any(&mut |expr| is_it(expr)))
}

/// Whether a call of a function or a module that is a variable may be one of this function.
fn is_called_somewhere(module: &Module, stub: &Stub) -> bool {
    let clauses = module.functions().flat_map(|function| &function.clauses);
    let mut exprs = clauses.flat_map(|clause| &clause.body);
    let is_dynamic = |expr: &Expr| {
        matches!(&expr.kind, ExprKind::Call(Callee::Dynamic(_), _)) && may_call(expr, stub)
    };
    exprs.any(|expr| expr.any(&mut |expr| is_dynamic(expr)))
}

/// The functions of other modules that a module calls, in order of appearance.
fn calls(module: &Module) -> Vec<Called<'_>> {
    let mut calls = Vec::new();
    let clauses = module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            if let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind {
                calls.push((module, name, args.len()));
            }
        });
    }
    calls
}

/// A call that differs in one part only; of several the one whose name starts and ends most alike.
fn nearest<'n>(wanted: Called<'_>, calls: &[Called<'n>]) -> Option<Called<'n>> {
    let common = |name: &Name| {
        let (left, right) = (wanted.1.as_str().bytes(), name.as_str().bytes());
        let same = |(left, right): &(u8, u8)| left == right;
        left.clone().zip(right.clone()).take_while(same).count()
            + left.rev().zip(right.rev()).take_while(same).count()
    };
    let (module, function, arity) = wanted;
    let close = calls.iter().filter(|call| {
        let same = [*call.0 == *module, *call.1 == *function, call.2 == arity];
        same.iter().filter(|same| **same).count() == 2
    });
    close.rev().max_by_key(|call| common(call.1)).copied()
}

fn called(stub: &Stub) -> Called<'_> {
    (&stub.module, &stub.function, stub.arity)
}

fn written((module, function, arity): Called<'_>) -> String {
    format!("{module}:{function}/{arity}")
}
