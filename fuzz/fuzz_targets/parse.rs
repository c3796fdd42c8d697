//! The trees of a module and of an expression.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::parse(bytes));
