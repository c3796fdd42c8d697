//! LTS to JSON Lines: one object a line, labels with their structure.
//!
//! ```text
//! {"initial":0,"states":2,"transitions":1}
//! {"from":0,"to":1,"label":"read(a) -> {ok,1}","name":"read","args":["a"],"result":"{ok,1}"}
//! ```
//!
//! Input: an LTS. Output: text; the internal action has `null` for a label, labels that are no actions over
//! terms have nothing but their text, states whose successors are unknown are listed in the first line.

use std::io;

use serde_json::{Value, json};

use crate::graph::Lts;
use crate::graph::ids::StateId;
use crate::label::Label;

/// Writes an LTS, a line for itself and one for each transition.
pub fn write(lts: &Lts, out: &mut dyn io::Write) -> io::Result<()> {
    let mut head = json!({
        "initial": lts.initial().0,
        "states": lts.n_states(),
        "transitions": lts.n_transitions(),
    });
    if !lts.is_complete() {
        let unknown = lts.states().filter(|&state| !lts.is_expanded(state));
        head["unexpanded"] = unknown.map(|StateId(number)| number).collect();
    }
    writeln!(out, "{head}")?;
    let tails: Vec<String> = lts.labels().passing().map(|label| tail(&label)).collect();
    for state in lts.states() {
        for edge in lts.out(state) {
            let tail = &tails[edge.label.index()];
            writeln!(out, "{{\"from\":{},\"to\":{},{tail}}}", state.0, edge.target.0)?;
        }
    }
    Ok(())
}

/// The fields of a label.
fn tail(label: &Label) -> String {
    let Label::Visible { text, action } = label else { return "\"label\":null".to_owned() };
    let text = Value::from(text.as_str());
    let Some(action) = action else { return format!("\"label\":{text}") };
    let name = Value::from(action.name.as_str());
    let args: Value = action.args.iter().map(ToString::to_string).collect();
    let result = action.result.as_ref().map(|result| Value::from(result.to_string()));
    let result = result.map_or_else(String::new, |result| format!(",\"result\":{result}"));
    format!("\"label\":{text},\"name\":{name},\"args\":{args}{result}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Edge;
    use crate::graph::ids::LabelId;
    use crate::label::{Action, LabelTable};

    #[test]
    fn each_line_is_an_object() {
        let mut labels = LabelTable::default();
        let texts = ["read(\"a\\\"b\") -> {ok,1}", "no term (", "done"];
        let ids = texts.map(|text| labels.intern(text, || Action::parse(text)));
        let mut edges: Vec<_> =
            ids.map(|label| (StateId(0), Edge { label, target: StateId(1) })).into();
        edges.push((StateId(1), Edge { label: LabelId::TAU, target: StateId(0) }));
        let lts = Lts::new(StateId(0), 2, edges, labels).with_unexpanded(vec![false, true]);
        let mut out = Vec::new();
        write(&lts, &mut out).expect("a vector takes everything");
        let text = String::from_utf8(out).expect("UTF-8");
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        let head = json!({"initial": 0, "states": 2, "transitions": 4, "unexpanded": [1]});
        assert_eq!(lines[0], head);
        let read = json!({
            "from": 0, "to": 1, "label": texts[0], "name": "read", "args": ["\"a\\\"b\""], "result": "{ok,1}"
        });
        assert_eq!(lines[1], read);
        assert_eq!(lines[2], json!({"from": 0, "to": 1, "label": texts[1]}));
        assert_eq!(lines[3]["args"], json!([]));
        assert_eq!(lines[4], json!({"from": 1, "to": 0, "label": null}));
    }
}
