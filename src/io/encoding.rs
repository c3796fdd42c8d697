//! Bytes of a source as text: UTF-8, unless a comment on top says otherwise.
//!
//! Input: bytes. Output: text, and where it is no UTF-8 though it should be: Erlang's compiler refuses such a file, while
//! here what cannot be UTF-8 is taken for Latin-1, as old sources are, and said.

use lts::Encoding;

/// A text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) encoding: Encoding,
    /// The offset in the text of the first byte that is not as it should be.
    pub(crate) doubt: Option<usize>,
}

/// Lines that may hold the comment.
const LINES: usize = 2;

impl Decoded {
    /// The text of a source.
    pub(crate) fn of_source(bytes: Vec<u8>) -> Self {
        match stated(&bytes) {
            Some(Encoding::Latin1) => Self::latin1(&bytes, None),
            Some(Encoding::Utf8) | None => Self::of_any(bytes),
        }
    }

    /// The text of a file in which nothing says how it is written.
    pub(crate) fn of_any(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self { text, encoding: Encoding::Utf8, doubt: None },
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                Self::latin1(error.as_bytes(), Some(valid))
            }
        }
    }

    /// One character for each byte; the byte with this number is in doubt.
    fn latin1(bytes: &[u8], doubt: Option<usize>) -> Self {
        let text = |bytes: &[u8]| -> String { bytes.iter().copied().map(char::from).collect() };
        let doubt = doubt.map(|at| text(bytes.get(..at).unwrap_or(bytes)).len());
        Self { text: text(bytes), encoding: Encoding::Latin1, doubt }
    }
}

/// The encoding that a comment on the first lines states, as OTP looks for it.
fn stated(bytes: &[u8]) -> Option<Encoding> {
    let lines = bytes.split(|&byte| byte == b'\n').take(LINES);
    let mut comments = lines.filter_map(|line| {
        let start = line.iter().position(|&byte| byte == b'%')?;
        line.get(start..)
    });
    comments.find_map(named).and_then(encoding)
}

/// The name behind `coding:` or `coding =`.
fn named(comment: &[u8]) -> Option<&[u8]> {
    let mut rest = comment;
    while let Some(at) = rest.windows(6).position(|word| word == b"coding") {
        rest = rest.get(at + 6..).unwrap_or_default();
        let behind = without_spaces(rest);
        if let [b':' | b'=', name @ ..] = behind {
            return Some(without_spaces(name));
        }
    }
    None
}

fn without_spaces(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| byte != b' ').unwrap_or(text.len());
    text.get(start..).unwrap_or_default()
}

/// The encoding that a name stands for, whatever follows its first two parts.
fn encoding(name: &[u8]) -> Option<Encoding> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let name: Vec<u8> = name.iter().copied().take_while(is_part).collect();
    let name = name.to_ascii_lowercase();
    let mut parts = name.split(|&byte| byte == b'-');
    match (parts.next()?, parts.next()?) {
        (b"latin", b"1") => Some(Encoding::Latin1),
        (b"utf", b"8") => Some(Encoding::Utf8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_state_what_otp_reads_in_them() {
        let (latin1, utf8) = (Some(Encoding::Latin1), Some(Encoding::Utf8));
        for (text, expected) in [
            ("%% coding: latin-1\n", latin1),
            ("-module(m).\n%% -*- Coding = LATIN-1 -*-\n", None),
            ("-module(m). % -*- coding = LATIN-1 -*-\n", latin1),
            ("%% encoding:latin-1", latin1),
            ("%% coding: utf-8-unix", utf8),
            ("%% coding latin-1, coding: utf-8", utf8),
            ("%% coding: latin1", None),
            ("%% coding: latin-15", None),
            ("coding: latin-1\n", None),
            ("\n\n%% coding: latin-1\n", None),
            ("%% coding: ascii\n%% coding: latin-1\n", None),
        ] {
            assert_eq!(stated(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_utf8_is_in_doubt() {
        let text = |bytes: &[u8]| Decoded::of_source(bytes.to_vec());
        assert_eq!(text("a\u{E9}".as_bytes()).doubt, None);
        let old = text(b"\xC3\xA9 \xE9");
        assert_eq!((old.text.as_str(), old.doubt), ("\u{C3}\u{A9} \u{E9}", Some(5)));
        let stated = text(b"%% coding: latin-1\n\xC3\xA9");
        assert_eq!((stated.text.ends_with("\u{C3}\u{A9}"), stated.doubt), (true, None));
        assert!(text(b"%% coding: utf-8\n\xE9").doubt.is_some());
    }
}
