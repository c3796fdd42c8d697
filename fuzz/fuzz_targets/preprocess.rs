//! The forms of a module and its headers, without macros.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::preprocess(bytes));
