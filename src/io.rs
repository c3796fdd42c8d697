//! Files and streams: all that this program reads and writes goes through here.
//!
//! Input: paths and bytes. Output: texts with their encoding told; files that are whole or not there, and none over one that was read.

pub(crate) mod asked;
pub(crate) mod encoding;
pub(crate) mod input;
pub(crate) mod lines;
pub(crate) mod output;
pub(crate) mod protected;
pub(crate) mod revision;
pub(crate) mod segments;
pub(crate) mod temporary;
pub(crate) mod terminal;
pub(crate) mod visible;
pub(crate) mod written;
