//! What a model uses of the library.
//!
//! Input: a model. Output: a flag for each part of the library.

use std::collections::BTreeSet;

use crate::terms::{NAMED_SIZE, characters};
use model::expr::walk::{for_each_cond, for_each_expr};
use model::names::words;
use model::{Cond, Expr, FloatOp, Model, Operator};

/// What a model uses of the library.
#[allow(clippy::struct_excessive_bools, reason = "one flag for each part of the library")]
pub(crate) struct Uses {
    pub(crate) order: bool,
    pub(crate) arithmetic: bool,
    pub(crate) size: bool,
    pub(crate) lists: bool,
    pub(crate) bool_terms: bool,
    pub(crate) identities: bool,
    pub(crate) wraps: bool,
    pub(crate) bits: bool,
    pub(crate) unordered: bool,
    pub(crate) fresh: bool,
    pub(crate) fresh_pid: bool,
    pub(crate) characters: bool,
    /// The sizes of tuples that are written as a map of their own.
    pub(crate) sizes: BTreeSet<usize>,
    /// `==` where there are floats, also between the components of terms that are ordered.
    pub(crate) values: bool,
    /// The order of keys of maps where there are floats.
    pub(crate) keys: bool,
}

impl Uses {
    pub(crate) fn of(model: &Model) -> Self {
        let mut uses = Self {
            order: false,
            arithmetic: false,
            size: false,
            lists: false,
            bool_terms: false,
            identities: false,
            wraps: words::has_wraps(model),
            bits: model.holds_bits(),
            unordered: false,
            fresh: false,
            fresh_pid: false,
            characters: false,
            sizes: BTreeSet::new(),
            values: false,
            keys: false,
        };
        let mut equal = false;
        for_each_cond(model, &mut |cond| match cond {
            Cond::Less(..) => uses.order = true,
            Cond::Equal(..) => equal = true,
            _ => {}
        });
        for_each_expr(model, &mut |expr| match expr {
            Expr::Tuple(items) if items.len() >= NAMED_SIZE => {
                uses.sizes.insert(items.len());
            }
            Expr::Apply(Operator::TupleSize, _) => uses.size = true,
            Expr::Apply(Operator::Unordered, _) => uses.unordered = true,
            Expr::Apply(Operator::TupleToList | Operator::ListToTuple, _) => uses.lists = true,
            Expr::Apply(Operator::Reference | Operator::Pid, _) => uses.identities = true,
            Expr::Apply(Operator::FreshReference, _) => {
                uses.identities = true;
                uses.fresh = true;
            }
            Expr::Apply(Operator::FreshPid, _) => {
                uses.identities = true;
                uses.fresh_pid = true;
            }
            Expr::Apply(
                Operator::Wrap(_)
                | Operator::Unwrap(_)
                | Operator::Guess(_)
                | Operator::ByteSize
                | Operator::WholeBytes
                | Operator::BitSize
                | Operator::MapSize,
                _,
            ) => {}
            Expr::Apply(Operator::Float(operator), _) => uses.keys |= *operator == FloatOp::KeyLess,
            Expr::Apply(..) => uses.arithmetic = true,
            Expr::Bool(_) => uses.bool_terms = true,
            Expr::Cons(..) | Expr::List(_) if !uses.characters => {
                uses.characters = characters(expr).is_some();
            }
            _ => {}
        });
        // The order of keys is made of the same rules.
        uses.order |= uses.keys;
        uses.values = model.holds_floats() && (uses.order || equal);
        uses
    }
}
