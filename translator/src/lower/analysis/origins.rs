//! Where unknown values come from: the table of their origins.
//!
//! Input: a construct of the source. Output: its number; the same construct has one.

use frontend::Span;
use rustc_hash::FxHashMap;

use crate::analysis::addresses;
use crate::core::OutsideCall;
use crate::lower::analysis::shared::Shared;
use model::index::IndexVec;
use model::state::Computed;
use model::{Origin, OriginId, OriginKind, Outside};

/// Places of unknown values; equal ones are one.
#[derive(Default)]
pub(crate) struct Origins {
    pub(crate) table: IndexVec<OriginId, Origin>,
    ids: FxHashMap<Origin, OriginId>,
    /// Where the library first leaves open what it makes of a text, once that has been looked for.
    pub(crate) text_place: Option<Span>,
}

impl Shared<'_> {
    /// Where that stack trace comes from if it is unknown.
    pub(crate) fn trace_origin(&self) -> OriginId {
        let function = self.machine.handler(self.machine.behaviour.last, &Computed::Atom.name());
        let last = self.machine.behaviour.last.signature();
        let what = format!("the stack trace that `{last}` gets after a crash");
        self.origin(OriginKind::Inexact, &what, function.span)
    }

    /// Where the reason with which another process ends comes from, if none is given: any one, no uncertain one.
    pub(crate) fn why_origin(&self) -> OriginId {
        let what = "the reason with which another process ends";
        self.origin(OriginKind::End, what, self.watches.get().unwrap_or(self.machine.init.span))
    }

    /// The origin of an unknown value; the same construct has one.
    pub(crate) fn origin(&self, kind: OriginKind, what: &str, span: Span) -> OriginId {
        let what = what.to_owned();
        self.place(Origin { kind, what, span, is_constant: false, call: None })
    }

    /// The origin of a value that is unknown but the same wherever it is called so.
    pub(crate) fn constant(&self, kind: OriginKind, what: &str, span: Span) -> OriginId {
        let what = what.to_owned();
        self.place(Origin { kind, what, span, is_constant: true, call: None })
    }

    /// The origin of the result of a call of another module.
    pub(crate) fn result(&self, call: &OutsideCall) -> OriginId {
        let OutsideCall { module, function, args, span, .. } = call;
        let call =
            Outside { module: module.clone(), function: function.clone(), arity: args.len() };
        let what = format!("the result of `{call}`");
        self.place(Origin {
            kind: OriginKind::Result,
            what,
            span: *span,
            is_constant: false,
            call: Some(call),
        })
    }

    /// The value of `node/0`, where the module asks for it.
    pub(crate) fn node(&self) -> Option<OriginId> {
        addresses::node_of(&self.origins.borrow().table)
    }

    /// Tells the tables which value of `node/0` the addresses of the machine have.
    pub(crate) fn on_node(self, node: Option<Origin>) -> Self {
        if let Some(node) = node {
            self.place(node);
        }
        self
    }

    /// The value of `node/0` for [`Self::on_node`].
    pub(crate) fn node_origin(&self) -> Option<Origin> {
        self.node().map(|node| self.origins.borrow().table[node].clone())
    }

    /// Whether an unknown value is that of `node/0`.
    pub(crate) fn is_node(&self, origin: OriginId) -> bool {
        addresses::is_node(&self.origins.borrow().table[origin])
    }

    /// Whether two unknown values are one, which is always the same.
    pub(crate) fn is_same(&self, left: OriginId, right: OriginId) -> bool {
        let table = &self.origins.borrow().table;
        let (left, right) = (&table[left], &table[right]);
        left.is_constant && right.is_constant && left.what == right.what
    }

    fn place(&self, origin: Origin) -> OriginId {
        let Origins { table, ids, .. } = &mut *self.origins.borrow_mut();
        *ids.entry(origin).or_insert_with_key(|origin| table.push(origin.clone()))
    }

    /// All origins of unknown values so far.
    pub(crate) fn origins(&self) -> IndexVec<OriginId, Origin> {
        self.origins.borrow().table.clone()
    }
}
