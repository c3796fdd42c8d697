//! Messages on pipes: a head that says how long each is, then JSON.
//!
//! Input: bytes of an editor. Output: messages, or what is wrong with the bytes. A head that never ends, a size beyond all bounds and JSON
//! that is none are errors; nothing is asked for before it is known to be needed.

use std::io::{self, BufRead, Read as _, Write};

use lsp_server::Message;

/// Bytes of a message: a source of 64 MB, as JSON.
const LARGEST: usize = 256 << 20;

/// Bytes of a line of a head.
const LONGEST: u64 = 4 << 10;

/// Lines of a head.
const MOST_LINES: usize = 32;

/// The next message; `None` at the end of all.
pub(crate) fn read(input: &mut dyn BufRead) -> Result<Option<Message>, String> {
    let Some(size) = head(input)? else { return Ok(None) };
    if size > LARGEST {
        return Err(format!("a message of {size} bytes is too large"));
    }
    let mut bytes = Vec::new();
    let limit = u64::try_from(size).unwrap_or(u64::MAX);
    input.take(limit).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() < size {
        return Err(format!("it ended within a message: {} of {size} bytes", bytes.len()));
    }
    serde_json::from_slice(&bytes).map(Some).map_err(|error| format!("no message: {error}"))
}

/// The size that a head names; `None` where there is none, at the end.
fn head(input: &mut dyn BufRead) -> Result<Option<usize>, String> {
    let mut size = None;
    for number in 0..MOST_LINES {
        let mut line = Vec::new();
        let read = input.take(LONGEST).read_until(b'\n', &mut line);
        match read.map_err(|error| error.to_string())? {
            0 if number == 0 => return Ok(None),
            0 => return Err("it ended within a head".to_owned()),
            _ => {}
        }
        let line = str::from_utf8(&line).ok().and_then(|line| line.strip_suffix('\n'));
        let line = line.ok_or("a line of a head is no text, or too long")?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.is_empty() {
            return size.map(Some).ok_or_else(|| "a head without `Content-Length`".to_owned());
        }
        let (name, value) = line.split_once(':').ok_or("a line of a head has no `:`")?;
        if name.eq_ignore_ascii_case("Content-Length") {
            let parsed = value.trim().parse::<usize>();
            size = Some(parsed.map_err(|_| "`Content-Length` is no number".to_owned())?);
        }
    }
    Err("a head with too many lines".to_owned())
}

/// Writes a message.
pub(crate) fn write(mut out: impl Write, message: &Message) -> io::Result<()> {
    message.write(&mut out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut bytes: &[u8]) -> Result<Option<Message>, String> {
        read(&mut bytes)
    }

    #[test]
    fn garbage_is_said() {
        for (bytes, why) in [
            (&b"hello\r\n\r\n"[..], "has no `:`"),
            (b"Content-Length: x\r\n\r\n", "no number"),
            (b"Content-Type: a\r\n\r\n", "without"),
            (b"Content-Length: 99999999999999\r\n\r\n", "too large"),
            (b"Content-Length: 9\r\n\r\n{}", "ended within a message"),
            (b"Content-Length: 2\r\n\r\n{}", "no message"),
            (b"Content-Length: 2\r\n", "ended within a head"),
            (b"\xff\xfe\n", "no text"),
        ] {
            let said = read_all(bytes).err();
            assert!(said.as_ref().is_some_and(|said| said.contains(why)), "{said:?} {why}");
        }
        let long = [b"a:".as_slice(), &vec![b'x'; 10_000]].concat();
        assert!(read_all(&long).is_err());
        assert!(matches!(read_all(b""), Ok(None)));
        let message = b"Content-Length: 38\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"id\":12}";
        assert!(matches!(read_all(message), Ok(Some(Message::Request(_)))));
    }
}
