//! Calls of functions that a module does not have, or hides.
//!
//! Input: a call that reaches no function by its name. Output: what it does when it runs: a function that is missing
//! where it is called from outside is `undef`, one that the compiler writes and one behind an undefined macro have an
//! unknown value, and any other one the compiler refuses, too. Of other modules' functions it knows those that OTP does
//! not have.

use frontend::ast::{Callee, Expr as Syntax, ExprKind};
use frontend::{Diagnostic, Name, Span};

use crate::codes;
use crate::core::OutsideCall;
use crate::library::nonexistent::{is_missing, is_unheard_of};
use crate::lower::analysis::shared::Shared;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Lowering, Place};
use model::{Expr, NodeId, OriginKind};

/// Whether the compiler writes a function of this name for each module.
pub(crate) fn is_written_by_compiler(name: &Name, arity: usize) -> bool {
    name.as_str() == "module_info" && arity <= 1
}

/// What is not known where a header is missing: in a guard the value alone, as nothing acts there.
fn hidden_in(place: &Place<'_>) -> OriginKind {
    if place.guard.is_some() { OriginKind::Header } else { OriginKind::Hidden }
}

impl Lowering<'_> {
    /// A call of a function macro of a missing header: its value is unknown.
    pub(crate) fn undefined_macro(
        &mut self,
        name: &str,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let args: Vec<&Syntax> = args.iter().collect();
        let what = format!("the undefined macro `?{name}`");
        self.guess(hidden_in(context.place), &what, &args, context, k)
    }

    /// A function called from outside its module, which hides it or lacks it: `undef`, arguments evaluated.
    pub(crate) fn not_exported(
        &mut self,
        name: &Name,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if is_written_by_compiler(name, args.len()) {
            return self.about_module(name, args, context, k);
        }
        let is_defined = self.shared.machine.functions.contains_key(&(name.clone(), args.len()));
        let lacks = if is_defined { "exported" } else { "defined" };
        self.report(Diagnostic::warning(
            codes::NOT_EXPORTED,
            format!("`{name}/{}` is not {lacks}: this call fails with `undef`", args.len()),
            context.span,
        ));
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, context, &|this, _, values| {
            this.raise_undef(&Expr::Atom(name.clone()), values, context.span, context.place)
        })
    }

    /// A function that is called without a module, which lacks it; a header that is not read may define it, and a parse transform may put
    /// something else in the place of the call.
    pub(crate) fn undefined(
        &mut self,
        name: &Name,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if is_written_by_compiler(name, args.len()) {
            return self.about_module(name, args, context, k);
        }
        let module = self.shared.machine.module;
        let is_rewritten = module.attributes().any(frontend::ast::Attribute::rewrites);
        if module.lacking.is_some() || is_rewritten {
            let what = format!("the undefined function `{name}/{}`", args.len());
            let args: Vec<&Syntax> = args.iter().collect();
            return self.guess(hidden_in(context.place), &what, &args, context, k);
        }
        self.report(Diagnostic::error(
            codes::UNDEFINED_FUNCTION,
            format!("function `{name}/{}` is not defined", args.len()),
            context.span,
        ))
    }

    /// Says that OTP never had a function for which there is a stub.
    pub(crate) fn note_unheard_of(
        &mut self,
        module: &Name,
        function: &Name,
        arity: usize,
        span: Span,
    ) {
        if is_unheard_of(module.as_str(), function.as_str()) {
            let what = format!("`{module}:{function}/{arity}`");
            let message = format!(
                "OTP has no {what}, where it would fail with `undef`: the stub says what it does"
            );
            self.note(Diagnostic::warning(codes::NOT_EXPORTED, message, span));
        }
    }

    /// Whether a call reaches a function that OTP does not have, and no stub says what it does.
    pub(crate) fn is_gone(&self, call: &OutsideCall) -> bool {
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        is_missing(key.0, key.1, key.2)
            && self.shared.client().is_none()
            && self.shared.stub(key, call.span).is_none()
    }

    /// What a module says of itself.
    fn about_module(
        &mut self,
        name: &Name,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let what = format!("`{name}/{}`", args.len());
        let args: Vec<&Syntax> = args.iter().collect();
        self.guess(OriginKind::Inexact, &what, &args, context, k)
    }
}

impl Shared<'_> {
    /// Whether the clause around a place names a variable in the arguments of an undefined macro, which may bind it.
    pub(crate) fn is_in_macro(&self, variable: &Name, place: Span) -> bool {
        let clauses = self.machine.module.functions().flat_map(|function| &function.clauses);
        let is_around = |span: Span| {
            span.file == place.file && span.start <= place.start && place.end <= span.end
        };
        let mut around = clauses.filter(|clause| is_around(clause.span));
        around.any(|clause| clause.body.iter().any(|expr| expr.any(&mut |e| names(e, variable))))
    }
}

/// Whether an expression is the call of an undefined macro with this variable in its arguments.
fn names(expr: &Syntax, variable: &Name) -> bool {
    let ExprKind::Call(callee, args) = &expr.kind else { return false };
    let is_undefined = match callee {
        Callee::Local(name) => name.undefined_macro().is_some(),
        Callee::Remote(module, name, _) => {
            module.undefined_macro().is_some() || name.undefined_macro().is_some()
        }
        Callee::Dynamic(_) => false,
    };
    let is_it = |e: &Syntax| matches!(&e.kind, ExprKind::Var(name) if name == variable);
    is_undefined && args.iter().any(|arg| arg.any(&mut |e| is_it(e)))
}
