//! The FSM format of mCRL2 (`.fsm`): the only text format whose states show what they hold.
//!
//! ```text
//! name(2) Term "idle" "busy"      a parameter: its name, how many values it has, its sort, the values
//! ---
//! 0                               for each state the number of the value of each parameter
//! 1
//! ---
//! 1 2 "cmd(go)"                   from, to, label; states are numbered from 1
//! ```
//!
//! Input: an LTS, and the values of parameters in its states, if they are known. Output: text. Values and labels have no
//! escapes: they are printable ASCII without `"`; labels that were read from a file are as they stand there, but
//! for `"`. State 1 is the initial one.

use std::io;

use indexmap::IndexSet;

use crate::format::aut::{TauName, quoted};
use crate::graph::Lts;
use crate::graph::ids::StateId;

/// What the states of an LTS hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// For each state the values of all of them.
    pub values: Vec<Vec<String>>,
}

/// The parameter that says what a state is called.
const STATE: &str = "state";

impl Parameters {
    /// What a drawing writes behind the number of each state: what it is called, where that tells one state from another.
    pub(crate) fn titles(&self, lts: &Lts) -> Vec<String> {
        let place = self.names.iter().position(|name| name == STATE);
        let title = |state: StateId| {
            let value = place.and_then(|place| self.values.get(state.index())?.get(place));
            value.filter(|value| !value.is_empty()).map(|value| format!(" {value}"))
        };
        let titles: Vec<String> =
            lts.states().map(|state| title(state).unwrap_or_default()).collect();
        let distinct: IndexSet<&String> = titles.iter().filter(|own| !own.is_empty()).collect();
        if distinct.len() > 1 { titles } else { vec![String::new(); titles.len()] }
    }
}

/// Writes an LTS, its states with the values of these parameters.
pub fn write(
    lts: &Lts,
    parameters: &Parameters,
    tau: TauName,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    // The initial state changes places with the first one.
    let swapped = |state: StateId| match state {
        StateId(0) => lts.initial(),
        _ if state == lts.initial() => StateId(0),
        _ => state,
    };
    let domains = domains(parameters);
    for (name, domain) in parameters.names.iter().zip(&domains) {
        write!(out, "{name}({}) Term", domain.len())?;
        for value in domain {
            write!(out, " \"{}\"", quoted::escaped(value))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "---")?;
    for state in lts.states() {
        let values = parameters.values.get(swapped(state).index());
        let numbers =
            values.into_iter().flatten().zip(&domains).map(|(value, domain)| {
                domain.get_index_of(value.as_str()).unwrap_or(0).to_string()
            });
        let line = numbers.collect::<Vec<_>>().join(" ");
        if !line.is_empty() {
            writeln!(out, "{line}")?;
        }
    }
    writeln!(out, "---")?;
    let labels = quoted::labels(lts.labels(), tau, false).into_iter().map(in_quotes);
    let labels: Vec<Vec<u8>> = labels.collect();
    for state in lts.states() {
        for edge in lts.out(swapped(state)) {
            let (label, target) = (&labels[edge.label.index()], swapped(edge.target).0 + 1);
            write!(out, "{} {target} ", state.0 + 1)?;
            out.write_all(label)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// For each parameter its values, in the order in which states show them.
fn domains(parameters: &Parameters) -> Vec<IndexSet<&str>> {
    let column = |index: usize| -> IndexSet<&str> {
        parameters.values.iter().filter_map(|row| row.get(index)).map(String::as_str).collect()
    };
    (0..parameters.names.len()).map(column).collect()
}

/// The internal action stands without quotes in other formats.
fn in_quotes(label: Vec<u8>) -> Vec<u8> {
    if label.starts_with(b"\"") { label } else { [b"\"", label.as_slice(), b"\""].concat() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Edge;
    use crate::graph::ids::LabelId;
    use crate::label::LabelTable;

    fn written(parameters: &Parameters) -> String {
        let mut labels = LabelTable::default();
        let say = labels.intern("say(\"x\")", || None);
        let edges = vec![
            (StateId(1), Edge { label: say, target: StateId(0) }),
            (StateId(0), Edge { label: LabelId::TAU, target: StateId(2) }),
        ];
        let lts = Lts::new(StateId(1), 3, edges, labels);
        let mut out = Vec::new();
        write(&lts, parameters, TauName::Tau, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn states_with_and_without_values() {
        let edges = "1 2 \"say(\\x{22}x\\x{22})\"\n2 3 \"tau\"\n";
        assert_eq!(written(&Parameters::default()), format!("---\n---\n{edges}"));
        let row = |name: &str, data: &str| vec![name.to_owned(), data.to_owned()];
        let parameters = Parameters {
            names: vec!["state".to_owned(), "data".to_owned()],
            values: vec![row("idle", "0"), row("busy", "\"é\""), row("idle", "1")],
        };
        let expected = concat!(
            "state(2) Term \"idle\" \"busy\"\n",
            "data(3) Term \"0\" \"\\x{22}\\x{E9}\\x{22}\" \"1\"\n",
            "---\n1 1\n0 0\n0 2\n---\n",
        );
        assert_eq!(written(&parameters), format!("{expected}{edges}"));
    }
}
