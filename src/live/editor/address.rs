//! Addresses of files, as editors name them: `file:///home/a%20b/door.erl`.
//!
//! Input: an address. Output: a path, and back. Addresses of anything but files are none of ours.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What stands for itself in a path.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The path of an address, if it is one of a file of this machine.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    let text = text.strip_prefix("localhost").unwrap_or(text);
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    let path = Path::new(decoded.as_ref());
    (path.is_absolute() && !decoded.contains('\0')).then(|| path.to_owned())
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let encoded = utf8_percent_encode(path.to_str()?, ENCODED);
    Uri::from_str(&format!("file://{encoded}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for name in ["/a/door.erl", "/a b/tür/%20.erl", "/x[1].erl"] {
            let there = uri(Path::new(name));
            assert_eq!(there.as_ref().and_then(path).as_deref(), Some(Path::new(name)));
        }
        for other in ["untitled:1", "file://host/a", "http://a/b"] {
            let uri = Uri::from_str(other).ok();
            assert_eq!(uri.as_ref().and_then(path), None, "{other}");
        }
    }
}
