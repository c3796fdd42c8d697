//! Calls that only write a log or a terminal.

/// Whether a module is there for such calls.
pub(crate) fn is_logging(module: &str) -> bool {
    matches!(module, "io" | "error_logger" | "logger" | "lager")
}
