//! `erl2lts lsp` and `erl2lts watch`: `check` again and again, whenever something is not as it was.
//!
//! Input: messages of an editor, or files that change. Output: what `check` says, as the editor wants it, or in a terminal. Each check is
//! a process of its own ([`checking`]), so that one that is outdated can be ended, and none of them takes the server with it. What is
//! said of a module stands in its report as JSON; nothing is judged here.

pub(crate) mod actions;
pub(crate) mod address;
pub(crate) mod checking;
pub(crate) mod document;
pub(crate) mod flags;
pub(crate) mod marks;
pub(crate) mod pipe;
pub(crate) mod place;
pub(crate) mod server;
pub(crate) mod told;
pub(crate) mod writing;
