//! The words of a text, as far as macros need them.

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme<'t> {
    /// A name or a keyword.
    Word(&'t str),
    /// A single character.
    Symbol(char),
    /// Blanks, comments, labels and regular expressions.
    Other,
}

/// A piece with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanned<'t> {
    pub(super) lexeme: Lexeme<'t>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The piece that starts at an offset; none at the end.
pub(super) fn scan(text: &str, start: usize) -> Option<Scanned<'_>> {
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let until = |end: Option<usize>| end.unwrap_or(rest.len());
    let (length, is_other) = match first {
        '%' => (until(rest.find('\n')), true),
        '(' if rest.starts_with("(*") => (until(rest.find("*)").map(|at| at + 2)), true),
        '"' | '\'' => (until(rest[1..].find([first, '\n']).map(|at| at + 2)), true),
        _ if first.is_whitespace() => (until(rest.find(|c: char| !c.is_whitespace())), true),
        _ if is_word_start(first) => {
            let length = until(rest.find(|c: char| !is_word(c)));
            let lexeme = Lexeme::Word(&rest[..length]);
            return Some(Scanned { lexeme, start, end: start + length });
        }
        _ => (first.len_utf8(), false),
    };
    let lexeme = if is_other { Lexeme::Other } else { Lexeme::Symbol(first) };
    Some(Scanned { lexeme, start, end: start + length })
}

/// The first piece at or behind an offset that is neither blank nor comment.
pub(super) fn next(text: &str, mut at: usize) -> Option<Scanned<'_>> {
    loop {
        let scanned = scan(text, at)?;
        let skipped = scanned.lexeme == Lexeme::Other && !text[at..].starts_with(['"', '\'']);
        if !skipped {
            return Some(scanned);
        }
        at = scanned.end;
    }
}

fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '@')
}
