//! Keys and sizes in patterns that the compiler refuses.
//!
//! A key of a map, and the size of a part of a binary, are evaluated before the pattern binds anything; a size may use
//! what stands before it in the same binary. A part of a binary that takes the rest stands at its end, and
//! the types of each are those of one segment.

use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Pat, PatKind};
use frontend::{Name, Span};

use crate::lower::binary::segment_types::refused_in_pattern;
use crate::lower::lowering::{Env, Lowering};
use crate::lower::pattern::shadowing::is_outer;
use model::NodeId;

/// What is wrong with a pattern.
enum Wrong {
    /// A variable without a value.
    Unbound(Name, Span),
    /// A part that takes the rest, but does not stand at the end.
    Rest(Span),
    /// A part whose types are no types, or not those of one.
    Types(String, Span),
}

impl Lowering<'_> {
    /// Reports what the compiler refuses in a pattern, if there is something.
    pub(crate) fn refused(&mut self, pat: &Pat, env: &Env) -> Option<NodeId> {
        Some(match wrong(pat, env)? {
            Wrong::Unbound(name, span) => self.unbound(&name, span, env),
            Wrong::Rest(span) => {
                let what = "a part of a binary without a size can only stand at its end";
                self.ill_formed(what.to_owned(), span)
            }
            Wrong::Types(what, span) => self.ill_formed(what, span),
        })
    }
}

fn wrong(pat: &Pat, env: &Env) -> Option<Wrong> {
    let wrong_here = match &pat.kind {
        PatKind::Map(fields) => fields.iter().find_map(|field| unbound(&field.key, env, &[])),
        PatKind::Bin(elements) => wrong_element(elements, env),
        _ => None,
    };
    wrong_here.or_else(|| pat.children().into_iter().find_map(|part| wrong(part, env)))
}

fn wrong_element(elements: &[BinElement<Pat>], env: &Env) -> Option<Wrong> {
    let mut before = Vec::new();
    for (number, element) in elements.iter().enumerate() {
        if let Some(size) = &element.size
            && let Some(wrong) = unbound(size, env, &before)
        {
            return Some(wrong);
        }
        if let Some(what) = refused_in_pattern(element) {
            return Some(Wrong::Types(what, element.value.span));
        }
        if number + 1 < elements.len() && takes_rest(element) {
            return Some(Wrong::Rest(element.value.span));
        }
        element.value.for_each_var(&mut |name| before.push(name.clone()));
    }
    None
}

/// Whether a part of a binary is all that is left of it.
pub(crate) fn takes_rest(element: &BinElement<Pat>) -> bool {
    let is_binary =
        |(name, _): &(Name, _)| matches!(name.as_str(), "binary" | "bytes" | "bitstring" | "bits");
    element.size.is_none() && element.types.iter().any(is_binary)
}

/// A variable in an expression that has no value.
fn unbound(expr: &Syntax, env: &Env, before: &[Name]) -> Option<Wrong> {
    if let ExprKind::Var(name) = &expr.kind
        && !env.vars.contains_key(name)
        && !before.contains(name)
        && !is_outer(name)
    {
        return Some(Wrong::Unbound(name.clone(), expr.span));
    }
    expr.children().into_iter().find_map(|part| unbound(part, env, before))
}
