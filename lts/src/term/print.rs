//! Terms to text.
//!
//! Two styles: as Erlang's `io_lib:format("~0p", [T])` writes them, and a plain one for formats
//! that cannot hold quotes or letters beyond ASCII. Both are Erlang that reads back as the same
//! term, unless it has unknown values (`?1`), references (`#Ref<1>`) or process identifiers (`<1>`),
//! which Erlang cannot read. Maps are written in the order of their keys, as Erlang does up to 32 of them.

use std::fmt::{self, Write};

use num_bigint::BigInt;

use crate::term::Term;
use crate::term::chars::{is_bare_atom, is_printable};

/// How terms are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As Erlang writes them: lists of printable Latin-1 characters as strings.
    Erlang,
    /// Printable ASCII without `"`: strings as lists of integers, escapes in atoms.
    Plain,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_term(f, self, Style::Erlang)
    }
}

impl Term {
    /// The text of the term in printable ASCII without `"`.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write_term(&mut text, self, Style::Plain);
        text
    }
}

/// The text of an atom as Erlang writes it, in quotes where it needs them.
pub fn atom_text(name: &str) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_atom(&mut text, name, Style::Erlang);
    text
}

/// Writes a term. Iterative: deep terms do not exhaust the stack.
pub fn write_term(out: &mut dyn Write, term: &Term, style: Style) -> fmt::Result {
    let mut steps = vec![PrintStep::Term(term)];
    while let Some(step) = steps.pop() {
        match step {
            PrintStep::Text(text) => out.write_str(text)?,
            PrintStep::Term(Term::Integer(value)) => write!(out, "{value}")?,
            PrintStep::Term(Term::Float(value)) => write!(out, "{value}")?,
            PrintStep::Term(Term::Atom(name)) => write_atom(out, name.as_str(), style)?,
            PrintStep::Term(Term::Nil) => out.write_str("[]")?,
            PrintStep::Term(Term::List(items, tail)) => {
                match string_of(items, tail.as_deref(), style) {
                    Some(string) => write_quoted(out, &string, '"', style)?,
                    None => push_list(&mut steps, items, tail.as_deref()),
                }
            }
            PrintStep::Term(Term::Tuple(items)) => {
                steps.push(PrintStep::Text("}"));
                push_items(&mut steps, items);
                steps.push(PrintStep::Text("{"));
            }
            PrintStep::Term(Term::Map(entries)) => push_map(&mut steps, entries),
            PrintStep::Term(Term::Binary(bytes)) => match string_of(bytes, None, style) {
                Some(string) if !bytes.is_empty() => {
                    out.write_str("<<")?;
                    write_quoted(out, &string, '"', style)?;
                    out.write_str(">>")?;
                }
                _ => push_bits(&mut steps, bytes),
            },
            PrintStep::Term(Term::Fun(content)) => push_fun(&mut steps, content),
            PrintStep::Term(Term::Reference(number)) => write!(out, "#Ref<{number}>")?,
            PrintStep::Term(Term::Pid(number)) => write!(out, "<{number}>")?,
            PrintStep::Term(Term::Unknown(number)) => write!(out, "?{number}")?,
        }
    }
    Ok(())
}

/// Something that is still to be written; the next one last.
enum PrintStep<'a> {
    Term(&'a Term),
    Text(&'static str),
}

fn push_items<'a>(steps: &mut Vec<PrintStep<'a>>, items: &'a [Term]) {
    for (index, item) in items.iter().enumerate().rev() {
        steps.push(PrintStep::Term(item));
        if index > 0 {
            steps.push(PrintStep::Text(","));
        }
    }
}

fn push_bits<'a>(steps: &mut Vec<PrintStep<'a>>, parts: &'a [Term]) {
    steps.push(PrintStep::Text(">>"));
    match parts.split_last() {
        Some((Term::Tuple(pair), bytes)) if pair.len() == 2 => {
            steps.extend([
                PrintStep::Term(&pair[1]),
                PrintStep::Text(":"),
                PrintStep::Term(&pair[0]),
            ]);
            if !bytes.is_empty() {
                steps.push(PrintStep::Text(","));
            }
            push_items(steps, bytes);
        }
        _ => push_items(steps, parts),
    }
    steps.push(PrintStep::Text("<<"));
}

fn push_list<'a>(steps: &mut Vec<PrintStep<'a>>, items: &'a [Term], tail: Option<&'a Term>) {
    steps.push(PrintStep::Text("]"));
    if let Some(tail) = tail {
        steps.push(PrintStep::Term(tail));
        steps.push(PrintStep::Text("|"));
    }
    push_items(steps, items);
    steps.push(PrintStep::Text("["));
}

