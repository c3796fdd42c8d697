//! LTS to `.aut` text.

use std::io::{self, Write as _};

use super::{TauName, quoted};
use crate::graph::ids::StateId;
use crate::graph::{Edge, Lts};
use crate::label::LabelTable;

/// Writes an LTS.
///
/// The initial state is written as 0 and, if it is another one, changes places with it: some tools
/// start at 0 in any case. Labels stand in quotes. Those that were read from a file are written as they
/// stand there; others are printable ASCII without `"`: one that is not is written plainly ([`Action::plain`](crate::Action::plain)) if it is an action in
/// Erlang's notation, else with `\x{22}` for what cannot be written. The internal action is
/// written as other tools do: `i` without quotes, `"tau"` with them; a visible action of that name is
/// written with parentheses: `i()`.
pub fn write(lts: &Lts, tau: TauName, out: &mut dyn io::Write) -> io::Result<()> {
    let labels = quoted::labels(lts.labels(), tau, true);
    let (n_transitions, n_states) = (lts.n_transitions(), lts.n_states());
    writeln!(out, "des (0,{n_transitions},{n_states})")?;
    let mut line = Vec::new();
    let swap = Swap { initial: lts.initial() };
    for state in lts.states() {
        for edge in lts.out(swap.number(state)) {
            line.clear();
            let (label, target) = (&labels[edge.label.index()], swap.number(edge.target).0);
            write!(line, "({},", state.0)?;
            line.extend_from_slice(label);
            writeln!(line, ",{target})")?;
            out.write_all(&line)?;
        }
    }
    Ok(())
}

/// Writes a system row by row, whose initial state is 0, as [`write()`] would.
pub struct RowWriter<'o> {
    out: &'o mut dyn io::Write,
    tau: TauName,
    /// The labels that have been written so far, by number.
    labels: Vec<Option<Vec<u8>>>,
    line: Vec<u8>,
}

impl<'o> RowWriter<'o> {
    /// Begins with so many states and transitions.
    pub fn new(
        (n_states, n_transitions): (u64, u64),
        tau: TauName,
        out: &'o mut dyn io::Write,
    ) -> io::Result<Self> {
        writeln!(out, "des (0,{n_transitions},{n_states})")?;
        Ok(Self { out, tau, labels: Vec::new(), line: Vec::new() })
    }

    /// Writes the transitions of a state, whose labels are in this table.
    pub fn row(&mut self, state: StateId, edges: &[Edge], labels: &LabelTable) -> io::Result<()> {
        for edge in edges {
            let place = edge.label.index();
            if place >= self.labels.len() {
                self.labels.resize(place + 1, None);
            }
            let (tau, encoding) = (self.tau, labels.encoding());
            let label = self.labels[place].get_or_insert_with(|| {
                quoted::written(labels.get(edge.label), encoding, tau, true)
            });
            self.line.clear();
            write!(self.line, "({},", state.0)?;
            self.line.extend_from_slice(label);
            writeln!(self.line, ",{})", edge.target.0)?;
            self.out.write_all(&self.line)?;
        }
        Ok(())
    }
}

/// Exchanges the initial state and state 0.
struct Swap {
    initial: StateId,
}

impl Swap {
    fn number(&self, state: StateId) -> StateId {
        match state {
            StateId(0) => self.initial,
            _ if state == self.initial => StateId(0),
            _ => state,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::Action;

    fn written(initial: u32, texts: &[&str]) -> String {
        let mut labels = LabelTable::default();
        let mut edges = Vec::new();
        for (source, text) in (0..).zip(texts) {
            let label = labels.intern(text, || Action::parse(text));
            edges.push((StateId(source), Edge { label, target: StateId(source + 1) }));
        }
        let lts = Lts::new(StateId(initial), texts.len() + 1, edges, labels);
        let mut out = Vec::new();
        write(&lts, TauName::I, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn labels_are_quoted_and_plain() {
        let texts = ["cmd(\"ab\")", "a", "i", "tau", "say \"é\"\n", "read() -> 'é\"'"];
        let expected = concat!(
            "des (0,6,7)\n",
            "(0,\"cmd([97,98])\",1)\n",
            "(1,\"a\",2)\n",
            "(2,\"i()\",3)\n",
            "(3,\"tau\",4)\n",
            "(4,\"say \\x{22}\\x{E9}\\x{22}\\x{A}\",5)\n",
            "(5,\"read() -> '\\x{E9}\\x{22}'\",6)\n",
        );
        assert_eq!(written(0, &texts), expected);
    }

    #[test]
    fn the_initial_state_is_written_as_0() {
        assert_eq!(written(1, &["a", "b"]), "des (0,2,3)\n(0,\"b\",2)\n(1,\"a\",0)\n");
    }
}
