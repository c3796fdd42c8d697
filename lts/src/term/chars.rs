//! Which characters make up atoms, variables and printable strings.
//!
//! The rules of `erl_scan` and `io_lib` (OTP 25), which know Latin-1 letters only. Shared by the
//! lexer and the printer, so that what is printed is read back.

/// Words that are atoms only in quotes.
const RESERVED: &[&str] = &[
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case",
    "catch", "cond", "div", "end", "fun", "if", "let", "not", "of", "or", "orelse", "receive",
    "rem", "try", "when", "xor",
];

/// The reserved word with this text.
pub(crate) fn reserved_word(text: &str) -> Option<&'static str> {
    RESERVED.binary_search(&text).ok().map(|index| RESERVED[index])
}

/// Whether an atom without quotes may start with this character.
pub(crate) fn is_atom_start(c: char) -> bool {
    matches!(c, 'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ')
}

/// Whether a variable may start with this character.
pub(crate) fn is_variable_start(c: char) -> bool {
    matches!(c, 'A'..='Z' | '_' | 'À'..='Ö' | 'Ø'..='Þ')
}

/// Whether atoms and variables may go on with this character.
pub(crate) fn is_name_char(c: char) -> bool {
    is_atom_start(c) || is_variable_start(c) || matches!(c, '0'..='9' | '@')
}

/// Whether this character only separates tokens.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, '\0'..=' ' | '\u{80}'..='\u{a0}')
}

/// Whether an atom with this text is written without quotes.
pub(crate) fn is_bare_atom(text: &str) -> bool {
    text.starts_with(is_atom_start)
        && text.chars().all(is_name_char)
        && reserved_word(text).is_none()
}

/// Whether a list of this and other such characters is written as a string.
pub(crate) fn is_printable(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}' | '\u{8}'..='\r' | '\u{1b}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
        assert_eq!(reserved_word("when"), Some("when"));
        assert_eq!(reserved_word("maybe"), None);
    }

    #[test]
    fn signs_among_the_letters_are_no_letters() {
        assert!(!is_name_char('×') && !is_name_char('÷'));
        assert!(is_bare_atom("a@b_C1") && is_bare_atom("ÿ"));
        assert!(!is_bare_atom("") && !is_bare_atom("A") && !is_bare_atom("λ"));
    }
}
