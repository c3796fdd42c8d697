//! What is lowered, and what lowering gives: a core graph with its parameters.

use std::collections::BTreeMap;

use frontend::{Diagnostic, Name, Span};

use crate::core::Graph;
use crate::sst::Sst;
use model::{Expr, HandlerKind, NodeId, VarId};

/// What is lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Callback {
    /// A callback in a state.
    Handler(HandlerKind, Name),
    /// `init/1`
    Init,
    /// Whether a callback has a clause in a state: its head only.
    Handles(HandlerKind, Name),
}

/// How often functions of the module stand in line in what is lowered.
pub(crate) type InLine = BTreeMap<(Name, usize), usize>;

/// A lowered callback.
pub(crate) struct Lowered {
    /// Its graph.
    pub graph: Graph,
    /// Where it starts.
    pub root: NodeId,
    /// Its parameters.
    pub params: Vec<VarId>,
    /// The argument of `init/1`, where it is a choice; see [`model::Model::argument`].
    pub argument: Option<Expr>,
    /// Splitting trees met on the way.
    pub trees: Vec<SourceTree>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// What a callback may return, with the clause, where statistics are measured.
    pub returns: Vec<(Span, Expr)>,
    /// How often functions of the module stand in line in it.
    pub in_line: InLine,
}

/// A splitting tree met on the way, for drawings and warnings.
#[derive(Clone, Debug)]
pub struct SourceTree {
    /// The construct: `locked/2`, or the span of a case.
    pub title: String,
    /// Names of the matched values.
    pub values: Vec<String>,
    /// What happens where no clause matches.
    pub fail: &'static str,
    /// The construct in the source.
    pub span: Span,
    /// The tree.
    pub sst: Sst,
}
