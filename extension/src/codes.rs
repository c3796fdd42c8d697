//! The codes of this crate's messages, with what `erl2lts explain` says about them.

use frontend::CodeInfo;

/// All codes of this crate.
pub const TABLE: &[CodeInfo] = &[];
