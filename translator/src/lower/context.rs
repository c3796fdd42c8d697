//! What travels with every step of the lowering: the construct, what is known there, where it stands.
//!
//! Input: a span, an [`Env`], a [`Place`]. Output: the three as one value, and the same with one of them
//! changed. Does not: hold what follows the step, which each step has of its own.

use crate::lower::lowering::{Env, Place};
use frontend::Span;

/// Where the lowering is.
#[derive(Clone, Copy)]
pub(crate) struct Context<'c> {
    /// The construct that is lowered: messages name it, and tests and actions are drawn there.
    pub(crate) span: Span,
    /// Variables and facts in front of it.
    pub(crate) env: &'c Env,
    /// Whether it stands in a guard, and where its exceptions go.
    pub(crate) place: &'c Place<'c>,
}

impl<'c> Context<'c> {
    /// For another construct at this point, mostly a part of this one.
    pub(crate) fn at(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// For what comes later, where more is known.
    pub(crate) fn with<'n>(self, env: &'n Env) -> Context<'n>
    where
        'c: 'n,
    {
        Context { env, ..self }
    }

    /// For a part of which exceptions go elsewhere.
    pub(crate) fn in_place<'n>(self, place: &'n Place<'n>) -> Context<'n>
    where
        'c: 'n,
    {
        Context { place, ..self }
    }
}
