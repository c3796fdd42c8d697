//! Terms as a running node writes them, as terms of ours.

use std::borrow::Cow;

use frontend::FileId;
use lts::Term;
use lts::term::parse::parse_term;

/// A term that ends with the text, or with a full stop there.
pub(crate) fn term(text: &str) -> Option<Term> {
    parse_term(FileId(0), &readable(text.trim())).value
}

/// The text with identities as our terms have them: `<0.83.0>` is `<83>`, `#Ref<0.1.2.3>` a number; funs and ports are atoms.
pub(crate) fn readable(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '#']) {
        return Cow::Borrowed(text);
    }
    let (mut out, mut rest, mut quote) = (String::with_capacity(text.len()), text, None);
    while let Some(c) = rest.chars().next() {
        if let Some((length, written)) = quote.is_none().then(|| identity(rest)).flatten() {
            out.push_str(&written);
            rest = &rest[length..];
            continue;
        }
        let mut length = c.len_utf8();
        match (quote, c) {
            (Some(_), '\\') => length += rest[1..].chars().next().map_or(0, char::len_utf8),
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    Cow::Owned(out)
}

/// The identity that a text begins with, as its length and as we write it.
fn identity(text: &str) -> Option<(usize, String)> {
    let kind = ["#Ref", "#Fun", "#Port", ""].into_iter().find(|kind| {
        text.strip_prefix(kind).is_some_and(|inside| {
            inside.starts_with('<')
                && (!kind.is_empty() || inside[1..].starts_with(|c: char| c.is_ascii_digit()))
        })
    })?;
    let inside = &text[kind.len() + 1..];
    let end = inside.find('>')?;
    let (numbers, length) = (&inside[..end], kind.len() + end + 2);
    let is_number = numbers.chars().all(|c| c.is_ascii_digit() || c == '.');
    let written = match kind {
        "" if is_number => {
            format!("<{}>", numbers.split('.').nth(1).filter(|part| !part.is_empty())?)
        }
        "#Ref" if is_number => format!("#Ref<{}>", numbers.replace('.', "")),
        "#Fun" | "#Port" => format!("'{kind}<{}>'", numbers.replace('\'', "")),
        _ => return None,
    };
    Some((length, written))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_of_a_node_are_read() {
        let cases = [
            ("{<0.83.0>,a}", "{<83>,a}"),
            ("[#Ref<0.12.3.4>]", "[#Ref<01234>]"),
            ("#Fun<door.0.1>", "'#Fun<door.0.1>'"),
            ("\"<0.1.2>\"", "\"<0.1.2>\""),
            ("'a#Ref<1.2>'", "'a#Ref<1.2>'"),
            ("<<1,2>>", "<<1,2>>"),
            ("#{a=><0.5.0>}", "#{a=><5>}"),
            ("\"\\\"<0.1.2>\"", "\"\\\"<0.1.2>\""),
        ];
        for (text, expected) in cases {
            assert_eq!(readable(text), expected);
        }
        assert!(term("{<0.83.0>,#Ref<0.1.2.3>,#Fun<a.1.2>,#Port<0.5>}").is_some());
        assert!(term("<0.>").is_none() && term("#Ref<").is_none() && term("").is_none());
    }
}
