//! Labels and values as they stand in files whose texts have no escapes.
//!
//! Input: labels, or any text. Output: printable ASCII without `"`; labels that were read from a file come
//! back as they stand there, byte for byte.

use std::fmt::Write as _;

use super::TauName;
use crate::label::{Encoding, Label, LabelTable};

/// The labels of a table as they stand in an `.aut` file, by number; with `is_quotable`, a `"` in them
/// does not end them.
pub(crate) fn labels(labels: &LabelTable, tau: TauName, is_quotable: bool) -> Vec<Vec<u8>> {
    let encoding = labels.encoding();
    labels.passing().map(|label| written(&label, encoding, tau, is_quotable)).collect()
}

/// A label as it stands in a file.
pub(crate) fn written(
    label: &Label,
    encoding: Option<Encoding>,
    tau: TauName,
    is_quotable: bool,
) -> Vec<u8> {
    let kept = |text: &str| {
        let is_kept = text != tau.text() && (is_quotable || !text.contains('"'));
        encoding.filter(|_| is_kept).and_then(|encoding| encoded(text, encoding))
    };
    match label.text().and_then(kept) {
        Some(text) => [b"\"", text.as_slice(), b"\""].concat(),
        None => ours(label, tau).into_bytes(),
    }
}

/// A text that stands in one line, in this encoding, if it can.
fn encoded(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    if text.contains(['\n', '\r', '\0']) {
        return None;
    }
    match encoding {
        Encoding::Utf8 => Some(text.as_bytes().to_vec()),
        Encoding::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect(),
    }
}

/// A label of our own.
fn ours(label: &Label, tau: TauName) -> String {
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
