//! The Aldebaran format (`.aut`), which CADP, mCRL2 and most other tools read and write.
//!
//! ```text
//! des (0, 2, 3)                    initial state, number of transitions, number of states
//! (0, "cmd({button,abc})", 1)      from, label, to; the label in quotes or not
//! (1, i, 2)                        the internal action: `i` (CADP) or `tau` (mCRL2)
//! ```
//!
//! The format has no escapes, no encoding and no way to tell an action that happens to be called
//! `i` from the internal one. The [writer](write()) therefore keeps to printable ASCII without `"`, but for labels
//! that were read, which come back byte for byte;
//! the readers of [texts](read()) and of [streams](stream()) take for the label whatever stands between
//! the first and the last comma.

mod gathered;
mod line;
pub(crate) mod quoted;
mod read;
mod stream;
mod write;

pub use read::read;
pub use stream::{Streamed, stream};
pub use write::{RowWriter, write};

/// How the internal action is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TauName {
    /// `i`, as CADP has it.
    I,
    /// `tau`, as mCRL2 has it.
    Tau,
}

impl TauName {
    /// The label itself.
    pub fn text(self) -> &'static str {
        match self {
            Self::I => "i",
            Self::Tau => "tau",
        }
    }
}
