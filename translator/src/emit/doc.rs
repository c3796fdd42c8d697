//! A small document algebra: text that breaks its lines where they get too long.
//!
//! After Lindig's strict variant of Wadler's printer. A group is printed on one line if it fits.

/// Columns of a line.
const WIDTH: usize = 100;

/// A text with places where it may be broken.
#[derive(Clone, Debug)]
pub(super) enum Doc {
    /// Text without line breaks.
    Text(String),
    /// One after the other.
    Concat(Vec<Doc>),
    /// A line break, or this text where the group fits on the line.
    Break(&'static str),
    /// Broken lines inside are indented this much further.
    Nest(usize, Box<Doc>),
    /// All breaks directly inside are broken, or none.
    Group(Box<Doc>),
}

pub(super) fn text(text: impl Into<String>) -> Doc {
    Doc::Text(text.into())
}

pub(super) fn concat(parts: Vec<Doc>) -> Doc {
    Doc::Concat(parts)
}

pub(super) fn group(doc: Doc) -> Doc {
    Doc::Group(Box::new(doc))
}

pub(super) fn nest(indent: usize, doc: Doc) -> Doc {
    Doc::Nest(indent, Box::new(doc))
}

/// `name(a,b,c)`, broken behind the commas; only the name where there are no arguments.
pub(super) fn call(name: &str, args: Vec<Doc>, comma: &'static str) -> Doc {
    if args.is_empty() {
        return text(name);
    }
    let mut parts = Vec::new();
    for (position, arg) in args.into_iter().enumerate() {
        if position > 0 {
            parts.push(text(","));
            parts.push(Doc::Break(comma));
        }
        parts.push(arg);
    }
    group(concat(vec![text(format!("{name}(")), nest(2, concat(parts)), text(")")]))
}

impl Doc {
    /// The text, starting in this column; no line ends in a blank.
    pub(super) fn render(&self, column: usize) -> String {
        let mut out = String::new();
        let mut column = column;
        let mut pending: Vec<(usize, bool, &Doc)> = vec![(column, false, self)];
        while let Some((indent, flat, doc)) = pending.pop() {
            match doc {
                Self::Text(text) => {
                    out.push_str(text);
                    column += text.chars().count();
                }
                Self::Concat(parts) => {
                    pending.extend(parts.iter().rev().map(|part| (indent, flat, part)));
                }
                Self::Break(blank) if flat => {
                    out.push_str(blank);
                    column += blank.len();
                }
                Self::Break(_) => {
                    out.truncate(out.trim_end_matches(' ').len());
                    out.push('\n');
                    out.push_str(&" ".repeat(indent));
                    column = indent;
                }
                Self::Nest(more, inner) => pending.push((indent + more, flat, inner)),
                Self::Group(inner) => {
                    let fits = flat || inner.fits(WIDTH.saturating_sub(column));
                    pending.push((indent, fits, inner));
                }
            }
        }
        out
    }

    /// Whether the text fits into this many columns on one line.
    fn fits(&self, width: usize) -> bool {
        let mut left = width;
        let mut pending = vec![self];
        while let Some(doc) = pending.pop() {
            let needed = match doc {
                Self::Text(text) => text.chars().count(),
                Self::Break(blank) => blank.len(),
                Self::Concat(parts) => {
                    pending.extend(parts.iter().rev());
                    0
                }
                Self::Nest(_, inner) | Self::Group(inner) => {
                    pending.push(inner);
                    0
                }
            };
            match left.checked_sub(needed) {
                Some(rest) => left = rest,
                None => return false,
            }
        }
        true
    }
}
