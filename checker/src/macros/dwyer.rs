//! Dwyer's property patterns as text: `response(cmd(pay), serve) after cmd(on)`.
//!
//! Input: the name of a pattern, its actions in the order in which they happen, a scope. Output: the
//! formula that the library `patterns.mcl` has for it.

use frontend::{Diagnostic, FileId};

use super::definitions::Definitions;
use super::scan::{Lexeme, next, scan};
use super::{Expanded, Libraries, Source, expand};
use crate::codes;

const LIBRARY: &str = "patterns.mcl";

/// The patterns, with the number of their actions.
const PATTERNS: [(&str, usize); 10] = [
    ("absence", 1),
    ("existence", 1),
    ("bounded_existence", 1),
    ("universality", 1),
    ("precedence", 2),
    ("response", 2),
    ("precedence_chain_1", 3),
    ("precedence_chain_2", 3),
    ("response_chain_1", 3),
    ("response_chain_2", 3),
];

/// The formula of a pattern.
pub(crate) fn expand_pattern(
    file: FileId,
    text: &str,
    load: &mut Libraries<'_>,
) -> Result<Expanded, Diagnostic> {
    let source = Source { file, offset: 0, text: text.to_owned() };
    let Some((name, name_end)) = word_at(text, 0) else {
        return Err(error(&source, 0, "expected the name of a pattern"));
    };
    let start = name_end - name.len();
    let Some(&(_, n_actions)) = PATTERNS.iter().find(|(pattern, _)| *pattern == name) else {
        return Err(unknown(&source, name, start));
    };
    let (mut actions, end) = expand::arguments(&source, name_end)?;
    if actions.len() != n_actions {
        let message = format!(
            "the pattern `{name}` speaks of {n_actions} actions, here are {}",
            actions.len()
        );
        let span = source.span(start, end.max(name_end));
        return Err(Diagnostic::error(codes::PATTERN, message, span));
    }
    let (scope, more) = scope(&source, end)?;
    actions.extend(more);
    let mut definitions = Definitions::default();
    let library = load(LIBRARY).map(|(file, text)| Source { file, offset: 0, text });
    if let Some(library) = library {
        definitions.read(&library, load)?;
    }
    let name = format!("{}_{scope}", name.to_uppercase());
    expand::apply(&name, &actions, &source, &definitions.macros)
}

/// The scope that stands behind a pattern, and its actions.
fn scope(source: &Source, at: usize) -> Result<(&'static str, Vec<Source>), Diagnostic> {
    let text = &source.text;
    let Some(first) = next(text, at) else {
        return Ok(("GLOBALLY", Vec::new()));
    };
    let Lexeme::Word(word) = first.lexeme else {
        return Err(error(source, first.start, "expected a scope behind the pattern"));
    };
    let rest = |from: usize| source.part(from, text.len());
    match word {
        "globally" => match next(text, first.end) {
            None => Ok(("GLOBALLY", Vec::new())),
            Some(scanned) => Err(error(source, scanned.start, "nothing follows `globally`")),
        },
        "before" => Ok(("BEFORE", vec![action(rest(first.end))?])),
        "between" => {
            let Some((start, end)) = find(text, first.end, "and") else {
                return Err(error(source, text.len(), "expected `and` in `between Q and R`"));
            };
            let (q, r) = (source.part(first.end, start), rest(end));
            Ok(("BETWEEN", vec![action(q)?, action(r)?]))
        }
        "after" => match find(text, first.end, "until") {
            None => Ok(("AFTER", vec![action(rest(first.end))?])),
            Some((start, end)) => {
                let (q, r) = (source.part(first.end, start), rest(end));
                Ok(("AFTER_UNTIL", vec![action(q)?, action(r)?]))
            }
        },
        _ => Err(error(source, first.start, "expected a scope behind the pattern")),
    }
}

/// An action, which is not empty.
fn action(source: Source) -> Result<Source, Diagnostic> {
    match next(&source.text, 0) {
        Some(_) => Ok(source),
        None => Err(error(&source, source.text.len(), "expected an action")),
    }
}

/// Where a word stands outside of brackets.
fn find(text: &str, mut at: usize, wanted: &str) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    loop {
        let scanned = scan(text, at)?;
        at = scanned.end;
        match scanned.lexeme {
            Lexeme::Word(word) if word == wanted && depth == 0 => {
                return Some((scanned.start, scanned.end));
            }
            Lexeme::Symbol('(' | '[' | '{') => depth += 1,
            Lexeme::Symbol(')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

fn word_at(text: &str, at: usize) -> Option<(&str, usize)> {
    match next(text, at)? {
        word if matches!(word.lexeme, Lexeme::Word(_)) => {
            Some((&text[word.start..word.end], word.end))
        }
        _ => None,
    }
}

fn unknown(source: &Source, name: &str, start: usize) -> Diagnostic {
    let names: Vec<&str> = PATTERNS.iter().map(|(name, _)| *name).collect();
    let message = format!("there is no pattern `{name}`");
    let span = source.span(start, start + name.len());
    let near = names.iter().min_by_key(|pattern| strsim::levenshtein(pattern, name));
    let is_close = |near: &&&str| strsim::levenshtein(near, name) <= 3;
    let help = match near.filter(is_close) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("patterns are {}", names.join(", ")),
    };
    Diagnostic::error(codes::PATTERN, message, span).with_help(help)
}

fn error(source: &Source, at: usize, message: &str) -> Diagnostic {
    let end = next(&source.text, at).map_or(at, |scanned| scanned.end);
    Diagnostic::error(codes::PATTERN, message, source.span(at.min(end), end)).with_help(
        "a pattern is written `response(P, S)`, then `globally`, `before R`, `after Q`, \
         `between Q and R` or `after Q until R`",
    )
}
