//! A drawing as a graph for Graphviz.

use std::fmt::Write as _;

use lts::format::dot::quoted;

use super::{Drawing, lines};

/// The text of a drawing.
pub(crate) fn text(drawing: &Drawing) -> String {
    let mut out =
        String::from("digraph drawing {\n  node [shape=box, style=\"filled,rounded\"];\n");
    for (number, state) in drawing.states.iter().enumerate() {
        let (line, inside) = (state.look.line, state.look.inside);
        let edge = if state.is_start { ", penwidth=2" } else { "" };
        let title = quoted(&state.title);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "  s{number} [label={title}, color=\"{line}\", fillcolor=\"{inside}\"{edge}];"
        );
    }
    for arrow in &drawing.arrows {
        let inside = |text: &str| {
            let quoted = quoted(text);
            quoted[1..quoted.len() - 1].to_owned()
        };
        let label = format!("\"{}\"", lines(&arrow.label, "\\n", inside));
        let line = arrow.look.line;
        let width = if arrow.look.is_special { ", penwidth=2" } else { "" };
        let _ = writeln!(
            out,
            "  s{} -> s{} [label={label}, color=\"{line}\", fontcolor=\"{line}\"{width}];",
            arrow.from, arrow.to
        );
    }
    out.push_str("}\n");
    out
}
