//! The two kinds of lines of an `.aut` file.

use frontend::diagnostic::Diagnostic;
use frontend::source::{FileId, Span};

use crate::codes;
use crate::graph::ids::StateId;

/// A line without its end, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The file.
    pub(crate) file: FileId,
    /// Offset of the first byte.
    pub(crate) start: usize,
    /// The text.
    pub(crate) text: &'a str,
}

impl Line<'_> {
    /// The line without blanks around it.
    pub(crate) fn trim(self) -> Self {
        let kept = self.text.trim_start();
        let start = self.start + self.text.len() - kept.len();
        Self { start, text: kept.trim_end(), ..self }
    }

    /// The place of the line.
    pub(crate) fn span(&self) -> Span {
        let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Span::new(self.file, offset(self.start), offset(self.start + self.text.len()))
    }
}

/// The first line of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    /// Initial state.
    pub(crate) initial: u64,
    /// Number of transitions.
    pub(crate) n_transitions: u64,
    /// Number of states.
    pub(crate) n_states: u64,
}

/// Reads `des (initial, transitions, states)`.
pub(crate) fn header(line: Line<'_>) -> Result<Header, Diagnostic> {
    let error = |message: &str| Diagnostic::error(codes::AUT_HEADER, message, line.span());
    let numbers = line.text.strip_prefix("des").and_then(|rest| parenthesized(rest.trim_start()));
    let Some(numbers) = numbers else {
        return Err(error("this is no header")
            .with_help("the first line is `des (initial state, transitions, states)`"));
    };
    let parts: Vec<&str> = numbers.split(',').map(str::trim).collect();
    if parts.contains(&"?") {
        return Err(error("the header leaves numbers open")
            .with_help("whatever wrote this file did not finish it; write the numbers for `?`"));
    }
    match parts.iter().map(|part| number(part)).collect::<Option<Vec<u64>>>().as_deref() {
        Some(&[initial, n_transitions, n_states]) => {
            Ok(Header { initial, n_transitions, n_states })
        }
        _ => Err(error("the header needs three numbers: initial state, transitions, states")),
    }
}

/// Reads `(from, label, to)`: the label stands between the first and the last comma.
pub(crate) fn transition(line: Line<'_>) -> Result<(u64, &str, u64), Diagnostic> {
    let error = |message: &str| Diagnostic::error(codes::AUT_LINE, message, line.span());
    let parts = parenthesized(line.text).and_then(|inner| {
        let (from, rest) = inner.split_once(',')?;
        let (label, to) = rest.rsplit_once(',')?;
        Some((from.trim(), label.trim(), to.trim()))
    });
    let Some((from, label, to)) = parts else {
        return Err(error("this is no transition").with_help("one is `(from, \"label\", to)`"));
    };
    let (Some(from), Some(to)) = (number(from), number(to)) else {
        return Err(error("a transition goes from a state number to a state number"));
    };
    let label = match label.strip_prefix('"') {
        None if label.is_empty() => return Err(error("this transition has no label")),
        None => label,
        Some(inner) => {
            inner.strip_suffix('"').ok_or_else(|| error("the quote of this label is not closed"))?
        }
    };
    Ok((from, label, to))
}

/// Checks a state number against the header.
pub(crate) fn state(line: Line<'_>, number: u64, header: &Header) -> Result<StateId, Diagnostic> {
    let n_states = header.n_states;
    let too_large = || {
        let message = format!("state {number} is out of range: the header announces {n_states}");
        Diagnostic::error(codes::AUT_STATE, message, line.span())
    };
    if number >= n_states {
        return Err(too_large());
    }
    u32::try_from(number).map(StateId).map_err(|_| too_large())
}

fn parenthesized(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')')
}

fn number(text: &str) -> Option<u64> {
    if text.starts_with('+') { None } else { text.parse().ok() }
}
