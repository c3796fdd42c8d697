//! Tokens of past-time LTL.

use checker::atomic::{action_extent, parse_state_atom};
use checker::codes;
use checker::formula::StateAtom;
use frontend::{Diagnostic, FileId, Span};
use logos::{Lexer, Logos};

/// A token as its text alone shows it.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"%[^\n]*", allow_greedy = true))]
#[logos(skip r"\(\*([^*]|\*+[^*)])*\*+\)")]
pub(crate) enum Raw {
    #[token("(")]
    OpenRound,
    #[token(")")]
    CloseRound,
    #[token("[")]
    OpenSquare,
    #[token(",")]
    Comma,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("not")]
    #[token("!")]
    #[token("~")]
    #[token("¬")]
    Not,
    #[token("and")]
    #[token("&&")]
    #[token("&")]
    #[token("∧")]
    And,
    #[token("or")]
    #[token("||")]
    #[token("|")]
    #[token("∨")]
    Or,
    #[token("xor")]
    Xor,
    #[token("implies")]
    #[token("=>")]
    #[token("->")]
    #[token("→")]
    Implies,
    #[token("iff")]
    #[token("equ")]
    #[token("<=>")]
    #[token("<->")]
    #[token("↔")]
    Iff,
    #[token("prev")]
    #[token("last")]
    #[token("⊙")]
    Prev,
    #[token("weak_prev")]
    WeakPrev,
    #[token("historically")]
    #[token("globally")]
    #[token("□")]
    Historically,
    #[token("once")]
    #[token("previously")]
    #[token("◇")]
    Once,
    #[token("since")]
    #[token("S", priority = 5)]
    Since,
    #[token("weak_since")]
    WeakSince,
    #[token("starts")]
    #[token("↑")]
    Starts,
    #[token("ends")]
    #[token("↓")]
    Ends,
    /// The start of an action or of what is asked of a state.
    #[regex(r"[A-Za-z_\u{C0}-\u{FF}][A-Za-z0-9_@\u{C0}-\u{FF}]*")]
    Word,
    #[token("\"")]
    #[token("'")]
    Quote,
}

/// A token in its context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A bracket, a comma, an operator or a constant.
    Plain(Raw),
    /// An action, as written.
    Action,
    /// `data(Expr)`, `state(Name)`, and the place that messages about it mean.
    State(StateAtom, Span),
    /// A word that can be no action.
    Strange,
}

/// A token with its place in the text.
pub(crate) type Located = (Token, usize, usize);

/// Splits a text into tokens.
pub(crate) fn tokens(file: FileId, text: &str) -> Result<Vec<Located>, Diagnostic> {
    let mut lexer = Raw::lexer(text);
    let mut tokens = Vec::new();
    while let Some(raw) = lexer.next() {
        let start = lexer.span().start;
        let Ok(raw) = raw else { return Err(strange(file, text, start)) };
        let token = match raw {
            Raw::Word => word(file, text, &mut lexer)?,
            Raw::Quote => quoted(file, text, &mut lexer)?,
            plain => Token::Plain(plain),
        };
        tokens.push((token, start, lexer.span().end));
    }
    Ok(tokens)
}

fn word<'t>(file: FileId, text: &'t str, lexer: &mut Lexer<'t, Raw>) -> Result<Token, Diagnostic> {
    let range = lexer.span();
    if let Some((atom, place, end)) = parse_state_atom(file, text, range.clone())? {
        lexer.bump(end - range.end);
        return Ok(Token::State(atom, place));
    }
    let extent = action_extent(&text[range.start..]);
    if extent < range.len() {
        return Ok(Token::Strange);
    }
    lexer.bump(extent - range.len());
    Ok(Token::Action)
}

fn quoted<'t>(
    file: FileId,
    text: &'t str,
    lexer: &mut Lexer<'t, Raw>,
) -> Result<Token, Diagnostic> {
    let start = lexer.span().start;
    let extent = action_extent(&text[start..]);
    if extent < 2 {
        let what = if text[start..].starts_with('"') { "label" } else { "regular expression" };
        let message = format!("this {what} never ends");
        let help = format!("`{}` is missing", &text[start..=start]);
        return Err(Diagnostic::error(codes::LEXICAL, message, place(file, start, start + 1))
            .with_help(help));
    }
    lexer.bump(extent - 1);
    Ok(Token::Action)
}

fn strange(file: FileId, text: &str, start: usize) -> Diagnostic {
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    let slice = &text[start..start + length];
    let message = format!("`{}` cannot stand in a formula about the past", slice.escape_debug());
    let error = Diagnostic::error(codes::LEXICAL, message, place(file, start, start + length));
    match slice {
        "<" | ">" => error.with_help("an action stands without brackets: `once cmd(pay)`"),
        "{" => error.with_help("an action is written with its name: `cmd({button,_})`"),
        _ => error,
    }
}

/// A place in the text of a formula.
pub(crate) fn place(file: FileId, start: usize, end: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(file, offset(start), offset(end))
}
