//! Text to tokens.
//!
//! Input: the text of a file. Output: tokens with spans, one by one, and messages about characters
//! that are no tokens. Decides whether a `.` ends a form. Knows nothing of forms and macros.

mod advice;
mod quoted;
pub(crate) mod token;

use logos::Logos;

use crate::ast::name::Name;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::advice::opens_form;
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::literal::{self, Fault};
use crate::source::{FileId, Span};

/// What is looked at in vain is at most so many times the text and so many bytes more.
///
/// To see that a quote is not closed takes a look at all that follows: many of them would take
/// a time that grows with the square of the text.
const MAX_TIMES_IN_VAIN: usize = 16;
const MAX_IN_VAIN: usize = 16 << 20;

/// A running lexer.
pub(crate) struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    lexemes: logos::Lexer<'t, Lexeme>,
    /// Offset of the start of `lexemes`.
    base: usize,
    /// Whether some quote of the text is never closed, once [`Lexer::quote_end`] had to know.
    unclosed: Option<bool>,
    /// Bytes behind quotes without partners that were looked at, but are part of no token.
    in_vain: usize,
    /// End of the last row of quotes that opens no triple-quoted string.
    quotes_end: usize,
}

/// A token, or in its place a broken one with the reason.
pub(crate) type Lexed = (Spanned, Option<Box<Diagnostic>>);

impl<'t> Lexer<'t> {
    /// A lexer at the start of `text`.
    pub(crate) fn new(file: FileId, text: &'t str) -> Self {
        Self {
            file,
            text,
            lexemes: Lexeme::lexer(text),
            base: 0,
            unclosed: None,
            in_vain: 0,
            quotes_end: 0,
        }
    }

    /// A lexer of the text of this one that starts at another offset.
    pub(crate) fn at(&self, offset: u32) -> Self {
        let Self { file, text, unclosed, .. } = *self;
        let mut lexemes = Lexeme::lexer(text);
        lexemes.bump(offset as usize);
        Self { file, text, lexemes, base: 0, unclosed, in_vain: 0, quotes_end: 0 }
    }

    /// The span of a range of bytes.
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, narrow(start), narrow(end))
    }

    /// Reads the next token.
    pub(crate) fn next(&mut self) -> Option<Lexed> {
        let lexeme = self.lexemes.next()?.unwrap_or(Lexeme::Unknown);
        let (start, end) = self.range();
        // Most tokens cannot be broken: these few kinds are told apart first.
        let token = match lexeme {
            Lexeme::Dot if self.ends_form(end) => Token::FullStop,
            Lexeme::Atom => Token::Atom(Name::from(&self.text[start..end])),
            Lexeme::Var => Token::Var(Name::from(&self.text[start..end])),
            symbol if symbol.is_fixed() => Token::Symbol(symbol),
            _ => return Some(self.next_valued(lexeme, start, end)),
        };
        Some((Spanned { token, span: self.span(start, end) }, None))
    }

    /// Reads a token whose value has to be decoded, or what is none.
    fn next_valued(&mut self, lexeme: Lexeme, start: usize, mut end: usize) -> Lexed {
        if self.in_vain > MAX_IN_VAIN + MAX_TIMES_IN_VAIN * self.text.len() {
            return self.give_up(start);
        }
        let mut result = match lexeme {
            Lexeme::Unknown if self.text[start..].starts_with('~') => {
                let (token, sigil_end) = quoted::sigil(self.text, start);
                end = sigil_end;
                if matches!(&token, Err(fault) if fault.code == codes::UNCLOSED_QUOTE) {
                    self.in_vain += self.text.len() - end;
                }
                self.restart(end);
                token
            }
            Lexeme::Unknown => {
                end = self.skip_unknown(end);
                Err(illegal(&self.text[start..end]))
            }
            Lexeme::QuotedAtom | Lexeme::String | Lexeme::OpenAtom | Lexeme::OpenString => {
                match self.quote_end(lexeme, start, end) {
                    Some(line_end) => {
                        self.in_vain += end - line_end;
                        end = line_end;
                        self.restart(end);
                        Err(unclosed(lexeme))
                    }
                    None => decode(lexeme, &self.text[start..end]),
                }
            }
            _ => decode(lexeme, &self.text[start..end]),
        };
        if result == Ok(Token::String(String::new()))
            && let Some((token, block_end)) = self.text_block(start)
        {
            result = token;
            end = block_end;
            self.restart(end);
        }
        let span = self.span(start, end);
        match result {
            Ok(token) => (Spanned { token, span }, None),
            Err(fault) => {
                let mut diagnostic = Diagnostic::error(fault.code, fault.message, span);
                diagnostic.help =
                    advice::advice(fault.code, &self.text[start..]).map(str::to_owned);
                (Spanned { token: Token::Broken, span }, Some(Box::new(diagnostic)))
            }
        }
    }

    /// Reads the triple-quoted string that starts here, if one does.
    fn text_block(&mut self, start: usize) -> Option<quoted::Quoted> {
        if start < self.quotes_end {
            return None;
        }
        self.quotes_end = start + quoted::n_quotes(&self.text[start..]);
        let (token, end) = quoted::text_block(self.text, start)?;
        if token.is_err() {
            self.in_vain += self.text.len() - end;
        }
        Some((token, end))
    }

    /// Takes the rest of the text for one broken token.
    fn give_up(&mut self, start: usize) -> Lexed {
        let end = self.text.len();
        self.restart(end);
        let span = self.span(start, end);
        let message = "too many quotes before this are not closed: the rest is not read";
        let diagnostic = Diagnostic::error(codes::UNCLOSED_QUOTE, message, span);
        (Spanned { token: Token::Broken, span }, Some(Box::new(diagnostic)))
    }

    /// Start and end of the current lexeme in the text.
    fn range(&self) -> (usize, usize) {
        let range = self.lexemes.span();
        (self.base + range.start, self.base + range.end)
    }

    /// Continues at `offset`.
    fn restart(&mut self, offset: usize) {
        self.base = offset;
        self.lexemes = Lexeme::lexer(&self.text[offset..]);
    }

    /// Takes further illegal characters that follow at once; returns the end of all of them.
    fn skip_unknown(&mut self, mut end: usize) -> usize {
        let mut ahead = self.lexemes.clone();
        while let Some(Ok(Lexeme::Unknown)) = ahead.next() {
            let start = self.base + ahead.span().start;
            if start != end {
                break;
            }
            end = self.base + ahead.span().end;
            self.lexemes = ahead.clone();
        }
        end
    }

    /// Where a quoted lexeme that is not closed is taken to end: with its line.
    ///
    /// A forgotten quote turns all text behind it inside out. Therefore, if some quote of the file
    /// is never closed, a quoted lexeme with a line that begins a form counts as not closed.
    fn quote_end(&mut self, lexeme: Lexeme, start: usize, end: usize) -> Option<usize> {
        let open = matches!(lexeme, Lexeme::OpenAtom | Lexeme::OpenString);
        let content = &self.text[start..end];
        let suspect =
            || content.match_indices('\n').any(|(at, _)| opens_form(&self.text[start + at + 1..]));
        let suspicious = open || suspect();
        if !suspicious || !self.has_unclosed() {
            return None;
        }
        Some(content.find('\n').map_or(end, |at| start + at))
    }

    /// Whether some quote of the text is never closed; takes a look at the whole text, once.
    ///
    /// Quotes inside of sigils and triple-quoted strings do not count.
    fn has_unclosed(&mut self) -> bool {
        let look = || {
            let mut lexer = Self { unclosed: Some(false), ..Self::new(self.file, self.text) };
            let is_open = |fault: Box<Diagnostic>| fault.code == codes::UNCLOSED_QUOTE;
            std::iter::from_fn(|| lexer.next()).any(|(_, fault)| fault.is_some_and(is_open))
        };
        *self.unclosed.get_or_insert_with(look)
    }

    /// Whether a `.` that ends at `end` ends a form.
    fn ends_form(&self, end: usize) -> bool {
        self.text[end..].chars().next().is_none_or(|c| c == '%' || is_white(c))
    }
}

