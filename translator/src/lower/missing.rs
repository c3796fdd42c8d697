//! Calls of functions that a module does not have, or hides.
//!
//! Input: a call that reaches no function by its name. Output: what it does when it runs: a function that is missing
//! where it is called from outside is `undef`, one that the compiler writes and one behind an undefined macro are
//! anybody's guess, and any other one the compiler refuses, too. Does not know functions of other modules.

use frontend::ast::Expr as Syntax;
use frontend::{Diagnostic, Name, Span};

use super::{Cont, Env, Lowering, Place};
use crate::codes;
use crate::model::{Expr, NodeId, OriginKind};

/// Whether the compiler writes a function of this name for each module.
pub(super) fn is_written_by_compiler(name: &Name, arity: usize) -> bool {
    name.as_str() == "module_info" && arity <= 1
}

impl Lowering<'_> {
    /// A call of a function macro of a missing header: its value is anybody's guess.
    pub(super) fn undefined_macro(
        &mut self,
        name: &str,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let args: Vec<&Syntax> = args.iter().collect();
        let what = format!("the undefined macro `?{name}`");
        self.guess(OriginKind::Hidden, &what, &args, span, env, place, k)
    }

    /// A function called from outside its module, which hides it or lacks it: `undef`, arguments evaluated.
    pub(super) fn not_exported(
        &mut self,
        name: &Name,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if is_written_by_compiler(name, args.len()) {
            return self.about_module(name, args, span, env, place, k);
        }
        let is_defined = self.shared.machine.functions.contains_key(&(name.clone(), args.len()));
        let lacks = if is_defined { "exported" } else { "defined" };
        self.report(Diagnostic::warning(
            codes::NOT_EXPORTED,
            format!("`{name}/{}` is not {lacks}: this call fails with `undef`", args.len()),
            span,
        ));
        let args: Vec<&Syntax> = args.iter().collect();
        self.sequence(&args, env, place, &|this, _, _| this.raise(place, Expr::atom("undef")))
    }

    /// A function that is called without a module, which lacks it.
    pub(super) fn undefined(
        &mut self,
        name: &Name,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if is_written_by_compiler(name, args.len()) {
            return self.about_module(name, args, span, env, place, k);
        }
        self.report(Diagnostic::error(
            codes::UNDEFINED_FUNCTION,
            format!("function `{name}/{}` is not defined", args.len()),
            span,
        ))
    }

    /// What a module says of itself.
    fn about_module(
        &mut self,
        name: &Name,
        args: &[Syntax],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let what = format!("`{name}/{}`", args.len());
        let args: Vec<&Syntax> = args.iter().collect();
        self.guess(OriginKind::Inexact, &what, &args, span, env, place, k)
    }
}
