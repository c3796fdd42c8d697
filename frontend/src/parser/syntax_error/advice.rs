//! Ways out of frequent slips.
//!
//! Input: where reading could not go on. Output: help, and the other place that belongs to the
//! slip, for slips that the tokens around give away. The first rule that applies counts.

use super::{Slip, begins_operand, ends_operand};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Lexeme, Spanned, Token};

/// A rule: adds what it knows, or leaves the slip to the next one.
type Rule = fn(&Slip<'_>) -> Option<Advice>;

/// What is known of a slip.
pub(super) struct Advice {
    /// A way out.
    pub(super) help: String,
    /// Another place: the index of its token, and what is there.
    label: Option<(usize, &'static str)>,
}

/// The rules in order.
const RULES: &[Rule] = &[
    parameters,
    remote,
    dot,
    chain,
    trailing,
    empty_body,
    other_branch,
    start,
    record,
    fun_name,
    keyword_return,
    missing_semicolon,
    missing_arrow,
    missing_comma,
];

/// Adds the advice of the first rule that applies.
pub(super) fn advise(slip: &Slip<'_>, diagnostic: Diagnostic) -> Diagnostic {
    let Some(Advice { help, label }) = RULES.iter().find_map(|rule| rule(slip)) else {
        return diagnostic;
    };
    let diagnostic = diagnostic.with_help(help);
    match label {
        Some((at, text)) => diagnostic.with_label(slip.tokens[at].span, text),
        None => diagnostic,
    }
}

fn only(text: impl Into<String>) -> Advice {
    Advice { help: text.into(), label: None }
}

/// The message about a keyword where a name is meant.
pub(super) fn reserved(slip: &Slip<'_>) -> Option<Diagnostic> {
    use Lexeme as L;
    let Some(Token::Symbol(symbol)) = slip.found() else {
        return None;
    };
    let word =
        symbol.spelling().filter(|text| text.starts_with(|c: char| c.is_ascii_lowercase()))?;
    let named = [L::Hash, L::Dot, L::Fun, L::Colon].into_iter().any(|s| slip.is_before(1, s));
    let next = slip.token(slip.at + 1);
    let next_is = |lexeme: L| next.is_some_and(|token| token.is(lexeme));
    let called = slip.at == 0 && next_is(L::LeftParen) && slip.expects("atom");
    let item = slip.open.last().is_some_and(|open| {
        let opened = slip.at == open.at + 1 || slip.is_before(1, L::Comma);
        !open.is_block() && opened && (next_is(L::Comma) || next_is(open.closer))
    });
    let never = matches!(symbol, L::Cond | L::Let);
    let only_names = slip.at > 0 && slip.expects("atom") && !slip.expects("variable");
    if !(slip.expects("atom") && (named || called || item) || only_names || never) {
        return None;
    }
    let message = format!("the word `{word}` is reserved");
    let help = format!("to use it as an atom or a name, put it in single quotes: `'{word}'`");
    Some(Diagnostic::error(codes::RESERVED_WORD, message, slip.span()).with_help(help))
}

/// `name` without parentheses at the start of a form.
fn parameters(slip: &Slip<'_>) -> Option<Advice> {
    let name = slip.token(0).filter(|_| slip.at == 1 && slip.expects("("));
    let Some(Token::Atom(name)) = name else {
        return None;
    };
    Some(only(format!("a function is written `{name}(Patterns) -> Body`")))
}

/// `module:` and `module:name` without arguments, `module:(argument)`.
fn remote(slip: &Slip<'_>) -> Option<Advice> {
    let behind_colon = |at: usize| at.checked_sub(1).and_then(|at| slip.token(at));
    let is_colon = |token: Option<&Token>| token.is_some_and(|token| token.is(Lexeme::Colon));
    let inside = slip.open.last().is_some_and(|open| {
        open.text == "(" && is_colon(behind_colon(open.at)) && !slip.expects(",")
    });
    if inside || slip.expects("(") && !slip.expects("[") && slip.is_before(1, Lexeme::RightParen) {
        return Some(only("behind `:` stands the name of a function: `module:name(Arguments)`"));
    }
    (slip.expects("(") && slip.is_before(2, Lexeme::Colon)).then_some(())?;
    Some(only("a call has its arguments in parentheses, also without any: `module:name()`"))
}

/// `a.b`
fn dot(slip: &Slip<'_>) -> Option<Advice> {
    slip.is(Lexeme::Dot).then_some(())?;
    Some(only(
        "to end the form here, write white space behind the full stop; modules and functions are \
          joined by `:`",
    ))
}

/// `A < B < C`
fn chain(slip: &Slip<'_>) -> Option<Advice> {
    use Lexeme as L;
    let comparisons = [
        L::Equal,
        L::NotEqual,
        L::LessEqual,
        L::Less,
        L::GreaterEqual,
        L::Greater,
        L::ExactEqual,
        L::ExactNotEqual,
    ];
    comparisons.into_iter().find(|lexeme| slip.is(*lexeme))?;
    slip.before(1).filter(|before| ends_operand(&before.token))?;
    Some(only("comparisons do not chain: join them with `andalso` or a comma"))
}

/// `, }` and `; end`
fn trailing(slip: &Slip<'_>) -> Option<Advice> {
    use Lexeme as L;
    let closing = [
        L::RightParen,
        L::RightBracket,
        L::RightBrace,
        L::RightBinary,
        L::End,
        L::After,
        L::Catch,
        L::Comma,
        L::Semicolon,
    ];
    let closes = slip.found().is_none_or(|token| {
        *token == Token::Else || closing.into_iter().any(|lexeme| token.is(lexeme))
    });
    let (separator, text) = [(L::Comma, "comma"), (L::Semicolon, "semicolon")]
        .into_iter()
        .find(|(lexeme, _)| closes && slip.is_before(1, *lexeme))?;
    let at = slip.at.checked_sub(1)?;
    let label = if separator == L::Comma {
        "nothing follows this comma"
    } else {
        "nothing follows this semicolon"
    };
    let help = if slip.found().is_none() && !slip.is_complete() {
        format!("to end the form here, write a full stop in place of the {text}")
    } else {
        format!("remove the {text} before it, or write what is to follow it")
    };
    Some(Advice { help, label: Some((at, label)) })
}

/// `-> ;` and `-> end`
fn empty_body(slip: &Slip<'_>) -> Option<Advice> {
    let ends = slip.found().is_none() || slip.is(Lexeme::Semicolon) || slip.is(Lexeme::End);
    (ends && slip.is_before(1, Lexeme::Arrow)).then_some(())?;
    Some(only("a clause has one expression at least: `ok`, if its value does not matter"))
}

/// `else if X -> ..` and the like in `if`.
fn other_branch(slip: &Slip<'_>) -> Option<Advice> {
    let is_word = |token: Option<&Token>| match token {
        Some(Token::Atom(name)) => matches!(name.as_str(), "else" | "elsif" | "elseif" | "elif"),
        Some(Token::Else) => true,
        _ => false,
    };
    let inside = slip.open.iter().any(|open| open.text == "if");
    let word = is_word(slip.found()) || is_word(slip.before(1).map(|spanned| &spanned.token));
    (inside && word).then_some(())?;
    Some(only(
        "the branches of an `if` are `Guard -> Body`, separated by `;`; the last one may be \
          `true -> Body`",
    ))
}

/// What is no form at all.
pub(super) fn start(slip: &Slip<'_>) -> Option<Advice> {
    if slip.at > 0 {
        return None;
    }
    let called = slip.token(1).is_some_and(|next| next.is(Lexeme::LeftParen));
    match slip.found() {
        Some(Token::Var(_)) if called => {
            Some(only("the name of a function is an atom: it begins in lower case"))
        }
        Some(token) if slip.open.is_empty() && (begins_operand(token) || slip.is(Lexeme::End)) => {
            Some(only("does the full stop before it end the function too early?"))
        }
        _ => None,
    }
}

/// `#door` without fields.
fn record(slip: &Slip<'_>) -> Option<Advice> {
    let Some(Token::Atom(name)) = slip.before(1).map(|spanned| &spanned.token) else {
        return None;
    };
    (slip.is_before(2, Lexeme::Hash) && slip.expects("{")).then_some(())?;
    Some(only(format!("a record is written with braces: `#{name}{{}}`")))
}

/// `fun name`
fn fun_name(slip: &Slip<'_>) -> Option<Advice> {
    let name = slip.before(1).map(|spanned| &spanned.token);
    let Some(Token::Atom(name)) = name.filter(|_| slip.is_before(2, Lexeme::Fun)) else {
        return None;
    };
    Some(only(format!("a function as a value is written with its arity: `fun {name}/1`")))
}

/// `return X`
fn keyword_return(slip: &Slip<'_>) -> Option<Advice> {
    let before = slip.before(1).map(|spanned| &spanned.token);
    let word = matches!(before, Some(Token::Atom(name)) if name.as_str() == "return");
    (word && slip.found().is_some_and(begins_operand)).then_some(())?;
    Some(only("a function returns the value of its last expression: leave out `return`"))
}

/// A clause behind another one: `.. , P -> ..` or `.. P -> ..`.
fn missing_semicolon(slip: &Slip<'_>) -> Option<Advice> {
    use Lexeme as L;
    let behind_head = (slip.is(L::Arrow) || slip.is(L::When)) && slip.expects(";");
    if behind_head && !slip.expects("->") {
        let comma = last_comma(slip);
        return Some(Advice {
            help: "clauses are separated by `;`".to_owned(),
            label: comma.map(|at| (at, "perhaps `;` is meant here")),
        });
    }
    let begins = slip.found().is_some_and(begins_operand) && slip.expects(";");
    let before = slip.before(1)?;
    let head = ends_operand(&before.token) && !slip.expects("->") && leads_to_arrow(slip);
    (begins && head).then_some(())?;
    Some(only("clauses are separated by `;`: one is missing before this clause"))
}

/// The last comma in front on the same level, no further than the clause.
fn last_comma(slip: &Slip<'_>) -> Option<usize> {
    use Lexeme as L;
    let mut depth = 0_usize;
    for at in (0..slip.at).rev() {
        let Some(Token::Symbol(symbol)) = slip.token(at) else {
            continue;
        };
        match symbol {
            symbol if crate::nesting::closes(*symbol) => depth += 1,
            symbol if crate::nesting::opens(*symbol) => depth = depth.checked_sub(1)?,
            L::Comma if depth == 0 => return Some(at),
            L::Arrow | L::Semicolon if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Whether `->` follows before anything that ends an expression.
fn leads_to_arrow(slip: &Slip<'_>) -> bool {
    use Lexeme as L;
    let mut depth = 0_usize;
    for spanned in &slip.tokens[slip.at..] {
        let Token::Symbol(symbol) = spanned.token else {
            continue;
        };
        match symbol {
            L::Arrow if depth == 0 => return true,
            L::Comma | L::Semicolon if depth == 0 => return false,
            symbol if crate::nesting::opens(symbol) => depth += 1,
            symbol if crate::nesting::closes(symbol) => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    false
}

/// A head without `->`, `case` without `of`.
fn missing_arrow(slip: &Slip<'_>) -> Option<Advice> {
    if slip.expects("of") {
        return Some(only("`of` stands between the value of a `case` and its clauses"));
    }
    slip.expects("->").then_some(())?;
    let arrow = |spanned: &Spanned| spanned.token.is(Lexeme::Arrow);
    if matches!(slip.token(0), Some(Token::Atom(_))) && !slip.tokens.iter().any(arrow) {
        return Some(only(
            "a function is written `name(Patterns) -> Body`; if this is part of a body, \
                     the full stop before it ends the function too early",
        ));
    }
    Some(only("`->` stands between the head of a clause and its body"))
}

/// `a b`
fn missing_comma(slip: &Slip<'_>) -> Option<Advice> {
    slip.found().filter(|token| begins_operand(token))?;
    slip.before(1).filter(|before| ends_operand(&before.token))?;
    slip.expects(",").then_some(())?;
    Some(only("a comma or an operator is missing before it"))
}
