//! Patterns of the source as the trees take them.
//!
//! Records become tuples. A pattern without an exact translation becomes a placeholder: the value
//! may match or not, and the variables in it are unknown.

pub(crate) mod clauses;
pub(crate) mod guard;
pub(crate) mod legal;
pub(crate) mod narrowing;
pub(crate) mod old_test;
pub(crate) mod scope;
pub(crate) mod select;
pub(crate) mod shadowing;
pub(crate) mod split;
pub(crate) mod view;

use std::rc::Rc;

use frontend::ast::{Literal, Pat, PatKind};
use frontend::{Diagnostic, Name, Span};

use crate::analysis::records::given_twice;
use crate::lower::expression::literal::constant_pattern;
use crate::lower::lowering::Lowering;
use crate::lower::pattern::view::has_view;
use crate::sst::{Ctor, Pattern};
use model::{Expr, Kind, OriginKind};

/// A pattern, or a part of one, without an exact translation.
pub(crate) struct Inexact {
    /// The variable that stands for it in the tree.
    pub(crate) placeholder: Name,
    /// What it is called.
    pub(crate) what: String,
    /// Why it is inexact.
    pub(crate) kind: OriginKind,
    /// Which values it matches, as far as that is known.
    pub(crate) matches: Matches,
    /// Variables that it binds.
    pub(crate) vars: Vec<Name>,
    pub(crate) span: Span,
}

/// Which values a placeholder matches.
#[derive(Clone)]
pub(crate) enum Matches {
    /// Perhaps any.
    Any,
    /// Perhaps those of this kind.
    Kind(Kind),
    /// This term and no other: nothing is open.
    Term(Expr),
    /// Those of a pattern that is looked into: nothing is open.
    View(Rc<Pat>),
}

/// Parts of a pattern beyond which it is not taken apart.
const MAX_PARTS: usize = 250;

/// Parts of a pattern with variables beyond which it has no exact translation.
const MAX_OPEN_PARTS: usize = 1_000;

/// The patterns of one clause under translation.
pub(crate) struct Patterns<'b> {
    bound: &'b dyn Fn(&Name) -> bool,
    pub(crate) inexact: Vec<Inexact>,
    /// What the compiler refuses.
    pub(crate) ill_formed: Option<Diagnostic>,
}

impl<'b> Patterns<'b> {
    /// `bound` says which variables already have a value.
    pub(crate) fn new(bound: &'b dyn Fn(&Name) -> bool) -> Self {
        Self { bound, inexact: Vec::new(), ill_formed: None }
    }

    /// A pattern as the trees take it.
    pub(crate) fn pattern(&mut self, lowering: &Lowering<'_>, pat: &Pat) -> Pattern {
        if parts(pat) > MAX_PARTS
            && let Some(term) = constant_pattern(pat)
        {
            let what = "a large constant in a pattern".to_owned();
            return self.hold(pat, what, OriginKind::Inexact, Matches::Term(term));
        }
        if parts(pat) > MAX_OPEN_PARTS {
            let what = "a pattern of more than 1,000 parts";
            return self.inexact(lowering, pat, what, Matches::Any);
        }
        let mut inner = |pat: &Pat| self.pattern(lowering, pat);
        match &pat.kind {
            PatKind::Cons(head, tail) => Pattern::Ctor(Ctor::Cons, vec![inner(head), inner(tail)]),
            PatKind::Tuple(items) => {
                Pattern::Ctor(Ctor::Tuple(items.len()), items.iter().map(inner).collect())
            }
            PatKind::Alias(left, right) => {
                Pattern::Both(Box::new(inner(left)), Box::new(inner(right)))
            }
            PatKind::List(items, tail) => {
                let tail = inner(tail);
                items.iter().rev().fold(tail, |tail, head| {
                    Pattern::Ctor(Ctor::Cons, vec![self.pattern(lowering, head), tail])
                })
            }
            PatKind::Record(_, fields) if let Some(error) = given_twice(fields, pat.span.file) => {
                self.ill_formed.get_or_insert(error);
                Pattern::Any
            }
            PatKind::Record(name, _) | PatKind::RecordIndex(name, _) => {
                match lowering.shared.records.expand(pat) {
                    Some(tuple) => inner(&tuple),
                    None => self.placeholder(
                        lowering,
                        pat,
                        record(name),
                        OriginKind::Header,
                        Matches::Any,
                    ),
                }
            }
            PatKind::Map(_) | PatKind::Bin(_) if let Some(term) = constant_pattern(pat) => {
                self.hold(pat, String::new(), OriginKind::Inexact, Matches::Term(term))
            }
            PatKind::Map(_) | PatKind::Bin(_) if has_view(pat) => {
                let view = Matches::View(Rc::new(pat.clone()));
                self.hold(pat, String::new(), OriginKind::Inexact, view)
            }
            PatKind::Bin(_) => {
                self.inexact(lowering, pat, "a binary in a pattern", Matches::Kind(Kind::BitString))
            }
            PatKind::Literal(Literal::Atom(name)) if let Some(name) = name.undefined_macro() => {
                let what = format!("the undefined macro `?{name}` in a pattern");
                self.placeholder(lowering, pat, what, OriginKind::Header, Matches::Any)
            }
            _ => match Pattern::from_ast(pat, self.bound) {
                Ok(pattern) => pattern,
                Err(what) => self.inexact(lowering, pat, what, Matches::Any),
            },
        }
    }

    fn inexact(
        &mut self,
        lowering: &Lowering<'_>,
        pat: &Pat,
        what: &str,
        matches: Matches,
    ) -> Pattern {
        self.placeholder(lowering, pat, what.to_owned(), OriginKind::Inexact, matches)
    }

    fn placeholder(
        &mut self,
        lowering: &Lowering<'_>,
        pat: &Pat,
        what: String,
        kind: OriginKind,
        matches: Matches,
    ) -> Pattern {
        lowering.shared.meet_pattern(pat.span, &what);
        self.hold(pat, what, kind, matches)
    }

    fn hold(&mut self, pat: &Pat, what: String, kind: OriginKind, matches: Matches) -> Pattern {
        // No variable of the source has such a name.
        let placeholder = Name::from(format!("?{}", self.inexact.len()));
        let mut vars = Vec::new();
        pat.for_each_var(&mut |name| {
            if !(self.bound)(name) && !vars.contains(name) {
                vars.push(name.clone());
            }
        });
        let span = pat.span;
        let inexact = Inexact { placeholder: placeholder.clone(), what, kind, matches, vars, span };
        self.inexact.push(inexact);
        Pattern::Var(placeholder)
    }
}

/// The number of parts of a pattern, of its outermost list or tuple.
fn parts(pat: &Pat) -> usize {
    match &pat.kind {
        PatKind::Literal(Literal::String(text)) => text.len(),
        PatKind::List(items, _) | PatKind::Tuple(items) => items.len(),
        _ => 0,
    }
}

fn record(name: &Name) -> String {
    format!("the undefined record `#{name}` in a pattern")
}
