//! A drawing as a flowchart of Mermaid, which GitHub and GitLab draw in Markdown.

use std::fmt::Write as _;

use lts::format::mermaid::entities;

use super::{Drawing, lines};

/// The text of a drawing.
pub(crate) fn text(drawing: &Drawing) -> String {
    let mut out = String::from("flowchart TD\n");
    for (number, state) in drawing.states.iter().enumerate() {
        let title = entities(&state.title);
        let (open, close) = if state.is_start { ("([", "])") } else { ("[", "]") };
        // Writing to a string does not fail.
        let _ = writeln!(out, "  s{number}{open}\"{title}\"{close}");
        if state.look.is_special {
            let (inside, line) = (state.look.inside, state.look.line);
            let _ = writeln!(out, "  style s{number} fill:{inside},stroke:{line}");
        }
    }
    for arrow in &drawing.arrows {
        let label = lines(&arrow.label, "<br/>", entities);
        let _ = writeln!(out, "  s{} -->|\"{label}\"| s{}", arrow.from, arrow.to);
    }
    for (number, arrow) in
        drawing.arrows.iter().enumerate().filter(|(_, arrow)| arrow.look.is_special)
    {
        let line = arrow.look.line;
        let _ = writeln!(out, "  linkStyle {number} stroke:{line},color:{line}");
    }
    out
}
