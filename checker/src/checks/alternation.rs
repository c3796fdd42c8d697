//! Fixpoints of different kinds that depend on each other.
//!
//! Input: a formula. Output: an error if a block of its graph has both least and greatest
//! fixpoints: then solving takes more than one pass. The error names a circle of such fixpoints.

use std::collections::VecDeque;

use frontend::Diagnostic;

use crate::codes;
use crate::formula::{Formula, Sign};
use crate::graph::{Block, Fixpoint, Graph, NodeId};

/// The error of a formula that alternates; `text` is what its spans count in.
pub(crate) fn check_formula(formula: &Formula, text: &str) -> Option<Diagnostic> {
    check_graph(&Graph::new(formula), text)
}

/// The error of a graph that alternates.
pub(crate) fn check_graph(graph: &Graph, text: &str) -> Option<Diagnostic> {
    let others = graph.blocks().iter().filter(|block| block.looping.is_none());
    let (block, least, greatest) = others.into_iter().find_map(|block| {
        let fixpoint = |sign| {
            block.nodes.iter().copied().find(|&node| {
                graph.node(node).fixpoint.as_ref().is_some_and(|fixpoint| fixpoint.sign == sign)
            })
        };
        Some((block, fixpoint(Sign::Mu)?, fixpoint(Sign::Nu)?))
    })?;
    let mut circle = path(graph, block, least, greatest);
    circle.extend(path(graph, block, greatest, least).into_iter().skip(1));
    Some(error(graph, &circle, text))
}

/// A shortest path inside a block, both ends included.
fn path(graph: &Graph, block: &Block, from: NodeId, to: NodeId) -> Vec<NodeId> {
    let inside = |node: NodeId| block.nodes.binary_search(&node).is_ok();
    let mut before = vec![None; graph.n_nodes()];
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for &child in &graph.node(node).children {
            if child != from && inside(child) && before[child.index()].is_none() {
                before[child.index()] = Some(node);
                queue.push_back(child);
            }
        }
    }
    let mut path = vec![to];
    let mut node = to;
    while let Some(previous) = before[node.index()] {
        path.push(previous);
        node = previous;
    }
    path.reverse();
    path
}

fn error(graph: &Graph, circle: &[NodeId], text: &str) -> Diagnostic {
    let fixpoints: Vec<&Fixpoint> =
        circle.iter().filter_map(|&node| graph.node(node).fixpoint.as_ref()).collect();
    let names: Vec<String> = fixpoints.iter().map(|fixpoint| name(fixpoint, text)).collect();
    let message =
        format!("a least and a greatest fixpoint depend on each other: {}", names.join(" -> "));
    let mut error = Diagnostic::new(codes::ALTERNATION, frontend::Severity::Error, message);
    let distinct = fixpoints.len().saturating_sub(1).max(1);
    for fixpoint in &fixpoints[..distinct.min(fixpoints.len())] {
        let kind = match fixpoint.sign {
            Sign::Mu => "least",
            Sign::Nu => "greatest",
        };
        error = error.with_label(fixpoint.span, kind);
    }
    let repeated = fixpoints.iter().any(|fixpoint| fixpoint.variable.is_none());
    error.with_help(if repeated {
        "`<R> @` says that R goes on for ever; else leave the repetition away if one step is enough, \
         or keep the outer variable out of what stands behind it"
    } else {
        "keep the outer variable out of the inner fixpoint, or check the inner one on its own"
    })
}

/// `nu X`, `<R*>`, `[R+]`
fn name(fixpoint: &Fixpoint, text: &str) -> String {
    if let Some(variable) = &fixpoint.variable {
        return format!("`{} {}`", fixpoint.sign, variable.as_str());
    }
    let range = fixpoint.span.start as usize..fixpoint.span.end as usize;
    let written = text.get(range).unwrap_or("R*");
    match fixpoint.sign {
        Sign::Mu => format!("`<{written}>`"),
        Sign::Nu => format!("`[{written}]`"),
    }
}
