//! Commands that go on until they are told to end.

pub(crate) mod lsp;
pub(crate) mod sim;
pub(crate) mod watch;
