//! Calls that only write a log or a terminal.

/// Whether a module is there for such calls.
pub(crate) fn is_logging(module: &str) -> bool {
    matches!(module, "io" | "error_logger" | "logger" | "lager")
}

/// Whether a function writes and then returns the atom `ok`, whatever it writes.
pub(crate) fn answers_ok(module: &str, function: &str) -> bool {
    let level = || {
        matches!(
            function,
            "emergency" | "alert" | "critical" | "error" | "warning" | "notice" | "info" | "debug"
        )
    };
    match module {
        "io" => matches!(function, "format" | "fwrite" | "nl" | "put_chars" | "write"),
        "error_logger" => matches!(
            function,
            "error_msg"
                | "error_report"
                | "format"
                | "info_msg"
                | "info_report"
                | "warning_msg"
                | "warning_report"
        ),
        "logger" | "lager" => level() || function == "log",
        _ => false,
    }
}
