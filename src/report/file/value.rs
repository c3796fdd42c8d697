//! Values of JSON, and their text.
//!
//! Input: a value. Output: text in UTF-8, keys in the order in which they stand, quotes, backslashes and control characters escaped.

use std::fmt::Write as _;

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(usize),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
    /// Many numbers.
    Numbers(Vec<u32>),
    /// A value that is written already.
    Written(String),
}

impl Json {
    /// The value as a file of its own.
    pub(super) fn text_of_file(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out.push('\n');
        out
    }

    /// The value as a part of a page, without blanks: what would end a script there, or begin anything, stands as a number.
    pub(super) fn text_of_page(&self) -> String {
        let mut out = String::new();
        self.compact(&mut out);
        let mut safe = String::with_capacity(out.len());
        for character in out.chars() {
            match character {
                '<' | '>' | '&' => {
                    let _ = write!(safe, "\\u{:04x}", u32::from(character));
                }
                other => safe.push(other),
            }
        }
        safe
    }

    fn compact(&self, out: &mut String) {
        let between = |out: &mut String, number: usize| {
            if number > 0 {
                out.push(',');
            }
        };
        match self {
            Self::List(items) => {
                out.push('[');
                for (number, item) in items.iter().enumerate() {
                    between(out, number);
                    item.compact(out);
                }
                out.push(']');
            }
            Self::Object(entries) => {
                out.push('{');
                for (number, (key, value)) in entries.iter().enumerate() {
                    between(out, number);
                    quoted(key, out);
                    out.push(':');
                    value.compact(out);
                }
                out.push('}');
            }
            other => other.write(out, 0),
        }
    }

    /// A text as a value.
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Writes the value; what it consists of is on lines of its own, indented.
    fn write(&self, out: &mut String, depth: usize) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(value) => {
                let _ = write!(out, "{value}");
            }
            Self::Text(text) => quoted(text, out),
            Self::Written(text) => out.push_str(text),
            Self::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                let _ = write!(out, "[{}]", numbers.join(","));
            }
            Self::List(items) => {
                let items = items.iter().map(|item| (None, item));
                block(out, depth, ('[', ']'), items);
            }
            Self::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| (Some(*key), value));
                block(out, depth, ('{', '}'), entries);
            }
        }
    }
}

fn block<'j>(
    out: &mut String,
    depth: usize,
    (open, close): (char, char),
    items: impl ExactSizeIterator<Item = (Option<&'static str>, &'j Json)>,
) {
    out.push(open);
    let is_empty = items.len() == 0;
    for (number, (key, value)) in items.enumerate() {
        out.push_str(if number == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(depth + 1));
        if let Some(key) = key {
            quoted(key, out);
            out.push_str(": ");
        }
        value.write(out, depth + 1);
    }
    if !is_empty {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    }
    out.push(close);
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            control if control.is_control() || matches!(control, '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
