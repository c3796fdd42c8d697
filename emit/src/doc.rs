//! A small document algebra: text that breaks its lines where they get too long.
//!
//! After Lindig's strict variant of Wadler's printer. A group is printed on one line if it fits with
//! what follows it up to the next place where the line may be broken.

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// Lines are indented no further, however deep things are nested.
const MAX_INDENT: usize = 24;

/// Closing parentheses between which a line is not broken.
const MAX_CLOSING: usize = 20;

/// Calls up to this length are not broken.
const MAX_SHORT: usize = 32;

/// A text with places where it may be broken.
#[derive(Clone, Debug)]
pub(super) enum Doc {
    /// Text without line breaks.
    Text(String),
    /// Documents one behind the other.
    Concat(Vec<Doc>),
    /// A line break, or this text where the group fits on the line.
    Break(&'static str),
    /// This text, or a line break where what follows does not fit on the line.
    Fill(&'static str),
    /// Broken lines inside are indented this much further.
    Nest(usize, Box<Doc>),
    /// All breaks directly inside are broken, or none.
    Group(Box<Doc>),
    /// A comment on a line of its own; stands where a line begins.
    Comment(String),
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

/// `name(a,b,c)`, broken behind the commas where it is not short; only the name where there are no arguments.
pub(super) fn call(name: &str, mut args: Vec<Doc>, comma: &'static str) -> Doc {
    if let Some(short) = short_call(name, &args, comma) {
        return text(short);
    }
    let (mut parts, mut end) = (Vec::new(), vec![text(")")]);
    match args.as_slice() {
        [] => return text(name),
        // A chain of calls has no commas.
        [Doc::Group(inner)] if matches!(&**inner, Doc::Concat(parts) if is_unary(parts)) => {
            parts.extend([Doc::Fill(""), args.remove(0)]);
            end.insert(0, Doc::Fill(""));
        }
        [Doc::Text(_)] => parts.push(args.remove(0)),
        // Broken only where the name and the start of the argument are too long for a line.
        [_] => parts.extend([Doc::Fill(""), args.remove(0)]),
        _ => {
            for (position, arg) in args.into_iter().enumerate() {
                if position > 0 {
                    parts.push(text(","));
                    parts.push(Doc::Fill(comma));
                }
                parts.push(arg);
            }
        }
    }
    let inner = [text(format!("{name}(")), nest(2, concat(parts))];
    group(concat(inner.into_iter().chain(end).collect()))
}

/// A call without places for a line break.
fn short_call(name: &str, args: &[Doc], comma: &str) -> Option<String> {
    let mut short = format!("{name}(");
    for (position, arg) in args.iter().enumerate() {
        let Doc::Text(arg) = arg else { return None };
        if position > 0 {
            short.push(',');
            short.push_str(comma);
        }
        short.push_str(arg);
    }
    short.push(')');
    (!args.is_empty() && short.len() <= MAX_SHORT).then_some(short)
}

/// Whether this is a call with one argument that has no place for a line break but in such calls.
fn is_unary(parts: &[Doc]) -> bool {
    let [Doc::Text(_), Doc::Nest(_, inner), ..] = parts else { return false };
    match &**inner {
        Doc::Concat(parts) => match parts.as_slice() {
            [Doc::Text(_)] => true,
            [Doc::Fill(_), Doc::Group(inner)] => {
                matches!(&**inner, Doc::Concat(parts) if is_unary(parts))
            }
            _ => false,
        },
        _ => false,
    }
}

/// `name(a,name(b,last(c)))` with all components below each other; `links` are the names with what
/// stands between their parentheses, but for the rest.
pub(super) fn chain(links: Vec<(&str, Doc)>, end: Doc, comma: &'static str) -> Doc {
    let n_links = links.len();
    let mut parts = Vec::new();
    for (name, item) in links {
        parts.push(text(format!("{name}(")));
        parts.push(nest(2, item));
        parts.push(text(","));
        parts.push(Doc::Fill(comma));
    }
    parts.push(end);
    parts.push(closing(n_links));
    group(nest(2, concat(parts)))
}

/// So many closing parentheses.
pub(super) fn closing(number: usize) -> Doc {
    let mut parts = Vec::new();
    for left in (0..number).rev() {
        parts.push(text(")"));
        if left > 0 && left % MAX_CLOSING == 0 {
            parts.push(Doc::Fill(""));
        }
    }
    concat(parts)
}

/// Parts with a separator and a place for a line break between them.
pub(super) fn separated(parts: impl IntoIterator<Item = String>, separator: &str) -> Doc {
    let mut docs: Vec<Doc> = Vec::new();
    for (position, part) in parts.into_iter().enumerate() {
        if position > 0 {
            docs.push(text(separator.trim_end()));
            docs.push(Doc::Fill(if separator.ends_with(' ') { " " } else { "" }));
        }
        docs.push(text(part));
    }
    concat(docs)
}

/// A comment that is cut off where the line ends.
pub(super) fn comment(text: &str, column: usize) -> String {
    let room = WIDTH.saturating_sub(column + 2);
    if text.chars().count() <= room {
        return format!("% {text}");
    }
    let start: String = text.chars().take(room.saturating_sub(2)).collect();
    format!("% {}..", start.trim_end())
}

/// What is still to be printed: its indentation, whether on one line.
type Pending<'d> = Vec<(usize, bool, &'d Doc)>;

impl Doc {
    /// The text, starting in this column; no line ends in a blank.
    pub(super) fn render(&self, column: usize) -> String {
        let mut out = String::new();
        let mut column = column;
        let mut pending: Pending<'_> = vec![(column, false, self)];
        while let Some((indent, flat, doc)) = pending.pop() {
            match doc {
                Self::Text(text) => {
                    out.push_str(text);
                    column += text.chars().count();
                }
                Self::Concat(parts) => {
                    pending.extend(parts.iter().rev().map(|part| (indent, flat, part)));
                }
                Self::Break(blank) | Self::Fill(blank) if flat => {
                    out.push_str(blank);
                    column += blank.len();
                }
                Self::Fill(blank) if fits(WIDTH.saturating_sub(column), doc, &pending) => {
                    out.push_str(blank);
                    column += blank.len();
                }
                Self::Break(_) | Self::Fill(_) => column = new_line(&mut out, indent),
                Self::Nest(more, inner) => {
                    pending.push(((indent + more).min(MAX_INDENT.max(indent)), flat, inner));
                }
                Self::Group(inner) => {
                    let fits = flat || fits(WIDTH.saturating_sub(column), inner, &pending);
                    pending.push((indent, fits, inner));
                }
                Self::Comment(text) => {
                    out.push_str(&comment(text, column));
                    column = new_line(&mut out, indent);
                }
            }
        }
        out
    }
}

fn new_line(out: &mut String, indent: usize) -> usize {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    indent
}

/// Whether this fits into so many columns on one line, with what follows up to the next break.
fn fits(width: usize, doc: &Doc, rest: &Pending<'_>) -> bool {
    let mut left = width;
    let mut inner = vec![(true, std::slice::from_ref(doc).iter())];
    let mut rest = rest.iter().rev();
    loop {
        let Some((flat, docs)) = inner.last_mut() else {
            let Some((_, flat, doc)) = rest.next() else { return true };
            inner.push((*flat, std::slice::from_ref(*doc).iter()));
            continue;
        };
        let flat = *flat;
        let needed = match docs.next() {
            None => {
                inner.pop();
                0
            }
            Some(Doc::Text(text)) => text.chars().count(),
            Some(Doc::Break(_) | Doc::Fill(_)) if !flat => return true,
            Some(Doc::Break(blank) | Doc::Fill(blank)) => blank.len(),
            Some(Doc::Concat(parts)) => {
                inner.push((flat, parts.iter()));
                0
            }
            Some(Doc::Nest(_, doc) | Doc::Group(doc)) => {
                inner.push((flat, std::slice::from_ref(&**doc).iter()));
                0
            }
            Some(Doc::Comment(_)) => return !flat,
        };
        match left.checked_sub(needed) {
            Some(rest) => left = rest,
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_where_they_get_too_long() {
        let names = |n: usize| (0..n).map(|number| text(format!("Argument{number}"))).collect();
        assert_eq!(call("f", names(3), " ").render(0), "f(Argument0, Argument1, Argument2)");
        let deep = (0..60).fold(text("X"), |inner, _| call("tl", vec![inner], ""));
        let wide = call("f", vec![call("g", names(20), ""), deep], "");
        let printed = concat(vec![wide, text(" =")]).render(5);
        assert!(printed.lines().all(|line| line.len() <= WIDTH), "{printed}");
        assert!(printed.lines().all(|line| !line.ends_with(' ')), "{printed}");
    }

    #[test]
    fn nested_lists_stay_in_their_columns() {
        let links =
            (0..200).map(|number| ("cons", call("int", vec![text(number.to_string())], "")));
        let printed = chain(links.collect(), text("nil"), "").render(4);
        let column = |line: &str| line.len() - line.trim_start().len();
        let stays = |line: &str| line.len() <= WIDTH && column(line) <= 6;
        assert!(printed.lines().all(stays), "{printed}");
    }

    #[test]
    fn long_comments_are_cut_off() {
        assert_eq!(comment("short", 10), "% short");
        assert_eq!(comment(&"x".repeat(200), 10).len(), WIDTH - 10);
    }
}
