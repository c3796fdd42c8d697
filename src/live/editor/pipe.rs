//! Messages on pipes: a head that says how long each is, then JSON.
//!
//! Input: bytes of an editor. Output: messages, or what is wrong with the bytes. A head that never ends and a size beyond all bounds are
//! errors behind which nothing can be read; what is in a good frame and no message is data, and the next one is behind it. Nothing is asked
//! for before it is known to be needed.

use std::io::{self, BufRead, Read as _, Write};

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// Bytes of a message: a source of 64 MB, as JSON.
const LARGEST: usize = 256 << 20;

/// Bytes of a line of a head.
const LONGEST: u64 = 4 << 10;

/// Lines of a head.
const MOST_LINES: usize = 32;

/// What is in a frame.
#[derive(Debug)]
pub(crate) enum Framed {
    Message(Message),
    /// What is no message.
    Senseless(Senseless),
}

/// Why what was in a frame is no message, as it is answered.
#[derive(Debug)]
pub(crate) struct Senseless {
    /// The request that it may have been.
    id: Option<RequestId>,
    code: ErrorCode,
    why: String,
}

/// What goes to an editor.
pub(crate) enum Outgoing {
    Message(Message),
    /// An answer to what was no message.
    Error(Senseless),
}

/// What comes next; `None` at the end of all.
pub(crate) fn read(input: &mut dyn BufRead) -> Result<Option<Framed>, String> {
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
    Ok(Some(framed(&bytes)))
}

/// What these bytes are.
fn framed(bytes: &[u8]) -> Framed {
    let senseless = |id, code, error: serde_json::Error| {
        Framed::Senseless(Senseless { id, code, why: format!("no message: {error}") })
    };
    let error = match serde_json::from_slice::<Message>(bytes) {
        // A list of what stands in a message is none.
        Ok(_) if !bytes.trim_ascii_start().starts_with(b"{") => {
            <serde_json::Error as serde::de::Error>::custom("a message is an object")
        }
        Ok(Message::Response(_)) if has_method(bytes) => {
            <serde_json::Error as serde::de::Error>::custom("a method is a text")
        }
        Ok(message) => return Framed::Message(message),
        Err(error) => error,
    };
    match serde_json::from_slice::<Value>(bytes) {
        Err(error) => senseless(None, ErrorCode::ParseError, error),
        Ok(value) => {
            let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
            senseless(id, ErrorCode::InvalidRequest, error)
        }
    }
}

/// Whether what looks like an answer, for it has an identifier, asks for something.
fn has_method(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Value>(bytes).is_ok_and(|value| value.get("method").is_some())
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
pub(crate) fn write(mut out: impl Write, outgoing: &Outgoing) -> io::Result<()> {
    match outgoing {
        Outgoing::Message(message) => message.write(&mut out),
        Outgoing::Error(Senseless { id, code, why }) => {
            // Of a request that nobody knows the identifier is null, which answers of the library cannot have.
            let error = json!({ "code": *code as i32, "message": why });
            let text = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string();
            write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
            out.flush()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut bytes: &[u8]) -> Result<Option<Framed>, String> {
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
        assert!(matches!(read_all(message), Ok(Some(Framed::Message(Message::Request(_))))));
    }

    #[test]
    fn what_is_no_message_is_answered() {
        for (content, code, id) in [
            ("{}", -32600, Value::Null),
            ("{]}", -32700, Value::Null),
            ("[1, 2]", -32600, Value::Null),
            ("\u{e9}", -32700, Value::Null),
            ("{\"id\":7,\"method\":[]}", -32600, json!(7)),
            ("{\"id\":\"a\",\"method\":1}", -32600, json!("a")),
        ] {
            let bytes = format!("Content-Length: {}\r\n\r\n{content}", content.len());
            let read = match read_all(bytes.as_bytes()) {
                Ok(Some(Framed::Senseless(senseless))) => Some(Outgoing::Error(senseless)),
                _ => None,
            };
            let mut written = Vec::new();
            let said = read.map(|outgoing| write(&mut written, &outgoing));
            assert!(matches!(said, Some(Ok(()))), "{content} is taken for a message");
            let text = String::from_utf8_lossy(&written).into_owned();
            let (_, body) = text.split_once("\r\n\r\n").unwrap_or_default();
            let answer: Value = serde_json::from_str(body).unwrap_or_default();
            assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{content}");
        }
    }
}
