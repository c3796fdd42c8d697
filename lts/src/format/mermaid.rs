//! LTS to a Mermaid state diagram, which GitHub and GitLab draw in Markdown.
//!
//! Input: an LTS, and what its states are called, if that is known. Output: text, states in order, then transitions in order. A label stands behind a
//! colon and ends with the line; characters that Mermaid reads otherwise are written as entities.

use std::fmt::Write as _;
use std::io;

use crate::format::aut::TauName;
use crate::format::fsm::Parameters;
use crate::graph::Lts;

/// Writes an LTS as a `stateDiagram-v2`.
pub fn write(
    lts: &Lts,
    parameters: &Parameters,
    tau: TauName,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let texts = lts.labels().passing().map(|label| entities(label.text().unwrap_or(tau.text())));
    let labels: Vec<String> = texts.collect();
    out.write_all(b"stateDiagram-v2\n")?;
    for (state, title) in lts.states().zip(parameters.titles(lts)) {
        let title = entities(&title);
        let unknown = if lts.is_expanded(state) { "" } else { " .." };
        writeln!(out, "  state \"{0}{title}{unknown}\" as s{0}", state.0)?;
    }
    writeln!(out, "  [*] --> s{}", lts.initial().0)?;
    for state in lts.states() {
        for edge in lts.out(state) {
            let label = &labels[edge.label.index()];
            writeln!(out, "  s{} --> s{} : {label}", state.0, edge.target.0)?;
        }
    }
    Ok(())
}

/// A text for Mermaid, in which letters, digits, blanks and harmless signs stand for themselves and others are entities.
pub fn entities(text: &str) -> String {
    let mut written = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || " _(){},.[]+-'".contains(c) {
            written.push(c);
        } else {
            // Writing to a string does not fail.
            let _ = write!(written, "#{};", u32::from(c));
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Edge;
    use crate::graph::ids::{LabelId, StateId};
    use crate::label::LabelTable;

    #[test]
    fn states_and_steps() {
        let mut labels = LabelTable::default();
        let say = labels.intern("say({\"a:b;\n\"})", || None);
        let edges = vec![
            (StateId(1), Edge { label: say, target: StateId(0) }),
            (StateId(1), Edge { label: LabelId::TAU, target: StateId(1) }),
        ];
        let lts = Lts::new(StateId(1), 2, edges, labels).with_unexpanded(vec![true, false]);
        let mut out = Vec::new();
        write(&lts, &Parameters::default(), TauName::Tau, &mut out)
            .expect("a vector takes everything");
        let expected = concat!(
            "stateDiagram-v2\n",
            "  state \"0 ..\" as s0\n  state \"1\" as s1\n  [*] --> s1\n",
            "  s1 --> s0 : say({#34;a#58;b#59;#10;#34;})\n  s1 --> s1 : tau\n",
        );
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }
}
