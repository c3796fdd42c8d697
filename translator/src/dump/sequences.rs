//! Segments: what `sequences` gives.

use std::fmt::Write as _;

use super::Tables;
use super::graphs::{function, function_name};
use super::terms::Terms;
use crate::sequences::{Cut, Outcome, SegmentArg, Sequence, SequenceEnd, Shown, Split};
use model::expr::atom::quoted;
use model::index::Idx as _;
use model::{FunctionRole, VarId};

/// The segments of a callback, each with its decisions and its action sequences.
pub(crate) fn sequences(role: &FunctionRole, split: &Split, tables: &Tables) -> String {
    let title = function_name(role, tables);
    let mut text = String::new();
    for (number, segment) in split.segments.iter().enumerate() {
        let _ = write!(text, "segment {number} of {title} ");
        text.push_str(&function(&segment.function, tables));
        for sequence in &segment.sequences {
            let _ = writeln!(text, "  sequence {}", written(sequence, split, tables));
            if let SequenceEnd::Continue(cut) | SequenceEnd::Enter(cut) = sequence.end {
                let terms = Terms::new(tables, &segment.function.vars);
                goes_on(&mut text, &split.cuts[cut], &terms);
            }
        }
    }
    text
}

/// Its index, its actions and how it ends.
fn written(sequence: &Sequence, split: &Split, tables: &Tables) -> String {
    let mut parts: Vec<String> = sequence
        .steps
        .iter()
        .map(|step| {
            let [module, function] = [&step.module, &step.function].map(|n| quoted(n.as_str()));
            format!("{module}:{function}/{}", step.arity)
        })
        .collect();
    parts.push(match sequence.end {
        SequenceEnd::Next => "next state".to_owned(),
        SequenceEnd::NextTimeout => "next state, timeout".to_owned(),
        SequenceEnd::Stop => "stop".to_owned(),
        SequenceEnd::StopAnswer => "stop, answer".to_owned(),
        SequenceEnd::StopReply(client) => format!("stop, reply to client {}", client + 1),
        SequenceEnd::Done => "done".to_owned(),
        SequenceEnd::Crash => "crash".to_owned(),
        SequenceEnd::Break => "break".to_owned(),
        SequenceEnd::StartFailed => "start failed".to_owned(),
        SequenceEnd::StartIgnored => "start ignored".to_owned(),
        SequenceEnd::Continue(cut) => format!("cut {}", cut.index()),
        SequenceEnd::Enter(cut) => {
            let procedure = split.cuts[cut].procedure;
            let name = procedure.map_or(String::new(), |procedure| tables.procedure(procedure));
            format!("cut {}, call {name}", cut.index())
        }
        SequenceEnd::Become(procedure) => format!("become {}", tables.procedure(procedure)),
        SequenceEnd::Return => "return".to_owned(),
        SequenceEnd::Refused => "refused".to_owned(),
    });
    format!("{}: {}", sequence.index, parts.join(", "))
}

fn goes_on(text: &mut String, cut: &Cut, terms: &Terms<'_>) {
    for outcome in &cut.outcomes {
        let shown = match &outcome.shown {
            Shown::Nothing => "returns".to_owned(),
            Shown::Value(value) => format!("returns {}", terms.expr(value)),
            Shown::Unknown(_) => "returns anything".to_owned(),
            Shown::After => "gives up".to_owned(),
            Shown::Timer => "returns a reference".to_owned(),
            Shown::Mail(_) => "returns a message of its own".to_owned(),
            Shown::Raise(class, reason) => {
                format!("raises {} {}", class.name(), terms.expr(reason))
            }
        };
        let _ = writeln!(text, "    {shown}: segment {}", target(outcome, &cut.live, terms));
    }
}

fn target(outcome: &Outcome, live: &[VarId], terms: &Terms<'_>) -> String {
    let args: Vec<String> = outcome
        .args
        .iter()
        .map(|arg| match arg {
            SegmentArg::Live(number) => {
                live.get(*number).map_or("?".to_owned(), |&var| terms.var(var))
            }
            SegmentArg::Result => "its result".to_owned(),
        })
        .collect();
    format!("{} ({})", outcome.segment.0, args.join(", "))
}
