//! LTS to Graphviz text.
//!
//! States in order, then transitions in order: the same LTS gives the same bytes. An arrow from
//! nowhere marks the initial state; states whose successors are unknown are dashed. What a state is called stands behind its
//! number, if that is known.

use std::fmt::Write as _;
use std::io;

use crate::format::aut::TauName;
use crate::format::fsm::Parameters;
use crate::graph::Lts;

/// Writes an LTS as a `digraph`.
pub fn write(
    lts: &Lts,
    parameters: &Parameters,
    tau: TauName,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let texts = lts.labels().passing().map(|label| quoted(label.text().unwrap_or(tau.text())));
    let labels: Vec<String> = texts.collect();
    out.write_all(b"digraph lts {\n  rankdir=LR;\n  node [shape=circle];\n")?;
    out.write_all(b"  start [shape=point];\n")?;
    for (state, title) in lts.states().zip(parameters.titles(lts)) {
        let label = (!title.is_empty())
            .then(|| format!("label={}", quoted(&format!("{}{title}", state.0))));
        let style = (!lts.is_expanded(state)).then(|| "style=dashed".to_owned());
        let attributes: Vec<String> = label.into_iter().chain(style).collect();
        let attributes = match attributes.join(",") {
            none if none.is_empty() => none,
            some => format!(" [{some}]"),
        };
        writeln!(out, "  {}{attributes};", state.0)?;
    }
    writeln!(out, "  start -> {};", lts.initial().0)?;
    for state in lts.states() {
        for edge in lts.out(state) {
            let label = &labels[edge.label.index()];
            writeln!(out, "  {} -> {} [label={label}];", state.0, edge.target.0)?;
        }
    }
    out.write_all(b"}\n")
}

/// A text as a string of Graphviz, which knows further escapes than these.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string does not fail.
                let _ = write!(quoted, "\\\\x{{{:X}}}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Edge;
    use crate::graph::ids::{LabelId, StateId};
    use crate::label::LabelTable;

    #[test]
    fn initial_unexpanded_and_quoted() {
        let mut labels = LabelTable::default();
        let say = labels.intern("say(\"a\\b\n\")", || None);
        let edges = vec![
            (StateId(1), Edge { label: say, target: StateId(0) }),
            (StateId(1), Edge { label: LabelId::TAU, target: StateId(1) }),
        ];
        let lts = Lts::new(StateId(1), 2, edges, labels).with_unexpanded(vec![true, false]);
        let mut out = Vec::new();
        let nothing = Parameters::default();
        write(&lts, &nothing, TauName::Tau, &mut out).expect("a vector takes everything");
        let expected = concat!(
            "digraph lts {\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n",
            "  0 [style=dashed];\n  1;\n  start -> 1;\n",
            "  1 -> 0 [label=\"say(\\\"a\\\\b\\\\x{A}\\\")\"];\n",
            "  1 -> 1 [label=\"tau\"];\n}\n",
        );
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
        let mut out = Vec::new();
        let values = ["{a,\"b\"}", "c"].map(|name| vec![name.to_owned()]).to_vec();
        let called = Parameters { names: vec!["state".to_owned()], values };
        write(&lts, &called, TauName::Tau, &mut out).expect("a vector takes everything");
        let named = expected
            .replace("0 [style", "0 [label=\"0 {a,\\\"b\\\"}\",style")
            .replace("  1;", "  1 [label=\"1 c\"];");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), named);
    }
}
