//! What is written of an `.aut` file reads as the same system.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::aut(bytes));
