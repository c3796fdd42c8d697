//! Tokens to raw forms.
//!
//! Input: the tokens of a file. Output: the tokens of one form after the other, cut at full stops.
//! A form that cannot be read can be cut once more where a line begins like a form, so that a
//! missing full stop or a broken token costs one form. Does not look into forms otherwise.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::Lexer;
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::source::Span;

/// The tokens of a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawForm {
    /// All tokens but the full stop; not empty.
    pub(crate) tokens: Vec<Spanned>,
    /// The full stop, if there is one.
    pub(crate) stop: Option<Span>,
    /// What begins the next form in its place: an attribute's `-`, or the name of a function.
    pub(crate) next: Option<Spanned>,
}

impl RawForm {
    /// Whether a token is broken; this has been reported.
    pub(crate) fn is_broken(&self) -> bool {
        self.tokens.iter().any(|spanned| matches!(spanned.token, Token::Broken))
    }

    /// From the first token to the last one or the full stop.
    pub(crate) fn span(&self) -> Option<Span> {
        let first = self.tokens.first()?.span;
        Some(first.to(self.end()?))
    }

    /// The full stop, or else the last token.
    pub(crate) fn end(&self) -> Option<Span> {
        self.stop.or_else(|| self.tokens.last().map(|spanned| spanned.span))
    }
}

/// Messages about one form that are kept at most; reports are shorter.
const MAX_FAULTS: usize = 100;

/// Reads up to the next full stop into `form`; says whether there was anything.
///
/// What `form` held is gone, but its memory serves again. `faults` takes messages about broken
/// tokens, in textual order.
pub(crate) fn next_form(
    lexer: &mut Lexer<'_>,
    form: &mut RawForm,
    faults: &mut Vec<Diagnostic>,
) -> bool {
    form.tokens.clear();
    form.stop = None;
    let mut report = |fault| {
        if faults.len() < MAX_FAULTS {
            faults.push(fault);
        }
    };
    while let Some((spanned, fault)) = lexer.next() {
        if let Some(fault) = fault {
            report(*fault);
        }
        if !matches!(spanned.token, Token::FullStop) {
            form.tokens.push(spanned);
        } else if form.tokens.is_empty() {
            report(Diagnostic::error(
                codes::SYNTAX,
                "unexpected full stop: there is no form in front of it",
                spanned.span,
            ));
        } else {
            form.stop = Some(spanned.span);
            return true;
        }
    }
    !form.tokens.is_empty()
}

/// Reads the form that starts at this offset once more.
pub(crate) fn again(lexer: &Lexer<'_>, start: u32) -> RawForm {
    let mut form = RawForm::default();
    next_form(&mut lexer.at(start), &mut form, &mut Vec::new());
    form
}

/// Where lines begin inside a form that begin like a form of their own: indices of tokens.
pub(crate) fn cuts(form: &RawForm, text: &str) -> Vec<usize> {
    let closing = closing_parentheses(&form.tokens);
    (1..form.tokens.len()).filter(|&at| begins(form, &closing, text, at)).collect()
}

/// Cuts a form before each line that begins like a form of its own.
pub(crate) fn pieces(form: RawForm, text: &str) -> Vec<RawForm> {
    let cuts = cuts(&form, text);
    let RawForm { mut tokens, stop, mut next } = form;
    // From the end, so that what stays is never moved.
    let mut pieces: Vec<RawForm> = Vec::with_capacity(cuts.len() + 1);
    for &cut in cuts.iter().rev() {
        let behind = tokens.split_off(cut);
        let first = behind.first().cloned();
        pieces.push(RawForm { tokens: behind, stop: None, next });
        next = first;
    }
    pieces.push(RawForm { tokens, stop: None, next });
    pieces.reverse();
    if let Some(last) = pieces.last_mut() {
        last.stop = stop;
    }
    pieces
}

/// Whether the token with this index begins a form: `-name` or `name(..) ->` in the first column.
fn begins(form: &RawForm, closing: &[u32], text: &str, at: usize) -> bool {
    let tokens = &form.tokens;
    let start = tokens[at].span.start as usize;
    if start > 0 && text.as_bytes().get(start - 1) != Some(&b'\n') {
        return false;
    }
    let next = tokens.get(at + 1).map(|spanned| &spanned.token);
    if tokens[at].token.is(Lexeme::Minus) {
        return matches!(next, Some(Token::Atom(_) | Token::Symbol(Lexeme::If)));
    }
    let next_clause = at > 0 && tokens[at - 1].token.is(Lexeme::Semicolon);
    let head = matches!(tokens[at].token, Token::Atom(_))
        && next.is_some_and(|token| token.is(Lexeme::LeftParen));
    let behind = closing.get(at + 1).and_then(|&close| tokens.get(close as usize + 1));
    let arrow = behind
        .is_some_and(|spanned| [Lexeme::Arrow, Lexeme::When].iter().any(|&s| spanned.token.is(s)));
    head && arrow && !next_clause
}

/// For each opening parenthesis the index of its partner; a number that is none for all others.
fn closing_parentheses(tokens: &[Spanned]) -> Vec<u32> {
    let mut closing = vec![u32::MAX; tokens.len()];
    let mut open = Vec::new();
    for (at, spanned) in tokens.iter().enumerate() {
        if spanned.token.is(Lexeme::LeftParen) {
            open.push(at);
        } else if spanned.token.is(Lexeme::RightParen)
            && let Some(start) = open.pop()
        {
            closing[start] = u32::try_from(at).unwrap_or(u32::MAX);
        }
    }
    closing
}
