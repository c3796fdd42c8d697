//! The bound on nesting.
//!
//! Input: the tokens of a form, before they are parsed. Output: a bound on the height of the tree
//! that the parser would build, so that recursive functions over trees, their destructors included,
//! are safe on a small stack. Does not find syntax errors.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::source::Span;

/// Greatest height of a tree.
pub const MAX_DEPTH: usize = 500;

/// Longest list that is kept as a tree; its height grows with its length.
pub const MAX_LIST: usize = 250;

/// What is known of an open bracket.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Whether this is a list, whose elements lie below each other.
    list: bool,
    /// Operators in the current element.
    operators: usize,
    /// Greatest height below the current element.
    below: usize,
    /// Elements before the current one.
    elements: usize,
    /// Greatest height of the elements before the current one.
    height: usize,
}

impl Level {
    /// Ends the current element.
    fn next_element(&mut self) {
        self.height = self.height.max(self.operators + self.below);
        self.elements += 1;
        self.operators = 0;
        self.below = 0;
    }

    /// The height of the whole.
    fn total(mut self) -> usize {
        self.next_element();
        1 + self.height + if self.list { self.elements.min(MAX_LIST) } else { 0 }
    }
}

/// Refuses tokens whose tree could be higher than [`MAX_DEPTH`] levels and one list.
pub(crate) fn check(tokens: &[Spanned]) -> Result<(), Box<Diagnostic>> {
    let mut levels = vec![Level::default()];
    for (at, spanned) in tokens.iter().enumerate() {
        match role(tokens, at) {
            Role::Open => {
                let list = spanned.token.is(Lexeme::LeftBracket);
                levels.push(Level { list, ..Level::default() });
            }
            Role::Close if levels.len() > 1 => {
                let height = levels.pop().map_or(0, Level::total);
                if let Some(level) = levels.last_mut() {
                    level.below = level.below.max(height);
                    limit(level.operators + level.below, spanned.span)?;
                }
            }
            Role::Separator => {
                if let Some(level) = levels.last_mut() {
                    level.next_element();
                }
            }
            Role::Operator => {
                if let Some(level) = levels.last_mut() {
                    level.operators += 1;
                    limit(level.operators + level.below, spanned.span)?;
                }
            }
            Role::Close | Role::Other => {}
        }
        limit(levels.len(), spanned.span)?;
    }
    Ok(())
}

/// Compares a height with the bound.
fn limit(height: usize, span: Span) -> Result<(), Box<Diagnostic>> {
    if height <= MAX_DEPTH {
        return Ok(());
    }
    let message = format!("this is nested more than {MAX_DEPTH} levels deep");
    Err(Box::new(Diagnostic::error(codes::TOO_DEEP, message, span)))
}

/// What a token does to the nesting.
enum Role {
    Open,
    Close,
    Separator,
    Operator,
    Other,
}

/// The role of the token with this index.
fn role(tokens: &[Spanned], at: usize) -> Role {
    use Lexeme as L;
    let symbol = match &tokens[at].token {
        Token::Symbol(symbol) => *symbol,
        Token::Maybe => return Role::Open,
        Token::Else => return Role::Separator,
        _ => return Role::Other,
    };
    match symbol {
        symbol if opens(symbol) => Role::Open,
        symbol if closes(symbol) => Role::Close,
        L::Fun if opens_clauses(tokens, at) => Role::Open,
        L::Comma
        | L::Semicolon
        | L::Arrow
        | L::Of
        | L::When
        | L::After
        | L::Bar
        | L::DoubleBar
        | L::MapArrow
        | L::MapExact => Role::Separator,
        L::Dot | L::Colon | L::Fun => Role::Other,
        _ => Role::Operator,
    }
}

/// Whether a bracket or a keyword is closed by another one, `fun` aside.
pub(crate) fn opens(symbol: Lexeme) -> bool {
    use Lexeme as L;
    let bracket = matches!(symbol, L::LeftParen | L::LeftBracket | L::LeftBrace | L::LeftBinary);
    bracket || matches!(symbol, L::Begin | L::Case | L::If | L::Receive | L::Try)
}

/// Whether a bracket or keyword closes another one.
pub(crate) fn closes(symbol: Lexeme) -> bool {
    use Lexeme as L;
    let bracket =
        matches!(symbol, L::RightParen | L::RightBracket | L::RightBrace | L::RightBinary);
    bracket || symbol == L::End
}

/// Whether the `fun` with this index is closed by `end`: `fun (` or `fun Name (`.
pub(crate) fn opens_clauses(tokens: &[Spanned], at: usize) -> bool {
    let is_paren = |index: usize| tokens.get(index).is_some_and(|s| s.token.is(Lexeme::LeftParen));
    let named = matches!(tokens.get(at + 1), Some(Spanned { token: Token::Var(_), .. }));
    is_paren(at + 1) || named && is_paren(at + 2)
}

#[cfg(test)]
mod tests {
    use crate::source::FileId;

    fn accepts(text: &str) -> bool {
        let mut lexer = crate::lexer::Lexer::new(FileId(0), text);
        let tokens: Vec<_> = std::iter::from_fn(|| lexer.next()).map(|(token, _)| token).collect();
        super::check(&tokens).is_ok()
    }

    #[test]
    fn bounds() {
        assert!(accepts(&format!("{}1{}", "(".repeat(200), ")".repeat(200))));
        assert!(!accepts(&"(".repeat(501)));
        assert!(accepts(&"A + ".repeat(499)));
        assert!(!accepts(&"A + ".repeat(501)));
        assert!(accepts(&format!("[{}]", "A, ".repeat(10_000))));
        assert!(accepts(&format!("{}{}", "{1,2,3,".repeat(200), "}".repeat(200))));
        assert!(!accepts(&format!("{}{}", "[1,2,3,".repeat(200), "]".repeat(200))));
        assert!(accepts(&"f(A + B), case A of b -> c end, ".repeat(10_000)));
    }
}
