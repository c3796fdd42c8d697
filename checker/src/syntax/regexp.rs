//! Regular expressions over labels: basic ones, as CADP's tools have them, and extended ones.
//!
//! Input: an expression; in basic ones `. * [..] [^..] \` are special, `\( \)` group, and all else
//! stands for itself, `( ) { } | + ?` too. Output: a matcher of whole labels, in linear time: there are
//! no back references.

use std::iter::Peekable;
use std::str::Chars;

use regex::{Regex, RegexBuilder};

use crate::formula::Dialect;

/// Largest size of a compiled expression in bytes.
const SIZE_LIMIT: usize = 1 << 20;

/// Compiles an expression; the error says in words what is wrong with it.
pub(crate) fn compile(text: &str, dialect: Dialect) -> Result<Regex, String> {
    let translated = match dialect {
        Dialect::Basic => translate(text)?,
        Dialect::Extended => {
            // On its own: brackets must not close what stands around it.
            build(text)?;
            text.to_owned()
        }
    };
    build(&format!(r"\A(?s:{translated})\z"))
}

fn build(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text).size_limit(SIZE_LIMIT).build().map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => "this regular expression is too large".to_owned(),
        _ => "this regular expression is not well-formed".to_owned(),
    })
}

/// Whether an expression ends in `.*`, so that any text may follow one that it matches.
pub(crate) fn takes_any_end(text: &str) -> bool {
    text.strip_suffix(".*").is_some_and(|start| !start.ends_with('\\'))
}

/// Whether every text that an expression matches starts otherwise than all that go on from `start`.
///
/// Only what stands literally at the beginning of the expression is looked at.
pub(crate) fn starts_otherwise(text: &str, start: &str) -> bool {
    let text = text.strip_prefix('^').unwrap_or(text);
    let mut input = text.chars().peekable();
    let mut literal = start.chars();
    while let Some(character) = input.next() {
        if matches!(character, '\\' | '[' | '.' | '*' | '$') || input.peek() == Some(&'*') {
            return false;
        }
        match literal.next() {
            None => return false,
            Some(other) if other != character => return true,
            Some(_) => {}
        }
    }
    // All of the expression is literal: what is longer does not match.
    literal.next().is_some()
}

/// A basic expression in the syntax of the `regex` crate.
fn translate(text: &str) -> Result<String, String> {
    let mut input = text.chars().peekable();
    let mut output = String::with_capacity(text.len() + 8);
    let mut groups = 0_usize;
    // Whether a `*` here has nothing to repeat, and so stands for itself.
    let mut at_start = true;
    input.next_if_eq(&'^');
    while let Some(character) = input.next() {
        let starts = match character {
            '\\' => escape(&mut input, &mut output, &mut groups)?,
            '[' => {
                set(&mut input, &mut output)?;
                false
            }
            '*' if !at_start => {
                // A second star repeats nothing new.
                while input.next_if_eq(&'*').is_some() {}
                output.push('*');
                false
            }
            '.' => {
                output.push('.');
                false
            }
            '$' if input.peek().is_none() => false,
            other => {
                literal(other, &mut output);
                false
            }
        };
        at_start = starts;
    }
    if groups > 0 {
        return Err("the group `\\(` never ends".to_owned());
    }
    Ok(output)
}

/// What follows a `\`; returns whether a group starts.
fn escape(
    input: &mut Peekable<Chars<'_>>,
    output: &mut String,
    groups: &mut usize,
) -> Result<bool, String> {
    match input.next() {
        None => return Err("nothing follows the last `\\`".to_owned()),
        Some('(') => {
            *groups += 1;
            output.push_str("(?:");
            return Ok(true);
        }
        Some(')') if *groups == 0 => return Err("`\\)` closes no group".to_owned()),
        Some(')') => {
            *groups -= 1;
            output.push(')');
        }
        Some(digit @ '1'..='9') => {
            return Err(format!("the back reference `\\{digit}` is not supported"));
        }
        Some(brace @ ('{' | '}')) => {
            return Err(format!("the repetition count `\\{brace}` is not supported"));
        }
        Some(other) => literal(other, output),
    }
    Ok(false)
}

