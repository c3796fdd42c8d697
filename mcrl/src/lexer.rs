//! Text to tokens.
//!
//! Input: the text of a specification. Output: its tokens with places, or the first character that
//! begins none.

use frontend::{Diagnostic, FileId, Span};
use logos::Logos as _;

use crate::codes;
use crate::token::{Lexeme, Token};

/// A token with the offsets of its first byte and of the byte behind it.
pub(crate) type Located<'t> = (u32, Token<'t>, u32);

/// Splits a specification into tokens.
pub(crate) fn tokens(file: FileId, text: &str) -> Result<Vec<Located<'_>>, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    for (lexeme, range) in Lexeme::lexer(text).spanned() {
        let (start, end) = (offset(range.start), offset(range.end));
        let text = &text[range];
        match lexeme {
            Ok(lexeme) => tokens.push((start, Token { lexeme, text }, end)),
            Err(()) => return Err(Box::new(strange(text, Span::new(file, start, end)))),
        }
    }
    Ok(tokens)
}

fn strange(text: &str, span: Span) -> Diagnostic {
    let message = format!("`{}` cannot stand in a muCRL specification", text.escape_debug());
    let error = Diagnostic::error(codes::LEXICAL, message, span);
    match text {
        ";" => error.with_help("muCRL has no `;`: this looks like mCRL2, which is not read"),
        "-" => error.with_help("a name may hold `-`, but not end in it; the arrow is `->`"),
        "\"" => error.with_help("names are not quoted"),
        "&" | "!" => error.with_help("the functions `and`, `or`, `not` of sort Bool are declared"),
        _ => error.with_help("comments start with `%`"),
    }
}

/// Narrows an offset; texts over 4 GiB are refused where they are read.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(FileId(0), text)
            .expect("tokens")
            .into_iter()
            .map(|(_, token, _)| token.text)
            .collect()
    }

    #[test]
    fn names_hold_what_the_toolset_allows() {
        assert_eq!(texts("a->b"), ["a", "->", "b"]);
        assert_eq!(
            texts("a-b 'c ^d 1 0x -e f--g sum1 sum"),
            ["a-b", "'c", "^d", "1", "0x", "-e", "f--g", "sum1", "sum"]
        );
        assert_eq!(
            texts("D#E->F%x\n<|T|>||_||a|b"),
            ["D", "#", "E", "->", "F", "<|", "T", "|>", "||_", "||", "a", "|", "b"]
        );
        assert_eq!(texts("% only a comment"), [""; 0]);
    }

    #[test]
    fn other_characters_are_refused() {
        for text in ["a;b", "a- b", "é", "\"a\"", "a\0", "[x]"] {
            let error = tokens(FileId(0), text).expect_err(text);
            assert_eq!(error.code, codes::LEXICAL, "{text}");
        }
    }
}
