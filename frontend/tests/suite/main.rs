//! How Erlang text is read: trees and messages of fixtures, harmed and hostile texts, OTP's own parser.

#![allow(clippy::print_stdout, unreachable_pub, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

mod epp;
mod fixtures;
mod fuzzed;
mod hostile_headers;
mod large;
mod mutations;
mod oracle_beam;
mod oracle_epp;
mod precedence;
mod robust;
mod round_trip;
