//! What the checker says of small and of random systems, of wrong formulas, and what it writes for other tools.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

/// Verdicts and evidence, against naive semantics.
mod semantics {
    mod ctl;
    mod data;
    mod fairness;
    mod monitor;
    mod open_labels;
    mod random;
    mod shapes;
    mod together;
    mod variables;
    mod verdicts;
}

/// Formulas as texts: macros, messages, inputs that no one means well.
mod texts {
    mod diagnostics;
    mod hostile;
    mod macros;
}

/// Questions and equations for other tools, and what these say.
mod exported {
    mod bes;
    mod mcf;
    mod oracle_mcrl2;
    mod oracle_merc;
}
