//! Integers: `1_000`, `16#ff`; floats: `1.5`, `1.0e-3`.

use frontend::diagnostic::Diagnostic;
use frontend::float::Float;
use num_bigint::BigInt;

use super::{Lexer, Token};
use crate::codes;

/// More digits than this are refused: conversion takes quadratic time.
const MAX_DIGITS: usize = 10_000;

impl Lexer<'_> {
    /// A number; the lexer stands before its first digit.
    pub(super) fn number(&mut self) -> Result<Token, Diagnostic> {
        let start = self.at;
        let digits = self.digits(10);
        if self.peek() == Some('#') {
            self.at += 1;
            return self.based(&digits, start);
        }
        if self.at_fraction() {
            let text = self.with_fraction(digits);
            return Float::parse(&text).map(Token::Float).ok_or_else(|| {
                self.error(codes::FLOAT, "this number is too large for a float", start)
            });
        }
        self.integer(&digits, 10, start)
    }

    /// The digits behind `Base#`.
    fn based(&mut self, base: &str, start: usize) -> Result<Token, Diagnostic> {
        let Some(base) = base.parse().ok().filter(|base| (2..=36).contains(base)) else {
            let error = self.error(codes::INTEGER, "the base of an integer is 2 to 36", start);
            self.word();
            return Err(error);
        };
        let digits = self.digits(base);
        if digits.is_empty() {
            self.word();
            let message = format!("this integer has no digits of base {base}");
            return Err(self.error(codes::INTEGER, message, start));
        }
        self.integer(&digits, base, start)
    }

    fn integer(&self, digits: &str, base: u32, start: usize) -> Result<Token, Diagnostic> {
        if digits.len() > MAX_DIGITS {
            let message = format!("this integer has more than {MAX_DIGITS} digits");
            return Err(self.error(codes::INTEGER, message, start));
        }
        BigInt::parse_bytes(digits.as_bytes(), base)
            .map(Token::Integer)
            .ok_or_else(|| self.error(codes::INTEGER, "this is no integer", start))
    }

    /// The digits from here, without the single underscores between them.
    fn digits(&mut self, base: u32) -> String {
        let mut digits = String::new();
        while let Some(c) = self.peek() {
            let digit_behind = self.second().is_some_and(|c| c.is_digit(base));
            if c.is_digit(base) {
                digits.push(c);
            } else if c != '_' || digits.is_empty() || !digit_behind {
                break;
            }
            self.at += 1;
        }
        digits
    }

    fn at_fraction(&self) -> bool {
        self.peek() == Some('.') && self.second().is_some_and(|c| c.is_ascii_digit())
    }

    /// The text of a float: the digits that are given, and behind them what is read next, like `.5e-3`.
    fn with_fraction(&mut self, mut text: String) -> String {
        self.at += 1;
        text.push('.');
        text.push_str(&self.digits(10));
        let rest = self.rest();
        let Some(exponent) = rest.strip_prefix(['e', 'E']) else {
            return text;
        };
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            let sign = rest.len() - unsigned.len();
            text.push_str(&rest[..sign]);
            self.at += sign;
            text.push_str(&self.digits(10));
        }
        text
    }

    fn second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }
}
