//! Places in the sources of the library, which are part of the program and have no files.
//!
//! Each of its functions has a file number of its own, from the end of all numbers; the reader has no such files.

use frontend::{FileId, Span};

/// Functions that the library may have.
pub const MAX_FUNCTIONS: u32 = 1 << 16;

/// The file of the first function.
const FIRST_FILE: u32 = u32::MAX - MAX_FUNCTIONS;

/// The file of the function with a number.
pub fn file(number: usize) -> FileId {
    FileId(u32::try_from(number).map_or(FIRST_FILE, |offset| FIRST_FILE + offset))
}

/// A place in the library, for calls of what only it can call.
pub fn place() -> Span {
    Span::new(FileId(u32::MAX - 1), 0, 0)
}

/// Whether a place is in the library.
pub fn contains(span: Span) -> bool {
    (FIRST_FILE..u32::MAX).contains(&span.file.0)
}
