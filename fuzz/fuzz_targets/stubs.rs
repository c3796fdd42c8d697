//! What stands behind `--stubs` is read without a panic, and messages point into it.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::stubs(bytes));
