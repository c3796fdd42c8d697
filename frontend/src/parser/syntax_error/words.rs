//! What was expected, in words of the trade.
//!
//! Input: the terminals that would have fitted. Output: a phrase with at most five of them; groups
//! of terminals have one word. Empty where a phrase would not help.

use super::Slip;
use crate::lexer::token::{Lexeme, Token};

/// Most things that a message says were expected.
const MAX_EXPECTED: usize = 5;

/// Tokens that begin expressions, patterns or types.
const STARTERS: &[&str] = &[
    "atom",
    "variable",
    "integer",
    "character",
    "float",
    "string",
    "sigil",
    "maybe",
    "begin",
    "case",
    "if",
    "fun",
    "receive",
    "try",
    "catch",
    "not",
    "bnot",
    "(",
    "[",
    "{",
    "<<",
    "#",
    "+",
    "-",
];

/// Tokens that continue an expression.
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "div", "rem", "band", "and", "bor", "bxor", "bsl", "bsr", "or", "xor",
    "++", "--", "==", "/=", "=<", "<", ">=", ">", "=:=", "=/=", "andalso", "orelse", "!", "=",
];

/// Tokens that continue an expression and are not worth a word.
const CLUTTER: &[&str] = &["#", ":", "string", "(", "||", "&&", "?=", "..", "::"];

/// What was expected, as a phrase; empty if that would not help.
pub(super) fn expected(slip: &Slip<'_>) -> String {
    if slip.at == 0 && slip.expects("atom") && !slip.expects("variable") {
        return "the name of a function, or `-` and the name of an attribute".to_owned();
    }
    let mut names = slip.expected.clone();
    let mut words: Vec<String> = Vec::new();
    let operator = slip.expects("*");
    if slip.expects("variable") && slip.expects("[") {
        words.push(operand(slip).to_owned());
        names.retain(|name| !STARTERS.contains(name));
    } else if operator {
        names.retain(|name| !OPERATORS.contains(name) && !CLUTTER.contains(name));
    }
    names.sort_by_key(|name| rank(name));
    words.extend(names.iter().map(|&name| match name {
        "atom" => named(slip),
        "variable" => "a variable".to_owned(),
        "integer" => "an integer".to_owned(),
        "character" => "a character".to_owned(),
        "string" => "a string".to_owned(),
        "sigil" => "a sigil".to_owned(),
        "float" => "a float".to_owned(),
        symbol => format!("`{symbol}`"),
    }));
    if operator {
        words.push("an operator".to_owned());
    }
    if words.len() > MAX_EXPECTED { String::new() } else { enumerate(&words) }
}

/// What begins here: types have no `case`, patterns no `fun` either.
fn operand(slip: &Slip<'_>) -> &'static str {
    match () {
        () if slip.expects("case") && slip.is_before(1, Lexeme::When) => "a guard",
        () if slip.is_before(1, Lexeme::Semicolon) || slip.is_before(1, Lexeme::Of) => "a clause",
        () if slip.expects("case") => "an expression",
        () if slip.expects("fun") => "a type",
        () => "a pattern",
    }
}

/// What an atom would be here.
fn named(slip: &Slip<'_>) -> String {
    let function = match slip.token(0) {
        Some(Token::Atom(name)) if slip.open.is_empty() => Some(name),
        _ => None,
    };
    match function {
        Some(name) if slip.is_before(1, Lexeme::Semicolon) => format!("a clause of `{name}`"),
        _ if slip.is_before(1, Lexeme::Hash) => "the name of a record".to_owned(),
        _ if is_in_record(slip) => "the name of a field".to_owned(),
        _ => "an atom".to_owned(),
    }
}

/// Whether the innermost bracket has the fields of a record.
fn is_in_record(slip: &Slip<'_>) -> bool {
    let Some(open) = slip.open.last().filter(|open| open.text == "{" && open.at >= 2) else {
        return false;
    };
    matches!(slip.token(open.at - 1), Some(Token::Atom(_)))
        && slip.token(open.at - 2).is_some_and(|token| token.is(Lexeme::Hash))
}

/// Separators stand in front of what closes, in the order in which one would write them.
fn rank(name: &str) -> usize {
    const ORDER: &[&str] = &["when", "->", ",", ";", "|", "||", ")", "]", "}", ">>", "end"];
    ORDER.iter().position(|word| *word == name).unwrap_or(ORDER.len())
}

/// `a`, `a or b`, `a, b or c`
fn enumerate(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
