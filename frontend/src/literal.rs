//! Values of literals.
//!
//! Input: the text of a number, character, string or quoted atom as the lexer found it. Output: its
//! value, or what is wrong with it. Knows nothing of positions.

use std::iter::Peekable;
use std::str::Chars;

use num_bigint::BigInt;

use crate::codes;
use crate::diagnostic::Code;

/// Longest integer that is read; reading time grows with the square of the length.
const MAX_DIGITS: usize = 10_000;

/// Why a literal has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The kind of message.
    pub(crate) code: Code,
    /// One sentence.
    pub(crate) message: String,
}

/// Makes a fault of a number.
fn bad_number(message: impl Into<String>) -> Fault {
    Fault { code: codes::BAD_NUMBER, message: message.into() }
}

/// Makes a fault of an escape sequence.
fn bad_escape(message: impl Into<String>) -> Fault {
    Fault { code: codes::BAD_ESCAPE, message: message.into() }
}

/// A decimal integer such as `1_000`.
pub(crate) fn integer(text: &str) -> Result<BigInt, Fault> {
    match text.parse::<u64>() {
        Ok(value) if text.len() <= MAX_DIGITS => Ok(value.into()),
        _ => digits(text, 10),
    }
}

/// An integer with its base, such as `16#ff`.
pub(crate) fn based_integer(text: &str) -> Result<BigInt, Fault> {
    let (base, value) = text.split_once('#').unwrap_or(("10", text));
    let base: String = base.chars().filter(|&c| c != '_').collect();
    match base.parse::<u32>() {
        Ok(base @ 2..=36) => digits(value, base),
        _ => Err(bad_number(format!("the base `{base}` is not between 2 and 36"))),
    }
}

/// Reads digits of a base from 2 to 36, with `_` between them.
fn digits(text: &str, base: u32) -> Result<BigInt, Fault> {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    if digits.is_empty() {
        return Err(bad_number("this number has no digits"));
    }
    if digits.len() > MAX_DIGITS {
        return Err(bad_number(format!("this number has more than {MAX_DIGITS} digits")));
    }
    if let Some(digit) = digits.chars().find(|c| !c.is_digit(base)) {
        return Err(bad_number(format!("`{digit}` is not a digit of base {base}")));
    }
    BigInt::parse_bytes(digits.as_bytes(), base).ok_or_else(|| bad_number("this is not a number"))
}

/// A floating-point number; it stays text, but must have a finite value.
pub(crate) fn float(text: &str) -> Result<String, Fault> {
    let text: String = text.chars().filter(|&c| c != '_').collect();
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(text),
        _ => Err(bad_number("this floating-point number is too large")),
    }
}

/// A floating-point number with its base, such as `16#f.8#e2`; becomes decimal text.
pub(crate) fn based_float(text: &str) -> Result<String, Fault> {
    let text: String = text.chars().filter(|&c| c != '_').collect();
    let mut parts = text.split('#');
    let (base, digits) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let exponent = parts.next().map_or("0", |exponent| exponent.trim_start_matches(['e', 'E']));
    let (Ok(base @ 2..=36), Ok(exponent)) = (base.parse::<u32>(), exponent.parse::<i32>()) else {
        return Err(bad_number("the base of this number is not between 2 and 36"));
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    if base == 10 {
        return float(&format!("{whole}.{fraction}e{exponent}"));
    }
    let mut value = 0.0_f64;
    for c in whole.chars().chain(fraction.chars()) {
        let Some(digit) = c.to_digit(base) else {
            return Err(bad_number(format!("`{c}` is not a digit of base {base}")));
        };
        value = value * f64::from(base) + f64::from(digit);
    }
    let places = i32::try_from(fraction.len()).unwrap_or(i32::MAX);
    let value = value * f64::from(base).powi(exponent.saturating_sub(places));
    if !value.is_finite() {
        return Err(bad_number("this floating-point number is too large"));
    }
    let text = format!("{value:?}");
    Ok(match text.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => text,
    })
}

/// The code point of `$c`.
pub(crate) fn character(text: &str) -> Result<u32, Fault> {
    let mut chars = text.strip_prefix('$').unwrap_or(text).chars().peekable();
    let value = match chars.next() {
        Some('\\') => escape(&mut chars)?,
        Some(c) => c,
        None => return Err(bad_escape("a character is missing behind `$`")),
    };
    Ok(u32::from(value))
}

/// The content of a string or a quoted atom, given with its quotes.
pub(crate) fn quoted(text: &str) -> Result<String, Fault> {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let mut value = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        value.push(if c == '\\' { escape(&mut chars)? } else { c });
    }
    Ok(value)
}

