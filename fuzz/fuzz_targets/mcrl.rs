//! The states of a muCRL specification.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::mcrl(bytes));