/// White space as Erlang has it, control characters included; a NUL is the sign of a binary file.
fn is_white(c: char) -> bool {
    matches!(c, '\u{1}'..=' ' | '\u{80}'..='\u{A0}')
}

/// The token of a lexeme that is complete; names are made by [`Lexer::next`].
fn decode(lexeme: Lexeme, text: &str) -> Result<Token, Fault> {
    Ok(match lexeme {
        Lexeme::QuotedAtom => Token::Atom(Name::from(literal::quoted(text)?)),
        Lexeme::String => Token::String(literal::quoted(text)?),
        Lexeme::Integer => Token::Integer(literal::integer(text)?),
        Lexeme::BasedFloat => Token::Float(literal::based_float(text)?),
        Lexeme::BasedInteger => Token::Integer(literal::based_integer(text)?),
        Lexeme::Float => Token::Float(literal::float(text)?),
        Lexeme::Char => Token::Char(literal::character(text)?),
        Lexeme::OpenAtom | Lexeme::OpenString => return Err(unclosed(lexeme)),
        Lexeme::Unknown => return Err(illegal(text)),
        symbol => Token::Symbol(symbol),
    })
}

/// The message about a quote without its partner.
fn unclosed(lexeme: Lexeme) -> Fault {
    let what = match lexeme {
        Lexeme::OpenAtom | Lexeme::QuotedAtom => "quoted atom",
        _ => "string",
    };
    Fault { code: codes::UNCLOSED_QUOTE, message: format!("this {what} is not closed") }
}

/// The message about characters that begin no token.
fn illegal(text: &str) -> Fault {
    let message = match text.chars().next() {
        Some('$') => "a character is missing behind `$`".to_owned(),
        Some(c) if text.chars().nth(1).is_none() => {
            format!("the character {} cannot begin a token", visible(c))
        }
        Some(c) => format!("characters that cannot begin a token, the first is {}", visible(c)),
        None => "a character that cannot begin a token".to_owned(),
    };
    Fault { code: codes::ILLEGAL_CHARACTER, message }
}

/// A character as shown in messages.
fn visible(c: char) -> String {
    if c.is_control() || c.is_whitespace() || c == '\u{FFFD}' {
        format!("U+{:04X}", u32::from(c))
    } else {
        format!("`{c}`")
    }
}

/// Narrows an offset; larger texts are refused before.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
