//! The command line as a user runs it, one room for each subject; fast.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub, reason = "tests")]

#[path = "../support/command_line.rs"]
mod command_line;
#[allow(dead_code, unused_imports, reason = "what other suites need")]
#[path = "../support/tools.rs"]
mod tools;
#[allow(clippy::print_stdout, reason = "tests say why they are not run")]
#[path = "../support/toolset.rs"]
mod toolset;
mod transcript;

mod cli;

/// What a machine does, and what is said of what the model does not know.
mod machine {
    mod certain;
    mod declared;
    mod derived;
    mod large_maps;
    mod names;
    mod queue;
    mod receive;
    mod spawned;
    mod timers;
    mod unknowns;
    mod unnamed_commands;
    mod watches;
    mod wide_records;
}

/// At home in a team: drawings, tests in Erlang, editors, simulations.
mod team {
    mod doctor;
    mod editor;
    mod erlang;
    mod graphs;
    mod init;
    mod kept;
    mod manual;
    mod mix;
    mod pages;
    mod rebar3;
    mod release;
    #[cfg(unix)]
    mod screen;
    mod scripts;
    mod simulated;
    mod watched;
}

/// Properties and built-in checks: verdicts, evidence, reports.
mod verdicts {
    mod changes;
    mod clauses;
    mod completeness;
    mod defects;
    mod emitted;
    mod evidence;
    mod explore;
    mod features;
    mod formula_files;
    mod languages;
    mod past;
    mod progress;
    mod projects;
    mod ranking;
    mod reports;
    mod statem;
}

/// Transition systems and muCRL specifications as input.
mod inputs {
    mod compiled;
    mod garbled;
    mod lost;
    mod odd_systems;
    mod other_modules;
    mod reducing;
    mod smallest_terms;
    mod specifications;
    mod systems;
    mod together;
    mod workers;
}

/// What is printed of a module: forms, trees, dumps, texts, messages.
mod printed {
    mod drawings;
    mod dumps;
    mod forms;
    mod messages;
    mod printed_texts;
    mod spellings;
    mod stats;
}

/// Files that are read and written, and what becomes of them if that fails.
mod files {
    #[cfg(unix)]
    mod half_written;
    mod headers;
    mod hostile_files;
    #[cfg(unix)]
    mod protected_files;
    mod refused_outputs;
    mod stored;
}
