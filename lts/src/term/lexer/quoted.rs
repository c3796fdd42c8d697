//! Strings, atoms in quotes and characters, with their escapes.

use frontend::diagnostic::Diagnostic;
use num_bigint::BigInt;

use super::{Lexer, Token};
use crate::codes;

impl Lexer<'_> {
    /// A text in quotes; the lexer stands before the first quote.
    ///
    /// A wrong escape is reported at the end, so that what follows is read as code again.
    pub(super) fn quoted(&mut self, quote: char) -> Result<String, Diagnostic> {
        let mut text = String::new();
        self.each_quoted(quote, |_, c| text.push(c))?;
        Ok(text)
    }

    /// Shows each character of a text in quotes, and where it is written.
    pub(super) fn each_quoted(
        &mut self,
        quote: char,
        mut take: impl FnMut(usize, char),
    ) -> Result<(), Diagnostic> {
        let start = self.at;
        self.at += quote.len_utf8();
        let mut wrong = None;
        loop {
            let at = self.at;
            let Some(c) = self.bump() else { break };
            if c == quote {
                return wrong.map_or(Ok(()), Err);
            }
            match if c == '\\' { self.escape() } else { Ok(c) } {
                Ok(c) => take(at, c),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        let what = if quote == '"' { "string" } else { "quoted atom" };
        let opened = self.span(start, start + quote.len_utf8());
        Err(Diagnostic::error(codes::UNTERMINATED, format!("this {what} does not end"), opened))
    }

    /// A character; the lexer stands before `$`.
    pub(super) fn character(&mut self) -> Result<Token, Diagnostic> {
        let start = self.at;
        self.at += 1;
        let c = match self.bump() {
            Some('\\') => self.escape()?,
            Some(c) => c,
            None => return Err(self.error(codes::UNTERMINATED, "no character behind `$`", start)),
        };
        Ok(Token::Integer(BigInt::from(u32::from(c))))
    }

    /// What an escape stands for; the lexer stands behind the backslash.
    fn escape(&mut self) -> Result<char, Diagnostic> {
        let start = self.at - 1;
        let Some(c) = self.bump() else {
            return Err(self.error(codes::ESCAPE, "nothing behind the backslash", start));
        };
        Ok(match c {
            'b' => '\u{8}',
            'd' => '\u{7f}',
            'e' => '\u{1b}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            's' => ' ',
            't' => '\t',
            'v' => '\u{b}',
            '0'..='7' => return self.octal(c, start),
            'x' => return self.hexadecimal(start),
            '^' => return self.control(start),
            other => other,
        })
    }

    /// `\7`, `\77`, `\777`
    fn octal(&mut self, first: char, start: usize) -> Result<char, Diagnostic> {
        let mut code = first.to_digit(8).unwrap_or(0);
        for _ in 0..2 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else {
                break;
            };
            self.at += 1;
            code = code * 8 + digit;
        }
        self.code_point(code, start)
    }

    /// `\xE9`, `\x{3BB}`
    fn hexadecimal(&mut self, start: usize) -> Result<char, Diagnostic> {
        let braced = self.peek() == Some('{');
        self.at += usize::from(braced);
        let (digits_start, mut code) = (self.at, 0_u32);
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) {
            if !braced && self.at == digits_start + 2 {
                break;
            }
            self.at += 1;
            code = code.saturating_mul(16).saturating_add(digit);
        }
        let n_digits = self.at - digits_start;
        if if braced { n_digits == 0 || self.peek() != Some('}') } else { n_digits < 2 } {
            let error = self.error(codes::ESCAPE, "incomplete hexadecimal escape", start);
            return Err(error.with_help("write two digits as in `\\xE9`, or `\\x{3BB}`"));
        }
        self.at += usize::from(braced);
        self.code_point(code, start)
    }

    /// `\^A`
    fn control(&mut self, start: usize) -> Result<char, Diagnostic> {
        match self.bump() {
            Some(c) => self.code_point(u32::from(c) & 31, start),
            None => Err(self.error(codes::ESCAPE, "nothing behind `\\^`", start)),
        }
    }

    fn code_point(&self, code: u32, start: usize) -> Result<char, Diagnostic> {
        char::from_u32(code)
            .ok_or_else(|| self.error(codes::ESCAPE, "this escape is no Unicode character", start))
    }
}
