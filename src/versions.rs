//! Two versions of a system: what has changed, and which properties have gone with it.
//!
//! Input: two files. Output: texts and drawings of `erl2lts diff`, the table of `erl2lts preserve`. What a change is, and which rule
//! keeps a property, says `extension`; here versions are read and answers written.

pub(crate) mod answered;
pub(crate) mod code;
pub(crate) mod drawing;
pub(crate) mod events;
pub(crate) mod inputs;
pub(crate) mod row;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod version;
