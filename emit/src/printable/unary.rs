//! Integers that are too large for unary notation.
//!
//! Input: a model. Output: a refusal that says which number it is, where it stands and what to do. What the module writes
//! is said first, then what it is run with, then what the library brings along, which shows at the clause that calls it.

use frontend::{Diagnostic, Severity, Span};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use crate::codes;
use crate::library::uses::Uses;
use model::expr::walk::{walk, walk_cond};
use model::library;
use model::{Behaviour, Expr, Function, FunctionId, MAX_TIMEOUT, Model, Node, NodeId};

/// Largest integer that is written in unary notation.
const LARGEST: u32 = 1000;

/// Who has brought a number into the model, the first one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bringer {
    /// The module, in a test, a clause or a call.
    Module(Span),
    /// Commands, arguments and stubs.
    Use,
    /// The library.
    Library,
}

/// Refuses a model whose numbers are too large for muCRL.
pub(crate) fn bearable(model: &Model, uses: &Uses) -> Result<(), Diagnostic> {
    if uses.largest <= BigInt::from(LARGEST) {
        return Ok(());
    }
    let (value, bringer) = largest(model).unwrap_or((uses.largest.clone(), Bringer::Use));
    let (message, label) = match bringer {
        Bringer::Module(span) => ("the model has", Some((span, "here"))),
        Bringer::Use => ("the commands, a stub or the argument of `init/1` have", None),
        Bringer::Library => {
            let label = |span| (span, "a function of the library that is needed here has it");
            ("the library has", caller(model).map(label))
        }
    };
    let way_out = match bringer {
        Bringer::Library => "",
        Bringer::Module(_) | Bringer::Use => ", or use smaller numbers",
    };
    let message = format!(
        "muCRL has integers in unary notation only, here up to 1,000, and {message} {value}"
    );
    let refused = Diagnostic::new(codes::NOT_PRINTABLE, Severity::Error, message).with_help(
        format!("print mCRL2 with `--format mcrl2`, whose integers have any size{way_out}"),
    );
    Err(match label {
        Some((span, text)) => refused.with_label(span, text),
        None => refused,
    })
}

/// The largest of the numbers that the first one brings which brings any: the module, its use, the library.
fn largest(model: &Model) -> Option<(BigInt, Bringer)> {
    let mut best: Option<(BigInt, Bringer)> = None;
    let mut note = |value: &BigInt, bringer: Bringer| {
        let rank = |bringer| match bringer {
            Bringer::Module(_) => 2,
            Bringer::Use => 1,
            Bringer::Library => 0,
        };
        let is_better =
            |other: &(BigInt, Bringer)| (rank(bringer), value) > (rank(other.1), &other.0);
        if best.as_ref().is_none_or(is_better) {
            best = Some((value.clone(), bringer));
        }
    };
    for function in &model.functions {
        for (id, node) in function.nodes.iter_enumerated() {
            let bringer = place(function, id).map_or(Bringer::Library, Bringer::Module);
            too_large(node, &mut |value| note(value, bringer));
        }
    }
    for point in &model.points {
        let (args, origin) = match point {
            Behaviour::Act { args, origin, .. } => (args, *origin),
            Behaviour::Call { args, .. } => (args, None),
            _ => continue,
        };
        let bringer =
            origin.filter(|at| !library::contains(*at)).map_or(Bringer::Use, Bringer::Module);
        for arg in args {
            numbers(arg, &mut |value| note(value, bringer));
        }
    }
    for arg in model.composition.iter().flat_map(|instance| &instance.args) {
        numbers(arg, &mut |value| note(value, Bringer::Use));
    }
    best
}

/// Whether a number cannot be written; comparisons with the longest time need no numeral.
fn is_too_large(value: &BigInt) -> bool {
    value.magnitude() > BigInt::from(LARGEST).magnitude() && *value != BigInt::from(MAX_TIMEOUT)
}

/// The numbers of an expression that cannot be written, without their signs.
fn numbers(expr: &Expr, each: &mut impl FnMut(&BigInt)) {
    walk(expr, &mut |expr| integer(expr, each), &mut |_| {});
}

/// The numbers of a node that cannot be written, without their signs.
fn too_large(node: &Node, each: &mut impl FnMut(&BigInt)) {
    match node {
        Node::Test { cond, .. } => walk_cond(cond, &mut |expr| integer(expr, each), &mut |_| {}),
        Node::Let { value, .. } | Node::Return(value) => numbers(value, each),
    }
}

fn integer(expr: &Expr, each: &mut impl FnMut(&BigInt)) {
    if let Expr::Integer(value) = expr
        && is_too_large(value)
    {
        each(&BigInt::from(value.magnitude().clone()));
    }
}

/// Where a node of a function stands in the module: what asks, or the first clause that may end behind it; `None` in
/// the library.
fn place(function: &Function, id: NodeId) -> Option<Span> {
    if let Node::Test { at, .. } = &function.nodes[id] {
        return Some(*at).filter(|at| !library::contains(*at));
    }
    let (mut behind, mut seen) = (vec![id], FxHashSet::default());
    while let Some(id) = behind.pop() {
        if seen.insert(id) {
            match &function.nodes[id] {
                Node::Test { yes, no, .. } => behind.extend([*yes, *no]),
                Node::Let { next, .. } => behind.push(*next),
                Node::Return(_) => {}
            }
        }
    }
    let ends = function.origins.iter().filter(|(node, _)| seen.contains(node));
    ends.map(|(_, span)| *span).filter(|span| !library::contains(*span)).min()
}

/// Where the module comes to a function that has a number which is too large.
fn caller(model: &Model) -> Option<Span> {
    let mut holders: FxHashSet<FunctionId> = FxHashSet::default();
    let mut grows = true;
    while grows {
        grows = false;
        for (id, function) in model.functions.iter_enumerated() {
            let mut leads = false;
            for node in &function.nodes {
                too_large(node, &mut |_| leads = true);
                leads |= calls(node, &holders);
            }
            grows |= leads && holders.insert(id);
        }
    }
    let nodes = model.functions.iter().flat_map(|function| {
        function.nodes.iter_enumerated().map(move |(id, node)| (function, id, node))
    });
    let leading = nodes.filter(|(.., node)| {
        let mut leads = calls(node, &holders);
        too_large(node, &mut |_| leads = true);
        leads
    });
    leading.filter_map(|(function, id, _)| place(function, id)).min()
}

/// Whether a node calls one of these functions.
fn calls(node: &Node, functions: &FxHashSet<FunctionId>) -> bool {
    let mut is_called = false;
    let mut visit = |expr: &Expr| {
        is_called |= matches!(expr, Expr::Call(function, _) if functions.contains(function));
    };
    match node {
        Node::Test { cond, .. } => walk_cond(cond, &mut visit, &mut |_| {}),
        Node::Let { value, .. } | Node::Return(value) => walk(value, &mut visit, &mut |_| {}),
    }
    is_called
}
