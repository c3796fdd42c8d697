//! Tokens that are still to be read.
//!
//! Input: the tokens of a form, and expansions that are put in front of what remains. Output: one
//! token after the other. Never copies the rest of the form.

use crate::lexer::token::Spanned;

/// What an expansion put in front.
enum Item {
    Token(Spanned),
    /// Where the expansion of a macro without parameters ends: no argument list goes beyond it.
    End,
}

/// The tokens that are still to be read.
pub(super) struct Stream<'a> {
    /// In reverse order, in front of `source`.
    front: Vec<Item>,
    source: &'a [Spanned],
}

impl<'a> Stream<'a> {
    /// All tokens of a form.
    pub(super) fn new(source: &'a [Spanned]) -> Self {
        Self { front: Vec::new(), source }
    }

    /// Takes the next token.
    pub(super) fn next(&mut self) -> Option<Spanned> {
        while let Some(item) = self.front.pop() {
            if let Item::Token(spanned) = item {
                return Some(spanned);
            }
        }
        let (first, rest) = self.source.split_first()?;
        self.source = rest;
        Some(first.clone())
    }

    /// The token behind `ahead` others; none beyond the end of an expansion.
    ///
    /// To be asked for 0, 1, 2 .. until there is none.
    pub(super) fn peek(&self, ahead: usize) -> Option<&Spanned> {
        let Some(behind) = ahead.checked_sub(self.front.len()) else {
            return match &self.front[self.front.len() - 1 - ahead] {
                Item::Token(spanned) => Some(spanned),
                Item::End => None,
            };
        };
        self.source.get(behind)
    }

    /// Leaves out tokens.
    pub(super) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            if self.front.pop().is_none() {
                self.source = self.source.get(1..).unwrap_or(&[]);
            }
        }
    }

    /// Puts an expansion in front; `closed` if no argument list goes beyond it.
    pub(super) fn push(&mut self, tokens: Vec<Spanned>, closed: bool) {
        if closed {
            self.front.push(Item::End);
        }
        self.front.extend(tokens.into_iter().rev().map(Item::Token));
    }
}
