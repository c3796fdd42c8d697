//! Labels in a block: those that are new, in the order of their numbers.
//!
//! In front stands the number of the first one. A label is a byte (0 the internal action, 1 a text, 2 a text that is an action as Erlang writes it), then its
//! length and its text.

use lts::label::{Action, Label, LabelTable};

use super::{Broken, pop_short, push_short};

const TAU: u8 = 0;
const TEXT: u8 = 1;
const ACTION: u8 = 2;

/// The labels from this number on.
pub(crate) fn label_block(labels: &LabelTable, first: usize) -> Vec<u8> {
    let mut out = Vec::new();
    push_short(&mut out, u32::try_from(first).unwrap_or(u32::MAX));
    for (_, label) in labels.iter().skip(first) {
        match label {
            Label::Tau => out.push(TAU),
            Label::Visible { text, action } => {
                let is_plain = action.as_ref().is_some_and(|action| action.to_string() == *text);
                out.push(if is_plain { ACTION } else { TEXT });
                push_short(&mut out, u32::try_from(text.len()).unwrap_or(u32::MAX));
                out.extend(text.as_bytes());
            }
        }
    }
    out
}

/// The labels of a block, and the number of the first one.
pub(crate) fn labels_of(mut bytes: &[u8]) -> Result<(usize, Vec<Label>), Broken> {
    let mut labels = Vec::new();
    let first = pop_short(&mut bytes)? as usize;
    while let Some((&kind, rest)) = bytes.split_first() {
        bytes = rest;
        if kind == TAU {
            labels.push(Label::Tau);
            continue;
        }
        let n_bytes = pop_short(&mut bytes)? as usize;
        let (text, rest) = bytes.split_at_checked(n_bytes).ok_or(Broken::Garbled)?;
        bytes = rest;
        let text = str::from_utf8(text).map_err(|_| Broken::Garbled)?.to_owned();
        let action = match kind {
            TEXT => None,
            ACTION => Action::parse(&text),
            _ => return Err(Broken::Garbled),
        };
        labels.push(Label::Visible { text, action });
    }
    Ok((first, labels))
}