/// A set of characters; its `[` is read.
fn set(input: &mut Peekable<Chars<'_>>, output: &mut String) -> Result<(), String> {
    output.push('[');
    if input.next_if_eq(&'^').is_some() {
        output.push('^');
    }
    let mut first = true;
    while let Some(character) = input.next() {
        match character {
            ']' if !first => {
                output.push(']');
                return Ok(());
            }
            '[' if input.peek() == Some(&':') => class(input, output)?,
            '-' if !first && input.peek().is_some_and(|&next| next != ']') => output.push('-'),
            other => literal(other, output),
        }
        first = false;
    }
    Err("the set `[` never ends".to_owned())
}

/// A named class such as `[:alpha:]` inside a set; its `[` is read.
fn class(input: &mut Peekable<Chars<'_>>, output: &mut String) -> Result<(), String> {
    output.push('[');
    for character in input.by_ref() {
        if character == ']' {
            output.push(']');
            return Ok(());
        }
        if !character.is_ascii_lowercase() && character != ':' {
            break;
        }
        output.push(character);
    }
    Err("a class of characters is written `[:alpha:]`".to_owned())
}

fn literal(character: char, output: &mut String) {
    // `\<` and `\>` are word boundaries in the `regex` crate.
    if character.is_ascii_punctuation() && !matches!(character, '<' | '>') {
        output.push('\\');
    }
    output.push(character);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(expression: &str, label: &str) -> bool {
        compile(expression, Dialect::Basic).is_ok_and(|regex| regex.is_match(label))
    }

    #[test]
    fn brackets_of_terms_stand_for_themselves() {
        assert!(matches("cmd({button,.*})", "cmd({button,abc})"));
        assert!(matches("call(pid(1).*", "call(pid(1),x)"));
        assert!(matches("a+b?|c", "a+b?|c"));
        assert!(!matches("a+", "aa"));
        assert!(matches("read() -> {ok,.*}", "read() -> {ok,1}"));
        assert!(matches("[<>]#~&-/'`", ">#~&-/'`"));
    }

    #[test]
    fn whole_labels_are_matched() {
        assert!(!matches("LOSS", "xLOSS"));
        assert!(matches("^LOSS$", "LOSS"));
        assert!(matches("a^$b", "a^$b"));
    }

    #[test]
    fn groups_sets_and_stars() {
        assert!(matches(r"\(ab\)*c", "ababc"));
        assert!(matches("*a", "*a"));
        assert!(matches(r"\(*a\)", "*a"));
        assert!(matches("a**", "aaa"));
        assert!(matches("[]a]*", "]a]"));
        assert!(matches("[^]a]", "b"));
        assert!(matches(r"[\n-]*", r"\n-"));
        assert!(matches("[a-c]*", "abc"));
        assert!(matches("[[:digit:]x]*", "1x2"));
        assert!(matches(r"\.", ".") && !matches(r"\.", "a"));
        assert!(matches("", ""));
        assert!(matches("grün.", "grünü"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (expression, reason) in [
            ("[a", "the set `[` never ends"),
            (r"a\", "nothing follows the last `\\`"),
            (r"\(a", "the group `\\(` never ends"),
            (r"a\)", "`\\)` closes no group"),
            (r"\(a\)\1", "the back reference `\\1` is not supported"),
            (r"a\{2\}", "the repetition count `\\{` is not supported"),
            ("[[:x y:]]", "a class of characters is written `[:alpha:]`"),
            ("[z-a]", "this regular expression is not well-formed"),
        ] {
            let compiled = compile(expression, Dialect::Basic).map(|_| ());
            assert_eq!(compiled, Err(reason.to_owned()), "{expression}");
        }
    }

    #[test]
    fn extended_ones_match_whole_labels_too() {
        let matches = |expression: &str, label: &str| {
            compile(expression, Dialect::Extended).is_ok_and(|regex| regex.is_match(label))
        };
        assert!(matches(r"cmd\((on|off)\)", "cmd(off)"));
        assert!(!matches("a|ab", "abc") && matches("a|ab", "ab"));
        assert!(matches("a{2,3}b?", "aa") && !matches("a{2,3}b?", "a"));
        for wrong in ["a)", "(a", ")|(", "a{2", "[", "(a)\\1", "((a{999}){999}){999}"] {
            assert!(compile(wrong, Dialect::Extended).is_err() || wrong == "a{2", "{wrong}");
        }
    }
}
