//! Labels and values as they stand in files whose texts have no escapes.
//!
//! Input: a label, or any text. Output: printable ASCII without `"`.

use std::fmt::Write as _;

use super::TauName;
use crate::label::Label;

/// A label as it stands in an `.aut` file.
pub(crate) fn label(label: &Label, tau: TauName) -> String {
    let Label::Visible { text, action } = label else {
        return match tau {
            TauName::I => tau.text().to_owned(),
            TauName::Tau => format!("\"{}\"", tau.text()),
        };
    };
    if text == tau.text() {
        return format!("\"{text}()\"");
    }
    if text.chars().all(is_safe) {
        return format!("\"{text}\"");
    }
    match action {
        Some(action) if action.to_string() == *text => format!("\"{}\"", action.plain()),
        _ => format!("\"{}\"", escaped(text)),
    }
}

fn is_safe(c: char) -> bool {
    matches!(c, ' '..='~') && c != '"'
}

/// A text in which `\\x{22}` stands for what cannot be written.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_safe(c) {
            escaped.push(c);
        } else {
            // Writing to a string does not fail.
            let _ = write!(escaped, "\\x{{{:X}}}", u32::from(c));
        }
    }
    escaped
}
