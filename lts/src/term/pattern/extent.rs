//! Where an action pattern ends in the text of a formula.

use frontend::source::FileId;

use crate::term::chars;
use crate::term::guard::scan;
use crate::term::lexer::{Lexed, Lexer, Token};

/// The length in bytes of the action pattern that `text` starts with; 0 if there is none.
///
/// A pattern is an atom, then its arguments in parentheses, which follow without a blank, then
/// ` -> ` and a result if a term follows, then ` when ` and a guard; `text` starts with the atom itself. Only brackets are
/// counted: whether the pattern is right is for
/// [`parse_action_pattern`](super::parse_action_pattern) to say. Brackets that are never closed
/// extend to the end, so that the parser can point at them. Reserved words of Erlang (`not`, `and`,
/// `or`) are no atoms; words of the formula language (`implies`, `true`) are for the caller to see
/// first.
pub fn action_pattern_extent(text: &str) -> usize {
    let end = plain_extent(text);
    let guard = (end > 0).then(|| guard_start(text, end)).flatten();
    guard.map_or(end, |start| start + scan(FileId(0), 0, &text[start..]).extent)
}

/// The length in bytes of the action pattern without its guard that `text` starts with; 0 if there is none.
pub(super) fn plain_extent(text: &str) -> usize {
    let mut lexer = Lexer::new(FileId(0), 0, text);
    let Lexed { token: Token::Atom(_), start: 0, end: name_end } = lexer.lex() else {
        return 0;
    };
    let mut end = name_end;
    let mut next = lexer.lex();
    if matches!(next.token, Token::Symbol("(")) && next.start == name_end {
        let (closed, behind) = balanced(&mut lexer, next);
        end = closed;
        next = behind;
    }
    if matches!(next.token, Token::Symbol("->")) {
        result_end(&mut lexer).unwrap_or(end)
    } else {
        end
    }
}

/// The length in bytes of the term that `text` starts with, by its brackets; 0 if there is none.
pub(crate) fn term_extent(text: &str) -> usize {
    result_end(&mut Lexer::new(FileId(0), 0, text)).unwrap_or(0)
}

/// Where the guard starts that stands behind a pattern which ends here, if there is one.
pub(super) fn guard_start(text: &str, pattern_end: usize) -> Option<usize> {
    let behind = text[pattern_end..].trim_start_matches(chars::is_blank);
    let guard = behind.strip_prefix("when")?;
    (!guard.starts_with(chars::is_name_char)).then_some(text.len() - guard.len())
}

/// Where the term ends that the lexer stands before, if there is one.
fn result_end(lexer: &mut Lexer) -> Option<usize> {
    let first = lexer.lex();
    match first.token {
        Token::Atom(_)
        | Token::Variable(_)
        | Token::Integer(_)
        | Token::Float(_)
        | Token::Reference(_)
        | Token::Pid(_)
        | Token::String(_) => Some(first.end),
        Token::Symbol("-" | "+") => {
            let number = lexer.lex();
            matches!(number.token, Token::Integer(_) | Token::Float(_)).then_some(number.end)
        }
        Token::Symbol("(" | "[" | "{" | "#{" | "<<") => Some(balanced(lexer, first).0),
        _ => None,
    }
}

/// Goes from an opening bracket behind the one that closes it.
///
/// Gives the end, and the token behind it. Stops before a bracket that closes nothing of this.
fn balanced(lexer: &mut Lexer, open: Lexed) -> (usize, Lexed) {
    let mut closers = Vec::new();
    let mut next = open;
    let mut end = next.start;
    loop {
        match next.token {
            Token::Symbol("(") => closers.push(")"),
            Token::Symbol("[") => closers.push("]"),
            Token::Symbol("{" | "#{") => closers.push("}"),
            Token::Symbol("<<") => closers.push(">>"),
            Token::Symbol(close @ (")" | "]" | "}" | ">>")) if closers.pop() != Some(close) => {
                return (end, next);
            }
            Token::End => return (end, next),
            _ => {}
        }
        end = next.end;
        next = lexer.lex();
        if closers.is_empty() {
            return (end, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_end_where_formulas_go_on() {
        let cases = [
            ("do_unlock] false", "do_unlock"),
            ("cmd({button,abc}))* . do_unlock", "cmd({button,abc})"),
            ("cmd(\")\", '(', $)) and true", "cmd(\")\", '(', $))"),
            ("'m:f'(_) | b", "'m:f'(_)"),
            ("read() -> {ok,_} . b", "read() -> {ok,_}"),
            ("read() -> ok* . b", "read() -> ok"),
            ("read() -> -1]", "read() -> -1"),
            ("read()->_>", "read()->_"),
            ("read() -> <1>> true", "read() -> <1>"),
            ("read() -> <<1,\"a\">>> true", "read() -> <<1,\"a\">>"),
            ("f(<<>>)> true", "f(<<>>)"),
            ("f(<1>,#Ref<2>)> true", "f(<1>,#Ref<2>)"),
            ("read() -> #Ref<12>] false", "read() -> #Ref<12>"),
            ("a -> <b> true", "a"),
            ("read -> 'ok'|b", "read -> 'ok'"),
            ("a -> . b", "a"),
            ("a (b)", "a"),
            ("a.b", "a"),
            ("a+ . b", "a"),
            ("a> true", "a"),
            ("a% b", "a"),
            ("cmd({a)] false", "cmd({a"),
            ("cmd(a", "cmd(a"),
            ("cmd(\"a) . b", "cmd(\"a) . b"),
            ("not a", ""),
            ("_ a", ""),
            (" a", ""),
            ("A", ""),
            ("", ""),
        ];
        for (text, pattern) in cases {
            assert_eq!(&text[..action_pattern_extent(text)], pattern, "in {text}");
        }
    }
}
