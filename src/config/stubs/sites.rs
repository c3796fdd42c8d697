//! Stubs for some calls of a function only: by the line of the call, or by the function that it stands in.
//!
//! Input: stubs, a module, its sources. Output: the same stubs with places of the source, and warnings for those that
//! are for no call.

use frontend::ast::{Callee, Expr, ExprKind, Literal};
use frontend::{Diagnostic, Module, Name, SourceMap, Span};
use translator::library::stubs::{Site, Stub};

use crate::codes;
use crate::config::stubs::Stubs;

/// The stubs with places of a module, and what is wrong with them.
pub(crate) fn placed(
    stubs: &Stubs,
    module: &Module,
    sources: &SourceMap,
) -> (Vec<Stub>, Vec<Diagnostic>) {
    let mut warnings = Vec::new();
    let place = |(stub, span): &(Stub, Span)| {
        let Some(site) = &stub.site else { return stub.clone() };
        let place = place_of(site, module, sources);
        if !place.is_some_and(|place| is_called_in(place, stub, module)) {
            warnings.push(unused(stub, site, *span));
        }
        // Without a place it is for no call.
        let site = place.map_or_else(|| site.clone(), Site::Place);
        Stub { site: Some(site), ..stub.clone() }
    };
    let placed = stubs.iter().map(place).collect();
    (placed, warnings)
}

fn place_of(site: &Site, module: &Module, sources: &SourceMap) -> Option<Span> {
    match site {
        Site::Place(place) => Some(*place),
        Site::Function(name, arity) => {
            module.function(name.as_str(), *arity).map(|function| function.span)
        }
        Site::Line(number) => {
            let text = &sources.get(module.file)?.text;
            let mut start = 0;
            let mut lines = text.split_inclusive('\n');
            for before in lines.by_ref().take(number.checked_sub(1)?) {
                start += before.len();
            }
            let end = start + lines.next()?.len();
            Some(Span::new(module.file, u32::try_from(start).ok()?, u32::try_from(end).ok()?))
        }
    }
}

fn unused(stub: &Stub, site: &Site, span: Span) -> Diagnostic {
    let called = format!("{}:{}/{}", stub.module, stub.function, stub.arity);
    let message = match site {
        Site::Line(number) => format!("no call of `{called}` begins on line {number}"),
        Site::Function(name, arity) => format!("`{name}/{arity}` does not call `{called}`"),
        Site::Place(_) => format!("`{called}` is not called there"),
    };
    Diagnostic::warning(codes::STUB_UNUSED, message, span)
        .with_help("a stub without a place is for all calls of the function")
}

fn is_called_in(place: Span, stub: &Stub, module: &Module) -> bool {
    let inside =
        |span: Span| span.file == place.file && (place.start..place.end).contains(&span.start);
    let clauses = module.functions().flat_map(|function| &function.clauses);
    let mut exprs = clauses.flat_map(|clause| &clause.body);
    exprs.any(|expr| expr.any(&mut |expr| inside(expr.span) && may_call(expr, stub)))
}

/// Whether an expression may be a call that a stub is for: also one of a module that is a variable.
pub(crate) fn may_call(expr: &Expr, stub: &Stub) -> bool {
    let ExprKind::Call(callee, args) = &expr.kind else { return false };
    let is_same = |module: &Name, function: &Name| {
        *module == stub.module && *function == stub.function && args.len() == stub.arity
    };
    match callee {
        Callee::Local(function) => *function == stub.function && args.len() == stub.arity,
        Callee::Remote(module, function, _) => {
            is_same(module, function) || is_apply(module, function)
        }
        Callee::Dynamic(callee) => match &callee.kind {
            ExprKind::Remote(_, function) => {
                args.len() == stub.arity
                    && match &function.kind {
                        ExprKind::Literal(Literal::Atom(function)) => *function == stub.function,
                        _ => true,
                    }
            }
            _ => false,
        },
    }
}

fn is_apply(module: &Name, function: &Name) -> bool {
    [module.as_str(), function.as_str()] == ["erlang", "apply"]
}