/// The character of an escape sequence; the backslash is read already.
fn escape(chars: &mut Peekable<Chars<'_>>) -> Result<char, Fault> {
    let Some(c) = chars.next() else {
        return Err(bad_escape("a character is missing behind the backslash"));
    };
    Ok(match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'v' => '\u{B}',
        'b' => '\u{8}',
        'f' => '\u{C}',
        'e' => '\u{1B}',
        's' => ' ',
        'd' => '\u{7F}',
        '^' => return control(chars),
        'x' => return hexadecimal(chars),
        '0'..='7' => return octal(c, chars),
        other => other,
    })
}

/// `\^C`: a control character.
fn control(chars: &mut Peekable<Chars<'_>>) -> Result<char, Fault> {
    let c = chars.next().ok_or_else(|| bad_escape("a character is missing behind `\\^`"))?;
    code_point(u32::from(c) & 0x1F)
}

/// `\xHH` or `\x{H...}`.
fn hexadecimal(chars: &mut Peekable<Chars<'_>>) -> Result<char, Fault> {
    let missing = || bad_escape("`\\x` needs two hexadecimal digits, or digits in braces");
    if chars.next_if_eq(&'{').is_some() {
        let mut digits = String::new();
        while let Some(c) = chars.next_if(char::is_ascii_hexdigit) {
            digits.push(c);
        }
        chars.next_if_eq(&'}').ok_or_else(missing)?;
        let value = u32::from_str_radix(&digits, 16).map_err(|_| missing())?;
        return code_point(value);
    }
    let mut value = 0;
    for _ in 0..2 {
        let digit = chars.next().and_then(|c| c.to_digit(16)).ok_or_else(missing)?;
        value = value * 16 + digit;
    }
    code_point(value)
}

/// One to three octal digits, the first of which is read already.
fn octal(first: char, chars: &mut Peekable<Chars<'_>>) -> Result<char, Fault> {
    let mut value = first.to_digit(8).unwrap_or(0);
    for _ in 0..2 {
        match chars.next_if(|c| c.is_digit(8)).and_then(|c| c.to_digit(8)) {
            Some(digit) => value = value * 8 + digit,
            None => break,
        }
    }
    code_point(value)
}

/// The character with this number.
fn code_point(value: u32) -> Result<char, Fault> {
    char::from_u32(value)
        .ok_or_else(|| bad_escape(format!("there is no character with the number {value:#x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(integer("1_000"), Ok(BigInt::from(1000)));
        assert_eq!(based_integer("16#fF"), Ok(BigInt::from(255)));
        assert_eq!(based_integer("2#1011_0000"), Ok(BigInt::from(176)));
        assert_eq!(based_integer("36#z"), Ok(BigInt::from(35)));
        assert_eq!(float("1_0.5e-3"), Ok("10.5e-3".to_owned()));
        for bad in ["2#12", "37#1", "1#0", "16#", "99999999999#1"] {
            assert!(based_integer(bad).is_err(), "{bad}");
        }
        assert!(float("1.0e999").is_err());
        assert_eq!(based_float("16#f.8"), Ok("15.5".to_owned()));
        assert_eq!(based_float("2#1_0.01#e3"), Ok("18.0".to_owned()));
        assert_eq!(based_float("10#1.0#e30"), Ok("1.0e30".to_owned()));
        assert_eq!(based_float("2#1.0#e100"), Ok("1.2676506002282294e30".to_owned()));
        assert!(based_float("2#2.0").is_err() && based_float("40#1.0").is_err());
        assert!(integer(&"9".repeat(10_001)).is_err());
    }

    #[test]
    fn characters() {
        let cases = [
            ("$a", 97),
            ("$\\n", 10),
            ("$\\^A", 1),
            ("$\\^?", 31),
            ("$\\x41", 65),
            ("$\\x{1F6AA}", 0x1F6AA),
            ("$\\101", 65),
            ("$\\0", 0),
            ("$\\s", 32),
            ("$\\\\", 92),
            ("$é", 233),
            ("$\\8", 56),
        ];
        for (text, value) in cases {
            assert_eq!(character(text), Ok(value), "{text}");
        }
        for bad in ["$", "$\\", "$\\x", "$\\x{}", "$\\x{110000}", "$\\x{d800}"] {
            assert!(character(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn quoted_text() {
        assert_eq!(quoted(r#""a\"b\x41\n""#), Ok("a\"bA\n".to_owned()));
        assert_eq!(quoted(r"'it\'s \1011'"), Ok("it's A1".to_owned()));
        assert!(quoted(r#""\xyz""#).is_err());
    }
}
