//! What has no exact meaning here: unknown values, and source that no compiler accepts.

use frontend::ast::Expr as Syntax;
use frontend::{Diagnostic, Span};

use crate::codes;
use crate::library::prelude;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, NodeId, OriginKind};

impl Lowering<'_> {
    /// An unknown value.
    pub(crate) fn unknown(&mut self, kind: OriginKind, what: &str, span: Span) -> Expr {
        Expr::Unknown(self.shared.origin(kind, what, span))
    }

    /// Evaluates the parts of a construct; its own value is unknown. A guard with it may hold or not.
    pub(crate) fn guess(
        &mut self,
        kind: OriginKind,
        what: &str,
        parts: &[&Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if kind == OriginKind::Hidden {
            self.note_hidden(what, context.span);
        }
        self.sequence(parts, context, &|this, env, _| {
            let value = this.unknown(kind, what, context.span);
            this.bind("Unknown", value, &|this, value| (k.run)(this, env.clone(), value))
        })
    }

    /// An unknown value, the same one at each place where it is called so.
    pub(crate) fn opaque(
        &mut self,
        kind: OriginKind,
        what: &str,
        span: Span,
        env: &Env,
        k: Cont<'_>,
    ) -> NodeId {
        let value = Expr::Unknown(self.shared.constant(kind, what, span));
        self.bind("Unknown", value, &|this, value| (k.run)(this, env.clone(), value))
    }

    /// An operator or a function that may fail, with `reason` or else for an unknown one: either that, or an
    /// unknown value.
    pub(crate) fn guess_or_fail(
        &mut self,
        what: &str,
        reason: Option<&str>,
        parts: &[&Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.joined(context.env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            this.sequence(parts, context, &|this, env, _| {
                let fails = this.unknown(OriginKind::Inexact, what, context.span);
                this.bind("Fails", fails, &|this, fails| {
                    let cond = Cond::Same(fails, Expr::atom("true"));
                    let raise = |this: &mut Lowering<'_>, _| {
                        let reason = match reason {
                            Some(reason) => Expr::atom(reason),
                            None => this.unknown(OriginKind::Inexact, what, context.span),
                        };
                        this.bind("Reason", reason, &|this, reason| this.raise(context, reason))
                    };
                    this.test(&cond, context.span, &env, &raise, &|this, env| {
                        let value = this.unknown(OriginKind::Inexact, what, context.span);
                        this.bind("Unknown", value, &|this, value| {
                            (k.run)(this, env.clone(), value)
                        })
                    })
                })
            })
        })
    }

    /// An operator that the prelude defines, or that has no exact translation.
    pub(crate) fn library_operator(
        &mut self,
        name: &str,
        operands: &[&Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some(function) = prelude::find("erlang", name, operands.len(), context.span) {
            return self.local(function, operands, context, k);
        }
        let what = format!("the operator `{name}`");
        self.guess_or_fail(&what, Some("badarith"), operands, context, k)
    }

    /// What such a construct does is not in the model, be its value used or not.
    pub(crate) fn note_hidden(&mut self, what: &str, span: Span) {
        let message = format!(
            "{what} is not part of the model: its value may be anything, what it does is left out"
        );
        self.note(Diagnostic::warning(codes::HIDDEN, message, span));
    }

    /// Source that the compiler refuses.
    pub(crate) fn ill_formed(&mut self, what: String, span: Span) -> NodeId {
        self.report(Diagnostic::error(codes::ILL_FORMED, what, span))
    }
}