/// `#Fun<name/arity>`, and the values that it has taken along.
fn push_fun<'a>(steps: &mut Vec<PrintStep<'a>>, content: &'a Term) {
    steps.push(PrintStep::Text(">"));
    match content {
        Term::Tuple(parts) if parts.len() >= 2 => {
            for part in parts[2..].iter().rev() {
                steps.push(PrintStep::Term(part));
                steps.push(PrintStep::Text(","));
            }
            steps.push(PrintStep::Term(&parts[1]));
            steps.push(PrintStep::Text("/"));
            steps.push(PrintStep::Term(&parts[0]));
        }
        other => steps.push(PrintStep::Term(other)),
    }
    steps.push(PrintStep::Text("#Fun<"));
}

fn push_map<'a>(steps: &mut Vec<PrintStep<'a>>, entries: &'a [(Term, Term)]) {
    steps.push(PrintStep::Text("}"));
    for (index, (key, value)) in entries.iter().enumerate().rev() {
        steps.push(PrintStep::Term(value));
        steps.push(PrintStep::Text(" => "));
        steps.push(PrintStep::Term(key));
        if index > 0 {
            steps.push(PrintStep::Text(","));
        }
    }
    steps.push(PrintStep::Text("#{"));
}

/// The string that this list is written as, if it is.
fn string_of(items: &[Term], tail: Option<&Term>, style: Style) -> Option<String> {
    if style == Style::Plain || tail.is_some() {
        return None;
    }
    items
        .iter()
        .map(|item| match item {
            Term::Integer(value) => printable(value),
            _ => None,
        })
        .collect()
}

fn printable(value: &BigInt) -> Option<char> {
    let code = u8::try_from(value).ok()?;
    Some(char::from(code)).filter(|&c| is_printable(c))
}

/// Writes an atom, in quotes where it needs them.
pub(crate) fn write_atom(out: &mut dyn Write, name: &str, style: Style) -> fmt::Result {
    if is_bare_atom(name) && (style == Style::Erlang || name.is_ascii()) {
        out.write_str(name)
    } else {
        write_quoted(out, name, '\'', style)
    }
}

/// Writes a text in quotes, with the escapes of `io_lib`.
pub(crate) fn write_quoted(
    out: &mut dyn Write,
    text: &str,
    quote: char,
    style: Style,
) -> fmt::Result {
    out.write_char(quote)?;
    for c in text.chars() {
        match c {
            _ if c == quote || c == '\\' => write!(out, "\\{c}")?,
            '"' if style == Style::Plain => out.write_str("\\x{22}")?,
            ' '..='~' => out.write_char(c)?,
            '\u{8}' => out.write_str("\\b")?,
            '\t' => out.write_str("\\t")?,
            '\n' => out.write_str("\\n")?,
            '\u{b}' => out.write_str("\\v")?,
            '\u{c}' => out.write_str("\\f")?,
            '\r' => out.write_str("\\r")?,
            '\u{1b}' => out.write_str("\\e")?,
            '\u{7f}' => out.write_str("\\d")?,
            '\0'..='\u{9f}' => write!(out, "\\{:03o}", u32::from(c))?,
            '\u{a0}'..='\u{ff}' if style == Style::Erlang => out.write_char(c)?,
            _ => write!(out, "\\x{{{:X}}}", u32::from(c))?,
        }
    }
    out.write_char(quote)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Term {
        Term::string(text)
    }

    #[test]
    fn terms_are_written_as_erlang_writes_them() {
        let a = || Term::atom("a");
        let cases = [
            (string("a\"b\\\n'"), r#""a\"b\\\n'""#),
            (string("λ"), "[955]"),
            (string("\u{7f}"), "[127]"),
            (string("é"), "\"é\""),
            (Term::atom("a b'\"\u{1}"), r#"'a b\'"\001'"#),
            (Term::atom("λ"), "'\\x{3BB}'"),
            (Term::atom("and"), "'and'"),
            (Term::cons(a(), a()), "[a|a]"),
            (Term::Map(vec![(a(), Term::Nil), (Term::Nil, a())]), "#{a => [],[] => a}"),
            (Term::Tuple(vec![a(), Term::Tuple(vec![])]), "{a,{}}"),
            (Term::list(vec![Term::Unknown(1), Term::Unknown(12)]), "[?1,?12]"),
            (Term::Tuple(vec![Term::Pid(0.into()), Term::Reference(12.into())]), "{<0>,#Ref<12>}"),
        ];
        for (term, text) in cases {
            assert_eq!(term.to_string(), text);
        }
    }

    #[test]
    fn plain_text_has_no_quotes_and_is_ascii() {
        let cases = [
            (string("ab"), "[97,98]"),
            (Term::atom("say \"é\"\n"), r"'say \x{22}\x{E9}\x{22}\n'"),
            (Term::atom("é"), r"'\x{E9}'"),
            (Term::atom("\u{85}"), r"'\205'"),
        ];
        for (term, text) in cases {
            assert_eq!(term.plain(), text);
        }
    }
}
