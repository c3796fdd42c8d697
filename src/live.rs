//! The parts behind the interactive commands: `lsp` and `watch` (`editor`), `sim` (`simulator`), `monitor` (`monitored`).

pub(crate) mod editor;
pub(crate) mod monitored;
pub(crate) mod simulator;
