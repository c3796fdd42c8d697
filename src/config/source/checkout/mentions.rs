//! Whether the text of a module speaks of another one, before anything of it is parsed.
//!
//! Input: a file, names. Output: whether one of them stands where a module or a process is called: `door:open()`, `door ! go`,
//! `gen_server:call(door, ..)`, `{door, open, []}`. A text may say so in a comment: that costs time, and nothing else.

use std::path::Path;

use crate::io::{asked, input};

/// Whether a file, unless it is larger than that, speaks of one of these names.
pub(super) fn mentions(path: &Path, names: &[&str], most: u64) -> bool {
    let is_small = asked::size(path).is_some_and(|size| size <= most);
    let text = if is_small { input::read(path).ok() } else { None };
    text.is_some_and(|read| names.iter().any(|name| speaks_of(&read.text, name)))
}

/// Whether a name stands in a text as that of a module or process that is called.
fn speaks_of(text: &str, name: &str) -> bool {
    let mut places = text.match_indices(name).map(|(at, _)| at);
    !name.is_empty() && places.any(|at| is_called(text, at, at + name.len()))
}

fn is_called(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end_matches('\'');
    let behind = text[end..].trim_start_matches('\'');
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@');
    if before.ends_with(is_part) || behind.starts_with(is_part) {
        return false;
    }
    let behind = behind.trim_start();
    behind.starts_with(['!', ':'])
        // What stands in a record, a macro or an attribute is not looked at here.
        || behind.starts_with(',') && before.trim_end().ends_with(['(', '{', ','])
        // The last part of `{global, door}` and `{via, syn, door}`.
        || behind.starts_with('}') && before.trim_end().ends_with(',')
        || behind.starts_with(')') && before.trim_end().ends_with("fun")
}
