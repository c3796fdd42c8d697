//! What is written in another language than the mu-calculus, and how it is said here.
//!
//! Input: a text that is no formula. Output: the way to say what it seems to say, by the words and signs that other languages have.
//! Does not translate.

use logos::Logos as _;

use crate::syntax::token::Raw;

/// Operators of CTL: no name of a variable is likely to be one of these.
const CTL: [&str; 6] = ["AG", "EF", "AF", "EG", "AX", "EX"];

/// Operators of LTL.
const LTL: [&str; 5] = ["G", "F", "U", "X", "W"];

/// The help for a text that is no formula, if it looks like one of another language.
pub(crate) fn help(text: &str) -> Option<String> {
    if is_encoded(text) {
        return Some(
            "terms are written as in Erlang, `cmd({button,abc})`; a label as muCRL encodes it stands in quotes: `\"cmd(tuple(button,tuplenil(abc)))\"`"
                .to_owned(),
        );
    }
    let words = words(text);
    let has = |wanted: &[&str]| words.iter().find(|word| wanted.contains(word)).copied();
    if words.iter().any(|word| matches!(*word, "forall" | "exists" | "val")) {
        return Some(
            "there are no quantifiers: a variable in an action speaks of every value that occurs, `[true* . pay(N)] <true* . paid(N)> true`"
                .to_owned(),
        );
    }
    if has(&CTL).is_some() || is_path_quantifier(text) {
        return Some(
            "this looks like CTL, which is another language: `--logic ctl`, or `ctl` in the place of `mu` in a .props file"
                .to_owned(),
        );
    }
    // Variables of fixpoints are often called so.
    let binds = Raw::lexer(text).any(|token| matches!(token, Ok(Raw::Mu | Raw::Nu)));
    let operator = has(&LTL).filter(|_| !binds)?;
    let here = match operator {
        "G" => {
            "`G F` is `AG F` in CTL (`--logic ctl`), `G (a -> F b)` is `AG (a => AF b)` or the pattern `response(b, a)` (`--logic pattern`)"
        }
        "F" => {
            "`F G` is `AF G` in CTL (`--logic ctl`), or the pattern `existence(G)` (`--logic pattern`)"
        }
        "X" => "`X F` is `AX F` in CTL (`--logic ctl`)",
        _ => "`F U G` is `A[F U G]` in CTL (`--logic ctl`)",
    };
    Some(format!("this looks like LTL, of which `{operator}` is an operator: {here}"))
}

/// Whether a text has terms as muCRL and mCRL2 write them.
pub(crate) fn is_encoded(text: &str) -> bool {
    ["tuple(", "tuplenil", "cons("].iter().any(|part| text.contains(part))
}

/// The words of a text outside of modalities, where names are those of actions.
fn words(text: &str) -> Vec<&str> {
    let (mut words, mut depth) = (Vec::new(), 0_usize);
    let mut raw = Raw::lexer(text);
    while let Some(token) = raw.next() {
        match token {
            Ok(Raw::OpenSquare | Raw::Less) => depth += 1,
            Ok(Raw::CloseSquare | Raw::Greater) => depth = depth.saturating_sub(1),
            Ok(Raw::Word) if depth == 0 => words.push(raw.slice()),
            _ => {}
        }
    }
    words
}

/// Whether `A[` or `E[` stands in a text, or `A (`: a path quantifier of CTL.
fn is_path_quantifier(text: &str) -> bool {
    let starts = |rest: &str| rest.trim_start().starts_with('[') && rest.contains(" U ");
    text.match_indices(['A', 'E']).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(char::is_alphanumeric) && starts(&text[at + 1..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_are_known_by_their_words() {
        let starts = |text: &str, start: &str| {
            let found = help(text);
            assert!(
                found.as_ref().is_some_and(|help| help.starts_with(start)),
                "{text}: {found:?}"
            );
        };
        for text in ["AG EF completed", "EF <a> true", "A[a U b]", "not E [a U b]"] {
            starts(text, "this looks like CTL");
        }
        for text in ["G (a -> F b)", "F done", "a U b", "X a"] {
            starts(text, "this looks like LTL");
        }
        starts("forall e:Nat.[e]false", "there are no quantifiers");
        for text in ["[AG] false", "mu X . <a> X and", "nu F . [b] F or", "<a> tru", ""] {
            assert_eq!(help(text), None, "{text}");
        }
    }
}
