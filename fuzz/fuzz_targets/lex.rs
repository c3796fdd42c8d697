//! The tokens of any text.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::lex(bytes));
