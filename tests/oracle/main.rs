//! Two sides that must say the same: the tool with itself, with real Erlang, with other toolsets.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    unreachable_pub,
    reason = "tests"
)]

#[path = "../support/command_line.rs"]
mod command_line;
#[path = "../support/mod.rs"]
mod support;

/// Without any other tool: both forms, engine and interpreter, what is printed and what is explored.
mod own {
    mod bodies;
    mod calls;
    mod closed;
    mod copies;
    mod emission;
    mod engine;
    mod exchanged;
    mod generated;
    mod identities;
    mod joins;
    mod loops;
    mod numerals;
    mod pure;
    mod read_back;
    mod several;
    mod tick;
    mod twins;
}

/// Modules played in real Erlang.
mod played {
    mod certain;
    mod clauses;
    mod defects;
    mod emitted;
    mod erlang;
    mod left_out;
    mod machines;
    mod monitors;
    mod other_crashes;
    mod otp;
    mod projects;
    mod receive;
    mod runs;
    mod selection;
    mod shapes;
    mod spawned;
    mod statem_tests;
    mod unknowns;
    mod values;
    mod watches;
    mod workers;
}

/// Toolsets for mCRL2 and for classic muCRL.
mod toolsets {
    mod export;
    mod mcrl;
    mod mcrl2;
    mod reduce;
    mod specifications;
    mod tree;
}
