//! Places in the sources of the library, which are part of the program and have no files, and what its functions are called.
//!
//! Each of its functions has a file number of its own, from the end of all numbers; the reader has no such files.

use behaviour::{Behaviour, interface_of};
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

/// What a function is called in what is said of it. Those of a loop that is text have other names in OTP: of these only what a module
/// may call has a name that says something.
pub fn told(behaviour: &Behaviour, name: &str, arity: usize) -> String {
    let own = behaviour.run_by.map(|run_by| run_by.module).and_then(|module| {
        let function = name.strip_prefix(module)?.strip_prefix(':')?;
        let interface = interface_of(module)?;
        interface.function(function, arity).is_none().then_some(module)
    });
    match own {
        Some(module) => format!("the loop of {module}"),
        None => format!("{name}/{arity}"),
    }
}
