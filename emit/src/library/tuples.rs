//! Tuples that are written as one call: `tuple3(X1,X2,X3)` is `tuple(X1,tuple(X2,tuplenil(X3)))`.
//!
//! Input: the sizes of such tuples. Output: a map and a rule for each.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::doc::{Doc, call, chain, concat, group, nest, separated, text};
use crate::functions::equation;
use crate::syntax::comma;
use model::names::Target;

/// The maps for tuples of these sizes, in a language.
pub(super) fn tuples(out: &mut String, sizes: &BTreeSet<usize>, target: Target) {
    let Some(&most) = sizes.last() else { return };
    let (rules, end) = match target {
        Target::Mcrl => ("rew", ""),
        Target::Mcrl2 => ("eqn", ";"),
    };
    let comma = comma(target);
    let variables = |size: usize| (1..=size).map(|number| format!("X{number}"));
    for (position, &size) in sizes.iter().enumerate() {
        let start = if position == 0 { "map" } else { "" };
        let mut parts = vec![text(format!("tuple{size}: Term"))];
        for _ in 1..size {
            parts.extend([text(" #"), Doc::Fill(" "), text("Term")]);
        }
        parts.push(text(format!(" -> Term{end}")));
        let _ = writeln!(out, "{start:<4} {}", nest(4, concat(parts)).render(5));
    }
    let all = separated(variables(most), &format!(",{comma}"));
    let _ =
        writeln!(out, "var  {}", group(concat(vec![all, text(format!(": Term{end}"))])).render(5));
    for (position, &size) in sizes.iter().enumerate() {
        let start = if position == 0 { rules } else { "" };
        let left = call(&format!("tuple{size}"), variables(size).map(text).collect(), comma);
        let links = variables(size - 1).map(|variable| ("tuple", text(variable))).collect();
        let last = call("tuplenil", vec![text(format!("X{size}"))], comma);
        let right = chain(links, last, comma);
        let _ = writeln!(out, "{start:<4} {}", equation(left, right, end).render(5));
    }
    out.push('\n');
}
